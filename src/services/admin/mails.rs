//! Outgoing mail, as the operator asks for it.

use serde::{Deserialize, Serialize};

use crate::app::App;
use crate::domain::policy::Actor;
use crate::error::{Error, Result};
use crate::services::outbox;

use super::Answer;

#[derive(Clone, Debug, Serialize, Deserialize)]
pub enum Request {
    List { limit: usize },
    Retry { mail: String },
    Test { to: String },
}

pub(super) fn perform(app: &App, actor: &Actor, request: &Request) -> Result<Answer> {
    match request {
        Request::List { limit } => Ok(Answer::Outbox(outbox::list(app, actor, *limit)?)),
        Request::Retry { mail } => {
            let id = mail.parse().map_err(|_| Error::NotFound("This mail"))?;
            Ok(Answer::Mail(outbox::retry(app, actor, id)?))
        }
        Request::Test { to } => Ok(Answer::MailTested(outbox::test(app, actor, to)?)),
    }
}
