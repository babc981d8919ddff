//! Tests of the child's code, run in this process.

#[path = "../../../../tests/it/support/skips.rs"]
mod skips;
mod unusual_files;

use std::fmt::Write;
use std::fs;
use std::path::Path;
use std::slice;

use serde::Deserialize;

use super::document;
use super::wire::{AnswerMetadata, Request, View};
use super::{JOB, MAX_PAGES};
use crate::image::grey::Grey;
use crate::refusal::Refusal;
use domain::form::PAGE_WIDTH;
use sandbox::Limits;

fn draw_previews(pdf: &[u8], short_side: u32) -> Result<(AnswerMetadata, Vec<Grey>), Refusal> {
    let head = Request::Preview { short_side, pages: 0..MAX_PAGES }.head().unwrap();
    document::serve([&head, pdf].concat()).map(|answer| AnswerMetadata::parse(answer).unwrap())
}

/// Draws a page at the given width.
fn draw(pdf: &[u8], page: usize, width: u32) -> Grey {
    let (facts, small) = draw_previews(pdf, 100).unwrap();
    let scale = f64::from(width) / (small[page].width as f64 / facts.pages[page].scale);
    let height = (small[page].height as f64 * f64::from(width) / small[page].width as f64) as u32;
    let view = View { page, map: [scale, 0.0, 0.0, scale, 0.0, 0.0], width, height };
    let head = Request::Draw { views: vec![view] }.head().unwrap();
    AnswerMetadata::parse(document::serve([&head, pdf].concat()).unwrap()).unwrap().1.remove(0)
}

fn dark(image: &Grey) -> usize {
    image.pixels.iter().filter(|luma| **luma < 128).count()
}

/// PDF of the given objects, the first of which is the catalogue.
fn pdf_of(objects: &[String], trailer: &str) -> Vec<u8> {
    let mut file = String::from("%PDF-1.7\n");
    let mut table = String::from("0000000000 65535 f \n");
    for (object, number) in objects.iter().zip(1..) {
        let _ = writeln!(table, "{:010} 00000 n ", file.len());
        let _ = writeln!(file, "{number} 0 obj\n{object}\nendobj");
    }
    let (start, size) = (file.len(), objects.len() + 1);
    let _ = write!(file, "xref\n0 {size}\n{table}trailer\n<</Root 1 0 R/Size {size}{trailer}>>\n");
    let _ = write!(file, "startxref\n{start}\n%%EOF");
    file.into_bytes()
}

fn stream(dict: &str, content: &str) -> String {
    format!("<<{dict}/Length {}>>\nstream\n{content}\nendstream", content.len())
}

/// PDF with a page of 200 x 100 points; `page` is added to the page's dictionary, `objects` are numbered from 5.
fn page_of(page: &str, content: &str, objects: &[String]) -> Vec<u8> {
    let boxed = if page.contains("/MediaBox") { "" } else { "/MediaBox[0 0 200 100]" };
    let start = [
        "<</Type/Catalog/Pages 2 0 R>>".into(),
        "<</Type/Pages/Kids[3 0 R]/Count 1>>".into(),
        format!("<</Type/Page/Parent 2 0 R/Contents 4 0 R{boxed}{page}>>"),
        stream("", content),
    ];
    pdf_of(&[&start, objects].concat(), "")
}

/// Luma of a page's point, counted from the upper left corner.
fn luma(pdf: &[u8], x: usize, y: usize) -> u8 {
    let (facts, images) = draw_previews(pdf, 200).unwrap();
    let at = |points: usize| (points as f64 * facts.pages[0].scale) as isize;
    images[0].at(at(x), at(y))
}

