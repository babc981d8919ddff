//! A book and its questions.

use serde::{Deserialize, Serialize};

use super::cover::{CoverChoice, Ink};
use super::id::BookId;
use super::message::Message;
use super::schedule::Schedule;
use super::text::{is_unprintable, to_one_line};
use super::time::Timestamp;

/// Default number of questions answered by new memos at which a book is published automatically. A member's memos of
/// several kinds to one question count once.
pub const PUBLISH_THRESHOLD: u32 = 20;
const MAX_NAME_LENGTH: usize = 120;
const MAX_DESCRIPTION_LENGTH: usize = 600;
const MAX_TOPIC_LENGTH: usize = 60;
const MAX_TOPICS: usize = 20;
const MAX_KEY_LENGTH: usize = 64;
const MAX_QUESTION_LENGTH: usize = 300;
/// Maximum number of questions of a book: twenty pages of five. Also limits the pages that are read from one file.
pub const MAX_QUESTIONS: usize = 100;

/// A collaborative book.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Book {
    pub id: BookId,
    pub name: String,
    pub description: String,
    /// Number of answered questions at which the next edition is published.
    pub publish_threshold: u32,
    pub topics: Vec<String>,
    pub created_at: Timestamp,
    /// Number of the newest published edition; 0 before the first one, and after it was withdrawn.
    pub edition: u32,
    /// Whether the pages inside are printed in black and grey, whatever ink members wrote with.
    pub all_black: bool,
    pub cover: CoverChoice,
    pub schedule: Schedule,
    /// Number of the last withdrawn edition; all editions up to it are withdrawn.
    pub withdrawn_up_to: u32,
}

impl Book {
    /// Ink of the cover.
    pub fn ink(&self) -> Ink {
        self.cover.ink_of(self.id)
    }
}

/// Validated input for a new book.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewBook {
    pub name: String,
    pub description: String,
    pub publish_threshold: u32,
    pub topics: Vec<String>,
}

impl NewBook {
    /// # Errors
    /// A message about the part that is missing or too long.
    pub fn parse(
        name: &str,
        description: &str,
        publish_threshold: Option<u32>,
        topics: Vec<String>,
    ) -> Result<Self, Message> {
        Ok(Self {
            name: parse_name(name)?,
            description: parse_description(description)?,
            publish_threshold: parse_publish_threshold(
                publish_threshold.unwrap_or(PUBLISH_THRESHOLD),
            )?,
            topics: parse_topics(topics)?,
        })
    }
}

/// # Errors
/// A message when the name is missing, too long, or more than a line.
pub fn parse_name(name: &str) -> Result<String, Message> {
    let name = name.trim();
    if name.is_empty() {
        return Err(Message::new("book-name-required", "A book needs a name."));
    }
    if name.chars().count() > MAX_NAME_LENGTH || name.chars().any(char::is_control) {
        return Err(Message::new(
            "book-name-invalid",
            "A book's name is one line of at most {max} characters.",
        )
        .with("max", MAX_NAME_LENGTH));
    }
    Ok(name.to_owned())
}

/// # Errors
/// A message when the description is too long.
pub fn parse_description(description: &str) -> Result<String, Message> {
    let description = description.trim();
    if description.chars().count() > MAX_DESCRIPTION_LENGTH {
        return Err(Message::new(
            "book-description-too-long",
            "A book's description has at most {max} characters.",
        )
        .with("max", MAX_DESCRIPTION_LENGTH));
    }
    Ok(description.to_owned())
}

/// # Errors
/// A message when the number is 0: the book would be published without a memo.
pub fn parse_publish_threshold(memos: u32) -> Result<u32, Message> {
    if memos == 0 {
        return Err(Message::new(
            "book-needs-memo",
            "A book needs at least one memo before it is published.",
        ));
    }
    Ok(memos)
}

/// The topics in their order, each once; empty ones are left out.
///
/// # Errors
/// A message when there are too many topics, or a topic is too long or more than a line.
pub fn parse_topics(topics: Vec<String>) -> Result<Vec<String>, Message> {
    let mut parsed: Vec<String> = Vec::new();
    for topic in topics {
        let topic = topic.trim();
        if topic.chars().count() > MAX_TOPIC_LENGTH || topic.chars().any(char::is_control) {
            return Err(Message::new(
                "book-topic-invalid",
                "A book's topic is one line of at most {max} characters.",
            )
            .with("max", MAX_TOPIC_LENGTH));
        }
        if !topic.is_empty() && !parsed.iter().any(|known| known == topic) {
            parsed.push(topic.to_owned());
        }
    }
    if parsed.len() > MAX_TOPICS {
        return Err(Message::new("book-has-too-many-topics", "A book has at most {max} topics.")
            .with("max", MAX_TOPICS));
    }
    Ok(parsed)
}

/// Stable name of a question within its book, in lower case: the specification's `qid`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct QuestionKey(String);

impl QuestionKey {
    /// # Errors
    /// When the text cannot be a key.
    pub fn parse(text: &str) -> Result<Self, Message> {
        let key = text.trim().to_ascii_lowercase();
        if key.is_empty() {
            return Err(Message::new("question-key-required", "The key is missing."));
        }
        let well_formed = key.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-' || b == b'_');
        if !well_formed || key.len() > MAX_KEY_LENGTH {
            return Err(Message::new(
                "question-key-invalid",
                "A key is at most {max} of the characters a-z, 0-9, - and _.",
            )
            .with("max", MAX_KEY_LENGTH));
        }
        Ok(Self(key))
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// Question of a book. Its number is its position in the book's list, counted from 1.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Question {
    pub key: QuestionKey,
    pub description: String,
}

impl Question {
    /// # Errors
    /// A message about the key or the description that is missing, too long or malformed.
    pub fn parse(key: &str, description: &str) -> Result<Self, Message> {
        let key = QuestionKey::parse(key)?;
        // Spreadsheets and web pages leave invisible characters at the ends.
        let is_invisible = |c: char| c.is_whitespace() || (is_unprintable(c) && !c.is_control());
        let description = to_one_line(description.trim_matches(is_invisible));
        if description.is_empty() {
            return Err(Message::new("question-required", "The question is missing."));
        }
        if description.chars().count() > MAX_QUESTION_LENGTH {
            return Err(Message::new(
                "question-too-long",
                "A question has at most {max} characters.",
            )
            .with("max", MAX_QUESTION_LENGTH));
        }
        if description.chars().any(char::is_control) {
            return Err(Message::new(
                "question-unprintable",
                "The question has characters that cannot be printed.",
            ));
        }
        Ok(Self { key, description })
    }
}
