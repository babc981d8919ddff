//! Pages without the boxes that crop them.

use hayro::hayro_syntax::Pdf;
use hayro::hayro_syntax::object::{Dict, Object, dict::keys};
use hayro::hayro_syntax::page::Page;

use super::patch::NO_CROP;

/// Minimum side in points of the visible part of a page; less is a mistake of the program that cropped it.
const MIN_SIDE: f64 = 1.0;

pub(super) fn is_cropped_to_nothing(page: &Page<'_>) -> bool {
    let visible = page.intersected_crop_box();
    visible.width() < MIN_SIDE || visible.height() < MIN_SIDE
}

/// Uncrops all pages of a file; `false` if none is cropped. `file` has the bytes of `pdf`.
///
/// Dictionaries that are compressed are repeated behind the end of the file without their boxes. As there is no table of objects behind them, the
/// renderer looks for the last of each.
pub(super) fn uncrop(pdf: &Pdf, file: &mut Vec<u8>) -> bool {
    let is_plain = NO_CROP.apply_everywhere(file);
    let dicts = pdf.objects().into_iter().filter_map(Object::into_dict);
    let is_compressed = |dict: &Dict<'_>| {
        dict.contains_key(keys::CROP_BOX) && NO_CROP.places(pdf.data().as_ref(), dict).is_empty()
    };
    let before = file.len();
    for dict in dicts.filter(is_compressed) {
        let Some(id) = dict.obj_id() else { continue };
        let mut dict = dict.data().to_vec();
        NO_CROP.apply_everywhere(&mut dict);
        let head = format!("\n{} {} obj\n", id.obj_number, id.gen_number);
        file.extend([head.as_bytes(), &dict, b"\nendobj"].concat());
    }
    let is_compressed = file.len() > before;
    if is_compressed {
        file.extend(b"\nstartxref\n-1\n%%EOF");
    }
    is_plain || is_compressed
}
