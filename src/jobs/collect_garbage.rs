//! Daily garbage collection.

use crate::context::Context;
use crate::error::Result;
use crate::services::garbage_collection;

use super::BackgroundJob;

pub(super) struct CollectGarbage;

impl BackgroundJob for CollectGarbage {
    fn name(&self) -> &'static str {
        "collect_garbage"
    }

    fn max_attempts(&self) -> Option<u32> {
        None
    }

    fn deduplication_key(&self) -> Option<String> {
        Some(self.name().into())
    }

    fn run(&self, context: &Context) -> Result<()> {
        garbage_collection::run(context)
    }
}
