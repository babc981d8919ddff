//! What an admin decides about a post or comment, reported or not. It settles every open report about it.

use crate::app::App;
use crate::domain::audit::Deed;
use crate::domain::blob::BlobHash;
use crate::domain::comment::Comment;
use crate::domain::id::{CommentId, PostId, ReportId};
use crate::domain::policy::{self, Actor};
use crate::domain::post::{Post, State};
use crate::domain::report::{self, Report, Reported, Settled, Verdict};
use crate::error::{Error, Result};
use crate::news::Changed;
use crate::services::{sessions, sweep};
use crate::store::WriteTx;

use super::note;
use super::queue::{self, ReportedThing};

const MISSING: Error = Error::NotFound("This report");
const GONE: Error = Error::Conflict { field: None, words: "It is gone already." };

/// What has to be done when the verdict stands.
#[derive(Default)]
struct Outcome {
    changed: Option<Changed>,
    files: Vec<BlobHash>,
}

/// Hides a post or comment, shows it again, or removes it for good.
pub fn settle(
    app: &App,
    actor: &Actor,
    about: Reported,
    verdict: Verdict,
    words: &str,
) -> Result<ReportedThing> {
    policy::may_administrate(actor)?;
    let words = report::parse_note(words).map_err(|words| Error::invalid("note", words))?;
    let (outcome, thing) = app.write(|tx| {
        let actor = sessions::still(&**tx, actor)?;
        policy::may_administrate(&actor)?;
        let outcome = match about {
            Reported::Post(id) => judge_post(tx, id, verdict)?,
            Reported::Comment(id) => judge_comment(app, tx, id, verdict)?,
        };
        let deed = match verdict {
            Verdict::Hide => Deed::Hide,
            Verdict::Show => Deed::Show,
            Verdict::Remove => Deed::Remove,
        };
        note(app, tx, &actor, deed, format!("{} {}", about.kind(), about.id()), words.clone())?;
        settle_all(app, tx, about, verdict, &words)?;
        Ok::<_, Error>((outcome, queue::thing(&**tx, about)?))
    })?;
    if let Some(changed) = outcome.changed {
        app.news.tell(changed);
    }
    sweep::remove_unneeded(app, &outcome.files)?;
    Ok(thing)
}

/// The same for what a report is about.
pub fn settle_report(
    app: &App,
    actor: &Actor,
    id: ReportId,
    verdict: Verdict,
    words: &str,
) -> Result<ReportedThing> {
    policy::may_administrate(actor)?;
    let report = app.read()?.report(id)?.ok_or(MISSING)?;
    settle(app, actor, report.about, verdict, words)
}

fn settle_all(
    app: &App,
    tx: &mut WriteTx,
    about: Reported,
    verdict: Verdict,
    words: &str,
) -> Result<()> {
    for report in tx.reports_about(about)?.into_iter().filter(|report| report.settled.is_none()) {
        let settled = Some(Settled { at: app.clock.now(), verdict, note: words.to_owned() });
        tx.put_report(&Report { settled, ..report })?;
    }
    Ok(())
}

/// One that is not published is nobody's business.
fn judge_post(tx: &mut WriteTx, id: PostId, verdict: Verdict) -> Result<Outcome> {
    let post = tx.post(id)?.filter(|post| post.removed_at.is_none());
    let Some(post) = post else { return gone(verdict) };
    let changed = Some(Changed { topic: post.topic, post: id });
    match (verdict, post.state) {
        (Verdict::Remove, State::Active { .. } | State::Hidden { .. }) => {
            tx.remove_post(&post)?;
            return Ok(Outcome { changed, files: post.picture.blobs().collect() });
        }
        (Verdict::Hide, State::Active { since }) => {
            tx.put_post(&Post { state: State::Hidden { since }, ..post })?;
        }
        (Verdict::Show, State::Hidden { since }) => {
            tx.put_post(&Post { state: State::Active { since }, ..post })?;
        }
        (Verdict::Hide, State::Hidden { .. }) | (Verdict::Show, State::Active { .. }) => {}
        (_, State::Pending) => return Err(Error::NotFound("This post")),
    }
    Ok(Outcome { changed, files: Vec::new() })
}

fn judge_comment(app: &App, tx: &mut WriteTx, id: CommentId, verdict: Verdict) -> Result<Outcome> {
    let comment = tx.comment(id)?.filter(|comment| comment.removed.is_none());
    let Some(comment) = comment else { return gone(verdict) };
    let post = tx.post(comment.post)?;
    let changed = post.map(|post| Changed { topic: post.topic, post: post.id });
    let hidden_since = match verdict {
        Verdict::Hide => comment.hidden_since.or(Some(app.clock.now())),
        Verdict::Show => None,
        Verdict::Remove => {
            tx.remove_comment(&comment)?;
            return Ok(Outcome { changed, files: Vec::new() });
        }
    };
    tx.put_comment(&Comment { hidden_since, ..comment })?;
    Ok(Outcome { changed, files: Vec::new() })
}

/// Nobody sees it any more, which settles what was said against it.
fn gone(verdict: Verdict) -> Result<Outcome> {
    if verdict == Verdict::Hide { Err(GONE) } else { Ok(Outcome::default()) }
}
