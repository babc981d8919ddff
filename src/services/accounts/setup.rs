//! First run: there are neither accounts nor a default password, so a link that works once makes the first admin.

use crate::context::Context;
use crate::domain::message::Message;
use crate::domain::secret::Secret;
use crate::domain::session::TicketPurpose;
use crate::domain::time::Timestamp;
use crate::error::{Error, Result};
use crate::store::{ReadTx, WriteTx};

use super::sessions;

/// Creates a link that makes the first admin, valid for half an hour; `None` if there are accounts.
///
/// Earlier links become void, so that a link seen by others can be replaced.
pub fn first_admin_link(context: &Context) -> Result<Option<String>> {
    // Checked without a write transaction first, which a full disk would refuse.
    if !context.read()?.has_no_accounts()? {
        return Ok(None);
    }
    let secret: Secret = context.secret()?;
    let fresh = context.write(|tx| {
        if !tx.has_no_accounts()? {
            return Ok(false);
        }
        for (earlier, _) in tx.tickets_for(TicketPurpose::FirstAdmin)? {
            tx.remove_ticket(earlier)?;
        }
        sessions::put_ticket(context, tx, &secret, TicketPurpose::FirstAdmin, None)?;
        Ok(true)
    })?;
    Ok(fresh.then(|| format!("{}/signup?setup={}", context.config().public_url, secret.reveal())))
}

/// Expiry of the latest setup link; `None` if it has expired, or if there are accounts.
///
/// Only the hash of the link is stored, so the link cannot be shown again.
pub fn first_admin_link_expiry(context: &Context) -> Result<Option<Timestamp>> {
    let (now, tx) = (context.now(), context.read()?);
    if !tx.has_no_accounts()? {
        return Ok(None);
    }
    let expiries = tx.tickets_for(TicketPurpose::FirstAdmin)?.into_iter();
    Ok(expiries.map(|(_, ticket)| ticket.expires_at).filter(|moment| *moment > now).max())
}

/// Checks the setup link without using it.
pub(super) fn check_first_admin_ticket(context: &Context, tx: &ReadTx, token: &str) -> Result<()> {
    first_admin_ticket(context, tx, token).map(drop)
}

/// Uses the setup link. Call it in the transaction that creates the account.
pub(in crate::services) fn take_first_admin_ticket(
    context: &Context,
    tx: &mut WriteTx,
    token: &str,
) -> Result<()> {
    let secret = first_admin_ticket(context, tx, token)?;
    Ok(tx.remove_ticket(secret.hash())?)
}

fn first_admin_ticket(context: &Context, tx: &ReadTx, token: &str) -> Result<Secret> {
    let secret = Secret::from_untrusted(token);
    if sessions::valid_ticket(context, tx, &secret, TicketPurpose::FirstAdmin)?.is_none() {
        return Err(Error::InvalidCredentials(Message::new(
            "setup-link-expired",
            "This link has expired or was used. Run `inkfold init` for a new one.",
        )));
    }
    if !tx.has_no_accounts()? {
        return Err(Error::InvalidCredentials(Message::new(
            "already-set-up",
            "There are already members. Run `inkfold user promote` to make one of them an admin.",
        )));
    }
    Ok(secret)
}
