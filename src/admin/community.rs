//! The community itself: made, and perhaps filled with samples.

use serde::{Deserialize, Serialize};

use crate::demo;
use crate::error::Result;
use crate::services::setup;

use super::{Answer, LongWork};

#[derive(Clone, Debug, Serialize, Deserialize)]
pub enum Request {
    Init,
    SeedDemo,
}

/// A community that can be served.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Initialised {
    pub data_dir: String,
    /// Makes the first admin; none when there are accounts already.
    pub first_admin_link: Option<String>,
}

pub(super) fn perform(
    LongWork { context, tell, .. }: LongWork<'_>,
    request: &Request,
) -> Result<Answer> {
    match request {
        Request::Init => {}
        Request::SeedDemo => drop(demo::seed(context, tell)?),
    }
    Ok(Answer::Initialised(Initialised {
        data_dir: context.config().data_dir.display().to_string(),
        first_admin_link: setup::first_admin_link(context)?,
    }))
}
