//! Checks of the public address: its proxy, and cookies.

use crate::support::TestServer;
use inkfold::config::{Config, TlsMode};
use inkfold::domain::check_result::{HealthCheck, Level};
use inkfold::platform::net_probe::{HttpProbeError, HttpResponseInfo};

use super::proxy::{Proxy, ProxyBehaviour};
use super::{Elsewhere, assert_has, find, find_here};

const HOST: &str = "ink.example.org";
const PUBLIC: &str = "http://ink.example.org";

/// Starts a server behind a proxy; returns both, with a network in which the public address leads to the proxy.
async fn behind(
    manner: ProxyBehaviour,
    change: impl FnOnce(&mut Config),
) -> (TestServer, Elsewhere, Proxy) {
    let proxy = Proxy::of(HOST, manner);
    let configure = |config: &mut Config| {
        config.public_url = PUBLIC.into();
        change(config);
    };
    let server = TestServer::start_with(configure).await;
    server
        .context
        .state::<inkfold::services::operations::doctor::self_probe::ProbeRegistry>()
        .mark_serving();
    proxy.lead_to(&server.url);
    let leads = Some((PUBLIC, proxy.url.clone()));
    (server, Elsewhere { leads, ..Elsewhere::default() }, proxy)
}

fn trusting(config: &mut Config) {
    config.trusted_proxies = vec!["127.0.0.0/8".parse().unwrap()];
}

#[tokio::test]
async fn correct_proxy_passes() {
    let (server, elsewhere, _proxy) = behind(ProxyBehaviour::Proper, trusting).await;
    let found = find(&server, &elsewhere, HealthCheck::PublicUrl).await;
    assert_eq!(found, [(Level::Ok, "http://ink.example.org leads here. ".into())]);
    let found = find(&server, &elsewhere, HealthCheck::Proxy).await;
    assert_eq!(found, [(Level::Ok, "The proxy at 127.0.0.1 forwards client addresses. ".into())]);
}

#[tokio::test]
async fn proxy_with_path_passes() {
    let below = |config: &mut Config| {
        trusting(config);
        config.public_url += "/ink";
    };
    let (server, elsewhere, proxy) = behind(ProxyBehaviour::Proper, below).await;
    let found = find(&server, &elsewhere, HealthCheck::PublicUrl).await;
    assert_eq!(found, [(Level::Ok, "http://ink.example.org/ink leads here. ".into())]);
    assert!(proxy.asked().starts_with("/ink/api/doctor/"), "{}", proxy.asked());
}

#[tokio::test]
async fn untrusted_proxy_is_reported_with_setting() {
    let (server, elsewhere, _proxy) = behind(ProxyBehaviour::Proper, |_| {}).await;
    let found = find(&server, &elsewhere, HealthCheck::Proxy).await;
    assert_has(&found, Level::Fail, "The proxy at 127.0.0.1 is not in `trusted_proxies`");
    assert_has(&found, Level::Fail, "trusted_proxies = [\"127.0.0.1\"]");
}

#[tokio::test]
async fn proxy_without_client_address_is_reported() {
    let (server, elsewhere, _proxy) = behind(ProxyBehaviour::Anonymous, trusting).await;
    let found = find(&server, &elsewhere, HealthCheck::Proxy).await;
    assert_has(
        &found,
        Level::Fail,
        "does not forward client addresses: all members share one rate limit.",
    );
    assert_has(&found, Level::Fail, "proxy_set_header X-Forwarded-For");
    // Without a proxy the header is not needed.
    let (server, elsewhere, _proxy) = behind(ProxyBehaviour::Anonymous, |_| {}).await;
    assert_has(&find(&server, &elsewhere, HealthCheck::Proxy).await, Level::Ok, "without a proxy");
}

