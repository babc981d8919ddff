//! Benchmark of a page of a thread with 100,000 posts, against a bare handler that has the bytes.
//!
//! `make bench`. Both are asked over loopback by one client, in turns, on one processor. Prints a table:
//! the first answer after each write, which has to be looked up, and those after it.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::body::Bytes;
use axum::http::header;
use axum::routing::get;
use inkfold::config::Config;
use inkfold::context::Context;
use inkfold::domain::id::AccountId;
use inkfold::domain::job::Job;
use inkfold::domain::policy::Actor;
use inkfold::domain::time::Timestamp;
use inkfold::error::Error;
use inkfold::platform::clock::SystemClock;
use inkfold::sandbox::Sandbox;
use inkfold::services::operations::bootstrap;
use inkfold::services::threads::topics;

use crate::peer::Caller;
use crate::{peer, people, posts};

const POSTS: u32 = 100_000;
/// Number of posts per transaction: a single transaction of all would need much memory.
const AT_ONCE: u32 = 10_000;
const ROUNDS: usize = 2000;
const FIRST: &str = "/api/thread/post/list/page?code=letters&page=1&limit=3";
const FIFTY: &str = "/api/thread/post/list/page?code=letters&page=1&limit=50";
const LAST: &str = "/api/thread/post/list/page?code=letters&page=33333&limit=3";
/// Last page for who does not see the posts of Sam, who writes every tenth.
const LAST_WITHOUT_SAM: &str = "/api/thread/post/list/page?code=letters&page=30000&limit=3";

pub(crate) fn run() {
    peer::stay_on_one_processor();
    let runtime = tokio::runtime::Runtime::new().expect("a runtime");
    let folder = tempfile::tempdir().expect("a folder");
    let config = Config { data_dir: folder.path().join("data"), ..Config::default() };
    let sandbox = Sandbox::of(Path::new(env!("CARGO_BIN_EXE_inkfold")));
    let context = Arc::new(
        bootstrap::create_with(config, Arc::new(SystemClock), sandbox).expect("a community"),
    );
    let [mara, sam] = seed(&context).expect("a community");
    let mut caller = Caller::new(runtime.block_on(peer::serve(&context)));
    println!("| caller | kB | Inkfold, ms | bare handler, ms | looked up, ms |");
    println!("|---|---|---|---|---|");
    measure("visitor, 3 posts", FIRST, &context, &mut caller, &runtime);
    measure("visitor, 50 posts", FIFTY, &context, &mut caller, &runtime);
    measure("visitor, last page", LAST, &context, &mut caller, &runtime);
    caller.sign_in();
    measure("member, 3 posts", FIRST, &context, &mut caller, &runtime);
    context.write(|tx| Ok(tx.put_block(mara, sam, Timestamp::default())?)).expect("a block");
    measure("member who has blocked, 3 posts", FIRST, &context, &mut caller, &runtime);
    measure("the same, last page", LAST_WITHOUT_SAM, &context, &mut caller, &runtime);
    runtime.shutdown_timeout(Duration::from_secs(1));
}

/// Fills one topic with `POSTS` posts of two members.
fn seed(context: &Context) -> Result<[AccountId; 2], Error> {
    let (mara, sam) = (people::member(context, "mara")?, people::member(context, "sam")?);
    let topic = topics::add(context, &Actor::Operator, "Letters home", "letters")?.topic.id;
    for first in (0..POSTS).step_by(AT_ONCE as usize) {
        context.write(|tx| {
            let mut numbers = first..first + AT_ONCE;
            Ok(numbers.try_for_each(|number| {
                let author = if number % 10 == 0 { sam } else { mara };
                tx.put_post(&posts::post(number, author, topic))
            })?)
        })?;
    }
    Ok([mara, sam])
}

fn measure(
    name: &str,
    path: &str,
    context: &Context,
    ours: &mut Caller,
    runtime: &tokio::runtime::Runtime,
) {
    let bytes = Bytes::from(ours.ask("GET", path, ""));
    let size = bytes.len();
    let json = [(header::CONTENT_TYPE, "application/json")];
    let answer = move || std::future::ready((json, bytes.clone()));
    let mut bare =
        Caller::new(runtime.block_on(peer::serve_bare(Router::new().route("/bytes", get(answer)))));
    let mut times = [const { Vec::new() }; 3];
    for round in 0..ROUNDS {
        let [inkfold, with_bytes, looked_up] = &mut times;
        inkfold.push(ours.time("GET", path, size));
        with_bytes.push(bare.time("GET", "/bytes", size));
        if round % 20 == 0 {
            // A transaction without changes would not be committed.
            context.write(|tx| context.enqueue(tx, Job::DailyCleanup)).expect("a write");
            looked_up.push(ours.time("GET", path, size));
        }
    }
    let [inkfold, with_bytes, looked_up] = times.map(peer::median);
    println!(
        "| {name} | {:.1} | {inkfold:.3} | {with_bytes:.3} ({:.2}) | {looked_up:.3} |",
        size as f64 / 1000.0,
        inkfold / with_bytes,
    );
}
