//! Document as written by the typesetter. Objects are parsed one by one: parsing a large document at once takes ten
//! times its size.

use std::collections::{BTreeMap, HashMap};
use std::ops::Range;

use hayro::hayro_syntax::Pdf;
use hayro::hayro_syntax::object::{self as parsed, MaybeRef, ObjectIdentifier};
use lopdf::{Dictionary, Document, LoadOptions, Object, ObjectId, Stream, StringFormat};

use super::copier::Copier;
use super::{PAGE_TREE, ROOT_ELEMENT, STRUCTURE};

/// Maximum depth of elements and page tree nodes.
const MAX_LEVELS: usize = 64;

/// Document, and its root objects.
pub(super) struct Source {
    pdf: Pdf,
    pub(super) trailer: Dictionary,
    pub(super) pages: Vec<ObjectId>,
    /// Indexes of pages in that list.
    places: HashMap<ObjectId, usize>,
    page_tree: ObjectId,
    structure: ObjectId,
    root_element: ObjectId,
}

impl Source {
    pub(super) fn read(pdf: Vec<u8>) -> Result<Self, String> {
        let trailer = trailer(&pdf)?;
        let pdf = Pdf::new(pdf).map_err(|error| format!("{error:?}"))?;
        let catalog = dictionary(&pdf, reference(&trailer, b"Root")?)?;
        let page_tree = reference(&catalog, b"Pages")?;
        let structure = reference(&catalog, b"StructTreeRoot")?;
        let elements = list(&dictionary(&pdf, structure)?, b"K")?;
        let [root_element] = elements[..] else {
            return Err("the document has not one root element".to_owned());
        };
        let mut pages = Vec::new();
        add_pages(&pdf, page_tree, MAX_LEVELS, &mut pages)?;
        let places = pages.iter().zip(0..).map(|(id, place)| (*id, place)).collect();
        Ok(Self { pdf, trailer, pages, places, page_tree, structure, root_element })
    }

    pub(super) fn object(&self, id: ObjectId) -> Result<Object, String> {
        object(&self.pdf, id)
    }

    pub(super) fn dictionary(&self, id: ObjectId) -> Result<Dictionary, String> {
        dictionary(&self.pdf, id)
    }

    /// Returns a copier that redirects the roots of the document to those of the file.
    pub(super) fn copier(&self, next_object: u32, next_key: usize) -> Result<Copier<'_>, String> {
        let mut copier = Copier::new(self, next_object, next_key, self.parents()?);
        copier.replace(self.page_tree, PAGE_TREE);
        copier.replace(self.structure, STRUCTURE);
        copier.replace(self.root_element, ROOT_ELEMENT);
        Ok(copier)
    }

    pub(super) fn root_element(&self) -> Result<Dictionary, String> {
        dictionary(&self.pdf, self.root_element)
    }

    pub(super) fn elements(&self) -> Result<Vec<ObjectId>, String> {
        list(&self.root_element()?, b"K")
    }

    pub(super) fn structure_without_parents(&self) -> Result<Dictionary, String> {
        let mut structure = dictionary(&self.pdf, self.structure)?;
        structure.remove(b"ParentTree");
        structure.remove(b"K");
        Ok(structure)
    }

    pub(super) fn roles(&self) -> Result<BTreeMap<String, String>, String> {
        let structure = dictionary(&self.pdf, self.structure)?;
        let Ok(roles) = structure.get(b"RoleMap").and_then(Object::as_dict) else {
            return Ok(BTreeMap::new());
        };
        let text = |name: &[u8]| String::from_utf8_lossy(name).into_owned();
        let role = |(tag, role): (&Vec<u8>, &Object)| {
            role.as_name().ok().map(|name| (text(tag), text(name)))
        };
        Ok(roles.iter().filter_map(role).collect())
    }

    /// Elements below the root element that are on pages before, and on pages after, a range of pages.
    pub(super) fn elements_around(
        &self,
        pages: Range<usize>,
    ) -> Result<[Vec<ObjectId>; 2], String> {
        let mut elements = [Vec::new(), Vec::new()];
        let mut is_after = false;
        for element in self.elements()? {
            let page = self.page_of(element, MAX_LEVELS);
            if page.is_some_and(|page| pages.contains(&page)) {
                continue;
            }
            is_after = page.map_or(is_after, |page| page >= pages.end);
            elements[usize::from(is_after)].push(element);
        }
        Ok(elements)
    }

    /// Objects that the trailer refers to.
    pub(super) fn roots(&self) -> Result<[(&'static str, ObjectId); 2], String> {
        let root =
            |key: &'static str| Ok::<_, String>((key, reference(&self.trailer, key.as_bytes())?));
        Ok([root("Root")?, root("Info")?])
    }

    /// Entries of the parent tree by key: the tags of pages and links.
    fn parents(&self) -> Result<HashMap<i64, ObjectId>, String> {
        let structure = dictionary(&self.pdf, self.structure)?;
        let tree = match structure.get(b"ParentTree") {
            Ok(Object::Reference(id)) => dictionary(&self.pdf, *id)?,
            tree => tree.and_then(Object::as_dict).map_err(|error| error.to_string())?.clone(),
        };
        let numbers = tree.get(b"Nums").and_then(Object::as_array);
        let numbers = numbers.map_err(|error| error.to_string())?;
        let pair = |pair: &[Object]| match pair {
            [Object::Integer(key), Object::Reference(id)] => Some((*key, *id)),
            _ => None,
        };
        Ok(numbers.chunks(2).filter_map(pair).collect())
    }

    /// Page of the first content below an element, from 0.
    fn page_of(&self, element: ObjectId, levels: usize) -> Option<usize> {
        let element = dictionary(&self.pdf, element).ok()?;
        if let Ok(page) = element.get(b"Pg").and_then(Object::as_reference) {
            return self.places.get(&page).copied();
        }
        let below = list(&element, b"K").ok()?;
        let levels = levels.checked_sub(1)?;
        below.into_iter().find_map(|id| self.page_of(id, levels))
    }
}

