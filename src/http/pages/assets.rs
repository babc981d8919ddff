//! Files of the interface, embedded in the executable, each sent in the smallest encoding that the browser accepts.

use std::borrow::Cow;
use std::collections::HashMap;
use std::io::Read as _;
use std::sync::LazyLock;

use axum::body::Body;
use axum::http::{HeaderMap, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use flate2::read::GzDecoder;
use rust_embed::RustEmbed;

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
    let (encoding, data) = smallest(name, headers).or_else(|| Some((None, plain(name)?)))?;
    let mut response = Response::new(Body::from(data));
    response.extensions_mut().insert(Unbudgeted);
    let out = response.headers_mut();
    let mut set = |name, value: &str| value.parse().map(|value| out.insert(name, value)).is_ok();
    set(header::CONTENT_TYPE, mime_guess::from_path(name).first_or_octet_stream().as_ref());
    set(header::CACHE_CONTROL, cache);
    set(header::VARY, "accept-encoding");
    if let Some(encoding) = encoding {
        set(header::CONTENT_ENCODING, encoding);
    }
    Some(response)
}

fn smallest(name: &str, headers: &HeaderMap) -> Option<(Option<&'static str>, Cow<'static, [u8]>)> {
    let accepted = headers.get(header::ACCEPT_ENCODING)?.to_str().ok()?;
    let takes = |encoding: &str| {
        accepted.split(',').any(|item| item.split(';').next().map(str::trim) == Some(encoding))
    };
    ENCODINGS.iter().filter(|(encoding, _)| takes(encoding)).find_map(|(encoding, ending)| {
        Some((Some(*encoding), Files::get(&format!("{name}{ending}"))?.data))
    })
}

/// File as it was built; one that is only embedded compressed is unpacked.
fn plain(name: &str) -> Option<Cow<'static, [u8]>> {
    if let Some(file) = Files::get(name) {
        return Some(file.data);
    }
    let packed = Files::get(&format!("{name}.gz"))?;
    let mut unpacked = Vec::new();
    GzDecoder::new(&*packed.data).read_to_end(&mut unpacked).ok()?;
    Some(Cow::Owned(unpacked))
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
