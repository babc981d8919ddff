//! Listeners for mail: opened before the server reports that it is ready, closed when it stops.

use std::io;
use std::net::{SocketAddr, TcpListener as StdTcpListener};
use std::sync::Arc;

use tokio::io::{AsyncRead, AsyncWrite, AsyncWriteExt};
use tokio::net::{TcpListener, UnixListener};
use tokio::sync::watch;
use tokio::task::JoinSet;

use crate::config::Inbound;
use crate::context::Context;
use crate::domain::client_address::ClientAddress;
use crate::platform::accept_loop::accept_until_shutdown;
use crate::platform::tcp_port;
use crate::platform::unix_socket::{self, Socket};
use crate::platform::{ConnectionLimiter, ConnectionPermit};
use crate::services::inbound_mail::SenderTrust;

use super::protocol::{Peer, Protocol};
use super::session;

const TOO_BUSY: &[u8] = b"421 4.7.0 Too many connections, try again later\r\n";

/// Listeners of the settings.
#[derive(Debug, Default)]
pub struct Listeners {
    lmtp: Option<Socket>,
    smtp: Option<StdTcpListener>,
}

impl Listeners {
    /// Opens the listeners; none where posting by mail is off.
    ///
    /// # Errors
    /// With the address that cannot be listened on.
    pub fn open(settings: &Inbound) -> io::Result<Self> {
        let named = |place: &dyn std::fmt::Display, error: &io::Error| {
            io::Error::new(error.kind(), format!("{place}: {error}"))
        };
        let lmtp = settings
            .socket()
            .map(|path| unix_socket::open(path).map_err(|error| named(&path.display(), &error)));
        let smtp = settings
            .smtp()
            .map(|address| tcp_port::bind(address).map_err(|error| named(&address, &error)));
        Ok(Self { lmtp: lmtp.transpose()?, smtp: smtp.transpose()? })
    }

    /// Address of the SMTP listener.
    pub fn smtp(&self) -> Option<SocketAddr> {
        self.smtp.as_ref()?.local_addr().ok()
    }
}

/// Receives mail until `stop`, and then waits for the open sessions.
pub async fn serve(
    context: Arc<Context>,
    listeners: Listeners,
    stop: watch::Receiver<bool>,
) -> io::Result<()> {
    let Listeners { lmtp, smtp } = listeners;
    // Removed when this function returns: mail servers try again whether or not there is a socket.
    let socket = lmtp.as_ref().map(Socket::listener).transpose()?;
    let socket = socket.map(UnixListener::from_std).transpose()?;
    let smtp = smtp.map(TcpListener::from_std).transpose()?;
    let at_socket = async {
        if let Some(listener) = socket {
            take_from_socket(&context, &listener, &stop).await;
        }
    };
    let at_port = async {
        if let Some(listener) = smtp {
            take_from_port(&context, &listener, &stop).await;
        }
    };
    tokio::join!(at_socket, at_port);
    Ok(())
}

async fn take_from_socket(
    context: &Arc<Context>,
    listener: &UnixListener,
    stop: &watch::Receiver<bool>,
) {
    let most = context.config().mail.inbound.connections;
    let connections = ConnectionLimiter::new(most, most);
    let peer = Peer { protocol: Protocol::Lmtp, trust: SenderTrust::Relay };
    let mut sessions = JoinSet::new();
    while let Some((stream, _)) = accept_until_shutdown(stop, || listener.accept()).await {
        let permit = connections.try_acquire(None);
        sessions.spawn(receive(Arc::clone(context), peer, stream, permit, stop.clone()));
        while sessions.try_join_next().is_some() {}
    }
    sessions.join_all().await;
}

async fn take_from_port(
    context: &Arc<Context>,
    listener: &TcpListener,
    stop: &watch::Receiver<bool>,
) {
    let settings = &context.config().mail.inbound;
    let connections =
        ConnectionLimiter::new(settings.connections, settings.connections_per_address);
    let fronts = ConnectionLimiter::new(settings.connections, settings.connections_per_address);
    let mut sessions = JoinSet::new();
    while let Some((stream, from)) = accept_until_shutdown(stop, || listener.accept()).await {
        let is_front = settings.front_servers.iter().any(|front| front.contains(from.ip()));
        let trust = if is_front { SenderTrust::Relay } else { SenderTrust::Untrusted };
        let peer = Peer { protocol: Protocol::Smtp, trust };
        // Strangers do not take a front server's places.
        let permit = if is_front {
            fronts.try_acquire(None)
        } else {
            connections.try_acquire(Some(from.ip().into()))
        };
        sessions.spawn(receive(Arc::clone(context), peer, stream, permit, stop.clone()));
        while sessions.try_join_next().is_some() {}
    }
    sessions.join_all().await;
}

async fn receive<S: AsyncRead + AsyncWrite + Unpin>(
    context: Arc<Context>,
    peer: Peer,
    mut stream: S,
    permit: Option<ConnectionPermit<ClientAddress>>,
    stop: watch::Receiver<bool>,
) {
    if permit.is_some() {
        session::run(context, peer, stream, stop).await;
    } else {
        // A client that does not read the reply sees the connection close.
        let _ = stream.write_all(TOO_BUSY).await;
        let _ = stream.shutdown().await;
    }
}
