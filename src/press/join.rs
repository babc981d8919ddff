//! Sections of a document that are typeset apart and joined into one file: the child's side.
//!
//! A section begins with as many blank pages as the whole has before it, so that its page numbers are right. The frame is the whole
//! with blank pages in the place of all sections: its links and its outline lead to them, and the file gets the pages of the sections
//! in their stead. Only the child reads PDFs: it answers numbered objects, which the parent writes one behind the other.

mod copier;
mod source;

use std::collections::BTreeMap;
use std::io::Write;

use lopdf::{Dictionary, Object};
use serde::{Deserialize, Serialize};

use self::source::Source;
use super::typeset_job::{JobEncoder, Slice, TypesetJob};

/// Number of the root of the page tree.
const PAGE_TREE: u32 = 1;
/// Number of the root of the structure, which tags are part of.
const STRUCTURE: u32 = 2;
/// Number of the element that everything tagged is below.
const ROOT_ELEMENT: u32 = 3;
/// Number of the first object that is not one of these.
pub(super) const FIRST_FREE: u32 = 4;

const OBJECTS: &str = "/objects";
const TRAILER: &str = "/trailer";

/// How much of a document is asked for.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) enum Task {
    /// The places of its anchors, and no page.
    Draft,
    /// The objects of its pages from page `before` on, counted from 0, numbered behind those that are there.
    Section { before: usize, next_object: u32, next_key: usize },
    /// The rest of the file, whose pages from `before` on are those of the sections.
    Frame { before: usize, sections: Joined, chapters: Vec<(String, usize)> },
}

/// What sections have added to a file.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(super) struct Joined {
    /// The number of the next object.
    pub(super) next_object: u32,
    /// The numbers of the pages.
    pub(super) pages: Vec<u32>,
    /// The numbers of what tags are found by, in the order of the keys.
    pub(super) parents: Vec<u32>,
    /// The numbers of the elements below the root element.
    pub(super) elements: Vec<u32>,
    /// Tags that are not in the standard, with those that they stand for.
    pub(super) roles: BTreeMap<String, String>,
}

impl Joined {
    pub(super) fn append(&mut self, section: Self) {
        self.next_object = section.next_object;
        self.pages.extend(section.pages);
        self.parents.extend(section.parents);
        self.elements.extend(section.elements);
        self.roles.extend(section.roles);
    }
}

/// A label or a heading, and where it is.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Anchor {
    /// Counted from 1.
    pub(super) page: usize,
    pub(super) x: f64,
    pub(super) y: f64,
    pub(super) label: Option<String>,
    pub(super) title: Option<String>,
    /// Of a heading.
    pub(super) level: usize,
}

/// The child's answer.
pub(super) struct Chunk {
    objects: Slice,
    pub(super) trailer: Slice,
    /// The numbers of the objects and where they begin.
    starts: Vec<(usize, usize)>,
    pub(super) joined: Joined,
    pub(super) anchors: Vec<Anchor>,
    /// Pages of the whole document.
    pub(super) page_count: usize,
}

#[derive(Serialize, Deserialize)]
struct Summary {
    starts: Vec<(usize, usize)>,
    joined: Joined,
    anchors: Vec<Anchor>,
    page_count: usize,
}

impl Chunk {
    pub(super) fn decode(answer: Vec<u8>) -> Result<Self, String> {
        let job = TypesetJob::decode(answer)?;
        let summary: Summary =
            serde_json::from_value(job.data).map_err(|error| error.to_string())?;
        let files = <[_; 2]>::try_from(job.files).map_err(|_| "the answer is cut short")?;
        let [(_, objects), (_, trailer)] = files;
        let Summary { starts, joined, anchors, page_count } = summary;
        let length = objects.as_ref().len();
        let are_inside = starts.iter().all(|(_, start)| *start <= length)
            && starts.is_sorted_by_key(|(_, start)| *start);
        if !are_inside {
            return Err("the objects are not in their order".to_owned());
        }
        Ok(Self { objects, trailer, starts, joined, anchors, page_count })
    }

    /// Numbers and bytes of the objects.
    pub(super) fn objects(&self) -> impl Iterator<Item = (usize, &[u8])> {
        let objects = self.objects.as_ref();
        let ends = self.starts.iter().skip(1).map(|(_, start)| *start).chain([objects.len()]);
        self.starts.iter().zip(ends).map(|((number, start), end)| (*number, &objects[*start..end]))
    }
}

/// Objects in the making.
#[derive(Default)]
struct Written {
    bytes: Vec<u8>,
    starts: Vec<(usize, usize)>,
}

impl Written {
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
    written: &Written,
    trailer: &[u8],
    joined: Joined,
    anchors: Vec<Anchor>,
    page_count: usize,
) -> Result<Vec<u8>, String> {
    let starts = written.starts.clone();
    let summary = Summary { starts, joined, anchors, page_count };
    let summary = serde_json::to_value(summary).map_err(|error| error.to_string())?;
    let files = [(OBJECTS, written.bytes.as_slice()), (TRAILER, trailer)];
    Ok(JobEncoder::of(files).finish("", summary))
}

/// The answer to a task without pages.
pub(super) fn draft(anchors: Vec<Anchor>, page_count: usize) -> Result<Vec<u8>, String> {
    answer(&Written::default(), b"", Joined::default(), anchors, page_count)
}

/// The pages of a section.
pub(super) fn section(
    pdf: Vec<u8>,
    before: usize,
    next_object: u32,
    next_key: usize,
    anchors: Vec<Anchor>,
) -> Result<Vec<u8>, String> {
    let source = Source::read(pdf)?;
    let mut copier = source.copier(next_object, next_key)?;
    for page in source.pages.iter().take(before) {
        copier.leave_out(*page);
    }
    let pages: Vec<u32> =
        source.pages.iter().skip(before).filter_map(|page| copier.number(*page)).collect();
    let elements = source.elements()?.into_iter().filter_map(|id| copier.number(id)).collect();
    let mut written = Written::default();
    copier.copy_all(&mut written)?;
    let anchors = anchors.into_iter().filter(|anchor| anchor.page > before).collect();
    let joined = Joined {
        next_object: copier.next_object,
        pages,
        parents: copier.parents,
        elements,
        roles: source.roles()?,
    };
    answer(&written, b"", joined, anchors, source.pages.len())
}

/// Everything but the pages of the sections.
pub(super) fn frame(
    pdf: Vec<u8>,
    before: usize,
    sections: &Joined,
    chapters: &[(String, usize)],
    anchors: &[Anchor],
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
    let mut written = Written::default();
    copier.copy_all(&mut written)?;

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

    let mut trailer = Dictionary::new();
    trailer.set("Size", i64::from(copier.next_object));
    for (key, root) in roots {
        trailer.set(key, root.map_or(Object::Null, |number| Object::Reference((number, 0))));
    }
    if let Ok(id) = source.trailer.get(b"ID") {
        trailer.set("ID", id.clone());
    }
    let mut line = b"trailer\n".to_vec();
    write_object(&mut line, &Object::Dictionary(trailer))?;
    line.push(b'\n');
    answer(&written, &line, Joined::default(), Vec::new(), source.pages.len())
}

/// Refuses a frame whose chapters are not where the pages of the sections go.
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

/// What the tags of pages and links are found by, by their keys from 0 on.
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
