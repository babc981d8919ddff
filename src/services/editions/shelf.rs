//! The editions of a book that can be had, and how they are taken off the shelf.

use crate::app::App;
use crate::domain::edition::Edition;
use crate::domain::id::BookId;
use crate::domain::policy::{self, Actor};
use crate::error::{Error, Result};
use crate::services::{books, forms};

/// The editions that can be downloaded, the newest first.
pub fn list(app: &App, id: BookId) -> Result<Vec<Edition>> {
    let tx = app.read()?;
    books::find(&*tx, id)?;
    let mut editions = tx.editions(id)?;
    editions.reverse();
    Ok(editions)
}

/// The PDF of an edition, the newest unless a number is given, with the book's name.
pub fn download(app: &App, id: BookId, number: Option<u32>) -> Result<(String, Vec<u8>)> {
    let tx = app.read()?;
    let book = books::find(&*tx, id)?;
    let edition = tx.edition(id, number.unwrap_or(book.edition))?;
    let edition = edition.ok_or(Error::NotFound("This edition"))?;
    drop(tx);
    Ok((book.name, forms::file(app, edition.pdf)?))
}

/// Withdraws what is published of a book, and answers its newest edition.
///
/// Its memos stay, and the book collects again: for as many new ones as it waits for, or until somebody publishes it by hand.
/// Editions are kept as they were, their numbers stay used, and none that was withdrawn comes back.
pub fn unpublish(app: &App, actor: &Actor, id: BookId) -> Result<Edition> {
    policy::may_administrate(actor)?;
    app.write(|tx| {
        let mut book = books::find(&**tx, id)?;
        let newest = tx.edition(id, book.edition)?;
        let words = "This book is not published.";
        let newest = newest.ok_or(Error::Conflict { field: None, words })?;
        tx.withdraw_editions(id)?;
        book.edition = 0;
        tx.put_book(&book)?;
        Ok(newest)
    })
}
