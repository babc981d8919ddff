//! QR codes as pictures that stay sharp at any size.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use qrcode::QrCode;
use qrcode::render::svg;

use crate::error::{Error, Result};

/// The code of a text, as an SVG document.
///
/// # Errors
/// When the text is longer than any QR code can hold.
pub(super) fn svg(text: &str) -> Result<String> {
    let code = QrCode::new(text).map_err(|error| Error::Internal(Box::new(error)))?;
    Ok(code.render::<svg::Color>().build())
}

/// The same as an address that a page can show at once: what must not lie at an address of its own.
pub(super) fn data_url(text: &str) -> Result<String> {
    Ok(format!("data:image/svg+xml;base64,{}", STANDARD.encode(svg(text)?)))
}
