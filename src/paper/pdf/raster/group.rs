//! Removes transparency groups by which a highlighter would hide the handwriting below it.
//!
//! A highlighter multiplies with the content below it, but programs put that multiplication into a transparency group of its own,
//! and the renderer draws every group as if it were isolated: the highlighter becomes opaque. Without the group the same content
//! multiplies as it should, so the key of the group is overwritten in the file before it is drawn.

use hayro::hayro_syntax::Pdf;
use hayro::hayro_syntax::object::{Array, Dict, Name, Object, Stream, dict::keys};

const GROUP: &[u8] = b"/Group";
/// Key that no PDF has, as long as [`GROUP`], so that no offset in the file changes.
const NO_GROUP: &[u8] = b"/group";
/// Maximum depth of the multiplication in a group; highlighters have it in the group itself, or one level deeper.
const MAX_GROUP_DEPTH: usize = 2;

/// Opens the file without the groups that multiply inside.
pub(super) fn without_hiding_groups<E>(
    file: Vec<u8>,
    open: fn(Vec<u8>) -> Result<Pdf, E>,
) -> Result<Pdf, E> {
    // Dictionaries of streams are never compressed, even where other objects are. Only the bytes after a slash are compared: most
    // of a large file is a picture.
    if !file.split(|byte| *byte == GROUP[0]).skip(1).any(|after| after.starts_with(&GROUP[1..])) {
        return open(file);
    }
    let pdf = open(file)?;
    let places = hiding_groups(&pdf);
    if places.is_empty() {
        return Ok(pdf);
    }
    let mut file = pdf.data().as_ref().to_vec();
    for place in places {
        file[place..place + NO_GROUP.len()].copy_from_slice(NO_GROUP);
    }
    open(file)
}

fn hiding_groups(pdf: &Pdf) -> Vec<usize> {
    let file = pdf.data().as_ref();
    let mut places = Vec::new();
    for object in pdf.objects() {
        let Object::Stream(stream) = object else { continue };
        let dict = stream.dict();
        if !dict.contains_key(keys::GROUP) || !multiplies(dict, MAX_GROUP_DEPTH) {
            continue;
        }
        let Some(start) = offset(file, dict.data()) else { continue };
        let keys = dict.data().windows(GROUP.len()).enumerate();
        places.extend(keys.filter(|(_, key)| *key == GROUP).map(|(at, _)| start + at));
    }
    places
}

fn multiplies(form: &Dict<'_>, depth: usize) -> bool {
    let Some(resources) = form.get::<Dict<'_>>(keys::RESOURCES) else { return false };
    let states = resources.get::<Dict<'_>>(keys::EXT_G_STATE).unwrap_or_default();
    let forms = resources.get::<Dict<'_>>(keys::XOBJECT).unwrap_or_default();
    let mut states = states.keys().filter_map(|name| states.get::<Dict<'_>>(name));
    let mut forms = forms.keys().filter_map(|name| forms.get::<Stream<'_>>(name));
    states.any(|state| darkens(&state))
        || depth > 1 && forms.any(|form| multiplies(form.dict(), depth - 1))
}

/// Whether the content below still shows through the blend mode. Of several modes the first one counts.
fn darkens(state: &Dict<'_>) -> bool {
    let of_several = || state.get::<Array<'_>>(keys::BM)?.iter::<Name<'_>>().next();
    let mode = state.get::<Name<'_>>(keys::BM).or_else(of_several);
    mode.is_some_and(|mode| matches!(mode.as_ref(), b"Multiply" | b"Darken"))
}

/// Offset in the file of a part of it; `None` for decompressed data.
fn offset(file: &[u8], part: &[u8]) -> Option<usize> {
    let at = part.as_ptr().addr().checked_sub(file.as_ptr().addr())?;
    (at + part.len() <= file.len()).then_some(at)
}
