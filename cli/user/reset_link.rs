//! `inkfold user reset-link`.

use inkfold::admin::Answer;
use inkfold::admin::users::{MemberAction, ResetLink};

use super::Which;
use crate::client::{Client, unexpected};
use crate::output::Output;

pub(super) fn run(which: Which, client: &Client, out: &mut Output) -> anyhow::Result<()> {
    let Answer::ResetLink(reset) = client.request(which.then(MemberAction::ResetLink))? else {
        return Err(unexpected());
    };
    report(&reset, out)
}

/// Prints the link, with a QR code on a terminal.
pub(super) fn report(reset: &ResetLink, out: &mut Output) -> anyhow::Result<()> {
    out.report(reset, |to| {
        writeln!(to, "{}", reset.link)?;
        writeln!(
            to,
            "Good once, until {}. Whoever has it can take over the account.",
            reset.expires_at
        )
    })?;
    out.show_qr(&reset.link)
}
