//! Session cookie, and the CSRF token that every change must echo. The only module that knows their names.

use axum::http::{HeaderMap, header};
use axum_extra::extract::CookieJar;
use axum_extra::extract::cookie::{Cookie, SameSite};

use crate::config::Config;
use crate::context::Context;
use crate::domain::secret::Secret;
use crate::domain::session::SESSION_LIFETIME;
use crate::error::Result;

/// CSRF cookie, readable by the page, which echoes it in a header that another site cannot set.
const XSRF: &str = "XSRF-TOKEN";

/// Name of the session cookie, which no script can read and of which only the hash is stored.
///
/// With https the name begins with `__Host-`: browsers accept such a cookie from this very host only, over https and for every
/// path. Below a base path the cookie must not be sent to neighbouring paths, so `__Host-` cannot be used; `__Secure-` still
/// requires https. On plain http browsers would accept neither.
fn session_name(config: &Config) -> &'static str {
    match (config.is_https(), config.base_path()) {
        (false, _) => "session",
        (true, "") => "__Host-session",
        (true, _) => "__Secure-session",
    }
}

/// Path of the cookies: all of our pages, and no others of the host.
fn path(config: &Config) -> String {
    match config.base_path() {
        "" => "/".to_owned(),
        base => base.to_owned(),
    }
}

/// Session secret of a request, whether or not it is valid.
pub(super) fn session_in(config: &Config, headers: &HeaderMap) -> Option<Secret> {
    value_in(headers, session_name(config)).map(|value| Secret::from_untrusted(&value))
}

/// CSRF token of a request's cookie.
pub(super) fn xsrf_in(headers: &HeaderMap) -> Option<String> {
    value_in(headers, XSRF)
}

/// Value of a cookie. Of several with the same name, such as one of a neighbour at the top of the host, it is the first: browsers
/// send the one with the longest path first (RFC 6265, 5.4), and the interface reads them in the same order.
///
/// Our values need no decoding, and every request has some cookies: filling a [`CookieJar`](axum_extra::extract::CookieJar) would
/// cost more than all other checks.
pub(super) fn value_in(headers: &HeaderMap, name: &str) -> Option<String> {
    let lines = headers.get_all(header::COOKIE).iter().filter_map(|line| line.to_str().ok());
    let mut pairs = lines.flat_map(|line| line.split(';')).filter_map(|pair| pair.split_once('='));
    pairs.find(|(key, _)| key.trim() == name).map(|(_, value)| value.trim().to_owned())
}

/// Whether a `Set-Cookie` header sets the CSRF token.
pub(super) fn sets_xsrf(cookie: &[u8]) -> bool {
    cookie.strip_prefix(XSRF.as_bytes()).is_some_and(|rest| rest.starts_with(b"="))
}

/// Adds both cookies of a session that has just begun, with a new CSRF token.
pub(super) fn add_session(
    context: &Context,
    jar: CookieJar,
    session_secret: &Secret,
) -> Result<CookieJar> {
    let config = context.config();
    Ok(jar.add(session(&config, session_secret)).add(xsrf(&config, &context.secret()?)))
}

/// Session cookie. `Secure` exactly for https: a browser drops a secure cookie on plain http.
fn session(config: &Config, secret: &Secret) -> Cookie<'static> {
    let mut cookie = bare_session(config, secret.reveal().to_owned());
    cookie.set_max_age(session_life());
    cookie
}

/// Cookie that removes the session from the browser.
pub(super) fn end_session(config: &Config) -> Cookie<'static> {
    let mut cookie = bare_session(config, String::new());
    cookie.make_removal();
    cookie
}

/// Session cookie with the attributes that identify it, which its removal must repeat.
fn bare_session(config: &Config, value: String) -> Cookie<'static> {
    Cookie::build((session_name(config), value))
        .http_only(true)
        .same_site(SameSite::Lax)
        .path(path(config))
        .secure(config.is_https())
        .build()
}

/// Cookie with a new CSRF token.
pub(super) fn xsrf(config: &Config, secret: &Secret) -> Cookie<'static> {
    Cookie::build((XSRF, secret.reveal().to_owned()))
        .same_site(SameSite::Lax)
        .path(path(config))
        .secure(config.is_https())
        .build()
}

fn session_life() -> time::Duration {
    time::Duration::seconds(SESSION_LIFETIME.as_secs() as i64)
}
