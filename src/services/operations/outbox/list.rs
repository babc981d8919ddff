//! Outbox as admins see it: the state of each mail, and retries.

use std::cmp::Reverse;

use serde::{Deserialize, Serialize};

use crate::context::Context;
use crate::domain::audit::AuditAction;
use crate::domain::id::MailId;
use crate::domain::item::Item;
use crate::domain::job::{Job, QueuedJob};
use crate::domain::mail::Mail;
use crate::domain::message::Message;
use crate::domain::policy::{self, Actor};
use crate::domain::time::Timestamp;
use crate::error::{Error, Required, Result};
use crate::services::operations::audit;

use super::retention::TEXT_DELETED;
use super::{jobs, remove_job, require_mail_enabled};

/// Number of the youngest mails that are searched for sent ones.
const MAX_MAILS: usize = 2_000;

/// Mail as an admin sees it: without its text.
#[derive(Clone, Debug)]
pub struct OutboxItem {
    pub id: MailId,
    pub to: String,
    pub subject: String,
    pub state: State,
    /// Number of failed attempts; 0 once the mail is sent.
    pub attempts: u32,
    pub last_error: Option<String>,
    pub created_at: Timestamp,
    pub sent_at: Option<Timestamp>,
    /// Set while the mail is queued.
    pub next_attempt_at: Option<Timestamp>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum State {
    Queued,
    Sent,
    /// Not retried.
    #[serde(rename = "failed")]
    Failed,
}

/// Lists the youngest mails with their states, the youngest first, optionally only those of one state.
pub fn list(
    context: &Context,
    actor: &Actor,
    state: Option<State>,
    limit: usize,
) -> Result<Vec<OutboxItem>> {
    policy::may_administrate(actor)?;
    let tx = context.read()?;
    let jobs = jobs(&tx)?;
    let mails = match state {
        None => tx.latest_mails(limit)?,
        Some(State::Sent) => tx.latest_mails(MAX_MAILS)?,
        Some(State::Queued | State::Failed) => {
            let mut ids: Vec<MailId> = jobs.keys().copied().collect();
            ids.sort_by_key(|id| Reverse(*id));
            ids.into_iter().filter_map(|id| tx.mail(id).transpose()).collect::<Result<_, _>>()?
        }
    };
    let mut entries: Vec<OutboxItem> =
        mails.iter().map(|mail| entry(mail, jobs.get(&mail.id))).collect();
    entries.retain(|entry| state.is_none_or(|state| entry.state == state));
    entries.truncate(limit);
    Ok(entries)
}

/// Returns one mail with its state.
pub fn get(context: &Context, actor: &Actor, id: MailId) -> Result<OutboxItem> {
    policy::may_administrate(actor)?;
    let tx = context.read()?;
    let mail = tx.mail(id)?.required(Item::Mail)?;
    Ok(entry(&mail, jobs(&tx)?.get(&id)))
}

/// Number of failed mails.
pub fn count_failed(context: &Context, actor: &Actor) -> Result<u32> {
    policy::may_administrate(actor)?;
    let jobs = context.read()?.dead_letters()?;
    Ok(jobs.iter().filter(|job| matches!(job.job, Job::SendMail(_))).count() as u32)
}

/// Enqueues a mail that waits or has failed to be sent now, with as many attempts as a new one.
pub fn retry(context: &Context, actor: &Actor, id: MailId) -> Result<OutboxItem> {
    policy::may_administrate(actor)?;
    require_mail_enabled(context)?;
    context.write_as(actor, policy::may_administrate, |tx, actor| {
        let mail = tx.mail(id)?.required(Item::Mail)?;
        if mail.sent_at.is_some() {
            return Err(Error::Conflict {
                field: None,
                message: Message::new("mail-sent", "This mail was sent already."),
            });
        }
        if mail.is_redacted() {
            return Err(TEXT_DELETED);
        }
        let job = jobs(tx)?.remove(&id);
        remove_job(tx, job)?;
        context.enqueue(tx, Job::SendMail(id))?;
        audit::record(
            context,
            tx,
            actor,
            AuditAction::RetryMail,
            format!("mail {id}"),
            mail.subject.clone(),
        )?;
        Ok(entry(&mail, jobs(tx)?.get(&id)))
    })
}

fn entry(mail: &Mail, job: Option<&(State, QueuedJob)>) -> OutboxItem {
    let job = job.filter(|_| mail.sent_at.is_none());
    let state = match (mail.sent_at, job) {
        (Some(_), _) => State::Sent,
        (None, Some((state, _))) => *state,
        (None, None) => State::Failed,
    };
    let due = job.filter(|_| state == State::Queued).map(|(_, job)| job.run_at);
    OutboxItem {
        id: mail.id,
        to: mail.to.as_str().to_owned(),
        subject: mail.subject.clone(),
        state,
        attempts: job.map_or(0, |(_, job)| job.attempts),
        last_error: job.and_then(|(_, job)| job.last_error.clone()),
        created_at: mail.created_at,
        sent_at: mail.sent_at,
        next_attempt_at: due,
    }
}
