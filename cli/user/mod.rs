//! `inkfold user`: members.

mod add;
mod applications;
mod change;
mod export;
mod reset_link;
mod roles;
mod sessions;
mod show;
mod suspend;

use clap::Subcommand;

use crate::client::{Client, Resource, resource};
use crate::complete;
use crate::output::{Output, Page};

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    Add(add::Args),
    /// List members, newest first
    #[command(after_help = "Examples:
  inkfold user list
  inkfold user list --all --json | jq -r 'select(.disabled) | .email'")]
    List(Page),
    /// Show a member: profile, sessions, memos in each book
    #[command(after_help = "Examples:
  inkfold user show mara@example.org
  inkfold user show mara --json | jq .books")]
    Show(MemberArgs),
    /// Make a member an admin, a moderator of the threads, or a keeper of a book
    ///
    /// Takes effect with the member's next request. Does not verify the mail address: see `user verify`. A moderator hides and removes posts and comments. A keeper edits and publishes a book, sees its memos, and invites to it.
    #[command(after_help = "Examples:
  inkfold user promote mara@example.org
  inkfold user promote mara --keeper 01k…
  inkfold user promote mara --moderator")]
    Promote(roles::Args),
    /// Remove a member's admin rights, or another role; the last admin keeps them
    #[command(after_help = "Examples:
  inkfold user demote mara
  inkfold user demote mara --keeper 01k…
  inkfold user demote mara --yes        without asking, for scripts")]
    Demote(roles::Args),
    /// Mark a member's mail address as verified, without a mail
    #[command(after_help = "Example:
  inkfold user verify mara@example.org")]
    Verify(MemberArgs),
    /// Disable an account: signs it out everywhere and blocks sign-in; its memos stay
    ///
    /// Links that were mailed to the member stop working. The last admin can't be disabled.
    #[command(after_help = "Examples:
  inkfold user disable mara
  inkfold user disable mara --yes       without asking, for scripts")]
    Disable(MemberArgs),
    /// Enable a disabled account
    #[command(after_help = "Example:
  inkfold user enable mara")]
    Enable(MemberArgs),
    /// List those who wait to be accepted as members, oldest first
    ///
    /// With `registration = "approved"` in [accounts], new members without an invitation can only read until they are accepted.
    #[command(after_help = "Example:
  inkfold user applications")]
    Applications(Page),
    /// Accept an applicant as a member
    #[command(after_help = "Example:
  inkfold user accept mara@example.org")]
    Accept(MemberArgs),
    /// Decline an applicant, and disable the account
    #[command(after_help = "Examples:
  inkfold user decline mara@example.org
  inkfold user decline mara --yes      without asking, for scripts")]
    Decline(MemberArgs),
    Suspend(suspend::Args),
    /// Lift a member's suspension
    #[command(after_help = "Example:
  inkfold user release mara")]
    Release(MemberArgs),
    /// Create a one-time password reset link to hand to a member
    ///
    /// Valid once, for an hour; replaces an older link. On a terminal it is also shown as a QR code.
    #[command(after_help = "Examples:
  inkfold user reset-link mara@example.org
  inkfold user reset-link mara --json | jq -r .link")]
    ResetLink(MemberArgs),
    /// Turn off two-step verification of a member who lost the phone and the recovery codes
    ///
    /// Make sure that the request is the member's own: afterwards the password alone signs in.
    #[command(after_help = "Examples:
  inkfold user remove-second-factor mara
  inkfold user remove-second-factor mara --yes    without asking")]
    RemoveSecondFactor(MemberArgs),
    Sessions(sessions::Args),
    Export(export::Args),
    /// Delete a member's account for good
    ///
    /// Memos in published editions stay, as a former member's; everything else is deleted.
    #[command(
        aliases = ["delete", "rm"],
        after_help = "Examples:
  inkfold user export mara --out mara.zip && inkfold user remove mara
  inkfold user remove mara --yes       without asking, for scripts"
    )]
    Remove(MemberArgs),
}

#[derive(Debug, clap::Args)]
pub(crate) struct MemberArgs {
    /// The member's mail address, username or uid
    #[arg(value_name = "MEMBER", add = complete::members())]
    member: String,
}

impl MemberArgs {
    fn resource(&self) -> Resource {
        resource("users").at(&self.member)
    }
}

pub(crate) fn run(
    command: Command,
    client: &Client,
    yes: bool,
    out: &mut Output,
) -> anyhow::Result<()> {
    match command {
        Command::Add(args) => add::run(args, client, out),
        Command::List(page) => show::list(page, client, out),
        Command::Show(which) => show::show_user(&which, client, out),
        Command::Promote(args) => roles::promote(&args, client, out),
        Command::Demote(args) => roles::demote(&args, client, yes, out),
        Command::Verify(which) => change::verify(&which, client, out),
        Command::Disable(which) => change::disable(&which, client, yes, out),
        Command::Enable(which) => change::enable(&which, client, out),
        Command::Applications(page) => applications::list(page, client, out),
        Command::Accept(which) => applications::accept(&which, client, out),
        Command::Decline(which) => applications::decline(&which, client, yes, out),
        Command::Suspend(args) => suspend::run(args, client, out),
        Command::Release(which) => suspend::release(&which, client, out),
        Command::ResetLink(which) => reset_link::run(&which, client, out),
        Command::RemoveSecondFactor(which) => {
            change::remove_second_factor(&which, client, yes, out)
        }
        Command::Sessions(args) => sessions::run(args, client, out),
        Command::Export(args) => export::run(args, client, out),
        Command::Remove(which) => change::remove(&which, client, yes, out),
    }
}
