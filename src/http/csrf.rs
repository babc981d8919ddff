//! CSRF protection: rejects changes that another site's page makes a member's browser send.
//!
//! Every request but GET, HEAD and OPTIONS echoes the cookie `XSRF-TOKEN` in the header `X-XSRF-TOKEN`. The response to a request
//! without the cookie sets one. Requests with another proof need neither: those with an API token, which no browser adds by
//! itself, webhooks that a payment provider signs, and the secret link of a mail that stops such mails.
//!
//! In addition, an origin check compares `Origin` with the requested host and with our own names, and rejects requests whose
//! `Sec-Fetch-Site` is `cross-site`. Scripts of a page can set neither header.

use axum::extract::Request;
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, header};
use axum::response::{IntoResponse, Response};
use subtle::ConstantTimeEq;

use crate::config::Config;
use crate::context::Context;
use crate::domain::message::Message;

use super::bearer::TokenActor;
use super::error::ApiError;
use super::{cookies, host_allowlist, unsubscribe};

const HEADER: &str = "x-xsrf-token";
/// Path of the webhook, which comes from no browser and is proved by a signature.
const SIGNED: &str = "/webhooks/checkout";

/// Rejection of a forged request with status 403; `None` for an acceptable one. `token` is the value of its CSRF cookie.
pub(super) fn refusal(config: &Config, request: &Request, token: Option<&str>) -> Option<Response> {
    let headers = request.headers();
    // OPTIONS changes nothing: a page of another origin asks with it which requests are allowed.
    let is_safe = [Method::GET, Method::HEAD, Method::OPTIONS].contains(request.method());
    let path = request.uri().path();
    let has_token = request.extensions().get::<TokenActor>().is_some();
    let words = if is_safe || has_token || path == SIGNED || path.starts_with(unsubscribe::PATH) {
        return None;
    } else if is_cross_origin(config, host_allowlist::requested_host(headers), headers) {
        Message::new(
            "cross-site-request",
            "This request came from another site, so it was rejected.",
        )
    } else if !is_echoed(token, headers) {
        Message::new("page-outdated", "This page is out of date. Please reload it and try again.")
    } else {
        return None;
    };
    Some(ApiError::request(StatusCode::FORBIDDEN, "csrf", words).into_response())
}

/// Whether the browser says that a page of another site sends the request. Older browsers say nothing.
///
/// The page's host is compared with the requested one and, since a reverse proxy may request another one than the member did, with
/// our own names. `null` is inconclusive: browsers also send it for pages that, as ours do, want no referrer sent.
fn is_cross_origin(config: &Config, named: Option<&str>, headers: &HeaderMap) -> bool {
    let site = headers.get("sec-fetch-site").map(HeaderValue::as_bytes);
    let is_foreign = |origin: &str| {
        let asked = named.and_then(host_allowlist::host_of);
        let page = host_allowlist::host_of_url(origin);
        page.is_none_or(|page| {
            Some(&page) != asked.as_ref() && !host_allowlist::is_own(config, &page)
        })
    };
    let mut origins = headers.get_all(header::ORIGIN).iter();
    site == Some(b"cross-site")
        || origins.any(|origin| origin != "null" && origin.to_str().map_or(true, is_foreign))
}

fn is_echoed(token: Option<&str>, headers: &HeaderMap) -> bool {
    let (Some(token), Some(echo)) = (token, headers.get(HEADER)) else { return false };
    !token.is_empty() && token.as_bytes().ct_eq(echo.as_bytes()).into()
}

/// Sets a CSRF cookie on the response to a request without one, unless the handler has set it, as at sign-in.
pub(super) fn set_token(context: &Context, response: &mut Response) {
    let mut set = response.headers().get_all(header::SET_COOKIE).iter();
    let is_set = set.any(|cookie| cookies::sets_xsrf(cookie.as_bytes()));
    if !is_set
        && let Ok(fresh) = context.secret()
        && let Ok(cookie) = cookies::xsrf(&context.config(), &fresh).to_string().parse()
    {
        response.headers_mut().append(header::SET_COOKIE, cookie);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is_refused(name: &'static str, value: &'static str) -> bool {
        let config = Config {
            public_url: "https://ink.example.org".into(),
            hosts: vec!["ink.lan".into()],
            ..Config::default()
        };
        let mut headers = HeaderMap::new();
        headers.insert(name, value.parse().unwrap());
        is_cross_origin(&config, Some("127.0.0.1:8080"), &headers)
    }

    #[test]
    fn own_origin_is_allowed_behind_any_proxy() {
        for origin in
            ["http://127.0.0.1:8080", "https://ink.example.org", "http://ink.lan:8080", "null"]
        {
            assert!(!is_refused("origin", origin), "{origin}");
        }
        for site in ["same-origin", "same-site", "none"] {
            assert!(!is_refused("sec-fetch-site", site), "{site}");
        }
        assert!(!is_refused("accept", "*/*"));
    }

    #[test]
    fn cross_site_origins_are_refused() {
        for origin in [
            "https://eve.example.org",
            "https://ink.example.org.eve.com",
            "https://ink.example.org@eve.com",
            "http://127.0.0.2:8080",
            "ink.example.org",
            "",
            "\u{e9}",
        ] {
            assert!(is_refused("origin", origin), "{origin}");
        }
        assert!(is_refused("sec-fetch-site", "cross-site"));
    }
}
