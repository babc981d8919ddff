//! `inkfold mail`: state of sent mails, test mails, and mails that come in.

mod deliver;

use std::io::{self, Write};

use clap::Subcommand;

use crate::client::{Client, admin_resource, resource};
use crate::complete;
use crate::output::{Output, Page, Row, Table, counted};
use inkfold::http::operator::mails::Mail;
use inkfold::services::operations::outbox::{State, TestMailResult};

use serde::Serialize;

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    List(List),
    /// Show the delivery status of a mail, but not its text
    #[command(after_help = "Example:
  inkfold mail show 01k…")]
    Show(MailArgs),
    /// Retry a queued or failed mail now
    #[command(after_help = "Example:
  inkfold mail retry 01k…")]
    Retry(MailArgs),
    Test(Test),
    Deliver(deliver::Deliver),
}

/// List mails with their delivery status, newest first
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  inkfold mail list --limit 20
  inkfold mail list --json | jq -r 'select(.state == \"failed\") | .id'")]
pub(crate) struct List {
    #[command(flatten)]
    page: Page,
}

#[derive(Debug, clap::Args)]
pub(crate) struct MailArgs {
    /// Mail id, from `mail list`
    #[arg(value_name = "MAIL", add = complete::mails())]
    mail: String,
}

/// Send a test mail, and show the SMTP conversation
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:
  inkfold mail test you@example.org")]
pub(crate) struct Test {
    /// Recipient
    #[arg(value_name = "ADDRESS")]
    to: String,
}

/// Body of the request for a test mail.
#[derive(Serialize)]
struct TestMail {
    to: String,
}

pub(crate) fn run(command: Command, client: &Client, out: &mut Output) -> anyhow::Result<()> {
    match command {
        Command::List(args) => list(&args, client, out),
        Command::Show(args) => show_mail(&args, client, out),
        Command::Retry(args) => retry(&args, client, out),
        Command::Test(args) => test(args, client, out),
        Command::Deliver(args) => deliver::run(&args, client, out),
    }
}

const MAILS: Table<4> =
    Table { headings: ["ID", "TO", "SUBJECT", "STATE"], none: "no mail was sent or waits" };

fn list(args: &List, client: &Client, out: &mut Output) -> anyhow::Result<()> {
    let mails: Vec<Mail> = client.get(resource("mails"))?;
    out.list(&mails, args.page, &MAILS, |mail| Row {
        cells: [mail.id.clone(), mail.to.clone(), mail.subject.clone(), state(mail)],
        details: last_failure(mail).into_iter().collect(),
    })
}

fn show_mail(args: &MailArgs, client: &Client, out: &mut Output) -> anyhow::Result<()> {
    let mail: Mail = client.get(resource("mails").at(&args.mail))?;
    out.report(&mail, |to| {
        write_entry(to, &mail)?;
        writeln!(to, "    created {}", mail.created_at)
    })
}

fn retry(args: &MailArgs, client: &Client, out: &mut Output) -> anyhow::Result<()> {
    let mail: Mail = client.post(resource("mails").at(&args.mail).at("retry"), &())?;
    out.report(&mail, |to| {
        writeln!(to, "The mail to {} is sent as soon as the server runs.", mail.to)
    })
}

fn test(args: Test, client: &Client, out: &mut Output) -> anyhow::Result<()> {
    let test = TestMail { to: args.to };
    let test_mail: TestMailResult = client.post(admin_resource("mail/test"), &test)?;
    out.report(&test_mail, |to| write_test_mail(to, &test_mail))?;
    match (test_mail.error, test_mail.hint) {
        (None, _) => Ok(()),
        (Some(error), None) => anyhow::bail!(error),
        (Some(error), Some(hint)) => anyhow::bail!("{error}\nhint: {hint}"),
    }
}

fn write_entry(to: &mut dyn Write, mail: &Mail) -> io::Result<()> {
    writeln!(to, "{}  {}  {}  {}", mail.id, mail.to, mail.subject, state(mail))?;
    last_failure(mail).map_or(Ok(()), |failure| writeln!(to, "    {failure}"))
}

fn state(mail: &Mail) -> String {
    match (mail.state, &mail.sent_at, &mail.next_attempt_at) {
        (State::Sent, Some(at), _) => format!("sent {at}"),
        (State::Queued, _, Some(at)) if mail.attempts > 0 => format!("queued, tried again {at}"),
        (State::Queued, ..) => "queued".to_owned(),
        (State::Sent | State::Failed, ..) => "failed".to_owned(),
    }
}

/// Number of attempts, and the error of the last one.
fn last_failure(mail: &Mail) -> Option<String> {
    let attempts = counted(mail.attempts, "attempt", "attempts");
    mail.last_error.as_ref().map(|error| format!("{attempts}; {error}"))
}

fn write_test_mail(to: &mut dyn Write, test_mail: &TestMailResult) -> io::Result<()> {
    for line in &test_mail.conversation {
        writeln!(to, "{line}")?;
    }
    match test_mail.error {
        None => writeln!(to, "Sent the test mail to {}.", test_mail.to),
        Some(_) => Ok(()),
    }
}
