//! `inkfold user add`.

use std::io::BufRead;

use inkfold::services::admin::Answer;
use inkfold::services::admin::users::{NewUser, Request};

use crate::client::{Client, unexpected};
use crate::output::Output;

/// Make an account for somebody
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:
  echo 'a long password' | inkfold user add --email mara@example.org --username mara --name Mara --verified --password-stdin")]
pub(crate) struct Args {
    #[arg(long)]
    email: String,
    #[arg(long)]
    username: String,
    #[arg(long)]
    name: String,
    /// May administrate the community
    #[arg(long)]
    admin: bool,
    /// Need not prove the mail address
    #[arg(long)]
    verified: bool,
    /// Read the password from the first line of standard input; it is never an argument
    #[arg(long, required = true)]
    password_stdin: bool,
}

pub(super) fn run(args: Args, client: &Client, out: &mut Output) -> anyhow::Result<()> {
    let mut password = String::new();
    std::io::stdin().lock().read_line(&mut password)?;
    let new = NewUser {
        email: args.email,
        username: args.username,
        name: args.name,
        password: password.trim_end_matches(['\r', '\n']).to_owned(),
        admin: args.admin,
        verified: args.verified,
    };
    let Answer::User(user) = client.make(Request::Add(new))? else { return Err(unexpected()) };
    out.report(&user, |to| writeln!(to, "{} can sign in as {}.", user.name, user.email))
}
