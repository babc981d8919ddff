//! The database, as the operator asks for it.

use serde::{Deserialize, Serialize};

use crate::app::App;
use crate::domain::policy::Actor;
use crate::domain::progress::Tell;
use crate::error::Result;
use crate::services::database;

use super::Answer;

#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub enum Request {
    Check,
    Stats,
}

pub(super) fn perform(
    app: &App,
    actor: &Actor,
    request: Request,
    tell: Tell<'_>,
) -> Result<Answer> {
    match request {
        Request::Check => Ok(Answer::Checked(database::check(app, actor, tell)?)),
        Request::Stats => Ok(Answer::Stats(database::stats(app, actor)?)),
    }
}
