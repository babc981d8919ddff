//! `OpenAPI` document of the API, made from the handlers' attributes. `ui/openapi.json` is a copy that a test keeps current.

use std::sync::{Arc, LazyLock};

use axum::Extension;
use axum::body::Bytes;
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, header};
use axum::response::{IntoResponse, Response};
use utoipa::openapi::path::Operation;
use utoipa::openapi::security::{Http, HttpAuthScheme, SecurityScheme};
use utoipa::openapi::{Ref, Server};
use utoipa::{OpenApi, ToResponse, openapi};

use crate::domain::blob::BlobHash;

use super::compressed_once::CompressedOnce;
use super::error::{ApiError, ErrorBody};
use super::response_budget::Unbudgeted;
use super::{bearer, router};

#[derive(OpenApi)]
#[openapi(
    info(
        title = "Inkfold",
        description = "Memo books and image threads for people who write by hand on tablets."
    ),
    components(schemas(ErrorBody), responses(ApiError))
)]
struct Document;

/// Document without the server's address.
pub(super) fn describe() -> openapi::OpenApi {
    let (error, _) = ApiError::response();
    let mut api = Document::openapi();
    api.merge(router::description());
    // The middleware may refuse any call, so an error is never left out.
    for (_, _, operation) in operations(&mut api) {
        let error = Ref::from_response_name(error);
        operation.responses.responses.insert("default".to_owned(), error.into());
    }
    let scheme = SecurityScheme::Http(Http::new(HttpAuthScheme::Bearer));
    api.components.get_or_insert_default().add_security_scheme(bearer::SECURITY_SCHEME, scheme);
    api
}

/// Operations of a document, with their methods and paths.
pub(super) fn operations(
    api: &mut openapi::OpenApi,
) -> impl Iterator<Item = (Method, &str, &mut Operation)> {
    api.paths.paths.iter_mut().flat_map(|(path, item)| {
        let calls = [
            (Method::GET, &mut item.get),
            (Method::POST, &mut item.post),
            (Method::PUT, &mut item.put),
            (Method::DELETE, &mut item.delete),
        ];
        calls
            .into_iter()
            .filter_map(|(method, operation)| Some((method, path.as_str(), operation.as_mut()?)))
    })
}

/// Document as indented JSON with a final newline.
pub fn openapi_json() -> String {
    describe().to_pretty_json().unwrap_or_default() + "\n"
}

/// Document as a JSON value.
pub(super) fn document() -> serde_json::Value {
    serde_json::to_value(describe()).unwrap_or_default()
}

/// Document as served below a base path, serialised on first use.
pub(super) struct ServedDocument(
    LazyLock<SerialisedDocument, Box<dyn FnOnce() -> SerialisedDocument + Send>>,
);

struct SerialisedDocument {
    json: Bytes,
    compressed: CompressedOnce,
    etag: HeaderValue,
}

impl ServedDocument {
    pub(super) fn with_base_path(base_path: &str) -> Self {
        let base_path = base_path.to_owned();
        Self(LazyLock::new(Box::new(move || SerialisedDocument::with_base_path(&base_path))))
    }
}

impl SerialisedDocument {
    fn with_base_path(base_path: &str) -> Self {
        let mut api = describe();
        if !base_path.is_empty() {
            api.servers = Some(vec![Server::new(base_path)]);
        }
        let json = api.to_json().unwrap_or_default();
        let etag = HeaderValue::try_from(format!("\"{}\"", BlobHash::of(json.as_bytes())));
        let etag = etag.unwrap_or(HeaderValue::from_static("\"\""));
        Self { json: json.into(), compressed: CompressedOnce::default(), etag }
    }
}

pub(super) async fn show_openapi(
    Extension(document): Extension<Arc<ServedDocument>>,
    headers: HeaderMap,
) -> Response {
    let SerialisedDocument { json, compressed, etag } = &*document.0;
    let common = [
        (header::ETAG, etag.clone()),
        (header::CACHE_CONTROL, HeaderValue::from_static("no-cache")),
    ];
    if is_known(&headers, etag) {
        return (StatusCode::NOT_MODIFIED, common).into_response();
    }
    let media_type = [(header::CONTENT_TYPE, "application/json")];
    let sending = (Extension(Unbudgeted), Extension(compressed.clone()));
    (common, media_type, sending, json.clone()).into_response()
}

/// Whether the client has this version already. A compressing proxy marks an `ETag` as weak (RFC 9110, 13.1.2).
fn is_known(headers: &HeaderMap, etag: &HeaderValue) -> bool {
    let tags = headers.get_all(header::IF_NONE_MATCH).iter().filter_map(|tags| tags.to_str().ok());
    let mut tags = tags.flat_map(|tags| tags.split(','));
    tags.any(|tag| tag.trim().trim_start_matches("W/").as_bytes() == etag.as_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn openapi_document_is_serialised_once() {
        let document = Arc::new(ServedDocument::with_base_path("/ink"));
        let mut addresses = Vec::new();
        for _ in 0..2 {
            let shown = show_openapi(Extension(Arc::clone(&document)), HeaderMap::new()).await;
            let bytes = axum::body::to_bytes(shown.into_body(), usize::MAX).await.unwrap();
            assert!(bytes.starts_with(b"{\"openapi\""));
            addresses.push(bytes.as_ptr());
        }
        assert_eq!(addresses[0], addresses[1], "the same bytes are sent");
    }
}
