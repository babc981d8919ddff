//! Normalised sheet: flattened and in even light.

use crate::correct::illumination::Illumination;
use crate::extract::crop::CROP_SCALE;
use crate::extract::ink_color::InkColors;
use crate::extract::read_area;
use crate::image::colour::HUE_BLOCK;
use crate::image::grey::Grey;
use crate::pdf::raster::RasterizedView;
use crate::search::RegisteredPage;
use crate::source::PagePreviews;

/// Sheet of one page, flattened and in even light.
pub(crate) struct NormalizedPage {
    /// Sheet in the form's own pixels.
    pub(crate) page: Grey,
    /// Sheet at [`CROP_SCALE`], for the crops.
    pub(crate) large: Grey,
    /// Darkest channel in the form's own pixels, flattened but in its original light.
    pub(crate) tint: Option<Grey>,
    /// Colours of the ink, where the page has any.
    pub(crate) hues: Option<InkColors>,
}

impl NormalizedPage {
    /// Normalises a sheet from the pixels that were drawn.
    pub(crate) fn of(
        found: &RegisteredPage,
        previews: &PagePreviews,
        sheet: RasterizedView,
    ) -> Self {
        let RasterizedView { luma: mut large, mut tint, mut channels } = sheet;
        if previews.pages[found.file_page].is_inverted {
            // Colours are meaningless after inversion.
            (large, tint, channels) = (large.inverted(), None, None);
        }
        if let Some(displace) = found.displacement() {
            let (scale, margin) = (f64::from(CROP_SCALE), found.margin());
            large = read_area::flattened(&large, scale, margin, &displace);
            tint = tint.map(|tint| read_area::flattened(&tint, 1.0, margin, &displace));
            let flat = |channel| {
                read_area::flattened(&channel, scale / HUE_BLOCK as f64, margin, &displace)
            };
            channels = channels.map(|channels| channels.map(flat));
        }
        let mut page = large.halved();
        if let Some(light) = Illumination::on(&page) {
            light.remove_from(&mut page);
            light.remove_from(&mut large);
        }
        Self { page, large, tint, hues: channels.as_ref().map(InkColors::of) }
    }
}
