//! What goes out: stored types are never sent as they are.

use serde::Serialize;
use utoipa::ToSchema;

use crate::config::Config;
use crate::domain::account::Account;
use crate::domain::author::Author;
use crate::domain::blob::BlobHash;
use crate::domain::book::Question;
use crate::domain::memo::HiddenMemo;
use crate::domain::time::Time;
use crate::services::books::BookSummary;
use crate::services::memos::ShownMemo;

/// A moment since 1970 in UTC.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct TimeView {
    #[serde(rename = "_seconds")]
    seconds: i64,
    #[serde(rename = "_nanoseconds")]
    nanoseconds: u32,
}

impl From<Time> for TimeView {
    fn from(time: Time) -> Self {
        Self { seconds: time.seconds, nanoseconds: time.nanoseconds }
    }
}

/// A member's profile; lists are comma-joined.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct ProfileView {
    uid: String,
    username: String,
    name: String,
    email: String,
    /// `left`, `right`, or empty when the member did not say.
    handedness: String,
    preferred_tablets: String,
    spoken_languages: String,
}

impl From<Account> for ProfileView {
    fn from(account: Account) -> Self {
        let [handedness, preferred_tablets, spoken_languages] = account.profile.texts();
        Self {
            uid: account.id.to_string(),
            username: account.username.as_str().to_owned(),
            name: account.name.as_str().to_owned(),
            email: account.email.as_str().to_owned(),
            handedness,
            preferred_tablets,
            spoken_languages,
        }
    }
}

/// Where a book stands.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(super) enum BookStatus {
    /// Waiting for enough entries.
    Collecting,
    /// An edition can be downloaded; entries for the next are welcome.
    Published,
}

/// A book in the library.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct BookView {
    id: String,
    name: String,
    description: String,
    /// Entries by everybody.
    memo_count: u32,
    /// Entries by the one who asks.
    user_memo_count: u32,
    has_contributed: bool,
    status: BookStatus,
    publish_at: u32,
    /// The newest edition; 0 while there is none.
    edition: u32,
    /// Since when the next edition is being made; told to admins only.
    #[serde(skip_serializing_if = "Option::is_none")]
    compiling_since: Option<TimeView>,
}

impl From<BookSummary> for BookView {
    fn from(shelved: BookSummary) -> Self {
        let book = shelved.book;
        Self {
            id: book.id.to_string(),
            name: book.name,
            description: book.description,
            memo_count: shelved.memo_count,
            user_memo_count: shelved.user_memo_count,
            has_contributed: shelved.user_memo_count > 0,
            status: if book.edition == 0 { BookStatus::Collecting } else { BookStatus::Published },
            publish_at: book.publish_at,
            edition: book.edition,
            compiling_since: shelved.compiling_since.map(TimeView::from),
        }
    }
}

/// A prompt.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct QuestionView {
    key: String,
    /// Counted from 1.
    number: u32,
    description: String,
}

impl QuestionView {
    pub(super) fn numbered((number, question): (u32, Question)) -> Self {
        Self { key: question.key.as_str().to_owned(), number, description: question.description }
    }
}

/// Who wrote a memo.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct AuthorView {
    /// Empty when they have deleted their account.
    username: String,
    name: String,
}

impl AuthorView {
    pub(super) fn named(username: &str, name: &str) -> Self {
        Self { username: username.to_owned(), name: name.to_owned() }
    }
}

impl From<Author> for AuthorView {
    fn from(Author { username, name }: Author) -> Self {
        Self { username, name }
    }
}

/// Why a memo is hidden.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct HiddenView {
    since: TimeView,
    /// For the author, in an admin's words.
    why: String,
}

impl From<HiddenMemo> for HiddenView {
    fn from(HiddenMemo { since, why }: HiddenMemo) -> Self {
        Self { since: since.into(), why }
    }
}

/// A memo.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct MemoView {
    id: String,
    /// `hand`, `page` or `text`.
    #[serde(rename = "type")]
    kind: &'static str,
    bid: String,
    uid: String,
    qid: String,
    question: String,
    /// The words of a typed memo; null for the others, whose words are in their pictures.
    post: Option<String>,
    /// What the picture says, in its author's words; null when they have not said.
    alt: Option<String>,
    /// Whether it stands in a published edition.
    published: bool,
    /// Since when and why an admin keeps it from everybody but its author; null when none does.
    hidden: Option<HiddenView>,
    /// How many members love it.
    loves: u32,
    /// Whether the one who asks does.
    loved: bool,
    /// Where the picture is; never changes. Null for a typed memo.
    img: Option<String>,
    /// Where the QR code is that leads to the memo's page.
    qrcode: String,
    author: AuthorView,
    created_at: TimeView,
    updated_at: TimeView,
}

impl MemoView {
    pub(super) fn of(config: &Config, shown: ShownMemo) -> Self {
        let memo = shown.memo;
        Self {
            id: memo.id.to_string(),
            kind: memo.content.kind().as_str(),
            bid: memo.book.to_string(),
            uid: memo.author.to_string(),
            qid: memo.question.as_str().to_owned(),
            question: shown.question,
            post: memo.content.post().map(str::to_owned),
            alt: shown.alt.map(|alt| alt.as_str().to_owned()),
            published: shown.published,
            hidden: shown.hidden.map(HiddenView::from),
            loves: shown.loves,
            loved: shown.loved,
            img: memo.content.picture().map(|picture| png_url(config, picture)),
            qrcode: config.at(&format!("/media/memo/{}.svg", memo.id)),
            author: shown.author.into(),
            created_at: memo.created_at.into(),
            updated_at: memo.updated_at.into(),
        }
    }

    pub(super) fn all(config: &Config, shown: Vec<ShownMemo>) -> Vec<Self> {
        shown.into_iter().map(|memo| Self::of(config, memo)).collect()
    }
}

/// Where a picture is on our host.
pub(super) fn png_url(config: &Config, picture: BlobHash) -> String {
    config.at(&png_path(picture))
}

/// The same for what writes whole addresses.
pub(super) fn png_path(picture: BlobHash) -> String {
    format!("/media/{picture}.png")
}
