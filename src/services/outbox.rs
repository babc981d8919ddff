//! Mails are written down with the action that causes them and sent by a job; an admin sees what became of them.
//!
//! That a mail was sent stands in the mail; attempts and errors stand in its job, in the queue or among those given up.

use std::collections::HashMap;

use serde::{Deserialize, Serialize};

use crate::app::App;
use crate::config::MailTransport;
use crate::domain::account::Email;
use crate::domain::id::MailId;
use crate::domain::job::{Job, QueuedJob};
use crate::domain::mail::{FormMailKind, Mail};
use crate::domain::policy::{self, Actor};
use crate::domain::time::Time;
use crate::error::{Error, Result};
use crate::mail::{self, Transcript, templates, templates::Letter};
use crate::store::{Read, WriteTx};

use super::mail_cap;

/// What an admin sees of the outbox, the youngest mail first.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Outbox {
    pub mails: Vec<Entry>,
}

/// What an admin sees of a mail: never what it says.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Entry {
    pub id: String,
    pub to: String,
    pub subject: String,
    pub state: State,
    /// Failed ones, while it is not sent.
    pub attempts: u32,
    pub last_error: Option<String>,
    pub created_at: String,
    pub sent_at: Option<String>,
    /// While it is queued.
    pub next_attempt_at: Option<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum State {
    Queued,
    Sent,
    GivenUp,
}

/// How a test mail fared.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Trial {
    pub to: String,
    pub conversation: Vec<String>,
    pub error: Option<String>,
    pub hint: Option<String>,
}

/// Puts a mail into the outbox that goes out whatever else does.
pub(super) fn put(app: &App, tx: &mut WriteTx, to: &Email, letter: Letter) -> Result<()> {
    queue(app, tx, &address(app, to, letter)?)
}

/// The same for a mail that anybody can have sent by filling in a form.
///
/// # Errors
/// [`Error::TooMany`] when enough of them were sent.
pub(super) fn put_for_form(
    app: &App,
    tx: &mut WriteTx,
    kind: FormMailKind,
    to: &Email,
    letter: Letter,
) -> Result<()> {
    let mail = address(app, to, letter)?;
    mail_cap::count(app, tx, kind, &mail)?;
    queue(app, tx, &mail)
}

fn queue(app: &App, tx: &mut WriteTx, mail: &Mail) -> Result<()> {
    tx.put_mail(mail)?;
    app.enqueue(tx, Job::SendMail(mail.id))
}

fn address(app: &App, to: &Email, letter: Letter) -> Result<Mail> {
    let created_at = app.clock.now();
    let Letter { subject, text, html } = letter;
    let id = MailId::new(created_at, app.random()?);
    Ok(Mail { id, to: to.clone(), subject, text, html, created_at, sent_at: None })
}

/// Sends a mail that has not been sent yet, and keeps no copy of what it said.
pub(crate) fn send(app: &App, id: MailId) -> Result<()> {
    let Some(mut mail) = app.read()?.mail(id)?.filter(|mail| mail.sent_at.is_none()) else {
        return Ok(());
    };
    mail::send(&app.config, &mail)?;
    mail.set_sent(app.clock.now());
    app.write(|tx| match tx.mail(id)? {
        Some(_) => Ok(tx.put_mail(&mail)?),
        // Its reader has deleted the account while it was on its way.
        None => Ok(()),
    })
}

/// Removes every mail to an address, sent or not: none leaves any more, and nothing is kept of them.
pub(super) fn remove_all_to(tx: &mut WriteTx, address: &Email) -> Result<()> {
    let mut jobs = jobs(&**tx)?;
    for mail in tx.mails_to(address)? {
        tx.remove_mail(mail)?;
        remove_job(tx, jobs.remove(&mail))?;
    }
    Ok(())
}

fn remove_job(tx: &mut WriteTx, job: Option<(State, QueuedJob)>) -> Result<()> {
    match job {
        Some((State::Queued, job)) => Ok(tx.remove_job(&job)?),
        Some((State::GivenUp | State::Sent, job)) => Ok(tx.remove_failed_job(&job)?),
        None => Ok(()),
    }
}

