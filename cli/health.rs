//! `inkfold health`: health check for service managers and containers.
//!
//! Its requests are written by hand: ureq reaches no Unix socket, and no server by IP address whose certificate has a name.

mod insecure_tls;

use std::io::{self, BufRead, BufReader, ErrorKind, Read, Write};
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, TcpStream};
use std::os::unix::net::UnixStream;
use std::path::Path;
use std::time::Duration;

use anyhow::bail;
use inkfold::config::{Config, Listen};
use inkfold::http::operator::server::ServerAddress;
use inkfold::platform::unix_socket::SocketPath;
use serde::Serialize;

use crate::args::parse_listen;
use crate::client::{get_from_server, resource};
use crate::output::Output;

/// Check whether the server on this machine is ready
///
/// Connects to the address that the server of the data folder reports, or else to `listen` of the settings, with https if [tls] is set. Exits with 0 if the server is ready, else with 1.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  inkfold health
  inkfold health --listen :9000 --timeout 2
  HEALTHCHECK CMD [\"inkfold\", \"health\"]        in a Dockerfile")]
pub(crate) struct Args {
    /// Address of the server, if it is another one
    #[arg(long, value_name = "ADDR", value_parser = parse_listen)]
    listen: Option<Listen>,
    /// Timeout of each request, in seconds
    #[arg(long, value_name = "N", default_value_t = 5, value_parser = clap::value_parser!(u64).range(1..))]
    timeout: u64,
}

#[derive(Serialize)]
struct Health {
    address: Listen,
    /// Whether the process answers.
    alive: bool,
    /// Whether the server can do its work.
    ready: bool,
    error: Option<String>,
}

pub(crate) fn run(args: &Args, config: &Config, out: &mut Output) -> anyhow::Result<()> {
    let ServerAddress { listen, is_https } = server_address(args.listen.as_ref(), config);
    let address = loopback_address(&listen);
    let timeout = Duration::from_secs(args.timeout);
    let request = |path| request_status(&address, is_https, path, timeout).map_err(in_words);
    let (alive, error) = match request("/healthz") {
        Ok(200) => (true, not_ready(&address, request("/readyz"))),
        Ok(status) => (false, Some(format!("what listens on {address} is no Inkfold ({status})"))),
        Err(error) => (
            false,
            Some(format!(
                "no server answers at {address}: {error}\nhint: is it running, and on another address? Name that with --listen"
            )),
        ),
    };
    let health = Health { address, alive, ready: error.is_none(), error };
    out.report(&health, |to| match &health.error {
        None => writeln!(to, "The server at {} is ready.", health.address),
        Some(_) => Ok(()),
    })?;
    match health.error {
        None => Ok(()),
        Some(error) => bail!(error),
    }
}

/// Address of the server: the named one, else that of the server that runs on the data folder, else that of the settings.
fn server_address(named: Option<&Listen>, config: &Config) -> ServerAddress {
    let running = if named.is_none() { running_address(&config.data_dir) } else { None };
    running.unwrap_or_else(|| {
        let listen = named.unwrap_or(&config.listen).clone();
        let is_https = config.tls.is_on() && listen.address().is_some();
        ServerAddress { listen, is_https }
    })
}

fn running_address(data_dir: &Path) -> Option<ServerAddress> {
    get_from_server::<Option<_>>(data_dir, resource("server").at("address")).flatten()
}

fn not_ready(address: &Listen, answer: Result<u16, String>) -> Option<String> {
    match answer {
        Ok(200) => None,
        Ok(status) => Some(format!(
            "the server at {address} is not ready ({status})\nhint: its log says what is wrong with the data folder"
        )),
        Err(error) => {
            Some(format!("the server at {address} does not say that it is ready: {error}"))
        }
    }
}

#[expect(clippy::needless_pass_by_value, reason = "errors are mapped by it")]
fn in_words(error: io::Error) -> String {
    match error.kind() {
        ErrorKind::WouldBlock | ErrorKind::TimedOut => "no answer in time".to_owned(),
        _ => error.to_string(),
    }
}

/// Address by which this machine reaches its own server.
fn loopback_address(listen: &Listen) -> Listen {
    let Listen::Address(listen) = listen else { return listen.clone() };
    let ip = match listen.ip() {
        IpAddr::V4(Ipv4Addr::UNSPECIFIED) => Ipv4Addr::LOCALHOST.into(),
        IpAddr::V6(Ipv6Addr::UNSPECIFIED) => Ipv6Addr::LOCALHOST.into(),
        ip => ip,
    };
    SocketAddr::new(ip, listen.port()).into()
}

/// Requests a path. Returns the status of the answer.
fn request_status(
    place: &Listen,
    is_https: bool,
    path: &str,
    timeout: Duration,
) -> io::Result<u16> {
    match place {
        Listen::Socket(socket) => {
            let server = UnixStream::connect(SocketPath::new(socket)?)?;
            server.set_read_timeout(Some(timeout))?;
            server.set_write_timeout(Some(timeout))?;
            status(server, "localhost", path)
        }
        Listen::Address(address) => {
            let server = TcpStream::connect_timeout(address, timeout)?;
            server.set_read_timeout(Some(timeout))?;
            server.set_write_timeout(Some(timeout))?;
            if is_https {
                status(insecure_tls::encrypted(server, address.ip())?, &address.to_string(), path)
            } else {
                status(server, &address.to_string(), path)
            }
        }
    }
}

fn status(mut server: impl Read + Write, host: &str, path: &str) -> io::Result<u16> {
    // Sent in one piece, because a server may answer and close before it has read all.
    let request = format!("GET {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n");
    server.write_all(request.as_bytes())?;
    let mut line = String::new();
    BufReader::new(server).read_line(&mut line)?;
    let status = line.strip_prefix("HTTP/1.1 ").and_then(|rest| rest.get(..3)?.parse().ok());
    status.ok_or_else(|| io::Error::other("the answer is not HTTP"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn server_on_all_addresses_is_reached_locally() {
        for (listen, reached) in [
            ("0.0.0.0:80", "127.0.0.1:80"),
            ("[::]:80", "[::1]:80"),
            ("192.168.1.5:8080", "192.168.1.5:8080"),
            ("unix:/run/http.sock", "unix:/run/http.sock"),
        ] {
            assert_eq!(loopback_address(&listen.parse().unwrap()), reached.parse().unwrap());
        }
    }
}
