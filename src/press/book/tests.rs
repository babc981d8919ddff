//! The printed book.

mod typesetting;

use std::path::Path;

use hayro::hayro_syntax::Pdf;
use hayro::hayro_syntax::object::{Dict, Object, String as PdfString};
use image::ExtendedColorType;
use jiff::civil::date;

use super::super::raster;
use super::super::world::tests::{TypesetProof, typeset_cleanly};
use super::job::BookJob;
use super::*;
use crate::picture::tests::png;
use crate::placeholder::tests::one_page;

pub(super) fn hand(author: &str) -> Memo {
    Memo { author: author.into(), alt: None, kind: MemoKind::Hand { png: "hand".into() } }
}

pub(super) fn text(author: &str, text: &str) -> Memo {
    Memo { author: author.into(), alt: None, kind: MemoKind::Text { text: text.into() } }
}

pub(super) fn page(author: &str, pdf: Option<&str>) -> Memo {
    let pdf = pdf.map(|name| PdfPage { name: name.into(), page: 1 });
    Memo { author: author.into(), alt: None, kind: MemoKind::Page { png: "page".into(), pdf } }
}

pub(super) fn book(chapters: Vec<Vec<Memo>>) -> Book {
    let chapter = |(number, memos)| Chapter { number, question: format!("Why {number}?"), memos };
    Book {
        title: "Letters to the Garden".into(),
        description: "Small joys of one summer.".into(),
        publisher: "The Garden Club".into(),
        edition: 1,
        date: date(2026, 11, 20),
        cover: Cover::default(),
        page_size: PageSize::Tablet,
        changes: Vec::new(),
        options: Options::default(),
        chapters: (1..).zip(chapters).map(chapter).collect(),
    }
}

/// Handwriting is dark grey, the picture of a full page light grey, a PDF black.
pub(super) fn picture(name: &str) -> io::Result<Vec<u8>> {
    let grey = |width, height, luma| {
        png(width, height, ExtendedColorType::L8, &vec![luma; (width * height) as usize])
    };
    match name {
        "hand" => Ok(grey(560, 438, 40)),
        "short" => Ok(grey(560, 100, 40)),
        "high" => Ok(grey(560, 900, 40)),
        "page" => Ok(grey(30, 40, 200)),
        "clean.pdf" => Ok(one_page("")),
        "broken.pdf" => Ok(b"%PDF-1.7 and no more".to_vec()),
        _ => Err(io::ErrorKind::NotFound.into()),
    }
}

/// With a cover that is not ours.
pub(super) fn own_templates(folder: &Path) -> Templates {
    std::fs::create_dir(folder.join("book")).unwrap();
    let mut cover = std::fs::File::create(folder.join("book/cover.typ")).unwrap();
    cover.write_all(b"#let cover = page[Mine]").unwrap();
    Templates::read(folder)
}

fn proof(book: &Book) -> TypesetProof {
    let job = BookJob::of(book, &Templates::default(), &mut picture).unwrap();
    let mut proof = typeset_cleanly(job.encoded.clone());
    let mut printed = Vec::new();
    job.print(&proof.pdf, &mut picture, &mut printed).unwrap();
    proof.pdf = printed;
    proof
}

/// File of what a child returns object by object, without pictures.
pub(crate) fn assembled(laid_out: Vec<u8>) -> Vec<u8> {
    let (mut pdf, none) = (Vec::new(), book(vec![]));
    let job = BookJob::of(&none, &Templates::default(), &mut picture).unwrap();
    let measures = Measures::default();
    write_chunk(&job, decode(laid_out).unwrap(), measures, &mut picture, &mut pdf).unwrap();
    pdf
}

