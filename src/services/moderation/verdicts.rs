//! Verdicts of moderators and admins on posts, comments and memos, reported or not. A verdict resolves every report about the same content.

use crate::context::Context;
use crate::domain::audit::AuditAction;
use crate::domain::blob::BlobHash;
use crate::domain::comment::Comment;
use crate::domain::id::{CommentId, MemoId, PostId, ReportId};
use crate::domain::item::Item;
use crate::domain::message::Message;
use crate::domain::policy::{self, Actor};
use crate::domain::post::{Post, State as PostState};
use crate::domain::report::{self, Report, ReportTarget, Resolution, Verdict};
use crate::domain::text::to_one_line;
use crate::error::{Error, Required, Result};
use crate::post_events::PostChanged;
use crate::services::operations::{audit, garbage_collection};
use crate::store::{ReadTx, WriteTx};

use super::memo_verdicts;
use super::queue::{self, ReportedContent, State};

const GONE: Error = Error::Conflict {
    field: None,
    message: Message::new("reported-item-gone", "This was removed already."),
};

const FASTER: Error = Error::Conflict {
    field: None,
    message: Message::new(
        "report-changed",
        "Somebody else has decided in the meantime. Please look at it again.",
    ),
};
const OWN: Error = Error::Conflict {
    field: None,
    message: Message::new(
        "own-verdict",
        "You can't decide that your own post, comment or memo stays visible. Please ask another admin.",
    ),
};

/// Work that follows the commit of a verdict.
#[derive(Default)]
struct Outcome {
    changed: Option<PostChanged>,
    files: Vec<BlobHash>,
}

/// Decision of a moderator or an admin.
pub struct Decision<'a> {
    pub verdict: Verdict,
    /// For others who decide; may be empty.
    pub note: &'a str,
    /// Reason for the author of a memo that is hidden or removed; shown to no one else but admins in the audit log.
    pub why: &'a str,
    /// State that was seen, if known: somebody else may have decided since.
    pub seen: Option<State>,
}

/// Hides a post, comment or memo, shows it again, or removes it for good. Repeating a verdict changes nothing.
pub fn resolve(
    context: &Context,
    actor: &Actor,
    about: ReportTarget,
    Decision { verdict, note: words, why, seen }: Decision<'_>,
) -> Result<ReportedContent> {
    policy::may_decide_on(actor, about)?;
    let words = report::parse_note(words).map_err(|words| Error::invalid("note", words))?;
    let (outcome, item) = context.write_as_reloaded(actor, |tx, actor| {
        policy::may_decide_on(actor, about)?;
        let before = queue::load_reported(tx, about)?;
        if seen.is_some_and(|seen| seen != before.state) {
            return Err(FASTER);
        }
        let why = parse_why((about, before.state), verdict, why)?;
        let is_own =
            before.subject.as_ref().is_some_and(|made| policy::member(actor) == Ok(made.uid));
        if is_own && verdict == Verdict::Show {
            return Err(OWN);
        }
        let is_repeated =
            is_repeated_verdict(&before, verdict, &words) && !changes_reason(tx, about, &why)?;
        let outcome = match about {
            ReportTarget::Post(id) => apply_to_post(tx, id, verdict)?,
            ReportTarget::Comment(id) => apply_to_comment(context, tx, id, verdict)?,
            ReportTarget::Memo(id) => apply_to_memo(context, tx, id, verdict, &why)?,
        };
        if is_repeated {
            return Ok((Outcome::default(), before));
        }
        let action = match verdict {
            Verdict::Hide => AuditAction::Hide,
            Verdict::Show => AuditAction::Show,
            Verdict::Remove => AuditAction::Remove,
        };
        let to = format!("{} {}", about.kind(), about.id());
        audit::record(context, tx, actor, action, to, audit_note(&why, &words))?;
        resolve_reports(context, tx, about, verdict, &words)?;
        Ok::<_, Error>((outcome, queue::load_reported(tx, about)?))
    })?;
    if let Some(changed) = outcome.changed {
        context.post_events.publish(changed);
    }
    if let Err(error) = garbage_collection::remove_unnamed(context, &outcome.files) {
        let error = &error as &dyn std::error::Error;
        tracing::warn!(error, "failed to delete removed files, leaving them to garbage collection");
    }
    Ok(item)
}

/// Whether a verdict and its note equal the previous ones. A removal is final and never repeated.
fn is_repeated_verdict(before: &ReportedContent, verdict: Verdict, note: &str) -> bool {
    let state = match verdict {
        Verdict::Hide => State::Hidden,
        Verdict::Show => State::Shown,
        Verdict::Remove => return false,
    };
    let mut resolutions = before.reports.iter().map(|report| report.report.resolution.as_ref());
    let is_noted = note.is_empty() || !before.reports.is_empty();
    let is_same =
        |resolution: &Resolution| resolution.verdict == verdict && resolution.note == note;
    before.state == state
        && is_noted
        && resolutions.all(|resolution| resolution.is_some_and(is_same))
}

/// Whether the author of a hidden memo is given another reason.
fn changes_reason(tx: &ReadTx, about: ReportTarget, why: &str) -> Result<bool> {
    let ReportTarget::Memo(id) = about else { return Ok(false) };
    let known = tx.hidden_memo(id)?;
    Ok(!why.is_empty() && known.is_none_or(|hidden| hidden.why != why))
}

