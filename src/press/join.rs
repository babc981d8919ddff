//! Joining of separately typeset sections into one file: the child's part.
//!
//! A section begins with as many blank pages as the whole document has before it, so that its page numbers are right.
//! The frame is the whole document with blank pages as sections: its links and outline lead to them, and the pages of
//! the sections replace them in the file. Only the child parses PDFs: it returns numbered objects, which the parent
//! writes one after the other.

mod booklet;
mod copier;
mod source;

use std::collections::BTreeMap;
use std::io::Write;

use lopdf::{Dictionary, Object};
use serde::{Deserialize, Serialize};

use self::source::Source;
use super::findings::Findings;
use super::typeset_job::{JobEncoder, Slice, TypesetJob};

pub(super) use booklet::{Imposition, PAGES_PER_SHEET, booklet};

/// Object number of the root of the page tree.
const PAGE_TREE: u32 = 1;
/// Object number of the root of the structure tree, which tags belong to.
const STRUCTURE: u32 = 2;
/// Object number of the root element, the parent of all tagged elements.
const ROOT_ELEMENT: u32 = 3;
/// First object number that is not reserved.
pub(super) const FIRST_FREE: u32 = 4;

const OBJECTS: &str = "/objects";
const TRAILER: &str = "/trailer";

/// Part of a document to typeset.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) enum TypesetTask {
    /// Positions of the anchors, without pages.
    Draft,
    /// Objects of the pages from index `before` on, numbered after the existing ones.
    Section { before: usize, next_object: u32, next_key: usize },
    /// Rest of the file; its pages from index `before` on are those of the sections.
    Frame { before: usize, sections: JoinedObjects, chapters: Vec<(String, usize)> },
    /// All pages for a copy shop, with the boxes that it needs.
    Print,
    /// All pages, on sheets to be folded.
    Booklet(Imposition),
}

/// Objects that sections have added to a file.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(super) struct JoinedObjects {
    /// Number of the next object.
    pub(super) next_object: u32,
    /// Object numbers of the pages.
    pub(super) pages: Vec<u32>,
    /// Object numbers in the parent tree, in the order of its keys.
    pub(super) parents: Vec<u32>,
    /// Object numbers of the elements below the root element.
    pub(super) elements: Vec<u32>,
    /// Non-standard tags, with the standard ones that they stand for.
    pub(super) roles: BTreeMap<String, String>,
}

impl JoinedObjects {
    pub(super) fn append(&mut self, section: Self) {
        self.next_object = section.next_object;
        self.pages.extend(section.pages);
        self.parents.extend(section.parents);
        self.elements.extend(section.elements);
        self.roles.extend(section.roles);
    }
}

/// Position of a label or a heading.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Anchor {
    /// Counted from 1.
    pub(super) page: usize,
    pub(super) x: f64,
    pub(super) y: f64,
    pub(super) label: Option<String>,
    pub(super) title: Option<String>,
    /// Level of a heading.
    pub(super) level: usize,
}

/// Output of the child.
pub(super) struct Chunk {
    objects: Slice,
    pub(super) trailer: Slice,
    /// Numbers of the objects, and their offsets.
    starts: Vec<(usize, usize)>,
    pub(super) joined: JoinedObjects,
    pub(super) anchors: Vec<Anchor>,
    /// Number of pages of the whole document.
    pub(super) page_count: usize,
    pub(super) findings: Findings,
}

#[derive(Serialize, Deserialize)]
struct Summary {
    starts: Vec<(usize, usize)>,
    joined: JoinedObjects,
    anchors: Vec<Anchor>,
    page_count: usize,
    findings: Findings,
}

impl Chunk {
    pub(super) fn decode(answer: Vec<u8>) -> Result<Self, String> {
        let job = TypesetJob::decode(answer)?;
        let summary: Summary =
            serde_json::from_value(job.data).map_err(|error| error.to_string())?;
        let files = <[_; 2]>::try_from(job.files).map_err(|_| "the answer is cut short")?;
        let [(_, objects), (_, trailer)] = files;
        let Summary { starts, joined, anchors, page_count, findings } = summary;
        let length = objects.as_ref().len();
        let are_inside = starts.iter().all(|(_, start)| *start <= length)
            && starts.is_sorted_by_key(|(_, start)| *start);
        if !are_inside {
            return Err("the objects are not in their order".to_owned());
        }
        Ok(Self { objects, trailer, starts, joined, anchors, page_count, findings })
    }

