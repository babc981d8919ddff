//! Basic pages: what can be read, and the library's files, for browsers that run no scripts or too old ones.
//!
//! They stand below `/basic` for everybody, and at the pages' own addresses for browsers that are known to be too old.

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

use super::error::Result;
use super::extract::AppState;
use super::html_document::Appearance;
use super::{assets, site_map};
use frame::Frame;

const BESIDE: &str = "/basic";
const LIBRARY: &str = "/library";

/// Where the links of a basic page lead.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Links {
    /// To the pages' own addresses, where the browser is answered with basic pages.
    Own,
    /// To the basic pages beside them.
    Beside,
}

impl Links {
    fn to(self, config: &Config, path: &str) -> String {
        let beside = address(config.prize.enabled, path).filter(|_| self == Self::Beside);
        let to = beside.unwrap_or_else(|| path.to_owned());
        if to.starts_with('/') { config.at(&to) } else { to }
    }
}

/// A page below `/basic`.
pub(super) async fn show_basic(
    State(context): AppState,
    uri: Uri,
    headers: HeaderMap,
) -> Result<Response> {
    page(&context, uri.path().strip_prefix(BESIDE).unwrap_or_default(), &headers, Links::Beside)
        .await
}

/// The basic version of the page at an address; if it has none, what to do instead.
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

/// Where the basic version of a page stands, if there is one; there are more where the prize game is played.
pub(super) fn address(plays: bool, path: &str) -> Option<String> {
    match path {
        "/" | "/home" => Some(BESIDE.to_owned()),
        _ if path == LIBRARY || fragment(plays, path).is_some() => Some(format!("{BESIDE}{path}")),
        _ => None,
    }
}

/// What the interface's build has drawn of a page.
fn fragment(plays: bool, path: &str) -> Option<String> {
    let folder = if plays { "basic-with-game" } else { "basic" };
    let name = if path == "/" { "/home" } else { path };
    assets::text(&format!("{folder}{name}.html"))
}

/// Lets links lead to basic pages where there are some. The fragment is HTML already: its links stay escaped as they are in it.
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
