//! Announcement in the local network by mDNS (RFC 6762), which needs no name server; and the machine's own address.

use std::net::{IpAddr, Ipv4Addr, SocketAddr, UdpSocket};
use std::time::Duration;

use inkfold::config::Config;
use mdns_sd::{ServiceDaemon, ServiceInfo};

/// Maximum duration of the goodbye.
const GOODBYE_TIMEOUT: Duration = Duration::from_millis(500);
/// Maximum length of a label in DNS, in bytes.
const MAX_NAME_LENGTH: usize = 63;
/// Address for documentation, to which the route is looked up; nothing is sent there.
const ELSEWHERE: (Ipv4Addr, u16) = (Ipv4Addr::new(192, 0, 2, 1), 9);

/// Announced name of the server, which is withdrawn when this is dropped.
pub(super) struct MdnsAnnouncement {
    daemon: ServiceDaemon,
    /// URL that members can type.
    pub(super) url: String,
}

impl MdnsAnnouncement {
    /// Announces the server if the settings ask for it and it listens beyond this machine. A failure is only logged.
    pub(super) fn start(config: &Config, at: SocketAddr) -> Option<Self> {
        if !config.serve.mdns || at.ip().is_loopback() {
            return None;
        }
        let announced = service(config, at).and_then(|service| {
            let daemon = ServiceDaemon::new()?;
            daemon.register(service)?;
            Ok(Self { daemon, url: url(config, at.port()) })
        });
        announced
            .inspect_err(|error| {
                tracing::warn!(%error, "mDNS announcement failed; see `mdns` in [serve]");
            })
            .ok()
    }
}

impl Drop for MdnsAnnouncement {
    fn drop(&mut self) {
        // Without a goodbye the network remembers the name for a while.
        if let Ok(done) = self.daemon.shutdown() {
            let _ = done.recv_timeout(GOODBYE_TIMEOUT);
        }
    }
}

/// Service to announce: the community's name, the host's, and the port.
fn service(config: &Config, at: SocketAddr) -> mdns_sd::Result<ServiceInfo> {
    let kind = if config.tls.is_on() { "_https._tcp.local." } else { "_http._tcp.local." };
    let mut name = config.community.clone();
    while name.len() > MAX_NAME_LENGTH {
        name.pop();
    }
    let host = format!("{}.local.", config.serve.mdns_name);
    let path = [("path", config.at("/"))];
    if at.ip().is_unspecified() {
        let service = ServiceInfo::new(kind, &name, &host, "", at.port(), &path[..])?;
        return Ok(service.enable_addr_auto());
    }
    ServiceInfo::new(kind, &name, &host, at.ip(), at.port(), &path[..])
}

fn url(config: &Config, port: u16) -> String {
    let host = format!("{}.local", config.serve.mdns_name);
    format!("{}{}", address(config, &host, port), config.base_path())
}

fn address(config: &Config, host: &str, port: u16) -> String {
    let (scheme, usual) = if config.tls.is_on() { ("https", 443) } else { ("http", 80) };
    if port == usual { format!("{scheme}://{host}") } else { format!("{scheme}://{host}:{port}") }
}

/// URL by which others reach this machine, as far as it knows it; its loopback address without a network.
pub(super) fn own_address(config: &Config, at: SocketAddr) -> String {
    let ip = if at.ip().is_unspecified() { way_out() } else { Some(at.ip()) };
    let host = ip.unwrap_or(Ipv4Addr::LOCALHOST.into());
    let host = SocketAddr::new(host, 0).to_string();
    // Formatted as in a URL: with brackets if it is IPv6.
    address(config, host.trim_end_matches(":0"), at.port())
}

fn way_out() -> Option<IpAddr> {
    let socket = UdpSocket::bind((Ipv4Addr::UNSPECIFIED, 0)).ok()?;
    socket.connect(ELSEWHERE).ok()?;
    Some(socket.local_addr().ok()?.ip())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mdns_announces_community_and_host_name() {
        let config = Config { community: "The Tuesday Writers".into(), ..Config::default() };
        let told = service(&config, "0.0.0.0:8080".parse().unwrap()).unwrap();
        assert_eq!(told.get_fullname(), "The Tuesday Writers._http._tcp.local.");
        assert_eq!((told.get_hostname(), told.get_port()), ("inkfold.local.", 8080));
        assert!(told.is_addr_auto(), "addresses of Wi-Fi come and go");

        let one = service(&config, "192.0.2.7:80".parse().unwrap()).unwrap();
        let addresses: Vec<String> =
            one.get_addresses_v4().iter().map(ToString::to_string).collect();
        assert_eq!((addresses, one.is_addr_auto()), (vec!["192.0.2.7".to_owned()], false));
        let long = Config { community: "墨".repeat(40), ..Config::default() };
        assert!(service(&long, "0.0.0.0:80".parse().unwrap()).is_ok());
    }

    #[test]
    fn server_urls_omit_default_port() {
        let config = Config::default();
        assert_eq!(url(&config, 8080), "http://inkfold.local:8080");
        assert_eq!(url(&config, 80), "http://inkfold.local");
        let public_url = "http://club.lan/ink".to_owned();
        assert_eq!(
            url(&Config { public_url, ..Config::default() }, 80),
            "http://inkfold.local/ink"
        );
        let own = |at: &str| own_address(&config, at.parse().unwrap());
        assert_eq!(own("192.0.2.7:8080"), "http://192.0.2.7:8080");
        assert_eq!(own("[fd00::7]:8080"), "http://[fd00::7]:8080");
        assert!(own("0.0.0.0:80").starts_with("http://"));
        assert!(!own("0.0.0.0:80").contains("0.0.0.0"));
    }

    #[test]
    fn loopback_only_server_is_not_announced() {
        let config = Config::default();
        assert!(MdnsAnnouncement::start(&config, "127.0.0.1:8080".parse().unwrap()).is_none());
        let mut silent = config;
        silent.serve.mdns = false;
        assert!(MdnsAnnouncement::start(&silent, "0.0.0.0:8080".parse().unwrap()).is_none());
    }
}