#[tokio::test]
async fn proxy_with_wrong_host_is_reported() {
    let (server, elsewhere, _proxy) =
        behind(ProxyBehaviour::Renaming("127.0.0.1:8080"), trusting).await;
    let found = find(&server, &elsewhere, HealthCheck::Proxy).await;
    assert_has(
        &found,
        Level::Warn,
        "The proxy requests 127.0.0.1, but members use ink.example.org.",
    );
    let (server, elsewhere, _proxy) = behind(ProxyBehaviour::Renaming("backend"), trusting).await;
    let found = find(&server, &elsewhere, HealthCheck::Proxy).await;
    assert_has(&found, Level::Fail, "rejects this host name. the proxy must forward the host name");
}

#[tokio::test]
async fn public_url_of_another_server_is_reported() {
    for (answer, told) in [
        ("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n", "Another server answers"),
        (
            "HTTP/1.1 502 Bad Gateway\r\nContent-Length: 0\r\n\r\n",
            "that does not reach Inkfold (502)",
        ),
        (
            "HTTP/1.1 301 Moved\r\nLocation: https://ink.example.org/api/doctor/x\r\nContent-Length: 0\r\n\r\n",
            "redirects to https://ink.example.org. set",
        ),
        ("220 mail.example.org ESMTP\r\n", "cannot be reached from here"),
    ] {
        let (server, elsewhere, _proxy) = behind(ProxyBehaviour::Answering(answer), |_| {}).await;
        assert_has(&find(&server, &elsewhere, HealthCheck::PublicUrl).await, Level::Fail, told);
    }
    // Another community's server.
    let (server, elsewhere, proxy) = behind(ProxyBehaviour::Proper, trusting).await;
    let other = TestServer::start_with(|config| config.public_url = PUBLIC.into()).await;
    proxy.lead_to(&other.url);
    let found = find(&server, &elsewhere, HealthCheck::PublicUrl).await;
    assert_has(&found, Level::Fail, "Another server answers");
}

#[tokio::test]
async fn unreachable_public_url_is_reported_with_reason() {
    let (server, _, _proxy) = behind(ProxyBehaviour::Proper, |_| {}).await;
    for (why, told) in [
        (
            HttpProbeError::UnknownName,
            "its name is not known here. add the name at your DNS provider",
        ),
        (HttpProbeError::Refused, "nothing listens there. check that the proxy runs"),
        (HttpProbeError::Silent, "no answer in time. some routers do not let their own network in"),
        (
            HttpProbeError::Encryption("expired".into()),
            "cannot be encrypted: expired. check the proxy's certificate",
        ),
    ] {
        let elsewhere = Elsewhere { answer: Some(Err(why)), ..Elsewhere::default() };
        assert_has(&find(&server, &elsewhere, HealthCheck::PublicUrl).await, Level::Fail, told);
    }
    let club = TestServer::start_with(|config| config.public_url = "http://ink.local".into()).await;
    club.context
        .state::<inkfold::services::operations::doctor::self_probe::ProbeRegistry>()
        .mark_serving();
    let unknown = Some(Err(HttpProbeError::UnknownName));
    let elsewhere = Elsewhere { answer: unknown, ..Elsewhere::default() };
    let found = find(&club, &elsewhere, HealthCheck::PublicUrl).await;
    assert_has(&found, Level::Warn, "names that end in .local need mDNS");
}

#[tokio::test]
async fn own_certificate_error_names_certificate_not_proxy() {
    let own = |config: &mut Config| {
        config.tls.mode = TlsMode::Files;
        config.tls.certificate_file = "nowhere.pem".into();
    };
    let (server, _, _proxy) = behind(ProxyBehaviour::Proper, own).await;
    let why = HttpProbeError::Encryption("expired".into());
    let elsewhere = Elsewhere { answer: Some(Err(why)), ..Elsewhere::default() };
    let found = find(&server, &elsewhere, HealthCheck::PublicUrl).await;
    assert_has(&found, Level::Fail, "check the certificate in `certificate_file` of [tls]");
    assert_has(&found, Level::Fail, "nowhere.pem cannot be read: No such file");
    assert_has(&found, Level::Fail, "check `certificate_file` in [tls]");
    assert!(found.iter().all(|(_, words)| !words.contains("proxy")), "{found:?}");
}

