#!/usr/bin/env python3
"""Time and memory of large books, in a child and in its parent.

cargo test --no-run --test it   prints the path of the test executable; then: tests/bench/books.py EXECUTABLE [MEMOS ...]
"""

import json
import os
import subprocess
import sys
import time

TEST = "press::sample::large_book_is_typeset_reproducibly"


def peak(pid):
    """The largest memory that a process ever had, in MB."""
    try:
        with open(f"/proc/{pid}/status") as status:
            lines = dict(line.split(":", 1) for line in status)
        return int(lines["VmHWM"].split()[0]) / 1024
    except (OSError, KeyError):
        return 0


def children(pid):
    try:
        found = []
        for thread in os.listdir(f"/proc/{pid}/task"):
            with open(f"/proc/{pid}/task/{thread}/children") as listed:
                found += listed.read().split()
        return found
    except OSError:
        return []


def measure(executable, memos):
    environment = dict(os.environ, INKFOLD_BOOK_OF=str(memos))
    command = [executable, "--exact", TEST, "--nocapture"]
    run = subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True)
    parent = child = 0
    while run.poll() is None:
        parent = max(parent, peak(run.pid))
        child = max([child, *map(peak, children(run.pid))])
        time.sleep(0.01)
    if run.returncode:
        sys.exit(f"the book of {memos} failed")
    told = [json.loads(line[line.index("{"):]) for line in run.stdout if "{\"memos\"" in line]
    seconds = min(one["seconds"] for one in told)
    print(f"| {memos:,} | {seconds:.1f} | {child:.0f} | {parent:.0f} | {told[0]['bytes'] / 1e6:.1f} |")


def main():
    executable, *sizes = sys.argv[1:]
    print("| memos | seconds | child, MB | parent, MB | PDF, MB |\n|---|---|---|---|---|")
    for memos in map(int, sizes or ["1000", "2000", "4000", "10000", "20000"]):
        measure(executable, memos)


main()
