//! `inkfold user promote` and `demote`: admins, moderators and keepers of books.

use inkfold::http::operator::users::{Dismissed, Role, User, UserDetails};

use super::MemberArgs;
use super::change::{self, Change, ask_first, report, unproven};
use crate::client::Client;
use crate::complete;
use crate::output::{Output, confirm};

#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    #[command(flatten)]
    which: MemberArgs,
    /// The role of a moderator, who looks after the threads
    #[arg(long, conflicts_with = "keeper")]
    moderator: bool,
    /// The role of a keeper, who looks after this book
    #[arg(long, value_name = "BOOK", add = complete::books())]
    keeper: Option<String>,
}

impl Args {
    /// Role other than an admin's.
    fn role(&self) -> Option<Role> {
        let is_duty = self.moderator || self.keeper.is_some();
        is_duty.then(|| Role { book: self.keeper.clone() })
    }
}

pub(super) fn promote(args: &Args, client: &Client, out: &mut Output) -> anyhow::Result<()> {
    const PROMOTE: Change = Change {
        action: "promote",
        is_done: |user| user.admin && !user.disabled,
        already: "is an admin already",
    };
    let Some(role) = args.role() else {
        return change::change(&args.which, &PROMOTE, client, out, |user| {
            format!("{} is an admin now.{}", user.email, unproven(user))
        });
    };
    let user: User = client.post(args.which.resource().at("appoint"), &role)?;
    report(&user, out, |user| {
        let role = match role.book {
            Some(_) => "a keeper of the book",
            None => "a moderator",
        };
        format!("{} is {role} now.{}", user.email, unproven(user))
    })
}

pub(super) fn demote(
    args: &Args,
    client: &Client,
    yes: bool,
    out: &mut Output,
) -> anyhow::Result<()> {
    let Some(role) = args.role() else {
        ask_first(&args.which, "demote", client, yes, |user| {
            format!("Take the rights of an admin from {user}?")
        })?;
        return report(&client.post(args.which.resource().at("demote"), &())?, out, |user| {
            format!("{} is no longer an admin.", user.email)
        });
    };
    let UserDetails { user, .. } = client.get(args.which.resource())?;
    let name = if role.book.is_some() { "keeper" } else { "moderator" };
    confirm(&format!("Take the role of a {name} from {} ({})?", user.name, user.email), yes)?;
    let dismissed: Dismissed = client.post(args.which.resource().at("dismiss"), &role)?;
    out.report(&dismissed, |to| {
        writeln!(to, "{} is no longer a {name}.", dismissed.user.email)?;
        match (dismissed.left, role.book) {
            (0, Some(_)) => writeln!(to, "The book has no keeper now: admins look after it."),
            (0, None) => writeln!(to, "There is no moderator now: admins look after the threads."),
            (_, _) => Ok(()),
        }
    })
}
