//! Outbox: mails are stored in the transaction that causes them and sent by a job; admins see their state.
//!
//! A stored mail records whether it was sent; attempts and errors are part of its job, queued or dead. With
//! `transport = "none"` no mails are stored.

mod list;
mod pictures;
mod retention;

use std::collections::HashMap;

use serde::{Deserialize, Serialize};

use crate::context::Context;
use crate::domain::account::Email;
use crate::domain::id::MailId;
use crate::domain::job::{Job, Queue, QueuedJob};
use crate::domain::mail::{FormMailKind, Mail, MailPictures};
use crate::domain::message::Message;
use crate::domain::policy::{self, Actor};
use crate::error::{Error, Result};
use crate::mail::templates::Templates;
use crate::mail::{self, MailContent, RenderedMail, Transcript};
use crate::store::{ReadTx, WriteTx};

use super::mail_cap;

pub use list::{OutboxItem, State, count_failed, get, list, retry};
pub(in crate::services) use retention::{
    redact_dead_mail, remove_all_to, remove_files, remove_strays,
};

/// Result of a test mail.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct TestMailResult {
    pub to: String,
    pub conversation: Vec<String>,
    pub error: Option<String>,
    pub hint: Option<String>,
}

/// Whether this community sends mail.
pub(in crate::services) fn sends_mail(context: &Context) -> bool {
    context.config().mail.is_enabled()
}

/// Queues a mail that no limit applies to.
pub(in crate::services) fn enqueue_unlimited(
    context: &Context,
    tx: &mut WriteTx,
    to: &Email,
    message: &MailContent<'_>,
) -> Result<()> {
    if !sends_mail(context) {
        return Ok(());
    }
    queue(context, tx, &compose(context, to, message)?)
}

/// Queues a mail that no limit applies to, with pictures that are read when it is sent.
pub(in crate::services) fn enqueue_with_pictures(
    context: &Context,
    tx: &mut WriteTx,
    to: &Email,
    message: &MailContent<'_>,
    pictures: MailPictures,
) -> Result<()> {
    if !sends_mail(context) {
        return Ok(());
    }
    let mail = compose(context, to, message)?;
    tx.put_mail_pictures(mail.id, pictures)?;
    queue(context, tx, &mail)
}

/// Queues a mail that anybody can trigger by filling in a form, within the limits of `mail_cap`.
///
/// # Errors
/// [`Error::TooMany`] when a limit is reached.
pub(in crate::services) fn enqueue_for_form(
    context: &Context,
    tx: &mut WriteTx,
    kind: FormMailKind,
    to: &Email,
    message: &MailContent<'_>,
) -> Result<()> {
    if !sends_mail(context) {
        return Ok(());
    }
    let mail = compose(context, to, message)?;
    mail_cap::count(context, tx, kind, &mail)?;
    queue(context, tx, &mail)
}

/// Queues a mail; none for a guest, whom no mail reaches.
fn queue(context: &Context, tx: &mut WriteTx, mail: &Mail) -> Result<()> {
    if mail.to.is_of_guest() {
        return Ok(());
    }
    tx.put_mail(mail)?;
    context.enqueue(tx, Job::SendMail(mail.id))
}

/// Renders the mail with the operator's templates, or with the built-in ones where those fail.
fn compose(context: &Context, to: &Email, message: &MailContent<'_>) -> Result<Mail> {
    let config = context.config();
    let written = Templates::read(&config.data_dir).write(&config, message);
    let (rendered, faults) = written.map_err(|words| Error::Internal(words.into()))?;
    for fault in faults {
        tracing::warn!(fault, "mail template failed, using the built-in one");
    }
    let created_at = context.now();
    let RenderedMail { subject, text, html, unsubscribe, reply_to } = rendered;
    let id = MailId::new(created_at, context.random()?);
    let to = to.clone();
    Ok(Mail { id, to, subject, text, html, unsubscribe, reply_to, created_at, sent_at: None })
}

/// Sends a mail that was not sent yet, and removes its text afterwards.
pub(crate) fn send(context: &Context, id: MailId) -> Result<()> {
    let Some(mut mail) = context.read()?.mail(id)?.filter(|mail| mail.sent_at.is_none()) else {
        return Ok(());
    };
    let config = context.config();
    if !config.mail.is_enabled() {
        // Queued before sending was turned off. It cannot be sent, so it is removed.
        return context.write(|tx| Ok(tx.remove_mail(id)?));
    }
    mail::send(&config, &mail, &pictures::read(context, id)?)?;
    mail.set_sent(context.now());
    let is_kept = context.write(|tx| {
        let is_kept = tx.mail(id)?.is_some();
        if is_kept {
            tx.put_mail(&mail)?;
            tx.put_mail_pictures(id, MailPictures::default())?;
        }
        Ok(is_kept)
    })?;
    if !is_kept {
        // The recipient's account was deleted while the mail was being sent.
        remove_files(context, &[id]);
    }
    Ok(())
}

/// Jobs of all mails that have one.
fn jobs(tx: &ReadTx) -> Result<HashMap<MailId, (State, QueuedJob)>> {
    let dead_letters = tx.dead_letters()?.into_iter().map(|job| (State::Failed, job));
    let queued = tx.jobs_of(Queue::Mail)?.into_iter().map(|job| (State::Queued, job));
    let of_mail = |(state, job): (State, QueuedJob)| Some((job.job.mail()?, (state, job)));
    Ok(dead_letters.chain(queued).filter_map(of_mail).collect())
}

fn remove_job(tx: &mut WriteTx, job: Option<(State, QueuedJob)>) -> Result<()> {
    match job {
        Some((State::Queued, job)) => Ok(tx.remove_job(&job)?),
        Some((State::Failed | State::Sent, job)) => Ok(tx.remove_dead_letter(&job)?),
        None => Ok(()),
    }
}

/// Sends a test mail at once, by the configured transport.
pub fn test(context: &Context, actor: &Actor, to: &str) -> Result<TestMailResult> {
    policy::may_administrate(actor)?;
    require_mail_enabled(context)?;
    let to = Email::parse(to).map_err(|words| Error::invalid("to", words))?;
    let mail = compose(context, &to, &MailContent::Test {})?;
    let mut transcript = Transcript::default();
    let outcome = mail::send_with_transcript(&context.config(), &mail, &[], &mut transcript);
    Ok(TestMailResult {
        to: to.as_str().to_owned(),
        conversation: transcript.into_lines(),
        error: outcome.as_ref().err().map(mail::Error::message),
        hint: outcome.err().and_then(|error| error.hint()).map(str::to_owned),
    })
}

fn require_mail_enabled(context: &Context) -> Result<()> {
    if sends_mail(context) {
        return Ok(());
    }
    let words = Message::new(
        "mail-transport-off",
        "No mail is sent here. Set `transport` in [mail] to smtp or file.",
    );
    Err(Error::invalid("transport", words))
}
