//! The way to the data: through a running server's socket, or, when none runs, by opening the folder.

use std::path::Path;
use std::process::ExitCode;

use anyhow::{Context, bail};
use inkfold::app::App;
use inkfold::config::Config;
use inkfold::services::admin::{self, Answer, Request};
use inkfold::socket::{self, Reply};
use inkfold::{error, store};

use crate::output;

/// The exit code when the database is held by something that does not answer, from sysexits.h.
pub(crate) const HELD: u8 = 75;

pub(crate) struct Client {
    config: Config,
}

impl Client {
    pub(crate) fn new(config: Config) -> Self {
        Self { config }
    }

    /// The same for a folder that need not be there yet.
    pub(crate) fn make(&self, request: Request) -> anyhow::Result<Answer> {
        let data_dir = &self.config.data_dir;
        if let Some(reply) = socket::ask(data_dir, &request) {
            note(data_dir, "by the running server");
            return match reply.context("the running server did not answer")? {
                Reply::Done(answer) => Ok(answer),
                Reply::Refused(words) => bail!(words),
            };
        }
        note(data_dir, "offline");
        let app = open(self.config.clone())?;
        Ok(admin::perform(&app, request)?)
    }

    /// Does what is asked in a folder that must be there: a mistyped path must not become a new community.
    pub(crate) fn ask(&self, request: Request) -> anyhow::Result<Answer> {
        let data_dir = &self.config.data_dir;
        if !data_dir.join("inkfold.redb").exists() {
            bail!(
                "there is no community in {}\nhint: name its folder with --data-dir, or make one with `inkfold init`",
                data_dir.display()
            );
        }
        self.make(request)
    }
}

/// Opens the folder; when another program holds it, says so.
pub(crate) fn open(config: Config) -> anyhow::Result<App> {
    let folder = config.data_dir.display().to_string();
    App::open(config).with_context(|| format!("the data folder {folder} cannot be opened"))
}

/// What the error means to a script.
pub(crate) fn exit_code(error: &anyhow::Error) -> ExitCode {
    let held = error
        .chain()
        .any(|cause| matches!(cause.downcast_ref(), Some(error::Error::Store(store::Error::Held))));
    ExitCode::from(if held { HELD } else { 1 })
}

/// Which folder, and how; so that nobody wonders where their book went.
fn note(data_dir: &Path, way: &str) {
    output::note(&format!("data {}, {way}", data_dir.display()));
}