#[test]
fn annotations_without_appearance_are_drawn_unless_hidden() {
    let red = "/C[0.8 0 0]/BS<</W 6>>";
    let quad = "/QuadPoints[20 80 180 80 20 40 180 40]";
    for (annotation, x, y) in [
        (format!("/Subtype/Ink/InkList[[20 50 180 50][20 10 30 10]]{red}"), 100, 50),
        (format!("/Subtype/Ink/InkList[[100 50]]{red}"), 100, 50),
        ("/Subtype/Ink/InkList[[20 50 180 50]]/Border[0 0 6]".into(), 100, 50),
        (format!("/Subtype/Line/L[20 20 180 80]{red}"), 100, 50),
        (format!("/Subtype/PolyLine/Vertices[20 20 100 50 180 20]{red}"), 100, 50),
        (format!("/Subtype/Polygon/Vertices[20 20 180 20 100 50]{red}"), 100, 80),
        (format!("/Subtype/Square/Rect[97 10 190 90]{red}"), 100, 50),
        ("/Subtype/Square/Rect[20 10 190 90]/C[]/IC[0.2]".into(), 100, 50),
        (format!("/Subtype/Circle/Rect[97 10 190 90]{red}"), 100, 50),
        (format!("/Subtype/Underline{quad}{red}"), 100, 60),
        (format!("/Subtype/StrikeOut{quad}{red}"), 100, 40),
        (format!("/Subtype/Highlight{quad}/C[0.4 0 0]"), 100, 50),
    ] {
        // No flags; Print; Hidden; `NoView`; `NoView` and Print.
        for (flags, is_seen) in [(0, true), (4, true), (2, false), (32, false), (36, false)] {
            let annots = format!("/Annots[<</Type/Annot{annotation}/F {flags}>>]");
            let luma = luma(&page_of(&annots, "", &[]), x, y);
            assert!(if is_seen { luma < 128 } else { luma == 255 }, "{annotation} {flags}: {luma}");
        }
    }
}

#[test]
fn marker_does_not_hide_ink_below() {
    let ink = "0 G 6 w 0 50 m 200 50 l S ";
    let resources = "/Resources<</ExtGState<</M<</BM/Multiply>>>>>>";
    let marker = stream(
        &format!(
            "/Type/XObject/Subtype/Form/BBox[0 0 200 100]/Group<</S/Transparency>>{resources}"
        ),
        "/M gs 1 0.9 0.2 rg 0 0 200 100 re f",
    );
    let highlight = "/Subtype/Highlight/C[1 0.9 0.2]/QuadPoints[0 100 200 100 0 0 200 0]";
    let bare = page_of(&format!("/Annots[<</Type/Annot{highlight}>>]"), ink, &[]);
    let with_appearance = page_of(
        &format!("/Annots[<</Type/Annot{highlight}/Rect[0 0 200 100]/AP<</N 5 0 R>>>>]"),
        ink,
        slice::from_ref(&marker),
    );
    let in_content = page_of(
        "/Resources<</XObject<</F 5 0 R>>>>",
        &format!("{ink} /F Do"),
        slice::from_ref(&marker),
    );
    for file in [bare, with_appearance, in_content] {
        assert!(luma(&file, 100, 50) < 60, "the ink");
        assert!((180..240).contains(&luma(&file, 100, 20)), "the marker");
    }
}

#[test]
fn marker_does_not_hide_text_below() {
    let words = "BT /F 40 Tf 20 35 Td (Ink) Tj ET";
    let font = "/Font<</F<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>>>";
    let group = "/Type/XObject/Subtype/Form/BBox[0 0 200 100]/Group<</S/Transparency>>";
    let paint = "/M gs 1 0.9 0.2 rg 0 0 200 100 re f";
    let state = |mode: &str| format!("/ExtGState<</M<</BM{mode}>>>>");
    let multiplies = |mode: &str| stream(&format!("{group}/Resources<<{}>>", state(mode)), paint);
    let plain = |mode: &str| {
        stream(
            &format!("/Type/XObject/Subtype/Form/BBox[0 0 200 100]/Resources<<{}>>", state(mode)),
            paint,
        )
    };
    let around = stream(&format!("{group}/Resources<</XObject<</X 6 0 R>>>>"), "/X Do");
    let bare = page_of(&format!("/Resources<<{font}>>"), words, &[]);
    let expected = dark(&draw(&bare, 0, 800));
    assert!(expected > 1000, "{expected}");
    for objects in [
        vec![multiplies("/Multiply")],
        vec![multiplies("[/Multiply/Normal]")],
        vec![multiplies("/Darken")],
        vec![around.clone(), plain("/Multiply")],
        vec![around, multiplies("/Multiply")],
    ] {
        let resources = format!("/Resources<<{font}/XObject<</F 5 0 R>>>>");
        let marked = page_of(&resources, &format!("{words} /F Do"), &objects);
        let seen = dark(&draw(&marked, 0, 800));
        assert!(seen.abs_diff(expected) < expected / 20, "{seen} of {expected}: {objects:?}");
    }
}

