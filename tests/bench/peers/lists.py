#!/usr/bin/env python3
"""Lists a second, held against PocketBase listing as many records with the same texts.

    tests/bench/peers/lists.py [EXECUTABLE] [--seconds N]

Needs what `pocketbase.py` needs. Both servers send 20 books to visitors over 16 connections, one server after the other.
"""
import argparse, os, re, subprocess, tempfile
from pathlib import Path

from pocketbase import PASSWORD, PocketBase, ask, ended, executables, per_second, started

BOOKS = 20
CONNECTIONS = 16
NAME = "A year in ink {}"
DESCRIPTION = "Short memos about the river, the house and the street."
POST = 'wrk.method = "POST"\nwrk.body = "{}"\nwrk.headers["content-type"] = "application/json"\n' \
    'wrk.headers["cookie"] = "XSRF-TOKEN=bench"\nwrk.headers["x-xsrf-token"] = "bench"\n' \
    'function request() return wrk.format(nil, "/api/book/list") end'
GET = 'function request() return wrk.format(nil, "/api/collections/books/records?perPage=20&skipTotal=1") end'


def inkfold(executable, folder):
    """Address of a server with the books, its process, and the requests for it."""
    run = lambda *arguments: subprocess.run(
        [executable, "--data-dir", folder / "data", *arguments], cwd=folder, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    run("init")
    for n in range(BOOKS):
        run("book", "add", "--name", NAME.format(n), "--description", DESCRIPTION)
    os.environ["INKFOLD_LIMITS__PER_ADDRESS"] = "100000"
    process = started([executable, "--data-dir", str(folder / "data"), "serve", "--listen", "127.0.0.1:0"], folder, 0)
    return re.match(r"listening on http://(\S+)", process.stdout.readline())[1], process, POST


def pocketbase(executable, folder):
    server = PocketBase(executable, folder, 0)
    login = {"identity": "a@example.org", "password": PASSWORD}
    token = ask(server.address, "POST", "/api/collections/_superusers/auth-with-password", login)[0]["token"]
    texts = [{"name": name, "type": "text"} for name in ["name", "description", "status"]]
    numbers = [{"name": name, "type": "number"} for name in ["edition", "memoCount", "userMemoCount", "publishAt"]]
    books = {"name": "books", "type": "base", "fields": texts + numbers, "createRule": "", "listRule": ""}
    ask(server.address, "POST", "/api/collections", books, {"authorization": token})
    for n in range(BOOKS):
        book = {"name": NAME.format(n), "description": DESCRIPTION, "status": "collecting", "publishAt": 20}
        ask(server.address, "POST", "/api/collections/books/records", book)
    return server.address, server.process, GET


def measured(start, executable, seconds):
    with tempfile.TemporaryDirectory(prefix="inkfold-bench-") as folder:
        address, process, script = start(executable, Path(folder))
        try:
            return per_second(address, script, CONNECTIONS, seconds, Path(folder))
        finally:
            ended(process)


def main():
    asked = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    asked.add_argument("executable", nargs="?", default=os.environ.get("TESTED_EXECUTABLE", "inkfold"))
    asked.add_argument("--seconds", type=int, default=4, help="seconds for each figure")
    options = asked.parse_args()
    ours = measured(inkfold, os.path.abspath(options.executable), options.seconds)
    theirs = measured(pocketbase, executables(), options.seconds)
    print("| lists of 20 books | Inkfold, a second | PocketBase | ratio |\n|---|---|---|---|")
    print(f"| {CONNECTIONS} connections | {ours:.0f} | {theirs:.0f} | {ours / theirs:.1f} |")


if __name__ == "__main__":
    main()
