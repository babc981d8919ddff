//! `inkfold user add`.

use inkfold::services::admin::Answer;
use inkfold::services::admin::users::{NewUser, Request};

use crate::client::{Client, unexpected};
use crate::output::{self, Output};

/// Make an account for somebody
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  inkfold user add --email mara@example.org --username mara --name Mara \\
    --password-stdin
  inkfold user add --email mara@example.org --username mara --name Mara \\
    --verified --password-stdin < password.txt")]
pub(crate) struct Args {
    /// Mail address to sign in with; nobody else has it
    #[arg(long)]
    email: String,
    /// At most 32 letters, digits, hyphens and underscores; nobody else has it
    #[arg(long)]
    username: String,
    /// Name as books print it, at most 100 characters
    #[arg(long)]
    name: String,
    /// May administrate the community
    #[arg(long)]
    admin: bool,
    /// Need not prove the mail address
    #[arg(long)]
    verified: bool,
    /// Read the password, of 8 characters or more, from the first line of standard input; on a terminal it is asked for and
    /// not shown. It is never an argument
    #[arg(long, required = true)]
    password_stdin: bool,
}

pub(super) fn run(args: Args, client: &Client, out: &mut Output) -> anyhow::Result<()> {
    let new = NewUser {
        email: args.email,
        username: args.username,
        name: args.name,
        password: output::password()?,
        admin: args.admin,
        verified: args.verified,
    };
    let Answer::User(user) = client.create(Request::Add(new))? else { return Err(unexpected()) };
    let unproven = super::change::unproven(&user);
    out.report(&user, |to| writeln!(to, "{} can sign in as {}.{unproven}", user.name, user.email))
}
