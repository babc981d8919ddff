//! A document as the typesetter writes it.

use std::collections::{BTreeMap, HashMap};
use std::ops::Range;

use lopdf::{Dictionary, Document, Object, ObjectId};

use super::copier::Copier;
use super::{PAGE_TREE, ROOT_ELEMENT, STRUCTURE};

/// Elements below an element before one of them must have a page.
const MOST_LEVELS: usize = 64;

/// The document, and where its roots are.
pub(super) struct Source {
    pub(super) document: Document,
    pub(super) pages: Vec<ObjectId>,
    /// The places of pages in that list.
    places: HashMap<ObjectId, usize>,
    page_tree: ObjectId,
    structure: ObjectId,
    root_element: ObjectId,
}

impl Source {
    pub(super) fn read(pdf: &[u8]) -> Result<Self, String> {
        let document = Document::load_mem(pdf).map_err(|error| error.to_string())?;
        let catalog = document.catalog().map_err(|error| error.to_string())?;
        let page_tree = reference(catalog, b"Pages")?;
        let structure = reference(catalog, b"StructTreeRoot")?;
        let elements = list(dictionary(&document, structure)?, b"K")?;
        let [root_element] = elements[..] else {
            return Err("the document has not one root element".to_owned());
        };
        let pages: Vec<ObjectId> = document.page_iter().collect();
        let places = pages.iter().zip(0..).map(|(id, place)| (*id, place)).collect();
        Ok(Self { document, pages, places, page_tree, structure, root_element })
    }

    /// A copier that has the roots of the file in the place of the document's.
    pub(super) fn copier(&self, next_object: u32, next_key: usize) -> Result<Copier<'_>, String> {
        let mut copier = Copier::new(&self.document, next_object, next_key, self.parents()?);
        copier.replace(self.page_tree, PAGE_TREE);
        copier.replace(self.structure, STRUCTURE);
        copier.replace(self.root_element, ROOT_ELEMENT);
        Ok(copier)
    }

    pub(super) fn root_element(&self) -> Result<&Dictionary, String> {
        dictionary(&self.document, self.root_element)
    }

    pub(super) fn elements(&self) -> Result<Vec<ObjectId>, String> {
        list(self.root_element()?, b"K")
    }

    pub(super) fn structure_without_parents(&self) -> Result<Dictionary, String> {
        let mut structure = dictionary(&self.document, self.structure)?.clone();
        structure.remove(b"ParentTree");
        structure.remove(b"K");
        Ok(structure)
    }

    pub(super) fn roles(&self) -> Result<BTreeMap<String, String>, String> {
        let structure = dictionary(&self.document, self.structure)?;
        let Ok(roles) = structure.get(b"RoleMap").and_then(Object::as_dict) else {
            return Ok(BTreeMap::new());
        };
        let text = |name: &[u8]| String::from_utf8_lossy(name).into_owned();
        let role = |(tag, role): (&Vec<u8>, &Object)| {
            role.as_name().ok().map(|name| (text(tag), text(name)))
        };
        Ok(roles.iter().filter_map(role).collect())
    }

    /// Those of its elements that stand on pages before and after a range of pages.
    pub(super) fn elements_around(
        &self,
        pages: Range<usize>,
    ) -> Result<[Vec<ObjectId>; 2], String> {
        let mut elements = [Vec::new(), Vec::new()];
        let mut is_after = false;
        for element in self.elements()? {
            let page = self.page_of(element, MOST_LEVELS);
            if page.is_some_and(|page| pages.contains(&page)) {
                continue;
            }
            is_after = page.map_or(is_after, |page| page >= pages.end);
            elements[usize::from(is_after)].push(element);
        }
        Ok(elements)
    }

    /// What the trailer refers to.
    pub(super) fn roots(&self) -> Result<[(&'static str, ObjectId); 2], String> {
        let root = |key: &'static str| {
            Ok::<_, String>((key, reference(&self.document.trailer, key.as_bytes())?))
        };
        Ok([root("Root")?, root("Info")?])
    }

    /// What tags of pages and links are found by, by their keys.
    fn parents(&self) -> Result<HashMap<i64, ObjectId>, String> {
        let structure = dictionary(&self.document, self.structure)?;
        let tree = structure.get_deref(b"ParentTree", &self.document);
        let numbers = tree.and_then(Object::as_dict).and_then(|tree| tree.get(b"Nums"));
        let numbers = numbers.and_then(Object::as_array).map_err(|error| error.to_string())?;
        let pair = |pair: &[Object]| match pair {
            [Object::Integer(key), Object::Reference(id)] => Some((*key, *id)),
            _ => None,
        };
        Ok(numbers.chunks(2).filter_map(pair).collect())
    }

    /// The page of the first thing below an element, counted from 0.
    fn page_of(&self, element: ObjectId, levels: usize) -> Option<usize> {
        let element = dictionary(&self.document, element).ok()?;
        if let Ok(page) = element.get(b"Pg").and_then(Object::as_reference) {
            return self.places.get(&page).copied();
        }
        let below = list(element, b"K").ok()?;
        let levels = levels.checked_sub(1)?;
        below.into_iter().find_map(|id| self.page_of(id, levels))
    }
}

fn dictionary(document: &Document, id: ObjectId) -> Result<&Dictionary, String> {
    document.get_dictionary(id).map_err(|error| error.to_string())
}

fn reference(dictionary: &Dictionary, key: &[u8]) -> Result<ObjectId, String> {
    dictionary.get(key).and_then(Object::as_reference).map_err(|error| error.to_string())
}

/// The references in a list that is an entry of a dictionary.
fn list(dictionary: &Dictionary, key: &[u8]) -> Result<Vec<ObjectId>, String> {
    let items = dictionary.get(key).and_then(Object::as_array);
    let items = items.map_err(|error| error.to_string())?;
    Ok(items.iter().filter_map(|item| item.as_reference().ok()).collect())
}
