//! Layers of a PDF, which are optional content in its standard: what is on one that is off is not seen.
//!
//! The renderer knows the layers of content, but not those of annotations.

use std::collections::HashSet;

use hayro::hayro_syntax::Pdf;
use hayro::hayro_syntax::object::{Array, Dict, Name, ObjectIdentifier, dict::keys};
use hayro::hayro_syntax::page::Page;
use hayro::hayro_syntax::xref::XRef;

use super::annotation;
use super::patch::NO_FORM;

/// Layers of a file that are off.
#[derive(Debug, Default)]
pub(super) struct HiddenLayers(HashSet<ObjectIdentifier>);

impl HiddenLayers {
    pub(super) fn of(xref: &XRef) -> Self {
        Self::read(xref).unwrap_or_default()
    }

    fn read(xref: &XRef) -> Option<Self> {
        let properties =
            xref.get::<Dict<'_>>(xref.root_id())?.get::<Dict<'_>>(keys::OCPROPERTIES)?;
        let settings = properties.get::<Dict<'_>>(keys::D)?;
        let is_off = settings.get::<Name<'_>>(keys::BASE_STATE).as_deref() == Some(b"OFF");
        let mut hidden = HashSet::new();
        hidden.extend(is_off.then(|| layers(&properties, keys::OCGS)).into_iter().flatten());
        for shown in layers(&settings, keys::ON) {
            hidden.remove(&shown);
        }
        hidden.extend(layers(&settings, keys::OFF));
        Some(Self(hidden))
    }

    /// Whether an annotation is on a layer that is off.
    pub(super) fn hide(&self, annotation: &Dict<'_>) -> bool {
        let Some(layer) = annotation.get::<Dict<'_>>(keys::OC).filter(|_| !self.0.is_empty())
        else {
            return false;
        };
        let is_off = |layer: &ObjectIdentifier| self.0.contains(layer);
        if layer.get::<Name<'_>>(keys::TYPE).as_deref() != Some(b"OCMD") {
            return annotation.get_ref(keys::OC).is_some_and(|one| is_off(&one.into()));
        }
        let mut members = layers(&layer, keys::OCGS).into_iter();
        let policy = layer.get::<Name<'_>>(keys::P);
        members.len() > 0
            && match policy.as_deref() {
                Some(b"AllOn") => members.any(|one| is_off(&one)),
                Some(b"AnyOff") => !members.any(|one| is_off(&one)),
                Some(b"AllOff") => !members.all(|one| is_off(&one)),
                _ => members.all(|one| is_off(&one)),
            }
    }
}

/// Identifiers of the layers in a list, or of a single one.
fn layers(dict: &Dict<'_>, key: &[u8]) -> Vec<ObjectIdentifier> {
    let list = dict.get::<Array<'_>>(key).map(|list| list.raw_iter().collect::<Vec<_>>());
    let references = list.into_iter().flatten().filter_map(|item| item.as_obj_ref());
    let single = || dict.get_ref(key).filter(|_| dict.get::<Dict<'_>>(key).is_some());
    references.chain(single()).map(ObjectIdentifier::from).collect()
}

/// Offsets in the file at which [`NO_FORM`] hides the annotations that are on a layer that is off.
pub(super) fn hidden_appearances(pdf: &Pdf) -> Vec<usize> {
    let hidden = HiddenLayers::of(pdf.xref());
    let annotations = pdf.pages().iter().flat_map(annotations);
    let appearances =
        annotations.filter(|one| hidden.hide(one)).flat_map(|one| annotation::appearances(&one));
    appearances.flat_map(|form| NO_FORM.places(pdf.data().as_ref(), form.dict())).collect()
}

/// Annotations of a page, in their order.
pub(super) fn annotations<'a>(page: &Page<'a>) -> impl Iterator<Item = Dict<'a>> + use<'a> {
    let all = page.raw().get::<Array<'a>>(keys::ANNOTS);
    all.into_iter().flat_map(|all| all.iter::<Dict<'a>>())
}
