//! Views shared by several responses: stored types are never serialised as they are.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::config::{Config, TimeZone};
use crate::domain::author::Author;
use crate::domain::blob::BlobHash;
use crate::domain::book::Question;
use crate::domain::cover::CoverFiles;
use crate::domain::form::Rect;
use crate::domain::memo::HiddenMemo;
use crate::domain::schedule::{PublishTrigger, Schedule};
use crate::domain::time::Timestamp;
use crate::services::accounts::profiles::OwnProfile;
use crate::services::books::BookSummary;
use crate::services::memos::MemoDetails;

/// Time since 1970 in UTC.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct TimeView {
    #[serde(rename = "_seconds")]
    seconds: i64,
    #[serde(rename = "_nanoseconds")]
    nanoseconds: u32,
}

impl From<Timestamp> for TimeView {
    fn from(time: Timestamp) -> Self {
        Self { seconds: time.seconds, nanoseconds: time.nanoseconds }
    }
}

/// Moment in the community's time zone.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct MomentView {
    at: TimeView,
    /// Local date and time: `2026-12-24T18:00`.
    local: String,
    /// The same in words: `24 December 2026, 18:00`.
    words: String,
}

impl MomentView {
    pub(super) fn of(zone: &TimeZone, moment: Timestamp) -> Self {
        Self { at: moment.into(), local: zone.local(moment), words: zone.words(moment) }
    }
}

/// Condition under which an edition is made by itself.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(super) enum ReadyByView {
    /// Whenever there are enough new answers.
    Entries,
    /// At the moment when the book closes.
    Date,
    /// Whenever there are enough new answers, and when the book closes.
    Both,
}

/// Dates of a book.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct ScheduleView {
    /// Moment from which answers can be handed in; null for a book that is open from the start.
    opens: Option<MomentView>,
    /// Moment from which no more answers can be handed in; null for a book that stays open.
    closes: Option<MomentView>,
    ready_by: ReadyByView,
}

impl ScheduleView {
    pub(super) fn of(config: &Config, schedule: Schedule) -> Self {
        let moment = |moment| MomentView::of(&config.time_zone, moment);
        Self {
            opens: schedule.opens_at.map(moment),
            closes: schedule.closes_at.map(moment),
            ready_by: match schedule.ready_by {
                PublishTrigger::Entries => ReadyByView::Entries,
                PublishTrigger::Date => ReadyByView::Date,
                PublishTrigger::Both => ReadyByView::Both,
            },
        }
    }
}

/// Profile of a member; lists are comma-joined.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct ProfileView {
    uid: String,
    username: String,
    name: String,
    email: String,
    /// `left`, `right`, or empty if the member did not say.
    handedness: String,
    preferred_tablets: String,
    spoken_languages: String,
    /// Whether the address is verified, which submitting requires.
    email_verified: bool,
    /// Whether the member keeps books.
    is_keeper: bool,
    /// Whether the member moderates the threads.
    is_moderator: bool,
}

impl From<OwnProfile> for ProfileView {
    fn from(OwnProfile { account, grants }: OwnProfile) -> Self {
        let [handedness, preferred_tablets, spoken_languages] = account.profile.texts();
        Self {
            uid: account.id.to_string(),
            username: account.username.as_str().to_owned(),
            name: account.name.as_str().to_owned(),
            email: account.email.as_str().to_owned(),
            handedness,
            preferred_tablets,
            spoken_languages,
            email_verified: account.email_verified,
            is_keeper: !grants.keeper_of.is_empty(),
            is_moderator: grants.is_moderator,
        }
    }
}

/// Status of a book.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(super) enum BookStatus {
    /// Waiting for enough memos.
    Collecting,
    /// An edition can be downloaded; memos for the next are welcome.
    Published,
}

/// Book in the library.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct BookView {
    id: String,
    name: String,
    description: String,
    /// Number of memos by all members.
    memo_count: u32,
    /// Number of answers for the next edition, one for each member and question.
    new_answers: u32,
    /// Number of memos by the caller.
    user_memo_count: u32,
    has_contributed: bool,
    status: BookStatus,
    publish_at: u32,
    /// Number of the newest edition; 0 while there is none.
    edition: u32,
    /// Colour of its cover, such as `#1f3f77`.
    ink: &'static str,
    /// Cover of the newest edition; null while there is none.
    cover: Option<CoverView>,
    /// Whether no other book has a newer edition.
    is_newest: bool,
    /// Percentage of the answers that the first edition needs; 100 once there is one.
    percent_written: u64,
    schedule: ScheduleView,
    /// Time since which the next edition is being made; shown to its keepers and to admins only.
    #[serde(skip_serializing_if = "Option::is_none")]
    compiling_since: Option<TimeView>,
}

