//! `inkfold topic`: topics to which posts belong.

use std::io::{self, Write};

use clap::{ArgGroup, Subcommand};
use inkfold::http::operator::topics::{NewTopic, Topic, TopicEdit};

use crate::client::{Client, resource};
use crate::complete;
use crate::output::{Output, Page, Table, confirm, counted, plain};

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    Add(Add),
    /// List topics, newest first
    #[command(after_help = "Example:
  inkfold topic list")]
    List(Page),
    Edit(Edit),
    Remove(Remove),
}

/// Create a topic
///
/// The code is part of the mail address that members post to: 2 to 32 letters and digits, with hyphens between them.
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:
  inkfold topic add --name \"Letters home\" --code letters")]
pub(crate) struct Add {
    /// Display name, at most 80 characters
    #[arg(long, value_name = "NAME")]
    name: String,
    /// 2 to 32 letters and digits, with hyphens between them
    #[arg(long, value_name = "CODE")]
    code: String,
}

/// Rename a topic, or change its code
///
/// With a new code, the old mail address stops working.
#[derive(Debug, clap::Args)]
#[command(
    group = ArgGroup::new("changes").args(["name", "code"]).required(true).multiple(true),
    after_help = "Example:
  inkfold topic edit letters --name \"Letters to friends\""
)]
pub(crate) struct Edit {
    /// The topic's code
    #[arg(value_name = "TOPIC", add = complete::topics())]
    topic: String,
    /// New name, at most 80 characters
    #[arg(long, value_name = "NAME")]
    name: Option<String>,
    /// New code: 2 to 32 letters and digits, with hyphens between them
    #[arg(long, value_name = "CODE")]
    code: Option<String>,
}

/// Remove a topic without posts
#[derive(Debug, clap::Args)]
#[command(
    aliases = ["delete", "rm"],
    after_help = "Example:
  inkfold topic remove letters"
)]
pub(crate) struct Remove {
    /// The topic's code
    #[arg(value_name = "TOPIC", add = complete::topics())]
    topic: String,
}

pub(crate) fn run(
    command: Command,
    client: &Client,
    yes: bool,
    out: &mut Output,
) -> anyhow::Result<()> {
    match command {
        Command::Add(Add { name, code }) => {
            report(&client.post(resource("topics"), &NewTopic { name, code })?, out)
        }
        Command::List(page) => list(page, client, out),
        Command::Edit(Edit { topic, name, code }) => {
            let topic = resource("topics").at(&topic);
            report(&client.patch(topic, &TopicEdit { name, code })?, out)
        }
        Command::Remove(Remove { topic }) => {
            let shown: Topic = client.get(resource("topics").at(&topic).at("removal"))?;
            confirm(&plain(&format!("Remove the topic {} ({})?", shown.code, shown.name)), yes)?;
            let removed: Topic = client.delete(resource("topics").at(&topic))?;
            out.report(&removed, |to| writeln!(to, "Removed the topic {}.", removed.code))
        }
    }
}

fn report(topic: &Topic, out: &mut Output) -> anyhow::Result<()> {
    out.report(topic, |to| write(to, topic))
}

const TOPICS: Table<3> = Table {
    headings: ["CODE", "NAME", "POSTS"],
    none: "there are no topics yet\nhint: make one with `inkfold topic add`",
};

fn list(page: Page, client: &Client, out: &mut Output) -> anyhow::Result<()> {
    let topics: Vec<Topic> = client.get(resource("topics"))?;
    out.list(&topics, page, &TOPICS, |topic| {
        [topic.code.clone(), topic.name.clone(), topic.post_count.to_string()]
    })
}

fn write(to: &mut dyn Write, topic: &Topic) -> io::Result<()> {
    let Topic { code, name, post_count, .. } = topic;
    writeln!(to, "{code}  {}  {}", plain(name), counted(*post_count, "post", "posts"))
}