/// The youngest mails and what became of them.
pub fn list(app: &App, actor: &Actor, limit: usize) -> Result<Outbox> {
    policy::may_administrate(actor)?;
    let tx = app.read()?;
    let jobs = jobs(&*tx)?;
    let mails = tx.latest_mails(limit)?;
    Ok(Outbox { mails: mails.iter().map(|mail| entry(mail, jobs.get(&mail.id))).collect() })
}

/// What became of one mail.
pub fn one(app: &App, actor: &Actor, id: MailId) -> Result<Entry> {
    policy::may_administrate(actor)?;
    let tx = app.read()?;
    let mail = tx.mail(id)?.ok_or(Error::NotFound("This mail"))?;
    Ok(entry(&mail, jobs(&*tx)?.get(&id)))
}

/// Has a mail sent now that waits or was given up, with as many attempts as a new one.
pub fn retry(app: &App, actor: &Actor, id: MailId) -> Result<Entry> {
    policy::may_administrate(actor)?;
    app.write(|tx| {
        let mail = tx.mail(id)?.ok_or(Error::NotFound("This mail"))?;
        if mail.sent_at.is_some() {
            return Err(Error::Conflict { field: None, words: "This mail was sent already." });
        }
        let job = jobs(&**tx)?.remove(&id);
        remove_job(tx, job)?;
        app.enqueue(tx, Job::SendMail(id))?;
        Ok(entry(&mail, jobs(&**tx)?.get(&id)))
    })
}

/// Sends a mail that says nothing to an address, at once and by the way that all mails go.
pub fn test(app: &App, actor: &Actor, to: &str) -> Result<Trial> {
    policy::may_administrate(actor)?;
    if app.config.mail.transport == MailTransport::None {
        let words = "no mail is sent here: set `transport` in [mail] to smtp or file";
        return Err(Error::invalid("transport", words));
    }
    let to = Email::parse(to).map_err(|words| Error::invalid("to", words))?;
    let mail = address(app, &to, templates::test(&app.config.community))?;
    let mut said = Transcript::default();
    let outcome = mail::send_aloud(&app.config, &mail, &mut said);
    Ok(Trial {
        to: to.as_str().to_owned(),
        conversation: said.into_lines(),
        error: outcome.as_ref().err().map(mail::Error::words),
        hint: outcome.err().and_then(|error| error.hint()).map(str::to_owned),
    })
}

/// The job of every mail that has one.
fn jobs(tx: &(dyn Read + '_)) -> Result<HashMap<MailId, (State, QueuedJob)>> {
    let given_up = tx.failed_jobs()?.into_iter().map(|job| (State::GivenUp, job));
    let queued = tx.queued_jobs()?.into_iter().map(|job| (State::Queued, job));
    let of_mail = |(state, job): (State, QueuedJob)| match job.job {
        Job::SendMail(id) => Some((id, (state, job))),
        Job::PublishWhenDue(_)
        | Job::Sweep
        | Job::OfferReset(_)
        | Job::OpenGameDay
        | Job::ForgetPost(_)
        | Job::ForgetComment(_) => None,
    };
    Ok(given_up.chain(queued).filter_map(of_mail).collect())
}

fn entry(mail: &Mail, job: Option<&(State, QueuedJob)>) -> Entry {
    let job = job.filter(|_| mail.sent_at.is_none());
    let state = match (mail.sent_at, job) {
        (Some(_), _) => State::Sent,
        (None, Some((state, _))) => *state,
        (None, None) => State::GivenUp,
    };
    let due = job.filter(|_| state == State::Queued).map(|(_, job)| job.due);
    Entry {
        id: mail.id.to_string(),
        to: mail.to.as_str().to_owned(),
        subject: mail.subject.clone(),
        state,
        attempts: job.map_or(0, |(_, job)| job.attempts),
        last_error: job.and_then(|(_, job)| job.last_error.clone()),
        created_at: mail.created_at.to_string(),
        sent_at: mail.sent_at.as_ref().map(Time::to_string),
        next_attempt_at: due.as_ref().map(Time::to_string),
    }
}
