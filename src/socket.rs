//! The way in for the command line while the server holds the database: a Unix socket in the data folder.
//!
//! One request and one answer a connection, each a line of JSON, with lines between them that say how far long work is. Only root and the server's own user are heard; there is
//! no other way in, by network or otherwise.

use std::fs::{self, DirBuilder, Permissions};
use std::io::{self, BufRead, BufReader, Read, Write};
use std::os::unix::fs::{DirBuilderExt, PermissionsExt};
use std::os::unix::net::{UnixListener, UnixStream};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::app::App;
use crate::domain::progress::{Step, Tell};
use crate::services::admin::{self, Answer, Request};

/// Requests hold at most a book's questions or a password; or a mail, besides.
const LONGEST_REQUEST: u64 = 4 << 20;
/// A mail in base64 is a third larger.
const PER_BYTE_OF_A_MAIL: u64 = 2;
/// A caller that says nothing is sent away.
const PATIENCE: Duration = Duration::from_secs(10);

/// What comes back.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Reply {
    /// More follows: how far it is.
    Step(Step),
    Done(Box<Answer>),
    /// Words for people.
    Refused(String),
}

/// Where the socket of a data folder lies.
pub fn path(data_dir: &Path) -> PathBuf {
    data_dir.join("run").join("admin.sock")
}

/// Listens until the process ends. Called by whoever holds the database, so a socket that is there already is a dead one.
pub fn listen(app: Arc<App>) -> io::Result<()> {
    let path = path(&app.config().data_dir);
    if let Some(folder) = path.parent() {
        DirBuilder::new().recursive(true).mode(0o750).create(folder)?;
    }
    match fs::remove_file(&path) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
        _ => {}
    }
    let listener = UnixListener::bind(&path)?;
    fs::set_permissions(&path, Permissions::from_mode(0o660))?;
    app.echoes.begin();
    thread::Builder::new().name("admin socket".into()).spawn(move || {
        for caller in listener.incoming().flatten() {
            // One admin at a time: their commands are few, and some are heavy.
            if let Err(error) = converse(&app, &caller) {
                tracing::warn!(%error, "an admin's connection broke");
            }
        }
    })?;
    Ok(())
}

fn converse(app: &App, caller: &UnixStream) -> io::Result<()> {
    caller.set_read_timeout(Some(PATIENCE))?;
    let reply = if is_trusted(caller)? {
        let mut line = String::new();
        let mail = app.config().mail.inbound.largest() as u64 * PER_BYTE_OF_A_MAIL;
        BufReader::new(caller.take(LONGEST_REQUEST + mail)).read_line(&mut line)?;
        answer(
            app,
            &line,
            &mut in_hundredths(|step| {
                // A caller that is gone is seen when the answer is written.
                let _ = write_line(caller, &Reply::Step(step));
            }),
        )
    } else {
        Reply::Refused("only root and the server's own user may do this".into())
    };
    write_line(caller, &reply)
}

fn write_line(mut to: &UnixStream, what: &impl Serialize) -> io::Result<()> {
    let mut line = serde_json::to_vec(what)?;
    line.push(b'\n');
    to.write_all(&line)
}

/// Tells a step when it is a hundredth more than the last that was told.
fn in_hundredths(mut tell: impl FnMut(Step)) -> impl FnMut(Step) {
    let mut told = None;
    move |step| {
        if told.replace(step.percent()) != Some(step.percent()) {
            tell(step);
        }
    }
}

fn is_trusted(caller: &UnixStream) -> io::Result<bool> {
    let peer = rustix::net::sockopt::socket_peercred(caller)?;
    Ok(peer.uid.is_root() || peer.uid == rustix::process::geteuid())
}

fn answer(app: &App, line: &str, tell: Tell<'_>) -> Reply {
    let request: Request = match serde_json::from_str(line) {
        Ok(request) => request,
        Err(error) => {
            return Reply::Refused(format!("this server does not know the request: {error}"));
        }
    };
    match admin::perform(app, request, tell) {
        Ok(answer) => Reply::Done(Box::new(answer)),
        Err(error) => {
            tracing::info!(
                error = &error as &dyn std::error::Error,
                "an admin's request was refused"
            );
            Reply::Refused(error.to_string())
        }
    }
}

/// Asks the server of a data folder; `None` when none listens there. The answer is no [`Reply::Step`].
pub fn ask(data_dir: &Path, request: &Request, tell: Tell<'_>) -> Option<io::Result<Reply>> {
    let server = UnixStream::connect(path(data_dir)).ok()?;
    Some(exchange(&server, request, tell))
}

/// Whether a server listens there.
pub fn is_served(data_dir: &Path) -> bool {
    UnixStream::connect(path(data_dir)).is_ok()
}

fn exchange(server: &UnixStream, request: &Request, tell: Tell<'_>) -> io::Result<Reply> {
    write_line(server, request)?;
    let mut replies = BufReader::new(server);
    loop {
        let mut line = String::new();
        replies.read_line(&mut line)?;
        match serde_json::from_str(&line)? {
            Reply::Step(step) => tell(step),
            last => return Ok(last),
        }
    }
}
