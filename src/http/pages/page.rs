//! HTML page that starts the interface, with the reader's theme and display in its start tag, so that no other theme flashes up.
//! Only its head and the data that it brings depend on the address.

use axum::Extension;
use axum::extract::State;
use axum::http::request::Parts;
use axum::http::{Method, StatusCode, header};
use axum::response::{IntoResponse, Response};
use maud::html;

use crate::domain::message::Message;
use crate::http::error::{ApiError, Result};
use crate::http::extractors::{AppState, CurrentActor};

use super::basic::{self, Links};
use super::html_document::Appearance;
use super::page_data::PageCalls;
use super::page_metadata::{self, Subject};
use super::{assets, browser, first_content, html_head, site_map};

const PLAIN: &str = "<html lang=\"en\">";
const PLAIN_HEAD: &str = "<title>Inkfold</title>";
/// Link to the basic page, for browsers without scripts.
const PLAIN_BASIC: &str = "href=\"/basic\"";
/// Element that the interface takes over.
const PLAIN_ROOT: &str = "<div id=\"root\"></div>";
const END: &str = "</body>";
const NOT_BUILT: &str =
    "This executable was built without its interface. Build it with `make release`.";

/// Shows the page at any address that is not the API's; the interface routes on from there.
pub(in crate::http) async fn show_page(
    State(context): AppState,
    CurrentActor(actor): CurrentActor,
    Extension(calls): Extension<PageCalls>,
    parts: Parts,
) -> Result<Response> {
    let Parts { method, uri, headers, .. } = &parts;
    let is_api = uri.path().starts_with("/api/") || uri.path().starts_with("/assets/");
    if is_api || ![Method::GET, Method::HEAD].contains(method) {
        let words = Message::new("address-not-found", "There is nothing at this address.");
        return Err(ApiError::request(StatusCode::NOT_FOUND, "not-found", words));
    }
    if let Some(file) = assets::beside_page(uri, headers) {
        return Ok(file);
    }
    let Some(index) = assets::index() else {
        return Ok((StatusCode::SERVICE_UNAVAILABLE, NOT_BUILT).into_response());
    };
    if browser::is_too_old(headers) {
        return basic::page(&context, uri.path(), headers, Links::Own).await;
    }
    let page = site_map::find_where(context.config().prize.enabled, uri.path());
    let subject = page_metadata::at(&context, actor.clone(), uri.path()).await?;
    let config = context.config();
    let (data, first) = match page {
        Some(page) => {
            let responses = calls.responses(page, &actor, &parts).await;
            let first = first_content::render(&config, page, &responses, &actor, &parts);
            (responses.element().into_string(), first)
        }
        None => (String::new(), None),
    };
    let root = html! { div id="root" { @if let Some(first) = first { div class="first-content" { (first) } } } };
    let basic = basic::address(config.prize.enabled, uri.path());
    let basic = basic.map_or_else(|| PLAIN_BASIC.to_owned(), |path| format!("href=\"{path}\""));
    let head = html_head::head(&config, page, &subject, uri.path());
    let html = links_below(config.base_path(), index.replacen(PLAIN_BASIC, &basic, 1))
        .replacen(PLAIN, &Appearance::of(headers).start_tag(), 1)
        .replacen(PLAIN_HEAD, &head.into_string(), 1)
        .replacen(PLAIN_ROOT, &root.into_string(), 1)
        .replacen(END, &format!("{data}{END}"), 1);
    let is_there = page.is_some() && !matches!(subject, Subject::Missing);
    let status = if is_there { StatusCode::OK } else { StatusCode::NOT_FOUND };
    let headers = [
        (header::CONTENT_TYPE, "text/html; charset=utf-8"),
        (header::CACHE_CONTROL, if data.is_empty() { "no-cache" } else { "no-store" }),
        (header::VARY, "user-agent, cookie"),
    ];
    Ok((status, headers, html).into_response())
}

/// Prepends the base path to the page's links, which the build writes for the top of a host. A `<base>` element would do so too,
/// but our content policy forbids it.
fn links_below(base: &str, page: String) -> String {
    if base.is_empty() { page } else { page.replace("=\"/", &format!("=\"{base}/")) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn page_links_are_below_base_path() {
        let page =
            "<a href=\"/basic\">x</a><script src=\"/assets/x.js\"></script><meta content=\"a/b\">";
        assert_eq!(links_below("", page.into()), page);
        let below = links_below("/ink", page.into());
        assert!(
            below.contains("href=\"/ink/basic\"") && below.contains("src=\"/ink/assets/x.js\"")
        );
        assert!(below.contains("content=\"a/b\""));
    }
}
