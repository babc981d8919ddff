//! Memos of a book or of all books, page by page, for keepers and admins.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use crate::context::Context;
use crate::domain::author::Author;
use crate::domain::book::QuestionKey;
use crate::domain::id::{AccountId, BookId};
use crate::domain::memo::Memo;
use crate::domain::policy::{self, Actor, KeptBooks};
use crate::error::Result;
use crate::services::books::{self, AskedQuestion};
use crate::store::ReadTx;

use super::{MemoDetails, load_details};

/// Memos per page: three rows of eight, and full rows in every narrower grid.
const PAGE: usize = 24;

/// Filter for present memos.
#[derive(Clone, Debug)]
pub struct MemoQuery {
    /// `None` for all books.
    pub book: Option<BookId>,
    pub member: Option<AccountId>,
    pub question: Option<QuestionKey>,
}

/// Page of memos.
#[derive(Debug)]
pub struct MemoPage {
    /// Number of memos on all pages.
    pub total: u32,
    /// Counted from 1.
    pub page: u32,
    pub pages: u32,
    pub memos: Vec<MemoDetails>,
}

/// Loads a page of the memos of books that the actor keeps, newest first. Pages after the last are empty.
pub fn list_for_admin(
    context: &Context,
    actor: &Actor,
    wanted: &MemoQuery,
    page: u32,
) -> Result<MemoPage> {
    let kept = policy::kept_books(actor)?;
    if let Some(book) = wanted.book {
        policy::may_keep(actor, book)?;
    }
    let tx = context.read()?;
    let mut memos = present(&tx, kept, wanted)?;
    memos.retain(|memo| kept.contains(memo.book));
    memos.retain(|memo| wanted.question.as_ref().is_none_or(|key| memo.question == *key));
    memos.sort_by_key(|memo| Reverse((memo.updated_at, memo.id)));
    let (total, page) = (memos.len(), page.max(1));
    let before = PAGE.saturating_mul(page as usize - 1);
    let memos = memos.into_iter().skip(before).take(PAGE).collect();
    let memos = load_details(&tx, actor, memos)?;
    Ok(MemoPage { total: total as u32, page, pages: total.div_ceil(PAGE) as u32, memos })
}

/// Present memos of a book or of all books, by a member or by all members.
fn present(tx: &ReadTx, kept: KeptBooks<'_>, wanted: &MemoQuery) -> Result<Vec<Memo>> {
    match (wanted.book, wanted.member) {
        (Some(book), member) => {
            books::find(tx, book)?;
            match member {
                Some(member) => Ok(tx.memos_of_member(member, book)?),
                None => Ok(tx.memos_of_book(book)?),
            }
        }
        (None, Some(member)) => Ok(tx.memos_of(member)?),
        (None, None) => {
            let mut memos = Vec::new();
            for book in tx.books()?.into_iter().filter(|book| kept.contains(book.id)) {
                memos.extend(tx.memos_of_book(book.id)?);
            }
            Ok(memos)
        }
    }
}

/// Member with memos in a book.
#[derive(Debug)]
pub struct Contributor {
    pub id: AccountId,
    pub author: Author,
    pub memos: u32,
}

/// Values by which the memos of a book can be filtered.
#[derive(Debug)]
pub struct FilterOptions {
    /// In order of their names.
    pub members: Vec<Contributor>,
    /// In the order of the book.
    pub questions: Vec<AskedQuestion>,
}

/// Members with memos in a book, and the book's questions with their numbers of memos.
pub fn filters(context: &Context, actor: &Actor, book: BookId) -> Result<FilterOptions> {
    let questions = books::list_questions_with_counts(context, actor, book)?;
    let tx = context.read()?;
    let mut counts: BTreeMap<AccountId, u32> = BTreeMap::new();
    for memo in tx.memos_of_book(book)? {
        *counts.entry(memo.author).or_default() += 1;
    }
    let contributor = |(id, memos)| {
        let author = Author::of(tx.account(id)?.as_ref());
        Ok(Contributor { id, author, memos })
    };
    let mut members = counts.into_iter().map(contributor).collect::<Result<Vec<_>>>()?;
    members.sort_by_cached_key(|member| (member.author.name.to_lowercase(), member.id));
    Ok(FilterOptions { members, questions })
}
