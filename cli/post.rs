//! `inkfold post`: lists, hides, shows and removes posts in the threads.

use clap::Subcommand;
use inkfold::domain::report::Verdict;
use inkfold::http::operator::posts::Post;
use inkfold::http::operator::reports::{ReportedItem, VerdictRequest};

use crate::client::{Client, resource};
use crate::complete;
use crate::output::{Output, Page, Row, Table};
use crate::report;

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    List(List),
    /// Hide a post from everybody but its author; resolves its reports
    #[command(after_help = "Example:
  inkfold post hide 01k… --note \"not for children\"")]
    Hide(PostArgs),
    /// Show a hidden post again, or dismiss the reports about a visible one
    #[command(after_help = "Example:
  inkfold post show 01k…")]
    Show(PostArgs),
    /// Delete a post with its comments and likes for good
    #[command(
        aliases = ["delete", "rm"],
        after_help = "Examples:
  inkfold post remove 01k…
  inkfold post remove 01k… --yes       without asking, for scripts"
    )]
    Remove(PostArgs),
}

/// List published posts, newest first
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  inkfold post list --topic letters
  inkfold post list --hidden --json | jq -r .id")]
pub(crate) struct List {
    /// Only posts of this topic, by its code
    #[arg(long, value_name = "CODE", add = complete::topics())]
    topic: Option<String>,
    /// List hidden posts instead
    #[arg(long)]
    hidden: bool,
    #[command(flatten)]
    page: Page,
}

#[derive(Debug, clap::Args)]
pub(crate) struct PostArgs {
    /// Post id, from `post list` or its address
    #[arg(value_name = "POST", add = complete::posts())]
    post: String,
    /// For the audit log, at most 500 characters
    #[arg(long, value_name = "TEXT", default_value = "")]
    note: String,
}

pub(crate) fn run(
    command: Command,
    client: &Client,
    yes: bool,
    out: &mut Output,
) -> anyhow::Result<()> {
    match command {
        Command::List(args) => list(args, client, out),
        Command::Hide(which) => resolve(which, Verdict::Hide, client, out),
        Command::Show(which) => resolve(which, Verdict::Show, client, out),
        Command::Remove(which) => {
            ask_first(&which.post, client, yes)?;
            resolve(which, Verdict::Remove, client, out)
        }
    }
}

const POSTS: Table<6> = Table {
    headings: ["ID", "TOPIC", "MADE", "BY", "LIKES", "COMMENTS"],
    none: "there are no such posts",
};

fn list(args: List, client: &Client, out: &mut Output) -> anyhow::Result<()> {
    let List { topic, hidden, page } = args;
    let hidden = if hidden { "true" } else { "false" };
    let posts = resource("posts").with("topic", topic.as_deref()).with("hidden", hidden);
    let posts: Vec<Post> = client.get(posts)?;
    out.list(&posts, page, &POSTS, |post| Row {
        cells: [
            post.id.clone(),
            post.topic.clone(),
            post.made_at.clone(),
            post.name.clone(),
            post.likes.to_string(),
            post.comments.to_string(),
        ],
        details: Some(post.caption.clone()).filter(|text| !text.is_empty()).into_iter().collect(),
    })
}

/// Shows the post and asks before its removal, so that a mistyped id is noticed.
fn ask_first(post: &str, client: &Client, yes: bool) -> anyhow::Result<()> {
    if yes {
        return Ok(());
    }
    let reported: ReportedItem = client.get(resource("posts").at(post))?;
    report::confirm_removal(&reported, yes)
}

fn resolve(
    PostArgs { post, note }: PostArgs,
    verdict: Verdict,
    client: &Client,
    out: &mut Output,
) -> anyhow::Result<()> {
    let request = VerdictRequest { verdict, note, why: String::new() };
    let item: ReportedItem = client.post(resource("posts").at(&post).at("verdict"), &request)?;
    out.report(&item, |to| report::write_state(to, &item))
}
