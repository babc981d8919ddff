//! Large books in one file.

use hayro::hayro_syntax::Pdf;
use lopdf::{Document, Object};

use super::super::tests::{book, hand, own_templates, page, picture, text};
use super::*;
use crate::raster;
use crate::typeset_job::TypesetJob;
use crate::world;

/// The child's work in this process.
fn typeset_here(job: &[u8]) -> Result<Vec<u8>, Error> {
    let mut job = TypesetJob::decode(job.to_vec()).unwrap();
    crate::book::choose(&mut job);
    world::typeset(job).map_err(refused)
}

/// PDF, number of its pages, and reported progress.
fn joined(book: &Book, most: usize) -> (Vec<u8>, u32, Vec<Progress>) {
    joined_with(&Templates::default(), book, most)
}

fn joined_with(templates: &Templates, book: &Book, most: usize) -> (Vec<u8>, u32, Vec<Progress>) {
    let sections = Sections::of(book, templates, most).unwrap();
    let (mut pdf, mut told) = (Vec::new(), Vec::new());
    let mut progress = |progress| told.push(progress);
    let printed = sections.print(&mut typeset_here, &mut picture, &mut progress, &mut pdf).unwrap();
    (pdf, printed.pages, told)
}

fn whole(book: &Book) -> Vec<u8> {
    whole_with(&Templates::default(), book)
}

fn whole_with(templates: &Templates, book: &Book) -> Vec<u8> {
    let job = BookJob::of(book, templates, &mut picture).unwrap();
    let laid_out = typeset_here(&job.encoded).unwrap();
    let mut pdf = Vec::new();
    job.print(&laid_out, &mut picture, &mut pdf).unwrap();
    pdf
}

/// Sections of four memos end where a page does.
fn two_chapters() -> Book {
    let memos = |names: [&str; 4]| names.map(hand).to_vec();
    let mut second = memos(["Cy", "Di", "Ana", "Bo"]);
    second.push(page("Ed", Some("clean.pdf")));
    book(vec![memos(["Ana", "Bo", "Cy", "Ana"]), second, vec![text("Bo", "Yes.")]])
}

/// A link or a title, the page that it leads to, counted from 0, and where on it.
type Destination = (String, usize, String);

/// All links and names, and the outline.
fn destinations(pdf: &[u8]) -> (Vec<Destination>, Vec<Destination>) {
    let document = Document::load_mem(pdf).unwrap();
    let pages: Vec<_> = document.page_iter().collect();
    let place = |destination: &Object| {
        let (_, destination) = document.dereference(destination).unwrap();
        let [page, place @ ..] = &destination.as_array().unwrap()[..] else { panic!() };
        let page = page.as_reference().unwrap();
        (pages.iter().position(|id| *id == page).unwrap(), format!("{place:?}"))
    };
    let (mut links, mut outline) = (Vec::new(), Vec::new());
    for object in document.objects.values() {
        let Ok(dictionary) = object.as_dict() else { continue };
        let Ok(destination) = dictionary.get(b"Dest") else { continue };
        if let Ok(title) = dictionary.get(b"Title") {
            let (page, place) = place(destination);
            outline.push((format!("{title:?}"), page, place));
        } else if !matches!(destination, Object::String(..)) {
            let (page, place) = place(destination);
            links.push((format!("{:?}", dictionary.get(b"Rect").unwrap()), page, place));
        }
    }
    let names = document.catalog().unwrap().get(b"Names").and_then(Object::as_dict);
    let names = names.and_then(|names| names.get(b"Dests")).and_then(Object::as_dict);
    let names = names.and_then(|names| names.get(b"Names")).and_then(Object::as_array).unwrap();
    for named in names.chunks(2) {
        let (page, place) = place(&named[1]);
        links.push((format!("{:?}", named[0]), page, place));
    }
    links.sort();
    outline.sort();
    (links, outline)
}

#[test]
fn joined_book_has_pages_and_links_of_whole() {
    let book = two_chapters();
    let expected = whole(&book);
    let (pdf, pages, told) = joined(&book, 4);
    assert_eq!(destinations(&pdf), destinations(&expected));
    let (drawn, expected) = (raster::pages(pdf, 300), raster::pages(expected, 300));
    assert_eq!((drawn.len(), pages as usize), (expected.len(), expected.len()));
    for (number, (drawn, expected)) in drawn.iter().zip(&expected).enumerate() {
        assert!(drawn == expected, "page {number} is another");
    }
    let told: Vec<u32> = told.into_iter().map(Progress::percent).collect();
    assert_eq!(told, [0, 25, 50, 75, 100]);
}