#[test]
fn page_boxes_may_be_negative_and_rotated() {
    // A square in the upper left corner of the page, which is at (-10, 95) in its own points.
    let square = "0 g -10 65 30 30 re f";
    for (page, x, y) in [
        ("/MediaBox[-10 -5 190 95]", 5, 5),
        ("/MediaBox[190 95 -10 -5]", 5, 5),
        ("/MediaBox[-10 95 190 -5]/CropBox[-10 -5 190 95]", 5, 5),
        ("/MediaBox[-10 -5 190 95]/Rotate 90", 95, 5),
        ("/MediaBox[-10 -5 190 95]/Rotate 180", 195, 95),
        ("/MediaBox[-10 -5 190 95]/Rotate -90", 5, 195),
    ] {
        let file = page_of(page, square, &[]);
        assert_eq!(luma(&file, x, y), 0, "{page}");
        let (_, images) = draw_previews(&file, 100).unwrap();
        assert_eq!(dark(&images[0]), 900, "{page}");
    }
}

#[test]
fn empty_crop_box_is_ignored() {
    let square = "0 g 0 70 30 30 re f";
    for boxed in ["/CropBox[0 0 0 0]", "/CropBox[50 50 50 90]", "/CropBox[900 900 990 990]"] {
        let file = page_of(boxed, square, &[]);
        assert_eq!((luma(&file, 5, 5), luma(&file, 100, 50)), (0, 255), "{boxed}");
    }
    // A box with an area is what the member sees.
    assert_eq!(luma(&page_of("/CropBox[100 0 200 100]", square, &[]), 5, 5), 255);
}

#[test]
fn annotation_with_empty_appearance_is_drawn() {
    let ink = "/Subtype/Ink/Rect[0 0 200 100]/InkList[[20 50 180 50]]/BS<</W 6>>/AP<</N 5 0 R>>";
    let annots = format!("/Annots[<</Type/Annot{ink}>>]");
    let form = |bbox: &str, content: &str| {
        stream(&format!("/Type/XObject/Subtype/Form/BBox[{bbox}]"), content)
    };
    for empty in [form("0 0 200 100", "q 0 0 0 0 re W n Q"), form("0 0 0 0", "0 0 9 9 re f")] {
        assert!(luma(&page_of(&annots, "", &[empty]), 100, 50) < 60);
    }
    // An annotation with an appearance is drawn once.
    let elsewhere = form("0 0 200 100", "0 g 0 0 20 20 re f");
    assert_eq!(luma(&page_of(&annots, "", &[elsewhere]), 100, 50), 255);
}

/// PDF with an annotation on layer 5, its appearance in object 6; `layers` are the settings of the file.
fn layered(annotation: &str, layers: &str) -> Vec<u8> {
    let page = "/MediaBox[0 0 200 100]/Contents 4 0 R";
    let annots = format!("/Annots[<</Type/Annot/Rect[0 0 200 100]{annotation}>>]");
    pdf_of(
        &[
            format!("<</Type/Catalog/Pages 2 0 R/OCProperties<</OCGs[5 0 R]/D<<{layers}>>>>>>"),
            "<</Type/Pages/Kids[3 0 R]/Count 1>>".into(),
            format!("<</Type/Page/Parent 2 0 R{page}{annots}>>"),
            stream("", ""),
            "<</Type/OCG/Name(Ink)>>".into(),
            stream("/Type/XObject/Subtype/Form/BBox[0 0 200 100]", "0 g 0 0 200 100 re f"),
        ],
        "",
    )
}

