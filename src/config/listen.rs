//! Listening address of the server: a network address, or a Unix socket for a proxy.

use std::fmt;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// Prefix of a socket's path.
const SOCKET: &str = "unix:";

/// Listening address.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub enum Listen {
    Address(SocketAddr),
    Socket(PathBuf),
}

/// Error for a text that is not a listening address.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
#[error("an address looks like 127.0.0.1:8080, or like unix:/run/inkfold/http.sock")]
pub struct ParseListenError;

impl Listen {
    /// Network address; `None` for a Unix socket.
    pub fn address(&self) -> Option<SocketAddr> {
        match self {
            Self::Address(address) => Some(*address),
            Self::Socket(_) => None,
        }
    }
}

impl From<SocketAddr> for Listen {
    fn from(address: SocketAddr) -> Self {
        Self::Address(address)
    }
}

impl FromStr for Listen {
    type Err = ParseListenError;

    fn from_str(text: &str) -> Result<Self, ParseListenError> {
        match text.strip_prefix(SOCKET) {
            Some(path) if Path::new(path).is_absolute() => Ok(Self::Socket(path.into())),
            Some(_) => Err(ParseListenError),
            None => text.parse().map(Self::Address).map_err(|_| ParseListenError),
        }
    }
}

impl TryFrom<String> for Listen {
    type Error = ParseListenError;

    fn try_from(text: String) -> Result<Self, ParseListenError> {
        text.parse()
    }
}

impl From<Listen> for String {
    fn from(listen: Listen) -> Self {
        listen.to_string()
    }
}

impl fmt::Display for Listen {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Address(address) => address.fmt(f),
            Self::Socket(path) => write!(f, "{SOCKET}{}", path.display()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_and_sockets_are_read_and_written_alike() {
        for text in ["127.0.0.1:8080", "[::]:80", "unix:/run/inkfold/http.sock"] {
            assert_eq!(text.parse::<Listen>().unwrap().to_string(), text);
        }
        for wrong in ["", "everywhere", "127.0.0.1", "unix:", "unix:http.sock", "/run/http.sock"] {
            assert_eq!(wrong.parse::<Listen>(), Err(ParseListenError), "{wrong}");
        }
    }
}
