#!/usr/bin/env python3
"""Processor time to typeset a book of typed memos, held against typst setting the same texts as a plain document.

    tests/bench/peers/typesetting.py [EXECUTABLE] [--memos N]

Needs what `pocketbase.py` needs, and the wheel `typst`. Inkfold's books are set by typst as well, and have covers, contents, indexes,
running heads, bookmarks and tags besides: the ratio says what they cost. Prints a table.
"""
import argparse, os, re, resource, subprocess, sys, tempfile
from pathlib import Path

from pocketbase import QUESTIONS, Inkfold, ask, ended

LINES = [
    "It rained all night, and the river came up to the third step of the house.",
    "My grandmother baked bread with caraway, and the whole street smelled of it.",
    "We walked home along the railway and counted the wagons of the night train.",
]
TYPST = "import sys, typst; typst.compile(sys.argv[1], output=sys.argv[2])"


def text(number):
    return " ".join(LINES[(number + at) % 3] for at in range(1 + number % 4)) + f" {number}"


def processor(command, folder):
    """Processor seconds of a command."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(command, cwd=folder, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def community(executable, folder, memos):
    """The id of a book that has so many memos, in a community whose server has ended."""
    server = Inkfold(executable, folder, 0)
    try:
        for number in range(memos):
            member = server.members[number // QUESTIONS % len(server.members)]
            uid, cookie = re.search(r'uid = "(.*?)", cookie = "(.*?)"', member).groups()
            memo = {"uid": uid, "bid": server.book, "qid": f"q{number % QUESTIONS}", "post": text(number)}
            ask(server.address, "POST", "/api/memo/text/publish", memo, {"cookie": cookie, "x-xsrf-token": "bench"})
    finally:
        ended(server.process)
    return server.book


def plain(memos):
    """The same texts as a document for typst, a heading for each question."""
    parts = ["#set page(paper: \"a5\")\n#set text(size: 10pt)\n#outline()\n"]
    for question in range(QUESTIONS):
        parts.append("= What do you remember?\n")
        parts += [text(number) + "\n" for number in range(question, memos, QUESTIONS)]
    return "\n".join(parts)


def main():
    asked = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    asked.add_argument("executable", nargs="?", default=os.environ.get("TESTED_EXECUTABLE", "inkfold"))
    asked.add_argument("--memos", type=int, nargs="+", default=[20, 200, 2000])
    options = asked.parse_args()
    executable = os.path.abspath(options.executable)
    print("| typed memos | Inkfold, s of the processor | typst | ratio |\n|---|---|---|---|")
    for memos in options.memos:
        with tempfile.TemporaryDirectory(prefix="inkfold-bench-") as folder:
            folder = Path(folder)
            book = community(executable, folder, memos)
            compile = [executable, "--data-dir", folder / "data", "book", "compile", book, "--out", "book.pdf"]
            (folder / "plain.typ").write_text(plain(memos))
            peer = [sys.executable, "-c", TYPST, "plain.typ", "plain.pdf"]
            ours, theirs = (min(processor(command, folder) for _ in range(3)) for command in (compile, peer))
        print(f"| {memos} | {ours:.2f} | {theirs:.2f} | {ours / theirs:.1f} |", flush=True)


if __name__ == "__main__":
    main()
