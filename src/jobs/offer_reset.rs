//! Mails the link that leads to a new password.

use crate::context::Context;
use crate::domain::id::AccountId;
use crate::error::Result;
use crate::services::recovery;

use super::BackgroundJob;

/// Nobody's for an address that nobody has: asking costs the same.
pub(super) struct OfferReset(pub(super) Option<AccountId>);

impl BackgroundJob for OfferReset {
    fn name(&self) -> &'static str {
        "offer_reset"
    }

    fn run(&self, context: &Context) -> Result<()> {
        recovery::offer(context, self.0)
    }
}
