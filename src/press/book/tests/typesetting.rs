//! Typesetting of books: pictures, memory, and failures of the child.

use std::cell::RefCell;

use serde_json::Value;

use super::super::job::{AsPictures, MAX_PDF_BYTES};
use super::*;
use crate::typeset_job::TypesetJob;

#[test]
fn shared_picture_is_loaded_once() {
    let asked = RefCell::new(Vec::new());
    let mut pictures = |name: &str| {
        asked.borrow_mut().push(name.to_owned());
        picture(name)
    };
    let book_of_three = book(vec![vec![hand("Ana"), hand("Bo"), page("Cy", Some("clean.pdf"))]]);
    BookJob::of(&book_of_three, &Templates::default(), &mut pictures).unwrap();
    // Once for the pages, and once for the cover.
    assert_eq!(asked.into_inner(), ["hand", "clean.pdf", "page", "hand"]);
    let lost = book(vec![vec![page("Cy", Some("lost.pdf"))]]);
    let error = BookJob::of(&lost, &Templates::default(), &mut picture).err().unwrap();
    assert_eq!(error.to_string(), "the picture lost.pdf cannot be read");
}

#[test]
fn pdf_without_room_is_replaced_by_picture() {
    let mut scans = |name: &str| match name {
        "half" | "other half" => Ok(vec![b' '; MAX_PDF_BYTES / 2]),
        "too much" => Ok(vec![b' '; MAX_PDF_BYTES]),
        _ => picture(name),
    };
    // A PDF that is too large excludes no other, and a repeated PDF is included once.
    let pdfs = ["half", "too much", "other half", "clean.pdf", "half"];
    let book = book(vec![pdfs.map(|name| page("Cy", Some(name))).to_vec()]);
    let job = BookJob::of(&book, &Templates::default(), &mut scans).unwrap();
    assert!(job.encoded.len() < MAX_PDF_BYTES + (4 << 20), "{}", job.encoded.len());
    assert_eq!(job.as_pictures, AsPictures { for_room: 2, for_failure: 0 });
    let notices: Vec<String> = job.as_pictures.notices().collect();
    let words = "printed 2 full pages as pictures: a section has room for 64 MB of PDFs";
    assert_eq!(notices, [words]);

    let job = TypesetJob::decode(job.encoded).unwrap();
    let memos = job.data["chapters"][0]["memos"].as_array().unwrap();
    let has_pdf: Vec<bool> = memos.iter().map(|memo| memo["pdf"] != Value::Null).collect();
    assert_eq!(has_pdf, [true, false, true, false, true]);
    assert!(memos.iter().all(|memo| memo["picture"].is_string()));
}

#[test]
fn failed_child_start_is_not_blamed_on_template() {
    let folder = tempfile::tempdir().unwrap();
    let own = own_templates(folder.path());
    let book = book(vec![vec![page("Cy", Some("clean.pdf"))]]);
    let asked = RefCell::new(Vec::new());
    let mut pictures = |name: &str| {
        asked.borrow_mut().push(name.to_owned());
        picture(name)
    };
    let nowhere = Sandbox::of(&folder.path().join("inkfold"));
    let failed = typeset(&nowhere, &own, &book, &mut pictures, &mut |_| (), || Ok(io::sink()));
    let failed = failed.map(|_| ()).unwrap_err();
    assert!(matches!(failed, Error::Child { source: Failure::Start(_), .. }), "{failed:?}");
    assert_eq!(asked.into_inner(), ["clean.pdf", "page", "page"], "it was not tried without them");
}
