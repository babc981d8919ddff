"""Makes the data folder of a release: python3 tests/releases/make.py EXECUTABLE

Run it on the sources of a release before the version is raised. A small community with one thing of each kind, as that executable writes it, and a backup of it, in VERSION.zip beside this
file. Needs nothing but Python."""

import base64
import hashlib
import hmac
import http.cookiejar
import json
import os
import pathlib
import signal
import struct
import subprocess
import sys
import tempfile
import time
import urllib.request
import zipfile
import zlib

PASSWORD = "blue-ink-on-cream"
SETTINGS = """community = "Ink Club"
time_zone = "Europe/Berlin"

[backup]
keep_days = 3

[mail]
transport = "smtp"

[mail.smtp]
host = "127.0.0.1"
port = 9
security = "none"

[prize]
enabled = true

[serve]
mdns = false
"""


class Person:
    """Somebody with a browser."""

    def __init__(self, url):
        self.url, self.jar = url, http.cookiejar.CookieJar()
        self.opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(self.jar))
        self.opener.open(url + "/healthz").read()

    def send(self, path, body=None, kind="application/json", method=None):
        token = next(cookie.value for cookie in self.jar if cookie.name == "XSRF-TOKEN")
        headers = {"x-xsrf-token": token, "content-type": kind}
        data = json.dumps(body).encode() if kind == "application/json" and body is not None else body
        request = urllib.request.Request(self.url + path, data, headers, method=method)
        answer = self.opener.open(request).read()
        return json.loads(answer) if answer.startswith((b"{", b"[")) else answer

    def sign_in(self, name):
        signed_in = self.send("/signin", {"email": f"{name}@example.org", "password": PASSWORD})
        self.uid = signed_in["uid"]
        return self


def picture(side):
    """A grey PNG with a pattern."""
    rows = b"".join(b"\0" + bytes((x * y) % 251 for x in range(side)) for y in range(side))
    chunks = [(b"IHDR", struct.pack(">IIBBBBB", side, side, 8, 0, 0, 0, 0)), (b"IDAT", zlib.compress(rows)), (b"IEND", b"")]
    parts = [struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data)) for kind, data in chunks]
    return b"\x89PNG\r\n\x1a\n" + b"".join(parts)


