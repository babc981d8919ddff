"""How long a picture takes from upload to thumbnails, held against vipsthumbnail for the same PNG.

    target/venv/bin/python tests/bench/pictures.py [EXECUTABLE] [--strokes FILE] [--rounds N]

Starts the executable on a free port with a community of one topic, and posts pages of real handwriting over loopback. A
post is a picture in full, and thumbnails of two sizes in two formats; vipsthumbnail makes the same four thumbnails, one
file a call, as it always does. Both take turns on one processor. Prints a table.
"""
import argparse, http.client, json, os, re, statistics, subprocess, sys, tempfile, time
from pathlib import Path

from PIL import Image, ImageDraw

PASSWORD = "ink and paper"
SIZES = [480, 960]
FORMATS = ["png", "webp[lossless]"]


class Community:
    """A server of its own with one member and one topic."""

    def __init__(self, executable, folder):
        self.executable, self.folder = executable, folder
        who = ["--email", "m@example.org", "--username", "mara", "--name", "Mara", "--verified", "--password-stdin"]
        self.run("init")
        self.run("user", "add", *who, words=PASSWORD + "\n")
        self.topic = json.loads(self.run("topic", "add", "--name", "Letters", "--code", "letters", "--json"))["id"]
        command = [executable, "--data-dir", folder / "data", "serve", "--listen", "127.0.0.1:0"]
        settings = {**os.environ, "INKFOLD_LIMITS__PICTURES_MIB": "100000"}
        self.process = subprocess.Popen(command, cwd=folder, env=settings, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        self.address = re.match(r"listening on http://(\S+)", self.process.stdout.readline())[1]
        body = json.dumps({"email": "m@example.org", "password": PASSWORD})
        signed_in = self.ask("POST", "/signin", body, {"content-type": "application/json"})
        self.cookie = "; ".join(line.split(";")[0] for line in signed_in.headers.get_all("set-cookie") if "XSRF" not in line)
        self.uid = json.loads(signed_in.body)["uid"]

    def run(self, *arguments, words=None):
        command = [self.executable, "--data-dir", self.folder / "data", *arguments]
        return subprocess.run(command, cwd=self.folder, input=words, check=True, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True).stdout

    def ask(self, method, path, body=None, headers=None):
        connection = http.client.HTTPConnection(self.address)
        cookie = "; ".join(filter(None, ["XSRF-TOKEN=bench", getattr(self, "cookie", None)]))
        connection.request(method, path, body, {"cookie": cookie, "x-xsrf-token": "bench", **(headers or {})})
        answer = connection.getresponse()
        answer.body = answer.read()
        connection.close()
        return answer

    def post(self, png):
        """Posts a picture; answers the seconds that took."""
        head = b'--part\r\nContent-Disposition: form-data; name="image"; filename="page.png"\r\n\r\n'
        begun = time.perf_counter()
        answer = self.ask("POST", f"/api/upload/{self.uid}/{self.topic}/letters", head + png + b"\r\n--part--\r\n",
                          {"content-type": "multipart/form-data; boundary=part"})
        took = time.perf_counter() - begun
        if answer.status != 201:
            sys.exit(f"the upload answered {answer.status}: {answer.body[:200]}")
        return took


def lines(strokes):
    """Every stroke of the file as a list of points between 0 and 1."""
    found = []

    def walk(value):
        if isinstance(value, list) and len(value) > 1 and all(isinstance(p, list) and len(p) >= 2 and isinstance(p[0], (int, float)) for p in value):
            found.append([(float(x), float(y)) for x, y, *_ in value])
        elif isinstance(value, list):
            for each in value:
                walk(each)
        elif isinstance(value, dict):
            for each in value.values():
                walk(each)

    walk(strokes)
    return found


def page(strokes, size, mode, ink, paper, number):
    """A page full of real handwriting."""
    picture = Image.new(mode, (size[0] * 2, size[1] * 2), paper)
    pen = ImageDraw.Draw(picture)
    for place in range(400):
        stroke = strokes[(number * 400 + place) % len(strokes)]
        xs, ys = zip(*stroke)
        scale = 120 / max(max(xs) - min(xs), max(ys) - min(ys), 1e-6)
        left, top = place % 20 * size[0] / 10 + 40, place // 20 * size[1] / 10 + 40
        pen.line([((x - min(xs)) * scale + left, (y - min(ys)) * scale + top) for x, y in stroke], fill=ink, width=7, joint="curve")
    return picture.resize(size, Image.LANCZOS)


def vips(file, folder):
    """Makes the four thumbnails; answers the seconds that took."""
    begun = time.perf_counter()
    for size in SIZES:
        for kind in FORMATS:
            out = folder / f"thumb-{size}.{kind}"
            subprocess.run(["vipsthumbnail", file, "--size", f"{size}x", "-o", out], check=True)
    return time.perf_counter() - begun


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("executable", nargs="?", default="inkfold")
    parser.add_argument("--strokes", default="../shared/testdata/strokes.json")
    parser.add_argument("--rounds", type=int, default=7)
    options = parser.parse_args()
    os.sched_setaffinity(0, {0})
    strokes = lines(json.loads(Path(options.strokes).read_text()))
    print(f"{len(strokes)} strokes")
    pages = {
        "grey page, 1404 x 1872": lambda n: page(strokes, (1404, 1872), "L", 20, 255, n),
        "colour page, 1860 x 2480": lambda n: page(strokes, (1860, 2480), "RGB", (20, 40, 150), (250, 248, 240), n),
        "transparent page, 2048 x 2732": lambda n: page(strokes, (2048, 2732), "RGBA", (20, 20, 20, 255), (255, 255, 255, 0), n),
    }
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        community = Community(os.path.abspath(options.executable), folder)
        try:
            print("| picture | kB | upload, ms | vipsthumbnail, ms | ratio |\n|---|---|---|---|---|")
            for kind, draw in pages.items():
                ours, theirs = [], []
                for number in range(options.rounds):
                    file = folder / "page.png"
                    draw(number).save(file)
                    png = file.read_bytes()
                    ours.append(community.post(png))
                    theirs.append(vips(file, folder))
                ours, theirs = statistics.median(ours), statistics.median(theirs)
                print(f"| {kind} | {len(png) / 1000:.0f} | {ours * 1000:.0f} | {theirs * 1000:.0f} | {ours / theirs:.2f} |")
        finally:
            community.process.terminate()
            community.process.wait()


if __name__ == "__main__":
    main()
