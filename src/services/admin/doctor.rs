//! A look at the whole installation, as the operator asks for it.

use serde::{Deserialize, Serialize};

use crate::app::App;
use crate::domain::policy::Actor;
use crate::domain::progress::Tell;
use crate::error::Result;
use crate::outside::World;
use crate::services::doctor;

use super::Answer;

#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Request {
    /// Who gets a test mail.
    pub mail_to: Option<String>,
}

pub(super) fn perform(
    app: &App,
    actor: &Actor,
    request: &Request,
    tell: Tell<'_>,
) -> Result<Answer> {
    let findings = doctor::examine(app, actor, &World, request.mail_to.as_deref(), tell)?;
    Ok(Answer::Examined(findings))
}
