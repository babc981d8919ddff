//! QR codes as vector pictures, sharp at any size.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use qrcode::QrCode;
use qrcode::render::svg;

use crate::error::{Error, Result};

/// QR code of a text as an SVG document.
///
/// # Errors
/// If the text is too long for a QR code.
pub(super) fn svg(text: &str) -> Result<String> {
    let code = QrCode::new(text).map_err(|error| Error::Internal(Box::new(error)))?;
    Ok(code.render::<svg::Color>().build())
}

/// QR code of a text as a data URL, for secrets that must not be served at an address of their own.
pub(super) fn data_url(text: &str) -> Result<String> {
    Ok(format!("data:image/svg+xml;base64,{}", STANDARD.encode(svg(text)?)))
}
