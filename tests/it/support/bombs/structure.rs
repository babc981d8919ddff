//! Files whose structure is the attack: endless pages, objects and tables.

use std::fmt::Write;

use super::super::bad_files::{flate_bomb, long_pdf};
use super::super::exports::{pdf_of, stream};
use super::{Bomb, THRICE, page, page_with, zeros};

pub(super) fn bombs() -> Vec<Bomb> {
    vec![
        ("10,000 pages", long_pdf()),
        ("a billion pages that are one", shared_pages()),
        ("a page tree that is its own branch", page_tree("[2 0 R 3 0 R]")),
        ("a page tree a hundred thousand deep", deep_page_tree()),
        ("a page tree that promises two billion pages", page_tree("[3 0 R]")),
        ("a table that goes on in itself", looped_tables(1)),
        ("two tables that go on in each other", looped_tables(2)),
        ("arrays in arrays", nested("[", "]")),
        ("dictionaries in dictionaries", nested("<</A ", ">>")),
        ("a length that is told by the stream itself", own_length()),
        (
            "an object stream of a billion objects",
            object_stream("/N 1000000000/First 10", b"1 0 2 4 "),
        ),
        (
            "an object stream of zeros",
            object_stream(&format!("/N 9/First 9{THRICE}"), &zeros(256 << 20)),
        ),
        (
            "a square of a billion points",
            page_with("/MediaBox[0 0 1000000000 1000000000]", b"", &[]),
        ),
        ("a page a point wide and a mile high", page_with("/MediaBox[0 0 1 1000000000]", b"", &[])),
        ("a page of no size", page_with("/MediaBox[0 0 0 0]", b"", &[])),
        (
            "a page that is huge and turned",
            page_with(
                "/MediaBox[0 0 99999999999999999999999999999999999999 99999999999999999999]/Rotate 90",
                b"",
                &[],
            ),
        ),
        ("a quarter of a gigabyte of saved states", flate_bomb()),
        ("a content of zeros, packed thrice", zeros_as_content()),
        ("two million saved states", page(&b"q ".repeat(2_000_000), "", &[])),
    ]
}

/// Thirty branches, each of which has the next one twice.
fn shared_pages() -> Vec<u8> {
    let mut objects = vec![b"<</Type/Catalog/Pages 2 0 R>>".to_vec()];
    for number in 2..32 {
        let next = number + 1;
        let count = 1_u64 << (32 - number);
        let branch = format!("<</Type/Pages/Kids[{next} 0 R {next} 0 R]/Count {count}>>");
        objects.push(branch.into_bytes());
    }
    objects.push(b"<</Type/Page/MediaBox[0 0 600 800]>>".to_vec());
    pdf_of(&objects)
}

fn page_tree(kids: &str) -> Vec<u8> {
    pdf_of(&[
        b"<</Type/Catalog/Pages 2 0 R>>".to_vec(),
        format!("<</Type/Pages/Parent 2 0 R/Kids{kids}/Count 2147483647>>").into_bytes(),
        b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 600 800]>>".to_vec(),
    ])
}

fn deep_page_tree() -> Vec<u8> {
    let mut objects = vec![b"<</Type/Catalog/Pages 2 0 R>>".to_vec()];
    for number in 2..100_000 {
        let branch = format!("<</Type/Pages/Kids[{} 0 R]/Count 1>>", number + 1);
        objects.push(branch.into_bytes());
    }
    objects.push(b"<</Type/Page/MediaBox[0 0 600 800]>>".to_vec());
    pdf_of(&objects)
}

fn looped_tables(tables: usize) -> Vec<u8> {
    let mut file = String::from("%PDF-1.7\n1 0 obj\n<</Type/Catalog/Pages 2 0 R>>\nendobj\n");
    let table = |own: usize, previous: usize| {
        format!(
            "xref\n0 2\n0000000000 65535 f \n0000000009 00000 n \ntrailer\n\
             <</Root 1 0 R/Size 3/Prev {previous:010}>>\nstartxref\n{own:010}\n%%EOF\n"
        )
    };
    let (first, length) = (file.len(), table(0, 0).len());
    for number in 0..tables {
        let at = |number: usize| first + number % tables * length;
        file.push_str(&table(at(number), at(number + 1)));
    }
    file.into_bytes()
}

fn nested(open: &str, close: &str) -> Vec<u8> {
    let depth = 200_000;
    let object = open.repeat(depth) + "1" + &close.repeat(depth);
    page_with("/Resources 5 0 R/Annots 5 0 R", b"", &[object.into_bytes()])
}

fn own_length() -> Vec<u8> {
    let object = b"<</Length 5 0 R>>\nstream\n/X Do\nendstream".to_vec();
    page_with("/Contents 5 0 R", b"", &[object])
}

fn object_stream(entries: &str, data: &[u8]) -> Vec<u8> {
    // The reader searches only damaged files for object streams, so the cross-reference table is removed.
    let mut file = page_with("", b"", &[stream(&format!("/Type/ObjStm{entries}"), data)]);
    let table = file.windows(5).rposition(|bytes| bytes == b"xref\n").unwrap();
    file.truncate(table);
    let mut end = String::new();
    let _ = write!(end, "trailer\n<</Root 1 0 R/Size 6>>\n%%EOF");
    [file, end.into_bytes()].concat()
}

fn zeros_as_content() -> Vec<u8> {
    page_with("/Contents 5 0 R", b"", &[stream(THRICE, &zeros(256 << 20))])
}
