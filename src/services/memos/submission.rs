//! Submission of memos: the steps that all kinds have in common.

use crate::blobs::WriteGuard;
use crate::context::Context;
use crate::domain::alt_text::AltText;
use crate::domain::blob::BlobHash;
use crate::domain::book::{Question, QuestionKey};
use crate::domain::id::{AccountId, BookId, MemoId};
use crate::domain::job::Job;
use crate::domain::memo::{Memo, MemoContent};
use crate::domain::message::Message;
use crate::domain::policy::{self, Actor};
use crate::domain::time::Timestamp;
use crate::error::{Error, Result};
use crate::services::books::{self, schedule};
use crate::services::operations::{garbage_collection, quota};
use crate::services::webhooks;
use crate::store::{PendingCommit, WriteTx};

use super::{MemoDetails, details_of};

/// Memo to be submitted.
pub(super) struct NewMemo {
    pub(super) question: QuestionKey,
    pub(super) content: MemoContent,
    /// Transcription or description of the picture, if the member gives one.
    pub(super) alt: Option<AltText>,
}

/// Request to submit memos.
#[derive(Clone, Copy, Debug)]
pub struct SubmissionRequest<'a> {
    /// Actor as it was at the beginning of the request.
    pub actor: &'a Actor,
    /// Member that the request names as its sender.
    pub claimed: AccountId,
    /// Beginning of the request: a book that closes while it is received still takes it.
    pub begun_at: Timestamp,
}

/// Submission of memos by one member to one book.
pub(super) struct Submission<'a> {
    actor: &'a Actor,
    pub(super) author: AccountId,
    book: BookId,
    begun_at: Timestamp,
}

/// Stored memos.
pub(super) struct Stored {
    memos: Vec<MemoDetails>,
    /// Files of earlier memos that the history has no more room for.
    dropped: Vec<BlobHash>,
}

impl Stored {
    /// Releases the guard of the new files, and removes those that are no longer referenced.
    pub(super) fn finish(
        self,
        context: &Context,
        guard: Option<WriteGuard<'_>>,
    ) -> Vec<MemoDetails> {
        drop(guard);
        garbage_collection::remove_deferred(context, &self.dropped);
        self.memos
    }
}

impl<'a> Submission<'a> {
    /// Begins a submission in the name of the claimed member. Permission is checked again before the costly work, and by the
    /// transaction that stores the memos: uploading and decoding take time.
    pub(super) fn begin(request: &SubmissionRequest<'a>, book: BookId) -> Result<Self> {
        let SubmissionRequest { actor, claimed, begun_at } = *request;
        Ok(Self { actor, author: policy::may_answer(actor, claimed, book)?, book, begun_at })
    }

    /// Stores the memos in place of the member's earlier ones, all or none. A change enqueues a job that publishes the book if it
    /// has enough new memos.
    pub(super) fn store(&self, context: &Context, memos: Vec<NewMemo>) -> Result<Stored> {
        self.store_if(context, memos, |_, _| Ok(()))
    }

    /// Like [`Self::store`], if `admit` succeeds; its argument is whether anything changes.
    pub(super) fn store_if(
        &self,
        context: &Context,
        memos: Vec<NewMemo>,
        admit: impl FnOnce(&mut WriteTx, bool) -> Result<()>,
    ) -> Result<Stored> {
        quota::check_disk(context)?;
        context.write_as_reloaded(self.actor, |tx, actor| {
            self.store_in(context, tx, actor, memos, admit)
        })
    }

    /// Stores a memo without a file like [`Self::store`], and returns before it is on the disk.
    pub(super) fn store_unsynced(
        &self,
        context: &Context,
        memo: NewMemo,
    ) -> Result<PendingCommit<Option<MemoDetails>>> {
        quota::check_disk(context)?;
        let stored = context.write_async_commit_as(self.actor, |tx, actor| {
            self.store_in(context, tx, actor, vec![memo], |_, _| Ok(()))
        })?;
        // Texts have no files.
        Ok(stored.map(|mut stored| stored.memos.pop()))
    }

