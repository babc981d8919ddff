//! Where the site is entered: opened before the server says that it is ready, closed when it stops.

use std::io;
use std::net::{SocketAddr, TcpListener};
use std::sync::Arc;

use crate::config::Listen;
use crate::context::Context;
use crate::unix_socket::{self, Socket};

use super::certificate;
use super::tls::{self, CertRenewer, Tls};

/// The door of the site, what is encrypted there, and the door that only leads to it.
pub struct Listeners {
    pub(super) door: Endpoint,
    pub(super) tls: Option<(Arc<Tls>, CertRenewer)>,
    pub(super) redirect: Option<TcpListener>,
}

/// What connections come in by.
pub(super) enum Endpoint {
    Port(TcpListener),
    Socket(Socket),
}

/// Why there is no way in.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    #[error("nothing can listen on {place}\nhint: {hint}")]
    Place { place: String, source: io::Error, hint: String },
    #[error(transparent)]
    Certificate(#[from] certificate::Error),
}

impl Listeners {
    /// Only the door, without encryption.
    pub(super) fn plain(listener: TcpListener) -> Self {
        Self { door: Endpoint::Port(listener), tls: None, redirect: None }
    }

    /// A door that was opened before, with what the settings say beside it.
    pub fn open(context: &Context, door: Listener) -> Result<Self, Error> {
        let settings = &context.config().tls;
        let redirect =
            settings.redirect().map(|address| bind_port(address, &REDIRECT)).transpose()?;
        Ok(Self { door: door.0, tls: tls::open(context)?, redirect })
    }

    /// Where plain http is led to https.
    pub fn redirect(&self) -> Option<SocketAddr> {
        self.redirect.as_ref()?.local_addr().ok()
    }
}

/// An open door that nobody is let in by yet.
pub struct Listener(Endpoint);

impl Listener {
    /// Where it is; a port that was chosen is known.
    ///
    /// # Errors
    /// When the system does not say.
    pub fn place(&self) -> io::Result<Listen> {
        Ok(match &self.0 {
            Endpoint::Port(listener) => listener.local_addr()?.into(),
            Endpoint::Socket(socket) => Listen::Socket(socket.path().to_owned()),
        })
    }

    /// The port alone, for whoever serves something else there.
    pub(crate) fn into_port(self) -> io::Result<tokio::net::TcpListener> {
        match self.0 {
            Endpoint::Port(listener) => tokio::net::TcpListener::from_std(listener),
            Endpoint::Socket(_) => Err(io::Error::new(
                io::ErrorKind::Unsupported,
                "a port is needed here; name one with --listen",
            )),
        }
    }
}

/// Opens the door.
///
/// # Errors
/// With the place that cannot be listened at, and what to do.
pub fn bind(wanted: &Listen) -> Result<Listener, Error> {
    let door = match wanted {
        Listen::Address(address) => Endpoint::Port(bind_port(*address, &LISTEN)?),
        Listen::Socket(path) => {
            let socket = unix_socket::open(path).map_err(|source| {
                let hint = "its folder must be there, and the server's user may write to it";
                Error::Place { place: wanted.to_string(), source, hint: hint.to_owned() }
            })?;
            Endpoint::Socket(socket)
        }
    };
    Ok(Listener(door))
}

/// Where an address is set, in words, with another that would do.
struct Setting {
    name: &'static str,
    another: &'static str,
}

const LISTEN: Setting = Setting {
    name: "`listen`, --listen or INKFOLD_LISTEN",
    another: "--listen 127.0.0.1:8081 or INKFOLD_LISTEN",
};
const REDIRECT: Setting = Setting {
    name: "`redirect_listen` in [tls]",
    another: "`redirect_listen = \"0.0.0.0:8081\"` in [tls], or remove that line",
};

fn bind_port(address: SocketAddr, setting: &Setting) -> Result<TcpListener, Error> {
    let listener = TcpListener::bind(address).and_then(|listener| {
        listener.set_nonblocking(true)?;
        Ok(listener)
    });
    listener.map_err(|source| {
        let hint = hint(&source, setting);
        Error::Place { place: address.to_string(), source, hint }
    })
}

fn hint(error: &io::Error, Setting { name, another }: &Setting) -> String {
    match error.kind() {
        io::ErrorKind::AddrInUse => format!(
            "is another server running there? `ss -ltnp` shows it. Name another port with {another}"
        ),
        io::ErrorKind::PermissionDenied => format!(
            "ports below 1024 need a permission, such as AmbientCapabilities=CAP_NET_BIND_SERVICE in the unit of systemd; else name a higher one with {another}"
        ),
        io::ErrorKind::AddrNotAvailable => format!(
            "this machine has no such address: `ip address` shows those that it has, and 0.0.0.0 is all of them. It is set by {name}"
        ),
        _ => format!("the address is set by {name}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_cause_has_its_own_hint_and_names_the_setting() {
        for (kind, told) in [
            (io::ErrorKind::AddrInUse, "another server"),
            (io::ErrorKind::PermissionDenied, "CAP_NET_BIND_SERVICE"),
            (io::ErrorKind::AddrNotAvailable, "no such address"),
            (io::ErrorKind::OutOfMemory, "is set by"),
        ] {
            for (setting, name) in [(&LISTEN, "--listen"), (&REDIRECT, "`redirect_listen")] {
                let hint = hint(&kind.into(), setting);
                assert!(hint.contains(told) && hint.contains(name), "{hint}");
            }
        }
    }

    #[test]
    fn a_port_that_is_taken_is_told_with_its_setting() {
        let taken = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = taken.local_addr().unwrap();
        let told = bind_port(address, &REDIRECT).unwrap_err();
        let told = crate::error::format_error_chain(&told);
        let line = format!("nothing can listen on {address}: Address already in use");
        assert!(told.starts_with(&line) && told.contains("\nhint: is another server"), "{told}");
    }
}
