//! Search: the kinds of results, their audiences, and the subjects that are indexed again after a change. A new kind of result
//! needs a variant in each.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use super::book::QuestionKey;
use super::id::{AccountId, BookId, CommentId, MemoId, PostId, TopicId};
use super::message::Message;

/// Kind of a search result.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    Book,
    Question,
    Memo,
    Topic,
    Post,
    Comment,
}

impl Kind {
    pub const ALL: [Self; 6] =
        [Self::Book, Self::Question, Self::Memo, Self::Topic, Self::Post, Self::Comment];

    /// The word in addresses and in JSON.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Book => "book",
            Self::Question => "question",
            Self::Memo => "memo",
            Self::Topic => "topic",
            Self::Post => "post",
            Self::Comment => "comment",
        }
    }
}

impl FromStr for Kind {
    type Err = Message;

    fn from_str(text: &str) -> Result<Self, Message> {
        Self::ALL.into_iter().find(|kind| kind.as_str() == text).ok_or_else(|| {
            let known = Self::ALL.map(Self::as_str).join(", ");
            Message::new("search-kind-unknown", "There is no such kind. Choose from {choices}.")
                .with("choices", known)
        })
    }
}

/// Search result by its id.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Target {
    Book(BookId),
    Question(BookId, QuestionKey),
    Memo(MemoId),
    Topic(TopicId),
    Post(PostId),
    Comment(CommentId),
}

impl Target {
    pub fn kind(&self) -> Kind {
        match self {
            Self::Book(_) => Kind::Book,
            Self::Question(..) => Kind::Question,
            Self::Memo(_) => Kind::Memo,
            Self::Topic(_) => Kind::Topic,
            Self::Post(_) => Kind::Post,
            Self::Comment(_) => Kind::Comment,
        }
    }

    /// Subject that the result is indexed with.
    pub fn subject(&self) -> Subject {
        match self {
            Self::Book(book) | Self::Question(book, _) => Subject::Book(*book),
            Self::Memo(memo) => Subject::Memo(*memo),
            Self::Topic(topic) => Subject::Topic(*topic),
            Self::Post(post) => Subject::Post(*post),
            Self::Comment(comment) => Subject::Comment(*comment),
        }
    }
}

impl fmt::Display for Target {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let kind = self.kind().as_str();
        match self {
            Self::Book(book) => write!(f, "{kind} {book}"),
            Self::Question(book, key) => write!(f, "{kind} {book} {}", key.as_str()),
            Self::Memo(memo) => write!(f, "{kind} {memo}"),
            Self::Topic(topic) => write!(f, "{kind} {topic}"),
            Self::Post(post) => write!(f, "{kind} {post}"),
            Self::Comment(comment) => write!(f, "{kind} {comment}"),
        }
    }
}

impl FromStr for Target {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let mut words = text.split(' ');
        let mut word = || words.next().ok_or("something is missing");
        let not_an_id = |_| "not an identifier";
        Ok(match word()?.parse().map_err(|unknown: Message| unknown.to_string())? {
            Kind::Book => Self::Book(word()?.parse().map_err(not_an_id)?),
            Kind::Question => {
                let book = word()?.parse().map_err(not_an_id)?;
                let key = QuestionKey::parse(word()?).map_err(|invalid| invalid.to_string())?;
                Self::Question(book, key)
            }
            Kind::Memo => Self::Memo(word()?.parse().map_err(not_an_id)?),
            Kind::Topic => Self::Topic(word()?.parse().map_err(not_an_id)?),
            Kind::Post => Self::Post(word()?.parse().map_err(not_an_id)?),
            Kind::Comment => Self::Comment(word()?.parse().map_err(not_an_id)?),
        })
    }
}

/// Unit of indexing: everything that is indexed again together after a change.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Subject {
    /// A book with its questions.
    Book(BookId),
    Memo(MemoId),
    /// The names of a member, by which their memos, posts and comments are found.
    Author(AccountId),
    Post(PostId),
    /// The name of a topic.
    Topic(TopicId),
    Comment(CommentId),
}

impl fmt::Display for Subject {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Book(book) => write!(f, "book {book}"),
            Self::Memo(memo) => write!(f, "memo {memo}"),
            Self::Author(author) => write!(f, "author {author}"),
            Self::Post(post) => write!(f, "post {post}"),
            Self::Topic(topic) => write!(f, "topic {topic}"),
            Self::Comment(comment) => write!(f, "comment {comment}"),
        }
    }
}

/// Members who can find a result, beside admins, who find everything.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Audience {
    Everyone,
    /// All signed-in members.
    Members,
    /// The author only.
    Author(AccountId),
    /// Keepers of a book.
    Keepers(BookId),
}

impl fmt::Display for Audience {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Everyone => f.write_str("everyone"),
            Self::Members => f.write_str("members"),
            Self::Author(author) => write!(f, "author {author}"),
            Self::Keepers(book) => write!(f, "keepers {book}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::time::Timestamp;

    #[test]
    fn search_targets_round_trip() {
        let now = Timestamp { seconds: 1_000, nanoseconds: 0 };
        let book = BookId::new(now, [1; 10]);
        let targets = [
            Target::Book(book),
            Target::Question(book, QuestionKey::parse("q_1-a").unwrap()),
            Target::Memo(MemoId::new(now, [2; 10])),
            Target::Topic(TopicId::new(now, [4; 10])),
            Target::Post(PostId::new(now, [3; 10])),
            Target::Comment(CommentId::new(now, [5; 10])),
        ];
        for target in targets {
            assert_eq!(target.to_string().parse(), Ok(target));
        }
        for text in ["", "memo", "memo x", "post 1", "question 0000000000000000000000000u q"] {
            assert!(text.parse::<Target>().is_err(), "{text}");
        }
    }
}
