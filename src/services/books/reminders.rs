//! Reminders of a book's open questions: made by its keepers, at most one a week for each member.

use crate::context::Context;
use crate::domain::audit::AuditAction;
use crate::domain::book::Book;
use crate::domain::id::BookId;
use crate::domain::message::Message;
use crate::domain::policy::{self, Actor};
use crate::domain::reminder::Reminder;
use crate::domain::schedule::Phase;
use crate::domain::suggestion;
use crate::domain::text::to_one_line;
use crate::domain::time::Timestamp;
use crate::error::{Error, Result};
use crate::mail::MailContent;
use crate::services::operations::{audit, outbox};
use crate::store::WriteTx;

use super::participation::{AnswerGrid, Participant, load_grid};
use super::schedule;

/// Number of members who are reminded in one transaction, so that others can write in between.
const BATCH: usize = 50;
/// Maximum number of members who are reminded at once, so that other mail is not held up for long.
const MAX_REMINDED: u32 = 500;

/// Outcome of a reminder for the members of a book.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ReminderReport {
    /// Members who see a notice on their next visit.
    pub reminded: u32,
    /// Members among them who also get a mail.
    pub mailed: u32,
    /// Members who have answered every question.
    pub complete: u32,
    /// Members who were reminded within a week.
    pub recent: u32,
    /// Members who want no reminders.
    pub declined: u32,
    /// Members who were left for another time, because 500 were reminded.
    pub later: u32,
}

/// Reminds all members who are asked and have open questions, except the acting one.
///
/// # Errors
/// If the book does not take answers now, or asks nothing.
pub fn remind(
    context: &Context,
    actor: &Actor,
    book: BookId,
    words: &str,
) -> Result<ReminderReport> {
    policy::may_keep(actor, book)?;
    if let Ok(keeper) = policy::member(actor) {
        context.rate_limits.check_change(keeper)?;
    }
    let words = suggestion::parse_words(words).map_err(|wrong| Error::invalid("words", wrong))?;
    let AnswerGrid { book, questions, members } = load_grid(&*context.read()?, book)?;
    schedule::require_open(context, &*context.read()?, book.id, context.now())?;
    if questions.is_empty() {
        let message = Message::new("nothing-to-remind-of", "This book asks no questions yet.");
        return Err(Error::Conflict { field: None, message });
    }
    let mut report = ReminderReport::default();
    let (complete, open): (Vec<Participant>, Vec<Participant>) =
        members.into_iter().partition(|member| member.open() == 0);
    report.complete = complete.len() as u32;
    let others: Vec<Participant> =
        open.into_iter().filter(|member| policy::member(actor) != Ok(member.account.id)).collect();
    context.write_as(actor, policy::keeps(book.id), |tx, actor| {
        let to = format!("book {}", book.name);
        let note = to_one_line(words.as_deref().unwrap_or_default());
        audit::record(context, tx, actor, AuditAction::Remind, to, note)
    })?;
    for batch in others.chunks(BATCH) {
        report = context.write_as(actor, policy::keeps(book.id), |tx, _| {
            let mut report = report;
            for member in batch {
                remind_member(context, tx, (&book, member), words.as_deref(), &mut report)?;
            }
            Ok(report)
        })?;
    }
    Ok(report)
}

fn remind_member(
    context: &Context,
    tx: &mut WriteTx,
    (book, member): (&Book, &Participant),
    words: Option<&str>,
    report: &mut ReminderReport,
) -> Result<()> {
    // They may have left, or been reminded, since the grid was loaded.
    let Some(account) = tx.account(member.account.id)?.filter(|account| !account.disabled) else {
        return Ok(());
    };
    let now = context.now();
    if tx.reminder(account.id)?.is_some_and(|last| !last.is_over(now)) {
        report.recent += 1;
        return Ok(());
    }
    if account.preferences.declines_reminders {
        report.declined += 1;
        return Ok(());
    }
    if report.reminded >= MAX_REMINDED {
        report.later += 1;
        return Ok(());
    }
    tx.put_reminder(account.id, &Reminder { book: book.id, made_at: now, is_seen: false })?;
    report.reminded += 1;
    // An unverified address may belong to another person.
    if !outbox::sends_mail(context) || !account.email_verified {
        return Ok(());
    }
    let secret = context.secret()?;
    tx.put_unsubscribe_secret(account.id, secret.hash())?;
    let config = context.config();
    let closes_at = book.schedule.closes_at;
    let closes = closes_at.map(|moment| config.time_zone.words(moment));
    let site = &config.public_url;
    let message = MailContent::Reminder {
        name: account.name.as_str(),
        book: &book.name,
        open: member.open(),
        words,
        closes: closes.as_deref(),
        link: &format!("{site}/book/contribute/entry/{}", book.id),
        unsubscribe: &format!("{site}/unsubscribe/{}/{}/reminders", account.id, secret.reveal()),
    };
    outbox::enqueue_unlimited(context, tx, &account.email, &message)?;
    report.mailed += 1;
    Ok(())
}

/// Reminder that is shown to a member.
#[derive(Clone, Debug)]
pub struct ReminderNotice {
    pub book: Book,
    /// Number of questions that the member has not answered.
    pub open: usize,
    pub closes_at: Option<Timestamp>,
}

/// The acting member's reminder, while its book takes answers and questions are open; `None` once it was dismissed.
pub fn own_reminder(context: &Context, actor: &Actor) -> Result<Option<ReminderNotice>> {
    let member = policy::member(actor)?;
    let tx = context.read()?;
    let is_declined = tx.preferences(member)?.declines_reminders;
    let reminder = tx.reminder(member)?.filter(|reminder| !reminder.is_seen);
    let Some(reminder) = reminder.filter(|_| !is_declined) else { return Ok(None) };
    let Some(book) = tx.book(reminder.book)? else { return Ok(None) };
    let schedule = &book.schedule;
    let answered = tx.memos_of_member(member, book.id)?;
    let is_open = |key| answered.iter().all(|memo| memo.question != key);
    let open =
        tx.questions(book.id)?.into_iter().filter(|asked| is_open(asked.key.clone())).count();
    let is_current = open > 0 && schedule.phase(context.now()) == Phase::Open;
    Ok(is_current.then_some(ReminderNotice { open, closes_at: schedule.closes_at, book }))
}

/// Dismisses the acting member's reminder. Repeating it changes nothing.
pub fn dismiss_reminder(context: &Context, actor: &Actor) -> Result<()> {
    policy::member(actor)?;
    context.write_as_reloaded(actor, |tx, actor| {
        let member = policy::member(actor)?;
        match tx.reminder(member)? {
            Some(reminder) => Ok(tx.put_reminder(member, &Reminder { is_seen: true, ..reminder })?),
            None => Ok(()),
        }
    })
}

/// Whether the acting member may be reminded.
pub fn wants_reminders(context: &Context, actor: &Actor) -> Result<bool> {
    let member = policy::member(actor)?;
    Ok(!context.read()?.preferences(member)?.declines_reminders)
}

/// Stores whether the acting member may be reminded.
pub fn choose_reminders(context: &Context, actor: &Actor, wanted: bool) -> Result<bool> {
    let member = policy::member(actor)?;
    context.rate_limits.check_change(member)?;
    context.write_as_reloaded(actor, |tx, actor| {
        policy::acts_as(actor, member)?;
        tx.change_preferences(member, |chosen| chosen.declines_reminders = !wanted)?;
        Ok(wanted)
    })
}
