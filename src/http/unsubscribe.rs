//! The link in mails about editions that stops them: a page that asks first, and one click by a mail program (RFC 8058).
//!
//! Both need nothing but the link: no session, no script, no cookie.

use axum::extract::{Path, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};

use crate::config::Config;
use crate::error::Error;
use crate::services::edition_notices;

use super::error::{ApiError, ErrorBody, Result};
use super::extract::{AppState, run_blocking};
use super::html_head::escape;
use super::page::html_tag_for;

/// What comes before the member and the secret. The link is proof enough: who asks by it needs no token against forged requests.
pub(super) const PATH: &str = "/unsubscribe/";

/// A page with a button. Programs that follow links in mails change nothing by it.
#[utoipa::path(get, path = "/unsubscribe/{uid}/{secret}", tag = "accounts", params(("uid" = String, Path), ("secret" = String, Path)), responses(
    (status = 200, content_type = "text/html", body = String), (status = 404, body = ErrorBody)))]
pub(super) async fn show_unsubscribe(
    State(app): AppState,
    Path((uid, secret)): Path<(String, String)>,
    headers: HeaderMap,
) -> Result<Response> {
    let known = run_blocking(&app, move |app| {
        edition_notices::check_link(app, uid.parse().map_err(|_| UNKNOWN)?, &secret)
    });
    answer(&app.config(), &headers, known.await, QUESTION)
}

/// Stops mails about editions. The body says nothing that counts: `List-Unsubscribe=One-Click`, or that of the page's button.
#[utoipa::path(post, path = "/unsubscribe/{uid}/{secret}", tag = "accounts", params(("uid" = String, Path), ("secret" = String, Path)), responses(
    (status = 200, content_type = "text/html", body = String), (status = 404, body = ErrorBody)))]
pub(super) async fn unsubscribe(
    State(app): AppState,
    Path((uid, secret)): Path<(String, String)>,
    headers: HeaderMap,
) -> Result<Response> {
    let done = run_blocking(&app, move |app| {
        edition_notices::unsubscribe(app, uid.parse().map_err(|_| UNKNOWN)?, &secret)
    });
    answer(&app.config(), &headers, done.await, DONE)
}

const UNKNOWN: Error = Error::NotFound("This link");

/// Title and content of a page.
type Words = (&'static str, &'static str);

const QUESTION: Words = (
    "Stop mails about new editions?",
    "<p>You'll get no more mails when a book with your entries is published. Mails about your account still reach you.</p>\n\
     <form method=\"post\"><p><button type=\"submit\">Stop these mails</button></p></form>",
);
const DONE: Words = (
    "You've unsubscribed",
    "<p>You'll get no more mails about new editions. You can change this in Settings whenever you like.</p>",
);
const NOT_FOUND: Words = (
    "This link doesn't work",
    "<p>A letter may be missing, or the account was deleted. You can also stop mails in Settings.</p>",
);

fn answer(
    config: &Config,
    headers: &HeaderMap,
    outcome: Result<()>,
    words: Words,
) -> Result<Response> {
    let (status, words) = match outcome {
        Ok(()) => (StatusCode::OK, words),
        Err(ApiError::Service(Error::NotFound(_))) if accepts_html(headers) => {
            (StatusCode::NOT_FOUND, NOT_FOUND)
        }
        Err(error) => return Err(error),
    };
    let page = page(config, headers, words);
    Ok((status, [(header::CONTENT_TYPE, "text/html; charset=utf-8")], page).into_response())
}

/// Whether a browser asks; programs are answered as by every other call.
fn accepts_html(headers: &HeaderMap) -> bool {
    let mut accepted = headers.get_all(header::ACCEPT).iter();
    accepted.any(|value| value.to_str().is_ok_and(|value| value.contains("text/html")))
}

fn page(config: &Config, headers: &HeaderMap, (title, content): Words) -> String {
    let [styles, settings] = ["/basic.css", "/settings"].map(|path| config.at(path));
    let (html, name) = (html_tag_for(headers), escape(&config.community));
    format!(
        "<!doctype html>\n{html}\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta name=\"robots\" content=\"noindex\">\n<title>{title} – {name}</title>\n\
         <link rel=\"stylesheet\" href=\"{styles}\">\n</head>\n<body class=\"basic\">\n\
         <header class=\"basic-head\">\n<p class=\"basic-name\">{name}</p>\n</header>\n\
         <main id=\"content\">\n<div class=\"basic-page stack\">\n<h1>{title}</h1>\n{content}\n\
         <p><a href=\"{settings}\">Settings</a></p>\n</div>\n</main>\n</body>\n</html>\n"
    )
}