#[test]
fn fonts_have_glyphs_for_every_script() {
    let memos = [
        ("Ana López 😀", "I laughed. “Quotes” – and dashes… ½ €"),
        ("Мария Иванова", "Сегодня шёл дождь."),
        ("李小龙 玥璟喆", "今天下雨了，孩子们开始跳舞。"),
        ("さくら 髙", "今日は雨が降って、子供たちが踊り始めました。"),
        ("अनीता शर्मा", "आज बारिश हुई और बच्चे नाचने लगे। क्षत्रिय"),
        ("রহিমা বেগম", "আজ বৃষ্টি হলো এবং শিশুরা নাচতে শুরু করল।"),
        ("ਹਰਪ੍ਰੀਤ ਕੌਰ", "ਅੱਜ ਮੀਂਹ ਪਿਆ ਅਤੇ ਬੱਚੇ ਨੱਚਣ ਲੱਗੇ।"),
        ("Ελένη Παπαδοπούλου", "Η γιαγιά μου χόρεψε στην κουζίνα."),
        ("נועה לוי", "הגשם הראשון ירד היום (סוף סוף), והילדים רקדו בחצר."),
        ("ليلى حداد", "نزل المطر اليوم، فخرج الأطفال يرقصون."),
        ("Jürgen Groß", "Es regnete, „und wie“!"),
        ("Chloé Lefèvre ❤️", "Il a plu ; cœur léger."),
        ("João 👩‍🚀", "Choveu às três. Não faz mal."),
        ("Niccolò", "È piovuto già più volte."),
        ("Íñigo", "¿Llovió? ¡Sí!"),
    ];
    let memos = memos.map(|(author, words)| text(author, words)).to_vec();
    let book = book(vec![memos]);
    assert_eq!(book.missing(), Vec::<char>::new());
    // Resolves every glyph of the book.
    proof(&book);
}

#[test]
fn single_author_book_has_no_index() {
    let alone = proof(&book(vec![vec![hand("Ana"), hand("Ana")]]));
    let together = proof(&book(vec![vec![hand("Ana"), hand("Bo")]]));
    assert_eq!(alone.page_count() + 1, together.page_count());
}

#[test]
fn two_memos_share_a_page_below_chapter() {
    let proof = proof(&book(vec![
        vec![hand("Ana"), hand("Bo"), hand("Ana"), hand("Cy")],
        vec![],
        vec![page("Cy", None), hand("Bo"), page("Ana", None)],
        vec![page("Cy", None)],
    ]));
    // Cover, endpaper, title page, contents; the second question has no memos.
    assert_eq!(proof.page_of("chapter-0"), 5);
    assert_eq!([0, 1, 2, 3].map(|id| proof.page_of(&format!("memo-{id}"))), [5, 6, 6, 7]);
    // Full pages come last, each on its own; the first one of a chapter without others shares the opening's page.
    assert_eq!(proof.page_of("chapter-1"), 8);
    assert_eq!([4, 5, 6].map(|id| proof.page_of(&format!("memo-{id}"))), [8, 9, 10]);
    assert_eq!((proof.page_of("chapter-2"), proof.page_of("memo-7")), (11, 11));
    assert_eq!(proof.page_of("voices"), 12);
    assert_eq!(proof.page_count(), 13);
}

#[test]
fn empty_book_is_typeset() {
    assert_eq!(proof(&book(vec![])).page_count(), 6);
}

#[test]
fn text_longer_than_page_continues_overleaf() {
    let lines = "line\n".repeat(200);
    let proof = proof(&book(vec![vec![text("Ana", &lines), text("Bo", "Yes.")]]));
    assert!(proof.page_of("memo-1") > proof.page_of("memo-0") + 2);
}

#[test]
fn chapters_may_have_the_same_number() {
    let mut book = book(vec![vec![hand("Ana")], vec![hand("Bo")]]);
    book.chapters[1].number = 1;
    assert_eq!(proof(&book).page_of("chapter-1"), 6);
}

#[test]
fn every_page_size_has_the_same_pages() {
    let mut book = book(vec![vec![hand("Ana"), hand("Bo"), hand("Cy"), text("Di", "Yes.")]]);
    let counts = [PageSize::Tablet, PageSize::A5, PageSize::Letter].map(|page_size| {
        book.page_size = page_size;
        proof(&book).page_count()
    });
    assert_eq!(counts, [9; 3]);
}

