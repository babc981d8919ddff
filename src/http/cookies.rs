//! The two cookies: who is signed in, and the token that every change must echo. The only place that knows their names.

use axum::http::{HeaderMap, header};
use axum_extra::extract::cookie::{Cookie, SameSite};

use crate::config::Config;
use crate::domain::secret::Secret;
use crate::domain::session::SESSION_LIFE;

/// Readable by the page, which echoes it in a header that another site cannot set.
const XSRF: &str = "XSRF-TOKEN";

/// The name of the session's cookie, which no script can read and of which only the hash is stored.
///
/// With https it begins with `__Host-`: browsers then take it from this very host only, by an encrypted way and for every
/// path. Below a path it is not for the neighbours, so that it cannot be for every path: `__Secure-` still asks for the
/// encrypted way. On plain http browsers would take neither.
fn session_name(config: &Config) -> &'static str {
    match (config.is_https(), config.base_path()) {
        (false, _) => "session",
        (true, "") => "__Host-session",
        (true, _) => "__Secure-session",
    }
}

/// The pages that are sent the cookies: all of ours, and no others of the host.
fn path(config: &Config) -> String {
    match config.base_path() {
        "" => "/".to_owned(),
        base => base.to_owned(),
    }
}

/// The session that a request comes with, whether or not it is good for anything.
pub(super) fn session_in(config: &Config, headers: &HeaderMap) -> Option<Secret> {
    value_in(headers, session_name(config)).map(|value| Secret::claimed(&value))
}

/// The echo token that a request comes with.
pub(super) fn xsrf_in(headers: &HeaderMap) -> Option<String> {
    value_in(headers, XSRF)
}

/// The value of one cookie. Where several have its name, as of a neighbour at the top of the host, it is the first: browsers
/// send the one for the longest path before the others (RFC 6265, 5.4), and the interface reads it in the same order.
///
/// Ours are of letters that need no decoding, and every request comes with some: filling a
/// [`CookieJar`](axum_extra::extract::CookieJar) would cost more than all else we look at.
pub(super) fn value_in(headers: &HeaderMap, name: &str) -> Option<String> {
    let lines = headers.get_all(header::COOKIE).iter().filter_map(|line| line.to_str().ok());
    let mut pairs = lines.flat_map(|line| line.split(';')).filter_map(|pair| pair.split_once('='));
    pairs.find(|(key, _)| key.trim() == name).map(|(_, value)| value.trim().to_owned())
}

/// Whether a `Set-Cookie` sets the echo token.
pub(super) fn sets_xsrf(cookie: &[u8]) -> bool {
    cookie.strip_prefix(XSRF.as_bytes()).is_some_and(|rest| rest.starts_with(b"="))
}

/// A session's cookie. `Secure` exactly for https: a browser drops a secure cookie on plain http.
pub(super) fn session(config: &Config, secret: &Secret) -> Cookie<'static> {
    let mut cookie = bare_session(config, secret.reveal().to_owned());
    cookie.set_max_age(session_life());
    cookie
}

/// Ends the session in the browser.
pub(super) fn end_session(config: &Config) -> Cookie<'static> {
    let mut cookie = bare_session(config, String::new());
    cookie.make_removal();
    cookie
}

/// What the browser knows the cookie by, also when it is to be removed.
fn bare_session(config: &Config, value: String) -> Cookie<'static> {
    Cookie::build((session_name(config), value))
        .http_only(true)
        .same_site(SameSite::Lax)
        .path(path(config))
        .secure(config.is_https())
        .build()
}

/// A fresh echo token.
pub(super) fn xsrf(config: &Config, secret: &Secret) -> Cookie<'static> {
    Cookie::build((XSRF, secret.reveal().to_owned()))
        .same_site(SameSite::Lax)
        .path(path(config))
        .secure(config.is_https())
        .build()
}

fn session_life() -> time::Duration {
    time::Duration::seconds(SESSION_LIFE.as_secs() as i64)
}
