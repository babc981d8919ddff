//! The prompts of a book, as the operator asks for them.

use serde::{Deserialize, Serialize};

use crate::app::App;
use crate::domain::book::{self, QuestionKey};
use crate::domain::policy::Actor;
use crate::error::{Error, Result};
use crate::services::books;

use super::Answer;
use super::books::id;

#[derive(Clone, Debug, Serialize, Deserialize)]
pub enum Request {
    List { book: String },
    Move { book: String, key: String, number: u32 },
    Remove { book: String, key: String },
}

/// A prompt with its place in the book.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Question {
    /// Counted from 1.
    pub number: u32,
    #[serde(flatten)]
    pub question: book::Question,
}

/// Every answer is the whole list as it is now.
pub(super) fn perform(app: &App, actor: &Actor, request: &Request) -> Result<Answer> {
    let questions = match request {
        Request::List { book } => books::questions(app, id(book)?)?,
        Request::Move { book, key, number } => {
            books::move_question(app, actor, id(book)?, &parse(key)?, *number)?
        }
        Request::Remove { book, key } => {
            books::remove_question(app, actor, id(book)?, &parse(key)?)?
        }
    };
    let numbered = (1..).zip(questions).map(|(number, question)| Question { number, question });
    Ok(Answer::Questions(numbered.collect()))
}

fn parse(key: &str) -> Result<QuestionKey> {
    QuestionKey::parse(key).map_err(|_| Error::NotFound("This question"))
}
