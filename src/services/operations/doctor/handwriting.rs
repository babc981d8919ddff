//! Check of the handwriting reader: whether it reads a picture.

use image::{DynamicImage, ImageFormat};

use crate::context::Context;
use crate::domain::check_result::{CheckResult, HealthCheck};
use crate::domain::sentence::to_sentence;
use crate::error::{Error, Result};
use crate::handwriting::{self, ReadError, Request};

/// Side in pixels of the blank picture that is read.
const SIDE: u32 = 32;

pub(super) fn check(context: &Context) -> Result<Vec<CheckResult>> {
    if !context.config().handwriting.enabled {
        let words = "Reading handwriting is switched off in the settings.";
        return Ok(vec![CheckResult::ok(HealthCheck::Handwriting, words)]);
    }
    let mut picture = std::io::Cursor::new(Vec::new());
    DynamicImage::new_rgba8(SIDE, SIDE)
        .write_to(&mut picture, ImageFormat::Png)
        .map_err(|error| Error::Internal(error.into()))?;
    let read = handwriting::read(&context.sandbox, &Request::default(), picture.get_ref());
    Ok(vec![read.map_or_else(
        |error| failed(&error),
        |_| CheckResult::ok(HealthCheck::Handwriting, "Handwriting can be read."),
    )])
}

fn failed(error: &ReadError) -> CheckResult {
    let hint = "search finds no new handwriting until this is mended: install the program again, and restart the server";
    CheckResult::fail(HealthCheck::Handwriting, to_sentence(&error.to_string()), hint)
}
