//! TCP ports for the async runtime.

use std::io;
use std::net::{SocketAddr, TcpListener};

/// Listens at an address, in non-blocking mode, as tokio requires.
pub fn bind(address: SocketAddr) -> io::Result<TcpListener> {
    let listener = TcpListener::bind(address)?;
    listener.set_nonblocking(true)?;
    Ok(listener)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn accept_without_client_returns_at_once() {
        let listener = bind(([127, 0, 0, 1], 0).into()).unwrap();
        assert_eq!(listener.accept().unwrap_err().kind(), io::ErrorKind::WouldBlock);
        let taken = bind(listener.local_addr().unwrap()).unwrap_err();
        assert_eq!(taken.kind(), io::ErrorKind::AddrInUse);
    }
}
