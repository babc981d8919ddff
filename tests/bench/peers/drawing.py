#!/usr/bin/env python3
"""Processor time to read 64 filled forms, held against pdfium drawing the pages of the same files.

    target/venv/bin/python tests/bench/peers/drawing.py [EXECUTABLE] --tools FOLDER [--rounds N]

`FOLDER` has `fill_forms.py`, which fills four forms in the way of each of sixteen tablets and apps. `inkfold form read` reads all of
them in one run. pdfium draws every page of them as wide as the reader does, in this process, and does nothing with it. Pictures
among the files are left out. Prints a table.
"""
import argparse, os, resource, subprocess, sys, tempfile, time
from pathlib import Path

import pypdfium2

sys.path.append(str(Path(__file__).resolve().parents[1]))
from paper import WIDTH, Community

FILES = 64


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


def draw(files):
    begun = time.process_time()
    for file in files:
        for page in pypdfium2.PdfDocument(file):
            page.render(scale=WIDTH / page.get_width())
    return time.process_time() - begun


def main():
    asked = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    asked.add_argument("executable", nargs="?", default=os.environ.get("TESTED_EXECUTABLE", "inkfold"))
    asked.add_argument("--tools", type=Path, required=True)
    asked.add_argument("--rounds", type=int, default=3)
    options = asked.parse_args()
    executable = os.path.abspath(options.executable)
    with tempfile.TemporaryDirectory(prefix="inkfold-bench-") as folder:
        folder = Path(folder)
        community = Community(executable, folder)
        (folder / "blank.pdf").write_bytes(community.blank)
        community.end()
        files = filled(options.tools.resolve(), folder / "blank.pdf", folder / "filled")
        reads = min(read(executable, folder / "blank.pdf", files) for _ in range(options.rounds))
        draws = min(draw(files) for _ in range(options.rounds))
    print("| files | read, s of the processor | drawn by pdfium | ratio |\n|---|---|---|---|")
    print(f"| {len(files)} | {reads:.2f} | {draws:.2f} | {reads / draws:.2f} |")


if __name__ == "__main__":
    main()
