//! Mails that answer a question of the week.
//!
//! The answer is stored for its author, who checks it and hands it in: nobody else sees it before.

use crate::body_budgets::UploadedFile;
use crate::context::Context;
use crate::domain::blob::BlobHash;
use crate::domain::book::QuestionKey;
use crate::domain::id::BookId;
use crate::domain::processed_mail::MailFingerprint;
use crate::error::{Error, Result};
use crate::mail::inbound::InboundMessage;
use crate::paper::Refusal;
use crate::services::memos::mailed_answers::{self, NewAnswer, NewAnswers, NewContent};
use crate::services::memos::reading;

use super::recipient::Respondent;
use super::{DeliveryResult, RejectReason, Rejection, is_processed};

/// Maximum length of a text in characters. It may be longer than a memo: its author shortens it before handing it in.
const MAX_TEXT_LENGTH: usize = 4_000;

/// Stores the answer in a mail for its author to check. A repeated mail makes no second answer.
pub(super) fn insert(
    context: &Context,
    message: &InboundMessage,
    respondent: &Respondent,
) -> Result<DeliveryResult, Rejection> {
    let Respondent { account, actor, address } = respondent;
    if message.from.as_ref().is_none_or(|from| from.key() != account.email.key()) {
        let words = "this address belongs to another sender: reply from the address that received the question";
        return Err(Rejection::new(RejectReason::NotProven, words));
    }
    let (book, question) = (address.book, &address.question);
    let text = BlobHash::of(message.reply.as_bytes());
    let files: Vec<BlobHash> = message.pages.iter().map(|file| BlobHash::of(file)).collect();
    let parts = [&[text], &files[..]].concat();
    let mail = MailFingerprint::of_reply(account.id, (book, question), &message.name, &parts);
    if is_processed(context, mail)? {
        return Ok(DeliveryResult::Repeated);
    }
    mailed_answers::check(context, actor, book, question)?;
    let answers = read(context, message, respondent)?;
    let new = NewAnswers { book, answers, mail };
    let stored = mailed_answers::insert(context, actor, new)?;
    Ok(stored.map_or(DeliveryResult::Repeated, DeliveryResult::Answered))
}

/// Answers in a mail: of a filled form, a page, or the text, in this order.
fn read(
    context: &Context,
    message: &InboundMessage,
    respondent: &Respondent,
) -> Result<Vec<NewAnswer>, Rejection> {
    let address = &respondent.address;
    // A picture within a text is rather the logo of its signature than a page.
    let is_text = message.are_pages_in_text && !message.reply.is_empty();
    match message.pages.as_slice() {
        _ if is_text => Ok(vec![read_text(&message.reply, &address.question)?]),
        [] => Ok(vec![read_text(&message.reply, &address.question)?]),
        [file] => Ok(read_file(context, file, respondent)?),
        _ => {
            let words = "there are several pages in this mail: attach one file to each mail";
            Err(Rejection::new(RejectReason::BadPage, words))
        }
    }
}

fn read_text(text: &str, question: &QuestionKey) -> Result<NewAnswer, Rejection> {
    if text.is_empty() {
        let words = "there is no answer in this mail: write it above the question, or attach a page as PNG or PDF";
        return Err(Rejection::new(RejectReason::NoPage, words));
    }
    let length = text.chars().count();
    if length > MAX_TEXT_LENGTH {
        let words = format!("this answer is too long: write at most {MAX_TEXT_LENGTH} characters");
        return Err(Rejection::new(RejectReason::TooLarge, words));
    }
    Ok(NewAnswer { question: question.clone(), content: NewContent::Text(text.to_owned()) })
}

/// Reads a file as a filled form of the book or, if it is none, as a page that answers the question.
fn read_file(context: &Context, file: &[u8], respondent: &Respondent) -> Result<Vec<NewAnswer>> {
    let address = &respondent.address;
    let upload = UploadedFile::of_bytes(context.blobs.temp_file()?, file)?;
    match read_form(context, &upload, respondent, address.book) {
        Err(Error::Refused(Refusal::NotAForm | Refusal::OutsideBoxes)) => {
            let page = mailed_answers::read_page(context, respondent.account.id, &upload)?;
            Ok(vec![NewAnswer { question: address.question.clone(), content: page }])
        }
        read => read,
    }
}

fn read_form(
    context: &Context,
    file: &UploadedFile,
    respondent: &Respondent,
    book: BookId,
) -> Result<Vec<NewAnswer>> {
    let form = reading::read(context, &respondent.actor, Some(book), file, None)?;
    let answer = |filled: reading::HandwrittenBox| NewAnswer {
        question: filled.question.key,
        content: NewContent::Hand(filled.png),
    };
    Ok(form.boxes.into_iter().map(answer).collect())
}
