//! The database, as the operator asks for it.

use serde::{Deserialize, Serialize};

use crate::error::Result;
use crate::services::database;

use super::{Answer, LongWork};

#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub enum Request {
    Check,
    Stats,
}

pub(super) fn perform(
    LongWork { app, actor, tell }: LongWork<'_>,
    request: Request,
) -> Result<Answer> {
    match request {
        Request::Check => Ok(Answer::Checked(database::check(app, actor, tell)?)),
        Request::Stats => Ok(Answer::Stats(database::stats(app, actor)?)),
    }
}
