//! Operator request for a check of the whole installation.

use serde::{Deserialize, Serialize};

use crate::error::Result;
use crate::net_probe::SystemNetProbe;
use crate::services::doctor;

use super::{Answer, LongWork};

#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Request {
    /// Recipient of a test mail.
    pub mail_to: Option<String>,
}

pub(super) fn perform(
    LongWork { context, actor, tell }: LongWork<'_>,
    request: &Request,
) -> Result<Answer> {
    let findings =
        doctor::examine(context, actor, &SystemNetProbe, request.mail_to.as_deref(), tell)?;
    Ok(Answer::Examined(findings))
}
