#!/usr/bin/env python3
"""Filled forms as they really arrive: photographed, scanned, torn, stained, marked in doubtful ways.

    hard_forms.py BLANK.pdf --other OTHER.pdf --tools ../shared/tools --out DIR [--each 2] [--seed 1] [--cases tilt,phone,...]

BLANK has two pages of questions; OTHER is the form of another book. What is written, and the pen, are fill_forms.py's.
Writes DIR/CASE-N.pdf|png and DIR/truth.json, a list of
    {"file", "case", "pages": [{"page", "dirty", "picks", "ink"}], "checks": [codes], "may_check": [codes], "error": code or null}
"checks" must be said of the file, "may_check" may be; any other is a false alarm. With "error" the file must be refused so.
"""
import argparse, io, json, math, random, sys
from pathlib import Path

import numpy as np
import pikepdf
from PIL import Image, ImageChops, ImageDraw, ImageFilter

W, H = 1404, 1872
INKS = [(0, 0, 0), (20, 40, 150), (60, 60, 60)]
DESK = (122, 96, 74)
# Codes in two corners, marks in four: left, top, right, bottom.
CODES = [(126, 1766, 210, 1850), (1196, 12, 1280, 96)]
MARKS = [(78, 202, 110, 234), (1294, 202, 1326, 234), (78, 1719, 110, 1751), (1294, 1719, 1326, 1751)]
CHECKS = {}  # case -> (checks, may_check)
CASES = {}


def case(checks=(), may=()):
    def add(function):
        CASES[function.__name__] = function
        CHECKS[function.__name__] = (list(checks), list(may))
        return function
    return add


class Desk:
    """The blank forms, and a pen."""

    def __init__(self, blank, other, fill, snippets, rng):
        self.blank, self.other, self.fill, self.snippets, self.rng = blank, other, fill, snippets, rng

    def plan(self, pegs=True):
        """Where something is written: never nowhere, so that every file says something."""
        while True:
            dirty, picks, strokes = self.fill.plan(self.rng, self.snippets)
            if not pegs and picks:
                continue
            if dirty:
                return dirty, picks, strokes

    def page(self, strokes, width=W, colour=None, number=2):
        return self.fill.inked(self.blank, number - 1, strokes, colour or self.rng.choice(INKS), width)

    def truth(self, dirty, picks, strokes, number=2):
        ink = self.fill.ink_by_box(strokes)
        return {"page": number, "dirty": [b for b in dirty if ink[str(b)]], "picks": picks, "ink": ink}

    def filled(self, width=W, colour=None, pegs=True):
        """A filled page, and what is true of it."""
        dirty, picks, strokes = self.plan(pegs)
        return self.page(strokes, width, colour), [self.truth(dirty, picks, strokes)]


# ---- what happens to paper ---------------------------------------------------------------------------------------

def png(image):
    return "png", encoded(image, "PNG", compress_level=1)


def encoded(image, kind, **options):
    buffer = io.BytesIO()
    image.save(buffer, kind, **options)
    return buffer.getvalue()


def jpeg(image, quality):
    return Image.open(io.BytesIO(encoded(image, "JPEG", quality=quality))).convert("RGB")


def jpeg_pdf(desk, image, quality):
    pdf = pikepdf.new()
    desk.fill.image_page(pdf, image, (595, 595 * image.height / image.width), jpeg=quality)
    return desk.fill.save(pdf)


def noisy(rng, image, sigma):
    pixels = np.asarray(image, dtype=np.float32)
    noise = sigma * np.random.default_rng(rng.getrandbits(32)).standard_normal(pixels.shape, dtype=np.float32)
    return Image.fromarray(np.clip(pixels + noise, 0, 255).astype(np.uint8))


def lit(image, light):
    """Every pixel times the light on it; `light` of (x, y), both 0 to 1."""
    x, y = np.meshgrid(*(np.linspace(0, 1, size, dtype=np.float32) for size in image.size))
    pixels = np.asarray(image, dtype=np.float32) * light(x, y)[..., None]
    return Image.fromarray(np.clip(pixels, 0, 255).astype(np.uint8))


def uneven(rng, image, least=0.6):
    turn = rng.uniform(0, 2 * math.pi)
    along = lambda x, y: 0.5 + ((x - 0.5) * math.cos(turn) + (y - 0.5) * math.sin(turn)) / 1.42
    return lit(image, lambda x, y: least + (0.97 - least) * along(x, y))


def desk_of(rng, size):
    """Wood: stripes and grain."""
    x, y = np.meshgrid(np.arange(size[0], dtype=np.float32), np.arange(size[1], dtype=np.float32))
    grain = 10 * np.sin(y / 37 + 2 * np.sin(x / 210)) + 5 * np.sin(y / 7.3 + x / 90)
    wood = np.array(DESK)[None, None, :] + grain[..., None]
    return noisy(rng, Image.fromarray(np.clip(wood, 0, 255).astype(np.uint8)), 5)


def homography(source, target):
    """The eight numbers that PIL wants: from a point of the target to one of the source."""
    rows, values = [], []
    for (x, y), (u, v) in zip(target, source):
        rows += [[x, y, 1, 0, 0, 0, -u * x, -u * y], [0, 0, 0, x, y, 1, -v * x, -v * y]]
        values += [u, v]
    return np.linalg.solve(np.array(rows, float), np.array(values, float))


def onto(image, corners, size, ground):
    """The image with its corners (from the upper left, clockwise) at these places of a larger picture."""
    w, h = image.size
    by = homography([(0, 0), (w, 0), (w, h), (0, h)], corners)
    seen = image.transform(size, Image.Transform.PERSPECTIVE, by, Image.Resampling.BICUBIC)
    mask = Image.new("L", image.size, 255).transform(size, Image.Transform.PERSPECTIVE, by, Image.Resampling.BILINEAR)
    return Image.composite(seen, ground, mask)


def held_off(rng, image, degrees, size, share, ground):
    """As a camera sees the page that is not held parallel to it."""
    w, h = image.size
    lean, turn, roll = math.radians(degrees), rng.uniform(0, 2 * math.pi), math.radians(rng.uniform(-4, 4))
    axis = (math.cos(turn), math.sin(turn))
    corners = []
    for x, y in [(-w / 2, -h / 2), (w / 2, -h / 2), (w / 2, h / 2), (-w / 2, h / 2)]:
        across = -x * axis[1] + y * axis[0]
        along = x * axis[0] + y * axis[1]
        depth = 1 + across * math.sin(lean) / (1.6 * h)
        across *= math.cos(lean)
        x, y = (along * axis[0] - across * axis[1]) / depth, (along * axis[1] + across * axis[0]) / depth
        corners.append((x * math.cos(roll) - y * math.sin(roll), x * math.sin(roll) + y * math.cos(roll)))
    spans = [max(c[i] for c in corners) - min(c[i] for c in corners) for i in (0, 1)]
    scale = share * min(size[0] / spans[0], size[1] / spans[1])
    middle = [(max(c[i] for c in corners) + min(c[i] for c in corners)) / 2 for i in (0, 1)]
    places = [((x - middle[0]) * scale + size[0] / 2, (y - middle[1]) * scale + size[1] / 2) for x, y in corners]
    return onto(image, places, size, ground)


def scribble(rng, image, area, width=5):
    left, top, right, bottom = area
    points = [(rng.uniform(left - 8, right + 8), rng.uniform(top - 8, bottom + 8)) for _ in range(16)]
    ImageDraw.Draw(image).line(points, fill=(20, 20, 30), width=width, joint="curve")


