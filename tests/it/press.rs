//! Typesetting in a real child process of the executable.

mod epub;
mod large;
mod print;
mod sample;
mod templates;

use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Output};

use inkfold::domain::book::Question;
use inkfold::press::book::cover::Cover;
use inkfold::press::book::{
    self, Book, Chapter, Memo, MemoKind, Options, PageSize, PdfPage, Templates,
};
use inkfold::press::form::{self, Form};
use inkfold::sandbox::Sandbox;
use jiff::civil::date;

fn sandbox() -> Sandbox {
    Sandbox::of(Path::new(env!("CARGO_BIN_EXE_inkfold")))
}

fn form_blank(folder: &Path, questions: &str) -> Output {
    let mut file = fs::File::create(folder.join("questions.csv")).unwrap();
    file.write_all(questions.as_bytes()).unwrap();
    Command::new(env!("CARGO_BIN_EXE_inkfold"))
        .current_dir(folder)
        .args(["form", "blank", "--questions", "questions.csv", "--out", "form.pdf", "--json"])
        .args(["--name", "Letters to the Garden"])
        .output()
        .unwrap()
}

#[test]
fn form_blank_writes_form_and_prints_code() {
    let folder = tempfile::tempdir().unwrap();
    let output = form_blank(folder.path(), "key,description\nsmile,What made you smile? ก\n");
    let answer: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    let questions = vec![Question::parse("smile", "What made you smile? ก").unwrap()];
    let form = Form::new("", "Letters to the Garden".into(), questions, true);
    assert_eq!(
        answer,
        serde_json::json!({
            "file": "form.pdf", "form": form.code.to_string(), "questions": 1, "missing": ["ก"]
        })
    );
    let written = fs::read(folder.path().join("form.pdf")).unwrap();
    assert_eq!(written, form::typeset(&sandbox(), &form).unwrap());
}

#[test]
fn form_blank_names_line_of_bad_question() {
    let folder = tempfile::tempdir().unwrap();
    let output = form_blank(folder.path(), "key,description\nsmile,What made you smile?\nno key\n");
    assert_eq!(output.status.code(), Some(1));
    let words = String::from_utf8(output.stderr).unwrap();
    assert!(
        words.starts_with(
            "error: questions.csv was not imported: Line 3: There should be two columns"
        ),
        "{words}"
    );
    assert!(!folder.path().join("form.pdf").exists());
}

#[test]
fn book_survives_pdf_that_cannot_be_embedded() {
    let page = MemoKind::Page {
        png: "page.png".into(),
        pdf: Some(PdfPage { name: "broken.pdf".into(), page: 1 }),
    };
    let book = book_of(page);
    let open = || Ok(Vec::new());
    let mut pictures = |name: &str| match name {
        "page.png" => Ok(png()),
        _ => Ok(b"%PDF-1.7 and no more".to_vec()),
    };
    let none = Templates::default();
    let (pdf, printed) =
        book::typeset(&sandbox(), &none, &book, &mut pictures, &mut |_| (), open).unwrap();
    assert!(printed.notices.is_empty());
    assert!(pdf.starts_with(b"%PDF-1.7"));

    let lost = |_: &str| Err(std::io::ErrorKind::NotFound.into());
    let error =
        book::typeset(&sandbox(), &none, &book, &mut { lost }, &mut |_| (), open).unwrap_err();
    assert_eq!(error.to_string(), "the picture broken.pdf cannot be read");
}

fn book_of(kind: MemoKind) -> Book {
    let memo = Memo { author: "Ana".into(), alt: None, kind };
    Book {
        title: "Letters to the Garden".into(),
        description: String::new(),
        publisher: "The Garden Club".into(),
        edition: 0,
        date: date(2026, 11, 20),
        cover: Cover::default(),
        page_size: PageSize::Tablet,
        changes: vec![],
        options: Options::default(),
        chapters: vec![Chapter { number: 1, question: "Why?".into(), memos: vec![memo] }],
    }
}

fn png() -> Vec<u8> {
    let mut png = std::io::Cursor::new(Vec::new());
    image::GrayImage::new(30, 40).write_to(&mut png, image::ImageFormat::Png).unwrap();
    png.into_inner()
}
