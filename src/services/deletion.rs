//! Deleting an account: by its member, who proves to be meant and to be themselves, or by an admin.
//!
//! What others have or will read stays, without the name: memos in published editions, and the editions as they are; plays,
//! which anybody may check, and that credits and payouts went out.

use crate::context::Context;
use crate::domain::account::{Account, Email};
use crate::domain::audit::AuditAction;
use crate::domain::blob::BlobHash;
use crate::domain::id::{AccountId, MailId};
use crate::domain::memo::Visibility;
use crate::domain::policy::{self, Actor};
use crate::error::{Error, Result};
use crate::store::{ReadTx, WriteTx};

use super::sessions::SessionContext;
use super::{accounts, audit, credentials, garbage, members, outbox, posts};

const OWN: Error = Error::Conflict {
    field: None,
    words: "Your own account is not deleted here, but in the settings of your account.",
};

/// What the dialog holds, as it was sent.
pub struct DeleteAccountRequest {
    pub password: String,
    /// The username, typed to say that this account is meant.
    pub name: String,
}

/// Deletes one's own account. No mail follows: it would keep the address that is to be forgotten.
pub fn delete_own(
    context: &Context,
    present: &SessionContext,
    farewell: &DeleteAccountRequest,
) -> Result<()> {
    let proven = accounts::own(context, &present.actor)?;
    if !proven.username.is_spelt(&farewell.name) {
        return Err(Error::invalid("name", "This is not your username."));
    }
    credentials::prove(context, &proven, &farewell.password)?;
    delete_found(context, |tx| credentials::reload_account(tx, &proven))
}

/// Deletes a member's account, as an admin who gives their own password again: a browser may have been left open.
pub fn delete_for(
    context: &Context,
    present: &SessionContext,
    owner: AccountId,
    password: &str,
) -> Result<()> {
    policy::may_administrate(&present.actor)?;
    let admin = accounts::own(context, &present.actor)?;
    if admin.id == owner {
        return Err(OWN);
    }
    credentials::prove(context, &admin, password)?;
    delete(context, &present.actor, owner)
}

/// Deletes a member's account.
pub fn delete(context: &Context, actor: &Actor, owner: AccountId) -> Result<()> {
    policy::may_administrate(actor)?;
    delete_found(context, |tx| {
        let actor = tx.reload_actor(actor)?;
        policy::may_administrate(&actor)?;
        let account = members::one(tx, owner)?;
        audit::note(
            context,
            tx,
            &actor,
            AuditAction::DeleteMember,
            format!("member {owner}"),
            String::new(),
        )?;
        Ok(account)
    })
}

/// Deletes the account that `find` answers, in the transaction that finds it.
pub(super) fn delete_found(
    context: &Context,
    find: impl FnOnce(&mut WriteTx) -> Result<Account>,
) -> Result<()> {
    let left = context.write(|tx| {
        let account = find(tx)?;
        remove(tx, &account)
    })?;
    forget_files(context, &left);
    Ok(())
}

/// What a deleted account leaves on the disk.
struct Left {
    /// Perhaps nothing needs them any more.
    pictures: Vec<BlobHash>,
    /// Those that were written to the member.
    mails: Vec<MailId>,
}

/// Removes the account and all that is its member's alone.
fn remove(tx: &mut WriteTx, account: &Account) -> Result<Left> {
    members::keep_one_admin(tx, account.id)?;
    let mut mails = Vec::new();
    for address in addresses(tx, account)? {
        mails.extend(outbox::remove_all_to(tx, &address)?);
    }
    tx.remove_sessions_of(account.id, |_| true)?;
    tx.remove_tickets_of(account.id, |_| true)?;
    tx.remove_second_factor(account.id)?;
    tx.remove_familiar_places(account.id)?;
    tx.remove_mail_secret(account.id)?;
    tx.remove_edition_notices(account.id)?;
    let mut pictures = remove_memos(tx, account.id)?;
    pictures.extend(posts::remove_all_of(tx, account.id)?);
    tx.forget_removed_memos_of(account.id)?;
    tx.remove_loves_of(account.id)?;
    tx.remove_suggestions_of(account.id)?;
    tx.remove_reports_of(account.id)?;
    tx.remove_blocks_of(account.id)?;
    tx.remove_suspension(account.id)?;
    tx.remove_upload_keys_of(account.id)?;
    tx.forget_plays_of(account.id)?;
    tx.forget_payouts_of(account.id)?;
    tx.remove_account(account)?;
    Ok(Left { pictures, mails })
}

/// The member's address, and those that a change of it has written to, unless they are somebody else's.
fn addresses(tx: &ReadTx, account: &Account) -> Result<Vec<Email>> {
    let mut addresses = vec![account.email.clone()];
    for address in tx.tickets_of(account.id)?.into_iter().filter_map(|(_, ticket)| ticket.address) {
        if tx.account_by_email(&address)?.is_none() {
            addresses.push(address);
        }
    }
    Ok(addresses)
}

/// Removes what nobody else reads, with its history. What stands in an edition and is not hidden stays, as a former member's.
fn remove_memos(tx: &mut WriteTx, author: AccountId) -> Result<Vec<BlobHash>> {
    let mut pictures = Vec::new();
    let memos = [tx.memos_of(author)?, tx.replaced_memos_of(author)?].concat();
    for memo in memos {
        if tx.visibility_of_memo(memo.id)? != Visibility::Published {
            pictures.extend(memo.content.blobs());
            tx.remove_memo(&memo)?;
        }
    }
    Ok(pictures)
}

/// The account is gone, whatever becomes of this: a file that is left here is found by the next sweep.
fn forget_files(context: &Context, left: &Left) {
    outbox::remove_files(context, &left.mails);
    if let Err(error) = garbage::remove_unnamed(context, &left.pictures) {
        tracing::warn!(
            error = &error as &dyn std::error::Error,
            "pictures of a deleted account are left to the sweep"
        );
    }
}
