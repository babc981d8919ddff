//! Transcriptions and descriptions of pictures, for screen readers and search.

use crate::context::Context;
use crate::domain::alt_text::AltText;
use crate::domain::id::MemoId;
use crate::domain::memo::MemoKind;
use crate::domain::message::Message;
use crate::domain::policy::{self, Actor};
use crate::error::{Error, Result};

use super::history::get_own;
use super::{MemoDetails, load_details};

/// Stores the author's text for the picture of a memo; an empty text removes it.
///
/// The text takes effect at once on the site and in search. Published editions do not change.
pub fn describe(
    context: &Context,
    actor: &Actor,
    id: MemoId,
    text: &str,
) -> Result<Option<MemoDetails>> {
    let alt = parse(text)?;
    context.rate_limits.check_change(policy::may_take_part(actor)?)?;
    context.write_as_reloaded(actor, |tx, actor| {
        let memo = get_own(tx, actor, id)?;
        if memo.content.kind() == MemoKind::Text {
            return Err(Error::invalid(
                "alt",
                Message::new(
                    "typed-memo-without-transcription",
                    "A typed entry needs no transcription.",
                ),
            ));
        }
        tx.put_alt_text(id, alt.as_ref())?;
        Ok(load_details(tx, actor, vec![memo])?.pop())
    })
}

pub(super) fn parse(text: &str) -> Result<Option<AltText>> {
    AltText::parse(text).map_err(|words| Error::invalid("alt", words))
}
