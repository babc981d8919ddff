//! Memos: submission by members, listing, and access control.

mod admin_list;
mod alt_text;
pub mod handoff;
mod hidden;
pub(in crate::services) mod history;
mod loves;
pub mod mailed_answers;
mod published;
pub mod reading;
mod removed;
mod submission;
mod submit_handwriting;
mod submit_page;
mod submit_text;
pub mod waiting;

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::fs::File;

use crate::context::Context;
use crate::domain::account::Email;
use crate::domain::alt_text::AltText;
use crate::domain::author::Author;
use crate::domain::blob::BlobHash;
use crate::domain::book::{Question, QuestionKey};
use crate::domain::id::{AccountId, BookId, MemoId};
use crate::domain::item::Item;
use crate::domain::memo::{HiddenMemo, Memo, MemoKind};
use crate::domain::policy::{self, Actor, Denied};
use crate::error::{Error, Required, Result};
use crate::store::ReadTx;

use super::books;
use super::moderation::HiddenContentFilter;
use submission::{NewMemo, Submission};
pub use submission::{SubmissionRequest, check_submission};

pub use admin_list::{Contributor, FilterOptions, MemoPage, MemoQuery, filters, list_for_admin};
pub use alt_text::describe;
pub use hidden::{latest_ids, list_hidden, list_of_book};
pub use history::{HistoryPage, history, restore, withdraw};
pub use loves::love;
pub use published::{AnswerLayout, Chapter, OpenBook, read};
pub use removed::{RemovalDetails, removed};
pub use submit_handwriting::{HandwritingInput, publish_handwriting};
pub use submit_page::{SubmittedPage, publish_page};
pub use submit_text::publish_text;

/// Memo with what its reader sees beside it.
#[derive(Clone, Debug)]
pub struct MemoDetails {
    pub memo: Memo,
    pub author: Author,
    /// Text of the question; empty when the book no longer has it.
    pub question: String,
    /// Transcription or description of the picture, by its author.
    pub alt: Option<AltText>,
    /// Whether a published edition contains it.
    pub published: bool,
    /// Time and reason of an admin's decision to hide it from everybody but its author.
    pub hidden: Option<HiddenMemo>,
    /// Whether it is a guest's memo that waits for a keeper's decision.
    pub waiting: bool,
    /// Number of members who love it.
    pub loves: u32,
    /// Whether the acting member loves it.
    pub loved: bool,
}

/// Filter for a member's memos; `None` matches all.
#[derive(Clone, Debug, Default)]
pub struct Filter {
    pub book: Option<BookId>,
    pub kind: Option<MemoKind>,
    pub question: Option<QuestionKey>,
    /// Must equal the member's email address, compared by its normalized key.
    pub email: Option<String>,
}

impl Filter {
    fn admits(&self, memo: &Memo) -> bool {
        self.book.is_none_or(|book| memo.book == book)
            && self.kind.is_none_or(|kind| memo.content.kind() == kind)
            && self.question.as_ref().is_none_or(|key| memo.question == *key)
    }
}

/// Present memos of `owner`, newest first; for the member or an admin.
pub fn find(
    context: &Context,
    actor: &Actor,
    owner: AccountId,
    filter: &Filter,
) -> Result<Vec<MemoDetails>> {
    policy::may_see_all_of(actor, owner)?;
    let tx = context.read()?;
    if let Some(email) = &filter.email {
        let claimed = Email::parse(email).ok().map(|email| email.key());
        let known = tx.account(owner)?.map(|account| account.email.key());
        if claimed != known {
            return Err(Denied::Forbidden.into());
        }
    }
    if let Some(book) = filter.book {
        books::find(&tx, book)?;
    }
    let mut memos = tx.memos_of(owner)?;
    memos.retain(|memo| filter.admits(memo));
    memos.sort_by_key(|memo| std::cmp::Reverse((memo.updated_at, memo.id)));
    load_details(&tx, actor, memos)
}

/// Loads a memo that the actor may see. Fails with [`Error::NotFound`] for any other, whether or not it exists.
pub fn get(context: &Context, actor: &Actor, id: MemoId) -> Result<MemoDetails> {
    if policy::guest_of(actor).is_none() {
        policy::may_read_memos(actor)?;
    }
    let tx = context.read()?;
    let visibility = tx.visibility_of_memo(id)?;
    let memo = tx.memo(id)?.filter(|memo| policy::may_see_memo(actor, memo, visibility));
    let memo = memo.required(Item::Memo)?;
    if HiddenContentFilter::of(&tx, actor)?.has_memo(&tx, id)? {
        return Err(Error::NotFound(Item::Memo));
    }
    load_details(&tx, actor, vec![memo])?.pop().required(Item::Memo)
}

/// Number of a member's memos of each kind in a book, in the order of [`MemoKind::ALL`].
pub fn count(context: &Context, actor: &Actor, owner: AccountId, book: BookId) -> Result<[u32; 3]> {
    let memos = find(context, actor, owner, &Filter { book: Some(book), ..Filter::default() })?;
    Ok(MemoKind::ALL
        .map(|kind| memos.iter().filter(|shown| shown.memo.content.kind() == kind).count() as u32))
}

/// Opens a picture, if the actor may see one of the memos that show it, or has mailed it as an answer.
pub fn picture(context: &Context, actor: &Actor, blob: BlobHash) -> Result<File> {
    let tx = context.read()?;
    for memo in tx.memos_of_blob(blob)? {
        if policy::may_see_memo(actor, &memo, tx.visibility_of_memo(memo.id)?)
            || published::is_public(context, &tx, &memo)?
        {
            drop(tx);
            return crate::services::books::forms::file(context, blob);
        }
    }
    mailed_answers::picture(context, actor, blob)
}

fn load_details(tx: &ReadTx, actor: &Actor, memos: Vec<Memo>) -> Result<Vec<MemoDetails>> {
    let mut questions = BTreeMap::new();
    memos
        .into_iter()
        .map(|memo| {
            let asked = match questions.entry(memo.book) {
                Entry::Occupied(known) => known.into_mut(),
                Entry::Vacant(unknown) => unknown.insert(tx.questions(memo.book)?),
            };
            details_of(tx, actor, memo, asked)
        })
        .collect()
}

/// Time and reason of a memo's hiding; the reason is for its author and admins, not for keepers.
fn hidden_for(tx: &ReadTx, actor: &Actor, memo: &Memo) -> Result<Option<HiddenMemo>> {
    let hidden = tx.hidden_memo(memo.id)?;
    if policy::may_see_all_of(actor, memo.author).is_ok() {
        return Ok(hidden);
    }
    Ok(hidden.map(|hidden| HiddenMemo { why: String::new(), ..hidden }))
}

/// Loads the details of a memo whose book asks these questions.
fn details_of(
    tx: &ReadTx,
    actor: &Actor,
    memo: Memo,
    questions: &[Question],
) -> Result<MemoDetails> {
    let question = questions.iter().find(|question| question.key == memo.question);
    let waiting = tx.is_memo_waiting(&memo)?;
    Ok(MemoDetails {
        author: Author::of(tx.account(memo.author)?.as_ref()),
        question: question.map(|question| question.description.clone()).unwrap_or_default(),
        alt: tx.alt_text(memo.id)?,
        published: tx.is_published(memo.id)?,
        hidden: if waiting { None } else { hidden_for(tx, actor, &memo)? },
        waiting,
        loves: tx.count_loves(memo.id)?,
        loved: match policy::member(actor) {
            Ok(member) => tx.is_loved_by(memo.id, member)?,
            Err(_) => false,
        },
        memo,
    })
}
