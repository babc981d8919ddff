//! Basic pages for browsers without scripts, or with too old ones: readable pages, and the library's files.
//!
//! Served below `/basic` to everybody, and at the pages' own addresses to browsers that are known to be too old.

mod frame;
mod library;

use std::fmt::Write as _;
use std::sync::Arc;

use axum::extract::State;
use axum::http::{HeaderMap, StatusCode, Uri, header};
use axum::response::{Html, IntoResponse, Response};
use maud::PreEscaped;

use crate::config::Config;
use crate::context::Context;
use crate::http::error::Result;
use crate::http::extractors::AppState;

use super::html_document::Appearance;
use super::{assets, site_map};

use frame::Frame;

const BESIDE: &str = "/basic";
const LIBRARY: &str = "/library";

/// Target of the links on a basic page.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Links {
    /// Links to the pages' own addresses, where the browser gets basic pages anyway.
    Own,
    /// Links to pages below `/basic`.
    Beside,
}

impl Links {
    fn to(self, config: &Config, path: &str) -> String {
        let beside = address(config.prize.enabled, path).filter(|_| self == Self::Beside);
        let to = beside.unwrap_or_else(|| path.to_owned());
        if to.starts_with('/') { config.at(&to) } else { to }
    }
}

/// Shows a page below `/basic`.
pub(in crate::http) async fn show_basic(
    State(context): AppState,
    uri: Uri,
    headers: HeaderMap,
) -> Result<Response> {
    page(&context, uri.path().strip_prefix(BESIDE).unwrap_or_default(), &headers, Links::Beside)
        .await
}

/// Renders the basic version of the page at an address; without one, a page that says what to do instead.
pub(super) async fn page(
    context: &Arc<Context>,
    path: &str,
    headers: &HeaderMap,
    links: Links,
) -> Result<Response> {
    let path = format!("/{}", path.trim_matches('/'));
    let config = context.config();
    let plays = config.prize.enabled;
    let page = site_map::find_where(plays, &path);
    let body = match (fragment(plays, &path), page) {
        (Some(fragment), _) => PreEscaped(follow(&config, &fragment, links)),
        (None, _) if path == LIBRARY => library::draw(context).await?,
        (None, Some(page)) if links == Links::Own => frame::needs_script(&config, page),
        (None, _) => frame::not_found(),
    };
    let is_found = page.is_some() && (links == Links::Own || address(plays, &path).is_some());
    let page = page.filter(|_| is_found);
    let frame = Frame { config: &config, page, path: &path, links };
    let document = frame.around(&body, Appearance::of(headers));
    let status = if is_found { StatusCode::OK } else { StatusCode::NOT_FOUND };
    let headers = [(header::CACHE_CONTROL, "no-cache"), (header::VARY, "user-agent")];
    Ok((status, headers, Html(document.into_string())).into_response())
}

/// Address of a page's basic version, if there is one; there are more where the prize game is played.
pub(super) fn address(plays: bool, path: &str) -> Option<String> {
    match path {
        "/" | "/home" => Some(BESIDE.to_owned()),
        _ if path == LIBRARY || fragment(plays, path).is_some() => Some(format!("{BESIDE}{path}")),
        _ => None,
    }
}

/// Prerendered content of a page from the interface's build.
fn fragment(plays: bool, path: &str) -> Option<String> {
    let folder = if plays { "basic-with-game" } else { "basic" };
    let name = if path == "/" { "/home" } else { path };
    assets::text(&format!("{folder}{name}.html"))
}

/// Rewrites links to basic pages where there are some. The fragment is HTML already, so its links are not escaped again.
fn follow(config: &Config, fragment: &str, links: Links) -> String {
    const LINK: &str = "href=\"";
    let mut parts = fragment.split(LINK);
    let mut html = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let (path, rest) = part.split_once('"').unwrap_or((part, ""));
        _ = write!(html, "{LINK}{}\"{rest}", links.to(config, path));
    }
    html
}
