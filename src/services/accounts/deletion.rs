//! Deletion of accounts: by the member, who proves identity and intent, or by an admin.
//!
//! Data that others rely on stays without the name: memos in published editions, the editions themselves, plays, which
//! anybody may verify, and the record of credits and payouts.

use crate::context::Context;
use crate::domain::account::{Account, Email};
use crate::domain::audit::AuditAction;
use crate::domain::blob::BlobHash;
use crate::domain::id::{AccountId, MailId};
use crate::domain::memo::Visibility;
use crate::domain::message::Message;
use crate::domain::policy::{self, Actor};
use crate::error::{Error, Result};
use crate::services::accounts;
use crate::services::operations::{audit, garbage_collection, outbox};
use crate::services::threads::posts;
use crate::services::webhooks;
use crate::store::{ReadTx, WriteTx};

use super::sessions::SessionContext;
use super::{credentials, invitations, members};

const OWN: Error = Error::Conflict {
    field: None,
    message: Message::new("own-account", "Delete your own account in Settings."),
};

/// Fields of the deletion dialog, as they were sent.
pub struct DeleteAccountRequest {
    pub password: String,
    /// Username, typed to confirm which account is deleted.
    pub name: String,
}

/// Deletes the acting member's account. Sends no mail, which would store the address again.
pub fn delete_own(
    context: &Context,
    session_context: &SessionContext,
    request: &DeleteAccountRequest,
) -> Result<()> {
    let proven = accounts::get_own(context, &session_context.actor)?;
    if !proven.username.is_spelt(&request.name) {
        return Err(Error::invalid(
            "name",
            Message::new("username-differs", "This is not your username."),
        ));
    }
    credentials::verify_password(context, &proven, &request.password)?;
    delete_found(context, |tx| credentials::reload_account(tx, &proven))
}

/// Deletes a member's account as an admin, who gives their own password again in case a browser was left open.
pub fn delete_for(
    context: &Context,
    session_context: &SessionContext,
    owner: AccountId,
    password: &str,
) -> Result<()> {
    policy::may_administrate(&session_context.actor)?;
    let admin = accounts::get_own(context, &session_context.actor)?;
    if admin.id == owner {
        return Err(OWN);
    }
    credentials::verify_password(context, &admin, password)?;
    delete(context, &session_context.actor, owner)
}

/// Deletes a member's account as an admin, with an audit entry.
pub fn delete(context: &Context, actor: &Actor, owner: AccountId) -> Result<()> {
    let left = context.write_as(actor, policy::may_administrate, |tx, actor| {
        let account = members::load(tx, owner)?;
        audit::record(
            context,
            tx,
            actor,
            AuditAction::DeleteMember,
            format!("member {owner}"),
            String::new(),
        )?;
        remove(context, tx, &account)
    })?;
    delete_files(context, &left);
    Ok(())
}

/// Deletes the account that `find` returns, in the same transaction.
pub(in crate::services) fn delete_found(
    context: &Context,
    find: impl FnOnce(&mut WriteTx) -> Result<Account>,
) -> Result<()> {
    let left = context.write(|tx| {
        let account = find(tx)?;
        remove(context, tx, &account)
    })?;
    delete_files(context, &left);
    Ok(())
}

/// Files of a deleted account that are to be removed from the disk.
struct RemainingFiles {
    /// Pictures, some of which may still be referenced.
    pictures: Vec<BlobHash>,
    /// Removed mails to the member.
    mails: Vec<MailId>,
}

/// Removes the account and all data that belongs to its member alone.
fn remove(context: &Context, tx: &mut WriteTx, account: &Account) -> Result<RemainingFiles> {
    members::require_another_admin(tx, account.id)?;
    let mut mails = Vec::new();
    for address in addresses(tx, account)? {
        mails.extend(outbox::remove_all_to(tx, &address)?);
    }
    tx.remove_sessions_of(account.id, |_| true)?;
    tx.remove_tickets_of(account.id, |_| true)?;
    tx.remove_second_factor(account.id)?;
    tx.remove_passkeys_of(account.id)?;
    tx.remove_api_tokens_of(account.id)?;
    tx.remove_known_locations(account.id)?;
    tx.remove_mail_secret(account.id)?;
    tx.remove_edition_notices(account.id)?;
    tx.remove_application(account.id)?;
    tx.remove_guest(account.id)?;
    tx.remove_invited_by(account.id)?;
    tx.remove_role_grants(account.id)?;
    tx.remove_participation_of(account.id)?;
    let mut pictures = remove_memos(tx, account.id)?;
    pictures.extend(posts::remove_all_of(tx, account.id)?);
    pictures.extend(tx.remove_mailed_answers_of(account.id)?);
    tx.remove_received_questions(account.id)?;
    tx.remove_removed_memos_of(account.id)?;
    tx.remove_loves_of(account.id)?;
    tx.remove_suggestions_of(account.id)?;
    tx.remove_reports_of(account.id)?;
    tx.remove_blocks_of(account.id)?;
    tx.remove_suspension(account.id)?;
    tx.remove_upload_keys_of(account.id)?;
    webhooks::remove_about(tx, account.id)?;
    tx.remove_plays_of(account.id)?;
    tx.remove_payouts_of(account.id)?;
    tx.remove_account(account)?;
    invitations::revoke_forbidden(context, tx, account.id)?;
    Ok(RemainingFiles { pictures, mails })
}

/// The member's address and the new addresses of pending email changes, except those of other accounts.
fn addresses(tx: &ReadTx, account: &Account) -> Result<Vec<Email>> {
    let mut addresses = vec![account.email.clone()];
    for address in tx.tickets_of(account.id)?.into_iter().filter_map(|(_, ticket)| ticket.address) {
        if tx.account_by_email(&address)?.is_none() {
            addresses.push(address);
        }
    }
    Ok(addresses)
}

/// Removes memos that are not published, with their history. Published memos stay as a former member's.
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

/// Removes the files of a deleted account. A failure leaves them to the next garbage collection.
fn delete_files(context: &Context, left: &RemainingFiles) {
    outbox::remove_files(context, &left.mails);
    if let Err(error) = garbage_collection::remove_unnamed(context, &left.pictures) {
        tracing::warn!(
            error = &error as &dyn std::error::Error,
            "failed to delete pictures of a deleted account, leaving them to garbage collection"
        );
    }
}