#[tokio::test]
async fn silent_and_unencrypted_servers_are_distinguished() {
    let free = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    let (plain, _, _proxy) = behind(ProxyBehaviour::Proper, |_| {}).await;
    let https = plain.url.replace("http:", "https:");
    for (url, told) in [
        (format!("http://{free}"), "nothing listens there"),
        (https, "the way there cannot be encrypted"),
    ] {
        let server = TestServer::start_with(|config| config.public_url = url).await;
        server
            .context
            .state::<inkfold::services::operations::doctor::self_probe::ProbeRegistry>()
            .mark_serving();
        assert_has(&find_here(&server, HealthCheck::PublicUrl).await, Level::Fail, told);
    }
}

#[tokio::test]
async fn loopback_and_invalid_public_url_are_reported() {
    let server = TestServer::start().await;
    let found = find_here(&server, HealthCheck::PublicUrl).await;
    assert_has(&found, Level::Warn, "no server runs on this folder. start the server");
    let odd = TestServer::start_with(|config| config.public_url = "ink.example.org".into()).await;
    assert_has(&find_here(&odd, HealthCheck::PublicUrl).await, Level::Fail, "which is not a URL");

    server
        .context
        .state::<inkfold::services::operations::doctor::self_probe::ProbeRegistry>()
        .mark_serving();
    let leads = Some(("http://127.0.0.1:8080", server.url.clone()));
    let elsewhere = Elsewhere { leads, ..Elsewhere::default() };
    let found = find(&server, &elsewhere, HealthCheck::PublicUrl).await;
    assert_has(&found, Level::Warn, "leads here from this machine only");
}

#[tokio::test]
async fn probe_token_works_once_and_reveals_nothing() {
    let (server, elsewhere, proxy) = behind(ProxyBehaviour::Proper, trusting).await;
    assert_has(&find(&server, &elsewhere, HealthCheck::PublicUrl).await, Level::Ok, "leads here");
    let eve = server.visitor();
    let question = proxy.asked();
    assert!(question.starts_with("/api/doctor/"), "{question}");
    for asked in [question.as_str(), "/api/doctor/guessed"] {
        assert_eq!(eve.get(asked).await.status, 404, "{asked}");
    }
    // A captured probe gets 404, and its second use is detected.
    let heard = HttpResponseInfo { status: 404, date: None, location: None };
    let caught = Elsewhere { answer: Some(Ok(heard)), ..Elsewhere::default() };
    let found = find(&server, &caught, HealthCheck::PublicUrl).await;
    assert_has(&found, Level::Fail, "Another server answers");
}

#[tokio::test]
async fn http_cookies_and_unencrypted_passwords_are_reported() {
    let cookies = async |public_url: &str, listen: &str| {
        let (url, listen) = (public_url.to_owned(), listen.parse().unwrap());
        let configure = |config: &mut Config| (config.public_url, config.listen) = (url, listen);
        find_here(&TestServer::start_with(configure).await, HealthCheck::Cookies).await
    };
    let found = cookies("http://ink.example.org", "127.0.0.1:8080").await;
    assert_has(&found, Level::Warn, "Passwords are sent unencrypted");
    let found = cookies("https://ink.example.org", "0.0.0.0:8080").await;
    assert_has(&found, Level::Warn, "Sign-in fails over http:// at port 8080 of this machine");
    for (url, listen) in [
        ("https://ink.example.org", "127.0.0.1:8080"),
        ("http://inkbox.local:8080", "0.0.0.0:8080"),
        ("http://192.168.1.5", "0.0.0.0:80"),
    ] {
        assert_eq!(cookies(url, listen).await[0].0, Level::Ok, "{url}");
    }
}
