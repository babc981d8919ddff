//! The way to the data: through a running server's socket, or, when none runs, by opening the folder.

use std::process::ExitCode;

use anyhow::{Context, bail};
use inkfold::app::App;
use inkfold::config::Config;
use inkfold::domain::progress::{Step, Tell};
use inkfold::services::admin::{self, Answer, Request};
use inkfold::socket::{self, Reply};
use inkfold::worker::Worker;
use inkfold::{error, store};
use parking_lot::Mutex;

use crate::output;

/// The exit code when the database is held by something that does not answer, from sysexits.h.
pub(crate) const HELD: u8 = 75;

pub(crate) struct Client {
    config: Config,
    /// The way that was noted last, so that a verb of several requests notes it once.
    noted: Mutex<&'static str>,
}

impl Client {
    pub(crate) fn new(config: Config) -> Self {
        Self { config, noted: Mutex::new("") }
    }

    /// Children that draw as the settings say.
    pub(crate) fn worker(&self) -> anyhow::Result<Worker> {
        Ok(Worker::this_executable()?.with_library(self.config.pdf.library()))
    }

    /// The largest mail that the settings allow, in bytes.
    pub(crate) fn largest_mail(&self) -> usize {
        self.config.mail.inbound.largest()
    }

    /// The settings, for what is done while no server runs.
    pub(crate) fn config(&self) -> &Config {
        &self.config
    }

    /// Does what is asked in a folder that need not be there yet.
    pub(crate) fn make(&self, request: impl Into<Request>) -> anyhow::Result<Answer> {
        self.perform(request.into(), &mut |_| {})
    }

    fn perform(&self, request: Request, tell: Tell<'_>) -> anyhow::Result<Answer> {
        let data_dir = &self.config.data_dir;
        if let Some(reply) = socket::ask(data_dir, &request, tell) {
            self.note("by the running server");
            return match reply.context("the running server did not answer")? {
                Reply::Done(answer) => Ok(*answer),
                Reply::Refused(words) => bail!(words),
                Reply::Step(_) => Err(unexpected()),
            };
        }
        self.note("offline");
        let app = open(self.config.clone())?;
        Ok(admin::perform(&app, request, tell)?)
    }

    /// Does what is asked in a folder that must be there: a mistyped path must not become a new community.
    pub(crate) fn ask(&self, request: impl Into<Request>) -> anyhow::Result<Answer> {
        self.make_sure_of_data()?;
        self.make(request)
    }

    /// The same for work that takes long: a bar on the terminal says how far it is, in things of this kind.
    pub(crate) fn ask_with_bar(
        &self,
        request: impl Into<Request>,
        of_what: &'static str,
    ) -> anyhow::Result<Answer> {
        self.make_sure_of_data()?;
        let bar = output::progress(0, of_what);
        let answer = self.perform(request.into(), &mut |Step { done, of }| {
            bar.set_length(of);
            bar.set_position(done);
        });
        bar.finish_and_clear();
        answer
    }

    fn make_sure_of_data(&self) -> anyhow::Result<()> {
        let data_dir = &self.config.data_dir;
        // A folder that may not be looked into may have one.
        if matches!(data_dir.join("inkfold.redb").try_exists(), Ok(false)) {
            bail!(
                "there is no community in {}\nhint: name its folder with --data-dir, or make one with `inkfold init`",
                data_dir.display()
            );
        }
        Ok(())
    }

    /// Which folder, and how; so that nobody wonders where their book went.
    fn note(&self, way: &'static str) {
        if std::mem::replace(&mut *self.noted.lock(), way) != way {
            output::note(&format!("data {}, {way}", self.config.data_dir.display()));
        }
    }
}

/// Opens the folder; when another program holds it, says so.
pub(crate) fn open(config: Config) -> anyhow::Result<App> {
    let folder = config.data_dir.display().to_string();
    App::open(config).with_context(|| format!("the data folder {folder} cannot be opened"))
}

/// A verb that ends with an exit code of its own.
#[derive(Debug, thiserror::Error)]
#[error("{words}")]
pub(crate) struct Ended {
    pub(crate) code: u8,
    pub(crate) words: String,
}

/// What the error means to a script.
pub(crate) fn exit_code(error: &anyhow::Error) -> ExitCode {
    if let Some(ended) = error.downcast_ref::<Ended>() {
        return ExitCode::from(ended.code);
    }
    ExitCode::from(code(error))
}

fn code(error: &anyhow::Error) -> u8 {
    let held = error
        .chain()
        .any(|cause| matches!(cause.downcast_ref(), Some(error::Error::Store(store::Error::Held))));
    if held { HELD } else { 1 }
}

/// An end in other words, with the exit code of what was told already.
pub(crate) fn ended_like(error: &anyhow::Error, words: &str) -> anyhow::Error {
    Ended { code: code(error), words: words.to_owned() }.into()
}

/// The answer is none to what was asked.
pub(crate) fn unexpected() -> anyhow::Error {
    anyhow::anyhow!("the server answered something else; is it of the same version?")
}
