//! Answers that came by mail: stored for their author, who checks them and hands them in.

use std::fs::File;

use crate::body_budgets::UploadedFile;
use crate::context::Context;
use crate::domain::blob::BlobHash;
use crate::domain::book::{Book, Question, QuestionKey};
use crate::domain::id::{AccountId, BookId, MailedAnswerId};
use crate::domain::item::Item;
use crate::domain::mailed_answer::{MailedAnswer, MailedContent};
use crate::domain::memo::{MemoContent, MemoKind};
use crate::domain::memo_text::MemoText;
use crate::domain::message::Message;
use crate::domain::policy::{self, Actor};
use crate::domain::processed_mail::{MailFingerprint, ProcessedMail};
use crate::error::{Error, Required, Result};
use crate::mail::MailContent;
use crate::services::books::{self, forms, participation, schedule};
use crate::services::operations::{garbage_collection, outbox, quota};
use crate::services::prize::{self, Upload};
use crate::store::{ReadTx, WriteTx};

use super::{MemoDetails, NewMemo, Submission, SubmissionRequest, submit_page};

/// Answers of one mail.
pub(in crate::services) struct NewAnswers {
    pub(in crate::services) book: BookId,
    pub(in crate::services) answers: Vec<NewAnswer>,
    pub(in crate::services) mail: MailFingerprint,
    /// Names of what the mail has besides; empty if there is nothing.
    pub(in crate::services) left_out: String,
    /// Sentences about what to check; empty if nothing is unsure.
    pub(in crate::services) checks: String,
}

pub(in crate::services) struct NewAnswer {
    pub(in crate::services) question: QuestionKey,
    pub(in crate::services) content: NewContent,
}

/// Content of an answer, with the files that are yet to be stored.
pub(in crate::services) enum NewContent {
    /// PNG of one answer box.
    Hand(Vec<u8>),
    /// PNG of the whole page, and its sanitized PDF, if there is one.
    Page {
        png: Vec<u8>,
        pdf: Option<Vec<u8>>,
    },
    Text(String),
}

/// Answer that came by mail, with what its author sees beside it.
#[derive(Clone, Debug)]
pub struct MailedAnswerDetails {
    pub answer: MailedAnswer,
    pub book: Book,
    /// Number of the question in the book, counted from 1.
    pub number: u32,
    pub question: Question,
    /// Whether handing it in replaces a memo of the same kind.
    pub replaces: bool,
}

/// Checks that the member may answer the question now, and counts a submission: before the costly work.
pub(in crate::services) fn check(
    context: &Context,
    actor: &Actor,
    book: BookId,
    question: &QuestionKey,
) -> Result<()> {
    let member = policy::may_submit(actor, policy::member(actor)?)?;
    quota::check_disk(context)?;
    let tx = context.read()?;
    quota::check_memo_quota(context, &tx, member)?;
    check_open(context, &tx, book, question)?;
    drop(tx);
    context.rate_limits.check_submission(member)
}

fn check_open(context: &Context, tx: &ReadTx, book: BookId, question: &QuestionKey) -> Result<()> {
    books::find(tx, book)?;
    schedule::require_open(context, tx, book, context.now())?;
    if tx.questions(book)?.iter().any(|asked| asked.key == *question) {
        return Ok(());
    }
    let message =
        Message::new("question-no-longer-asked", "This book no longer asks the question.");
    Err(Error::Conflict { field: None, message })
}

/// Reads a PDF of one page, or a PNG.
pub(in crate::services) fn read_page(
    context: &Context,
    member: AccountId,
    file: &UploadedFile,
) -> Result<NewContent> {
    let read = || submit_page::read_page(context, &file.read()?);
    let (page, pdf) = context.form_reading_slots.run(member, read)??;
    Ok(NewContent::Page { png: page.png, pdf })
}

/// Stores the answers of a mail, each in place of the member's earlier one for the same question, and mails the member a link to
/// check them. Returns their number; `None` if the same mail was stored before.
pub(in crate::services) fn insert(
    context: &Context,
    actor: &Actor,
    NewAnswers { book, answers, mail, left_out, checks }: NewAnswers,
) -> Result<Option<usize>> {
    let received_at = context.now();
    let guard = context.blobs.write_guard();
    let mut stored = Vec::new();
    for NewAnswer { question, content: new } in answers {
        let stored_content = match new {
            NewContent::Hand(png) => MailedContent::Hand { picture: guard.put(&png)? },
            NewContent::Page { png, pdf } => MailedContent::Page {
                picture: guard.put(&png)?,
                pdf: pdf.map(|pdf| guard.put(&pdf)).transpose()?,
            },
            NewContent::Text(text) => MailedContent::Text { text },
        };
        let id = MailedAnswerId::new(received_at, context.random()?);
        stored.push((id, question, stored_content));
    }
    let count = stored.len();
    let questions: Vec<QuestionKey> = stored.iter().map(|(_, key, _)| key.clone()).collect();
    let inserted = context.write_as_reloaded(actor, |tx, actor| {
        let member = policy::may_submit(actor, policy::member(actor)?)?;
        if tx.is_processed(mail)? {
            return Ok(None);
        }
        let mut replaced = Vec::new();
        for (id, question, content) in stored {
            check_open(context, tx, book, &question)?;
            let answer = MailedAnswer { id, member, book, question, content, received_at };
            replaced.extend(tx.put_mailed_answer(&answer)?);
        }
        tx.put_mailed(&ProcessedMail { mail, at: received_at })?;
        notify(context, tx, member, book, (count, &left_out, &checks))?;
        Ok(Some(replaced))
    })?;
    drop(guard);
    let Some(replaced) = inserted else { return Ok(None) };
    remove_files(context, &replaced);
    participation::record_begun(context, actor, book, questions.into_iter());
    Ok(Some(count))
}

