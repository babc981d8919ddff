//! `inkfold post`: what stands in the threads, and what should not.

use std::io::{self, Write};

use clap::Subcommand;
use inkfold::domain::report::Verdict;
use inkfold::services::admin::Answer;
use inkfold::services::admin::posts::{Post, Request};

use crate::client::{Client, unexpected};
use crate::output::{Output, confirm, counted, plain};
use crate::report;

#[derive(Debug, Subcommand)]
pub(crate) enum Verb {
    List(List),
    /// Keep a post from everybody but its author; reports about it are settled
    #[command(after_help = "Example:
  inkfold post hide 01k… --note \"not for children\"")]
    Hide(Which),
    /// Show a hidden post again, or settle the reports about one that stays
    #[command(after_help = "Example:
  inkfold post show 01k…")]
    Show(Which),
    /// Remove a post with its comments and likes, for good
    #[command(after_help = "Examples:
  inkfold post remove 01k…
  inkfold post remove 01k… --yes       without asking, for scripts")]
    Remove(Which),
}

/// List posts that everybody sees, the youngest first
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  inkfold post list --topic letters
  inkfold post list --hidden --json | jq -r .id")]
pub(crate) struct List {
    /// Only of this topic's code
    #[arg(long, value_name = "CODE")]
    topic: Option<String>,
    /// Those that are hidden, instead
    #[arg(long)]
    hidden: bool,
    /// At most so many
    #[arg(long, value_name = "N", default_value_t = 50)]
    limit: usize,
}

#[derive(Debug, clap::Args)]
pub(crate) struct Which {
    /// The post's id, from `post list` or its address
    #[arg(value_name = "POST")]
    post: String,
    /// For the audit log, at most 500 characters
    #[arg(long, value_name = "TEXT", default_value = "")]
    note: String,
}

pub(crate) fn run(verb: Verb, client: &Client, yes: bool, out: &mut Output) -> anyhow::Result<()> {
    match verb {
        Verb::List(args) => list(args, client, out),
        Verb::Hide(which) => settle(which, Verdict::Hide, client, out),
        Verb::Show(which) => settle(which, Verdict::Show, client, out),
        Verb::Remove(which) => {
            confirm(&format!("Remove the post {} for good?", plain(&which.post)), yes)?;
            settle(which, Verdict::Remove, client, out)
        }
    }
}

fn list(args: List, client: &Client, out: &mut Output) -> anyhow::Result<()> {
    let List { topic, hidden, limit } = args;
    let request = Request::List { topic, hidden, limit };
    let Answer::Posts(all) = client.ask(request)? else { return Err(unexpected()) };
    out.list(&all, "there are no such posts", write)
}

fn settle(
    Which { post, note }: Which,
    verdict: Verdict,
    client: &Client,
    out: &mut Output,
) -> anyhow::Result<()> {
    let answer = client.ask(Request::Settle { post, verdict, note })?;
    let Answer::Reported(thing) = answer else { return Err(unexpected()) };
    out.report(&thing, |to| report::write_state(to, &thing))
}

fn write(to: &mut dyn Write, post: &Post) -> io::Result<()> {
    let Post { id, topic, name, caption, made_at, likes, comments, .. } = post;
    writeln!(to, "{id}  {topic}  {made_at}  by {}", plain(name))?;
    let likes = counted(*likes, "like", "likes");
    let comments = counted(*comments, "comment", "comments");
    writeln!(to, "    {}  {likes}, {comments}", plain(caption))
}
