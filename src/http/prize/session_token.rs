//! Header `session-token`: a random name of an upload, by which a play and the submission of the same form find each other.

use axum::http::{HeaderMap, HeaderName};

use crate::domain::message::Message;
use crate::domain::secret::Secret;
use crate::error::Error;

pub(super) const SESSION_TOKEN: HeaderName = HeaderName::from_static("session-token");
const MAX_TOKEN_LENGTH: usize = 200;

/// Name of the upload in the header `session-token`, if there is one.
///
/// # Errors
/// If it does not have 1 to 200 plain characters.
pub(in crate::http) fn parse_session_token(headers: &HeaderMap) -> Result<Option<Secret>, Error> {
    let Some(token) = headers.get(SESSION_TOKEN) else { return Ok(None) };
    match token.to_str() {
        Ok(token) if (1..=MAX_TOKEN_LENGTH).contains(&token.len()) => {
            Ok(Some(Secret::from_untrusted(token)))
        }
        _ => Err(Error::invalid(
            "session-token",
            Message::new(
                "session-token-invalid",
                "The session token has 1 to {max} plain characters.",
            )
            .with("max", MAX_TOKEN_LENGTH),
        )),
    }
}