    /// Numbers and bytes of the objects.
    pub(super) fn objects(&self) -> impl Iterator<Item = (usize, &[u8])> {
        let objects = self.objects.as_ref();
        let ends = self.starts.iter().skip(1).map(|(_, start)| *start).chain([objects.len()]);
        self.starts.iter().zip(ends).map(|((number, start), end)| (*number, &objects[*start..end]))
    }
}

/// Objects being written.
#[derive(Default)]
struct ObjectWriter {
    bytes: Vec<u8>,
    starts: Vec<(usize, usize)>,
}

impl ObjectWriter {
    fn put(&mut self, number: u32, object: &Object) -> Result<(), String> {
        self.starts.push((number as usize, self.bytes.len()));
        let _ = writeln!(self.bytes, "{number} 0 obj");
        write_object(&mut self.bytes, object)?;
        self.bytes.extend(b"\nendobj\n");
        Ok(())
    }
}

fn write_object(out: &mut Vec<u8>, object: &Object) -> Result<(), String> {
    lopdf::Writer::write_object(out, object).map_err(|error| error.to_string())
}

fn answer(
    written: &ObjectWriter,
    trailer: &[u8],
    joined: JoinedObjects,
    anchors: Vec<Anchor>,
    page_count: usize,
    findings: Findings,
) -> Result<Vec<u8>, String> {
    let starts = written.starts.clone();
    let summary = Summary { starts, joined, anchors, page_count, findings };
    let summary = serde_json::to_value(summary).map_err(|error| error.to_string())?;
    let files = [(OBJECTS, written.bytes.as_slice()), (TRAILER, trailer)];
    Ok(JobEncoder::of(files).finish("", summary))
}

/// Output of a task without pages.
pub(super) fn draft(anchors: Vec<Anchor>, page_count: usize) -> Result<Vec<u8>, String> {
    let nothing = ObjectWriter::default();
    answer(&nothing, b"", JoinedObjects::default(), anchors, page_count, Findings::default())
}

/// Pages of a section.
pub(super) fn section(
    pdf: Vec<u8>,
    before: usize,
    next_object: u32,
    next_key: usize,
    anchors: Vec<Anchor>,
    mut findings: Findings,
) -> Result<Vec<u8>, String> {
    let source = Source::read(pdf)?;
    let mut copier = source.copier(next_object, next_key)?;
    for page in source.pages.iter().take(before) {
        copier.leave_out(*page);
    }
    let pages: Vec<u32> =
        source.pages.iter().skip(before).filter_map(|page| copier.number(*page)).collect();
    let elements = source.elements()?.into_iter().filter_map(|id| copier.number(id)).collect();
    let mut written = ObjectWriter::default();
    copier.copy_all(&mut written)?;
    let anchors = anchors.into_iter().filter(|anchor| anchor.page > before).collect();
    findings.fonts = std::mem::take(&mut copier.fonts);
    let joined = JoinedObjects {
        next_object: copier.next_object,
        pages,
        parents: copier.parents,
        elements,
        roles: source.roles()?,
    };
    answer(&written, b"", joined, anchors, source.pages.len(), findings)
}

/// A whole document.
pub(super) fn whole(
    pdf: Vec<u8>,
    page_count: usize,
    findings: Findings,
) -> Result<Vec<u8>, String> {
    let no_sections = JoinedObjects { next_object: FIRST_FREE, ..JoinedObjects::default() };
    frame(pdf, page_count, &no_sections, &[], &[], findings)
}

