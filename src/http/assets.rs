//! The interface's files, embedded in the executable, each sent in the smallest form that the browser takes.

use axum::body::Body;
use axum::http::{HeaderMap, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use rust_embed::{EmbeddedFile, RustEmbed};

#[derive(RustEmbed)]
#[folder = "ui/dist"]
struct Files;

/// Smallest first.
const ENCODINGS: [(&str, &str); 2] = [("br", ".br"), ("gzip", ".gz")];
const FOREVER: &str = "public, max-age=31536000, immutable";

/// A file of the interface. Names carry a hash of the content, so they may be kept for ever.
pub(super) async fn show_asset(uri: Uri, headers: HeaderMap) -> Response {
    let name = uri.path().trim_start_matches('/');
    let Some(plain) = Files::get(name) else { return StatusCode::NOT_FOUND.into_response() };
    let (encoding, file) = smallest(name, &headers).unwrap_or((None, plain.clone()));
    let mut response = Response::new(Body::from(file.data));
    let out = response.headers_mut();
    let mut set = |name, value: &str| value.parse().map(|value| out.insert(name, value)).is_ok();
    set(header::CONTENT_TYPE, plain.metadata.mimetype());
    set(header::CACHE_CONTROL, FOREVER);
    set(header::VARY, "accept-encoding");
    if let Some(encoding) = encoding {
        set(header::CONTENT_ENCODING, encoding);
    }
    response
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

/// The page that starts the interface; `None` when the executable was built without it.
pub(super) fn index() -> Option<String> {
    let file = Files::get("index.html")?;
    String::from_utf8(file.data.into_owned()).ok()
}
