//! Rate limit of mails that forms send, per recipient and in total. Counted in the database, so that a restart changes
//! nothing.
//!
//! Only mails sent by filling in a form are counted and refused. Notices that warn a member or announce a book always go out:
//! they cannot be suppressed by sending many other mails, and they never use up a limit.
//!
//! Each kind is counted by itself. Otherwise a member could tell, by whether the mail that confirms a new address is
//! refused, that password mails went to it, and so that the address has an account.

use std::time::Duration;

use crate::context::Context;
use crate::domain::id::MailId;
use crate::domain::mail::{FormMail, FormMailKind, Mail};
use crate::domain::message::Message;
use crate::domain::time::Timestamp;
use crate::error::{Error, Result};
use crate::store::WriteTx;

const HOUR: Duration = Duration::from_hours(1);
const DAY: Duration = Duration::from_hours(24);
/// Share of the daily cap that is reserved for password resets: one in this many.
const RESET_SHARE: usize = 5;
/// Maximum number of mails of one kind to one recipient within an hour, and within a day.
const MAX_PER_HOUR: usize = 5;
const MAX_PER_DAY: usize = 20;

const TO_ONE: Message = Message::new(
    "too-many-mails-to-address",
    "We've already sent several emails to this address. Please check your inbox and spam folder. Please wait {wait} and try again.",
);
const IN_ALL: Message = Message::new(
    "too-many-mails-today",
    "No more mails can be sent today. Please wait {wait} and try again.",
);

/// Counts the mail, or refuses it with the time to wait.
pub(in crate::services) fn count(
    context: &Context,
    tx: &mut WriteTx,
    kind: FormMailKind,
    mail: &Mail,
) -> Result<()> {
    let now = context.now();
    let counted = remove_expired(tx, now)?;
    let cap = context.config().mail.daily_cap as usize;
    if let Some(wait) = wait_in_all(&counted, kind, cap, now) {
        tracing::warn!(cap, ?kind, "daily mail cap reached, rejecting mail");
        return Err(Error::too_many(IN_ALL, wait));
    }
    let key = mail.to.key();
    let is_same = |counted: &&FormMail| counted.kind == kind && counted.to.key() == key;
    let to_one: Vec<Timestamp> = counted.iter().filter(is_same).map(|counted| counted.at).collect();
    let waits = [wait(&to_one, MAX_PER_HOUR, HOUR, now), wait(&to_one, MAX_PER_DAY, DAY, now)];
    if let Some(wait) = waits.into_iter().flatten().max() {
        return Err(Error::too_many(TO_ONE, wait));
    }
    Ok(tx.put_form_mail(mail.id, &FormMail { kind, to: mail.to.clone(), at: now })?)
}

/// Time until another mail of this kind fits under the daily cap. A share is reserved for password resets, so that other mails
/// cannot lock out members who forgot theirs.
fn wait_in_all(
    counted: &[FormMail],
    kind: FormMailKind,
    cap: usize,
    now: Timestamp,
) -> Option<Duration> {
    let is_reset = |mail: &&FormMail| mail.kind == FormMailKind::ResetPassword;
    let all = counted.iter().map(|mail| mail.at).collect::<Vec<_>>();
    let others: Vec<Timestamp> =
        counted.iter().filter(|mail| !is_reset(mail)).map(|mail| mail.at).collect();
    let whole = wait(&all, cap, DAY, now);
    match kind {
        FormMailKind::ResetPassword => whole,
        FormMailKind::VerifyEmail | FormMailKind::ChangeEmail => {
            whole.max(wait(&others, cap - cap / RESET_SHARE, DAY, now))
        }
    }
}

/// Mails of the last day, oldest first. Removes older ones, and those that a wrong clock has dated into the future.
fn remove_expired(tx: &mut WriteTx, now: Timestamp) -> Result<Vec<FormMail>> {
    let is_recent = |(_, mail): &(MailId, FormMail)| mail.at <= now && now.since(mail.at) < DAY;
    let (recent, old): (Vec<_>, Vec<_>) = tx.form_mails()?.into_iter().partition(is_recent);
    for (id, _) in old {
        tx.remove_form_mail(id)?;
    }
    Ok(recent.into_iter().map(|(_, mail)| mail).collect())
}

/// Time until fewer than `cap` of these moments, oldest first, lie within the last `span`; `None` if that is so already.
fn wait(moments: &[Timestamp], cap: usize, span: Duration, now: Timestamp) -> Option<Duration> {
    let recent: Vec<Timestamp> =
        moments.iter().copied().filter(|moment| now.since(*moment) < span).collect();
    let surplus = recent.len().checked_sub(cap)?;
    let leaves_last = recent.get(surplus).copied().unwrap_or(now);
    Some(span.saturating_sub(now.since(leaves_last)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wait_ends_when_oldest_mail_expires() {
        let at = |seconds| Timestamp { seconds, nanoseconds: 0 };
        let moments = [0, 10, 20].map(at);
        let minute = Duration::from_mins(1);
        let wait = |cap, now| wait(&moments, cap, minute, at(now)).map(|wait| wait.as_secs());
        assert_eq!(wait(3, 30), Some(30));
        assert_eq!(wait(2, 30), Some(40));
        assert_eq!(wait(3, 60), None);
        assert_eq!(wait(4, 30), None);
        assert_eq!(wait(0, 30), Some(60));
    }
}
