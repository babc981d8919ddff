//! `inkfold token`: API tokens, with which members' scripts use the site.

use clap::Subcommand;
use inkfold::http::operator::tokens::{IssuedToken, Token, TokenOptions};

use crate::client::{Client, resource};
use crate::complete;
use crate::output::{Output, Page, Table, confirm, eprint_note, plain};

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    Add(Add),
    /// List the API tokens of all members, oldest first
    #[command(after_help = "Examples:
  inkfold token list
  inkfold token list --json | jq -r 'select(.usedAt == null).id'")]
    List(Page),
    Revoke(Revoke),
}

/// Make an API token for a member: for a script on this machine
///
/// The token is printed once and cannot be shown again. It may do what its member may, within its scopes: read (whatever the member reads), memos (have forms read, submit memos), threads (posts, comments, likes), books (questions, dates, editions), administration (read what admins see).
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  inkfold token add --email mara --name Upload --scope memos
  inkfold token add --email ada --name Stats --scope administration --days 365")]
pub(crate) struct Add {
    /// The member's mail address, username or uid
    #[arg(long, value_name = "MEMBER", add = complete::members())]
    email: String,
    /// Name by which the member tells tokens apart, at most 40 characters
    #[arg(long, value_name = "NAME")]
    name: String,
    /// Group of calls that the token opens; may be repeated
    #[arg(long = "scope", value_name = "SCOPE", required = true, value_parser = ["read", "memos", "threads", "books", "administration"])]
    scopes: Vec<String>,
    /// Days until it expires, up to 365
    #[arg(long, value_name = "NUMBER", default_value_t = 90)]
    days: u32,
}

/// Revoke an API token of any member, at once
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  inkfold token revoke 01k…
  inkfold token revoke 01k… --yes           without asking, for scripts")]
pub(crate) struct Revoke {
    /// The token's id, from `token list`
    #[arg(value_name = "TOKEN")]
    token: String,
}

const TOKENS: Table<6> = Table {
    headings: ["ID", "MEMBER", "SCOPES", "UNTIL", "USED", "NAME"],
    none: "there are no API tokens yet\nhint: make one with `inkfold token add`",
};

pub(crate) fn run(
    command: Command,
    client: &Client,
    yes: bool,
    out: &mut Output,
) -> anyhow::Result<()> {
    match command {
        Command::Add(Add { email, name, scopes, days }) => {
            let options = TokenOptions { member: email, name, scopes, days };
            let issued: IssuedToken = client.post(resource("tokens"), &options)?;
            out.report(&issued, |to| writeln!(to, "{}", issued.token))?;
            let Token { member, expires_at, .. } = &issued.details;
            eprint_note(&format!("for {member}, until {expires_at}; it is not shown again"));
            Ok(())
        }
        Command::List(page) => {
            let tokens: Vec<Token> = client.get(resource("tokens"))?;
            out.list(&tokens, page, &TOKENS, |token| {
                [
                    token.id.clone(),
                    token.member.clone(),
                    token.scopes.join(" "),
                    token.expires_at.clone(),
                    token.used_at.clone().unwrap_or_default(),
                    token.name.clone(),
                ]
            })
        }
        Command::Revoke(Revoke { token }) => {
            confirm(&format!("Revoke the API token {}?", plain(&token)), yes)?;
            let revoked: Token = client.delete(resource("tokens").at(&token))?;
            out.report(&revoked, |to| {
                writeln!(to, "Revoked the API token {} of {}.", revoked.name, revoked.member)
            })
        }
    }
}
