//! `inkfold user sessions`.

use inkfold::services::admin::Answer;
use inkfold::services::admin::users::{Request, Verb};

use super::Which;
use crate::client::{Client, unexpected};
use crate::output::Output;

/// List where a member is signed in, or sign the member out there
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  inkfold user sessions mara
  inkfold user sessions mara --end 01kdw2…     one of those listed, such as a lost tablet's
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
}

pub(super) fn run(args: Args, client: &Client, out: &mut Output) -> anyhow::Result<()> {
    match args {
        Args { which, end: Some(session), .. } => {
            end(which.then(Verb::EndSession { session }), client, out)
        }
        Args { which, end_all: true, .. } => end(which.then(Verb::EndSessions), client, out),
        Args { which, .. } => list(which.then(Verb::ListSessions), client, out),
    }
}

fn list(request: Request, client: &Client, out: &mut Output) -> anyhow::Result<()> {
    let Answer::Sessions(sessions) = client.ask(request)? else { return Err(unexpected()) };
    for session in &sessions {
        out.report(session, |to| {
            writeln!(
                to,
                "{}  since {}  last used {}",
                session.id, session.created_at, session.used_at
            )
        })?;
    }
    Ok(())
}

fn end(request: Request, client: &Client, out: &mut Output) -> anyhow::Result<()> {
    let Answer::SessionsEnded(answer) = client.ask(request)? else { return Err(unexpected()) };
    out.report(&answer, |to| match answer.ended {
        1 => writeln!(to, "Ended 1 session."),
        ended => writeln!(to, "Ended {ended} sessions."),
    })
}
