//! Question of the week: switched on by a book's keepers. Once a week, one question is sent to the members who have not answered it.
//! They find it on the begin page and, if they have verified their address, in their mail, which they can answer by replying.

use std::time::Duration;

use crate::config::TimeZone;
use crate::context::Context;
use crate::domain::account::Account;
use crate::domain::audit::AuditAction;
use crate::domain::book::{Book, Question, QuestionKey};
use crate::domain::id::{AccountId, BookId};
use crate::domain::item::Item;
use crate::domain::job::Job;
use crate::domain::mailed_answer::{ReplyAddress, reply_address};
use crate::domain::message::Message;
use crate::domain::policy::{self, Actor};
use crate::domain::post_address::MailSecret;
use crate::domain::schedule::Phase;
use crate::domain::time::Timestamp;
use crate::domain::weekly_question::{ReceivedQuestion, SentQuestion, Weekday, WeeklyQuestion};
use crate::error::{Error, Required, Result};
use crate::mail::MailContent;
use crate::services::operations::{audit, outbox};
use crate::store::{ReadTx, WriteTx};

use super::find;
use super::participation::{AnswerGrid, AnswerState, load_grid};

/// Number of members to whom the question is sent in one transaction, so that others can write in between.
const BATCH: usize = 50;
/// Minimum time between two questions of a book: one that is sent at once takes the place of the next.
const MIN_INTERVAL: Duration = Duration::from_hours(6 * 24);
/// Maximum time after which a question that is due is still sent.
const MAX_DELAY: Duration = Duration::from_hours(36);
/// Maximum time from one question to the next, which is sent after more than six days.
const MAX_INTERVAL: Duration = Duration::from_hours(14 * 24);
/// Time after which an address for replies stops working.
pub(in crate::services) const REPLY_RETENTION: Duration = Duration::from_hours(60 * 24);

/// Question of the week of a book, for its keepers.
#[derive(Clone, Debug)]
pub struct WeeklyStatus {
    pub weekly: WeeklyQuestion,
    /// Question that would be sent now, with its number; `None` if all members have answered everything.
    pub next: Option<(u32, Question)>,
    /// Question that was sent last, with its number; `None` if the book no longer has it.
    pub last: Option<(u32, Question)>,
    /// Whether members can answer by replying to the mail.
    pub takes_replies: bool,
}

/// Question of the week of a book.
pub fn status(context: &Context, actor: &Actor, book: BookId) -> Result<WeeklyStatus> {
    policy::may_keep(actor, book)?;
    let tx = context.read()?;
    let grid = recipients(&tx, book)?;
    let weekly = tx.weekly_question(book)?;
    let numbered = |key: &QuestionKey| number(&grid.questions, key);
    Ok(WeeklyStatus {
        next: choose(&weekly, &grid).as_ref().and_then(numbered),
        last: weekly.last.as_ref().and_then(|sent| numbered(&sent.question)),
        takes_replies: takes_replies(context),
        weekly,
    })
}

/// Choice of a keeper.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WeeklyChoice {
    Off,
    /// A question is sent on this day of every week, beginning with the next one.
    On(Weekday),
    /// As [`Self::On`], and one is sent at once.
    Now(Weekday),
}

impl WeeklyChoice {
    /// The choice of these fields.
    ///
    /// # Errors
    /// If the word is no day of the week.
    pub fn parse(weekday: Option<&str>, send_now: bool) -> Result<Self> {
        let weekday = weekday.map(str::parse).transpose();
        let weekday = weekday.map_err(|message| Error::invalid("weekday", message))?;
        Ok(match weekday {
            None => Self::Off,
            Some(day) if send_now => Self::Now(day),
            Some(day) => Self::On(day),
        })
    }
}

/// Switches the question of the week on or off.
///
/// # Errors
/// If one is to be sent at once, and the last one was sent less than six days ago.
pub fn set(
    context: &Context,
    actor: &Actor,
    book: BookId,
    choice: WeeklyChoice,
) -> Result<WeeklyStatus> {
    context.write_as(actor, policy::keeps(book), |tx, actor| {
        let found = find(tx, book)?;
        let mut weekly = tx.weekly_question(book)?;
        let now = context.now();
        match choice {
            WeeklyChoice::Off if weekly.next_at.is_none() => return Ok(()),
            WeeklyChoice::On(day)
                if weekly.weekday == day && weekly.next_at.is_some_and(|next_at| next_at > now) =>
            {
                return Ok(());
            }
            WeeklyChoice::Off => weekly.next_at = None,
            WeeklyChoice::On(day) => {
                let after = weekly.last.as_ref().map(|last| last.sent_at + MIN_INTERVAL);
                let after = after.unwrap_or(now).max(now);
                (weekly.weekday, weekly.next_at) = (day, Some(next_moment(context, after, day)?));
            }
            WeeklyChoice::Now(day) => {
                require_week_over(context, &weekly)?;
                (weekly.weekday, weekly.next_at) = (day, Some(now));
            }
        }
        tx.put_weekly_question(book, &weekly)?;
        context.replace_job(tx, Job::SendWeeklyQuestion(book), weekly.next_at)?;
        let to = format!("book {}", found.name);
        let note = match choice {
            WeeklyChoice::Off => "question of the week: off".to_owned(),
            WeeklyChoice::On(day) => format!("question of the week: {}", day.as_str()),
            WeeklyChoice::Now(day) => format!("question of the week: now, then {}", day.as_str()),
        };
        audit::record(context, tx, actor, AuditAction::EditBook, to, note)
    })?;
    status(context, actor, book)
}

