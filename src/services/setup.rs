//! The first run: nobody can sign in yet, so a link that works once makes the first admin.

use crate::app::App;
use crate::domain::secret::Secret;
use crate::domain::session::TicketPurpose;
use crate::error::{Error, Result};
use crate::store::WriteTx;

use super::sessions;

/// A link that makes the first admin within half an hour; `None` when there are accounts already.
pub fn first_admin_link(app: &App) -> Result<Option<String>> {
    let secret: Secret = app.secret()?;
    let fresh = app.write(|tx| {
        if !tx.has_no_accounts()? {
            return Ok(false);
        }
        sessions::put_ticket(app, tx, &secret, TicketPurpose::FirstAdmin, None)?;
        Ok(true)
    })?;
    Ok(fresh.then(|| format!("{}/signup?setup={}", app.config.public_url, secret.reveal())))
}

/// Uses the link up. Within the transaction that makes the account.
pub(super) fn take_first_admin_ticket(app: &App, tx: &mut WriteTx, token: &str) -> Result<()> {
    let secret = Secret::claimed(token);
    let good = tx.ticket(secret.hash())?.is_some_and(|ticket| {
        ticket.purpose == TicketPurpose::FirstAdmin && ticket.expires_at > app.clock.now()
    });
    if !good || !tx.has_no_accounts()? {
        return Err(Error::Unproven(
            "This link was used already or is too old. Run `inkfold init` for a new one.",
        ));
    }
    Ok(tx.remove_ticket(secret.hash())?)
}
