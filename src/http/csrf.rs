//! Refuses changes that another site's page makes a member's browser send.
//!
//! Every request but GET and HEAD echoes the cookie `XSRF-TOKEN` in the header `X-XSRF-TOKEN`. A request that comes
//! without the cookie is answered with one.

use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::{HeaderMap, Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use axum_extra::extract::CookieJar;
use subtle::ConstantTimeEq;

use crate::app::App;

use super::cookies;
use super::error::ApiError;

const HEADER: &str = "x-xsrf-token";

pub(super) async fn guard(State(app): State<Arc<App>>, request: Request, next: Next) -> Response {
    let jar = CookieJar::from_headers(request.headers());
    let token = jar.get(cookies::XSRF).map(|cookie| cookie.value().to_owned());
    let reads = [Method::GET, Method::HEAD].contains(request.method());
    let mut response = if reads || is_echoed(token.as_deref(), request.headers()) {
        next.run(request).await
    } else {
        let words = "This page is out of date. Please reload it and try again.";
        ApiError::request(StatusCode::FORBIDDEN, "csrf", words).into_response()
    };
    if token.is_none()
        && let Ok(fresh) = app.secret()
    {
        set(&app, &fresh, &mut response);
    }
    response
}

fn is_echoed(token: Option<&str>, headers: &HeaderMap) -> bool {
    let (Some(token), Some(echo)) = (token, headers.get(HEADER)) else { return false };
    !token.is_empty() && token.as_bytes().ct_eq(echo.as_bytes()).into()
}

/// Leaves a token that the handler itself has set, such as at sign-in.
fn set(app: &App, fresh: &crate::domain::secret::Secret, response: &mut Response) {
    let is_set = response
        .headers()
        .get_all(header::SET_COOKIE)
        .iter()
        .any(|cookie| cookie.as_bytes().starts_with(cookies::XSRF.as_bytes()));
    if !is_set && let Ok(cookie) = cookies::xsrf(&app.config, fresh).to_string().parse() {
        response.headers_mut().append(header::SET_COOKIE, cookie);
    }
}
