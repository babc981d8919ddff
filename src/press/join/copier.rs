//! Copies objects of a document under new numbers, with all objects that they refer to.

use std::collections::{HashMap, VecDeque};

use lopdf::{Dictionary, Object, ObjectId};

use super::ObjectWriter;
use super::source::Source;
use crate::findings::Fonts;

/// Copier that numbers objects in the order in which they are first referred to.
pub(super) struct Copier<'a> {
    source: &'a Source,
    /// New numbers; `None` for objects that are left out.
    numbers: HashMap<ObjectId, Option<u32>>,
    waiting: VecDeque<(ObjectId, u32)>,
    pub(super) next_object: u32,
    next_key: usize,
    /// Parent tree of the source: the tags of a page or a link, by key.
    source_parents: HashMap<i64, ObjectId>,
    /// Numbers of the copied entries of the parent tree, in the order of their new keys.
    pub(super) parents: Vec<u32>,
    /// Fonts among the copied objects.
    pub(super) fonts: Fonts,
}

impl<'a> Copier<'a> {
    pub(super) fn new(
        source: &'a Source,
        next_object: u32,
        next_key: usize,
        source_parents: HashMap<i64, ObjectId>,
    ) -> Self {
        Self {
            source,
            numbers: HashMap::new(),
            waiting: VecDeque::new(),
            next_object,
            next_key,
            source_parents,
            parents: Vec::new(),
            fonts: Fonts::default(),
        }
    }

    /// Number of an object that is not in the source.
    pub(super) fn reserve(&mut self) -> u32 {
        self.next_object += 1;
        self.next_object - 1
    }

    /// Redirects references from an object to another; the object is not copied.
    pub(super) fn replace(&mut self, id: ObjectId, number: u32) {
        self.numbers.insert(id, Some(number));
    }

    /// Redirects references to an object to null; the object is not copied.
    pub(super) fn leave_out(&mut self, id: ObjectId) {
        self.numbers.insert(id, None);
    }

    /// Returns the new number of an object, and queues it for copying if it has none yet.
    pub(super) fn number(&mut self, id: ObjectId) -> Option<u32> {
        if let Some(number) = self.numbers.get(&id) {
            return *number;
        }
        let number = self.next_object;
        self.next_object += 1;
        self.numbers.insert(id, Some(number));
        self.waiting.push_back((id, number));
        Some(number)
    }

    /// Writes all numbered objects, and those that they refer to.
    pub(super) fn copy_all(&mut self, written: &mut ObjectWriter) -> Result<(), String> {
        let source = self.source;
        while let Some((id, number)) = self.waiting.pop_front() {
            let object = self.object(&source.object(id)?);
            written.put(number, &object)?;
        }
        Ok(())
    }

    pub(super) fn object(&mut self, object: &Object) -> Object {
        match object {
            Object::Reference(id) => {
                self.number(*id).map_or(Object::Null, |number| Object::Reference((number, 0)))
            }
            Object::Array(items) => {
                Object::Array(items.iter().map(|item| self.object(item)).collect())
            }
            Object::Dictionary(dictionary) => Object::Dictionary(self.dictionary(dictionary)),
            Object::Stream(stream) => {
                let mut copy = stream.clone();
                copy.dict = self.dictionary(&stream.dict);
                Object::Stream(copy)
            }
            plain => plain.clone(),
        }
    }

    pub(super) fn dictionary(&mut self, dictionary: &Dictionary) -> Dictionary {
        let mut copy = Dictionary::new();
        for (key, value) in dictionary {
            let value = match (key.as_slice(), value) {
                (b"StructParents" | b"StructParent", Object::Integer(key)) => self.key(*key),
                _ => self.object(value),
            };
            copy.set(key.clone(), value);
        }
        match dictionary.get(b"Type").and_then(Object::as_name) {
            Ok(b"Font") => self.note_font(dictionary),
            Ok(b"Page") => set_bleed_box(&mut copy),
            _ => {}
        }
        copy
    }

    /// Notes whether a font is embedded. A composite font is as its descendant is.
    fn note_font(&mut self, font: &Dictionary) {
        let name = |key| font.get(key).and_then(Object::as_name).ok();
        let kind = name(b"Subtype").unwrap_or_default();
        if kind == b"Type0" || kind == b"Type3" {
            return;
        }
        let descriptor = match font.get(b"FontDescriptor") {
            Ok(Object::Reference(id)) => self.source.dictionary(*id).ok(),
            Ok(Object::Dictionary(descriptor)) => Some(descriptor.clone()),
            _ => None,
        };
        let is_embedded = descriptor.is_some_and(|descriptor| {
            ["FontFile", "FontFile2", "FontFile3"].iter().any(|key| descriptor.has(key.as_bytes()))
        });
        let name = String::from_utf8_lossy(name(b"BaseFont").unwrap_or(b"a font")).into_owned();
        // A subset has a tag of six letters before its name.
        let name = name.split_once('+').map_or(name.as_str(), |(_, name)| name).to_owned();
        let fonts = if is_embedded { &mut self.fonts.embedded } else { &mut self.fonts.missing };
        fonts.insert(name);
    }

    fn key(&mut self, key: i64) -> Object {
        let parent = self.source_parents.get(&key).copied();
        let Some(number) = parent.and_then(|id| self.number(id)) else { return Object::Null };
        let key = self.next_key + self.parents.len();
        self.parents.push(number);
        Object::Integer(key as i64)
    }
}

/// Sets the bleed box of a page that is trimmed: the typesetter sets the trim box only, and the page as a whole is its bleed.
fn set_bleed_box(page: &mut Dictionary) {
    if page.has(b"TrimBox")
        && let Ok(media) = page.get(b"MediaBox")
    {
        let media = media.clone();
        page.set("BleedBox", media);
    }
}
