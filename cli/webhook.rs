//! `inkfold webhook`: requests to other servers about what happens in the community.

use std::io::{self, Write};

use clap::{ArgGroup, Subcommand};
use inkfold::http::operator::webhooks::{
    Delivery, NewWebhook, RemovedWebhook, Webhook, WebhookChange, WebhookWithDeliveries,
    WebhookWithSecret,
};

use crate::client::{Client, resource};
use crate::complete;
use crate::output::{Output, Page, Table, confirm, plain};

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    Add(Add),
    /// List the webhooks, oldest first
    #[command(after_help = "Examples:
  inkfold webhook list
  inkfold webhook list --json | jq -r .url")]
    List(Page),
    /// Show a webhook, and what was sent to it in the last 30 days
    #[command(after_help = "Examples:
  inkfold webhook show 01k…
  inkfold webhook show 01k… --json | jq -r .deliveries[0].body")]
    Show(Target),
    Change(Change),
    /// Pause a webhook: events are not sent to it, not even later
    #[command(after_help = "Example:
  inkfold webhook pause 01k…")]
    Pause(Target),
    /// Resume a paused webhook
    #[command(after_help = "Example:
  inkfold webhook resume 01k…")]
    Resume(Target),
    /// Send a test to a webhook, and print its response
    #[command(after_help = "Example:
  inkfold webhook test 01k…")]
    Test(Target),
    Resend(Resend),
    /// Make a new secret; the earlier one no longer signs anything
    #[command(after_help = "Examples:
  inkfold webhook renew-secret 01k…
  inkfold webhook renew-secret 01k… --yes   without asking, for scripts")]
    RenewSecret(Target),
    /// Remove a webhook, with what was sent to it
    #[command(after_help = "Examples:
  inkfold webhook remove 01k…
  inkfold webhook remove 01k… --yes         without asking, for scripts")]
    Remove(Target),
}

/// Add a webhook, and print the secret with which it is signed
///
/// The secret is shown this once. Give it to the receiver, which checks the signature of every request with it.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  inkfold webhook add https://example.org/hook --event book.published
  inkfold webhook add https://example.org/hook --json | jq -r .secret")]
pub(crate) struct Add {
    /// Address that begins with https://
    #[arg(value_name = "URL")]
    url: String,
    /// Event to send; repeat it for several [default: all]
    #[arg(long = "event", value_name = "EVENT", value_parser = EVENTS)]
    events: Vec<String>,
}

/// Change the address or the events of a webhook
#[derive(Debug, clap::Args)]
#[command(
    group = ArgGroup::new("change").args(["url", "events"]).required(true).multiple(true),
    after_help = "Examples:
  inkfold webhook change 01k… --url https://example.org/other
  inkfold webhook change 01k… --event memo.submitted --event post.reported"
)]
pub(crate) struct Change {
    /// The webhook's id
    #[arg(value_name = "WEBHOOK", add = complete::webhooks())]
    webhook: String,
    /// Address that begins with https://
    #[arg(long, value_name = "URL")]
    url: Option<String>,
    /// Event to send, in place of the present ones; repeat it for several
    #[arg(long = "event", value_name = "EVENT", value_parser = EVENTS)]
    events: Vec<String>,
}

#[derive(Debug, clap::Args)]
pub(crate) struct Target {
    /// The webhook's id
    #[arg(value_name = "WEBHOOK", add = complete::webhooks())]
    webhook: String,
}

/// Send something again that was sent before, under the same id
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:
  inkfold webhook resend 01k… 01m…")]
pub(crate) struct Resend {
    /// The webhook's id
    #[arg(value_name = "WEBHOOK", add = complete::webhooks())]
    webhook: String,
    /// Id of the delivery, from `webhook show`
    #[arg(value_name = "DELIVERY")]
    delivery: String,
}

/// Events to choose from.
const EVENTS: [&str; 3] = ["book.published", "memo.submitted", "post.reported"];

const WEBHOOKS: Table<4> = Table {
    headings: ["ID", "STATE", "EVENTS", "URL"],
    none: "there are no webhooks yet\nhint: `inkfold webhook add URL` adds one",
};