    fn store_in(
        &self,
        context: &Context,
        tx: &mut WriteTx,
        actor: &Actor,
        memos: Vec<NewMemo>,
        admit: impl FnOnce(&mut WriteTx, bool) -> Result<()>,
    ) -> Result<Stored> {
        let author = policy::may_answer(actor, self.author, self.book)?;
        books::find(tx, self.book)?;
        schedule::require_open(context, tx, self.book, self.begun_at)?;
        let questions = tx.questions(self.book)?;
        let is_guest = policy::guest_of(actor).is_some();
        let mut dropped = Vec::new();
        let store_each = |memo| {
            let (memo, changes) =
                self.store_memo(context, tx, &questions, author, memo, is_guest)?;
            if is_guest && changes && !tx.is_memo_hidden(memo.id)? {
                tx.hold_memo(&memo, context.now())?;
            }
            if changes {
                let pruned = tx.prune_replaced_memos(&memo)?;
                dropped.extend(pruned.iter().flat_map(|memo| memo.content.blobs()));
                webhooks::memo_submitted(context, tx, &memo)?;
            }
            Ok((memo, changes))
        };
        let stored = memos.into_iter().map(store_each).collect::<Result<Vec<(Memo, bool)>>>()?;
        let changes = stored.iter().any(|(_, changes)| *changes);
        admit(tx, changes)?;
        if changes {
            context.enqueue_once(tx, Job::PublishIfDue(self.book))?;
        }
        let details = |(memo, _)| details_of(tx, actor, memo, &questions);
        Ok(Stored { memos: stored.into_iter().map(details).collect::<Result<_>>()?, dropped })
    }

    /// Checks rate limit, permission, disk, quota and questions before the costly decoding of pictures.
    pub(super) fn check<'k>(
        &self,
        context: &Context,
        keys: impl Iterator<Item = &'k QuestionKey>,
    ) -> Result<()> {
        context.rate_limits.check_submission(self.author)?;
        self.check_counted(context, keys)
    }

    /// Like [`Self::check`], for a submission that [`check_submission`] has counted.
    pub(super) fn check_counted<'k>(
        &self,
        context: &Context,
        mut keys: impl Iterator<Item = &'k QuestionKey>,
    ) -> Result<()> {
        quota::check_disk(context)?;
        let tx = context.read()?;
        policy::may_answer(&tx.reload_actor(self.actor)?, self.author, self.book)?;
        quota::check_memo_quota(context, &tx, self.author)?;
        books::find(&tx, self.book)?;
        schedule::require_open(context, &tx, self.book, self.begun_at)?;
        let questions = tx.questions(self.book)?;
        keys.try_for_each(|key| require_question(&questions, key))
    }

    /// Stores a memo; returns it, and whether it differs from the one before.
    fn store_memo(
        &self,
        context: &Context,
        tx: &mut WriteTx,
        questions: &[Question],
        author: AccountId,
        memo: NewMemo,
        is_guest: bool,
    ) -> Result<(Memo, bool)> {
        let NewMemo { question, content, alt } = memo;
        self::require_question(questions, &question)?;
        let before = tx.memo_for(author, self.book, content.kind(), &question)?;
        if let Some(same) = before.as_ref().filter(|before| before.content == content) {
            // What a keeper has seen stays as it is.
            let alt = alt.filter(|_| !is_guest);
            return Ok((describe(tx, same.clone(), alt.as_ref())?, false));
        }
        if let Some(hidden) = hidden_before(tx, self.book, author, &question, &content)? {
            tx.restore_memo(&hidden, context.now())?;
            return Ok((describe(tx, hidden, alt.as_ref())?, true));
        }
        let now = context.now();
        let memo = Memo {
            id: MemoId::new(now, context.random()?),
            book: self.book,
            author,
            question,
            content,
            created_at: before.map_or(now, |before| before.created_at),
            updated_at: now,
        };
        tx.put_memo(&memo)?;
        for blob in memo.content.blobs() {
            tx.count_memo_file(&memo, blob, context.blobs.bytes(blob))?;
        }
        Ok((describe(tx, memo, alt.as_ref())?, true))
    }
}

/// Checks that the member may submit, and counts a submission: before its body is received.
pub fn check_submission(context: &Context, actor: &Actor) -> Result<AccountId> {
    let actor = &context.read()?.reload_actor(actor)?;
    let author = policy::may_submit_memos(actor, policy::member(actor)?)?;
    context.rate_limits.check_submission(author)?;
    Ok(author)
}

/// Earlier memo with the same content that an admin has hidden: submitted again, it stays hidden.
fn hidden_before(
    tx: &WriteTx,
    book: BookId,
    author: AccountId,
    question: &QuestionKey,
    content: &MemoContent,
) -> Result<Option<Memo>> {
    let hidden = tx.hidden_memos_for(author, book, content.kind(), question)?;
    Ok(hidden.into_iter().find(|memo| memo.content == *content))
}

/// Stores the alt text, if there is one; otherwise the previous one stays.
fn describe(tx: &mut WriteTx, memo: Memo, alt: Option<&AltText>) -> Result<Memo> {
    if alt.is_some() {
        tx.put_alt_text(memo.id, alt)?;
    }
    Ok(memo)
}

/// Fails if the book does not have the question.
pub(super) fn require_question(questions: &[Question], key: &QuestionKey) -> Result<()> {
    if questions.iter().any(|question| question.key == *key) {
        return Ok(());
    }
    Err(Error::invalid(
        "questions",
        Message::new("question-not-asked", "This book doesn't ask that question."),
    ))
}
