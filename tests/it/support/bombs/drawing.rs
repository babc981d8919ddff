//! Pages that take for ever to render: recursive forms, patterns, fonts and functions.

use std::fmt::Write;

use super::super::exports::stream;
use super::{Bomb, THRICE, page, page_with, zeros};

pub(super) fn bombs() -> Vec<Bomb> {
    vec![
        ("dashes finer than anything", page(b"[0.0001 0.0001] 0 d 0 0 m 600 800 l S", "", &[])),
        ("fine dashes on two thousand lines", fine_dashes()),
        ("a path of 300,000 pieces", scribble()),
        ("100,000 clips", page(&b"0 0 600 800 re W n ".repeat(100_000), "", &[])),
        ("a form that draws itself", forms(1, |_| 1)),
        ("two forms that draw each other", forms(2, |number| (number + 1) % 2)),
        ("a form drawn a billion times", billions()),
        ("5,000 forms in each other", forms(5_000, |number| number + 1)),
        ("300 soft masks", soft_masks()),
        ("a soft mask that is its own mask", own_mask()),
        (
            "a pattern with a step of nearly nothing",
            pattern("/XStep 0.001/YStep 0.001", b"0 0 1 1 re f"),
        ),
        (
            "a pattern painted with itself",
            pattern("/XStep 9/YStep 9", b"/Pattern cs /P scn 0 0 9 9 re f"),
        ),
        (
            "a function made of itself",
            shading(
                "<</FunctionType 3/Domain[0 1]/Functions[6 0 R 6 0 R]/Bounds[0.5]/Encode[0 1 0 1]>>",
            ),
        ),
        (
            "a function of four billion samples",
            shading(
                "<</FunctionType 0/Domain[0 1]/Range[0 1]/Size[4294967295]/BitsPerSample 32/Length 0>>\nstream\n\nendstream",
            ),
        ),
        ("a letter that is written with itself", letter()),
        ("a font of zeros", font_of_zeros()),
        (
            "letters of a million points",
            page(
                b"BT /F 1000000 Tf (WWWW) Tj ET",
                "/Font<</F<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>>>",
                &[],
            ),
        ),
        (
            "an annotation 300,000 times",
            annotations("/Subtype/Ink/InkList[[0 0 600 800 0 800 600 0]]"),
        ),
        (
            "annotations of fine dashes",
            annotations("/Subtype/Line/L[0 0 600 800]/BS<</W 1/S/D/D[0.0001]>>"),
        ),
    ]
}

fn fine_dashes() -> Vec<u8> {
    let mut content = String::from("[0.01 0.01] 0 d ");
    for line in 0..2_000 {
        let _ = write!(content, "0 {} m 600 {} l S ", line % 800, line * 7 % 800);
    }
    page(content.as_bytes(), "", &[])
}

fn scribble() -> Vec<u8> {
    let mut content = String::from("9 w 0 0 m ");
    for at in 0..300_000 {
        let _ = write!(content, "{} {} l ", at % 601, at * 7 % 797);
    }
    page((content + "S").as_bytes(), "", &[])
}

/// Forms that each draw the one that `drawn_by` returns for their number, counted from 0; the last may draw one that is absent.
fn forms(count: usize, drawn_by: impl Fn(usize) -> usize) -> Vec<u8> {
    let form = |number| {
        let other = drawn_by(number) + 5;
        let dict = format!(
            "/Type/XObject/Subtype/Form/BBox[0 0 600 800]/Group<</S/Transparency>>\
             /Resources<</XObject<</X {other} 0 R>>>>"
        );
        stream(&dict, b"0 0 9 9 re f /X Do")
    };
    page(b"/X Do", "/XObject<</X 5 0 R>>", &(0..count).map(form).collect::<Vec<_>>())
}

/// Nine forms, each of which draws the next ten times.
fn billions() -> Vec<u8> {
    let form = |number| {
        let dict = format!(
            "/Type/XObject/Subtype/Form/BBox[0 0 600 800]/Resources<</XObject<</X {} 0 R>>>>",
            number + 6
        );
        stream(&dict, &b"/X Do ".repeat(10))
    };
    let mut objects: Vec<_> = (0..9).map(form).collect();
    objects.push(stream("/Type/XObject/Subtype/Form/BBox[0 0 600 800]", b"0 0 9 9 re f"));
    page(b"/X Do", "/XObject<</X 5 0 R>>", &objects)
}

