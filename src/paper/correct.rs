//! Correction of a registered page: even light, a threshold that only ink passes, and the removal of cup rings, folds and creases.

pub(crate) mod binarize;
pub(crate) mod crease;
pub(crate) mod cup_ring;
mod filled_area;
pub(crate) mod fold;
pub(crate) mod illumination;
pub(crate) mod line_detector;
pub(crate) mod normalized;
