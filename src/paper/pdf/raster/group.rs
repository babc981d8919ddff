//! Removes transparency groups by which a highlighter would hide the handwriting below it.
//!
//! A highlighter multiplies with the content below it, but programs put that multiplication into a transparency group of its own,
//! and the renderer draws every group as if it were isolated: the highlighter becomes opaque. Without the group the same content
//! multiplies as it should.

use hayro::hayro_syntax::Pdf;
use hayro::hayro_syntax::object::{Array, Dict, Name, Object, Stream, dict::keys};

use super::patch::NO_GROUP;

/// Maximum depth of the multiplication in a group; highlighters have it in the group itself, or one level deeper.
const MAX_GROUP_DEPTH: usize = 2;

/// Offsets in the file at which [`NO_GROUP`] removes the groups that multiply inside.
pub(super) fn hiding_groups(pdf: &Pdf) -> Vec<usize> {
    let file = pdf.data().as_ref();
    let mut places = Vec::new();
    // Dictionaries of streams are never compressed, even where other objects are.
    if !NO_GROUP.is_in(file) {
        return places;
    }
    for object in pdf.objects() {
        let Object::Stream(stream) = object else { continue };
        let dict = stream.dict();
        if dict.contains_key(keys::GROUP) && multiplies(dict, MAX_GROUP_DEPTH) {
            places.extend(NO_GROUP.places(file, dict));
        }
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
