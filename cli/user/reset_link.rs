//! `inkfold user reset-link`.

use inkfold::http::operator::users::ResetLink;

use super::MemberArgs;
use crate::client::Client;
use crate::output::Output;

pub(super) fn run(which: &MemberArgs, client: &Client, out: &mut Output) -> anyhow::Result<()> {
    report(&client.post(which.resource().at("reset-link"), &())?, out)
}

/// Prints the link, with a QR code on a terminal.
pub(super) fn report(reset: &ResetLink, out: &mut Output) -> anyhow::Result<()> {
    out.report(reset, |to| {
        writeln!(to, "{}", reset.link)?;
        writeln!(
            to,
            "Works once, until {}. Anyone with this link can take over the account.",
            reset.expires_at
        )
    })?;
    out.show_qr(&reset.link)
}
