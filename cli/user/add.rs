//! `inkfold user add`.

use inkfold::http::operator::users::{AddedUser, NewUser};

use super::reset_link;
use crate::client::{Client, resource};
use crate::output::{self, Output};

/// Create an account for a member
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  inkfold user add --email mara@example.org --username mara --name Mara
  inkfold user add --email mara@example.org --username mara --name Mara \\
    --invite
  inkfold user add --email mara@example.org --username mara --name Mara \\
    --verified --password-stdin < password.txt")]
pub(crate) struct Args {
    /// Mail address to sign in with; must be unique
    #[arg(long, value_name = "EMAIL")]
    email: String,
    /// At most 32 letters, digits, hyphens and underscores; must be unique
    #[arg(long, value_name = "USERNAME")]
    username: String,
    /// Name as printed in books, at most 100 characters
    #[arg(long, value_name = "NAME")]
    name: String,
    /// Make the member an admin
    #[arg(long)]
    admin: bool,
    /// Mark the mail address as verified
    #[arg(long)]
    verified: bool,
    #[command(flatten)]
    password: PasswordSource,
}

/// Source of the password of a new account: the terminal, unless one of these is given.
#[derive(Debug, clap::Args)]
struct PasswordSource {
    /// Print a one-time link, valid for an hour, for the member to choose a password
    #[arg(long, conflicts_with = "password_stdin")]
    invite: bool,
    /// Read the password (8 characters or more) from the first line of standard input. Without this option and --invite,
    /// the terminal prompts for it. It is never an argument
    #[arg(long)]
    password_stdin: bool,
}

pub(super) fn run(args: Args, client: &Client, out: &mut Output) -> anyhow::Result<()> {
    let Args { email, username, name, admin, verified, password: source } = args;
    let mut new = NewUser { email, username, name, password: None, admin, verified };
    new.password = source.read(&new, client)?;
    match client.create(resource("users"), &new)? {
        AddedUser::Added(user) => {
            let unproven = super::change::unproven(&user);
            out.report(&user, |to| {
                writeln!(to, "{} can sign in as {}.{unproven}", user.name, user.email)
            })
        }
        AddedUser::Invited(invitation) => reset_link::report(&invitation, out),
    }
}

impl PasswordSource {
    /// Reads the new member's password, on a terminal only if there is no other reason to refuse the account; `None` for an
    /// invitation.
    fn read(&self, new: &NewUser, client: &Client) -> anyhow::Result<Option<String>> {
        if self.invite {
            return Ok(None);
        }
        if self.password_stdin {
            return Ok(Some(output::password()?));
        }
        if !output::is_terminal() {
            anyhow::bail!(
                "the password can't be prompted for without a terminal\nhint: pipe it in with --password-stdin, or print a link with --invite"
            );
        }
        client.create::<()>(resource("new-user").at("check"), new)?;
        Ok(Some(output::new_password()?))
    }
}
