//! Benchmark of members who submit text memos at the same time, beside bare redb with a synced commit for each.
//!
//! `make bench` prints a table. How long the disk takes to sync decides the figures, so that only the ratios can be
//! compared between machines.

use std::path::Path;
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use inkfold::config::Config;
use inkfold::context::Context;
use inkfold::domain::book::{NewBook, Question};
use inkfold::domain::id::{AccountId, BookId, JobId, MemoId, WebhookDeliveryId, WebhookId};
use inkfold::domain::job::{Job, QueuedJob};
use inkfold::domain::memo::Memo;
use inkfold::domain::policy::Actor;
use inkfold::domain::webhook::{
    DeliveryState, MAX_PENDING_DELIVERIES, MAX_WEBHOOKS, UrlRules, Webhook, WebhookDelivery,
    WebhookEvent, WebhookUrl,
};
use inkfold::error::Error;
use inkfold::platform::clock::SystemClock;
use inkfold::sandbox::Sandbox;
use inkfold::services::memos::SubmissionRequest;
use inkfold::services::operations::bootstrap;
use inkfold::services::{books, memos};
use redb::{Database, TableDefinition};

use crate::people;

const WRITERS: [usize; 3] = [1, 8, 32];
/// Measuring time for each number of writers, short enough that no member reaches the rate limit.
const DURATION: Duration = Duration::from_secs(3);
/// Maximum number of submissions of one member in a run. The rate limit allows bursts of 600.
const MAX_SUBMISSIONS: u32 = 550;
/// Text of every memo.
const TEXT: &str = "It rained all night, and the river came up to the third step of the house.";
/// Table of the bare redb database that is compared.
const TABLE: TableDefinition<'_, u64, &str> = TableDefinition::new("memos");
/// Number of earlier answers of a member who corrects one again and again, and of measured corrections.
const EARLIER: u32 = 10_000;
const CORRECTIONS: u32 = 250;

pub(crate) fn run() {
    let folder = tempfile::tempdir().expect("a folder");
    compare_corrections(&folder.path().join("corrections"));
    compare_webhooks(&folder.path().join("webhooks"));
    println!("| writers | memos a second | bare redb (ratio) |\n|---|---|---|");
    for writers in WRITERS {
        // New members each time, since their rate limits start full.
        let (context, book, members) =
            community(&folder.path().join(writers.to_string()), writers).expect("a community");
        let submitted = per_second(writers, |writer, number| {
            submit(&context, members[writer], book, number);
        });
        let bare = Database::create(folder.path().join(format!("bare-{writers}"))).expect("a file");
        let committed = per_second(writers, |writer, number| {
            let tx = bare.begin_write().expect("a transaction");
            let key = u64::from(number) * 100 + writer as u64;
            tx.open_table(TABLE).expect("a table").insert(key, TEXT).expect("room");
            tx.commit().expect("a commit");
        });
        println!("| {writers} | {submitted:.0} | {committed:.0} ({:.2}) |", submitted / committed);
    }
}

fn submit(context: &Context, author: AccountId, book: BookId, number: u32) {
    let actor = Actor::full_member(author);
    let begun_at = context.now();
    let request = SubmissionRequest { actor: &actor, claimed: author, begun_at };
    let memo = memos::publish_text(context, &request, book, "q1", &format!("{TEXT} {number}"));
    memo.expect("a memo").wait().expect("a disk");
}

/// Prints the rates of corrections after none and after many earlier ones.
fn compare_corrections(data: &Path) {
    let (context, book, members) = community(data, 2).expect("a community");
    let rate = |author| {
        let begun = Instant::now();
        (0..CORRECTIONS).for_each(|number| submit(&context, author, book, number));
        f64::from(CORRECTIONS) / begun.elapsed().as_secs_f64()
    };
    submit(&context, members[1], book, CORRECTIONS);
    correct_often(&context, members[1]).expect("a long history");
    let (none, many) = (rate(members[0]), rate(members[1]));
    println!(
        "| earlier answers | corrections a second (ratio) |
|---|---|
| 0 | {none:.0} |"
    );
    println!(
        "| {EARLIER} | {many:.0} ({:.2}) |
",
        none / many
    );
}

