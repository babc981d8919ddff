//! Submission of typed memos.

use crate::context::Context;
use crate::domain::book::QuestionKey;
use crate::domain::id::BookId;
use crate::domain::memo::MemoContent;
use crate::domain::memo_text::MemoText;
use crate::error::{Error, Result};
use crate::store::PendingCommit;

use super::{MemoDetails, NewMemo, Submission, SubmissionRequest};

/// Submits a typed memo, which replaces the member's earlier one for the same question.
pub fn publish_text(
    context: &Context,
    request: &SubmissionRequest<'_>,
    book: BookId,
    question: &str,
    post: &str,
) -> Result<PendingCommit<Option<MemoDetails>>> {
    let submission = Submission::begin(request, book)?;
    let key = QuestionKey::parse(question).map_err(|words| Error::invalid("qid", words))?;
    let post = MemoText::parse(post).map_err(|words| Error::invalid("post", words))?;
    context.rate_limits.check_submission(submission.author)?;
    let memo = NewMemo { question: key, content: MemoContent::Text { post }, alt: None };
    submission.store_unsynced(context, memo)
}
