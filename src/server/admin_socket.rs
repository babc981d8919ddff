//! Admin socket: a Unix socket in the data folder, by which the command line reaches the server that has the database open.
//!
//! It serves the operator's router by HTTP/1.1. Only root and the server's own user are accepted; no network listener serves that
//! router. Its thread has a runtime of its own, so that an operator is answered however much the network asks for.

use std::fs::DirBuilder;
use std::io;
use std::os::unix::fs::DirBuilderExt;
use std::os::unix::net::{UnixListener, UnixStream};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use axum::Router;
use axum::http::StatusCode;
use tokio::runtime::{self, Runtime};
use tokio::sync::{Semaphore, watch};

use crate::context::Context;
use crate::http::operator::Problem;
use crate::http::operator_router;
use crate::platform::accept_loop::accept_until_shutdown;
use crate::platform::unix_socket::{self, Socket, SocketPath};
use crate::services::operations::doctor::self_probe::ProbeRegistry;

use super::connection::{self, serve_connection};
use super::timeouts::Timeouts;

/// Maximum number of concurrent connections.
const MAX_CONNECTIONS: usize = 16;
/// Timeout for a client to send its request or receive a response.
const TIMEOUT: Duration = Duration::from_secs(10);
/// Timeouts of a connection.
const TIMEOUTS: Timeouts = Timeouts { head: TIMEOUT, body: TIMEOUT, idle: TIMEOUT, stop: TIMEOUT };
/// Error and hint for other users.
const UNTRUSTED: (&str, Option<&str>) = ("only root and the server's own user may do this", None);
/// Error and hint beyond the maximum number of connections.
const BUSY: (&str, Option<&str>) =
    ("too many commands wait for the server", Some("try again when one of them is done"));

/// Path of the socket of a data folder.
pub fn path(data_dir: &Path) -> PathBuf {
    data_dir.join("run").join("admin.sock")
}

/// Path by which clients reach the socket of a data folder, however long the path of the folder is.
///
/// # Errors
/// When the folder of the socket is needed and cannot be opened.
pub fn reachable_path(data_dir: &Path) -> io::Result<SocketPath> {
    SocketPath::new(&path(data_dir))
}

/// Whether a server listens on the socket of a data folder.
pub fn is_served(data_dir: &Path) -> bool {
    reachable_path(data_dir).and_then(UnixStream::connect).is_ok()
}

/// Starts listening until the process ends. The caller must have the database open, so that an existing socket can only be a
/// stale one.
pub fn listen(context: Arc<Context>) -> io::Result<()> {
    let socket = open(&path(&context.config().data_dir))?;
    let listener = socket.listener()?;
    let runtime = runtime::Builder::new_current_thread().enable_all().build()?;
    context.state::<ProbeRegistry>().mark_serving();
    let router = operator_router(context).with_state(());
    let serve = move || {
        serve(&runtime, listener, &router);
        drop(socket);
    };
    thread::Builder::new().name("admin socket".into()).spawn(serve)?;
    Ok(())
}

fn open(path: &Path) -> io::Result<Socket> {
    if let Some(folder) = path.parent() {
        DirBuilder::new().recursive(true).mode(0o750).create(folder)?;
    }
    unix_socket::open(path)
}

/// Accepts connections for ever. Each is served by a task of its own, so that refusals are sent at once, however long a backup
/// takes.
fn serve(runtime: &Runtime, listener: UnixListener, router: &Router) {
    runtime.block_on(async {
        let listener = match tokio::net::UnixListener::from_std(listener) {
            Ok(listener) => listener,
            Err(error) => {
                tracing::error!(%error, "failed to serve the admin socket");
                return;
            }
        };
        let permits = Arc::new(Semaphore::new(MAX_CONNECTIONS));
        let builder = Arc::new(connection::builder(false, TIMEOUTS));
        // Dropped with the process.
        let (_shutdown, stop) = watch::channel(false);
        while let Some((stream, _)) = accept_until_shutdown(&stop, || listener.accept()).await {
            let (router, builder) = (Router::clone(router), Arc::clone(&builder));
            let (permits, stop) = (Arc::clone(&permits), stop.clone());
            tokio::spawn(async move {
                let is_trusted = is_trusted(&stream);
                let permit = is_trusted.then(|| permits.try_acquire().ok()).flatten();
                let router = match permit {
                    Some(_) => router,
                    None if is_trusted => refuse(StatusCode::SERVICE_UNAVAILABLE, "busy", BUSY),
                    None => refuse(StatusCode::FORBIDDEN, "forbidden", UNTRUSTED),
                };
                serve_connection(stream, None, builder, router, TIMEOUTS, stop).await;
            });
        }
    });
}

/// Whether the peer is root or the server's own user.
fn is_trusted(stream: &tokio::net::UnixStream) -> bool {
    let trusted = [0, rustix::process::geteuid().as_raw()];
    stream.peer_cred().is_ok_and(|peer| trusted.contains(&peer.uid()))
}

/// Router that refuses every request.
fn refuse(status: StatusCode, code: &str, (error, hint): (&str, Option<&str>)) -> Router {
    let (error, code, hint) = (error.to_owned(), code.to_owned(), hint.map(str::to_owned));
    let problem = Problem { error, code, hint };
    Router::new().fallback(async move || (status, axum::Json(problem)))
}
