//! Base-path support: strips the path of `public_url` from each request before routing.
//!
//! A reverse proxy may pass the path on or strip it: a request without the path is routed unchanged.

use std::sync::Arc;

use axum::Router;
use axum::extract::Request;
use axum::http::Uri;
use tower::ServiceExt;

/// Wraps the site so that requests below the path `base` reach it.
pub(super) fn strip_base_path(base: &str, site: Router) -> Router {
    if base.is_empty() {
        return site;
    }
    let base: Arc<str> = base.into();
    // Before routing, for which a layer would come too late.
    let site = site.map_request(move |mut request: Request| {
        if let Some(inner) = rewrite_uri(&base, request.uri()) {
            *request.uri_mut() = inner;
        }
        request
    });
    Router::new().fallback_service(site)
}

/// URI without the base path; `None` if it does not begin with it.
fn rewrite_uri(base: &str, uri: &Uri) -> Option<Uri> {
    let rest = strip_prefix(base, uri.path_and_query()?.as_str())?;
    let mut parts = uri.clone().into_parts();
    parts.path_and_query = Some(rest.parse().ok()?);
    Uri::from_parts(parts).ok()
}

/// Path and query below `base`; `None` if `asked` is not below it.
pub(crate) fn strip_prefix(base: &str, asked: &str) -> Option<String> {
    let rest = asked.strip_prefix(base).filter(|_| !base.is_empty())?;
    match rest.chars().next() {
        Some('/') => Some(rest.to_owned()),
        // Base path without a trailing slash, as people type it.
        None | Some('?') => Some(format!("/{rest}")),
        // Another path that merely begins with the same letters.
        Some(_) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn base_path_is_stripped_from_request() {
        for (asked, inner) in [
            ("/ink/library?x=1", "/library?x=1"),
            ("/ink/", "/"),
            ("/ink", "/"),
            ("/ink?x=1", "/?x=1"),
            ("/ink/ink", "/ink"),
        ] {
            assert_eq!(strip_prefix("/ink", asked).as_deref(), Some(inner));
            assert_eq!(strip_prefix("", asked), None);
        }
        for elsewhere in ["/library", "/inkling/library", "/INK/library", "/our/ink", "*"] {
            assert_eq!(strip_prefix("/ink", elsewhere), None);
        }
        assert_eq!(strip_prefix("/our/ink", "/our/ink/help").as_deref(), Some("/help"));
    }

    #[test]
    fn rewritten_uri_keeps_its_host() {
        let asked = "http://club.example.org:8080/ink/help?x=1".parse().unwrap();
        let inner = rewrite_uri("/ink", &asked).unwrap();
        assert_eq!(inner, "http://club.example.org:8080/help?x=1");
        assert_eq!(super::rewrite_uri("/ink", &"/help".parse().unwrap()), None);
    }
}
