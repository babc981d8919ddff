//! Removes tiling patterns whose tiles overlap by the thousand: the renderer would draw each of them for every picture, one by one.

use hayro::hayro_syntax::Pdf;
use hayro::hayro_syntax::object::{Dict, Object, Rect, dict::keys};

use super::patch::NO_PATTERN;

/// Maximum number of tiles that overlap in a point. Patterns of other programs have four.
const MAX_TILES: f64 = 1_000.0;

/// Offsets in the file at which [`NO_PATTERN`] removes the patterns with too many tiles.
pub(super) fn endless_patterns(pdf: &Pdf) -> Vec<usize> {
    let file = pdf.data().as_ref();
    if !NO_PATTERN.is_in(file) {
        return Vec::new();
    }
    let streams = pdf.objects().into_iter().filter_map(Object::into_stream);
    let is_endless = |pattern: &Dict<'_>| tiles(pattern).is_some_and(|tiles| tiles > MAX_TILES);
    let endless = streams.filter(|stream| is_endless(stream.dict()));
    endless.flat_map(|pattern| NO_PATTERN.places(file, pattern.dict())).collect()
}

/// Number of tiles that overlap in a point; `None` for a stream that is no pattern.
fn tiles(pattern: &Dict<'_>) -> Option<f64> {
    let tile = pattern.get::<Rect>(keys::BBOX)?;
    let step = |key| Some(pattern.get::<f64>(key)?.abs());
    Some(tile.width() / step(keys::X_STEP)? * (tile.height() / step(keys::Y_STEP)?))
}
