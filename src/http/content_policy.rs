//! Content-Security-Policy of every response.

use axum::http::HeaderValue;

use crate::config::Config;

/// Base policy: no script, style, font or frame from another origin. Pictures may be previews of files that the member just chose, and
/// frames PDFs that the page has fetched, such as the preview of a book.
const POLICY: &str = "default-src 'self'; img-src 'self' data: blob:; object-src 'none'; \
    base-uri 'none'; form-action 'self'; frame-ancestors 'none'; frame-src 'self' blob:";

/// Policy with the two origins that the prize game may need.
pub(super) fn header_value(config: &Config) -> HeaderValue {
    let mut policy = POLICY.to_owned();
    let origin = |address: &str| {
        let url = url::Url::parse(address).ok()?;
        Some(url.origin().ascii_serialization())
    };
    let prize = &config.prize;
    // The frames are the last directive so far.
    if let Some(checkout) =
        origin(&prize.checkout.url).filter(|_| prize.enabled && prize.checkout.framed)
    {
        policy = format!("{policy} {checkout}");
    }
    if let Some(host) = origin(&prize.host).filter(|_| prize.enabled) {
        policy = format!("{policy}; connect-src 'self' {host}");
    }
    HeaderValue::try_from(policy).unwrap_or(HeaderValue::from_static(POLICY))
}
