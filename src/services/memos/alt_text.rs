//! Saying what a picture shows, for those who cannot see it, and for search.

use crate::context::Context;
use crate::domain::alt_text::AltText;
use crate::domain::id::MemoId;
use crate::domain::memo::MemoKind;
use crate::domain::policy::{self, Actor};
use crate::error::{Error, Result};

use super::history::own;
use super::{ShownMemo, show};

/// Keeps a member's words for one of their own pictures; empty ones take them away.
///
/// They are read out and found at once. A published edition is not printed anew for them.
pub fn describe(
    context: &Context,
    actor: &Actor,
    id: MemoId,
    text: &str,
) -> Result<Option<ShownMemo>> {
    let alt = parse(text)?;
    context.limits.change(policy::member(actor)?)?;
    context.write_as(actor, |tx, actor| {
        let memo = own(tx, actor, id)?;
        if memo.content.kind() == MemoKind::Text {
            return Err(Error::invalid("alt", "A typed entry is read out as it is."));
        }
        tx.put_alt_text(id, alt.as_ref())?;
        Ok(show(tx, actor, vec![memo])?.pop())
    })
}

pub(super) fn parse(text: &str) -> Result<Option<AltText>> {
    AltText::parse(text).map_err(|words| Error::invalid("alt", words))
}
