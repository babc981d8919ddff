//! Where the site is entered: opened before the server says that it is ready, closed when it stops.

use std::fs;
use std::io;
use std::net::{SocketAddr, TcpListener};
use std::os::unix::net::UnixListener;
use std::path::PathBuf;
use std::sync::Arc;

use crate::app::App;
use crate::config::Listen;
use crate::unix_socket;

use super::certificate;
use super::tls::{self, Keeper, Tls};

/// The door of the site, what is encrypted there, and the door that only leads to it.
pub struct Entrances {
    pub(super) door: Door,
    pub(super) tls: Option<(Arc<Tls>, Keeper)>,
    pub(super) redirect: Option<TcpListener>,
}

/// What connections come in by.
pub(super) enum Door {
    Port(TcpListener),
    Socket(Socket),
}

/// A socket that is gone when we are, so that nobody waits at it.
pub(super) struct Socket {
    pub(super) listener: UnixListener,
    path: PathBuf,
}

/// Why there is no way in.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    #[error("nothing can listen on {place}\nhint: {hint}")]
    Place { place: String, source: io::Error, hint: &'static str },
    #[error(transparent)]
    Certificate(#[from] certificate::Error),
}

impl Entrances {
    /// Only the door, without encryption.
    pub(super) fn plain(listener: TcpListener) -> Self {
        Self { door: Door::Port(listener), tls: None, redirect: None }
    }

    /// A door that was opened before, with what the settings say beside it.
    pub fn open(app: &App, door: Listener) -> Result<Self, Error> {
        let settings = &app.config().tls;
        let redirect = settings.redirect().map(|address| bind(&address.into())).transpose()?;
        let redirect = match redirect {
            Some(Listener(Door::Port(listener))) => Some(listener),
            Some(Listener(Door::Socket(_))) | None => None,
        };
        Ok(Self { door: door.0, tls: tls::open(app)?, redirect })
    }

    /// Where plain http is led to https.
    pub fn redirect(&self) -> Option<SocketAddr> {
        self.redirect.as_ref()?.local_addr().ok()
    }
}

/// An open door that nobody is let in by yet.
pub struct Listener(Door);

impl Listener {
    /// Where it is; a port that was chosen is known.
    ///
    /// # Errors
    /// When the system does not say.
    pub fn place(&self) -> io::Result<Listen> {
        Ok(match &self.0 {
            Door::Port(listener) => listener.local_addr()?.into(),
            Door::Socket(socket) => Listen::Socket(socket.path.clone()),
        })
    }
}

/// Opens the door.
///
/// # Errors
/// With the place that cannot be listened at, and what to do.
pub fn bind(wanted: &Listen) -> Result<Listener, Error> {
    let (opened, hint) = match wanted {
        Listen::Address(address) => (
            bind_port(*address),
            "is another server running there? Name another port with --listen 127.0.0.1:8081 or INKFOLD_LISTEN",
        ),
        Listen::Socket(path) => {
            let opened = unix_socket::open(path)
                .map(|listener| Door::Socket(Socket { listener, path: path.clone() }));
            (opened, "its folder must be there, and the server's user may write to it")
        }
    };
    let named = |source| Error::Place { place: wanted.to_string(), source, hint };
    opened.map(Listener).map_err(named)
}

fn bind_port(address: SocketAddr) -> io::Result<Door> {
    let listener = TcpListener::bind(address)?;
    listener.set_nonblocking(true)?;
    Ok(Door::Port(listener))
}

impl Drop for Socket {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.path);
    }
}
