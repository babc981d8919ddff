"""Whether the server takes uploads as fast as usual while handwriting waits to be read.

    target/venv/bin/python tests/bench/waiting.py [EXECUTABLE] [--tools DIR] [--rounds N]

Fills a community with 1,000 answers in the handwriting of the sample community. Then the server runs in turns with reading
switched off and on, and a member uploads filled forms to /extract and submits answers. Prints the medians and their ratios.
"""
import argparse, base64, io, json, os, statistics, sys, tempfile, time
from pathlib import Path

from PIL import Image

import paper
from paper import MEMBERS, Community, NotRead

ROOT = Path(__file__).resolve().parents[2]
HANDWRITING = ROOT / "src" / "demo" / "handwriting"
#: Questions of two books, which all members answer.
QUESTIONS = [100, 25]
#: Uploads and submissions of each turn, few enough that all takes less time than reading what waits.
EACH = 12


def pictures():
    """PNGs in base64, each another one: a corner has its number."""
    originals = [Image.open(path).convert("L") for path in sorted(HANDWRITING.glob("*.png"))]
    for number in range(1_000_000):
        picture = originals[number % len(originals)].copy()
        for bit in range(20):
            picture.putpixel((bit, 0), 254 if number >> bit & 1 else 255)
        out = io.BytesIO()
        picture.save(out, "PNG")
        yield base64.b64encode(out.getvalue()).decode()


def publish(community, member, book, answers):
    """Submits pictures by question for the member with this number; returns the milliseconds that it took."""
    data = {"questions": list(answers), "memos": list(answers.values())}
    body = json.dumps({"bid": book, "uid": community.ids[f"m{member}"], "data": data})
    json_type = {"content-type": "application/json"}
    start = time.perf_counter()
    answer = community.ask("POST", "/api/memo/handwriting/publish", body, json_type, community.members[member])
    if answer.status != 201:
        raise NotRead(f"a submission was answered with {answer.status}: {answer.body[:200]}")
    return 1000 * (time.perf_counter() - start)


def fill(community, png):
    """Answers all questions of two books, and leaves the server stopped."""
    for book, questions in zip([community.book, community.other_book], QUESTIONS):
        for member in range(MEMBERS):
            publish(community, member, book, {f"q{n}": next(png) for n in range(1, questions + 1)})
    community.end()


def extract(community, file):
    start = time.perf_counter()
    community.extract(file)
    return 1000 * (time.perf_counter() - start)


def waiting(community):
    return json.loads(community.run("handwriting", "status", "--json"))["waiting"]


def turn(community, files, png, enabled):
    """Milliseconds of uploads and submissions with reading on or off, and how many pictures waited at the end."""
    community.start(INKFOLD_HANDWRITING__ENABLED=str(enabled).lower())
    try:
        extract(community, files[0])
        uploads = [extract(community, files[n % len(files)]) for n in range(EACH)]
        submissions = [publish(community, 0, community.book, {"q1": next(png)}) for _ in range(EACH)]
        return uploads, submissions, waiting(community)
    finally:
        community.end()


def compare(community, files, png, rounds):
    times = {False: ([], []), True: ([], [])}
    for _ in range(rounds):
        for enabled in times:
            *measured, left = turn(community, files, png, enabled)
            for kind, milliseconds in zip(times[enabled], measured):
                kind += milliseconds
            if enabled and left < EACH:
                raise NotRead("everything was read before the end, so that nothing waited")
    print(f"{'median, ms':16}{'nothing reads':>15}{'while reading':>15}{'ratio':>8}")
    for row, kind in enumerate(("/extract", "submission")):
        off, on = (statistics.median(times[enabled][row]) for enabled in (False, True))
        print(f"{kind:16}{off:15.1f}{on:15.1f}{on / off:8.2f}")
    print(f"{left} pictures waited at the end")


def main():
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("executable", nargs="?", default=os.environ.get("TESTED_EXECUTABLE", "inkfold"))
    options.add_argument("--tools", type=Path, default=ROOT.parent / "shared" / "tools")
    options.add_argument("--rounds", type=int, default=3, help="turns with reading on, and as many without")
    args = options.parse_args()
    os.environ["INKFOLD_HANDWRITING__ENABLED"] = "false"
    with tempfile.TemporaryDirectory(prefix="inkfold-bench-") as folder:
        community = Community(str(Path(args.executable).resolve()), Path(folder), QUESTIONS[0])
        community.other_book = json.loads(community.run("book", "add", "--name", "Lakes", "--json"))["bid"]
        community.run("question", "import", "--book", community.other_book, community.asked(QUESTIONS[1]))
        users = map(json.loads, community.run("user", "list", "--json").splitlines())
        community.ids = {user["username"]: user["uid"] for user in users}
        try:
            files = [file for files in paper.filled_forms(community, args.tools, 1).values() for file in files]
            png = pictures()
            fill(community, png)
            compare(community, files, png, args.rounds)
        except NotRead as failure:
            community.end()
            sys.exit(str(failure))


if __name__ == "__main__":
    main()
