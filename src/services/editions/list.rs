//! Published editions of a book: listing, downloading and unpublishing.

use crate::context::Context;
use crate::domain::audit::AuditAction;
use crate::domain::edition::{Edition, Format};
use crate::domain::id::BookId;
use crate::domain::item::Item;
use crate::domain::message::Message;
use crate::domain::policy::{self, Actor};
use crate::error::{Error, Required, Result};
use crate::services::books;
use crate::services::download::Download;

use super::record_in_audit;

/// Edition that can be downloaded.
#[derive(Clone, Debug)]
pub struct EditionSummary {
    pub edition: Edition,
    pub formats: Vec<Format>,
}

const NOT_PUBLISHED: Error = Error::Conflict {
    field: None,
    message: Message::new("book-not-published", "This book is not published."),
};

/// Lists the editions that can be downloaded, newest first.
pub fn list(context: &Context, id: BookId) -> Result<Vec<EditionSummary>> {
    let tx = context.read()?;
    books::find(&tx, id)?;
    let summarize = |edition: Edition| {
        let formats = match edition.epub {
            Some(_) => vec![Format::Pdf, Format::Epub],
            None => vec![Format::Pdf],
        };
        EditionSummary { edition, formats }
    };
    Ok(tx.editions(id)?.into_iter().rev().map(summarize).collect())
}

/// Returns the file of an edition for download; the newest edition if no number is given.
pub fn download(
    context: &Context,
    id: BookId,
    number: Option<u32>,
    format: Format,
) -> Result<Download> {
    let tx = context.read()?;
    let book = books::find(&tx, id)?;
    let edition = tx.edition(id, number.unwrap_or(book.edition))?;
    let edition = edition.required(Item::Edition)?;
    let file = match format {
        Format::Pdf => edition.pdf,
        Format::Epub => edition.epub.required(Item::Epub)?,
    };
    drop(tx);
    Download::of_blob(context, book.name, file)
}

/// Checks that a book is published. Fails as [`unpublish`] would.
pub fn check_unpublishing(context: &Context, actor: &Actor, id: BookId) -> Result<()> {
    policy::may_keep(actor, id)?;
    let tx = context.read()?;
    let book = books::find(&tx, id)?;
    tx.edition(id, book.edition)?.ok_or(NOT_PUBLISHED).map(drop)
}

/// Unpublishes the editions of a book, and returns the newest one.
///
/// The memos stay, and the book is published again when it has enough new memos or an admin publishes it. Unpublished editions
/// are stored unchanged, keep their numbers, and are never published again.
pub fn unpublish(context: &Context, actor: &Actor, id: BookId) -> Result<Edition> {
    context.write_as(actor, policy::keeps(id), |tx, actor| {
        let book = books::find(tx, id)?;
        let newest = tx.edition(id, book.edition)?.ok_or(NOT_PUBLISHED)?;
        tx.withdraw_editions(book.clone())?;
        record_in_audit(context, tx, actor, AuditAction::UnpublishBook, &book, newest.number)?;
        Ok(newest)
    })
}