# ---- how the page lies -------------------------------------------------------------------------------------------

@case()
def tilt(desk):
    image, truth = desk.filled()
    angle = desk.rng.choice([-1, 1]) * desk.rng.uniform(2, 12)
    return png(image.rotate(angle, Image.Resampling.BICUBIC, expand=True, fillcolor="white")), truth


@case()
def tilt_pdf(desk):
    image, truth = desk.filled()
    angle = desk.rng.choice([-1, 1]) * desk.rng.uniform(2, 12)
    return jpeg_pdf(desk, image.rotate(angle, Image.Resampling.BICUBIC, expand=True, fillcolor="white"), 85), truth


@case()
def scaled(desk):
    return (lambda page: (png(page[0]), page[1]))(desk.filled(round(W * desk.rng.uniform(0.4, 2.0))))


@case()
def scaled_down(desk):
    image, truth = desk.filled()
    width = round(W * desk.rng.uniform(0.4, 0.5))
    return png(image.resize((width, round(width * H / W)), Image.Resampling.LANCZOS)), truth


@case()
def shrunk_on_sheet(desk):
    image, truth = desk.filled()
    share = desk.rng.uniform(0.4, 0.7)
    sheet = Image.new("RGB", (2480, 3508), "white")
    small = image.resize((round(2480 * share), round(2480 * share * H / W)), Image.Resampling.LANCZOS)
    sheet.paste(small, (round((sheet.width - small.width) * desk.rng.random()), round((sheet.height - small.height) * desk.rng.random())))
    return jpeg_pdf(desk, sheet, 85), truth


@case()
def stretched(desk):
    image, truth = desk.filled()
    by = desk.rng.choice([1.04, 1 / 1.04])
    return png(image.resize((round(W * by), H), Image.Resampling.LANCZOS)), truth


@case(may=["angle"])
def perspective(desk):
    image, truth = desk.filled()
    return png(held_off(desk.rng, image, 15, (1700, 2260), 0.97, Image.new("RGB", (1700, 2260), (150, 150, 150)))), truth


@case(may=["angle"])
def perspective_on_desk(desk):
    image, truth = desk.filled()
    size = (2400, 3200)
    return png(held_off(desk.rng, image, 15, size, 0.8, desk_of(desk.rng, size))), truth


@case()
def on_desk(desk):
    """The page is half of a much larger photograph."""
    image, truth = desk.filled()
    size = (3000, 4000)
    return png(held_off(desk.rng, image, 2, size, desk.rng.uniform(0.45, 0.6), desk_of(desk.rng, size))), truth


@case(may=["angle", "not-flat"])
def curled(desk):
    """Paper that does not lie flat: a wave of a few pixels."""
    image, truth = desk.filled()
    wave = desk.rng.uniform(2, 4)
    pixels = np.asarray(image)
    x, y = np.meshgrid(np.arange(W), np.arange(H))
    shift = wave * np.sin(2 * np.pi * x / W + desk.rng.uniform(0, 6))
    rows = np.clip(np.round(y + shift).astype(int), 0, H - 1)
    return png(Image.fromarray(pixels[rows, x])), truth


# ---- light and camera --------------------------------------------------------------------------------------------

@case()
def uneven_light(desk):
    image, truth = desk.filled()
    return png(uneven(desk.rng, image)), truth


@case()
def hand_shadow(desk):
    image, truth = desk.filled()
    x, y, r = desk.rng.uniform(0.1, 0.9) * W, desk.rng.uniform(0.3, 1.0) * H, desk.rng.uniform(250, 450)
    shadow = Image.new("L", image.size, 255)
    draw = ImageDraw.Draw(shadow)
    draw.ellipse((x - r, y - r, x + r, y + r), fill=150)
    for finger in range(4):
        at = x - r + finger * r / 2
        draw.line([(at, y), (at - 120, y - 1.6 * r)], fill=150, width=round(r / 3))
    shadow = shadow.filter(ImageFilter.GaussianBlur(desk.rng.uniform(6, 25)))
    return png(ImageChops.multiply(image, Image.merge("RGB", [shadow] * 3))), truth


@case()
def warm_light(desk):
    image, truth = desk.filled()
    pixels = np.asarray(image, dtype=np.float32) * np.array([0.95, 0.82, 0.6])
    return png(uneven(desk.rng, Image.fromarray(pixels.astype(np.uint8)), 0.75)), truth


@case()
def blur(desk):
    image, truth = desk.filled()
    return png(image.filter(ImageFilter.GaussianBlur(desk.rng.uniform(1.0, 2.0)))), truth


@case()
def noise(desk):
    image, truth = desk.filled()
    return png(noisy(desk.rng, image, desk.rng.uniform(10, 22))), truth


@case()
def jpeg20(desk):
    image, truth = desk.filled()
    return png(jpeg(image, 20)), truth


@case()
def jpeg20_pdf(desk):
    image, truth = desk.filled()
    return jpeg_pdf(desk, image, 20), truth


@case()
def half_size(desk):
    image, truth = desk.filled()
    return png(image.resize((702, 936), Image.Resampling.LANCZOS)), truth


@case()
def grey_scan(desk):
    """A4 at 150 dpi, grey, a little tilted, the paper not white."""
    image, truth = desk.filled(1150)
    sheet = Image.new("RGB", (1240, 1754), "white")
    sheet.paste(image, (desk.rng.randint(0, 90), desk.rng.randint(0, 200)))
    sheet = sheet.rotate(desk.rng.uniform(-1.5, 1.5), Image.Resampling.BICUBIC, fillcolor="white")
    sheet = sheet.convert("L").point(lambda luma: round(22 + luma * 0.87))
    return png(noisy(desk.rng, sheet, 4)), truth


@case()
def bilevel_scan(desk):
    """Black and white only; whether the printed greys are black or gone is the scanner's choice."""
    image, truth = desk.filled(1860)
    image = image.rotate(desk.rng.uniform(-1, 1), Image.Resampling.BICUBIC, fillcolor="white").convert("L")
    level = desk.rng.choice([128, 160, 200])
    return png(image.point(lambda luma: 255 if luma >= level else 0).convert("1")), truth


@case()
def dithered_scan(desk):
    image, truth = desk.filled(1860)
    return png(image.convert("L").convert("1")), truth


@case()
def hard_contrast(desk):
    """A scanning app that makes every grey black."""
    image, truth = desk.filled(1654)
    return png(image.convert("L").point(lambda luma: round(min(255, max(0, (luma - 130) * 2.6))))), truth


@case()
def dark_mode(desk):
    image, truth = desk.filled()
    return png(ImageChops.invert(image)), truth


@case(may=["angle"])
def phone(desk):
    """All at once, as most photographs are."""
    image, truth = desk.filled()
    size = (2400, 3200)
    seen = held_off(desk.rng, image, desk.rng.uniform(3, 12), size, 0.9, desk_of(desk.rng, size))
    seen = uneven(desk.rng, seen.filter(ImageFilter.GaussianBlur(1.2)), 0.68)
    return png(jpeg(noisy(desk.rng, seen, 6), 75)), truth


@case(may=["angle"])
def phone_pdf(desk):
    image, truth = desk.filled()
    size = (1800, 2400)
    seen = held_off(desk.rng, image, desk.rng.uniform(2, 8), size, 0.92, desk_of(desk.rng, size))
    seen = uneven(desk.rng, seen, 0.75).filter(ImageFilter.GaussianBlur(0.8))
    return jpeg_pdf(desk, noisy(desk.rng, seen, 4), 60), truth


