//! Retention of mails: removes those to members who have left, and the text of those that failed long ago.

use std::time::Duration;

use crate::context::Context;
use crate::domain::account::Email;
use crate::domain::id::MailId;
use crate::domain::job::Job;
use crate::domain::mail::MailPictures;
use crate::domain::message::Message;
use crate::error::{Error, Result};
use crate::mail;
use crate::store::WriteTx;

use super::{jobs, remove_job};

/// Time for which the text of a failed mail is kept: links in mails expire long before, and an operator who repairs a mail
/// server retries within it.
const FAILED_RETENTION: Duration = Duration::from_hours(30 * 24);
/// Minimum age of a mail file without an outbox entry before it is removed: an operator may still look at a test mail.
const GRACE_PERIOD: Duration = Duration::from_hours(24);

/// Error for a retry of a mail whose text was removed.
pub(super) const TEXT_DELETED: Error = Error::Conflict {
    field: None,
    message: Message::new(
        "mail-text-deleted",
        "The text of this mail was deleted, so it can't be sent: it failed more than 30 days ago, or comes from a backup that isn't encrypted. If it still matters, write to the recipient yourself.",
    ),
};

/// Removes every mail to an address, sent or not, with its job. Returns their ids: some also exist as files.
pub(in crate::services) fn remove_all_to(tx: &mut WriteTx, to: &Email) -> Result<Vec<MailId>> {
    let mut jobs = jobs(tx)?;
    let mails = tx.mails_to(to)?;
    for mail in &mails {
        tx.remove_mail(*mail)?;
        remove_job(tx, jobs.remove(mail))?;
    }
    Ok(mails)
}

/// Removes the files of removed mails. Files that cannot be removed are left to the next garbage collection.
pub(in crate::services) fn remove_files(context: &Context, mails: &[MailId]) {
    let data_dir = &context.config().data_dir;
    if let Err(error) =
        mails.iter().try_for_each(|id| mail::outbound::folder::remove(data_dir, *id))
    {
        tracing::warn!(
            error = &error as &dyn std::error::Error,
            "failed to delete files of removed mails, leaving them to garbage collection"
        );
    }
}

/// Removes mail files that are not in the outbox: leftovers of [`remove_files`], and test mails.
pub(in crate::services) fn remove_strays(context: &Context) -> Result<()> {
    let (tx, now) = (context.read()?, context.now());
    let mut strays = Vec::new();
    for id in mail::outbound::folder::list(&context.config().data_dir)? {
        if now.since(id.made_at()) > GRACE_PERIOD && tx.mail(id)?.is_none() {
            strays.push(id);
        }
    }
    drop(tx);
    remove_files(context, &strays);
    Ok(())
}

/// Removes the text of mails that failed long ago; their record and the error stay.
pub(in crate::services) fn redact_dead_mail(context: &Context, tx: &mut WriteTx) -> Result<()> {
    let now = context.now();
    for job in tx.dead_letters()? {
        let Job::SendMail(id) = job.job else { continue };
        let mail = tx.mail(id)?.filter(|mail| !mail.is_redacted());
        if let Some(mut mail) = mail.filter(|_| now.since(job.run_at) >= FAILED_RETENTION) {
            mail.redact();
            tx.put_mail(&mail)?;
            tx.put_mail_pictures(id, MailPictures::default())?;
        }
    }
    Ok(())
}
