//! Operator requests for the community itself: initialising it, and filling it with sample data.

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

/// Community that is ready to be served.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Initialised {
    pub data_dir: String,
    /// Link that makes the first admin; `None` once there are accounts.
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
