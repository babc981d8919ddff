//! Access to the data by the operator API: through a running server's socket or, if none runs, by opening the folder.

mod connection;
mod resource;

use std::path::Path;
use std::process::ExitCode;
use std::time::Duration;

use anyhow::Context as _;
use axum::body::Bytes;
use indicatif::ProgressBar;

use crate::output;
use inkfold::config::Config;
use inkfold::context::Context;
use inkfold::domain::progress::{Progress, ProgressFn};
use inkfold::error::{self, Error};
use inkfold::sandbox::Sandbox;
use inkfold::server::admin_socket;
use inkfold::services::operations::{bootstrap, doctor};
use inkfold::store;

use parking_lot::Mutex;
use serde::Serialize;
use serde::de::DeserializeOwned;
use tokio::runtime::{self, Runtime};

use connection::Call;

pub(crate) use resource::{Resource, admin_resource, resource};

/// Exit code from sysexits.h for temporary failures: the database is locked, or the server does not respond.
pub(crate) const EX_TEMPFAIL: u8 = 75;

/// Interval at which a spinner is redrawn.
const POLL_INTERVAL: Duration = Duration::from_millis(200);

pub(crate) struct Client {
    config: Config,
    /// Note that was printed last, so that a verb of several requests prints it once.
    noted: Mutex<&'static str>,
}

impl Client {
    pub(crate) fn new(config: Config) -> Self {
        Self { config, noted: Mutex::new("") }
    }

    /// Sandbox for children that draw with the configured renderer.
    pub(crate) fn sandbox(&self) -> anyhow::Result<Sandbox> {
        Ok(Sandbox::this_executable()?.with_library(self.config.pdf.library()))
    }

    /// Maximum size of a mail by the settings, in bytes.
    pub(crate) fn largest_mail(&self) -> usize {
        self.config.mail.inbound.largest()
    }

    /// Settings, for work while no server runs.
    pub(crate) fn config(&self) -> &Config {
        &self.config
    }

    /// Gets a resource of an existing community: a mistyped path must not become a new one.
    pub(crate) fn get<T: DeserializeOwned>(&self, resource: Resource) -> anyhow::Result<T> {
        parse(&self.send(Call::get(resource), None, open)?)
    }

    /// Gets a file of an existing community.
    pub(crate) fn get_file(&self, resource: Resource) -> anyhow::Result<Bytes> {
        self.send(Call::get(resource), None, open)
    }

    /// Posts to a resource of an existing community.
    pub(crate) fn post<T: DeserializeOwned>(
        &self,
        resource: Resource,
        body: &impl Serialize,
    ) -> anyhow::Result<T> {
        parse(&self.send(Call::post(resource, body)?, None, open)?)
    }

    /// Changes a part of a resource of an existing community.
    pub(crate) fn patch<T: DeserializeOwned>(
        &self,
        resource: Resource,
        body: &impl Serialize,
    ) -> anyhow::Result<T> {
        parse(&self.send(Call::patch(resource, body)?, None, open)?)
    }

    /// Deletes a resource of an existing community.
    pub(crate) fn delete<T: DeserializeOwned>(&self, resource: Resource) -> anyhow::Result<T> {
        parse(&self.send(Call::delete(resource), None, open)?)
    }

    /// Posts a received mail.
    pub(crate) fn post_mail<T: DeserializeOwned>(
        &self,
        resource: Resource,
        mail: Vec<u8>,
    ) -> anyhow::Result<T> {
        parse(&self.send(Call::mail(resource, mail), None, open)?)
    }

    /// Posts to a resource that starts long work, and shows its progress.
    pub(crate) fn run_with_progress<T: DeserializeOwned>(
        &self,
        resource: Resource,
        body: &impl Serialize,
        bar: ProgressBar,
    ) -> anyhow::Result<T> {
        parse(&self.send(Call::post(resource, body)?, Some(bar), open)?)
    }

    /// Posts to a resource, and creates the community if there is none.
    pub(crate) fn create<T: DeserializeOwned>(
        &self,
        resource: Resource,
        body: &impl Serialize,
    ) -> anyhow::Result<T> {
        parse(&self.send(Call::post(resource, body)?, None, create)?)
    }

    /// As [`Self::create`], with progress.
    pub(crate) fn create_with_progress<T: DeserializeOwned>(
        &self,
        resource: Resource,
        body: &impl Serialize,
        bar: ProgressBar,
    ) -> anyhow::Result<T> {
        parse(&self.send(Call::post(resource, body)?, Some(bar), create)?)
    }

    /// Sends a call to the running server, or else opens the data folder itself. Returns the result, which is JSON. Prints
    /// beforehand which of the two it does, above the progress bar.
    fn send(
        &self,
        call: Call,
        bar: Option<ProgressBar>,
        open: fn(Config) -> anyhow::Result<Context>,
    ) -> anyhow::Result<Bytes> {
        let runtime = runtime()?;
        let Some(server) = runtime.block_on(connection::connect(&self.config.data_dir)) else {
            let context = open(self.config.clone())?;
            self.print_data_dir("offline");
            return with_bar(bar, |on_progress| {
                runtime.block_on(connection::run(context, call, on_progress))
            });
        };
        self.print_data_dir("by the running server");
        with_bar(bar, |on_progress| runtime.block_on(connection::send(server, call, on_progress)))
    }

