//! Creation of books.

use crate::context::Context;
use crate::domain::audit::AuditAction;
use crate::domain::book::{self, Book, NewBook, PUBLISH_THRESHOLD};
use crate::domain::cover::CoverChoice;
use crate::domain::id::BookId;
use crate::domain::invalid::FieldErrors;
use crate::domain::policy::{self, Actor};
use crate::domain::schedule::Schedule;
use crate::error::Result;
use crate::services::operations::audit;
use crate::store::WriteTx;

/// Parses the fields of a new book; errors are reported field by field.
pub fn draft(
    name: &str,
    description: &str,
    publish_threshold: Option<u32>,
    topics: Vec<String>,
) -> Result<NewBook> {
    let mut errors = FieldErrors::default();
    let name = errors.collect("name", book::parse_name(name));
    let description = errors.collect("description", book::parse_description(description));
    let publish_threshold =
        book::parse_publish_threshold(publish_threshold.unwrap_or(PUBLISH_THRESHOLD));
    let publish_threshold = errors.collect("publishAt", publish_threshold);
    let topics = errors.collect("topics", book::parse_topics(topics));
    let new = || {
        Some(NewBook {
            name: name?,
            description: description?,
            publish_threshold: publish_threshold?,
            topics: topics?,
        })
    };
    Ok(errors.into_result(new())?)
}

/// Adds a book without questions.
pub fn add(context: &Context, actor: &Actor, new: NewBook) -> Result<Book> {
    context
        .write_as(actor, policy::may_administrate, |tx, actor| insert_book(context, tx, actor, new))
}

/// Adds a book within a larger transaction.
pub(in crate::services) fn insert_book(
    context: &Context,
    tx: &mut WriteTx,
    actor: &Actor,
    new: NewBook,
) -> Result<Book> {
    let created_at = context.now();
    let book = Book {
        id: BookId::new(created_at, context.random()?),
        name: new.name,
        description: new.description,
        publish_threshold: new.publish_threshold,
        topics: new.topics,
        created_at,
        edition: 0,
        all_black: false,
        cover: CoverChoice::default(),
        schedule: Schedule::default(),
        withdrawn_up_to: 0,
    };
    tx.put_book(&book)?;
    audit::record(
        context,
        tx,
        actor,
        AuditAction::AddBook,
        format!("book {}", book.name),
        String::new(),
    )?;
    Ok(book)
}