fn notify(
    context: &Context,
    tx: &mut WriteTx,
    member: AccountId,
    book: BookId,
    (answers, left_out, checks): (usize, &str, &str),
) -> Result<()> {
    // Many replies must not become many mails.
    if context.rate_limits.check_mail_request(member).is_err() {
        return Ok(());
    }
    let account = tx.account(member)?.required(Item::Member)?;
    let message = MailContent::AnswerReceived {
        name: account.name.as_str(),
        book: &books::find(tx, book)?.name,
        answers,
        left_out,
        checks,
        link: &format!("{}/mailed-answers", context.config().public_url),
    };
    outbox::enqueue_unlimited(context, tx, &account.email, &message)
}

/// Answers of the acting member that came by mail and are not handed in yet, of books and questions that are still there.
pub fn list(context: &Context, actor: &Actor) -> Result<Vec<MailedAnswerDetails>> {
    let member = policy::member(actor)?;
    let tx = context.read()?;
    let answers = tx.mailed_answers_of(member)?.into_iter();
    let mut list: Vec<MailedAnswerDetails> = answers
        .filter_map(|answer| load_details(&tx, answer).transpose())
        .collect::<Result<_>>()?;
    // Those of one form came at the same time.
    list.sort_by_key(|details| (details.answer.received_at, details.number));
    Ok(list)
}

fn load_details(tx: &ReadTx, answer: MailedAnswer) -> Result<Option<MailedAnswerDetails>> {
    let Some(book) = tx.book(answer.book)? else { return Ok(None) };
    let mut questions = (1..).zip(tx.questions(book.id)?);
    let Some((number, question)) = questions.find(|(_, asked)| asked.key == answer.question) else {
        return Ok(None);
    };
    let kind = content_kind(&answer.content);
    let replaces = tx.memo_for(answer.member, book.id, kind, &question.key)?.is_some();
    Ok(Some(MailedAnswerDetails { answer, book, number, question, replaces }))
}

fn content_kind(content: &MailedContent) -> MemoKind {
    match content {
        MailedContent::Hand { .. } => MemoKind::Hand,
        MailedContent::Page { .. } => MemoKind::Page,
        MailedContent::Text { .. } => MemoKind::Text,
    }
}

/// Number of answers of the acting member that came by mail and are not handed in yet.
pub fn count(context: &Context, actor: &Actor) -> Result<usize> {
    Ok(list(context, actor)?.len())
}

/// Opens the picture of an answer of the acting member.
pub(super) fn picture(context: &Context, actor: &Actor, blob: BlobHash) -> Result<File> {
    let own = match policy::member(actor) {
        Ok(member) => context.read()?.mailed_answers_of(member)?,
        Err(_) => Vec::new(),
    };
    if own.iter().any(|answer| answer.content.picture() == Some(blob)) {
        return forms::file(context, blob);
    }
    Err(Error::NotFound(Item::Picture))
}

fn load(tx: &ReadTx, actor: &Actor, id: MailedAnswerId) -> Result<MailedAnswer> {
    tx.mailed_answer(policy::member(actor)?, id)?.required(Item::MailedAnswer)
}

/// Hands in an own answer: it becomes a memo in place of the member's earlier one of the same kind. `text` is the text as its author
/// has corrected it; `None` for a picture.
pub fn submit(
    context: &Context,
    actor: &Actor,
    id: MailedAnswerId,
    text: Option<&str>,
) -> Result<Vec<MemoDetails>> {
    let answer = load(&*context.read()?, actor, id)?;
    let claimed = answer.member;
    let request = SubmissionRequest { actor, claimed, begun_at: context.now() };
    let submission = Submission::begin(&request, answer.book)?;
    submission.check(context, std::iter::once(&answer.question))?;
    let written = memo_content(&answer.content, text)?;
    let is_handwritten = matches!(written, MemoContent::Hand { .. });
    let memo = NewMemo { question: answer.question.clone(), content: written, alt: None };
    let upload = Upload { account: submission.author, book: answer.book, session: None };
    let stored = submission.store_if(context, vec![memo], |tx, changes| {
        // A newer one may have replaced it, or another window may have handed it in.
        let answer = load(tx, actor, id)?;
        tx.remove_mailed_answer(&answer)?;
        if is_handwritten {
            prize::admit_submission(context, tx, &upload, changes)?;
        }
        Ok(())
    })?;
    Ok(stored.finish(context, None))
}

fn memo_content(content: &MailedContent, text: Option<&str>) -> Result<MemoContent> {
    Ok(match content {
        MailedContent::Hand { picture } => MemoContent::Hand { picture: *picture },
        MailedContent::Page { picture, pdf } => MemoContent::Page { picture: *picture, pdf: *pdf },
        MailedContent::Text { text: received } => {
            let text = MemoText::parse(text.unwrap_or(received));
            MemoContent::Text { post: text.map_err(|words| Error::invalid("text", words))? }
        }
    })
}

/// Discards an own answer.
pub fn discard(context: &Context, actor: &Actor, id: MailedAnswerId) -> Result<()> {
    policy::member(actor)?;
    let files = context.write_as_reloaded(actor, |tx, actor| {
        let answer = load(tx, actor, id)?;
        Ok(tx.remove_mailed_answer(&answer)?)
    })?;
    remove_files(context, &files);
    Ok(())
}

/// Removes files of answers, if nothing else needs them. A failure leaves them to the next garbage collection.
fn remove_files(context: &Context, files: &[BlobHash]) {
    if let Err(error) = garbage_collection::remove_unnamed(context, files) {
        let error = &error as &dyn std::error::Error;
        tracing::warn!(
            error,
            "failed to delete files of answers, leaving them to garbage collection"
        );
    }
}