# ---- paper that has lived ----------------------------------------------------------------------------------------

@case(may=["covered"])
def torn_corner(desk):
    image, truth = desk.filled(pegs=False)
    a, b = desk.rng.uniform(110, 190), desk.rng.uniform(110, 190)
    x, y = desk.rng.choice([(0, 0), (W, 0), (0, H), (W, H)])
    points = [(x, y), (x - math.copysign(a, x - 1), y), (x, y - math.copysign(b, y - 1))]
    ImageDraw.Draw(image).polygon(points, fill=DESK)
    return png(image), truth


@case(may=["covered", "outside"])
def covered_corner(desk):
    """A thumb holds the page."""
    image, truth = desk.filled(pegs=False)
    x, y = desk.rng.choice([(0, H - 60), (W, H - 60), (W, 60), (0, 60)])
    ImageDraw.Draw(image).ellipse((x - 115, y - 180, x + 115, y + 180), fill=(214, 160, 134))
    return png(image), truth


@case(may=["outside"])
def scribbled_mark(desk):
    image, truth = desk.filled()
    scribble(desk.rng, image, desk.rng.choice(MARKS))
    return png(image), truth


@case(may=["outside"])
def scribbled_code(desk):
    image, truth = desk.filled()
    scribble(desk.rng, image, desk.rng.choice(CODES))
    return png(image), truth


@case(may=["outside"])
def scribbled_codes(desk):
    image, truth = desk.filled()
    for code in CODES:
        scribble(desk.rng, image, code)
    return png(image), truth


@case()
def specks(desk):
    image, truth = desk.filled()
    draw = ImageDraw.Draw(image)
    for _ in range(60):
        x, y, r = desk.rng.uniform(0, W), desk.rng.uniform(0, H), desk.rng.uniform(1, 3.4)
        draw.ellipse((x - r, y - r, x + r, y + r), fill=(120, 85, 50))
    return png(image), truth


# ---- ink ---------------------------------------------------------------------------------------------------------

@case(may=["faint"])
def faint_pencil(desk):
    image, truth = desk.filled(colour=(170, 170, 170))
    return png(image), truth


@case(may=["faint"])
def faint_pencil_scan(desk):
    image, truth = desk.filled(1654, (165, 165, 168))
    return jpeg_pdf(desk, noisy(desk.rng, image, 3), 85), truth


@case(may=["faint"])
def yellow_ink(desk):
    image, truth = desk.filled(colour=(246, 216, 40))
    return png(image), truth


@case(may=["faint"])
def yellow_ink_pdf(desk):
    dirty, picks, strokes = desk.plan()
    return desk.fill.boox(desk.blank, 1, strokes, (246, 216, 40), desk.rng), [desk.truth(dirty, picks, strokes)]


@case(may=["faint"])
def light_blue_ink(desk):
    image, truth = desk.filled(colour=(140, 196, 250))
    return png(jpeg(image, 90)), truth


@case(checks=["outside"])
def crossing_frames(desk):
    """A line of writing that runs on over the edge of its box."""
    dirty, picks, strokes = desk.plan()
    box = desk.rng.choice([0, 2, 4])
    top, left = desk.fill.BOXES[box]
    y = top + desk.rng.uniform(150, 300)
    wave = lambda start, end: [(start + (end - start) * i / 120, y + 16 * math.sin(i * 0.8), 3) for i in range(121)]
    end = left + desk.fill.BOX_W
    strokes += [wave(end - 260, end + 26)]
    image = desk.page(strokes)
    return png(image), [desk.truth(sorted({*dirty, box}), picks, strokes)]


@case(checks=["outside"])
def outside_boxes(desk):
    dirty, picks, strokes = desk.plan()
    x, y = desk.rng.choice([(200, 685), (360, 1288), (150, 680)])
    strokes += [[(x + 2.5 * i, y + 14 * math.sin(i * 0.7), 3.5) for i in range(130)]]
    return png(desk.page(strokes)), [desk.truth(dirty, picks, strokes)]


@case(checks=["outside"])
def in_the_margin(desk):
    """A word down the side of the page, far from its edge."""
    dirty, picks, strokes = desk.plan()
    x, y = desk.rng.choice([(62, 500), (1345, 900), (60, 1100), (1340, 400)])
    strokes += [[(x + 12 * math.sin(i * 0.7), y + 2.5 * i, 3.5) for i in range(110)]]
    return png(desk.page(strokes)), [desk.truth(dirty, picks, strokes)]


@case(may=["outside"])
def struck_box(desk):
    """A large cross over an answer: its ink is there, and people decide."""
    dirty, picks, strokes = desk.plan()
    box = desk.rng.randrange(5)
    top, left = desk.fill.BOXES[box]
    right, bottom, over = left + desk.fill.BOX_W, top + desk.fill.BOX_H, desk.rng.uniform(-20, 8)
    strokes += [[(left - over, top - over, 4), (right + over, bottom + over, 4)], [(left - over, bottom + over, 4), (right + over, top - over, 4)]]
    return png(desk.page(strokes)), [desk.truth(sorted({*dirty, box}), picks, strokes)]


# ---- pegs --------------------------------------------------------------------------------------------------------

def blob(x, y, r, width=5):
    return [[(x + r * (1 - i / 30) * math.cos(i), y + r * (1 - i / 30) * math.sin(i), width) for i in range(30)]]


def name(desk, *pegs):
    return [desk.fill.peg_name(c, r) for c, r in sorted(pegs, key=lambda p: (p[1], p[0]))]


def pegs_apart(desk, count, last=6):
    """Pegs that are not neighbours; the first is not in the last column."""
    while True:
        pegs = [(desk.rng.randint(0, last), desk.rng.randint(0, 6)) for _ in range(count)]
        if all(abs(a[0] - b[0]) > 2 or abs(a[1] - b[1]) > 1 for i, a in enumerate(pegs) for b in pegs[:i]):
            return pegs


@case()
def circled_peg(desk):
    dirty, _, strokes = desk.plan(pegs=False)
    (c, r), = pegs_apart(desk, 1)
    x, y = desk.fill.peg_centre(c, r)
    a, b = desk.rng.uniform(25, 33), desk.rng.uniform(25, 33)
    start, over = desk.rng.uniform(0, 6), desk.rng.uniform(0.9, 1.15) * 2 * math.pi
    x, y = x + desk.rng.uniform(-3, 3), y + desk.rng.uniform(-3, 3)
    strokes += [[(x + a * math.cos(start + over * i / 40), y + b * math.sin(start + over * i / 40), desk.rng.uniform(3, 4)) for i in range(41)]]
    return png(desk.page(strokes)), [desk.truth(dirty, name(desk, (c, r)), strokes)]


@case(checks=["struck-peg"])
def struck_peg(desk):
    """A filled peg with a long line through it, and another one filled instead."""
    dirty, _, strokes = desk.plan(pegs=False)
    struck, kept = pegs_apart(desk, 2)
    x, y = desk.fill.peg_centre(*struck)
    strokes += blob(x, y, 14) + blob(*desk.fill.peg_centre(*kept), 14)
    turn, reach = desk.rng.choice([0, 0.15, -0.2, math.pi / 4]), desk.rng.uniform(44, 56)
    dx, dy = reach * math.cos(turn), reach * math.sin(turn)
    strokes += [[(x - dx, y - dy, 4), (x + dx, y + dy, 4)]]
    return png(desk.page(strokes)), [desk.truth(dirty, name(desk, kept), strokes)]


