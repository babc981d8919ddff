//! Mails are written down with the action that causes them and sent by a job.

use crate::app::App;
use crate::domain::account::Email;
use crate::domain::id::MailId;
use crate::domain::job::Job;
use crate::domain::mail::Mail;
use crate::error::{Error, Result};
use crate::mail::{self, templates::Letter};
use crate::store::WriteTx;

/// Puts a mail into the outbox.
pub(super) fn put(app: &App, tx: &mut WriteTx, to: &Email, letter: Letter) -> Result<()> {
    let created_at = app.clock.now();
    let Letter { subject, text, html } = letter;
    let id = MailId::new(created_at, app.random()?);
    let mail = Mail { id, to: to.clone(), subject, text, html, created_at, sent_at: None };
    tx.put_mail(&mail)?;
    app.enqueue(tx, Job::SendMail(id))
}

/// Sends a mail that has not been sent yet.
pub(crate) fn send(app: &App, id: MailId) -> Result<()> {
    let Some(mut mail) = app.read()?.mail(id)?.filter(|mail| mail.sent_at.is_none()) else {
        return Ok(());
    };
    mail::send(&app.config, &mail).map_err(|error| Error::Internal(Box::new(error)))?;
    mail.sent_at = Some(app.clock.now());
    app.write(|tx| Ok(tx.put_mail(&mail)?))
}
