//! Operator requests for the questions of a book.

use serde::{Deserialize, Serialize};

use crate::context::Context;
use crate::domain::book::{self, QuestionKey};
use crate::domain::id::BookId;
use crate::domain::policy::Actor;
use crate::error::{Error, Result};
use crate::services::books;

use super::Answer;
use super::books::id;

const MISSING: Error = Error::NotFound("This question");

#[derive(Clone, Debug, Serialize, Deserialize)]
pub enum Request {
    List {
        book: String,
    },
    /// Shows one question, such as before its removal.
    Show {
        book: String,
        key: String,
    },
    Add {
        book: String,
        key: String,
        description: String,
    },
    Move {
        book: String,
        key: String,
        number: u32,
    },
    Remove {
        book: String,
        key: String,
    },
}

/// Question with its number in the book.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Question {
    /// Number in the book, counted from 1.
    pub number: u32,
    #[serde(flatten)]
    pub question: book::Question,
}

/// Performs a request and answers with the book's whole list as it is now; [`Request::Show`] with one question.
pub(super) fn perform(context: &Context, actor: &Actor, request: &Request) -> Result<Answer> {
    let questions = match request {
        Request::List { book } => books::questions(context, id(book)?)?,
        Request::Show { book, key } => return show(context, id(book)?, &parse(key)?),
        Request::Add { book, key, description } => {
            let question = book::Question::parse(key, description);
            let question = question.map_err(|words| Error::invalid("question", words))?;
            books::add_question(context, actor, id(book)?, question)?
        }
        Request::Move { book, key, number } => {
            books::move_question(context, actor, id(book)?, &parse(key)?, *number)?
        }
        Request::Remove { book, key } => {
            books::remove_question(context, actor, id(book)?, &parse(key)?)?
        }
    };
    Ok(Answer::Questions(numbered(questions).collect()))
}

fn numbered(questions: Vec<book::Question>) -> impl Iterator<Item = Question> {
    (1..).zip(questions).map(|(number, question)| Question { number, question })
}

fn show(context: &Context, book: BookId, key: &QuestionKey) -> Result<Answer> {
    let mut questions = numbered(books::questions(context, book)?);
    let found = questions.find(|asked| asked.question.key == *key);
    Ok(Answer::Questions(vec![found.ok_or(MISSING)?]))
}

fn parse(key: &str) -> Result<QuestionKey> {
    QuestionKey::parse(key).map_err(|_| MISSING)
}