#[test]
fn pdf_has_title_authors_and_outline() {
    let pdf = Pdf::new(proof(&book(vec![vec![hand("Ana"), hand("Bo")], vec![hand("Cy")]])).pdf);
    let pdf = pdf.unwrap();
    let metadata = pdf.metadata();
    assert_eq!(metadata.title.as_deref(), Some(&b"Letters to the Garden"[..]));
    assert_eq!(metadata.author.as_deref(), Some(&b"Ana, Bo, Cy"[..]));
    let titles: Vec<String> = pdf
        .objects()
        .into_iter()
        .filter_map(|object| match object {
            Object::Dict(dict) => Some(dict),
            _ => None,
        })
        .filter(|dict: &Dict<'_>| dict.contains_key("Dest") && dict.contains_key("Title"))
        .filter_map(|dict| dict.get::<PdfString<'_>>("Title"))
        .map(|title| String::from_utf8_lossy(title.as_bytes()).into_owned())
        .collect();
    assert_eq!(titles, ["1 Why 1?", "2 Why 2?", "Everyone who wrote"]);
}

#[test]
fn same_book_gives_same_bytes_and_hash() {
    let first = book(vec![vec![hand("Ana"), text("Bo", "Yes.")]]);
    assert_eq!(proof(&first).pdf, proof(&first.clone()).pdf);
    assert_eq!(first.hash(&Templates::default()), first.clone().hash(&Templates::default()));
    let mut other = first.clone();
    other.date = date(2026, 11, 21);
    assert_ne!(first.hash(&Templates::default()), other.hash(&Templates::default()));
    let mut other = first.clone();
    other.options.all_black = true;
    assert_ne!(first.hash(&Templates::default()), other.hash(&Templates::default()));
    let mut other = first.clone();
    other.chapters[0].memos[0].kind = MemoKind::Hand { png: "another hand".into() };
    assert_ne!(first.hash(&Templates::default()), other.hash(&Templates::default()));
}

#[test]
fn handwriting_is_printed_as_it_is() {
    let pages = raster::pages(proof(&book(vec![vec![hand("Ana")]])).pdf, 300);
    assert_eq!(pages[4].at(150, 150), 40);
}

#[test]
fn page_pdf_is_embedded_only_when_lossless() {
    for (pdf, luma) in [("clean.pdf", 0), ("broken.pdf", 200)] {
        let pages = raster::pages(proof(&book(vec![vec![page("Cy", Some(pdf))]])).pdf, 300);
        assert_eq!(pages[4].at(150, 220), luma, "{pdf}");
    }
}

#[test]
fn full_page_stands_below_short_answer_of_chapter() {
    let pages = |chapter: Vec<Memo>| {
        let proof = proof(&book(vec![chapter]));
        [0, 1].map(|id| proof.page_of(&format!("memo-{id}")))
    };
    assert_eq!(pages(vec![text("Ana", "Yes."), page("Bo", None)]), [5, 5]);
    assert_eq!(pages(vec![hand("Ana"), page("Bo", None)]), [5, 6]);
}

#[test]
fn short_pictures_share_page_tall_ones_do_not() {
    let shapes = |name: &str| Memo { kind: MemoKind::Hand { png: name.into() }, ..hand("Ana") };
    let memos = ["hand", "short", "short", "short", "short", "high"].map(shapes);
    let proof = proof(&book(vec![memos.to_vec()]));
    let pages = [0, 1, 2, 3, 4, 5].map(|id| proof.page_of(&format!("memo-{id}")));
    assert_eq!(pages, [5, 6, 6, 6, 7, 7]);
}

#[test]
fn long_paragraph_continues_overleaf_with_author() {
    let words = "The rain fell on the garden and we were happy. ".repeat(120);
    let proof = proof(&book(vec![vec![text("Ana", &words), text("Bo", "Yes.")]]));
    assert!(proof.page_of("memo-1") > proof.page_of("memo-0"));
}

#[test]
fn pdf_is_tagged_and_pictures_have_text() {
    let mut book = book(vec![vec![hand("Ana"), hand("Bo"), page("Cy", Some("clean.pdf"))]]);
    book.chapters[0].memos[1].alt = Some(" A cat on a fence. ".into());
    let pdf = proof(&book).pdf;
    for words in [
        "/StructTreeRoot",
        "/MarkInfo",
        "(Handwriting by Ana on: Why 1?)",
        "(A cat on a fence.)",
        "(A page by Cy on: Why 1?)",
    ] {
        assert!(pdf.windows(words.len()).any(|part| part == words.as_bytes()), "{words}");
    }
}

#[test]
fn own_template_changes_book_hash() {
    let folder = tempfile::tempdir().unwrap();
    let book = book(vec![vec![hand("Ana")]]);
    let own = own_templates(folder.path());
    assert_ne!(book.hash(&own), book.hash(&Templates::default()));
    let job = BookJob::of(&book, &own, &mut picture).unwrap();
    assert_eq!(typeset_cleanly(job.encoded).page_count(), 6);
}
