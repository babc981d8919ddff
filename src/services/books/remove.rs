//! Removal of books without memos.

use crate::context::Context;
use crate::domain::audit::AuditAction;
use crate::domain::book::Book;
use crate::domain::id::BookId;
use crate::domain::job::Job;
use crate::domain::message::Message;
use crate::domain::policy::{self, Actor};
use crate::domain::role_grants::RoleGrant;
use crate::error::{Error, Result};
use crate::services::accounts::invitations;
use crate::services::operations::audit;
use crate::store::ReadTx;

use super::find;

const IN_USE: Error = Error::Conflict {
    field: None,
    message: Message::new(
        "book-has-memos",
        "Members have contributed to this book, so it can't be removed. Unpublish it to take it off the shelf.",
    ),
};

/// Removes a book with its questions and forms. Fails if the book has memos, present or replaced, or an edition.
pub fn remove(context: &Context, actor: &Actor, id: BookId) -> Result<Book> {
    context.write_as(actor, policy::may_administrate, |tx, actor| {
        let book = find_removable(tx, id)?;
        let to = format!("book {}", book.name);
        audit::record(context, tx, actor, AuditAction::RemoveBook, to, String::new())?;
        let keepers = tx.members_with(RoleGrant::Keeper(id))?;
        tx.remove_book(id)?;
        for keeper in keepers {
            invitations::revoke_forbidden(context, tx, keeper)?;
        }
        tx.remove_equal_jobs(&Job::CloseBook(id))?;
        tx.remove_equal_jobs(&Job::SendWeeklyQuestion(id))?;
        Ok(book)
    })
}

/// Checks that a book can be removed. Fails as [`remove`] would.
pub fn check_removal(context: &Context, actor: &Actor, id: BookId) -> Result<()> {
    policy::may_administrate(actor)?;
    find_removable(&*context.read()?, id).map(drop)
}

fn find_removable(tx: &ReadTx, id: BookId) -> Result<Book> {
    let book = find(tx, id)?;
    if is_used(tx, id)? { Err(IN_USE) } else { Ok(book) }
}

fn is_used(tx: &ReadTx, id: BookId) -> Result<bool> {
    Ok(tx.last_edition(id)?.is_some() || tx.has_memos(id)?)
}
