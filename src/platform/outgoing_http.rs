//! HTTP requests to servers whose addresses people type, with an SSRF guard: only to allowed IP addresses, and with bounds on time and
//! size.
//!
//! A host name is resolved once for each request. Its addresses are checked, and the connection goes to one of them, so that a name
//! that resolves to another address a moment later (DNS rebinding) gains nothing. Redirects and proxies are not used.

use std::io;
use std::net::{SocketAddr, ToSocketAddrs};
use std::sync::mpsc;
use std::thread;
use std::time::{Duration, Instant};

use ureq::Agent;
use ureq::config::Config;
use ureq::http::{Uri, header};
use ureq::tls::{Certificate, RootCerts, TlsConfig};
use ureq::unversioned::resolver::{DefaultResolver, ResolvedSocketAddrs, Resolver};
use ureq::unversioned::transport::{DefaultConnector, NextTimeout};

use crate::address_scope::AddressScope;
use crate::net_probe::HttpProbeError;

/// Timeout of a whole request, from resolving the name to the head of the response.
const TIMEOUT: Duration = Duration::from_secs(10);
/// Timeout of resolving a name before any request.
const RESOLVE_TIMEOUT: Duration = Duration::from_secs(3);
/// Maximum length of the head of a response, in bytes.
const MAX_HEAD: usize = 16 << 10;

/// POST request.
#[derive(Clone, Copy, Debug)]
pub struct OutgoingPost<'a> {
    pub url: &'a str,
    pub headers: &'a [(&'a str, &'a str)],
    pub body: &'a str,
    /// Widest scope of the addresses that it may go to.
    pub scope: AddressScope,
}

/// Head of the response. The body is not read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PostResponse {
    pub status: u16,
    /// Wait before the next request that the server wants (`Retry-After`).
    pub retry_after: Option<Duration>,
}

/// Address of a scope that is not allowed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("address of {0:?} scope")]
pub struct ForbiddenAddress(pub AddressScope);

/// Error of a request that got no response.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PostError {
    #[error(transparent)]
    Forbidden(#[from] ForbiddenAddress),
    #[error(transparent)]
    Unanswered(HttpProbeError),
}

/// Checks every address of a host at a port; `host` may be a name, or an address as in a URL. A host that does not resolve now passes.
pub fn check_host(host: &str, port: u16, scope: AddressScope) -> Result<(), ForbiddenAddress> {
    let place = format!("{host}:{port}");
    let (sender, resolved) = mpsc::sync_channel(1);
    // Resolving has no timeout of its own. There is no receiver once that has passed.
    thread::spawn(move || drop(sender.send(place.to_socket_addrs())));
    match resolved.recv_timeout(RESOLVE_TIMEOUT) {
        Ok(Ok(addresses)) => check_all(addresses, scope),
        Ok(Err(_)) | Err(_) => Ok(()),
    }
}

fn check_all(
    addresses: impl IntoIterator<Item = SocketAddr>,
    allowed: AddressScope,
) -> Result<(), ForbiddenAddress> {
    let scopes = addresses.into_iter().map(|address| AddressScope::of(address.ip()));
    match scopes.max() {
        Some(widest) if widest > allowed => Err(ForbiddenAddress(widest)),
        Some(_) | None => Ok(()),
    }
}

/// Sends a request. The certificate of the server may be of a public authority, or of one that this system trusts.
///
/// # Errors
/// [`PostError::Forbidden`] when one of the host's addresses is not allowed; nothing was sent then.
pub fn post(
    request: OutgoingPost<'_>,
    user_agent: &'static str,
) -> Result<PostResponse, PostError> {
    let until = Instant::now() + TIMEOUT;
    let resolver = DefaultResolver::default;
    let public = send(request, user_agent, RootCerts::WebPki, until, resolver());
    if !matches!(public, Err(PostError::Unanswered(HttpProbeError::Encryption(_)))) {
        return public;
    }
    // No request was sent: the same one can be sent again.
    let of_system = rustls_native_certs::load_native_certs().certs;
    let authorities: Vec<Certificate<'static>> =
        of_system.iter().map(|one| Certificate::from_der(one).to_owned()).collect();
    if authorities.is_empty() {
        return public;
    }
    send(request, user_agent, RootCerts::from(authorities), until, resolver())
}

fn send(
    request: OutgoingPost<'_>,
    user_agent: &'static str,
    authorities: RootCerts,
    until: Instant,
    resolver: impl Resolver,
) -> Result<PostResponse, PostError> {
    let config = Agent::config_builder()
        .tls_config(TlsConfig::builder().root_certs(authorities).build())
        .timeout_global(Some(until.saturating_duration_since(Instant::now())))
        .http_status_as_error(false)
        .max_redirects(0)
        .max_redirects_will_error(false)
        .max_response_header_size(MAX_HEAD)
        // A proxy would resolve the name itself.
        .proxy(None)
        .user_agent(user_agent)
        .build();
    let resolver = CheckedResolver { inner: resolver, scope: request.scope };
    let agent = Agent::with_parts(config, DefaultConnector::default(), resolver);
    let mut outgoing = agent.post(request.url);
    for (name, value) in request.headers {
        outgoing = outgoing.header(*name, *value);
    }
    let response = outgoing.send(request.body).map_err(|error| PostError::from(&error))?;
    let retry_after = response.headers().get(header::RETRY_AFTER);
    let seconds = retry_after.and_then(|value| value.to_str().ok()?.parse().ok());
    let retry_after = seconds.map(Duration::from_secs);
    Ok(PostResponse { status: response.status().as_u16(), retry_after })
}

