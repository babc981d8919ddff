//! Overwrites keys in a PDF before it is drawn, where the renderer differs from other programs.
//!
//! A key is replaced by one that no PDF has and that is as long, so that no offset in the file changes.

use hayro::hayro_syntax::object::Dict;

/// Key in a file, and the key that takes its place.
#[derive(Clone, Copy)]
pub(super) struct Patch {
    key: &'static [u8],
    instead: &'static [u8],
}

/// Makes a transparency group a plain form.
pub(super) const NO_GROUP: Patch = Patch { key: b"/Group", instead: b"/group" };
/// Makes a form invisible: the renderer draws none without a bounding box.
pub(super) const NO_FORM: Patch = Patch { key: b"/BBox", instead: b"/bbox" };
/// Makes the whole page visible.
pub(super) const NO_CROP: Patch = Patch { key: b"/CropBox", instead: b"/cropBox" };
/// Makes a tiling pattern invisible: the renderer draws none without its steps.
pub(super) const NO_PATTERN: Patch = Patch { key: b"/XStep", instead: b"/xStep" };
/// Removes the tree of pages: the renderer then takes every object with content for a page.
pub(super) const NO_TREE: Patch = Patch { key: b"/Kids", instead: b"/kids" };
/// Makes the file one that is not encrypted.
pub(super) const NO_ENCRYPTION: Patch = Patch { key: b"/Encrypt", instead: b"/encrypt" };

impl Patch {
    /// Whether the key is anywhere in the file.
    pub(super) fn is_in(self, file: &[u8]) -> bool {
        has_name(file, &self.key[1..])
    }

    /// Offsets in the file of the key in this dictionary; none if the dictionary is compressed. Those of streams never are.
    pub(super) fn places(self, file: &[u8], dict: &Dict<'_>) -> Vec<usize> {
        let Some(start) = offset(file, dict.data()) else { return Vec::new() };
        self.all(dict.data()).into_iter().map(|at| start + at).collect()
    }

    /// Offsets of the key in these bytes.
    fn all(self, bytes: &[u8]) -> Vec<usize> {
        let windows = bytes.windows(self.key.len()).enumerate();
        windows.filter(|(_, key)| *key == self.key).map(|(at, _)| at).collect()
    }

    pub(super) fn apply(self, file: &mut [u8], places: &[usize]) {
        for place in places {
            file[*place..place + self.instead.len()].copy_from_slice(self.instead);
        }
    }

    /// Overwrites the key everywhere in the file; `false` if it is nowhere.
    pub(super) fn apply_everywhere(self, file: &mut [u8]) -> bool {
        let places = self.all(file);
        self.apply(file, &places);
        !places.is_empty()
    }
}

/// Whether a name is anywhere in the file. Only the bytes after a slash are compared: most of a large file is a picture.
pub(super) fn has_name(file: &[u8], name: &[u8]) -> bool {
    file.split(|byte| *byte == b'/').skip(1).any(|after| after.starts_with(name))
}

/// Offset in the file of a part of it; `None` for decompressed data.
fn offset(file: &[u8], part: &[u8]) -> Option<usize> {
    let at = part.as_ptr().addr().checked_sub(file.as_ptr().addr())?;
    (at + part.len() <= file.len()).then_some(at)
}
