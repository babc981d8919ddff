//! Page of a standby: how far behind it is, and how to take over. It serves nothing else, and says to proxies that it is not ready.

use std::future::Future;
use std::io;
use std::sync::Arc;

use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::{Html, IntoResponse, Response};
use axum::routing::get;
use axum::{Json, Router};
use maud::{DOCTYPE, Markup, html};
use parking_lot::Mutex;
use serde::Serialize;

use crate::domain::sentence::{counted, with_full_stop};
use crate::domain::time::Timestamp;
use crate::platform::clock::{Clock, SystemClock};
use crate::server::BoundListener;
use crate::services::operations::backups::Failure;
use crate::services::operations::backups::standby::StandbyBackup;

const STYLE: &str = include_str!("standby.css");
const POLICY: &str = "default-src 'none'; style-src 'self'; frame-ancestors 'none'";
/// Interval in seconds after which a browser reloads the page.
const REFRESH: &str = "30";

/// State that a standby shows.
#[derive(Clone, Debug, Default)]
pub struct StandbyState {
    pub held: Option<StandbyBackup>,
    /// Time of the last contact with the copies.
    pub checked_at: Option<Timestamp>,
    /// Error of the last update; `None` after a successful one.
    pub failure: Option<Failure>,
}

/// State of a standby as JSON.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct StandbyView {
    #[serde(flatten)]
    held: Option<StandbyBackup>,
    /// Seconds since the held backup was made; null before the first one.
    behind_seconds: Option<u64>,
    /// Seconds since the copies were last reached; null before the first time.
    checked_seconds_ago: Option<u64>,
    failure: Option<String>,
}

type Shared = Arc<Mutex<StandbyState>>;

/// Serves the page until `stop` resolves.
///
/// # Errors
/// If binding the address fails.
pub async fn serve_standby(
    listener: BoundListener,
    state: Shared,
    stop: impl Future<Output = ()> + Send + 'static,
) -> io::Result<()> {
    let router = Router::new()
        .route("/healthz", get(|| async { StatusCode::OK }))
        .route("/readyz", get(|| async { StatusCode::SERVICE_UNAVAILABLE }))
        .route("/standby.css", get(show_style))
        .route("/standby.json", get(show_state))
        .route("/", get(show_page))
        .fallback(show_nothing)
        .with_state(state);
    axum::serve(listener.into_port()?, router).with_graceful_shutdown(stop).await
}

async fn show_style() -> Response {
    ([(header::CONTENT_TYPE, "text/css; charset=utf-8")], STYLE).into_response()
}

async fn show_state(State(state): State<Shared>) -> Response {
    let state = state.lock().clone();
    let now = Timestamp::from(SystemClock.now());
    let ago = |time: Timestamp| now.since(time).as_secs();
    let view = StandbyView {
        behind_seconds: state.held.as_ref().map(|held| ago(held.made_at())),
        checked_seconds_ago: state.checked_at.map(ago),
        failure: state.failure.map(|failure| failure.problem),
        held: state.held,
    };
    ([(header::CACHE_CONTROL, "no-store")], Json(view)).into_response()
}

async fn show_page(State(state): State<Shared>) -> Response {
    page(StatusCode::OK, &state.lock().clone())
}

/// Explains to members who come here by mistake that this is not the community.
async fn show_nothing(State(state): State<Shared>) -> Response {
    page(StatusCode::SERVICE_UNAVAILABLE, &state.lock().clone())
}

fn page(status: StatusCode, state: &StandbyState) -> Response {
    let document = document(state, SystemClock.now().into()).into_string();
    let headers = [
        (header::CONTENT_SECURITY_POLICY, POLICY),
        (header::CACHE_CONTROL, "no-store"),
        (header::REFRESH, REFRESH),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::REFERRER_POLICY, "no-referrer"),
    ];
    (status, headers, Html(document)).into_response()
}