#[test]
fn joined_pages_for_print_are_trimmed() {
    let mut book = two_chapters();
    book.options.medium = Medium::Print;
    let (pdf, pages, _) = joined(&book, 4);
    let document = Document::load_mem(&pdf).unwrap();
    assert_eq!((pages as usize, pages % 2), (document.get_pages().len(), 0));
    for page in document.page_iter() {
        let page = document.get_dictionary(page).unwrap();
        assert_eq!(page.get(b"BleedBox").unwrap(), page.get(b"MediaBox").unwrap());
        assert_ne!(page.get(b"TrimBox").unwrap(), page.get(b"MediaBox").unwrap());
    }
    assert!(joined(&book, 4).0 == pdf);
}

/// The text of the tags in their order, with the number of the page that each is on.
fn tags(pdf: &[u8]) -> Vec<(String, Option<usize>)> {
    let document = Document::load_mem(pdf).unwrap();
    let pages: Vec<_> = document.page_iter().collect();
    let root = document.catalog().unwrap().get(b"StructTreeRoot").unwrap();
    let mut waiting = vec![(root.clone(), None)];
    let mut tags = Vec::new();
    while let Some((object, parent)) = waiting.pop() {
        let Ok(id) = object.as_reference() else { continue };
        let element = document.get_dictionary(id).unwrap();
        if let Some(parent) = parent {
            assert_eq!(element.get(b"P").unwrap().as_reference().unwrap(), parent);
            let page = element.get(b"Pg").and_then(Object::as_reference).ok();
            let page = page.map(|page| pages.iter().position(|id| *id == page).unwrap());
            let alt = element.get(b"Alt").map(|alt| format!("{alt:?}")).unwrap_or_default();
            tags.push((format!("{:?} {alt}", element.get(b"S").unwrap()), page));
        }
        let below = element.get(b"K").and_then(Object::as_array).cloned().unwrap_or_default();
        waiting.extend(below.into_iter().rev().map(|below| (below, Some(id))));
    }
    tags
}

#[test]
fn joined_book_is_tagged_in_order_of_whole() {
    let book = two_chapters();
    assert_eq!(tags(&joined(&book, 4).0), tags(&whole(&book)));
}

#[test]
fn joined_book_resolves_every_struct_parent_key() {
    let (pdf, ..) = joined(&two_chapters(), 2);
    let document = Document::load_mem(&pdf).unwrap();
    let root = document.catalog().unwrap().get(b"StructTreeRoot").unwrap();
    let root = document.get_dictionary(root.as_reference().unwrap()).unwrap();
    let tree = root.get(b"ParentTree").unwrap().as_dict().unwrap();
    let numbers = tree.get(b"Nums").unwrap().as_array().unwrap();
    for (expected, pair) in (0..).zip(numbers.chunks(2)) {
        assert_eq!(pair[0].as_i64().unwrap(), expected);
        assert!(document.dereference(&pair[1]).is_ok(), "{expected}");
    }
    let mut keys: Vec<i64> = Vec::new();
    for object in document.objects.values() {
        let dictionary = match object {
            Object::Dictionary(dictionary) => dictionary,
            Object::Stream(stream) => &stream.dict,
            _ => continue,
        };
        for name in [&b"StructParents"[..], b"StructParent"] {
            keys.extend(dictionary.get(name).and_then(Object::as_i64).ok());
        }
    }
    keys.sort_unstable();
    assert!(keys.iter().copied().eq(0..numbers.len() as i64 / 2), "{keys:?}");
}

#[test]
fn joined_book_has_same_bytes_again() {
    let book = two_chapters();
    assert_eq!(joined(&book, 2), joined(&book, 2));
}