    /// Prints the data folder and whether a server answers, so that users notice a wrong folder.
    pub(crate) fn print_data_dir(&self, way: &'static str) {
        if std::mem::replace(&mut *self.noted.lock(), way) != way {
            output::eprint_note(&format!("data {}, {way}", self.config.data_dir.display()));
        }
    }
}

/// Gets a resource from the server that runs on the data folder; `None` without one, or if it refuses.
pub(crate) fn get_from_server<T: DeserializeOwned>(
    data_dir: &Path,
    resource: Resource,
) -> Option<T> {
    let runtime = runtime().ok()?;
    let server = runtime.block_on(connection::connect(data_dir))?;
    let mut ignore_progress = |_| {};
    let sent = connection::send(server, Call::get(resource), &mut ignore_progress);
    parse(&runtime.block_on(sent).ok()?).ok()
}

fn parse<T: DeserializeOwned>(json: &[u8]) -> anyhow::Result<T> {
    serde_json::from_slice(json).map_err(|_| unexpected())
}

/// Runtime for one call. When it is dropped, the work has ended.
fn runtime() -> anyhow::Result<Runtime> {
    let runtime = runtime::Builder::new_current_thread().enable_all().build();
    runtime.context("the runtime cannot be started")
}

/// Runs work with a progress bar, which is cleared afterwards.
pub(crate) fn with_bar<T>(bar: Option<ProgressBar>, work: impl FnOnce(ProgressFn<'_>) -> T) -> T {
    let Some(bar) = bar else { return work(&mut |_| {}) };
    // Only spinners tick: a bar whose length is not set yet would be drawn as full.
    if bar.length().is_none() {
        bar.enable_steady_tick(POLL_INTERVAL);
    }
    let done = work(&mut |Progress { done, of }| {
        bar.set_length(of);
        bar.set_position(done);
    });
    bar.finish_and_clear();
    done
}

/// Opens the community.
pub(crate) fn open(config: Config) -> anyhow::Result<Context> {
    let folder = config.data_dir.clone();
    bootstrap::open(config).map_err(|error| explained(&folder, error))
}

/// Creates the community, or opens the existing one.
pub(crate) fn create(config: Config) -> anyhow::Result<Context> {
    let folder = config.data_dir.clone();
    bootstrap::create(config).map_err(|error| explained(&folder, error))
}

/// Adds the holder of the data folder to an error of opening it. Errors that name the folder are complete already.
pub(crate) fn explained(folder: &Path, error: Error) -> anyhow::Error {
    if matches!(error, Error::DataDir(_)) {
        return error.into();
    }
    let words = not_opened(folder, &error);
    anyhow::Error::new(error).context(words)
}

/// Describes for the user why the data folder could not be opened, with a hint.
fn not_opened(folder: &Path, error: &Error) -> String {
    let place = folder.display();
    let is_locked = matches!(error, Error::Store(store::Error::Locked));
    if is_locked && admin_socket::is_served(folder) {
        return format!(
            "a server runs on {place} already\nhint: stop it first, such as with `systemctl stop inkfold`, or name another folder with --data-dir"
        );
    }
    // The database reports errors of the disk only as text.
    let is_barred = is_locked || error::format_error_chain(error).contains("Permission denied");
    if let Some((words, hint)) = doctor::explain_foreign_owner(folder).filter(|_| is_barred) {
        format!("{words}\nhint: {hint}")
    } else if is_locked {
        format!(
            "{place} is in use by another command, or by a server that does not respond\nhint: `pgrep -a inkfold` shows which; wait until it is done"
        )
    } else {
        format!("the data folder {place} cannot be opened")
    }
}

fn server_unresponsive() -> anyhow::Error {
    let message = "the running server does not respond\nhint: it may be suspended or overloaded: check `systemctl status inkfold` and its log, and try again";
    ExitWith { code: EX_TEMPFAIL, message: message.to_owned() }.into()
}

fn server_stopped() -> anyhow::Error {
    let message = "the server stopped before it responded, and the command may or may not have been executed\nhint: check `systemctl status inkfold` and its log, see whether the command took effect, and try again if not";
    ExitWith { code: EX_TEMPFAIL, message: message.to_owned() }.into()
}

/// Error of a verb that ends with an exit code of its own.
#[derive(Debug, thiserror::Error)]
#[error("{message}")]
pub(crate) struct ExitWith {
    pub(crate) code: u8,
    pub(crate) message: String,
}

/// Exit code for an error.
pub(crate) fn exit_code(error: &anyhow::Error) -> ExitCode {
    if let Some(ended) = error.downcast_ref::<ExitWith>() {
        return ExitCode::from(ended.code);
    }
    ExitCode::from(code(error))
}

fn code(error: &anyhow::Error) -> u8 {
    let is_locked = error
        .chain()
        .any(|cause| matches!(cause.downcast_ref(), Some(Error::Store(store::Error::Locked))));
    if is_locked { EX_TEMPFAIL } else { 1 }
}

/// Error with other words and the same exit code, after the original error was reported.
pub(crate) fn with_same_exit_code(error: &anyhow::Error, message: &str) -> anyhow::Error {
    ExitWith { code: code(error), message: message.to_owned() }.into()
}

/// Error for an answer that does not match the request.
pub(crate) fn unexpected() -> anyhow::Error {
    anyhow::anyhow!("unexpected response from the server; is it the same version?")
}
