//! Books that are too large for one child.

use std::fs;
use std::io::Write;
use std::path::Path;

use hayro::hayro_syntax::Pdf;
use inkfold::press::book::{self, Book, Chapter, Memo, MemoKind, PageSize, Progress, Templates};

use super::{book_of, png, sandbox};

/// Memos of two chapters, more than one child is given.
const MEMOS: usize = 2_030;

fn large() -> Book {
    let (hand, text) =
        (MemoKind::Hand { png: "hand.png".into() }, MemoKind::Text { text: "It rained.".into() });
    let memo = |number: usize| {
        let kind = if number.is_multiple_of(2) { hand.clone() } else { text.clone() };
        Memo { author: format!("Ana {}", number % 30), alt: None, kind }
    };
    let chapter = |number, memos: std::ops::Range<usize>| Chapter {
        number,
        question: format!("Why {number}?"),
        memos: memos.map(memo).collect(),
    };
    let chapters = vec![chapter(1, 0..MEMOS - 20), chapter(2, 0..20)];
    Book { page_size: PageSize::A5, chapters, ..book_of(hand.clone()) }
}

/// Typesets the book; returns the PDF, its result, and its progress in between.
fn typeset(folder: &Path) -> (Vec<u8>, book::TypesetBook, Vec<u32>) {
    let (templates, mut told) = (Templates::read(folder), Vec::new());
    let mut progress = |progress: Progress| told.push(progress.percent());
    let mut pictures = |_: &str| Ok(png());
    let open = || Ok(Vec::new());
    let (pdf, printed) =
        book::typeset(&sandbox(), &templates, &large(), &mut pictures, &mut progress, open)
            .unwrap();
    (pdf, printed, told)
}

fn put_colophon(folder: &Path, source: &str) {
    fs::create_dir_all(folder.join("book")).unwrap();
    let mut file = fs::File::create(folder.join("book/colophon.typ")).unwrap();
    file.write_all(source.as_bytes()).unwrap();
}

#[test]
fn large_book_is_joined_reproducibly() {
    let folder = tempfile::tempdir().unwrap();
    let (pdf, printed, told) = typeset(folder.path());
    assert_eq!(told, [0, 33, 66, 100]);
    assert_eq!(printed.notices, Vec::<String>::new());
    assert_eq!(Pdf::new(pdf.clone()).unwrap().pages().len(), printed.pages as usize);
    // Custom templates apply to every section; if they are invalid, the book equals that of the built-in templates.
    put_colophon(folder.path(), "#let colophon = page[Ours.]");
    let (own, printed, _) = typeset(folder.path());
    assert_eq!(printed.notices, Vec::<String>::new());
    assert_ne!(own, pdf);
    put_colophon(folder.path(), "#let colophon = page(nmae)");
    let (again, printed, _) = typeset(folder.path());
    assert_eq!(printed.notices.len(), 2, "{:?}", printed.notices);
    assert!(again == pdf, "the built-in book is another than without templates");
}
