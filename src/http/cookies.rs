//! The two cookies: who is signed in, and the token that every change must echo.

use axum_extra::extract::cookie::{Cookie, SameSite};

use crate::config::Config;
use crate::domain::secret::Secret;
use crate::domain::session::SESSION_LIFE;

/// No script can read it; only its hash is stored.
pub(super) const SESSION: &str = "session";
/// Readable by the page, which echoes it in a header that another site cannot set.
pub(super) const XSRF: &str = "XSRF-TOKEN";

/// A session's cookie. `Secure` exactly for https: a browser drops a secure cookie on plain http.
pub(super) fn session(config: &Config, secret: &Secret) -> Cookie<'static> {
    Cookie::build((SESSION, secret.reveal().to_owned()))
        .http_only(true)
        .same_site(SameSite::Lax)
        .path("/")
        .secure(config.is_https())
        .max_age(session_life())
        .build()
}

/// A fresh echo token.
pub(super) fn xsrf(config: &Config, secret: &Secret) -> Cookie<'static> {
    Cookie::build((XSRF, secret.reveal().to_owned()))
        .same_site(SameSite::Lax)
        .path("/")
        .secure(config.is_https())
        .build()
}

/// Ends the session in the browser.
pub(super) fn end_session() -> Cookie<'static> {
    let mut cookie = Cookie::build((SESSION, "")).path("/").build();
    cookie.make_removal();
    cookie
}

fn session_life() -> time::Duration {
    time::Duration::seconds(SESSION_LIFE.as_secs() as i64)
}