pub(crate) fn run(
    command: Command,
    client: &Client,
    yes: bool,
    out: &mut Output,
) -> anyhow::Result<()> {
    match command {
        Command::Add(args) => add(args, client, out),
        Command::List(page) => list(page, client, out),
        Command::Show(Target { webhook }) => {
            let shown: WebhookWithDeliveries = client.get(resource("webhooks").at(&webhook))?;
            out.report(&shown, |to| write_details(to, &shown))
        }
        Command::Change(args) => change(args, client, out),
        Command::Pause(Target { webhook }) => set_enabled(&webhook, false, client, out),
        Command::Resume(Target { webhook }) => set_enabled(&webhook, true, client, out),
        Command::Test(Target { webhook }) => {
            let sent: Delivery = client.post(resource("webhooks").at(&webhook).at("test"), &())?;
            out.report(&sent, |to| writeln!(to, "{}", outcome(&sent)))
        }
        Command::Resend(Resend { webhook, delivery }) => {
            let of = resource("webhooks").at(&webhook).at("resend").at(&delivery);
            let queued: Delivery = client.post(of, &())?;
            out.report(&queued, |to| writeln!(to, "Queued {} again.", queued.event))
        }
        Command::RenewSecret(Target { webhook }) => {
            let of = resource("webhooks").at(&webhook);
            let shown: WebhookWithDeliveries = client.get(of)?;
            let question = format!("Replace the secret of {}?", plain(&shown.webhook.url));
            confirm(&question, yes)?;
            let of = resource("webhooks").at(&webhook).at("secret");
            let renewed: WebhookWithSecret = client.post(of, &())?;
            out.report(&renewed, |to| writeln!(to, "{}", renewed.secret))
        }
        Command::Remove(Target { webhook }) => {
            let shown: WebhookWithDeliveries = client.get(resource("webhooks").at(&webhook))?;
            let url = &shown.webhook.url;
            confirm(&format!("Remove the webhook {}?", plain(url)), yes)?;
            let removed: RemovedWebhook = client.delete(resource("webhooks").at(&webhook))?;
            out.report(&removed, |to| writeln!(to, "Removed the webhook {url}."))
        }
    }
}

fn add(Add { url, events }: Add, client: &Client, out: &mut Output) -> anyhow::Result<()> {
    let events = if events.is_empty() { EVENTS.map(str::to_owned).into() } else { events };
    let added: WebhookWithSecret =
        client.post(resource("webhooks"), &NewWebhook { url, events })?;
    out.report(&added, |to| {
        writeln!(to, "Added the webhook {}. Its secret is shown this once:", added.webhook.id)?;
        writeln!(to, "{}", added.secret)
    })
}

fn list(page: Page, client: &Client, out: &mut Output) -> anyhow::Result<()> {
    let webhooks: Vec<Webhook> = client.get(resource("webhooks"))?;
    out.list(&webhooks, page, &WEBHOOKS, |webhook| {
        [
            webhook.id.clone(),
            state(webhook).to_owned(),
            webhook.events.join(", "),
            webhook.url.clone(),
        ]
    })
}

fn state(webhook: &Webhook) -> &'static str {
    match (&webhook.paused, &webhook.failing_since) {
        (Some(_), _) => "paused",
        (None, Some(_)) => "failing",
        (None, None) => "active",
    }
}

fn change(
    Change { webhook, url, events }: Change,
    client: &Client,
    out: &mut Output,
) -> anyhow::Result<()> {
    let events = Some(events).filter(|events| !events.is_empty());
    let change = WebhookChange { url, events, enabled: None };
    let changed: Webhook = client.patch(resource("webhooks").at(&webhook), &change)?;
    out.report(&changed, |to| {
        writeln!(to, "Sends {} to {}.", changed.events.join(", "), changed.url)
    })
}

fn set_enabled(
    webhook: &str,
    enabled: bool,
    client: &Client,
    out: &mut Output,
) -> anyhow::Result<()> {
    let change = WebhookChange { enabled: Some(enabled), ..WebhookChange::default() };
    let changed: Webhook = client.patch(resource("webhooks").at(webhook), &change)?;
    out.report(&changed, |to| match &changed.paused {
        Some(_) => writeln!(to, "Paused the webhook {}.", changed.url),
        None => writeln!(to, "Resumed the webhook {}.", changed.url),
    })
}

fn write_details(to: &mut dyn Write, shown: &WebhookWithDeliveries) -> io::Result<()> {
    let WebhookWithDeliveries { webhook, deliveries } = shown;
    writeln!(to, "{}", webhook.url)?;
    writeln!(to, "Events: {}", webhook.events.join(", "))?;
    match (&webhook.paused, &webhook.failing_since) {
        (Some(words), _) => writeln!(to, "{words}")?,
        (None, Some(since)) => writeln!(to, "Failing since {since}.")?,
        (None, None) => {}
    }
    if webhook.dropped > 0 {
        writeln!(to, "Deliveries dropped, because too many waited: {}.", webhook.dropped)?;
    }
    for delivery in deliveries {
        let Delivery { id, created_at, event, .. } = delivery;
        writeln!(to, "{id}  {created_at}  {event}  {}", outcome(delivery))?;
    }
    Ok(())
}

/// Outcome of a delivery as a sentence.
fn outcome(delivery: &Delivery) -> String {
    let error = delivery.error.as_deref().unwrap_or_default();
    match (delivery.state.as_str(), &delivery.next_at, delivery.status) {
        ("delivered", _, Some(status)) => format!("Delivered: status {status}."),
        ("pending", Some(next_at), _) => {
            format!("{error} Next attempt at {next_at}.").trim_start().to_owned()
        }
        _ => format!("Failed: {error}"),
    }
}
