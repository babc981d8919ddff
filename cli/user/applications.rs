//! `inkfold user applications`, `accept` and `decline`.

use inkfold::http::operator::users::Application;

use super::MemberArgs;
use crate::client::{Client, resource};
use crate::output::{Output, Page, Table, confirm, plain};

const APPLICATIONS: Table<4> =
    Table { headings: ["EMAIL", "USERNAME", "SINCE", "WORDS"], none: "no open applications" };

pub(super) fn list(page: Page, client: &Client, out: &mut Output) -> anyhow::Result<()> {
    let waiting: Vec<Application> = client.get(resource("applications"))?;
    out.list(&waiting, page, &APPLICATIONS, |application| {
        [
            application.email.clone(),
            application.username.clone(),
            application.made_at.clone(),
            application.words.replace('\n', " "),
        ]
    })
}

pub(super) fn accept(which: &MemberArgs, client: &Client, out: &mut Output) -> anyhow::Result<()> {
    let accepted: Application = client.post(which.resource().at("accept"), &())?;
    out.report(&accepted, |to| writeln!(to, "{} is a member now.", accepted.email))
}

pub(super) fn decline(
    which: &MemberArgs,
    client: &Client,
    yes: bool,
    out: &mut Output,
) -> anyhow::Result<()> {
    let question = format!("Decline {}? The account is disabled.", plain(&which.member));
    confirm(&question, yes)?;
    let declined: Application = client.post(which.resource().at("decline"), &())?;
    out.report(&declined, |to| writeln!(to, "Declined {}.", declined.email))
}