impl From<&ureq::Error> for PostError {
    fn from(error: &ureq::Error) -> Self {
        if let ureq::Error::Io(error) = error
            && let Some(forbidden) = error.get_ref().and_then(|error| error.downcast_ref())
        {
            return Self::Forbidden(*forbidden);
        }
        Self::Unanswered(error.into())
    }
}

/// Resolver that refuses hosts with an address that is not allowed.
#[derive(Debug)]
struct CheckedResolver<R> {
    inner: R,
    scope: AddressScope,
}

impl<R: Resolver> Resolver for CheckedResolver<R> {
    fn resolve(
        &self,
        uri: &Uri,
        config: &Config,
        timeout: NextTimeout,
    ) -> Result<ResolvedSocketAddrs, ureq::Error> {
        let addresses = self.inner.resolve(uri, config, timeout)?;
        check_all(addresses.iter().copied(), self.scope).map_err(io::Error::other)?;
        Ok(addresses)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::VecDeque;
    use std::io::{Read, Write};
    use std::net::TcpListener;
    use std::sync::{Arc, Mutex};

    use super::*;

    fn request(url: &str, scope: AddressScope) -> Result<PostResponse, PostError> {
        post(OutgoingPost { url, headers: &[("a", "b")], body: "{}", scope }, "test")
    }

    #[test]
    fn private_hosts_get_no_request() {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        listener.set_nonblocking(true).unwrap();
        let port = listener.local_addr().unwrap().port();
        let private = ForbiddenAddress(AddressScope::Private);
        for host in ["127.0.0.1", "localhost", "[::ffff:127.0.0.1]", "2130706433"] {
            let refused = request(&format!("http://{host}:{port}/"), AddressScope::Global);
            assert_eq!(refused, Err(PostError::Forbidden(private)), "{host}");
            assert_eq!(check_host(host, port, AddressScope::Global), Err(private), "{host}");
        }
        let reserved = ForbiddenAddress(AddressScope::Reserved);
        for host in ["169.254.169.254", "0.0.0.0"] {
            let refused = request(&format!("http://{host}:{port}/"), AddressScope::Private);
            assert_eq!(refused, Err(PostError::Forbidden(reserved)), "{host}");
        }
        assert!(listener.accept().is_err(), "nobody has connected");
    }

    #[test]
    fn allowed_host_gets_request_without_redirects() {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap();
        let server = thread::spawn(move || {
            let (mut stream, _) = listener.accept().unwrap();
            let mut head = [0; 4096];
            let length = stream.read(&mut head).unwrap();
            let response = "HTTP/1.1 302 Found\r\nLocation: http://127.0.0.1:1/\r\nRetry-After: 7\r\nContent-Length: 0\r\n\r\n";
            stream.write_all(response.as_bytes()).unwrap();
            String::from_utf8_lossy(&head[..length]).into_owned()
        });
        let response = request(&format!("http://{address}/hook?a"), AddressScope::Private);
        let retry_after = Some(Duration::from_secs(7));
        assert_eq!(response, Ok(PostResponse { status: 302, retry_after }));
        let head = server.join().unwrap();
        assert!(head.starts_with("POST /hook?a HTTP/1.1\r\n"), "{head}");
        assert!(head.to_lowercase().contains("\r\na: b\r\n"), "{head}");
    }

    /// Resolver that has these answers, one for each time that it is asked.
    #[derive(Clone, Debug)]
    struct Rebinding(Arc<Mutex<VecDeque<Vec<SocketAddr>>>>);

    impl Resolver for Rebinding {
        fn resolve(
            &self,
            _: &Uri,
            _: &Config,
            _: NextTimeout,
        ) -> Result<ResolvedSocketAddrs, ureq::Error> {
            let mut resolved = self.empty();
            let answer = self.0.lock().unwrap().pop_front().expect("it is asked once a request");
            for address in answer {
                resolved.push(address);
            }
            Ok(resolved)
        }
    }

    #[test]
    fn rebound_name_reaches_no_forbidden_address() {
        let [allowed, forbidden] = ["127.0.0.1:0", "127.0.0.2:0"].map(|place| {
            let listener = TcpListener::bind(place).unwrap();
            listener.set_nonblocking(true).unwrap();
            listener
        });
        let metadata = SocketAddr::from(([169, 254, 169, 254], 80));
        let (good, bad) = (allowed.local_addr().unwrap(), forbidden.local_addr().unwrap());
        let resolver = Rebinding(Arc::new(Mutex::new(VecDeque::from([
            vec![good],
            vec![metadata],
            vec![good, metadata],
            vec![bad],
        ]))));
        let post = |scope| {
            let url = "http://receiver.example.org/";
            let request = OutgoingPost { url, headers: &[], body: "{}", scope };
            let until = Instant::now() + Duration::from_millis(100);
            send(request, "test", RootCerts::WebPki, until, resolver.clone())
        };
        // The receiver never answers: it has been reached, by the address that was checked.
        let silent = post(AddressScope::Private);
        assert_eq!(silent, Err(PostError::Unanswered(HttpProbeError::Silent)));
        assert!(allowed.accept().is_ok());
        let reserved = Err(PostError::Forbidden(ForbiddenAddress(AddressScope::Reserved)));
        assert_eq!(post(AddressScope::Private), reserved, "the name has moved");
        assert_eq!(post(AddressScope::Private), reserved, "one of its addresses is forbidden");
        let private = Err(PostError::Forbidden(ForbiddenAddress(AddressScope::Private)));
        assert_eq!(post(AddressScope::Global), private);
        assert!(allowed.accept().is_err() && forbidden.accept().is_err());
    }

    #[test]
    fn closed_port_is_unanswered() {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap();
        drop(listener);
        let refused = request(&format!("http://{address}/"), AddressScope::Private);
        assert_eq!(refused, Err(PostError::Unanswered(HttpProbeError::Refused)));
    }
}
