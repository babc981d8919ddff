//! Suggestions of books by members, and the admins' replies: in words, or by making the book.

use crate::context::Context;
use crate::domain::audit::AuditAction;
use crate::domain::author::Author;
use crate::domain::book::{Book, NewBook};
use crate::domain::id::{AccountId, BookId, SuggestionId};
use crate::domain::item::Item;
use crate::domain::message::Message;
use crate::domain::policy::{self, Actor};
use crate::domain::suggestion::{self, AnswerEffect, Suggestion};
use crate::domain::text::to_one_line;
use crate::error::{Error, Required, Result};
use crate::mail::MailContent;
use crate::services::books;
use crate::services::operations::{audit, outbox};
use crate::store::{ReadTx, WriteTx};

/// Maximum number of open suggestions per member.
const MAX_WAITING: usize = 20;

/// Suggestion with its author.
#[derive(Clone, Debug)]
pub struct SuggestionDetails {
    pub suggestion: Suggestion,
    pub author: Author,
    /// Book that it was answered with.
    pub book: Option<Book>,
}

/// Filter for suggestions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Filter {
    /// Suggestions without a reply.
    Open,
    Done,
    All,
}

/// Stores a member's suggestion for the admins.
pub fn send(
    context: &Context,
    actor: &Actor,
    claimed: AccountId,
    text: &str,
) -> Result<Suggestion> {
    policy::may_take_part_as(actor, claimed)?;
    let text = suggestion::parse(text).map_err(|words| Error::invalid("suggestion", words))?;
    context.write_as_reloaded(actor, |tx, actor| {
        let author = policy::may_take_part_as(actor, claimed)?;
        let earlier = tx.suggestions_of(author)?;
        if earlier.iter().filter(|earlier| earlier.answer.is_none()).count() >= MAX_WAITING {
            let message = Message::new(
                "too-many-suggestions",
                "You have {max} suggestions without an answer. Wait for an answer first.",
            )
            .with("max", MAX_WAITING);
            return Err(Error::Conflict { field: None, message });
        }
        let made_at = context.now();
        let id = SuggestionId::new(made_at, context.random()?);
        let suggestion = Suggestion { id, author, text, made_at, answer: None };
        tx.put_suggestion(&suggestion)?;
        Ok(suggestion)
    })
}

/// Lists suggestions, newest first.
pub fn list(context: &Context, actor: &Actor, filter: Filter) -> Result<Vec<SuggestionDetails>> {
    policy::may_administrate(actor)?;
    let tx = context.read()?;
    let mut all = tx.suggestions()?;
    all.retain(|suggestion| match filter {
        Filter::Open => suggestion.answer.is_none(),
        Filter::Done => suggestion.answer.is_some(),
        Filter::All => true,
    });
    all.into_iter().map(|suggestion| load_details(&tx, suggestion)).collect()
}

/// Answers a suggestion, with a book if one is named, and mails the reply with the admin's words to its author.
///
/// Only the first reply is mailed. A book may be added later, without a mail; any other further reply is refused.
pub fn answer(
    context: &Context,
    actor: &Actor,
    id: SuggestionId,
    book: Option<BookId>,
    words: &str,
) -> Result<SuggestionDetails> {
    let words = parse_note(words)?;
    context.write_as(actor, policy::may_administrate, |tx, actor| {
        let book = book.map(|book| books::find(tx, book)).transpose()?;
        let answered = resolve(context, tx, actor, id, (book.as_ref(), words.as_deref()))?;
        load_details(tx, answered)
    })
}

/// Makes the suggested book and answers the suggestion with it, both or neither.
pub fn make_book(
    context: &Context,
    actor: &Actor,
    id: SuggestionId,
    new: NewBook,
    words: &str,
) -> Result<Book> {
    let words = parse_note(words)?;
    context.write_as(actor, policy::may_administrate, |tx, actor| {
        let book = books::insert_book(context, tx, actor, new)?;
        resolve(context, tx, actor, id, (Some(&book), words.as_deref()))?;
        Ok(book)
    })
}

fn parse_note(words: &str) -> Result<Option<String>> {
    suggestion::parse_words(words).map_err(|wrong| Error::invalid("words", wrong))
}

/// Stores the reply, and mails it if it is the first.
fn resolve(
    context: &Context,
    tx: &mut WriteTx,
    actor: &Actor,
    id: SuggestionId,
    (book, words): (Option<&Book>, Option<&str>),
) -> Result<Suggestion> {
    let refuse = |message| Error::Conflict { field: None, message };
    let found = tx.suggestion(id)?.required(Item::Suggestion)?;
    let before = found.clone();
    let answered = found.answered(context.now(), book.map(|book| book.id)).map_err(refuse)?;
    let suggestion = match answered {
        AnswerEffect::First(suggestion) => {
            notify_author(context, tx, &suggestion, book, words)?;
            suggestion
        }
        AnswerEffect::Again(_) if words.is_some() => {
            return Err(refuse(Message::new(
                "suggestion-answer-sent",
                "The member has already been told. A message can't be added.",
            )));
        }
        AnswerEffect::Again(suggestion) => suggestion,
    };
    if suggestion == before {
        return Ok(suggestion);
    }
    let (to, said) = (format!("suggestion {id}"), to_one_line(words.unwrap_or_default()));
    audit::record(context, tx, actor, AuditAction::AnswerSuggestion, to, said)?;
    tx.put_suggestion(&suggestion)?;
    Ok(suggestion)
}

/// Mails the reply to the author of the suggestion, unless the address is unverified or the account is disabled or deleted.
fn notify_author(
    context: &Context,
    tx: &mut WriteTx,
    suggestion: &Suggestion,
    book: Option<&Book>,
    words: Option<&str>,
) -> Result<()> {
    let author = tx.account(suggestion.author)?;
    let Some(author) = author.filter(|author| author.email_verified && !author.disabled) else {
        return Ok(());
    };
    let (name, suggestion) = (author.name.as_str(), &suggestion.excerpt());
    let link = &format!("{}/library", context.config().public_url);
    let message = match book.map(|book| book.name.as_str()) {
        Some(book) => MailContent::SuggestionAccepted { name, suggestion, book, words, link },
        None => MailContent::SuggestionDeclined { name, suggestion, words, link },
    };
    outbox::enqueue_unlimited(context, tx, &author.email, &message)
}

fn load_details(tx: &ReadTx, suggestion: Suggestion) -> Result<SuggestionDetails> {
    let author = Author::of(tx.account(suggestion.author)?.as_ref());
    let book = match suggestion.answer {
        Some((_, Some(book))) => tx.book(book)?,
        Some((_, None)) | None => None,
    };
    Ok(SuggestionDetails { suggestion, author, book })
}