/// Parses the reason for the author of a memo, which is required to hide or remove it, and refused otherwise.
fn parse_why((about, state): (ReportTarget, State), verdict: Verdict, why: &str) -> Result<String> {
    let invalid = |message| Error::invalid("why", message);
    match (about, verdict) {
        // No one is told about a memo that no longer exists.
        (ReportTarget::Memo(_), _) if state == State::Removed => Ok(String::new()),
        // A memo that stays hidden keeps the reason that was given before.
        (ReportTarget::Memo(_), Verdict::Hide) if state == State::Hidden && why.is_empty() => {
            Ok(String::new())
        }
        (ReportTarget::Memo(_), Verdict::Hide | Verdict::Remove) => {
            report::parse_why(why).map_err(invalid)
        }
        (ReportTarget::Memo(_) | ReportTarget::Post(_) | ReportTarget::Comment(_), _)
            if why.is_empty() =>
        {
            Ok(String::new())
        }
        (ReportTarget::Memo(_), _) => Err(invalid(Message::new(
            "reason-without-removal",
            "A reason is sent only when an entry is hidden or removed.",
        ))),
        (ReportTarget::Post(_) | ReportTarget::Comment(_), _) => Err(invalid(Message::new(
            "reason-without-memo",
            "A reason is sent only to the writer of an entry in a book.",
        ))),
    }
}

/// Line of the audit log: the reason, then the note.
fn audit_note(why: &str, note: &str) -> String {
    to_one_line(&format!("{why} {note}"))
}

/// Decides on the content that a report is about.
pub fn resolve_report(
    context: &Context,
    actor: &Actor,
    id: ReportId,
    decision: Decision<'_>,
) -> Result<ReportedContent> {
    policy::may_moderate(actor)?;
    let report = context.read()?.report(id)?.required(Item::Report)?;
    resolve(context, actor, report.about, decision)
}

/// Resolves all reports about the content, replacing earlier resolutions.
fn resolve_reports(
    context: &Context,
    tx: &mut WriteTx,
    about: ReportTarget,
    verdict: Verdict,
    words: &str,
) -> Result<()> {
    for report in tx.reports_about(about)? {
        let resolution = Some(Resolution { at: context.now(), verdict, note: words.to_owned() });
        tx.put_report(&Report { resolution, ..report })?;
    }
    Ok(())
}

/// Applies a verdict to a post. A pending post is [`Error::NotFound`]. A post that its author has removed can still get one
/// until it is gone for good.
fn apply_to_post(tx: &mut WriteTx, id: PostId, verdict: Verdict) -> Result<Outcome> {
    let Some(post) = tx.post(id)? else {
        return outcome_for_missing(tx, ReportTarget::Post(id), verdict);
    };
    let changed = Some(PostChanged { topic: post.topic, post: id });
    match (verdict, post.state) {
        (Verdict::Remove, PostState::Active { .. } | PostState::Hidden { .. }) => {
            tx.remove_post(&post)?;
            return Ok(Outcome { changed, files: post.picture.blobs().collect() });
        }
        (Verdict::Hide, PostState::Active { since }) => {
            tx.put_post(&Post { state: PostState::Hidden { since }, ..post })?;
        }
        (Verdict::Show, PostState::Hidden { since }) => {
            tx.put_post(&Post { state: PostState::Active { since }, ..post })?;
        }
        (Verdict::Hide, PostState::Hidden { .. }) | (Verdict::Show, PostState::Active { .. }) => {}
        (_, PostState::Pending) => return Err(Error::NotFound(Item::Post)),
    }
    Ok(Outcome { changed, files: Vec::new() })
}

fn apply_to_comment(
    context: &Context,
    tx: &mut WriteTx,
    id: CommentId,
    verdict: Verdict,
) -> Result<Outcome> {
    let Some(comment) = tx.comment(id)? else {
        return outcome_for_missing(tx, ReportTarget::Comment(id), verdict);
    };
    let post = tx.post(comment.post)?;
    let changed = post.map(|post| PostChanged { topic: post.topic, post: post.id });
    let hidden_since = match verdict {
        Verdict::Hide => comment.hidden_since.or(Some(context.now())),
        Verdict::Show => None,
        Verdict::Remove => {
            tx.remove_comment(&comment)?;
            return Ok(Outcome { changed, files: Vec::new() });
        }
    };
    if hidden_since != comment.hidden_since {
        tx.put_comment(&Comment { hidden_since, ..comment })?;
    }
    Ok(Outcome { changed, files: Vec::new() })
}

fn apply_to_memo(
    context: &Context,
    tx: &mut WriteTx,
    id: MemoId,
    verdict: Verdict,
    why: &str,
) -> Result<Outcome> {
    let Some(memo) = tx.memo(id)? else {
        return outcome_for_missing(tx, ReportTarget::Memo(id), verdict);
    };
    let files = memo_verdicts::apply(context, tx, &memo, verdict, why)?;
    Ok(Outcome { changed: None, files })
}

/// Outcome for content that no longer exists: the reports about it can still be resolved. [`Error::NotFound`] if there are none.
fn outcome_for_missing(tx: &WriteTx, about: ReportTarget, verdict: Verdict) -> Result<Outcome> {
    if tx.reports_about(about)?.is_empty() {
        return Err(Error::NotFound(Item::ReportedItem));
    }
    if verdict == Verdict::Hide { Err(GONE) } else { Ok(Outcome::default()) }
}
