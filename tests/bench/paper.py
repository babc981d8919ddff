"""How fast filled forms are read, held against pdfium's bare drawing of the same page, and what memory ten at once take.

    target/venv/bin/python tests/bench/paper.py [EXECUTABLE] [--tools DIR] [--each N] [--rounds N]

Starts the executable on a free port with a community of one book, fills its form as tablets do, and asks /extract over
loopback. Reading and bare drawing take turns, so that whatever else the machine does falls on both; the processor's time
is told beside the clock's, because other work changes it less. Prints tables.
"""
import argparse, http.client, itertools, json, os, re, statistics, subprocess, sys, tempfile, time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pypdfium2

ROOT = Path(__file__).resolve().parents[2]
STYLES = "remarkable,boox,inklist_only,highlighter,ipad_markup,supernote,scribe,letterboxed,printed_scan,png_native".split(",")
WIDTH = 1404
AT_ONCE = 10
QUESTIONS = 5
PASSWORD = "ink and paper"
#: They take turns: each may have 60 files read at once, and then one in five seconds.
MEMBERS = 8


class NotRead(Exception):
    """A filled form was refused, so that there is nothing to measure."""


class Community:
    """A server of its own with some members and one book."""

    def __init__(self, executable, folder, questions=QUESTIONS):
        self.executable, self.folder = executable, folder
        for n in range(MEMBERS):
            who = ["--email", f"m{n}@example.org", "--username", f"m{n}", "--name", f"Member {n}"]
            self.run("user", "add", *who, "--verified", "--password-stdin", words=PASSWORD + "\n")
        self.book = json.loads(self.run("book", "add", "--name", "Rivers", "--json"))["bid"]
        self.run("question", "import", "--book", self.book, self.asked(questions))
        self.start()
        self.blank = self.ask("GET", f"/assets/forms/{self.book}.pdf", cookie=next(self.cookies)).body

    def asked(self, questions):
        """Path of a file with so many questions."""
        asked = (f"q{n},What do you remember of river number {n}?\n" for n in range(1, questions + 1))
        path = self.folder / "questions.csv"
        path.write_text("key,description\n" + "".join(asked))
        return str(path)

    def start(self, **settings):
        """Starts the server with settings in its environment, and signs the members in."""
        command = [self.executable, "--data-dir", self.folder / "data", "serve", "--listen", "127.0.0.1:0"]
        environment = {**os.environ, **settings}
        self.process = subprocess.Popen(command, cwd=self.folder, env=environment, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        self.address = re.match(r"listening on http://(\S+)", self.process.stdout.readline())[1]
        self.members = [self.signed_in(f"m{n}@example.org") for n in range(MEMBERS)]
        self.cookies = itertools.cycle(self.members)

    def signed_in(self, email):
        """Cookies of a member's session."""
        body = json.dumps({"email": email, "password": PASSWORD})
        answer = self.ask("POST", "/signin", body, {"content-type": "application/json"})
        return "; ".join(line.split(";")[0] for line in answer.headers.get_all("set-cookie") if "XSRF" not in line)

    def run(self, *arguments, words=None):
        command = [self.executable, "--data-dir", self.folder / "data", *arguments]
        return subprocess.run(command, cwd=self.folder, input=words, check=True, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True).stdout

    def ask(self, method, path, body=None, headers=None, cookie=None):
        connection = http.client.HTTPConnection(self.address)
        cookie = "; ".join(filter(None, ["XSRF-TOKEN=bench", cookie]))
        connection.request(method, path, body, {"cookie": cookie, "x-xsrf-token": "bench", **(headers or {})})
        answer = connection.getresponse()
        answer.body = answer.read()
        connection.close()
        return answer

    def extract(self, file):
        parts = [b'name="data"\r\n\r\n' + json.dumps({"bid": self.book, "labels": [], "rects": []}).encode(),
                 b'name="pdf"; filename="form"\r\n\r\n' + file]
        body = b"".join(b"--part\r\nContent-Disposition: form-data; " + part + b"\r\n" for part in parts) + b"--part--\r\n"
        answer = self.ask("POST", "/extract", body, {"content-type": "multipart/form-data; boundary=part"}, next(self.cookies))
        if answer.status != 200:
            raise NotRead(f"/extract answered {answer.status}: {answer.body[:200]}")
        return json.loads(answer.body)

    def processor_ms(self):
        """Of the server and the children that have ended."""
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rsplit(")", 1)[1].split()
        return 1000 * sum(map(int, fields[11:15])) / os.sysconf("SC_CLK_TCK")

    def memory(self, field):
        """`VmRSS` or `VmHWM` in MB."""
        status = Path(f"/proc/{self.process.pid}/status").read_text()
        return int(re.search(rf"{field}:\s+(\d+)", status)[1]) / 1024

    def forget_peak(self):
        """Begins the highest mark anew."""
        Path(f"/proc/{self.process.pid}/clear_refs").write_text("5")

    def end(self):
        self.process.terminate()
        self.process.wait()


def filled_forms(community, tools, each):
    """Files with writing on them, by style."""
    blank, out = community.folder / "blank.pdf", community.folder / "filled"
    blank.write_bytes(community.blank)
    command = [sys.executable, tools / "fill_forms.py", blank, "--out", out, "--styles", ",".join(STYLES)]
    subprocess.run([*command, "--count", str(each * len(STYLES) * 2)], check=True, stderr=subprocess.DEVNULL)
    forms = {style: [] for style in STYLES}
    for truth in json.loads((out / "truth.json").read_text()):
        if truth["dirty"] and len(forms[truth["style"]]) < each:
            forms[truth["style"]].append((out / truth["file"]).read_bytes())
    return forms


def draw(file):
    """The page with the most on it, which is the filled one, as wide as the form."""
    document = pypdfium2.PdfDocument(file)
    page = document[min(1, len(document) - 1)]
    page.render(scale=WIDTH / page.get_width())


def timed(work, file, processor):
    """Milliseconds by the clock, and of the processor."""
    start, used = time.perf_counter(), processor()
    work(file)
    return 1000 * (time.perf_counter() - start), processor() - used


def compare(community, forms, rounds):
    print(f"{'':16}{'by the clock, median':^30}{'of the processor, mean':^30}")
    print(f"{'style':16}" + 2 * f"{'read, ms':>10}{'pdfium, ms':>12}{'ratio':>8}")
    for style, files in forms.items():
        community.extract(files[0])
        reads, draws = [], []
        for file in files * rounds:
            reads.append(timed(community.extract, file, community.processor_ms))
            if file.startswith(b"%PDF"):
                draws.append(timed(draw, file, lambda: 1000 * time.process_time()))
        cells = ""
        for column, typical in enumerate([statistics.median, statistics.mean]):
            read = typical([times[column] for times in reads])
            bare = typical([times[column] for times in draws]) if draws else None
            cells += f"{read:10.0f}" + (f"{bare:12.0f}{read / bare:8.1f}" if bare else f"{'-':>12}{'-':>8}")
        print(style.ljust(16) + cells, flush=True)


def crowd(community, files):
    """So many members upload at once."""
    for style in ("remarkable", "supernote", "printed_scan", "png_native"):
        community.forget_peak()
        start = time.perf_counter()
        with ThreadPoolExecutor(AT_ONCE) as members:
            uploads = [members.submit(community.extract, files[style][n % len(files[style])]) for n in range(AT_ONCE)]
        seconds = time.perf_counter() - start
        failures = [str(failure) for failure in (upload.exception() for upload in uploads) if failure]
        if failures:
            raise NotRead(f"{len(failures)} of {AT_ONCE} uploads of {style} at once failed:\n" + "\n".join(failures))
        print(f"{AT_ONCE} x {style:16}{seconds:6.2f} s   at most {community.memory('VmHWM'):4.0f} MB, {community.memory('VmRSS'):4.0f} MB after")


def main():
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("executable", nargs="?", default=os.environ.get("TESTED_EXECUTABLE", "inkfold"))
    options.add_argument("--tools", type=Path, default=ROOT.parent / "shared" / "tools")
    options.add_argument("--each", type=int, default=3, help="files of each style")
    options.add_argument("--rounds", type=int, default=5, help="how often each is read")
    args = options.parse_args()
    with tempfile.TemporaryDirectory(prefix="inkfold-bench-") as folder:
        community = Community(str(Path(args.executable).resolve()), Path(folder))
        try:
            forms = filled_forms(community, args.tools, args.each)
            print(f"memory at rest {community.memory('VmRSS'):.0f} MB")
            compare(community, forms, args.rounds)
            crowd(community, forms)
        except NotRead as failure:
            sys.exit(str(failure))
        finally:
            community.end()


if __name__ == "__main__":
    main()
