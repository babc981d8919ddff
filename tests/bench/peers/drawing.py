#!/usr/bin/env python3
"""Processor time to read 64 filled forms, held against pdfium drawing the pages of the same files.

    target/venv/bin/python tests/bench/peers/drawing.py [EXECUTABLE] --tools FOLDER [--rounds N]

`FOLDER` has `fill_forms.py`, which fills four forms in the way of each of sixteen tablets and apps. `inkfold form read` reads all of
them in one run. pdfium draws every page of them as wide as the form is, in this process, and does nothing with it. It also draws what
the reader needs: every page half as wide, in which the form is found, and the part with the answers twice as wide, from which
they are cut. Pictures among the files are left out. Prints a table.
"""
import argparse, os, resource, subprocess, sys, tempfile, time
from pathlib import Path

import pypdfium2

sys.path.append(str(Path(__file__).resolve().parents[1]))
from paper import WIDTH, Community

FILES = 64
#: Parts of the page that are left out at its left, bottom, right and top.
MARGINS = (118 / 1404, 114 / 1872, 116 / 1404, 196 / 1872)


def blank_form(executable, folder):
    """Path of a blank form, from a community whose server has ended."""
    community = Community(executable, folder)
    community.end()
    blank = folder / "blank.pdf"
    blank.write_bytes(community.blank)
    return blank


def filled(tools, blank, out):
    command = [sys.executable, tools / "fill_forms.py", blank, "--out", out, "--count", str(FILES)]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    return sorted(out.glob("*.pdf"))


def read(executable, blank, files):
    """Processor seconds of reading the files, with all children."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    command = [executable, "form", "read", "--json", "--blank", blank, *files]
    done = subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
    # 1 if one of them cannot be read.
    if done.returncode not in (0, 1):
        sys.exit(f"reading failed: {done.stderr}")
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def drawn(files, draw):
    """Processor seconds of drawing the files in this process."""
    begun = time.process_time()
    for file in files:
        draw(list(pypdfium2.PdfDocument(file)))
    return time.process_time() - begun


def once(pages):
    for page in pages:
        page.render(scale=WIDTH / page.get_width())


def as_needed(pages):
    for page in pages:
        page.render(scale=WIDTH / 2 / page.get_width())
    # Of several pages the first one explains the form.
    page = pages[min(1, len(pages) - 1)]
    width, height = page.get_size()
    left, bottom, right, top = MARGINS
    page.render(scale=2 * WIDTH / width, crop=(left * width, bottom * height, right * width, top * height))


def main():
    asked = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    asked.add_argument("executable", nargs="?", default=os.environ.get("TESTED_EXECUTABLE", "inkfold"))
    asked.add_argument("--tools", type=Path, required=True)
    asked.add_argument("--rounds", type=int, default=3)
    options = asked.parse_args()
    executable = os.path.abspath(options.executable)
    with tempfile.TemporaryDirectory(prefix="inkfold-bench-") as folder:
        folder = Path(folder)
        blank = blank_form(executable, folder)
        files = filled(options.tools.resolve(), blank, folder / "filled")
        reads = min(read(executable, blank, files) for _ in range(options.rounds))
        draws, needed = (min(drawn(files, draw) for _ in range(options.rounds)) for draw in (once, as_needed))
    print("| files | read, s of the processor | drawn by pdfium | ratio | drawn as reading needs | ratio |\n|---|---|---|---|---|---|")
    print(f"| {len(files)} | {reads:.2f} | {draws:.2f} | {reads / draws:.2f} | {needed:.2f} | {reads / needed:.2f} |")


if __name__ == "__main__":
    main()
