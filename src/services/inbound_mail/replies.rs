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
use crate::mail::inbound::{Answer, InboundMessage, OwnWords};
use crate::paper::Refusal;
use crate::services::memos::mailed_answers::{self, NewAnswer, NewAnswers, NewContent};
use crate::services::memos::reading;

use super::recipient::Respondent;
use super::{DeliveryResult, RejectReason, Rejection, is_processed, naming};

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
    // A reaction, such as a thumb, is no answer.
    let Some(reply) = Reply::of(message, own_words(context, respondent)?)? else {
        return Ok(DeliveryResult::Ignored);
    };
    let (book, question) = (address.book, &address.question);
    let mail =
        MailFingerprint::of_reply(account.id, (book, question), &message.name, &reply.hashes());
    if is_processed(context, mail)? {
        return Ok(DeliveryResult::Repeated);
    }
    mailed_answers::check(context, actor, book, question)?;
    let Read { answers, left_out, checks } = reply.read(context, respondent)?;
    let new = NewAnswers { book, answers, mail, left_out: left_out.join(", "), checks };
    let stored = mailed_answers::insert(context, actor, new)?;
    let answered = |answers| DeliveryResult::Answered { answers, left_out };
    Ok(stored.map_or(DeliveryResult::Repeated, answered))
}

/// Answers of a mail.
struct Read {
    answers: Vec<NewAnswer>,
    /// Names of what is left out of them.
    left_out: Vec<String>,
    /// Sentences about what was hard to read.
    checks: String,
}

/// Content of a mail that answers: pages or, without any, its text.
struct Reply<'a> {
    message: &'a InboundMessage,
    text: String,
    pages: &'a [Vec<u8>],
}

impl<'a> Reply<'a> {
    fn of(message: &'a InboundMessage, own: OwnWords) -> Result<Option<Self>, Rejection> {
        let Some(Answer { text, has_pages_within }) = message.answer(own) else { return Ok(None) };
        // Pictures within a text are rather the logos of a signature than pages.
        let is_text = has_pages_within && !text.is_empty();
        let pages = if is_text { &[] } else { message.pages()? };
        Ok(Some(Self { message, text, pages }))
    }

    fn hashes(&self) -> Vec<BlobHash> {
        let pages = self.pages.iter().map(|file| BlobHash::of(file));
        std::iter::once(BlobHash::of(self.text.as_bytes())).chain(pages).collect()
    }

    fn read(self, context: &Context, respondent: &Respondent) -> Result<Read, Rejection> {
        match self.pages {
            [] => {
                let left_out = self.left_out_beside_text();
                let answers = vec![self.read_text(&respondent.address.question)?];
                Ok(Read { answers, left_out, checks: String::new() })
            }
            [file] => {
                let (answers, checks) = read_file(context, file, respondent)?;
                Ok(Read { answers, left_out: self.left_out_beside_page(), checks })
            }
            _ => {
                let words = "there are several pages in this mail: attach one file to each mail";
                Err(Rejection::new(RejectReason::BadPage, words))
            }
        }
    }

    /// Names of the files, and of letters of an unknown charset.
    fn left_out_beside_text(&self) -> Vec<String> {
        let has_unknown = self.text.contains(char::REPLACEMENT_CHARACTER);
        let letters = has_unknown.then(|| "letters that cannot be read".to_owned());
        letters.into_iter().chain(self.message.left_out_beside_text()).collect()
    }

    /// Names of the other files, and of the text.
    fn left_out_beside_page(&self) -> Vec<String> {
        let text = (!self.text.is_empty()).then(|| "the text of the mail".to_owned());
        text.into_iter().chain(self.message.left_out_beside_pages().iter().cloned()).collect()
    }

    fn read_text(self, question: &QuestionKey) -> Result<NewAnswer, Rejection> {
        if self.text.is_empty() {
            let words = "there is no answer in this mail: write it above the question, or attach a page as PNG or PDF";
            let words = naming(words, &self.message.left_out_beside_text());
            return Err(Rejection::new(RejectReason::NoPage, words));
        }
        if self.text.chars().count() > MAX_TEXT_LENGTH {
            let words =
                format!("this answer is too long: write at most {MAX_TEXT_LENGTH} characters");
            return Err(Rejection::new(RejectReason::TooLarge, words));
        }
        Ok(NewAnswer { question: question.clone(), content: NewContent::Text(self.text) })
    }
}

/// Words by which a quotation of the mailed question is recognised.
fn own_words(context: &Context, respondent: &Respondent) -> Result<OwnWords> {
    let config = context.config();
    let questions = context.read()?.questions(respondent.address.book)?;
    let asked = questions.into_iter().find(|asked| asked.key == respondent.address.question);
    Ok(OwnWords {
        addresses: vec![
            config.mail.from.to_lowercase(),
            format!("@{}", config.mail.inbound.host).to_lowercase(),
        ],
        member: respondent.account.email.key(),
        name: config.community.to_lowercase(),
        lines: asked.map(|asked| asked.description.to_lowercase()).into_iter().collect(),
    })
}

/// Reads a file as a filled form of the book or, if it is none, as a page that answers the question; returns also what to check.
fn read_file(
    context: &Context,
    file: &[u8],
    respondent: &Respondent,
) -> Result<(Vec<NewAnswer>, String)> {
    let address = &respondent.address;
    let upload = UploadedFile::of_bytes(context.blobs.temp_file()?, file)?;
    match read_form(context, &upload, respondent, address.book) {
        Err(Error::Refused(Refusal::NotAForm | Refusal::OutsideBoxes)) => {
            let page = mailed_answers::read_page(context, respondent.account.id, &upload)?;
            let answer = NewAnswer { question: address.question.clone(), content: page };
            Ok((vec![answer], String::new()))
        }
        read => read,
    }
}

fn read_form(
    context: &Context,
    file: &UploadedFile,
    respondent: &Respondent,
    book: BookId,
) -> Result<(Vec<NewAnswer>, String)> {
    let form = reading::read(context, &respondent.actor, Some(book), file, None)?;
    let answer = |filled: reading::HandwrittenBox| NewAnswer {
        question: filled.question.key,
        content: NewContent::Hand(filled.png),
    };
    let checks: Vec<String> = form.checks.iter().map(ToString::to_string).collect();
    Ok((form.boxes.into_iter().map(answer).collect(), checks.join(" ")))
}
