//! Sends a mail from the outbox to the mail server. Retries failed attempts, with exponential backoff between them.

use crate::context::Context;
use crate::domain::id::MailId;
use crate::error::Result;
use crate::services::operations::outbox;

use super::BackgroundJob;

/// Number of failed attempts after which a mail fails for good: with the delays between attempts, a little more than a day.
const MAX_ATTEMPTS: u32 = 33;

pub(super) struct SendMail(pub(super) MailId);

impl BackgroundJob for SendMail {
    fn name(&self) -> &'static str {
        "send_mail"
    }

    fn max_attempts(&self) -> Option<u32> {
        Some(MAX_ATTEMPTS)
    }

    fn run(&self, context: &Context) -> Result<()> {
        outbox::send(context, self.0)
    }
}
