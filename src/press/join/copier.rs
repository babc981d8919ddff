//! Copies objects of a document under new numbers, with all objects that they refer to.

use std::collections::{HashMap, VecDeque};

use lopdf::{Dictionary, Object, ObjectId};

use super::ObjectWriter;
use super::source::Source;

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
        }
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

    fn object(&mut self, object: &Object) -> Object {
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
        copy
    }

    fn key(&mut self, key: i64) -> Object {
        let parent = self.source_parents.get(&key).copied();
        let Some(number) = parent.and_then(|id| self.number(id)) else { return Object::Null };
        let key = self.next_key + self.parents.len();
        self.parents.push(number);
        Object::Integer(key as i64)
    }
}
