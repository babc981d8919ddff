"""Draws the pages of PDFs by pdfium, to PNG, and lays pictures into PDFs.

    pages.py OUT FILE...

Prints a JSON list of {"pdf", "pages": [PNG, ...]}, one a file and in their order. Of a PNG the second is the file itself.
"""
import json, sys
from pathlib import Path

import pikepdf
import pypdfium2
from PIL import Image

SHORT_SIDE = 1404


def draw(file, out):
    pages = []
    document = pypdfium2.PdfDocument(file)
    for number, page in enumerate(document):
        picture = page.render(scale=SHORT_SIDE / min(page.get_size())).to_pil()
        pages.append(out / f"{file.stem}-{number + 1}.png")
        picture.save(pages[-1], compress_level=1)
    return {"pdf": str(file), "pages": [str(page) for page in pages]}


def wrap(file, out):
    """A PDF of one page that is the picture, without loss."""
    picture = Image.open(file).convert("RGB")
    width, height = picture.size
    pdf = pikepdf.new()
    pdf.add_blank_page(page_size=(width / 3, height / 3))
    kind = dict(Type=pikepdf.Name.XObject, Subtype=pikepdf.Name.Image, ColorSpace=pikepdf.Name.DeviceRGB, BitsPerComponent=8)
    image = pdf.make_stream(picture.tobytes(), Width=width, Height=height, **kind)
    pdf.pages[0].Resources = pikepdf.Dictionary(XObject=pikepdf.Dictionary(Image=image))
    pdf.pages[0].Contents = pdf.make_stream(f"{width / 3} 0 0 {height / 3} 0 0 cm /Image Do".encode())
    pdf.save(out / f"{file.stem}.pdf")
    return {"pdf": str(out / f"{file.stem}.pdf"), "pages": [str(file)]}


def main():
    out, *files = map(Path, sys.argv[1:])
    out.mkdir(parents=True, exist_ok=True)
    print(json.dumps([(draw if file.suffix == ".pdf" else wrap)(file, out) for file in files]))


if __name__ == "__main__":
    main()
