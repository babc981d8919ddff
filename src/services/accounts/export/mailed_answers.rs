//! A member's answers that came by mail and are not handed in yet, for the export.

use serde::Serialize;

use crate::domain::account::Account;
use crate::domain::mailed_answer::{MailedAnswer, MailedContent};
use crate::error::Result;
use crate::store::ReadTx;

use super::{Content, Entry, Part};

pub(super) const MAILED_ANSWERS: Part = Part {
    about: "mailed-answers.json\n    \
            Your answers that came by mail and that you have not handed in, if there are any.\n\n\
            mailed-answers/\n    \
            The pictures of those answers.\n",
    entries,
};

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct MailedAnswerFile {
    /// Name of the book; null for one that was removed.
    book: Option<String>,
    question: String,
    received_at: String,
    text: Option<String>,
    picture: Option<String>,
}

fn entries(tx: &ReadTx, account: &Account) -> Result<Vec<Entry>> {
    let answers = tx.mailed_answers_of(account.id)?;
    if answers.is_empty() {
        return Ok(Vec::new());
    }
    let mut files = Vec::new();
    let mut pictures = Vec::new();
    for answer in &answers {
        let picture = answer.content.picture();
        let name = picture.map(|_| picture_name(answer));
        pictures.extend(
            name.clone()
                .zip(picture)
                .map(|(name, picture)| Entry { name, content: Content::Picture(picture) }),
        );
        files.push(MailedAnswerFile {
            book: tx.book(answer.book)?.map(|book| book.name),
            question: answer.question.as_str().to_owned(),
            received_at: answer.received_at.to_string(),
            text: text(&answer.content),
            picture: name,
        });
    }
    Ok([Entry::json("mailed-answers.json", &files)?].into_iter().chain(pictures).collect())
}

fn picture_name(answer: &MailedAnswer) -> String {
    format!("mailed-answers/{}.png", answer.id)
}

fn text(content: &MailedContent) -> Option<String> {
    match content {
        MailedContent::Text { text } => Some(text.clone()),
        MailedContent::Hand { .. } | MailedContent::Page { .. } => None,
    }
}
