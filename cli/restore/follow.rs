//! `inkfold restore --follow` and `--take-over`: a standby on another machine.

use std::sync::Arc;
use std::thread;
use std::time::Duration;

use anyhow::{Context as _, bail};

use crate::client::Client;
use crate::output::{Output, confirm, counted, eprint_note};
use inkfold::backup::Key;
use inkfold::config::{Config, Listen};
use inkfold::error::format_error_chain;
use inkfold::platform::clock::{Clock, SystemClock};
use inkfold::server::{self, StandbyState};
use inkfold::services::operations::backups::Failure;
use inkfold::services::operations::backups::standby::{Standby, StandbyBackup, Update};

use parking_lot::Mutex;
use serde::Serialize;

use super::Args;

/// Report that a standby has started.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct FollowOutput {
    /// Address of the page that shows how far behind the standby is.
    page: String,
}

/// Report of a takeover, after which the community may be served from here.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct TakeoverOutput {
    #[serde(flatten)]
    held: StandbyBackup,
    made_at: String,
}

/// Replaces the data folder by every new backup in a copy, until the process is stopped.
pub(super) fn follow(args: &Args, client: &Client, out: &mut Output) -> anyhow::Result<()> {
    let config = client.config();
    if config.backup.copies.is_empty() {
        bail!(
            "a standby follows the copies in `copies` of [backup], and the settings name none\nhint: the settings of the other server are those that are needed here"
        );
    }
    let Some(identity) = &args.identity else {
        bail!("copies are encrypted: name the file of a key that opens them, with --identity");
    };
    let key = Key::read(identity)?;
    let mut standby = Standby::open(&config.data_dir)?;
    let held = standby.held().cloned();
    let state = Arc::new(Mutex::new(StandbyState { held, ..StandbyState::default() }));
    let page = serve_page(args.listen.as_ref().unwrap_or(&config.listen), &state)?;
    let following = FollowOutput { page };
    out.report(&following, |to| writeln!(to, "status page: {}", following.page))?;
    loop {
        update(&mut standby, args, config, &key, &state, out)?;
        thread::sleep(Duration::from_secs(args.every.saturating_mul(60)));
    }
}

/// Updates the standby once. A failure is printed and shown on the page, and the next round tries again.
fn update(
    standby: &mut Standby,
    args: &Args,
    config: &Config,
    key: &Key,
    state: &Mutex<StandbyState>,
    out: &mut Output,
) -> anyhow::Result<()> {
    let now = SystemClock.now().into();
    match standby.update(config, args.copy, key, now, &mut |_| {}) {
        Ok(update) => {
            let held = standby.held().cloned();
            *state.lock() =
                StandbyState { held: held.clone(), checked_at: Some(now), failure: None };
            if update == Update::NoBackup {
                eprint_note("the copies have no backup yet");
            }
            if let Some(held) = held.filter(|_| update == Update::New) {
                out.report(&held, |to| writeln!(to, "restored {}", held.backup))?;
                if held.lacking > 0 {
                    let files = counted(held.lacking as u64, "file is", "files are");
                    eprint_note(&format!("{files} damaged or missing in the backup"));
                }
            }
        }
        Err(error) => {
            let problem = format_error_chain(&error);
            eprint_note(&format!("not up to date: {problem}"));
            state.lock().failure = Some(Failure { at: now, problem });
        }
    }
    Ok(())
}

/// Serves the page in a thread of its own. Returns its address.
fn serve_page(listen: &Listen, state: &Arc<Mutex<StandbyState>>) -> anyhow::Result<String> {
    let listener = inkfold::server::bind(listen)?;
    let place = listener.local_address()?;
    let Listen::Address(address) = place else {
        bail!(
            "the page of a standby needs a port\nhint: name one with --listen, such as --listen :8080"
        );
    };
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let state = Arc::clone(state);
    thread::Builder::new()
        .name("page".into())
        .spawn(move || {
            let served =
                runtime.block_on(server::serve_standby(listener, state, std::future::pending()));
            if let Err(error) = served {
                eprint_note(&format!("the page of the standby has ended: {error}"));
            }
        })
        .context("the page of the standby cannot be served")?;
    Ok(format!("http://{address}"))
}

/// Turns a standby into the community's own data folder.
pub(super) fn take_over(client: &Client, yes: bool, out: &mut Output) -> anyhow::Result<()> {
    let standby = Standby::open_stopped(&client.config().data_dir)?;
    let made_at = standby.held().map(|held| held.made_at().to_string()).unwrap_or_default();
    confirm(
        &format!(
            "Take over as it was at {made_at}? The other server must be off, and stay off: what is written there from now on is lost."
        ),
        yes,
    )?;
    let held = standby.take_over()?;
    let taken = TakeoverOutput { held, made_at };
    out.report(&taken, |to| {
        writeln!(
            to,
            "{} can be served from here, as it was at {}.",
            taken.held.community, taken.made_at
        )
    })?;
    eprint_note(
        "start the server, and lead the community's address to this machine; everybody signs in again",
    );
    Ok(())
}
