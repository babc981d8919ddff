//! Check of the handwriting reader: whether it reads a picture.

use crate::context::Context;
use crate::domain::check_result::{CheckResult, HealthCheck};
use crate::domain::sentence::to_sentence;
use crate::handwriting::{self, Request};

/// Picture with a few words.
const SAMPLE: &[u8] =
    include_bytes!(concat!(env!("CARGO_MANIFEST_DIR"), "/src/demo/handwriting/saying-will.png"));
const HINT: &str = "search finds no new handwriting as long as this fails: install the program again, and restart the server";

pub(super) fn check(context: &Context) -> Vec<CheckResult> {
    if !context.config().handwriting.enabled {
        let words = "Reading handwriting is switched off in the settings.";
        return vec![CheckResult::ok(HealthCheck::Handwriting, words)];
    }
    let failed = |words: &str| CheckResult::fail(HealthCheck::Handwriting, words, HINT);
    let read = handwriting::read(&context.sandbox, &Request::default(), SAMPLE);
    vec![match read {
        Ok(reading) if reading.lines.is_empty() => failed("A sample of handwriting was not read."),
        Ok(_) => CheckResult::ok(HealthCheck::Handwriting, "Handwriting can be read."),
        Err(error) => failed(&to_sentence(&error.to_string())),
    }]
}
