//! Reports of content to the admins.

use crate::context::Context;
use crate::domain::comment::Comment;
use crate::domain::id::{AccountId, ReportId};
use crate::domain::item::Item;
use crate::domain::memo::Visibility;
use crate::domain::message::Message;
use crate::domain::policy::{self, Actor};
use crate::domain::report::{self, Report, ReportTarget};
use crate::error::{Error, Required, Result};
use crate::services::webhooks;
use crate::store::ReadTx;

/// Reports a post, comment or memo of another member, which is hidden from the actor from then on. Idempotent.
pub fn report(context: &Context, actor: &Actor, about: ReportTarget, reason: &str) -> Result<()> {
    let reporter = policy::may_take_part(actor)?;
    let reason = report::parse_reason(reason).map_err(|words| Error::invalid("reason", words))?;
    context.rate_limits.check_report(reporter)?;
    context.write_as_reloaded(actor, |tx, actor| {
        let reporter = policy::may_take_part(actor)?;
        if author_of(tx, about)? == reporter {
            return Err(Error::invalid(
                "id",
                Message::new("own-report", "This is your own. Delete it instead of reporting it."),
            ));
        }
        if tx.has_reported(reporter, about)? {
            return Ok(());
        }
        let made_at = context.now();
        let id = ReportId::new(made_at, context.random()?);
        let report = Report { id, reporter, about, reason, made_at, resolution: None };
        tx.put_report(&report)?;
        webhooks::post_reported(context, tx, &report)
    })
}

/// Author of content that can be reported.
fn author_of(tx: &ReadTx, about: ReportTarget) -> Result<AccountId> {
    match about {
        ReportTarget::Post(id) => {
            let post = tx.post(id)?.filter(|post| post.active_since().is_some());
            Ok(post.required(Item::Post)?.author)
        }
        ReportTarget::Comment(id) => {
            let comment = tx.comment(id)?.filter(Comment::is_shown);
            Ok(comment.required(Item::Comment)?.author)
        }
        ReportTarget::Memo(id) => {
            let is_read = tx.visibility_of_memo(id)? == Visibility::Published;
            let memo = tx.memo(id)?.filter(|_| is_read);
            Ok(memo.required(Item::Memo)?.author)
        }
    }
}
