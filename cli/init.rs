//! `inkfold init`.

use inkfold::services::admin::Answer;
use inkfold::services::admin::community::Request;

use crate::client::{Client, unexpected};
use crate::output::Output;

/// Make the data folder and print the one-time link for the first admin
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  inkfold init
  inkfold init --data-dir /srv/inkfold        somewhere else
  inkfold init --demo                         with a sample community")]
pub(crate) struct Args {
    /// Add a sample community: members, books, handwriting
    #[arg(long)]
    demo: bool,
}

pub(crate) fn run(args: &Args, client: &Client, out: &mut Output) -> anyhow::Result<()> {
    if args.demo {
        client.make(Request::SeedDemo)?;
    }
    let Answer::Initialised(made) = client.make(Request::Init)? else {
        return Err(unexpected());
    };
    out.report(&made, |to| {
        writeln!(to, "The community's data is in {}.", made.data_dir)?;
        if args.demo {
            let (email, password) = inkfold::demo::SIGN_IN;
            return writeln!(
                to,
                "Start it with `inkfold serve` and sign in as {email} or mara@example.org with {password}."
            );
        }
        match &made.first_admin_link {
            Some(link) => writeln!(
                to,
                "Start it with `inkfold serve`, then make the first admin within half an hour (once): {link}"
            ),
            None => writeln!(to, "It has members already. Start it with `inkfold serve`."),
        }
    })?;
    match &made.first_admin_link {
        Some(link) => out.show_qr(link),
        None => Ok(()),
    }
}