fn document(state: &StandbyState, now: Timestamp) -> Markup {
    let community = state.held.as_ref().map_or("Inkfold", |held| &held.community);
    html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                title { "Standby of " (community) }
                link rel="stylesheet" href="/standby.css";
            }
            body {
                main {
                    h1 { "Standby of " (community) }
                    (behind(state, now))
                    (checked(state, now))
                    (take_over_steps())
                }
            }
        }
    }
}

fn take_over_steps() -> Markup {
    html! {
        h2 { "Take over" }
        ol {
            li { "Make sure that the other server is off, and stays off: what members write there from now on is lost." }
            li { "Stop this standby: " code { "systemctl stop inkfold-standby" } ", or Ctrl+C where it runs." }
            li { code { "inkfold restore --take-over" } }
            li { "Start the server: " code { "systemctl start inkfold" } ", or " code { "inkfold serve" } "." }
            li { "Lead the community's address to this machine. Everybody signs in again." }
        }
    }
}

fn behind(state: &StandbyState, now: Timestamp) -> Markup {
    let Some(held) = &state.held else {
        let why = match state.checked_at {
            Some(_) => "The copies have no backup yet.",
            None => "The first backup is being fetched.",
        };
        return html! { p class="behind" { strong { "Nothing is here yet." } " " (why) } };
    };
    let made_at = held.made_at();
    html! {
        p class="behind" {
            strong { (span(now.since(made_at).as_secs())) " behind." }
            " Everything is here as it was at "
            time datetime=(maud::display(made_at)) { (moment(made_at)) }
            ", in the backup " code { (held.backup) } "."
        }
        @match held.lacking {
            0 => {}
            1 => p class="trouble" { "1 file is damaged or missing in the backup." }
            more => p class="trouble" { (more) " files are damaged or missing in the backup." }
        }
    }
}

fn checked(state: &StandbyState, now: Timestamp) -> Markup {
    html! {
        @if let Some(at) = state.checked_at {
            p { "The copies were reached " (span(now.since(at).as_secs())) " ago." }
        }
        @if let Some(Failure { at, problem }) = &state.failure {
            p class="trouble" { "The last try, at " (moment(*at)) ", failed: " (with_full_stop(problem)) }
        }
    }
}

/// Duration in its largest unit of which there are two.
fn span(seconds: u64) -> String {
    match seconds {
        0..=119 => counted(seconds, "second", "seconds"),
        120..=7_199 => counted(seconds / 60, "minute", "minutes"),
        7_200..=172_799 => counted(seconds / 3_600, "hour", "hours"),
        _ => counted(seconds / 86_400, "day", "days"),
    }
}

/// A moment as people write it: `2026-11-24 15:30 UTC`.
fn moment(time: Timestamp) -> String {
    let text = time.to_string();
    let minutes = text.get(..16).unwrap_or(&text);
    format!("{} UTC", minutes.replace('T', " "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn standby_page_shows_lag_and_escapes_names() {
        let now = Timestamp { seconds: 1_767_225_600, nanoseconds: 0 };
        let held = StandbyBackup {
            backup: "2026-01-01T00-00-00Z".into(),
            made_at: now.seconds - 3 * 3_600,
            community: "<b>Ink</b>".into(),
            lacking: 2,
        };
        let failure = Failure { at: now, problem: "no route to \"<host>\"".into() };
        let state =
            StandbyState { held: Some(held), checked_at: Some(now), failure: Some(failure) };
        let page = document(&state, now).into_string();
        assert!(page.contains("3 hours behind") && page.contains("2025-12-31 21:00 UTC"), "{page}");
        assert!(page.contains("--take-over"), "{page}");
        assert!(!page.contains("<b>Ink") && page.contains("&lt;b&gt;Ink"), "{page}");
        assert!(page.contains("failed: no route to &quot;&lt;host&gt;&quot;."), "{page}");
        assert!(page.contains("2 files are damaged or missing in the backup."), "{page}");
    }
}
