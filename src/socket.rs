//! Admin socket: a Unix socket in the data folder, by which the command line reaches the server that has the database open.
//!
//! The server greets first. Then each connection carries one request and one reply, each a line of JSON, with lines in between
//! that report the progress of long work. Only root and the server's own user are accepted; there is no other way in, by network
//! or otherwise.

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

/// Maximum length of a request without a mail, in bytes: a book's questions or a password.
const MAX_REQUEST_LENGTH: u64 = 4 << 20;
/// Request bytes per byte of a mail, which is a third larger in base64.
const PER_BYTE_OF_A_MAIL: u64 = 2;
/// Timeout for a client to send its request or receive a reply.
const READ_TIMEOUT: Duration = Duration::from_secs(10);
/// Time without a greeting after which a server counts as stopped.
const HEARTBEAT_TIMEOUT: Duration = Duration::from_secs(5);
/// Maximum number of concurrent connections.
const MAX_CONNECTIONS: usize = 16;
/// Delay before the next try after a connection could not be accepted.
const PAUSE: Duration = Duration::from_millis(100);

/// Line that the server sends.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Reply {
    /// Greeting: the server is running and listens.
    Heard,
    /// Progress; more lines follow.
    Step(Step),
    Done(Box<Answer>),
    /// Error message for people.
    Refused(String),
}

/// Path of the socket of a data folder.
pub fn path(data_dir: &Path) -> PathBuf {
    data_dir.join("run").join("admin.sock")
}

/// Starts listening until the process ends. The caller must have the database open, so that an existing socket can only be a
/// stale one.
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

/// Accepts connections for ever, each on a thread of its own, so that refusals are sent at once, however long a backup takes.
fn take(context: &Arc<Context>, listener: &UnixListener) {
    // Each thread has a copy.
    let here = Arc::new(());
    loop {
        let taken = listener.accept().and_then(|(caller, _)| {
            caller.set_read_timeout(Some(READ_TIMEOUT))?;
            caller.set_write_timeout(Some(READ_TIMEOUT))?;
            if let Some(words) = refusal(&caller, Arc::strong_count(&here))? {
                // The client need not receive the refusal.
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
        // The client has only checked whether a server is running.
        return Ok(());
    }
    let mut listens = true;
    let mut tell = in_hundredths(|step| {
        // After one failed write, such as to a suspended client, no more progress is sent.
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

/// Reports a step only when its percentage changes.
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

/// Connection to a running server, for one request.
pub struct Server(UnixStream);

/// Connects to the server of a data folder; `None` when none listens there, or the connection fails.
pub fn reach(data_dir: &Path) -> Option<Server> {
    UnixStream::connect(path(data_dir)).ok().map(Server)
}

/// Whether a server listens on the socket of a data folder.
pub fn is_served(data_dir: &Path) -> bool {
    reach(data_dir).is_some()
}

impl Server {
    /// Sends a request, and waits as long as the work takes. Never returns [`Reply::Step`].
    ///
    /// # Errors When the server does not respond ([`is_silence`]), or the connection breaks.
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

/// Whether the connection ended before the reply: the server has stopped.
pub fn is_end(error: &io::Error) -> bool {
    use io::ErrorKind::{BrokenPipe, ConnectionReset, UnexpectedEof};
    matches!(error.kind(), BrokenPipe | ConnectionReset | UnexpectedEof)
}

/// Whether the server accepts the connection but does not respond: it is suspended or overloaded.
pub fn is_silence(error: &io::Error) -> bool {
    matches!(error.kind(), io::ErrorKind::WouldBlock | io::ErrorKind::TimedOut)
}
