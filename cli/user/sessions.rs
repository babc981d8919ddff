//! `inkfold user sessions`.

use inkfold::admin::Answer;
use inkfold::admin::users::{MemberAction, Request, Session};

use super::Which;
use crate::client::{Client, unexpected};
use crate::output::{Output, Page, Table, counted};

/// List where a member is signed in, or sign the member out there
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  inkfold user sessions mara
  inkfold user sessions mara --end 01kdw2…     such as a lost tablet's
  inkfold user sessions mara --end-all")]
pub(crate) struct Args {
    #[command(flatten)]
    which: Which,
    /// End this session
    #[arg(long, value_name = "ID", conflicts_with = "end_all")]
    end: Option<String>,
    /// End all of the member's sessions
    #[arg(long)]
    end_all: bool,
    #[command(flatten)]
    page: Page,
}

pub(super) fn run(args: Args, client: &Client, out: &mut Output) -> anyhow::Result<()> {
    match args {
        Args { which, end: Some(session), .. } => {
            end(which.then(MemberAction::EndSession { session }), client, out)
        }
        Args { which, end_all: true, .. } => {
            end(which.then(MemberAction::EndSessions), client, out)
        }
        Args { which, page, .. } => list(which.then(MemberAction::ListSessions), page, client, out),
    }
}

const SESSIONS: Table<3> =
    Table { headings: ["ID", "SINCE", "LAST USED"], none: "the member is signed in nowhere" };

fn list(request: Request, page: Page, client: &Client, out: &mut Output) -> anyhow::Result<()> {
    let Answer::Sessions(sessions) = client.request(request)? else { return Err(unexpected()) };
    out.list(&sessions, page, &SESSIONS, |Session { id, created_at, used_at }| {
        [id.clone(), created_at.clone(), used_at.clone()]
    })
}

fn end(request: Request, client: &Client, out: &mut Output) -> anyhow::Result<()> {
    let Answer::SessionsEnded(answer) = client.request(request)? else { return Err(unexpected()) };
    out.report(&answer, |to| {
        writeln!(to, "Ended {}.", counted(answer.ended, "session", "sessions"))
    })
}