#[test]
fn annotation_on_hidden_layer_is_not_drawn() {
    let with_appearance = "/Subtype/Stamp/AP<</N 6 0 R>>";
    let bare = "/Subtype/Ink/InkList[[0 50 200 50]]/BS<</W 9>>";
    let group = "/OC<</Type/OCMD/OCGs 5 0 R>>";
    let (on, off, base_off) = ("", "/OFF[5 0 R]", "/BaseState/OFF");
    for drawing in [with_appearance, bare] {
        for (layer, layers, is_seen) in [
            ("/OC 5 0 R", on, true),
            ("/OC 5 0 R", off, false),
            ("/OC 5 0 R", base_off, false),
            ("/OC 5 0 R", "/BaseState/OFF/ON[5 0 R]", true),
            (group, off, false),
            (group, on, true),
            ("/OC<</Type/OCMD/OCGs[5 0 R]/P/AllOff>>", off, true),
            ("", off, true),
        ] {
            let file = layered(&format!("{drawing}{layer}"), layers);
            assert_eq!(luma(&file, 100, 50) < 60, is_seen, "{drawing}{layer} {layers}");
        }
    }
}

/// Number of dark pixels of a page with this annotation, and whether it has lost text.
fn typed(annotation: &str, field: &str) -> (usize, bool) {
    let annots = format!("/Annots[<</Type/Annot/Rect[10 10 190 90]{annotation}>>]");
    let file = page_of(&annots, "", &[field.to_owned()]);
    let (facts, images) = draw_previews(&file, 400).unwrap();
    (dark(&images[0]), facts.pages[0].has_lost_text)
}

#[test]
fn typed_text_without_appearance_is_drawn() {
    let note = "/Subtype/FreeText/Contents(Bread and rain)/DA(/Helv 20 Tf 0 g)";
    let (expected, is_lost) = typed(note, "<<>>");
    assert!(expected > 500 && !is_lost, "{expected}");
    let utf_16 = "<FEFF0042007200650061006400200061006E00640020007200610069006E>";
    for (annotation, field) in [
        (format!("/Subtype/FreeText/Contents{utf_16}/DA(/Helv 20 Tf 0 g)"), "<<>>"),
        ("/Subtype/Widget/FT/Tx/V(Bread and rain)/DA(/Helv 20 Tf 0 g)".into(), "<<>>"),
        ("/Subtype/Widget/Parent 5 0 R".into(), "<</FT/Tx/V(Bread and rain)/DA(0 g /Helv 20 Tf)>>"),
    ] {
        assert_eq!(typed(&annotation, field), (expected, false), "{annotation}");
    }
    // Text with quotation marks, in a size of its own; text in a size without end.
    for text in ["(\\215Bread\\216)", "(Bread)/DA(/Helv inf Tf)", "(Bread)/DA(/Helv 1e999 Tf)"] {
        let (drawn, is_lost) = typed(&format!("/Subtype/FreeText/Contents{text}"), "<<>>");
        assert!(drawn > 100 && !is_lost, "{text}: {drawn}");
    }
}

#[test]
fn text_that_cannot_be_drawn_is_reported() {
    let chinese = "<FEFF53A8623F>";
    let long = "bread and rain ".repeat(100);
    for annotation in [
        format!("/Subtype/FreeText/Contents{chinese}"),
        format!("/Subtype/Widget/FT/Tx/V{chinese}"),
        format!("/Subtype/FreeText/Contents({long})"),
        format!("/Subtype/FreeText/Contents({})", "n".repeat(100)),
        "/Subtype/FreeText/RC(<p>bread</p>)".into(),
        "/Subtype/Stamp/Name/Approved".into(),
    ] {
        assert!(typed(&annotation, "<<>>").1, "{annotation}");
    }
    for annotation in [
        "/Subtype/FreeText/Contents()",
        "/Subtype/Widget/FT/Tx",
        "/Subtype/Widget/FT/Btn/V/Yes",
        "/Subtype/Text/Contents(A note in the margin)",
        "/Subtype/Stamp/F 2",
    ] {
        assert_eq!(typed(annotation, "<<>>"), (0, false), "{annotation}");
    }
}

#[test]
fn busy_machine_leaves_time_for_all_work() {
    let Limits { cpu_seconds, wall, .. } = JOB.limits;
    assert!(wall.as_secs() >= 10 * cpu_seconds);
}

