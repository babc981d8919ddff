//! Views of reported content, for moderators and admins.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::config::Config;
use crate::domain::author::Author;
use crate::domain::report::{ReportTarget, Resolution, Verdict};
use crate::http::view::{AuthorView, TimeView, png_url};
use crate::services::moderation::{Place, ReportDetails, ReportedContent, State, Subject};

/// Verdict of an admin: `hide` from all other members, `show` again or leave as is, or `remove` for good.
#[derive(Clone, Copy, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
#[schema(as = Verdict)]
pub(in crate::http) enum VerdictView {
    Hide,
    Show,
    Remove,
}

impl From<VerdictView> for Verdict {
    fn from(verdict: VerdictView) -> Self {
        match verdict {
            VerdictView::Hide => Self::Hide,
            VerdictView::Show => Self::Show,
            VerdictView::Remove => Self::Remove,
        }
    }
}

impl From<Verdict> for VerdictView {
    fn from(verdict: Verdict) -> Self {
        match verdict {
            Verdict::Hide => Self::Hide,
            Verdict::Show => Self::Show,
            Verdict::Remove => Self::Remove,
        }
    }
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(in crate::http) enum ReportKind {
    Post,
    Comment,
    Memo,
}

/// Visibility of the content: `shown` to everybody; `hidden` from all but moderators, admins and, for a post or memo, its author; `removed`.
#[derive(Clone, Copy, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(in crate::http) enum ReportedState {
    Shown,
    Hidden,
    Removed,
}

impl From<State> for ReportedState {
    fn from(state: State) -> Self {
        match state {
            State::Shown => Self::Shown,
            State::Hidden => Self::Hidden,
            State::Removed => Self::Removed,
        }
    }
}

impl From<ReportedState> for State {
    fn from(state: ReportedState) -> Self {
        match state {
            ReportedState::Shown => Self::Shown,
            ReportedState::Hidden => Self::Hidden,
            ReportedState::Removed => Self::Removed,
        }
    }
}

/// Report by one member.
#[derive(Serialize, ToSchema)]
pub(in crate::http) struct ReportView {
    id: String,
    reason: String,
    reporter: AuthorView,
    at: TimeView,
}

impl From<ReportDetails> for ReportView {
    fn from(ReportDetails { report, reporter }: ReportDetails) -> Self {
        let (id, at) = (report.id.to_string(), report.made_at.into());
        Self { id, reason: report.reason, reporter: reporter.into(), at }
    }
}

/// Verdict with its time and note.
#[derive(Serialize, ToSchema)]
pub(in crate::http) struct ResolutionView {
    verdict: VerdictView,
    /// Note for others who decide; may be empty.
    note: String,
    at: TimeView,
}

impl From<Resolution> for ResolutionView {
    fn from(Resolution { at, verdict, note }: Resolution) -> Self {
        Self { verdict: verdict.into(), note, at: at.into() }
    }
}

/// Post, comment or memo with the reports about it. Of removed content only the reports are known.
#[derive(Serialize, ToSchema)]
pub(in crate::http) struct ReportedView {
    kind: ReportKind,
    id: String,
    state: ReportedState,
    /// Uid of the author.
    uid: String,
    author: AuthorView,
    /// Id of the post, or of the post that the comment is about; empty for a memo.
    pid: String,
    /// Name of the topic, with its code; empty for a memo.
    topic: String,
    code: String,
    /// Id and name of the book, and the question that the memo answers; empty for posts and comments.
    bid: String,
    book: String,
    question: String,
    /// Published editions that print the memo. They keep it after every verdict.
    editions: Vec<u32>,
    /// Caption of the post, text of the comment, or text of the memo.
    text: String,
    /// Path of a post's smallest picture, or of a memo's picture.
    img: Option<String>,
    /// Time of creation; for removed content, of the first report.
    at: TimeView,
    /// Reports, oldest first.
    reports: Vec<ReportView>,
    /// Latest verdict.
    #[serde(rename = "settled")]
    resolution: Option<ResolutionView>,
}

impl ReportedView {
    pub(super) fn of(config: &Config, item: ReportedContent) -> Self {
        let ReportedContent { about, state, subject, reports, latest_resolution } = item;
        let reported_at = reports.first().map(|shown| shown.report.made_at).unwrap_or_default();
        let view = Self {
            kind: match about {
                ReportTarget::Post(_) => ReportKind::Post,
                ReportTarget::Comment(_) => ReportKind::Comment,
                ReportTarget::Memo(_) => ReportKind::Memo,
            },
            id: about.id(),
            state: state.into(),
            uid: String::new(),
            author: Author::former().into(),
            pid: String::new(),
            topic: String::new(),
            code: String::new(),
            bid: String::new(),
            book: String::new(),
            question: String::new(),
            editions: Vec::new(),
            text: String::new(),
            img: None,
            at: reported_at.into(),
            reports: reports.into_iter().map(ReportView::from).collect(),
            resolution: latest_resolution.map(ResolutionView::from),
        };
        match subject {
            Some(subject) => view.with(config, subject),
            None => view,
        }
    }

    fn with(self, config: &Config, subject: Subject) -> Self {
        let Subject { uid, author, place, text, picture, made_at } = subject;
        let view = Self {
            uid: uid.to_string(),
            author: author.into(),
            text,
            img: picture.map(|picture| png_url(config, picture)),
            at: made_at.into(),
            ..self
        };
        view.at_place(place)
    }

    fn at_place(self, place: Place) -> Self {
        match place {
            Place::Thread { post, topic } => {
                let (topic, code) =
                    topic.map(|topic| (topic.name, topic.code.to_string())).unwrap_or_default();
                Self { pid: post.to_string(), topic, code, ..self }
            }
            Place::Book { book, question, editions } => {
                Self { bid: book.id.to_string(), book: book.name, question, editions, ..self }
            }
        }
    }
}
