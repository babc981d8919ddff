//! QR codes of a form's pages, as rectangles of whole pixels.

use qrcode::{Color, EcLevel, QrCode, Version};

use domain::form::{QR_CORNERS, QR_MODULE, QR_MODULES, Rect};
use domain::form_code::PageMark;

/// Error correction level: a quarter of the code may be lost.
const CORRECTION: EcLevel = EcLevel::Q;
/// Maximum page number that fits into the smallest code.
pub(super) const MAX_PAGES: usize = 999;

/// Dark runs of the codes of a page: the same code in every corner.
pub(super) fn codes(mark: PageMark) -> Vec<Rect> {
    let code = QrCode::with_version(mark.to_string(), Version::Normal(1), CORRECTION)
        .expect("a mark of up to MAX_PAGES pages has 16 alphanumeric characters at most");
    let modules = code.to_colors();
    let runs: Vec<(u32, u32, u32)> = modules
        .chunks(QR_MODULES as usize)
        .zip(0..)
        .flat_map(|(row, y)| dark_runs(row).map(move |(x, length)| (x, y, length)))
        .collect();
    let at = |(left, top): (u32, u32)| {
        runs.iter().map(move |(x, y, length)| Rect {
            top: top + y * QR_MODULE,
            left: left + x * QR_MODULE,
            width: length * QR_MODULE,
            height: QR_MODULE,
        })
    };
    QR_CORNERS.into_iter().flat_map(at).collect()
}

/// Runs of dark modules in a row: start and length.
fn dark_runs(row: &[Color]) -> impl Iterator<Item = (u32, u32)> {
    let mut x = 0;
    row.chunk_by(|a, b| a == b).filter_map(move |run| {
        let first = x;
        x += run.len() as u32;
        (run[0] == Color::Dark).then_some((first, run.len() as u32))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use domain::form_code::FormCode;

    #[test]
    fn qr_code_fits_highest_page_number() {
        let mark = PageMark { form: FormCode::of(b"a form"), page: MAX_PAGES as u32 };
        assert!(!codes(mark).is_empty());
    }
}