fn trailer(pdf: &[u8]) -> Result<Dictionary, String> {
    let options = LoadOptions { filter: Some(|_, _| None), ..LoadOptions::default() };
    let document = Document::load_mem_with_options(pdf, options);
    document.map(|document| document.trailer).map_err(|error| error.to_string())
}

/// Adds the pages below a node of the page tree.
fn add_pages(
    pdf: &Pdf,
    node: ObjectId,
    levels: usize,
    pages: &mut Vec<ObjectId>,
) -> Result<(), String> {
    let levels = levels.checked_sub(1).ok_or("the pages are nested too deeply")?;
    for id in list(&dictionary(pdf, node)?, b"Kids")? {
        if dictionary(pdf, id)?.has(b"Kids") {
            add_pages(pdf, id, levels, pages)?;
        } else {
            pages.push(id);
        }
    }
    Ok(())
}

fn object(pdf: &Pdf, id: ObjectId) -> Result<Object, String> {
    let (number, generation) = id;
    let id = ObjectIdentifier::new(number, i32::from(generation));
    let object = pdf.xref().get::<parsed::Object<'_>>(id);
    object.map(|object| owned(&object)).ok_or_else(|| format!("object {number} is missing"))
}

fn owned(object: &parsed::Object<'_>) -> Object {
    match object {
        parsed::Object::Null(_) => Object::Null,
        parsed::Object::Boolean(value) => Object::Boolean(*value),
        parsed::Object::Number(number) if number.as_f64().fract() == 0.0 => {
            Object::Integer(number.as_i64())
        }
        parsed::Object::Number(number) => Object::Real(number.as_f32()),
        parsed::Object::String(string) => {
            Object::String(string.as_bytes().to_vec(), StringFormat::Literal)
        }
        parsed::Object::Name(name) => Object::Name(name.to_vec()),
        parsed::Object::Array(array) => {
            Object::Array(array.raw_iter().map(|item| owned_or_reference(&item)).collect())
        }
        parsed::Object::Dict(dictionary) => Object::Dictionary(owned_dictionary(dictionary)),
        parsed::Object::Stream(stream) => Object::Stream(Stream::new(
            owned_dictionary(stream.dict()),
            stream.raw_data().into_owned(),
        )),
    }
}

fn owned_dictionary(dictionary: &parsed::Dict<'_>) -> Dictionary {
    let entries = dictionary.entries();
    entries.map(|(key, value)| (key.to_vec(), owned_or_reference(&value))).collect()
}

fn owned_or_reference(object: &MaybeRef<parsed::Object<'_>>) -> Object {
    match object {
        MaybeRef::Ref(reference) => {
            Object::Reference((reference.obj_number, reference.gen_number as u16))
        }
        MaybeRef::NotRef(object) => owned(object),
    }
}

fn dictionary(pdf: &Pdf, id: ObjectId) -> Result<Dictionary, String> {
    match object(pdf, id)? {
        Object::Dictionary(dictionary) => Ok(dictionary),
        _ => Err(format!("object {} is not a dictionary", id.0)),
    }
}

fn reference(dictionary: &Dictionary, key: &[u8]) -> Result<ObjectId, String> {
    dictionary.get(key).and_then(Object::as_reference).map_err(|error| error.to_string())
}

/// References in an array that is a value of a dictionary.
fn list(dictionary: &Dictionary, key: &[u8]) -> Result<Vec<ObjectId>, String> {
    let items = dictionary.get(key).and_then(Object::as_array);
    let items = items.map_err(|error| error.to_string())?;
    Ok(items.iter().filter_map(|item| item.as_reference().ok()).collect())
}
