//! The way in for the command line while the server holds the database: a Unix socket in the data folder.
//!
//! The server says at once that it hears, and then there are one request and one answer a connection, each a line of JSON, with
//! lines between them that say how far long work is. Only root and the server's own user are heard; there is no other way in, by
//! network or otherwise.

use std::fs::{self, DirBuilder, Permissions};
use std::io::{self, BufRead, BufReader, Read, Write};
use std::os::unix::fs::{DirBuilderExt, PermissionsExt};
use std::os::unix::net::{UnixListener, UnixStream};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use nix::sys::socket::getsockopt;
use nix::sys::socket::sockopt::PeerCredentials;
use serde::{Deserialize, Serialize};

use crate::admin::{self, Answer, Request};
use crate::context::Context;
use crate::domain::progress::{Step, Tell};
use crate::error::{catch_panic, format_error_chain};
use crate::services::doctor::echo::ProbeRegistry;

/// Requests hold at most a book's questions or a password; or a mail, besides.
const MAX_REQUEST_LENGTH: u64 = 4 << 20;
/// A mail in base64 is a third larger.
const PER_BYTE_OF_A_MAIL: u64 = 2;
/// A caller that says nothing, or hears nothing, is sent away.
const READ_TIMEOUT: Duration = Duration::from_secs(10);
/// A server that says nothing at all for so long has been stopped.
const HEARTBEAT_TIMEOUT: Duration = Duration::from_secs(5);
/// So many are heard at a time.
const MAX_CONNECTIONS: usize = 16;
/// When no connection can be taken, the next is tried after this.
const PAUSE: Duration = Duration::from_millis(100);

/// What comes back.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Reply {
    /// The server is there, and hears.
    Heard,
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
pub fn listen(context: Arc<Context>) -> io::Result<()> {
    let path = path(&context.config().data_dir);
    if let Some(folder) = path.parent() {
        DirBuilder::new().recursive(true).mode(0o750).create(folder)?;
    }
    match fs::remove_file(&path) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
        _ => {}
    }
    let listener = UnixListener::bind(&path)?;
    fs::set_permissions(&path, Permissions::from_mode(0o660))?;
    context.state::<ProbeRegistry>().mark_serving();
    thread::Builder::new().name("admin socket".into()).spawn(move || take(&context, &listener))?;
    Ok(())
}

/// Takes connections for ever. Each has a thread: somebody is cut off at once, however long a backup takes.
fn take(context: &Arc<Context>, listener: &UnixListener) {
    // Each thread has a copy.
    let here = Arc::new(());
    loop {
        let taken = listener.accept().and_then(|(caller, _)| {
            caller.set_read_timeout(Some(READ_TIMEOUT))?;
            caller.set_write_timeout(Some(READ_TIMEOUT))?;
            if let Some(words) = refusal(&caller, Arc::strong_count(&here))? {
                // Whoever is sent away need not hear why.
                let _ = write_line(&caller, &Reply::Refused(words.to_owned()));
                return Ok(());
            }
            let (context, place) = (Arc::clone(context), Arc::clone(&here));
            let admin = thread::Builder::new().name("admin".into());
            admin.spawn(move || {
                if let Err(error) = converse(&context, &caller) {
                    tracing::warn!(%error, "an admin's connection broke");
                }
                drop(place);
            })?;
            Ok(())
        });
        if let Err(error) = taken {
            tracing::warn!(%error, "no admin's connection can be taken");
            thread::sleep(PAUSE);
        }
    }
}

fn refusal(caller: &UnixStream, here: usize) -> io::Result<Option<&'static str>> {
    Ok(if !is_trusted(caller)? {
        Some("only root and the server's own user may do this")
    } else if here > MAX_CONNECTIONS {
        Some("too many commands wait for the server\nhint: try again when one of them is done")
    } else {
        None
    })
}

fn converse(context: &Context, caller: &UnixStream) -> io::Result<()> {
    let mut line = String::new();
    if write_line(caller, &Reply::Heard).is_ok() {
        let mail = context.config().mail.inbound.largest() as u64 * PER_BYTE_OF_A_MAIL;
        let mut request = BufReader::new(caller.take(MAX_REQUEST_LENGTH + mail));
        match request.read_line(&mut line) {
            // Gone without having read what we said.
            Err(error) if error.kind() == io::ErrorKind::ConnectionReset => {}
            read => {
                read?;
            }
        }
    }
    if line.is_empty() {
        // Somebody has only looked whether a server is here.
        return Ok(());
    }
    let mut listens = true;
    let mut tell = in_hundredths(|step| {
        // One that is stopped is waited for once.
        listens = listens && write_line(caller, &Reply::Step(step)).is_ok();
    });
    let reply = answer(context, &line, &mut tell);
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
    // A caller in another container has no process number here, which rustix's answer cannot hold.
    let uid = getsockopt(caller, PeerCredentials)?.uid();
    Ok(uid == 0 || uid == rustix::process::geteuid().as_raw())
}

fn answer(context: &Context, line: &str, tell: Tell<'_>) -> Reply {
    let request: Request = match serde_json::from_str(line) {
        Ok(request) => request,
        Err(error) => {
            return Reply::Refused(format!("this server does not know the request: {error}"));
        }
    };
    match catch_panic(|| admin::perform(context, request, tell)) {
        Ok(answer) => Reply::Done(Box::new(answer)),
        Err(error) => {
            tracing::info!(
                error = &error as &dyn std::error::Error,
                "an admin's request was refused"
            );
            Reply::Refused(format_error_chain(&error))
        }
    }
}

/// A running server, to be asked once.
pub struct Server(UnixStream);

/// The server of a data folder; `None` when none listens there, or not to us.
pub fn reach(data_dir: &Path) -> Option<Server> {
    UnixStream::connect(path(data_dir)).ok().map(Server)
}

/// Whether a server listens there.
pub fn is_served(data_dir: &Path) -> bool {
    reach(data_dir).is_some()
}

impl Server {
    /// Asks, and waits as long as the work takes. The answer is no [`Reply::Step`].
    ///
    /// # Errors
    /// When the server gives no sign of life ([`is_silence`]), or the connection breaks.
    pub fn ask(self, request: &Request, tell: Tell<'_>) -> io::Result<Reply> {
        let Self(server) = self;
        server.set_read_timeout(Some(HEARTBEAT_TIMEOUT))?;
        server.set_write_timeout(Some(HEARTBEAT_TIMEOUT))?;
        let mut replies = BufReader::new(&server);
        match next(&mut replies)? {
            Reply::Heard => {}
            refused => return Ok(refused),
        }
        write_line(&server, request)?;
        server.set_read_timeout(None)?;
        loop {
            match next(&mut replies)? {
                Reply::Step(step) => tell(step),
                last => return Ok(last),
            }
        }
    }
}

fn next(replies: &mut impl BufRead) -> io::Result<Reply> {
    let mut line = String::new();
    replies.read_line(&mut line)?;
    if !line.ends_with('\n') {
        return Err(io::ErrorKind::UnexpectedEof.into());
    }
    Ok(serde_json::from_str(&line)?)
}

/// Whether the connection ended before the answer: the server has stopped.
pub fn is_end(error: &io::Error) -> bool {
    use io::ErrorKind::{BrokenPipe, ConnectionReset, UnexpectedEof};
    matches!(error.kind(), BrokenPipe | ConnectionReset | UnexpectedEof)
}

/// Whether the server is there and says nothing: it is stopped, or has far too much to do.
pub fn is_silence(error: &io::Error) -> bool {
    matches!(error.kind(), io::ErrorKind::WouldBlock | io::ErrorKind::TimedOut)
}
