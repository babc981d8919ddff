//! `inkfold user sessions`.

use inkfold::http::operator::users::{Session, SessionsEnded};

use super::MemberArgs;
use crate::client::{Client, Resource};
use crate::complete;
use crate::output::{Output, Page, Table, counted};

/// List or end a member's sessions
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  inkfold user sessions mara
  inkfold user sessions mara --end 01kdw2…     such as a lost tablet's
  inkfold user sessions mara --end-all")]
pub(crate) struct Args {
    #[command(flatten)]
    which: MemberArgs,
    /// End this session
    #[arg(long, value_name = "ID", conflicts_with = "end_all", add = complete::sessions())]
    end: Option<String>,
    /// End all of the member's sessions
    #[arg(long)]
    end_all: bool,
    #[command(flatten)]
    page: Page,
}

pub(super) fn run(args: Args, client: &Client, out: &mut Output) -> anyhow::Result<()> {
    let sessions = args.which.resource().at("sessions");
    match args.end {
        Some(session) => end(sessions.at(&session), client, out),
        None if args.end_all => end(sessions, client, out),
        None => list(sessions, args.page, client, out),
    }
}

const SESSIONS: Table<3> =
    Table { headings: ["ID", "SINCE", "LAST USED"], none: "no active sessions" };

fn list(sessions: Resource, page: Page, client: &Client, out: &mut Output) -> anyhow::Result<()> {
    let sessions: Vec<Session> = client.get(sessions)?;
    out.list(&sessions, page, &SESSIONS, |Session { id, created_at, used_at }| {
        [id.clone(), created_at.clone(), used_at.clone()]
    })
}

fn end(sessions: Resource, client: &Client, out: &mut Output) -> anyhow::Result<()> {
    let ended: SessionsEnded = client.delete(sessions)?;
    out.report(&ended, |to| writeln!(to, "Ended {}.", counted(ended.ended, "session", "sessions")))
}