#[test]
fn longest_page_stays_within_pixel_limit() {
    let ribbon = page_of("/MediaBox[0 0 1 1000000000]", "", &[]);
    let (_, images) = draw_previews(&ribbon, 700).unwrap();
    assert!(images[0].pixels.len() <= 40_000_000);
}

#[test]
fn undrawable_pdf_is_refused_with_reason() {
    let locked = pdf_of(
        &["<</Type/Catalog/Pages 2 0 R>>".into(), "<</Type/Pages/Kids[]/Count 0>>".into()],
        &format!(
            "/ID[<00><00>]/Encrypt<</Filter/Standard/V 2/R 3/Length 128/P -4/O<{0}>/U<{0}>>>",
            "5a".repeat(32)
        ),
    );
    let mut kids = String::new();
    for number in 3..10_003 {
        let _ = write!(kids, "{number} 0 R ");
    }
    let mut crowd = vec!["<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]>>".to_owned(); 10_002];
    crowd[0] = "<</Type/Catalog/Pages 2 0 R>>".into();
    crowd[1] = format!("<</Type/Pages/Kids[{kids}]/Count 10000>>");
    for (file, refusal) in [
        (b"Dear club, here is my form.".to_vec(), Refusal::Unreadable),
        (Vec::new(), Refusal::Unreadable),
        (b"%PDF-1.7\n%%EOF".to_vec(), Refusal::Unreadable),
        (locked, Refusal::Encrypted),
        (pdf_of(&crowd, ""), Refusal::TooManyPages),
    ] {
        assert_eq!(draw_previews(&file, 100).unwrap_err(), refusal);
    }
}

#[test]
fn file_with_only_attachments_locked_is_drawn() {
    let keys = format!("/O<{0}>/U<{0}>/P -4/V 4/R 4/Length 128", "5a".repeat(32));
    let filters = "/CF<</StdCF<</CFM/AESV2/AuthEvent/EFOpen/Length 16>>>>/EFF/StdCF";
    let locked = |which: &str| {
        let objects = [
            "<</Type/Catalog/Pages 2 0 R>>".into(),
            "<</Type/Pages/Kids[3 0 R]/Count 1>>".into(),
            "<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 100]/Contents 4 0 R>>".into(),
            stream("", "0 g 0 0 200 100 re f"),
            format!("<</Filter/Standard{keys}{filters}{which}>>"),
        ];
        pdf_of(&objects, "/ID[<00><00>]/Encrypt 5 0 R")
    };
    for open in ["/StmF/Identity/StrF/Identity", ""] {
        assert_eq!(luma(&locked(open), 100, 50), 0, "{open}");
    }
    let refusal = draw_previews(&locked("/StmF/StdCF/StrF/StdCF"), 100).unwrap_err();
    assert_eq!(refusal, Refusal::Encrypted);
}

#[test]
fn truncated_pdf_is_drawn_or_unreadable() {
    let whole =
        page_of("/Annots[<</Type/Annot/Subtype/Ink/InkList[[1 1 9 9]]>>]", "0 0 9 9 re f", &[]);
    for end in 0..whole.len() {
        if let Err(refusal) = draw_previews(&whole[..end], 20) {
            assert_eq!(refusal, Refusal::Unreadable);
        }
    }
}

#[derive(Debug, Deserialize)]
struct ExportedPage {
    file: String,
    page: usize,
    dark_px_with_annots: usize,
}

#[test]
fn pages_that_tablets_exported_keep_their_ink() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/testdata/exports");
    let Ok(manifest) = fs::read(folder.join("manifest.json")) else {
        skips::skip("../shared/testdata/exports is not beside the project");
        return;
    };
    let pages: Vec<ExportedPage> = serde_json::from_slice(&manifest).unwrap();
    for exported in pages {
        let pdf = fs::read(folder.join(&exported.file)).unwrap();
        let drawn = dark(&draw(&pdf, exported.page - 1, PAGE_WIDTH));
        let expected = exported.dark_px_with_annots;
        let off = drawn.abs_diff(expected) as f64;
        assert!(off <= 0.15 * expected as f64, "{exported:?}: {drawn} dark pixels");
    }
}