@case(checks=["between-pegs"])
def between_pegs(desk):
    dirty, _, strokes = desk.plan(pegs=False)
    one, other = pegs_apart(desk, 2, last=5)
    (x, y), kept = desk.fill.peg_centre(*one), []
    if desk.rng.random() < 0.5:
        kept = [other]
        strokes += blob(*desk.fill.peg_centre(*other), 14)
    if one[1] < 6 and desk.rng.random() < 0.5:
        strokes += blob(x, y + 35, desk.rng.uniform(10, 20))
    else:
        strokes += blob(x + 35, y, desk.rng.uniform(10, 20))
    return png(desk.page(strokes)), [desk.truth(dirty, name(desk, *kept), strokes)]


@case(checks=["between-pegs"])
def line_over_pegs(desk):
    """One stroke through three pegs of a row: which of them is meant?"""
    dirty, _, strokes = desk.plan(pegs=False)
    c, r = desk.rng.randint(0, 4), desk.rng.randint(0, 6)
    x, y = desk.fill.peg_centre(c, r)
    strokes += [[(x - 20 + 180 * i / 40, y + 9 * math.sin(i), 4) for i in range(41)]]
    return png(desk.page(strokes)), [desk.truth(dirty, [], strokes)]


@case()
def long_tick(desk):
    """A tick whose tail runs far out of its peg."""
    dirty, _, strokes = desk.plan(pegs=False)
    c, r = desk.rng.randint(0, 5), desk.rng.randint(1, 6)
    x, y = desk.fill.peg_centre(c, r)
    strokes += [[(x - 12, y - 4, 4), (x - 2, y + 12, 4), (x + desk.rng.uniform(26, 44), y - desk.rng.uniform(34, 46), 4)]]
    return png(desk.page(strokes)), [desk.truth(dirty, name(desk, (c, r)), strokes)]


# ---- paper that does not lie flat, and cameras that are not held straight ------------------------------------------

def smooth(rng, size, cells, amplitude):
    """Hills and valleys: random values on a coarse grid, and curves between them."""
    grid = np.random.default_rng(rng.getrandbits(32)).uniform(-amplitude, amplitude, (cells[1], cells[0]))
    return np.asarray(Image.fromarray(grid.astype(np.float32)).resize(size, Image.Resampling.BICUBIC))


def fetched(image, dx, dy):
    """Every pixel from where it has been moved, between four others."""
    pixels = np.asarray(image, dtype=np.float32)
    height, width = pixels.shape[:2]
    x, y = np.meshgrid(np.arange(width, dtype=np.float32), np.arange(height, dtype=np.float32))
    x, y = np.clip(x + dx, 0, width - 1.001), np.clip(y + dy, 0, height - 1.001)
    left, top = x.astype(int), y.astype(int)
    right, below = (x - left)[..., None], (y - top)[..., None]
    upper = pixels[top, left] * (1 - right) + pixels[top, left + 1] * right
    lower = pixels[top + 1, left] * (1 - right) + pixels[top + 1, left + 1] * right
    return Image.fromarray((upper * (1 - below) + lower * below).astype(np.uint8))


def shaded(image, shade):
    pixels = np.asarray(image, dtype=np.float32) * shade[..., None]
    return Image.fromarray(np.clip(pixels, 0, 255).astype(np.uint8))


class Fold:
    """A fold across the page: a line that wavers a little, darker than the paper, with other light and another slope on
    either side."""

    def __init__(self, rng, is_upright, at=None):
        self.rng, self.is_upright = rng, is_upright
        across = W if is_upright else H
        self.at = (rng.uniform(0.08, 0.92) if at is None else at) * across
        self.slope = rng.uniform(-0.02, 0.02)
        self.depth = rng.uniform(0.2, 0.6)
        self.width = rng.uniform(0.8, 2.6)
        self.step = rng.uniform(0.0, 0.14)
        self.kink = rng.uniform(0, 5)

    def distance(self, x, y):
        along, across = (y, x) if self.is_upright else (x, y)
        return across - self.at - self.slope * along + 1.2 * np.sin(along / self.rng.uniform(60, 200))

    def on(self, image):
        x, y = np.meshgrid(np.arange(W, dtype=np.float32), np.arange(H, dtype=np.float32))
        away = self.distance(x, y)
        bent = self.kink * np.exp(-np.abs(away) / 220)
        image = fetched(image, bent if self.is_upright else 0, 0 if self.is_upright else bent)
        worn = 1 + 0.3 * smooth(self.rng, (W, H), (9, 12), 1)
        line = self.depth * worn * np.exp(-(away / self.width) ** 2)
        ridge = 0.05 * np.exp(-((away - 3 * self.width) / self.width) ** 2)
        light = 1 - self.step * np.exp(-np.abs(away) / 350) * (away > 0)
        return shaded(image, np.clip((1 - line) * light + ridge, 0, 1.05))


def off_white(rng, image):
    """Paper as a camera sees it."""
    return uneven(rng, image, rng.uniform(0.7, 0.9))


@case(may=["angle", "not-flat"])
def folded_across(desk):
    image, truth = desk.filled()
    return png(noisy(desk.rng, off_white(desk.rng, Fold(desk.rng, False).on(image)), 3)), truth


@case(may=["angle", "not-flat"])
def folded_down(desk):
    image, truth = desk.filled()
    return png(noisy(desk.rng, off_white(desk.rng, Fold(desk.rng, True).on(image)), 3)), truth


@case(may=["angle", "not-flat"])
def folded_scan(desk):
    """A scan of paper that was folded twice both ways: fine lines, even light."""
    image, truth = desk.filled()
    for is_upright in (False, True):
        fold = Fold(desk.rng, is_upright)
        fold.kink, fold.step = 0, 0
        image = fold.on(image)
    return jpeg_pdf(desk, noisy(desk.rng, image, 2), 85), truth


@case(may=["angle", "not-flat"])
def folded_letter(desk):
    """Folded in three for an envelope, and photographed on a desk."""
    image, truth = desk.filled()
    for at in (1 / 3, 2 / 3):
        image = Fold(desk.rng, False, at + desk.rng.uniform(-0.03, 0.03)).on(image)
    size = (2100, 2800)
    seen = held_off(desk.rng, image, desk.rng.uniform(2, 8), size, 0.9, desk_of(desk.rng, size))
    return png(jpeg(noisy(desk.rng, uneven(desk.rng, seen, 0.75), 4), 80)), truth


@case(may=["angle", "not-flat"])
def shadow_edge(desk):
    """The straight and rather sharp edge of a shadow across the page, at any angle."""
    image, truth = desk.filled()
    turn = desk.rng.uniform(0, 2 * math.pi)
    depth, soft = desk.rng.uniform(0.15, 0.4), desk.rng.uniform(2, 14)
    x, y = np.meshgrid(np.arange(W, dtype=np.float32), np.arange(H, dtype=np.float32))
    away = (x - desk.rng.uniform(0.25, 0.75) * W) * math.cos(turn) + (y - desk.rng.uniform(0.25, 0.75) * H) * math.sin(turn)
    return png(noisy(desk.rng, shaded(image, 0.96 - depth / (1 + np.exp(-np.clip(away / soft, -50, 50)))), 3)), truth