fn soft_masks() -> Vec<u8> {
    let (mut content, mut states, mut objects) = (String::new(), String::new(), Vec::new());
    for number in 0..300 {
        let _ = write!(content, "/G{number} gs 0 0 600 800 re f ");
        let _ = write!(states, "/G{number}<</SMask<</S/Luminosity/G {} 0 R>>>>", number + 5);
        let dict =
            "/Type/XObject/Subtype/Form/BBox[0 0 600 800]/Group<</S/Transparency/CS/DeviceGray>>";
        objects.push(stream(dict, b"0.5 g 0 0 600 800 re f"));
    }
    page(content.as_bytes(), &format!("/ExtGState<<{states}>>"), &objects)
}

fn own_mask() -> Vec<u8> {
    let state = "/ExtGState<</G<</SMask<</S/Luminosity/G 5 0 R>>>>>>";
    let dict = format!(
        "/Type/XObject/Subtype/Form/BBox[0 0 600 800]/Group<</S/Transparency/CS/DeviceGray>>/Resources<<{state}>>"
    );
    page(b"/G gs 0 0 600 800 re f", state, &[stream(&dict, b"/G gs 0 0 600 800 re f")])
}

fn pattern(steps: &str, content: &[u8]) -> Vec<u8> {
    let dict = format!(
        "/Type/Pattern/PatternType 1/PaintType 1/TilingType 1/BBox[0 0 9 9]{steps}/Resources<</Pattern<</P 5 0 R>>>>"
    );
    let paint = b"/Pattern cs /P scn 0 0 600 800 re f";
    page(paint, "/Pattern<</P 5 0 R>>", &[stream(&dict, content)])
}

fn shading(function: &str) -> Vec<u8> {
    let shading = "<</ShadingType 2/ColorSpace/DeviceGray/Coords[0 0 600 800]/Function 6 0 R>>";
    let objects = [shading.as_bytes().to_vec(), function.as_bytes().to_vec()];
    page(b"/S sh", "/Shading<</S 5 0 R>>", &objects)
}

fn letter() -> Vec<u8> {
    let font = "<</Type/Font/Subtype/Type3/FontBBox[0 0 9 9]/FontMatrix[1 0 0 1 0 0]/FirstChar 65/LastChar 65/Widths[9]\
                /Encoding<</Differences[65/A]>>/CharProcs<</A 6 0 R>>/Resources<</Font<</F 5 0 R>>>>>>";
    let glyph = stream("", b"9 0 d0 0 0 9 9 re f BT /F 1 Tf (AAAAAAAAAA) Tj ET");
    page(b"BT /F 9 Tf (AAAAAAAAAA) Tj ET", "/Font<</F 5 0 R>>", &[font.as_bytes().to_vec(), glyph])
}

fn font_of_zeros() -> Vec<u8> {
    let font = "<</Type/Font/Subtype/TrueType/BaseFont/X/FontDescriptor 6 0 R/ToUnicode 7 0 R>>";
    let descriptor = "<</Type/FontDescriptor/FontName/X/Flags 4/FontFile2 7 0 R>>";
    let objects = [font, descriptor].map(|object| object.as_bytes().to_vec());
    let objects = [&objects[..], &[stream(THRICE, &zeros(256 << 20))]].concat();
    page(b"BT /F 9 Tf (AAAA) Tj ET", "/Font<</F 5 0 R>>", &objects)
}

/// Page with 300,000 references to one annotation that has no appearance, so that the reader must draw it.
fn annotations(entries: &str) -> Vec<u8> {
    let annotation = format!("<</Type/Annot/F 4/Rect[0 0 600 800]/C[0 0 0]{entries}>>");
    let entries = format!("/Annots[{}]", "5 0 R ".repeat(300_000));
    page_with(&entries, b"", &[annotation.into_bytes()])
}