/// Refuses to send a question so soon after the last one.
fn require_week_over(context: &Context, weekly: &WeeklyQuestion) -> Result<()> {
    let Some(last) = &weekly.last else { return Ok(()) };
    if context.now().since(last.sent_at) >= MIN_INTERVAL {
        return Ok(());
    }
    let message = Message::new(
        "question-sent-this-week",
        "The last question was sent on {moment}. Only one is sent a week.",
    );
    let message = message.with("moment", context.config().time_zone.words(last.sent_at));
    Err(Error::Conflict { field: None, message })
}

fn next_moment(context: &Context, after: Timestamp, weekday: Weekday) -> Result<Timestamp> {
    let zone: &TimeZone = &context.config().time_zone;
    let moment = zone.next_morning(after, weekday);
    moment.map_err(|error| Error::Internal(error.into()))
}

/// Whether members can answer by mail here.
fn takes_replies(context: &Context) -> bool {
    let config = context.config();
    outbox::sends_mail(context) && config.mail.inbound.is_on()
}

fn number(questions: &[Question], key: &QuestionKey) -> Option<(u32, Question)> {
    let mut numbered = (1..).zip(questions);
    numbered.find(|(_, question)| question.key == *key).map(|(n, question)| (n, question.clone()))
}

/// Grid of the members who are asked and want to be reminded.
fn recipients(tx: &ReadTx, book: BookId) -> Result<AnswerGrid> {
    let mut grid = load_grid(tx, book)?;
    grid.members.retain(|member| !member.account.preferences.declines_reminders);
    Ok(grid)
}

/// Question to send next: one that a member who is asked has not answered.
fn choose(weekly: &WeeklyQuestion, grid: &AnswerGrid) -> Option<QuestionKey> {
    let is_open = |place: &usize| {
        grid.members.iter().any(|member| member.answers[*place] != AnswerState::HandedIn)
    };
    let open = (0..grid.questions.len()).filter(is_open);
    weekly.choose(open.map(|place| &grid.questions[place].key)).cloned()
}

/// Sends the question of the week that is due, and queues the next one. A run that was interrupted is continued.
pub(crate) fn send(context: &Context, book: BookId) -> Result<()> {
    let Some(sent) = begin(context, book)? else { return Ok(()) };
    let AnswerGrid { book, questions, members } = recipients(&*context.read()?, book)?;
    let Some(place) = questions.iter().position(|asked| asked.key == sent.question) else {
        return Ok(());
    };
    let is_open = |answers: &[AnswerState]| answers[place] != AnswerState::HandedIn;
    let open = members.into_iter().filter(|member| is_open(&member.answers));
    let open: Vec<AccountId> = open.map(|member| member.account.id).collect();
    for batch in open.chunks(BATCH) {
        context.write(|tx| {
            let question = (&questions[place], sent.sent_at);
            batch.iter().try_for_each(|member| send_to(context, tx, &book, question, *member))
        })?;
    }
    Ok(())
}

/// Chooses the question that is due and queues the next run; `None` if there is nothing to send.
fn begin(context: &Context, book: BookId) -> Result<Option<SentQuestion>> {
    let now = context.now();
    let tx = context.read()?;
    if tx.book(book)?.is_none() {
        return Ok(None);
    }
    let chosen = choose(&tx.weekly_question(book)?, &recipients(&tx, book)?);
    drop(tx);
    context.write(|tx| {
        let mut weekly = tx.weekly_question(book)?;
        let is_open = tx.schedule(book)?.phase(now) == Phase::Open;
        let due = match weekly.next_at {
            None => return Ok(None),
            // The clock was ahead when it was planned: as after a long break.
            Some(next_at) if next_at.since(now) > MAX_INTERVAL => Timestamp::default(),
            // The run before was interrupted after it had queued this one's successor.
            Some(next_at) if now < next_at => return Ok(weekly.last.filter(|_| is_open)),
            Some(next_at) => next_at,
        };
        // After a long break, or a restore, the question waits for the next day that was chosen.
        let is_late = now.since(due) > MAX_DELAY;
        let sent = chosen.filter(|_| is_open && !is_late);
        let after = if sent.is_some() { due + MIN_INTERVAL } else { now };
        let next_at = next_moment(context, after, weekly.weekday)?;
        weekly.next_at = Some(next_at);
        let sent = sent.map(|question| SentQuestion { question, sent_at: now });
        if let Some(sent) = &sent {
            weekly.set_sent(sent.clone());
        }
        tx.put_weekly_question(book, &weekly)?;
        let wait = next_at.since(now);
        context.enqueue_after(tx, Job::SendWeeklyQuestion(book), wait)?;
        Ok(sent)
    })
}

