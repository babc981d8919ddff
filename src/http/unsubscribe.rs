//! Unsubscribe links in mails about editions and reminders: a page with a confirmation, and one click by a mail program (RFC 8058).
//!
//! Both need only the link: no session, no script, no cookie.

use axum::extract::{Path, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{Html, IntoResponse, Response};
use maud::{Markup, html};

use crate::config::Config;
use crate::domain::item::Item;
use crate::error::Error;
use crate::services::editions::edition_notices::{self, Subscription};

use super::error::{ApiError, Result};
use super::extractors::{AppState, run_blocking};
use super::pages::html_document::{Appearance, document};

/// Path before the uid and the secret. The link itself is the proof, so requests below this path need no CSRF token.
pub(super) const PATH: &str = "/unsubscribe/";

/// Shows a page with a button. Programs that follow links in mails change nothing by it.
#[utoipa::path(get, path = "/unsubscribe/{uid}/{secret}", tag = "accounts",
    params(("uid" = String, Path), ("secret" = String, Path)),
    responses((status = 200, content_type = "text/html", body = String)))]
pub(super) async fn show_unsubscribe(
    state: AppState,
    path: Path<(String, String)>,
    headers: HeaderMap,
) -> Result<Response> {
    ask(state, path, headers, Subscription::Editions).await
}

/// [`show_unsubscribe`] for reminders.
#[utoipa::path(get, path = "/unsubscribe/{uid}/{secret}/reminders", tag = "accounts",
    params(("uid" = String, Path), ("secret" = String, Path)),
    responses((status = 200, content_type = "text/html", body = String)))]
pub(super) async fn show_unsubscribe_reminders(
    state: AppState,
    path: Path<(String, String)>,
    headers: HeaderMap,
) -> Result<Response> {
    ask(state, path, headers, Subscription::Reminders).await
}

async fn ask(
    State(context): AppState,
    Path((uid, secret)): Path<(String, String)>,
    headers: HeaderMap,
    subscription: Subscription,
) -> Result<Response> {
    let known = run_blocking(&context, move |context| {
        edition_notices::check_link(context, uid.parse().map_err(|_| UNKNOWN)?, &secret)
    });
    answer(&context.config(), &headers, known.await, question(subscription))
}

/// Stops mails about editions. The body is ignored: `List-Unsubscribe=One-Click`, or that of the page's button.
#[utoipa::path(post, path = "/unsubscribe/{uid}/{secret}", tag = "accounts",
    params(("uid" = String, Path), ("secret" = String, Path)),
    responses((status = 200, content_type = "text/html", body = String)))]
pub(super) async fn unsubscribe(
    state: AppState,
    path: Path<(String, String)>,
    headers: HeaderMap,
) -> Result<Response> {
    stop(state, path, headers, Subscription::Editions).await
}

/// [`unsubscribe`] for reminders: by mail and on the begin page.
#[utoipa::path(post, path = "/unsubscribe/{uid}/{secret}/reminders", tag = "accounts",
    params(("uid" = String, Path), ("secret" = String, Path)),
    responses((status = 200, content_type = "text/html", body = String)))]
pub(super) async fn unsubscribe_reminders(
    state: AppState,
    path: Path<(String, String)>,
    headers: HeaderMap,
) -> Result<Response> {
    stop(state, path, headers, Subscription::Reminders).await
}

async fn stop(
    State(context): AppState,
    Path((uid, secret)): Path<(String, String)>,
    headers: HeaderMap,
    subscription: Subscription,
) -> Result<Response> {
    let done = run_blocking(&context, move |context| {
        let member = uid.parse().map_err(|_| UNKNOWN)?;
        edition_notices::unsubscribe(context, member, &secret, subscription)
    });
    answer(&context.config(), &headers, done.await, unsubscribed(subscription))
}

const UNKNOWN: Error = Error::NotFound(Item::Link);

/// Title and content of a page.
type Message = (&'static str, Markup);

fn question(subscription: Subscription) -> Message {
    let (title, explanation) = match subscription {
        Subscription::Editions => (
            "Stop mails about new editions?",
            "You'll get no more mails when a book with your entries is published. Mails about your account still reach you.",
        ),
        Subscription::Reminders => (
            "Stop reminders?",
            "You'll no longer be reminded of open questions, neither by mail nor on your begin page. Mails about your account still reach you.",
        ),
    };
    let content = html! {
        p { (explanation) }
        form method="post" { p { button type="submit" { "Stop these mails" } } }
    };
    (title, content)
}

fn unsubscribed(subscription: Subscription) -> Message {
    let stopped = match subscription {
        Subscription::Editions => {
            "You'll get no more mails about new editions. You can change this in Settings whenever you like."
        }
        Subscription::Reminders => {
            "You'll get no more reminders. You can change this in Settings whenever you like."
        }
    };
    ("You've unsubscribed", html! { p { (stopped) } })
}

fn not_found() -> Message {
    let content = html! {
        p { "A letter may be missing, or the account was deleted. You can also stop mails in Settings." }
    };
    ("This link doesn't work", content)
}

fn answer(
    config: &Config,
    headers: &HeaderMap,
    outcome: Result<()>,
    message: Message,
) -> Result<Response> {
    let (status, message) = match outcome {
        Ok(()) => (StatusCode::OK, message),
        Err(ApiError::Service(Error::NotFound(_))) if accepts_html(headers) => {
            (StatusCode::NOT_FOUND, not_found())
        }
        Err(error) => return Err(error),
    };
    let page = page(config, Appearance::of(headers), message);
    Ok((status, Html(page.into_string())).into_response())
}

/// Whether the client accepts HTML, as a browser does; programs get the usual JSON error.
fn accepts_html(headers: &HeaderMap) -> bool {
    let mut accepted = headers.get_all(header::ACCEPT).iter();
    accepted.any(|value| value.to_str().is_ok_and(|value| value.contains("text/html")))
}

fn page(config: &Config, appearance: Appearance, (title, content): Message) -> Markup {
    let name = &config.community;
    let head = html! {
        meta name="robots" content="noindex";
        title { (title) " – " (name) }
        link rel="stylesheet" href=(config.at("/basic.css"));
    };
    let body = html! {
        header class="basic-head" { p class="basic-name" { (name) } }
        main id="content" {
            div class="basic-page stack" {
                h1 { (title) }
                (content)
                p { a href=(config.at("/settings")) { "Settings" } }
            }
        }
    };
    document(appearance, &head, &body)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn name_of_the_community_is_escaped() {
        let config = Config { community: "Pen & \"Paper\" <script>".into(), ..Config::default() };
        let page =
            page(&config, Appearance::default(), question(Subscription::Editions)).into_string();
        let name = "Pen &amp; &quot;Paper&quot; &lt;script&gt;";
        let title = format!("<title>Stop mails about new editions? – {name}</title>");
        assert!(page.contains(&title), "{page}");
        assert!(page.contains(&format!("<p class=\"basic-name\">{name}</p>")), "{page}");
        assert!(page.contains("<form method=\"post\"><p><button type=\"submit\">"), "{page}");
    }
}