/// Prints the rates of submissions without webhooks, and with dead ones whose queues are full.
fn compare_webhooks(data: &Path) {
    let rate = |name: &str, webhooks| {
        let (context, book, members) = community(&data.join(name), 1).expect("a community");
        (0..webhooks).try_for_each(|number| add_dead(&context, number)).expect("webhooks");
        let mut times: Vec<f64> = (0..CORRECTIONS)
            .map(|number| {
                let begun = Instant::now();
                submit(&context, members[0], book, number);
                begun.elapsed().as_secs_f64() * 1000.0
            })
            .collect();
        times.sort_by(f64::total_cmp);
        times[times.len() / 2]
    };
    let (none, many) = (rate("none", 0), rate("dead", MAX_WEBHOOKS as u8));
    println!(
        "| dead webhooks | median of a memo in ms (ratio) |
|---|---|
| 0 | {none:.2} |"
    );
    println!(
        "| {MAX_WEBHOOKS} | {many:.2} ({:.2}) |
",
        many / none
    );
}

/// Adds a webhook whose receiver is down, with a full queue of deliveries.
fn add_dead(context: &Context, number: u8) -> Result<(), Error> {
    let (now, next_at) = (context.now(), context.now() + Duration::from_hours(6));
    let rules = UrlRules { allow_private_networks: true };
    let webhook = Webhook {
        id: WebhookId::new(now, [number; 10]),
        url: WebhookUrl::parse("http://127.0.0.1:9/hook", rules).expect("an address"),
        events: vec![WebhookEvent::MemoSubmitted],
        created_at: now,
        paused: None,
        failing_since: Some(now),
    };
    context.store.write(|tx| {
        tx.put_webhook(&webhook)?;
        for waiting in 0..MAX_PENDING_DELIVERIES as u32 {
            let mut random = [number; 10];
            random[..4].copy_from_slice(&waiting.to_be_bytes());
            let id = WebhookDeliveryId::new(now, random);
            let delivery = WebhookDelivery {
                id,
                webhook: webhook.id,
                event: WebhookEvent::MemoSubmitted,
                about: Vec::new(),
                body: "x".repeat(400),
                created_at: now,
                attempts: 9,
                last: None,
                state: DeliveryState::Pending { next_at },
            };
            tx.put_webhook_delivery(&delivery)?;
            let (job, id) = (Job::DeliverWebhook(webhook.id, id), JobId::new(next_at, random));
            tx.put_job(&QueuedJob { id, job, run_at: next_at, attempts: 0, last_error: None })?;
        }
        Ok(())
    })
}

/// Stores many corrections as submissions do, without their rate limit.
fn correct_often(context: &Context, author: AccountId) -> Result<(), Error> {
    let memos = context.read()?.memos_of(author)?;
    context.store.write(|tx| {
        for (number, memo) in (0..EARLIER).zip(memos.iter().cycle()) {
            let mut id = [0; 10];
            id[6..].copy_from_slice(&number.to_be_bytes());
            let memo = Memo { id: MemoId::new(context.now(), id), ..memo.clone() };
            tx.put_memo(&memo)?;
            tx.prune_replaced_memos(&memo)?;
        }
        Ok(())
    })
}

/// Runs `write` on as many threads at the same time, with the numbers of the writer and of the write as its arguments.
fn per_second(writers: usize, write: impl Fn(usize, u32) + std::marker::Sync) -> f64 {
    let (begun, write) = (Instant::now(), &write);
    let written: u32 = thread::scope(|scope| {
        let writers: Vec<_> = (0..writers)
            .map(|writer| {
                scope.spawn(move || {
                    let mut number = 0;
                    while begun.elapsed() < DURATION && number < MAX_SUBMISSIONS {
                        write(writer, number);
                        number += 1;
                    }
                    number
                })
            })
            .collect();
        writers.into_iter().map(|writer| writer.join().expect("a writer")).sum()
    });
    f64::from(written) / begun.elapsed().as_secs_f64()
}

/// Community of a book with a question, and members.
fn community(data: &Path, members: usize) -> Result<(Context, BookId, Vec<AccountId>), Error> {
    let config = Config { data_dir: data.to_owned(), ..Config::default() };
    let sandbox = Sandbox::of(Path::new(env!("CARGO_BIN_EXE_inkfold")));
    let context = bootstrap::create_with(config, Arc::new(SystemClock), sandbox)?;
    let members = (0..members)
        .map(|number| people::member(&context, &format!("member{number}")))
        .collect::<Result<Vec<_>, _>>()?;
    let new = NewBook::parse("Rivers", "Short memos.", None, vec![]);
    let new = new.map_err(|message| Error::invalid("name", message))?;
    let book = books::add(&context, &Actor::Operator, new)?;
    let question = Question::parse("q1", "What did it smell of?");
    let question = question.map_err(|message| Error::invalid("questions", message))?;
    books::import_questions(&context, &Actor::Operator, book.id, &[question])?;
    Ok((context, book.id, members))
}