/// Sends the question to a member, once.
fn send_to(
    context: &Context,
    tx: &mut WriteTx,
    book: &Book,
    (question, sent_at): (&Question, Timestamp),
    member: AccountId,
) -> Result<()> {
    let Some(account) = tx.account(member)?.filter(|account| !account.disabled) else {
        return Ok(());
    };
    let earlier = tx.received_question(member, book.id)?;
    let is_repeated = earlier.is_some_and(|earlier| earlier.sent.sent_at >= sent_at);
    if is_repeated || account.preferences.declines_reminders {
        return Ok(());
    }
    let sent = SentQuestion { question: question.key.clone(), sent_at };
    tx.put_received_question(member, book.id, &ReceivedQuestion { sent, is_seen: false })?;
    // An unverified address may belong to another person.
    if !outbox::sends_mail(context) || !account.email_verified {
        return Ok(());
    }
    mail(context, tx, book, question, &account)
}

fn mail(
    context: &Context,
    tx: &mut WriteTx,
    book: &Book,
    question: &Question,
    account: &Account,
) -> Result<()> {
    let unsubscribe = context.secret()?;
    tx.put_unsubscribe_secret(account.id, unsubscribe.hash())?;
    let reply_to = if takes_replies(context) {
        Some(new_reply_address(context, tx, account.id, (book.id, &question.key))?)
    } else {
        None
    };
    let site = &context.config().public_url;
    let message = MailContent::WeeklyQuestion {
        name: account.name.as_str(),
        book: &book.name,
        question: &question.description,
        reply_to: reply_to.as_deref(),
        link: &format!("{site}/book/contribute/entry/{}", book.id),
        unsubscribe: &format!(
            "{site}/unsubscribe/{}/{}/reminders",
            account.id,
            unsubscribe.reveal()
        ),
    };
    outbox::enqueue_unlimited(context, tx, &account.email, &message)
}

/// Makes an address to which the member answers the question.
fn new_reply_address(
    context: &Context,
    tx: &mut WriteTx,
    member: AccountId,
    (book, question): (BookId, &QuestionKey),
) -> Result<String> {
    let secret = MailSecret::new(context.random()?);
    let question = question.clone();
    let address = ReplyAddress { member, book, question, made_at: context.now() };
    tx.put_reply_address(secret.hash(), &address)?;
    Ok(format!("{}@{}", reply_address(&secret), context.config().mail.inbound.host))
}

/// Question of the week that is shown to a member.
#[derive(Clone, Debug)]
pub struct WeeklyNotice {
    pub book: Book,
    /// Number of the question in the book, counted from 1.
    pub number: u32,
    pub question: Question,
    pub sent_at: Timestamp,
}

/// Questions of the week that the acting member has received, neither dismissed nor answered, of books that take answers now.
pub fn own_notices(context: &Context, actor: &Actor) -> Result<Vec<WeeklyNotice>> {
    let member = policy::member(actor)?;
    let tx = context.read()?;
    if tx.preferences(member)?.declines_reminders {
        return Ok(Vec::new());
    }
    let mut notices = Vec::new();
    for (book, received) in tx.received_questions(member)? {
        notices.extend(own_notice(context, &tx, member, book, received)?);
    }
    Ok(notices)
}

fn own_notice(
    context: &Context,
    tx: &ReadTx,
    member: AccountId,
    book: BookId,
    received: ReceivedQuestion,
) -> Result<Option<WeeklyNotice>> {
    let SentQuestion { question, sent_at } = received.sent;
    let is_current = tx.schedule(book)?.phase(context.now()) == Phase::Open
        && tx.weekly_question(book)?.next_at.is_some();
    let is_answered =
        tx.memos_of_member(member, book)?.iter().any(|memo| memo.question == question);
    let Some(book) = tx.book(book)?.filter(|_| is_current && !is_answered && !received.is_seen)
    else {
        return Ok(None);
    };
    let found = number(&tx.questions(book.id)?, &question);
    Ok(found.map(|(number, question)| WeeklyNotice { book, number, question, sent_at }))
}

/// Dismisses the acting member's question of the week of a book. Repeating it changes nothing.
pub fn dismiss(context: &Context, actor: &Actor, book: BookId) -> Result<()> {
    policy::member(actor)?;
    context.write_as_reloaded(actor, |tx, actor| {
        let member = policy::member(actor)?;
        let received = tx.received_question(member, book)?.required(Item::Question)?;
        let seen = ReceivedQuestion { is_seen: true, ..received };
        Ok(tx.put_received_question(member, book, &seen)?)
    })
}
