#!/usr/bin/env python3
"""Processor time to read filled sheets, held against auto-multiple-choice reading sheets of its own with as many boxes to mark.

    target/venv/bin/python tests/bench/peers/marks.py [EXECUTABLE] --tools FOLDER [--sheets N]

Both get pictures 1404 pixels wide. Inkfold finds the form by its codes, reads 49 pegs, and cuts out the handwriting of five answer
boxes; auto-multiple-choice finds its corner marks and measures 49 boxes. Checks that it has read what was marked. Prints a table.
"""
import argparse, os, random, sqlite3, subprocess, sys, tempfile
from pathlib import Path

import pypdfium2
from PIL import ImageDraw

sys.path.append(str(Path(__file__).resolve().parents[1]))
from drawing import blank_form, read
from paper import WIDTH

QUESTIONS, ANSWERS = 7, 7
#: Share of a box that is dark from which it counts as marked.
MARKED = 0.5


def run(command, folder):
    done = subprocess.run(command, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    if done.returncode:
        sys.exit(f"{command[1]} failed: {done.stdout[-2000:]}")


def source(sheets):
    """A questionnaire in LaTeX, of one page a sheet."""
    answers = "".join(rf"\wrongchoice{{Choice {number}}}" for number in range(1, ANSWERS)) + r"\correctchoice{The last}"
    questions = "\n\n".join(rf"\begin{{question}}{{q{number}}}Question {number}\begin{{choiceshoriz}}{answers}\end{{choiceshoriz}}\end{{question}}"
                        for number in range(QUESTIONS))
    return (r"\documentclass[a4paper]{article}\usepackage[box,completemulti]{automultiplechoice}\begin{document}"
            rf"\onecopy{{{sheets}}}{{{questions}}}\end{{document}}")


class Peer:
    """A project of auto-multiple-choice, with filled sheets as pictures."""

    def __init__(self, folder, sheets):
        self.folder, self.data = folder, folder / "data"
        for name in ("data", "cr", "cr/zooms"):
            (folder / name).mkdir()
        (folder / "sheet.tex").write_text(source(sheets))
        self.call("prepare", "--mode", "s", "--prefix", f"{folder}/", "--with", "pdflatex", "--data", self.data, "--out-sujet", "sheets.pdf",
                  "--out-corrige", "solution.pdf", "--out-calage", "positions.xy", "sheet.tex")
        self.call("meptex", "--src", "positions.xy", "--data", self.data)
        self.marked = set()
        self.pictures = [self.filled(number) for number in range(sheets)]

    def call(self, verb, *arguments):
        run(["auto-multiple-choice", verb, *map(str, arguments)], self.folder)

    def filled(self, number):
        """Path of a sheet's picture, one box of each question of which is marked."""
        page = pypdfium2.PdfDocument(self.folder / "sheets.pdf")[number]
        picture = page.render(scale=WIDTH / page.get_width()).to_pil()
        pen = ImageDraw.Draw(picture)
        with sqlite3.connect(self.data / "layout.sqlite") as layout:
            (width,) = layout.execute("select width from layout_page where student = ?", [number + 1]).fetchone()
            boxes = layout.execute("select question, answer, xmin, ymin, xmax, ymax from layout_box where student = ? and role = 1", [number + 1])
            boxes = {(question, answer): [side * WIDTH / width for side in sides] for question, answer, *sides in boxes}
        for question in {question for question, _ in boxes}:
            answer = random.Random(f"{number} {question}").randint(1, ANSWERS)
            pen.rectangle(boxes[question, answer], fill="black")
            self.marked.add((number + 1, question, answer))
        path = self.folder / f"{number:03}.png"
        picture.save(path)
        return path

    def read(self):
        """Processor seconds of reading the sheets, with all children."""
        for file in self.data.glob("capture*"):
            file.unlink()
        before = os.times()
        self.call("analyse", "--projet", self.folder, "--data", self.data, "--cr", self.folder / "cr", *self.pictures)
        after = os.times()
        with sqlite3.connect(self.data / "capture.sqlite") as capture:
            seen = set(capture.execute("select student, id_a, id_b from capture_zone where type = 4 and black > ? * total", [MARKED]))
        if seen != self.marked:
            sys.exit(f"auto-multiple-choice read {len(seen & self.marked)} of {len(self.marked)} marks, and {len(seen - self.marked)} others")
        return after.children_user + after.children_system - before.children_user - before.children_system


def sheets_of(tools, blank, out, count):
    """Pictures of as many filled forms of Inkfold."""
    command = [sys.executable, tools / "fill_forms.py", blank, "--out", out, "--styles", "png_native", "--count", str(count)]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    return sorted(out.glob("*.png"))


def main():
    asked = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    asked.add_argument("executable", nargs="?", default=os.environ.get("TESTED_EXECUTABLE", "inkfold"))
    asked.add_argument("--tools", type=Path, required=True)
    asked.add_argument("--sheets", type=int, default=36)
    asked.add_argument("--rounds", type=int, default=3)
    options = asked.parse_args()
    executable = os.path.abspath(options.executable)
    with tempfile.TemporaryDirectory(prefix="inkfold-bench-") as folder:
        folder = Path(folder)
        # Only forms of the game have pegs.
        os.environ["INKFOLD_PRIZE__ENABLED"] = "true"
        blank = blank_form(executable, folder)
        ours = sheets_of(options.tools.resolve(), blank, folder / "filled", options.sheets)
        (folder / "peer").mkdir()
        peer = Peer(folder / "peer", options.sheets)
        reads = min(read(executable, blank, ours) for _ in range(options.rounds))
        theirs = min(peer.read() for _ in range(options.rounds))
    print("| sheets | read, s of the processor | by auto-multiple-choice | ratio |\n|---|---|---|---|")
    print(f"| {options.sheets} | {reads:.2f} | {theirs:.2f} | {reads / theirs:.2f} |")


if __name__ == "__main__":
    main()