def code(key):
    """What an authenticator app shows now."""
    step = struct.pack(">Q", int(time.time()) // 30)
    digest = hmac.new(base64.b32decode(key), step, hashlib.sha1).digest()
    place = digest[-1] & 15
    return f"{(struct.unpack('>I', digest[place:place + 4])[0] & 0x7fffffff) % 1_000_000:06}"


def write(url, book, topic):
    """What members do in their browsers; answers what they wrote."""
    mara, leo = Person(url).sign_in("mara"), Person(url).sign_in("leo")
    memo = {"bid": book, "uid": mara.uid, "qid": "river", "question": "", "post": "It smelled of rain."}
    mara.send("/api/memo/text/publish", memo)
    written = {"rects": [], "memos": [base64.b64encode(picture(40)).decode()], "questions": ["stone"]}
    mara.send("/api/memo/handwriting/publish", {"bid": book, "uid": mara.uid, "data": written})
    mara.send("/api/suggestion/send", {"uid": mara.uid, "suggestion": "A book about lakes."})
    mara.send(f"/assets/forms/{book}.pdf")
    edge = "edge"
    head = f'--{edge}\r\nContent-Disposition: form-data; name="image"; filename="page.png"\r\n\r\n'
    form = head.encode() + picture(48) + f"\r\n--{edge}--\r\n".encode()
    kind = f"multipart/form-data; boundary={edge}"
    post = mara.send(f"/api/upload/{mara.uid}/{topic['id']}/{topic['code']}", form, kind)
    mara.send(f"/api/activate-post/{post['id']}", method="PUT")
    leo.send("/api/comments/add", {"uid": leo.uid, "pid": post["id"], "text": "Fine ink."})
    setup = leo.send("/api/account/second-factor", {})
    key = setup["address"].split("secret=")[1].split("&")[0]
    leo.send("/api/account/second-factor/confirm", {"code": code(key)})
    return {"post": post["id"], "topic": topic["code"], "comment": "Fine ink.", "memo": memo["post"], "suggestion": "A book about lakes."}


def inventory(inkfold, book):
    """The rows of every list, and the hash of every file of the book."""
    rows = {
        " ".join(words): [{field: row[field] for field in fields} for row in inkfold(words, rows=True)]
        for words, fields in [
            (["user", "list"], ["uid", "email", "username", "name", "admin", "verified", "disabled", "createdAt", "memos"]),
            (["book", "list"], ["bid", "name", "description", "publishAt", "topics", "memoCount", "edition"]),
            (["question", "list", "--book", book], ["number", "key", "description"]),
            (["book", "editions", book], ["edition", "pages", "memos", "publishedAt", "formats"]),
            (["topic", "list"], ["id", "code", "name", "postCount"]),
            (["post", "list"], ["id", "topic", "username", "caption", "hidden", "madeAt", "likes", "comments"]),
            (["suggestion", "list"], ["id", "text", "name", "madeAt"]),
            (["credit", "list"], ["uid", "number", "amount", "madeAt", "reason"]),
            (["mail", "list"], ["id", "to", "subject", "createdAt"]),
        ]
    }
    with tempfile.TemporaryDirectory() as exported:
        exported = pathlib.Path(exported) / "book"
        inkfold(["book", "export", book, "--out", str(exported)])
        paths = sorted(path for path in exported.rglob("*") if path.is_file())
        files = {
            str(path.relative_to(exported)): hashlib.sha256(path.read_bytes()).hexdigest()
            for path in paths
            if path.relative_to(exported).parts[0] == "memos" or path.name.startswith("edition-")
        }
    return {"rows": rows, "files": files}


def make(executable, folder):
    def inkfold(words, typed=None, rows=False):
        command = [executable, "--json", *words]
        done = subprocess.run(command, cwd=folder, input=typed, capture_output=True, text=True)
        assert done.returncode == 0, (words, done.stderr)
        return [json.loads(line) for line in done.stdout.splitlines()] if rows else json.loads(done.stdout)

    key = inkfold(["backup", "key", "--out", "key.txt"])["recipient"]
    (folder / "inkfold.toml").write_text(SETTINGS.replace("[backup]", f'[backup]\nencrypt_to = ["{key}"]'))
    inkfold(["init"])
    for name, rights in [("ada", ["--admin"]), ("mara", []), ("leo", [])]:
        who = ["--email", f"{name}@example.org", "--username", name, "--name", name.title()]
        inkfold(["user", "add", *who, *rights, "--verified", "--password-stdin"], PASSWORD + "\n")
    book = inkfold(["book", "add", "--name", "Rivers"])["bid"]
    questions = folder / "questions.csv"
    questions.write_text("river,What did the river smell of?\nstone,Which stone did you keep?\n")
    inkfold(["question", "import", "--book", book, str(questions)])
    questions.unlink()
    topic = inkfold(["topic", "add", "--name", "Letters home", "--code", "letters"])

    serve = [executable, "serve", "--listen", "127.0.0.1:0", "--json"]
    server = subprocess.Popen(serve, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    try:
        about = write(json.loads(server.stdout.readline())["listening"], book, topic)
    finally:
        server.send_signal(signal.SIGTERM)
        server.wait()
    inkfold(["book", "publish", book, "--yes"])
    inkfold(["credit", "grant", "--email", "leo@example.org", "--amount", "2", "--why", "The scan was lost"])
    about |= inventory(inkfold, book)
    inkfold(["db", "compact"])
    (folder / "stick").mkdir()
    backup = inkfold(["backup", "now", "--to", "stick"])
    about |= {"program": backup["program"], "key": "key.txt", "book": "Rivers", "backup": backup["name"], "password": PASSWORD}
    (folder / "about.json").write_text(json.dumps(about, indent=2) + "\n")
    return about["program"]


def pack(folder, to):
    with zipfile.ZipFile(to, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as packed:
        for path in sorted(folder.rglob("*")):
            if path.is_file():
                packed.write(path, path.relative_to(folder))


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        version = make(os.path.abspath(sys.argv[1]), folder)
        target = pathlib.Path(__file__).parent / f"{version}.zip"
        assert not target.exists(), f"{target} exists, and no folder of a release is ever changed"
        pack(folder, target)
        print(f"{target}: {target.stat().st_size} bytes")