#[test]
fn joined_book_refers_to_nothing_that_is_missing() {
    let (pdf, ..) = joined(&two_chapters(), 2);
    let document = Document::load_mem(&pdf).unwrap();
    let mut waiting: Vec<Object> = document.objects.values().cloned().collect();
    while let Some(object) = waiting.pop() {
        match object {
            Object::Reference(id) => assert!(document.objects.contains_key(&id), "{id:?}"),
            Object::Array(items) => waiting.extend(items),
            Object::Dictionary(dictionary) => {
                waiting.extend(dictionary.iter().map(|(_, value)| value.clone()));
            }
            Object::Stream(stream) => waiting.push(Object::Dictionary(stream.dict)),
            _ => {}
        }
    }
    let size = document.trailer.get(b"Size").and_then(Object::as_i64).unwrap();
    assert_eq!(document.objects.len() as i64 + 1, size);
    assert!(Pdf::new(pdf).is_ok());
}

#[test]
fn chapter_goes_on_in_next_section_without_opening() {
    let many = (0..9).map(|_| hand("Ana")).collect();
    let book = book(vec![many, vec![hand("Bo")]]);
    let (pdf, pages, _) = joined(&book, 4);
    // Four pages before, one and a half of the first section, two of the second, the last memo with its chapter, one of the
    // other chapter, index and colophon.
    let titles: Vec<_> =
        destinations(&pdf).1.into_iter().map(|(title, page, _)| (title, page)).collect();
    assert_eq!(titles.len(), 3, "{titles:?}");
    assert_eq!(pages, 13, "{titles:?}");
}

#[test]
fn small_book_is_not_divided() {
    assert!(Sections::of(&two_chapters(), &Templates::default(), 10).is_none());
    assert!(Sections::of(&book(vec![]), &Templates::default(), 1).is_none());
}

#[test]
fn own_templates_find_labels_of_memos() {
    let folder = tempfile::tempdir().unwrap();
    let own = own_templates(folder.path());
    let book = two_chapters();
    let (pdf, ..) = joined_with(&own, &book, 4);
    assert_eq!(destinations(&pdf), destinations(&whole_with(&own, &book)));
}

#[test]
fn draft_and_frame_have_no_labels_of_memos() {
    let (book, templates) = (two_chapters(), Templates::default());
    let sections = Sections::of(&book, &templates, 4).unwrap();
    let mut anchors = Vec::new();
    let mut count = |job: &[u8]| {
        let data = TypesetJob::decode(job.to_vec()).unwrap().data;
        anchors.push(data.to_string().matches("memo-").count());
        typeset_here(job)
    };
    sections.print(&mut count, &mut picture, &mut |_| (), Vec::new()).unwrap();
    assert_eq!(anchors, [0; 5]);
}

#[test]
fn failed_section_refuses_whole_book() {
    let (book, templates) = (two_chapters(), Templates::default());
    let sections = Sections::of(&book, &templates, 4).unwrap();
    for failing in 0..5 {
        let mut calls = 0..;
        let mut typesetter = |job: &[u8]| {
            if calls.next() == Some(failing) {
                let source = sandbox::Failure::OverLimit;
                return Err(Error::Child { what: "the book", source });
            }
            typeset_here(job)
        };
        let mut out = Vec::new();
        let made = sections.print(&mut typesetter, &mut picture, &mut |_| (), &mut out);
        // The section with a PDF is tried again without it.
        assert_eq!(made.is_err(), failing != 3, "{failing}: {made:?}");
        assert_eq!(out.ends_with(b"%%EOF\n"), made.is_ok(), "{failing}");
    }
}

#[test]
fn full_disk_refuses_whole_book() {
    struct Disk(usize);
    impl Write for Disk {
        fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
            let left = self.0.checked_sub(bytes.len());
            self.0 = left.ok_or(std::io::ErrorKind::StorageFull)?;
            Ok(bytes.len())
        }

        fn flush(&mut self) -> std::io::Result<()> {
            Ok(())
        }
    }
    let (book, templates) = (two_chapters(), Templates::default());
    let sections = Sections::of(&book, &templates, 4).unwrap();
    let (whole, ..) = joined(&book, 4);
    for room in [0, 1_000, whole.len() / 2, whole.len() - 1] {
        let made = sections.print(&mut typeset_here, &mut picture, &mut |_| (), Disk(room));
        assert!(matches!(made, Err(Error::Write(_))), "{room}: {made:?}");
    }
}