/// Everything except the pages of the sections.
pub(super) fn frame(
    pdf: Vec<u8>,
    before: usize,
    sections: &JoinedObjects,
    chapters: &[(String, usize)],
    anchors: &[Anchor],
    mut findings: Findings,
) -> Result<Vec<u8>, String> {
    check_chapters(chapters, anchors)?;
    let source = Source::read(pdf)?;
    let after = before + sections.pages.len();
    let mut copier = source.copier(sections.next_object, sections.parents.len())?;
    for (page, number) in source.pages.iter().skip(before).zip(&sections.pages) {
        copier.replace(*page, *number);
    }
    let pages: Vec<u32> = source.pages.iter().filter_map(|page| copier.number(*page)).collect();
    let [front, back] = source.elements_around(before..after)?;
    let [front, back] = [front, back].map(|elements| {
        elements.into_iter().filter_map(|id| copier.number(id)).collect::<Vec<u32>>()
    });
    let roots = source.roots()?.map(|(key, id)| (key, copier.number(id)));
    let mut root_element = copier.dictionary(&source.root_element()?);
    let mut structure = copier.dictionary(&source.structure_without_parents()?);
    let mut written = ObjectWriter::default();
    copier.copy_all(&mut written)?;
    findings.fonts = std::mem::take(&mut copier.fonts);

    root_element.set("K", references([&front, &sections.elements, &back].into_iter().flatten()));
    let mut roles = sections.roles.clone();
    roles.extend(source.roles()?);
    structure.set("RoleMap", role_map(&roles));
    structure.set("K", references([&ROOT_ELEMENT]));
    structure.set("ParentTree", parent_tree(sections.parents.iter().chain(&copier.parents)));
    structure.set("ParentTreeNextKey", (sections.parents.len() + copier.parents.len()) as i64);
    written.put(PAGE_TREE, &Object::Dictionary(page_tree(&pages)))?;
    written.put(STRUCTURE, &Object::Dictionary(structure))?;
    written.put(ROOT_ELEMENT, &Object::Dictionary(root_element))?;

    let trailer = trailer_line(&source, copier.next_object, roots)?;
    let pages = source.pages.len();
    answer(&written, &trailer, JoinedObjects::default(), Vec::new(), pages, findings)
}

/// Trailer of a file with these root objects.
fn trailer_line(
    source: &Source,
    size: u32,
    roots: [(&'static str, Option<u32>); 2],
) -> Result<Vec<u8>, String> {
    let mut trailer = Dictionary::new();
    trailer.set("Size", i64::from(size));
    for (key, root) in roots {
        trailer.set(key, root.map_or(Object::Null, |number| Object::Reference((number, 0))));
    }
    if let Ok(id) = source.trailer.get(b"ID") {
        trailer.set("ID", id.clone());
    }
    let mut line = b"trailer\n".to_vec();
    write_object(&mut line, &Object::Dictionary(trailer))?;
    line.push(b'\n');
    Ok(line)
}

/// Rejects a frame whose chapters are not on the pages of the sections.
fn check_chapters(chapters: &[(String, usize)], anchors: &[Anchor]) -> Result<(), String> {
    let labelled =
        anchors.iter().filter_map(|anchor| Some((anchor.label.as_deref()?, anchor.page)));
    let pages: BTreeMap<&str, usize> = labelled.collect();
    let is_there = |(label, page): &(String, usize)| pages.get(label.as_str()) == Some(page);
    let words = "the templates of a large book must show its chapters one behind the other, and as many pages before them as in a draft";
    if chapters.iter().all(is_there) { Ok(()) } else { Err(words.to_owned()) }
}

fn page_tree(pages: &[u32]) -> Dictionary {
    let mut tree = Dictionary::new();
    tree.set("Type", "Pages");
    tree.set("Count", pages.len() as i64);
    tree.set("Kids", references(pages));
    tree
}

/// Parent tree, by which the tags of pages and links are found, with keys from 0.
fn parent_tree<'a>(parents: impl Iterator<Item = &'a u32>) -> Dictionary {
    let pair = |(key, number): (i64, &u32)| [Object::Integer(key), Object::Reference((*number, 0))];
    let mut tree = Dictionary::new();
    tree.set("Nums", (0..).zip(parents).flat_map(pair).collect::<Vec<Object>>());
    tree
}

fn references<'a>(numbers: impl IntoIterator<Item = &'a u32>) -> Vec<Object> {
    numbers.into_iter().map(|number| Object::Reference((*number, 0))).collect()
}

fn role_map(roles: &BTreeMap<String, String>) -> Dictionary {
    let mut map = Dictionary::new();
    for (tag, role) in roles {
        map.set(tag.as_str(), Object::Name(role.clone().into_bytes()));
    }
    map
}