impl BookView {
    pub(super) fn of(config: &Config, summary: BookSummary) -> Self {
        let book = summary.book;
        Self {
            ink: book.ink().colour(),
            id: book.id.to_string(),
            name: book.name,
            description: book.description,
            memo_count: summary.memo_count,
            new_answers: summary.new_answers,
            user_memo_count: summary.user_memo_count,
            has_contributed: summary.user_memo_count > 0,
            status: if book.edition == 0 { BookStatus::Collecting } else { BookStatus::Published },
            publish_at: book.publish_threshold,
            edition: book.edition,
            cover: summary.cover.map(|cover| CoverView::of(config, cover)),
            is_newest: summary.is_newest,
            percent_written: if book.edition > 0 {
                100
            } else {
                (100 * u64::from(summary.new_answers) / u64::from(book.publish_threshold.max(1)))
                    .min(100)
            },
            schedule: ScheduleView::of(config, book.schedule),
            compiling_since: summary.compiling_since.map(TimeView::from),
        }
    }
}

/// Question of a book.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct QuestionView {
    key: String,
    /// Number in the book, counted from 1.
    number: u32,
    description: String,
}

impl QuestionView {
    pub(super) fn numbered((number, question): (u32, Question)) -> Self {
        Self { key: question.key.as_str().to_owned(), number, description: question.description }
    }
}

/// Names of a member, such as the author of a memo, post or comment.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct AuthorView {
    /// Username; empty if the member has deleted their account.
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

/// Time and reason of a memo's hiding.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct HiddenView {
    since: TimeView,
    /// Reason for the author, in an admin's words.
    why: String,
}

impl From<HiddenMemo> for HiddenView {
    fn from(HiddenMemo { since, why }: HiddenMemo) -> Self {
        Self { since: since.into(), why }
    }
}

/// Memo with its author and its question.
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
    /// Text of a typed memo; null for the other kinds, whose text is in their pictures.
    post: Option<String>,
    /// Transcription of the picture by its author; null if there is none.
    alt: Option<String>,
    /// Whether the memo is in a published edition.
    published: bool,
    /// Time since which an admin hides the memo from everybody but its author, its keepers and admins, and the reason, which is empty for keepers; null if not hidden.
    hidden: Option<HiddenView>,
    /// Whether the memo is a guest's and waits for a keeper of its book.
    waiting: bool,
    /// Number of members who love the memo.
    loves: u32,
    /// Whether the caller loves the memo.
    loved: bool,
    /// Path of the picture, which never changes; null for a typed memo.
    img: Option<String>,
    /// Path of the QR code that leads to the memo's page.
    qrcode: String,
    author: AuthorView,
    created_at: TimeView,
    updated_at: TimeView,
}

impl MemoView {
    pub(super) fn of(config: &Config, shown: MemoDetails) -> Self {
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
            waiting: shown.waiting,
            loves: shown.loves,
            loved: shown.loved,
            img: memo.content.picture().map(|picture| png_url(config, picture)),
            qrcode: config.at(&format!("/media/memo/{}.svg", memo.id)),
            author: shown.author.into(),
            created_at: memo.created_at.into(),
            updated_at: memo.updated_at.into(),
        }
    }

    pub(super) fn all(config: &Config, shown: Vec<MemoDetails>) -> Vec<Self> {
        shown.into_iter().map(|memo| Self::of(config, memo)).collect()
    }
}

/// Cover of a book, as paths of PNG files that never change.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct CoverView {
    full: String,
    /// Width of the full picture in pixels.
    width: u32,
    height: u32,
    /// 480 pixels wide.
    small: String,
    /// 960 pixels wide.
    large: String,
}

impl CoverView {
    fn of(config: &Config, CoverFiles { full, width, height, small, large }: CoverFiles) -> Self {
        let [full, small, large] = [full, small, large].map(|file| png_url(config, file));
        Self { full, width, height, small, large }
    }
}

/// Path of a picture on this host, with the base path.
pub(super) fn png_url(config: &Config, picture: BlobHash) -> String {
    config.at(&png_path(picture))
}

/// Path of a picture without the base path, for building absolute URLs.
pub(super) fn png_path(picture: BlobHash) -> String {
    format!("/media/{picture}.png")
}

/// Region of a page, in pixels of a page 1404 wide.
#[derive(Clone, Copy, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct RectView {
    top: u32,
    left: u32,
    width: u32,
    height: u32,
}

impl From<Rect> for RectView {
    fn from(rect: Rect) -> Self {
        Self { top: rect.top, left: rect.left, width: rect.width, height: rect.height }
    }
}
