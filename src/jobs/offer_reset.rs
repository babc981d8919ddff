//! Mails a link for resetting a password.

use crate::context::Context;
use crate::domain::id::AccountId;
use crate::error::Result;
use crate::services::accounts::recovery;

use super::BackgroundJob;

/// Account to mail; `None` for an unknown address, so that a request takes the same time for both.
pub(super) struct OfferReset(pub(super) Option<AccountId>);

impl BackgroundJob for OfferReset {
    fn name(&self) -> &'static str {
        "offer_reset"
    }

    fn run(&self, context: &Context) -> Result<()> {
        recovery::offer(context, self.0)
    }
}
