//! Queue of reported content: each post, comment or memo once, with all reports about it.

use std::cmp::Reverse;
use std::collections::HashSet;

use crate::context::Context;
use crate::domain::alt_text::AltText;
use crate::domain::author::Author;
use crate::domain::blob::BlobHash;
use crate::domain::book::Book;
use crate::domain::id::{AccountId, MemoId, PostId, ReportId};
use crate::domain::item::Item;
use crate::domain::policy::{self, Actor};
use crate::domain::post::Post;
use crate::domain::report::{Report, ReportTarget, Resolution};
use crate::domain::time::Timestamp;
use crate::domain::topic::Topic;
use crate::error::{Error, Required, Result};
use crate::store::ReadTx;

/// Maximum number of reports that are read for one list.
const MAX_READ: usize = 2_000;

/// Filter of reports by their resolution.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Filter {
    /// Reports that wait for a decision.
    Open,
    /// Reports that were decided on.
    Resolved,
}

/// Post, comment or memo with the reports about it.
#[derive(Clone, Debug)]
pub struct ReportedContent {
    pub about: ReportTarget,
    pub state: State,
    /// `None` if the content no longer exists or was removed.
    pub subject: Option<Subject>,
    /// The oldest first.
    pub reports: Vec<ReportDetails>,
    /// Latest resolution.
    pub latest_resolution: Option<Resolution>,
}

/// Description of a post, comment or memo that exists.
#[derive(Clone, Debug)]
pub struct Subject {
    pub uid: AccountId,
    pub author: Author,
    pub place: Place,
    /// Caption of a post, text of a comment, or text (else the transcription) of a memo.
    pub text: String,
    /// Smallest thumbnail of a post, or the picture of a memo.
    pub picture: Option<BlobHash>,
    pub made_at: Timestamp,
}

/// Place of reported content: a thread or a book.
#[derive(Clone, Debug)]
pub enum Place {
    /// The post itself, or the post that the comment is about, and its topic.
    Thread { post: PostId, topic: Option<Topic> },
    /// The question that the memo answers, and the published editions that print it.
    Book { book: Book, question: String, editions: Vec<u32> },
}

/// Visibility of reported content.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum State {
    /// Visible to everybody but those who have reported it.
    Shown,
    /// Visible to moderators and admins, and, for posts and memos, to the author.
    Hidden,
    /// Removed, and visible to no one.
    Removed,
}

/// Report with its author.
#[derive(Clone, Debug)]
pub struct ReportDetails {
    pub report: Report,
    pub reporter: Author,
}

/// Lists the reported content that the actor may decide on: open reports with the longest wait first, or resolved ones with the latest resolution first.
pub fn list(context: &Context, actor: &Actor, filter: Filter) -> Result<Vec<ReportedContent>> {
    policy::may_moderate(actor)?;
    let tx = context.read()?;
    let reports = match filter {
        Filter::Open => tx.open_reports(MAX_READ)?,
        Filter::Resolved => tx.latest_reports(MAX_READ)?,
    };
    let wanted = |report: &Report| {
        let is_resolved = report.resolution.is_some();
        is_resolved == (filter == Filter::Resolved)
            && policy::may_decide_on(actor, report.about).is_ok()
    };
    let mut seen = HashSet::new();
    let mut items = Vec::new();
    for report in reports.into_iter().filter(wanted) {
        if seen.insert(report.about) {
            items.push(load_reported(&tx, report.about)?);
        }
    }
    if filter == Filter::Resolved {
        items.sort_by_key(|item| {
            Reverse(item.latest_resolution.as_ref().map(|resolution| resolution.at))
        });
    }
    Ok(items)
}

/// Returns the content that a report is about, with all reports about it.
pub fn reported(context: &Context, actor: &Actor, id: ReportId) -> Result<ReportedContent> {
    policy::may_moderate(actor)?;
    let tx = context.read()?;
    let report = tx.report(id)?.required(Item::Report)?;
    policy::may_decide_on(actor, report.about)?;
    load_reported(&tx, report.about)
}

