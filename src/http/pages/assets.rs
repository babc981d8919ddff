//! Files of the interface, embedded in the executable, each sent in the smallest encoding that the browser accepts.

use std::collections::HashMap;
use std::sync::LazyLock;

use axum::body::Body;
use axum::http::{HeaderMap, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use rust_embed::{EmbeddedFile, RustEmbed};

use crate::http::response_budget::Unbudgeted;

#[derive(RustEmbed)]
#[folder = "ui/dist"]
struct Files;

/// Supported encodings with their file suffixes, smallest result first.
const ENCODINGS: [(&str, &str); 2] = [("br", ".br"), ("gzip", ".gz")];
const PAGE: &str = "index.html";
const BUILT: &str = "/assets/";
/// `Cache-Control` of built files, whose names carry a hash of the content.
const FOREVER: &str = "public, max-age=31536000, immutable";
const AN_HOUR: &str = "public, max-age=3600";

/// Sends a built file of the interface: script, style or font.
pub(in crate::http) async fn show_asset(uri: Uri, headers: HeaderMap) -> Response {
    file(&uri, &headers, FOREVER).unwrap_or_else(|| StatusCode::NOT_FOUND.into_response())
}

/// File beside the page under a fixed name, such as its icon.
pub(super) fn beside_page(uri: &Uri, headers: &HeaderMap) -> Option<Response> {
    if uri.path().ends_with(PAGE) {
        return None;
    }
    file(uri, headers, AN_HOUR)
}

fn file(uri: &Uri, headers: &HeaderMap, cache: &str) -> Option<Response> {
    let name = uri.path().trim_start_matches('/');
    let plain = Files::get(name)?;
    let (encoding, file) = smallest(name, headers).unwrap_or((None, plain.clone()));
    let mut response = Response::new(Body::from(file.data));
    response.extensions_mut().insert(Unbudgeted);
    let out = response.headers_mut();
    let mut set = |name, value: &str| value.parse().map(|value| out.insert(name, value)).is_ok();
    set(header::CONTENT_TYPE, plain.metadata.mimetype());
    set(header::CACHE_CONTROL, cache);
    set(header::VARY, "accept-encoding");
    if let Some(encoding) = encoding {
        set(header::CONTENT_ENCODING, encoding);
    }
    Some(response)
}

fn smallest(name: &str, headers: &HeaderMap) -> Option<(Option<&'static str>, EmbeddedFile)> {
    let accepted = headers.get(header::ACCEPT_ENCODING)?.to_str().ok()?;
    let takes = |encoding: &str| {
        accepted.split(',').any(|item| item.split(';').next().map(str::trim) == Some(encoding))
    };
    ENCODINGS.iter().filter(|(encoding, _)| takes(encoding)).find_map(|(encoding, ending)| {
        Some((Some(*encoding), Files::get(&format!("{name}{ending}"))?))
    })
}

/// HTML page that starts the interface; `None` if the executable was built without it.
pub(super) fn index() -> Option<String> {
    text(PAGE)
}

/// Paths of the scripts that a component of the interface needs besides the first ones; none for an unknown component.
pub(super) fn page_scripts(component: &str) -> &'static [String] {
    static SCRIPTS: LazyLock<HashMap<String, Vec<String>>> = LazyLock::new(|| {
        let scripts = text("page-scripts.json").and_then(|text| serde_json::from_str(&text).ok());
        scripts.unwrap_or_default()
    });
    SCRIPTS.get(component).map_or(&[], Vec::as_slice)
}

/// Path of the interface's style sheet, as linked by its page.
pub(super) fn style_sheet() -> Option<String> {
    let page = index()?;
    let mut links = page.split("<link rel=\"stylesheet\"").skip(1);
    links.find_map(|link| {
        let href = link.split_once("href=\"")?.1.split('"').next()?;
        href.starts_with(BUILT).then(|| href.to_owned())
    })
}

/// Text of a built file that is part of a page.
pub(super) fn text(name: &str) -> Option<String> {
    let file = Files::get(name)?;
    String::from_utf8(file.data.into_owned()).ok()
}
