//! Small PDFs that demand huge resources: each a few bytes to a few megabytes, none of them a form.

mod drawing;
mod large_png;
pub(crate) mod metadata;
mod pictures;
mod structure;

use lopdf::{Stream, dictionary};

use super::exports::{pdf_of, stream};

pub(crate) use large_png::large_png;

/// Description and bytes of a bomb.
pub(crate) type Bomb = (&'static str, Vec<u8>);

/// Every bomb that we know of.
pub(crate) fn all() -> Vec<Bomb> {
    [structure::bombs(), pictures::bombs(), drawing::bombs()].concat()
}

/// Returns a PDF of one page with this content and these resources; the objects are numbered from 5.
fn page(content: &[u8], resources: &str, objects: &[Vec<u8>]) -> Vec<u8> {
    page_with(&format!("/Contents 4 0 R/Resources<<{resources}>>"), content, objects)
}

/// Returns a PDF of one page with these entries, and its content as object 4.
fn page_with(entries: &str, content: &[u8], objects: &[Vec<u8>]) -> Vec<u8> {
    let boxed = if entries.contains("/MediaBox") { "" } else { "/MediaBox[0 0 600 800]" };
    let first = [
        b"<</Type/Catalog/Pages 2 0 R>>".to_vec(),
        b"<</Type/Pages/Kids[3 0 R]/Count 1>>".to_vec(),
        format!("<</Type/Page/Parent 2 0 R{boxed}{entries}>>").into_bytes(),
        stream("", content),
    ];
    pdf_of(&[&first, objects].concat())
}

/// Page that draws object 5 as /X.
fn drawn(dict: &str, data: &[u8]) -> Vec<u8> {
    page(b"600 0 0 800 0 0 cm /X Do", "/XObject<</X 5 0 R>>", &[stream(dict, data)])
}

/// Compresses bytes for `FlateDecode`.
fn packed(bytes: Vec<u8>) -> Vec<u8> {
    let mut stream = Stream::new(dictionary! {}, bytes);
    stream.compress().unwrap();
    stream.content
}

/// Returns zeros of this length, compressed three times: a quarter of a gigabyte in less than a kilobyte.
fn zeros(length: usize) -> Vec<u8> {
    packed(packed(packed(vec![0; length])))
}

const THRICE: &str = "/Filter[/FlateDecode/FlateDecode/FlateDecode]";