/// Returns a post, comment or memo that exists, with the reports about it.
pub fn get(context: &Context, actor: &Actor, about: ReportTarget) -> Result<ReportedContent> {
    policy::may_decide_on(actor, about)?;
    let item = load_reported(&*context.read()?, about)?;
    if item.subject.is_some() {
        return Ok(item);
    }
    Err(Error::NotFound(match about {
        ReportTarget::Post(_) => Item::Post,
        ReportTarget::Comment(_) => Item::Comment,
        ReportTarget::Memo(_) => Item::Memo,
    }))
}

pub(super) fn load_reported(tx: &ReadTx, about: ReportTarget) -> Result<ReportedContent> {
    let reports = tx.reports_about(about)?;
    let resolutions = reports.iter().filter_map(|report| report.resolution.clone());
    let latest_resolution = resolutions.max_by_key(|resolution| resolution.at);
    let show = |report: Report| {
        let reporter = Author::of(tx.account(report.reporter)?.as_ref());
        Ok(ReportDetails { report, reporter })
    };
    let reports = reports.into_iter().map(show).collect::<Result<_>>()?;
    let (state, subject) = match subject(tx, about)? {
        Some((state, subject)) => (state, Some(subject)),
        None => (State::Removed, None),
    };
    Ok(ReportedContent { about, state, subject, reports, latest_resolution })
}

fn subject(tx: &ReadTx, about: ReportTarget) -> Result<Option<(State, Subject)>> {
    match about {
        ReportTarget::Post(id) => {
            let Some(post) = tx.post(id)?.filter(|post| post.removed_at.is_none()) else {
                return Ok(None);
            };
            let text = post.words.caption.clone();
            let picture = post.picture.thumbnails.first().map(|small| small.png);
            let subject = describe(tx, &post, post.author, (text, picture, post.made_at))?;
            Ok(Some((state(post.is_hidden()), subject)))
        }
        ReportTarget::Comment(id) => {
            let comment = tx.comment(id)?.filter(|comment| comment.removed.is_none());
            let Some(comment) = comment else { return Ok(None) };
            let Some(post) = tx.post(comment.post)? else { return Ok(None) };
            let what = (comment.text, None, comment.made_at);
            let subject = describe(tx, &post, comment.author, what)?;
            Ok(Some((state(comment.hidden_since.is_some()), subject)))
        }
        ReportTarget::Memo(id) => memo(tx, id),
    }
}

fn memo(tx: &ReadTx, id: MemoId) -> Result<Option<(State, Subject)>> {
    let Some(memo) = tx.memo(id)? else { return Ok(None) };
    let Some(book) = tx.book(memo.book)? else { return Ok(None) };
    let asked = tx.questions(book.id)?.into_iter().find(|asked| asked.key == memo.question);
    let printed = tx.editions(book.id)?.into_iter().filter(|edition| edition.memos.contains(&id));
    let editions = printed.map(|edition| edition.number).collect();
    let alt = tx.alt_text(id)?;
    let text = memo.content.post().or(alt.as_ref().map(AltText::as_str)).unwrap_or_default();
    let subject = Subject {
        uid: memo.author,
        author: Author::of(tx.account(memo.author)?.as_ref()),
        place: Place::Book {
            book,
            question: asked.map(|asked| asked.description).unwrap_or_default(),
            editions,
        },
        text: text.to_owned(),
        picture: memo.content.picture(),
        made_at: memo.created_at,
    };
    Ok(Some((state(tx.is_memo_hidden(id)?), subject)))
}

fn state(is_hidden: bool) -> State {
    if is_hidden { State::Hidden } else { State::Shown }
}

fn describe(
    tx: &ReadTx,
    post: &Post,
    uid: AccountId,
    (text, picture, made_at): (String, Option<BlobHash>, Timestamp),
) -> Result<Subject> {
    let author = Author::of(tx.account(uid)?.as_ref());
    let place = Place::Thread { post: post.id, topic: tx.topic(post.topic)? };
    Ok(Subject { uid, author, place, text, picture, made_at })
}
