//! Operator requests for issued forms, for reading filled ones on the same machine.

use serde::{Deserialize, Serialize};

use crate::context::Context;
use crate::error::{Error, Result};

use super::Answer;

#[derive(Clone, Debug, Serialize, Deserialize)]
pub enum Request {
    Find { code: String },
}

/// Issued blank form, for a client on the same machine.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct BlankForm {
    pub form: String,
    /// Path of the PDF.
    pub file: String,
}

pub(super) fn perform(context: &Context, request: &Request) -> Result<Answer> {
    let Request::Find { code } = request;
    let missing = Error::NotFound("This form");
    let Ok(code) = code.parse() else { return Err(missing) };
    let issued = context.read()?.issued_form(code)?.ok_or(missing)?;
    let file = context.blobs.path(issued.pdf).display().to_string();
    Ok(Answer::Form(BlankForm { form: code.to_string(), file }))
}