@case(may=["angle", "not-flat", "faint", "stained"])
def crumpled(desk):
    """Crushed and smoothed out: facets with other light each, creases between them, and nothing quite in its place."""
    image, truth = desk.filled()
    x, y = np.meshgrid(np.arange(W // 2, dtype=np.float32), np.arange(H // 2, dtype=np.float32))
    first, second, facet = np.full(x.shape, 1e9), np.full(x.shape, 1e9), np.zeros(x.shape, int)
    wave = smooth(desk.rng, (W // 2, H // 2), (14, 18), 18)
    shades = []
    for number in range(desk.rng.randint(12, 40)):
        away = np.hypot(x + wave - desk.rng.uniform(0, W / 2), y - wave - desk.rng.uniform(0, H / 2))
        facet = np.where(away < first, number, facet)
        second = np.minimum(second, np.maximum(first, away))
        first = np.minimum(first, away)
        shades.append(desk.rng.uniform(0.86, 1))
    edge = Image.fromarray(((second - first) / 2).astype(np.float32)).resize((W, H), Image.Resampling.BILINEAR)
    worn = np.clip(0.5 + smooth(desk.rng, (W, H), (12, 16), 0.7), 0, 1)
    crease = desk.rng.uniform(0.15, 0.4) * worn * np.exp(-(np.asarray(edge) * 2 / desk.rng.uniform(0.9, 1.8)) ** 2)
    light = Image.fromarray(np.array(shades, dtype=np.float32)[facet])
    light = light.resize((W // 8, H // 8), Image.Resampling.BOX).resize((W, H), Image.Resampling.BILINEAR)
    far = desk.rng.uniform(3, 8)
    image = fetched(image, *(smooth(desk.rng, (W, H), (6, 8), far) for _ in range(2)))
    return png(noisy(desk.rng, shaded(image, np.asarray(light) * (1 - crease)), 3)), truth


def curl(desk, image, far, waves):
    """A cylinder's bulge across or along the page, with its light."""
    x, y = np.meshgrid(np.linspace(0, 1, W, dtype=np.float32), np.linspace(0, 1, H, dtype=np.float32))
    turn = desk.rng.choice([0, math.pi / 2, desk.rng.uniform(0, math.pi)])
    along = x * math.cos(turn) + y * math.sin(turn)
    start = desk.rng.uniform(0, 2 * math.pi)
    wave = np.sin(2 * math.pi * waves * along + start)
    lean = desk.rng.uniform(0, 2 * math.pi)
    image = fetched(image, far * math.cos(lean) * wave, far * math.sin(lean) * wave)
    return shaded(image, 0.93 - 0.06 * np.cos(2 * math.pi * waves * along + start))


@case(may=["angle", "not-flat"])
def curled_page(desk):
    image, truth = desk.filled()
    return png(noisy(desk.rng, curl(desk, image, desk.rng.uniform(4, 16), desk.rng.uniform(0.4, 1.1)), 3)), truth


@case(may=["angle", "not-flat"])
def curled_photo(desk):
    image, truth = desk.filled()
    image = curl(desk, image, desk.rng.uniform(4, 14), desk.rng.uniform(0.3, 0.8))
    size = (2100, 2800)
    seen = held_off(desk.rng, image, desk.rng.uniform(2, 10), size, 0.9, desk_of(desk.rng, size))
    return png(jpeg(noisy(desk.rng, uneven(desk.rng, seen, 0.75), 4), 80)), truth


@case(may=["angle"])
def steep(desk):
    image, truth = desk.filled()
    size = (2400, 3200)
    seen = held_off(desk.rng, image, desk.rng.uniform(10, 30), size, 0.92, desk_of(desk.rng, size))
    return png(jpeg(noisy(desk.rng, uneven(desk.rng, seen, 0.75), 4), 80)), truth


@case(may=["angle"])
def steep_turned(desk):
    """The same in a smaller picture that is turned as well."""
    image, truth = desk.filled()
    size = (1800, 2400)
    seen = held_off(desk.rng, image, desk.rng.uniform(10, 25), size, 0.8, desk_of(desk.rng, size))
    seen = seen.rotate(desk.rng.choice([0, 90, 180, 270]) + desk.rng.uniform(-12, 12), Image.Resampling.BICUBIC, expand=True, fillcolor=DESK)
    return png(jpeg(noisy(desk.rng, uneven(desk.rng, seen, 0.75), 4), 80)), truth


@case(may=["angle", "covered"])
def screen_photo(desk):
    """A tablet's screen, photographed: the beat of its pixels, a lamp on the glass."""
    image, truth = desk.filled()
    size = (2400, 3200)
    seen = held_off(desk.rng, image, desk.rng.uniform(1, 10), size, 0.9, Image.new("RGB", size, (24, 24, 28)))
    x, y = np.meshgrid(np.arange(size[0], dtype=np.float32), np.arange(size[1], dtype=np.float32))
    pixels = np.asarray(seen, dtype=np.float32)
    bands = []
    for channel in range(3):
        beat = 2 * math.pi / desk.rng.uniform(14, 70)
        turn = desk.rng.uniform(0, math.pi)
        bands.append(1 - desk.rng.uniform(0.02, 0.07) * (1 + np.sin(beat * (x * math.cos(turn) + y * math.sin(turn)) + 3 * np.sin(y / 400))))
    pixels = pixels * np.stack(bands, axis=2) * np.array([0.86, 0.93, 1.0])
    glare = np.exp(-(((x - desk.rng.uniform(0.2, 0.8) * size[0]) / desk.rng.uniform(150, 450)) ** 2 + ((y - desk.rng.uniform(0.2, 0.8) * size[1]) / desk.rng.uniform(150, 450)) ** 2))
    pixels += desk.rng.uniform(30, 90) * glare[..., None]
    return png(jpeg(noisy(desk.rng, Image.fromarray(np.clip(pixels, 0, 255).astype(np.uint8)), 4), 85)), truth


@case(may=["angle", "covered"])
def fax(desk):
    """1728 dots a line, black or white, specks, and a line now and then that was lost."""
    image, truth = desk.filled(colour=(0, 0, 0))
    page = image.rotate(desk.rng.uniform(-1.2, 1.2), Image.Resampling.BICUBIC, fillcolor="white").convert("L")
    fine = desk.rng.random() < 0.7
    page = page.resize((1728, round(1728 * H / W * (0.961 if fine else 0.48))), Image.Resampling.LANCZOS)
    dots = np.asarray(page).astype(np.float32)
    noise = np.random.default_rng(desk.rng.getrandbits(32))
    dots = np.where(dots + noise.normal(0, 12, dots.shape) < desk.rng.choice([120, 150]), 0, 255)
    dots = np.where(noise.random(dots.shape) < 0.0006, 255 - dots, dots)
    for row in noise.integers(0, dots.shape[0], 6):
        dots[row] = dots[row - 1]
    page = Image.fromarray(dots.astype(np.uint8))
    pdf = pikepdf.new()
    desk.fill.image_page(pdf, page.convert("RGB"), (595, 595 * H / W))
    return desk.fill.save(pdf), truth


@case(may=["angle", "covered", "not-flat"])
def cut_edges(desk):
    """A crop that is too narrow: the print at one edge or two is gone, the boxes are whole."""
    image, truth = desk.filled()
    left, top, right, bottom = 0, 0, W, H
    for edge in desk.rng.sample("ltrb", desk.rng.choice([1, 2])):
        if edge == "l":
            left = desk.rng.randint(40, 118)
        elif edge == "t":
            top = desk.rng.randint(60, 180)
        elif edge == "r":
            right = W - desk.rng.randint(40, 110)
        else:
            bottom = H - desk.rng.randint(40, 105)
    return png(image.crop((left, top, right, bottom))), truth


@case(may=["angle", "covered", "not-flat"])
def cut_codes(desk):
    """A crop that took both codes, with the print at the upper and the lower edge."""
    image, truth = desk.filled()
    return png(image.crop((0, desk.rng.randint(50, 110), W, H - desk.rng.randint(50, 100)))), truth


def ruled_drawing(desk, box):
    """Straight lines as people draw a house, a box or a table, and their ends a little over."""
    top, left = desk.fill.BOXES[box]
    x, y = left + desk.rng.uniform(60, 160), top + desk.rng.uniform(110, 180)
    w, h = desk.rng.uniform(180, 330), desk.rng.uniform(120, 200)
    over = lambda: desk.rng.uniform(-3, 6)
    lines = [((x - over(), y), (x + w + over(), y)), ((x, y - over()), (x, y + h + over())), ((x + w, y - over()), (x + w, y + h + over())),
             ((x - over(), y + h), (x + w + over(), y + h)), ((x, y), (x + w / 2, y - 70)), ((x + w / 2, y - 70), (x + w, y))]
    for _ in range(desk.rng.randint(0, 3)):
        at = x + desk.rng.uniform(0.2, 0.8) * w
        lines.append(((at, y), (at, y + h)))
    width = desk.rng.uniform(2, 3)
    return [[(a[0] + (b[0] - a[0]) * i / 20, a[1] + (b[1] - a[1]) * i / 20, width) for i in range(21)] for a, b in lines]


def plan_beside(desk):
    """What is written, and a box that nothing is written in."""
    pegs = desk.rng.random() < 0.5
    while True:
        dirty, picks, strokes = desk.plan(pegs)
        free = [box for box in range(5) if box not in dirty]
        if free:
            return dirty, picks, strokes, desk.rng.choice(free)


def pencil_beside_ink(desk):
    """One box drawn in with a light pencil and a ruler, the others in dark ink."""
    dirty, picks, strokes, box = plan_beside(desk)
    drawing = ruled_drawing(desk, box)
    image = desk.fill.draw(desk.page(strokes, colour=desk.rng.choice(INKS)), drawing, (desk.rng.randint(110, 165),) * 3, 1)
    return image, [desk.truth(sorted({*dirty, box}), picks, strokes + drawing)]


@case()
def dash_on_a_rule(desk):
    """An answer that is one long dash, drawn along a rule that is printed in the box."""
    dirty, picks, strokes, box = plan_beside(desk)
    top, left = desk.fill.BOXES[box]
    column = np.asarray(desk.page([]).convert("L"))[top + 20:top + 400, left + 280]
    rule = top + 20 + desk.rng.choice(np.flatnonzero(column < 252).tolist())
    start, y, width = left + desk.rng.uniform(40, 160), rule + desk.rng.uniform(-2, 2), desk.rng.uniform(2, 5)
    dash = [[(start + desk.rng.uniform(8, 16) * at, y + desk.rng.uniform(-0.7, 0.7), width) for at in range(20)]]
    return png(desk.page(strokes + dash)), [desk.truth(sorted({*dirty, box}), picks, strokes + dash)]


@case(may=["faint"])
def ruled_pencil(desk):
    image, truth = pencil_beside_ink(desk)
    return png(noisy(desk.rng, image, 2)), truth


@case(may=["angle", "not-flat", "faint"])
def ruled_pencil_curled(desk):
    image, truth = pencil_beside_ink(desk)
    return png(noisy(desk.rng, curl(desk, image, desk.rng.uniform(4, 14), desk.rng.uniform(0.4, 1.1)), 3)), truth


@case(may=["angle", "not-flat", "faint"])
def ruled_pencil_folded(desk):
    image, truth = pencil_beside_ink(desk)
    return png(noisy(desk.rng, off_white(desk.rng, Fold(desk.rng, desk.rng.random() < 0.5).on(image)), 3)), truth


def mark(desk, peg):
    """One peg as people mark it: filled, ticked, crossed or circled."""
    x, y = desk.fill.peg_centre(*peg)
    r, width = desk.rng.uniform(10, 14), desk.rng.uniform(2.5, 4)
    return desk.rng.choice([
        blob(x, y, r),
        [[(x - 0.8 * r, y, width), (x - 2, y + r, width), (x + 1.4 * r, y - 1.5 * r, width)]],
        [[(x - r, y - r, width), (x + r, y + r, width)], [(x - r, y + r, width), (x + r, y - r, width)]],
        circle(x, y, 2.4 * r, width),
    ])


def circle(x, y, r, width):
    return [[(x + r * math.cos(i / 6), y + r * math.sin(i / 6), width) for i in range(40)]]


def peg_in_pencil(desk, dirty=(), strokes=()):
    """A page whose only light ink is one marked peg."""
    (peg,) = pegs_apart(desk, 1)
    pencil = (desk.rng.randint(110, 160),) * 3
    image = desk.fill.draw(desk.page(strokes), mark(desk, peg), pencil, 1)
    return image, [desk.truth(dirty, name(desk, peg), strokes)]


@case(may=["faint"])
def faint_peg(desk):
    """A peg in light pencil, and nothing else on the page."""
    image, truth = peg_in_pencil(desk)
    return png(noisy(desk.rng, image, desk.rng.uniform(0, 3))), truth


@case(may=["faint"])
def faint_peg_beside_ink(desk):
    """The same beside answers in dark ink."""
    dirty, _, strokes = desk.plan(pegs=False)
    image, truth = peg_in_pencil(desk, dirty, strokes)
    return png(noisy(desk.rng, image, desk.rng.uniform(0, 3))), truth


@case(may=["faint", "angle"])
def faint_peg_photo(desk):
    """The same by a phone."""
    dirty, _, strokes = desk.plan(pegs=False)
    image, truth = peg_in_pencil(desk, dirty, strokes)
    size = (2100, 2800)
    seen = held_off(desk.rng, image, desk.rng.uniform(2, 10), size, 0.9, desk_of(desk.rng, size))
    return png(jpeg(noisy(desk.rng, uneven(desk.rng, seen, 0.75), 3), 85)), truth


@case(checks=["faint"])
def traced_peg(desk):
    """A printed ring drawn over in light pencil: nothing but how dark it is tells it from the others."""
    dirty, _, strokes = desk.plan(pegs=False)
    (peg,) = pegs_apart(desk, 1)
    ring = circle(*desk.fill.peg_centre(*peg), 20.5, 3)
    image = desk.fill.draw(desk.page(strokes), ring, (desk.rng.randint(146, 150),) * 3, 1)
    return png(noisy(desk.rng, image, desk.rng.uniform(0, 3))), [desk.truth(dirty, name(desk, peg), strokes)]


@case(may=["faint"])
def faint_on_grey(desk):
    """A light pencil on recycled paper, scanned."""
    paper, pen = desk.rng.randint(185, 225), desk.rng.randint(110, 150)
    image, truth = desk.filled(colour=(pen,) * 3)
    image = shaded(image, np.full((H, W), paper / 255, dtype=np.float32) * (1 + smooth(desk.rng, (W, H), (60, 80), 0.02)))
    return png(noisy(desk.rng, image, desk.rng.uniform(2, 4))), truth


@case(may=["faint", "angle"])
def faint_photo(desk):
    """The same by a phone."""
    pen = desk.rng.randint(110, 160)
    image, truth = desk.filled(colour=(pen, pen, min(255, pen + desk.rng.randint(0, 40))))
    size = (2100, 2800)
    seen = held_off(desk.rng, image, desk.rng.uniform(2, 10), size, 0.9, desk_of(desk.rng, size))
    return png(jpeg(noisy(desk.rng, uneven(desk.rng, seen, 0.75), 3), 85)), truth


def filled_area(desk, strokes):
    """Strokes that fill a broad area of an empty box evenly, as a pencil on its side or a tablet's marker does."""
    written = desk.fill.ink_by_box(strokes)
    box = desk.rng.choice([b for b in written if not written[b]] or [None])
    if box is None:
        return []
    top, left = desk.fill.BOXES[int(box)]
    width, height = desk.rng.uniform(90, 0.85 * desk.fill.BOX_W), desk.rng.uniform(70, 0.8 * desk.fill.BOX_H)
    x = left + desk.rng.uniform(20, desk.fill.BOX_W - width - 20)
    y = top + desk.rng.uniform(20, desk.fill.BOX_H - height - 20)
    rows = range(round(height / 10) + 1)
    if desk.rng.random() < 0.5:
        return [[(x, y + 10 * row, 16), (x + width, y + 10 * row, 16)] for row in rows]
    half = lambda row: width / 2 * math.sqrt(max(0.02, 1 - (2 * row / max(rows) - 1) ** 2))
    return [[(x + width / 2 + side * half(row), y + 10 * row, 16) for side in (-1, 1)] for row in rows]


@case(may=["faint"])
def filled_area_grey(desk):
    """An evenly filled grey area, as flat as a shadow: only its edge says that it is drawn."""
    paper = desk.rng.randint(190, 255)
    dirty, picks, strokes = desk.plan()
    area = filled_area(desk, strokes)
    image = desk.fill.draw(desk.page(strokes), area, (desk.rng.randint(90, 170),) * 3, 1)
    image = shaded(image, np.full((H, W), paper / 255, dtype=np.float32) * (1 + smooth(desk.rng, (W, H), (60, 80), 0.02)))
    return png(noisy(desk.rng, image, desk.rng.uniform(1, 4))), [desk.truth(range(5), picks, strokes + area)]


@case(may=["faint", "angle"])
def filled_area_photo(desk):
    """The same by a phone, in uneven light."""
    dirty, picks, strokes = desk.plan()
    area = filled_area(desk, strokes)
    image = desk.fill.draw(desk.page(strokes), area, (desk.rng.randint(90, 160),) * 3, 1)
    size = (2100, 2800)
    seen = held_off(desk.rng, image, desk.rng.uniform(2, 10), size, 0.9, desk_of(desk.rng, size))
    seen = uneven(desk.rng, seen.filter(ImageFilter.GaussianBlur(desk.rng.uniform(0.6, 1.6))), 0.75)
    return png(jpeg(noisy(desk.rng, seen, 3), 85)), [desk.truth(range(5), picks, strokes + area)]


# ---- stains, and light strokes that are none ----------------------------------------------------------------------

def places(size=(W, H)):
    return np.meshgrid(*(np.arange(side, dtype=np.float32) for side in size))


@case(may=["stained", "outside", "faint", "between-pegs"])
def coffee_ring(desk):
    """The ring of a cup through boxes and between them: brown, sharp outside, fading inside, not equally dark all round."""
    image, truth = desk.filled(pegs=False)
    x, y = places()
    middle, radius = (desk.rng.uniform(250, 640), desk.rng.uniform(450, 760)), desk.rng.uniform(190, 290)
    inside = radius - np.hypot(x - middle[0], y - middle[1])
    level = 0.8 + 0.3 * np.sin(2 * np.arctan2(y - middle[1], x - middle[0]) + desk.rng.uniform(0, 6))
    rim = np.where(inside > -2, np.exp(-np.abs(inside) / np.where(inside > 0, desk.rng.uniform(6, 14), 1)), 0)
    absorbed = desk.rng.uniform(0.6, 1.1) * level * rim
    pixels = np.asarray(image, dtype=np.float32) * np.exp(-absorbed[..., None] * np.array([0.45, 0.8, 1.35], dtype=np.float32))
    return png(noisy(desk.rng, Image.fromarray(pixels.astype(np.uint8)), 2)), truth


@case(may=["stained", "outside", "faint"])
def coffee_drops(desk):
    """A drop in every box in which nothing is written."""
    image, truth = desk.filled(pegs=False)
    x, y = places()
    for box in set(range(5)) - set(truth[0]["dirty"]):
        top, left = desk.fill.BOXES[box]
        inside = desk.rng.uniform(9, 20) - np.hypot(x - left - desk.rng.uniform(60, 500), y - top - desk.rng.uniform(60, 380))
        image = shaded(image, 1 - desk.rng.uniform(0.3, 0.6) / (1 + np.exp(-np.clip(inside, -50, 50))))
    return png(noisy(desk.rng, image, 2)), truth


@case(may=["stained", "faint", "angle"])
def lamp_and_hand(desk):
    """A lamp on one side of the page, and the deep soft shadow of an arm on the other."""
    image, truth = desk.filled()
    x, y = places()
    turn, soft = desk.rng.uniform(-0.6, 0.6), desk.rng.uniform(10, 30)
    away = np.abs((x - desk.rng.uniform(500, 1100)) * math.cos(turn) + (y - H) * math.sin(turn)) - desk.rng.uniform(120, 220)
    shadow = 1 - desk.rng.uniform(0.35, 0.55) / (1 + np.exp(np.clip(away / soft, -50, 50)))
    return png(noisy(desk.rng, shaded(image, shadow * (0.98 - 0.45 * x / W)), 2)), truth


@case(may=["stained", "faint", "outside"])
def tape_over_edge(desk):
    """A clear tape over the side of the page, whose edges are light lines in an empty box."""
    dirty, picks, strokes, box = plan_beside(desk)
    image = desk.page(strokes)
    top, left = desk.fill.BOXES[box]
    x, y = places()
    at, end = top + desk.rng.uniform(120, 260), left + desk.rng.uniform(120, 300)
    tape = (np.abs(y - at) < 60) & (x < end) & (x > left - 60)
    image = shaded(image, np.where(tape, 0.96, 1).astype(np.float32))
    edge = np.exp(-((np.abs(y - at) - 60) / 1.1) ** 2) * (x < end) * (x > left - 60)
    worn = np.clip(0.6 + smooth(desk.rng, (W, H), (30, 40), 0.5), 0, 1)
    return png(noisy(desk.rng, shaded(image, 1 - desk.rng.uniform(0.2, 0.35) * worn * edge), 2)), [desk.truth(dirty, picks, strokes)]


@case(may=["stained", "faint", "between-pegs"])
def shows_through(desk):
    """The print and the writing on the back of thin recycled paper; a marked peg, since without one a light mark would be read."""
    dirty, _, strokes = desk.plan(pegs=False)
    (peg,) = pegs_apart(desk, 1)
    strokes += mark(desk, peg)
    image, truth = desk.page(strokes, colour=(0, 0, 0)), [desk.truth(dirty, name(desk, peg), strokes)]
    back = desk.fill.draw(desk.page([], number=3), desk.plan()[2], (0, 0, 0), 1).convert("L")
    back = back.transpose(Image.Transpose.FLIP_LEFT_RIGHT).filter(ImageFilter.GaussianBlur(desk.rng.uniform(2, 3.5)))
    ghost = 1 - desk.rng.uniform(0.08, 0.2) * (1 - np.asarray(back, dtype=np.float32) / 255)
    paper = 0.85 * (1 + smooth(desk.rng, (W, H), (350, 470), 0.02))
    return png(noisy(desk.rng, shaded(image, ghost * paper), 2)), truth


@case(may=["faint"])
def hard_pencil(desk):
    """The thin stroke of a hard pencil, broken by the grain of the paper."""
    dirty, picks, strokes = desk.plan(pegs=False)
    strokes = [[(x, y, desk.rng.uniform(2.2, 3)) for x, y, _ in stroke] for stroke in strokes]
    drawn = desk.fill.draw(Image.new("L", (2 * W, 2 * H), 0), strokes, 255, 2).resize((W, H), Image.Resampling.BOX)
    grain = np.clip(0.9 + smooth(desk.rng, (W, H), (700, 936), 0.35), 0, 1)
    light = 1 - np.asarray(drawn, dtype=np.float32) / 255 * grain * desk.rng.uniform(0.33, 0.5)
    return png(noisy(desk.rng, shaded(desk.page([]), light), 2)), [desk.truth(dirty, picks, strokes)]


# ---- files -------------------------------------------------------------------------------------------------------

def joined(desk, *files):
    pdf, opened = pikepdf.new(), [(pikepdf.open(io.BytesIO(file)), page) for file, page in files]
    for source, page in opened:
        pdf.pages.append(source.pages[page])
    return desk.fill.save(pdf)


def boox(desk, number, blank=None, plan=None):
    dirty, picks, strokes = plan or desk.plan(pegs=number == 2)
    if number == 3:
        dirty = [b for b in dirty if b < 2]
        strokes = [s for s in strokes if desk.fill.ink_by_box([s])["0"] or desk.fill.ink_by_box([s])["1"]]
    data = desk.fill.boox(blank or desk.blank, number - 1, strokes, (0, 0, 0), desk.rng)[1]
    return (data, number - 1), desk.truth(dirty, picks, strokes, number)


@case()
def both_pages(desk):
    (one, first), (other, second) = boox(desk, 2), boox(desk, 3)
    while not second["dirty"]:
        other, second = boox(desk, 3)
    files, truth = [one, other], [first, second]
    if desk.rng.random() < 0.5:
        files.reverse(), truth.reverse()
    return joined(desk, *files), truth


@case()
def blank_copy(desk):
    """The same page twice, and only one of them written on."""
    file, truth = boox(desk, 2)
    files = [file, (desk.blank, 1)]
    desk.rng.shuffle(files)
    return joined(desk, *files), [truth]


@case()
def page_twice(desk):
    """The same page filled in twice, and differently: which is meant cannot be known."""
    return joined(desk, boox(desk, 2)[0], boox(desk, 2)[0]), "filled-twice"


def spread(desk, *sheets):
    """Sheets side by side on a desk or the glass of a scanner, each a little turned."""
    width, height = round(0.72 * W), round(0.72 * H)
    size = ((width + 90) * len(sheets) + 90, height + 200)
    picture = desk.rng.choice([desk_of(desk.rng, size), Image.new("RGB", size, "white")])
    for place, sheet in enumerate(sheets):
        sheet = sheet.resize((width, height), Image.Resampling.LANCZOS).convert("RGB")
        angle = desk.rng.uniform(-3, 3) + desk.rng.choice([0, 180])
        mask = Image.new("L", sheet.size, 255).rotate(angle, Image.Resampling.BICUBIC, expand=True)
        picture.paste(sheet.rotate(angle, Image.Resampling.BICUBIC, expand=True), (90 + place * (width + 90), 90), mask)
    return png(uneven(desk.rng, picture, 0.85))


@case(may=["angle"])
def spread_pages(desk):
    one, truth = desk.filled()
    dirty, picks, strokes = desk.plan(pegs=False)
    while not set(dirty) <= {0, 1}:
        dirty, picks, strokes = desk.plan(pegs=False)
    other, second = desk.page(strokes, number=3), desk.truth(dirty, picks, strokes, 3)
    sheets = [one, other] if desk.rng.random() < 0.5 else [other, one]
    return spread(desk, *sheets), [*truth, second]


@case(may=["angle"])
def spread_blank_copy(desk):
    one, truth = desk.filled()
    sheets = [one, desk.page([])]
    desk.rng.shuffle(sheets)
    return spread(desk, *sheets), truth


@case()
def spread_copies(desk):
    return spread(desk, desk.filled()[0], desk.filled()[0]), "filled-twice"


@case(checks=["other-pages"])
def two_books(desk):
    file, truth = boox(desk, 2)
    files = [file, boox(desk, 2, desk.other)[0]]
    desk.rng.shuffle(files)
    return joined(desk, *files), [truth]


@case()
def mirrored(desk):
    image, _ = desk.filled()
    return png(image.transpose(Image.Transpose.FLIP_LEFT_RIGHT)), "mirrored"


@case()
def mirrored_photo(desk):
    image, _ = desk.filled()
    seen = held_off(desk.rng, image, 5, (1800, 2400), 0.95, desk_of(desk.rng, (1800, 2400)))
    return png(uneven(desk.rng, seen, 0.75).transpose(Image.Transpose.FLIP_LEFT_RIGHT)), "mirrored"


@case()
def other_paper(desk):
    """A photographed letter."""
    page = Image.new("RGB", (W, H), "white")
    strokes = []
    for box in range(5):
        strokes += desk.fill.write_box(desk.rng, desk.snippets, box, 5)
    page = desk.fill.draw(page, strokes, (20, 40, 150), 1)
    return png(uneven(desk.rng, held_off(desk.rng, page, 5, (1800, 2400), 0.95, desk_of(desk.rng, (1800, 2400))))), "not-a-form"


def main():
    a = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    a.add_argument("blank", type=Path)
    a.add_argument("--other", type=Path, required=True)
    a.add_argument("--tools", type=Path, required=True, help="folder of fill_forms.py")
    a.add_argument("--out", type=Path, required=True)
    a.add_argument("--each", type=int, default=2, help="files of each case")
    a.add_argument("--seed", type=int, default=1)
    a.add_argument("--cases", default=",".join(CASES))
    args = a.parse_args()

    sys.path.insert(0, str(args.tools))
    import fill_forms
    snippets = json.loads((args.tools.parent / "testdata" / "strokes.json").read_text())
    args.out.mkdir(parents=True, exist_ok=True)
    truth = []
    for case in args.cases.split(","):
        for number in range(args.each):
            rng = random.Random(f"{args.seed}-{case}-{number}")
            desk = Desk(args.blank.read_bytes(), args.other.read_bytes(), fill_forms, snippets, rng)
            (suffix, data), true = CASES[case](desk)
            file = f"{case}-{number}.{suffix}"
            (args.out / file).write_bytes(data)
            checks, may_check = CHECKS[case]
            error, pages = (true, []) if isinstance(true, str) else (None, true)
            truth.append({"file": file, "case": case, "pages": pages, "checks": checks, "may_check": may_check, "error": error})
    (args.out / "truth.json").write_text(json.dumps(truth, indent=1))
    print(f"wrote {len(truth)} hard forms to {args.out}", file=sys.stderr)


if __name__ == "__main__":
    main()
