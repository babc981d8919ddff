//! Listeners of the site: opened before the server reports that it is ready, closed when it stops.

use std::io;
use std::net::{SocketAddr, TcpListener};
use std::sync::Arc;

use crate::config::Listen;
use crate::context::Context;
use crate::platform::tcp_port;
use crate::platform::unix_socket::{self, Socket};

use super::certificate_files;
use super::tls::{self, CertRenewer, Tls};

/// Listener of the site, its TLS configuration, and the listener that redirects to HTTPS.
pub struct Listeners {
    pub(super) listener: Endpoint,
    pub(super) tls: Option<(Arc<Tls>, CertRenewer)>,
    pub(super) redirect: Option<TcpListener>,
}

/// Endpoint that accepts connections.
pub(super) enum Endpoint {
    Port(TcpListener),
    Socket(Socket),
}

/// Error of opening the listeners.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    #[error("nothing can listen on {address}\nhint: {hint}")]
    Bind { address: String, source: io::Error, hint: String },
    #[error(transparent)]
    Certificate(#[from] certificate_files::Error),
}

impl Listeners {
    /// Only the main listener, without TLS.
    pub(super) fn plain(listener: TcpListener) -> Self {
        Self { listener: Endpoint::Port(listener), tls: None, redirect: None }
    }

    /// Adds TLS and the redirect of the settings to a listener that was opened before.
    pub fn open(context: &Context, listener: BoundListener) -> Result<Self, Error> {
        let settings = &context.config().tls;
        let redirect =
            settings.redirect().map(|address| bind_port(address, &REDIRECT)).transpose()?;
        Ok(Self { listener: listener.0, tls: tls::open(context)?, redirect })
    }

    /// Address of the listener that redirects plain HTTP to HTTPS.
    pub fn redirect(&self) -> Option<SocketAddr> {
        self.redirect.as_ref()?.local_addr().ok()
    }
}

/// Open listener that accepts no connections yet.
pub struct BoundListener(Endpoint);

impl BoundListener {
    /// Address of the listener, with the actual port if the system chose it.
    ///
    /// # Errors
    /// When the system does not report it.
    pub fn local_address(&self) -> io::Result<Listen> {
        Ok(match &self.0 {
            Endpoint::Port(listener) => listener.local_addr()?.into(),
            Endpoint::Socket(socket) => Listen::Socket(socket.path().to_owned()),
        })
    }

    /// Returns the TCP listener, for other servers. A Unix socket is an error.
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

/// Opens the listener.
///
/// # Errors
/// With the address that cannot be listened on, and a hint.
pub fn bind(wanted: &Listen) -> Result<BoundListener, Error> {
    let listener = match wanted {
        Listen::Address(address) => Endpoint::Port(bind_port(*address, &LISTEN)?),
        Listen::Socket(path) => {
            let socket = unix_socket::open(path).map_err(|source| {
                let hint = "its folder must be there, and the server's user may write to it";
                Error::Bind { address: wanted.to_string(), source, hint: hint.to_owned() }
            })?;
            Endpoint::Socket(socket)
        }
    };
    Ok(BoundListener(listener))
}

/// Setting of an address, in words, with an alternative for the hint.
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
    tcp_port::bind(address).map_err(|source| {
        let hint = hint(&source, setting);
        Error::Bind { address: address.to_string(), source, hint }
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
    fn bind_errors_have_hints_and_name_setting() {
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
    fn port_in_use_is_reported_with_hint() {
        let taken = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = taken.local_addr().unwrap();
        let told = bind_port(address, &REDIRECT).unwrap_err();
        let told = crate::error::format_error_chain(&told);
        let line = format!("nothing can listen on {address}: Address already in use");
        assert!(told.starts_with(&line) && told.contains("\nhint: is another server"), "{told}");
    }
}
