//! mDNS: clients in the same network find the server by name.

use std::time::{Duration, Instant};

use mdns_sd::{ServiceDaemon, ServiceEvent};

use super::inkfold;
use crate::support::{Running, skip};

/// Timeout. Announcements take a second or two, where the network forwards them.
const TIMEOUT: Duration = Duration::from_secs(10);

#[test]
fn mdns_answers_queries_for_web_servers() {
    let folder = tempfile::tempdir().unwrap();
    let name = format!("inkfold-{}", std::process::id());
    let settings =
        format!("community = \"The Tuesday Writers\"\n[serve]\nmdns_name = \"{name}\"\n");
    let mut running = Running::start_at("0.0.0.0:0", inkfold(folder.path(), &settings), &[]);
    let port: u16 = running.url.rsplit(':').next().unwrap().parse().unwrap();
    let browser = ServiceDaemon::new().unwrap();
    let heard = browser.browse("_http._tcp.local.").unwrap();
    let until = Instant::now() + TIMEOUT;
    let found = std::iter::from_fn(|| {
        heard.recv_timeout(until.saturating_duration_since(Instant::now())).ok()
    })
    .find_map(|event| match event {
        ServiceEvent::ServiceResolved(found) if found.get_port() == port => Some(found),
        _ => None,
    });
    match found {
        None => skip("no multicast between processes of this machine"),
        Some(found) => {
            assert_eq!(found.get_hostname(), format!("{name}.local."));
            assert_eq!(found.get_fullname(), "The Tuesday Writers._http._tcp.local.");
        }
    }
    running.stop();
}
