//! Explanations of ACME errors for the operator, with hints.

use std::io;

use rustls_acme::acme::{AcmeError, Problem};
use rustls_acme::{EventError, OrderError};
use serde::Deserialize;

const STORAGE: &str = "Check that the server's user may write there and that the disk has space: until then every start requests another certificate, and authorities limit their number.";
const DIRECTORY: &str = "Check that `directory` in [tls.acme] is the URL of an ACME directory.";
const REACH: &str = "Check that the name resolves to this machine from the internet, and that its port 443 leads to `listen`.";
const NETWORK: &str = "Check this machine's network and `directory` in [tls.acme].";
const AUTHORITY: &str = "Contact the certificate authority.";

/// Maximum number of logged characters of the authority's words.
const MAX_LOGGED_LENGTH: usize = 500;

/// Prefix of the library's error for a refusal; the status and the response body, as a Rust string literal, follow.
const REFUSED: &str = "non 2xx http status: ";

/// Problem document of an authority (RFC 8555, 6.7).
#[derive(Deserialize)]
struct Document {
    #[serde(rename = "type")]
    kind: String,
    #[serde(default)]
    detail: String,
}

/// Explanation of an error with its hint, for the log.
pub(super) fn explain(error: &EventError<io::Error, io::Error>) -> String {
    match error {
        EventError::CertCacheStore(error) | EventError::AccountCacheStore(error) => {
            format!(
                "cannot store the certificate or account in the folder `acme`: {error}. {STORAGE}"
            )
        }
        EventError::CertCacheLoad(error) | EventError::AccountCacheLoad(error) => {
            format!(
                "cannot read the folder `acme`: {error}. Requesting a new certificate; check that the server's user may read the folder"
            )
        }
        EventError::CachedCertParse(error) => format!(
            "the certificate in the folder `acme` is invalid: {error}. Requesting another one"
        ),
        EventError::NewCertParse(error) => {
            not_issued(&format!("the authority sent an invalid certificate: {error}"), AUTHORITY)
        }
        EventError::Order(error) => {
            let (words, hint) = order_error(error);
            not_issued(&words, hint)
        }
    }
}

fn not_issued(words: &str, hint: &str) -> String {
    let words = words.trim_end_matches('.');
    format!(
        "no certificate was issued: {words}. {hint} It is tried again with growing pauses; a restart tries at once"
    )
}

fn order_error(error: &OrderError) -> (String, &'static str) {
    match error {
        OrderError::Acme(error) => acme_error(error),
        OrderError::BadAuth(auth) => {
            let problem = auth.challenges.iter().find_map(|challenge| challenge.error.as_ref());
            (format!("the authority could not validate the name{}", detail(problem)), REACH)
        }
        OrderError::TooManyAttemptsAuth(name) => {
            (format!("the authority did not validate {name} in time"), REACH)
        }
        OrderError::BadOrder(order) => {
            (format!("the order failed{}", detail(order.error.as_ref())), AUTHORITY)
        }
        OrderError::ProcessingTimeout(_) => ("the authority timed out".to_owned(), AUTHORITY),
        OrderError::Rcgen(error) => (
            format!("the names are not valid in a certificate: {error}"),
            "See `domains` in [tls.acme].",
        ),
    }
}

fn detail(problem: Option<&Problem>) -> String {
    let detail = problem.and_then(|problem| problem.detail.as_deref());
    detail.map(|detail| format!(": {}", sanitized(detail))).unwrap_or_default()
}

/// Makes a remote text safe for the log: no control characters, at most [`MAX_LOGGED_LENGTH`].
fn sanitized(words: &str) -> String {
    words.chars().map(|c| if c.is_control() { ' ' } else { c }).take(MAX_LOGGED_LENGTH).collect()
}

fn acme_error(error: &AcmeError) -> (String, &'static str) {
    match error {
        AcmeError::HttpRequest(_) => request_error(&error.to_string()),
        AcmeError::Json(_)
        | AcmeError::MissingHeader(_)
        | AcmeError::HttpResponseNonStringHeader(_) => {
            (not_an_authority(&error.to_string()), DIRECTORY)
        }
        AcmeError::NoTlsAlpn01Challenge => (
            "the authority does not offer the TLS-ALPN-01 challenge, the only one that Inkfold supports".to_owned(),
            "Enable it there, or use another authority.",
        ),
        AcmeError::KeyRejected(_) => (
            "the account key in the folder `acme` is invalid".to_owned(),
            "Remove that folder from the data folder and restart the server, which creates a new account.",
        ),
        _ => (error.to_string(), AUTHORITY),
    }
}

fn not_an_authority(what: &str) -> String {
    format!("the server there is not an ACME authority ({what})")
}

/// Explains a failed request by the text of the library's error, which has no structured form.
fn request_error(words: &str) -> (String, &'static str) {
    let Some((_, answer)) = words.split_once(REFUSED) else { return connection_error(words) };
    let (status, body) = answer.split_once(' ').unwrap_or((answer, ""));
    // Most Rust string literals are also valid JSON strings.
    let body: String = serde_json::from_str(body).unwrap_or_default();
    match serde_json::from_str::<Document>(&body) {
        Ok(Document { kind, detail }) => {
            let kind = kind.rsplit(':').next().unwrap_or_default();
            let detail = if detail.is_empty() { kind } else { &detail };
            (format!("the authority refused the request: {}", sanitized(detail)), refusal(kind))
        }
        Err(_) => (not_an_authority(&format!("HTTP status {status}")), DIRECTORY),
    }
}

/// Hint for a problem type of RFC 8555, 6.7.
fn refusal(kind: &str) -> &'static str {
    match kind {
        "rejectedIdentifier" | "unsupportedIdentifier" => {
            "It issues no certificate for these names: check `public_url`, and `domains` in [tls.acme]."
        }
        "rateLimited" => {
            "Its rate limit is reached: wait, and use `directory = \"staging\"` in [tls.acme] for tests."
        }
        "caa" => "The CAA record of the name allows only other authorities: add this one.",
        "invalidContact" | "unsupportedContact" => {
            "It rejected the email address: check `contact` in [tls.acme]."
        }
        "externalAccountRequired" => {
            "It requires external account binding, which Inkfold does not support: use another authority."
        }
        "dns" | "connection" | "tls" | "incorrectResponse" | "unauthorized" => REACH,
        "badNonce" | "serverInternal" => "This is usually temporary.",
        _ => AUTHORITY,
    }
}

fn connection_error(words: &str) -> (String, &'static str) {
    // The innermost quotes contain the error of the system or of TLS.
    let quoted = words.split_once('"').and_then(|(_, rest)| rest.rsplit_once('"'));
    let reason = quoted.map_or(words, |(reason, _)| reason);
    if words.contains("InvalidCertificate") {
        let hint = "Set `authority_file` in [tls.acme] to the certificate of your own authority; for a public one, check this machine's clock.";
        ("the authority's TLS certificate is not trusted".to_owned(), hint)
    } else if words.contains("TlsConnect") {
        (not_an_authority("no TLS"), DIRECTORY)
    } else {
        (format!("cannot connect to the authority: {reason}"), NETWORK)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words_of(words: &str) -> String {
        let (words, hint) = request_error(words);
        not_issued(&words, hint)
    }

    #[test]
    fn authority_error_comes_with_a_hint() {
        let refused = |kind: &str, detail: &str| {
            let body = format!(
                "{{\"type\": \"urn:ietf:params:acme:error:{kind}\", \"detail\": \"{detail}\"}}\n"
            );
            words_of(&format!("http request error: {REFUSED}403 {body:?}"))
        };
        let told = refused("rejectedIdentifier", "not ink.example.org.");
        assert!(
            told.contains("the authority refused the request: not ink.example.org. It issues no"),
            "{told}"
        );
        assert!(told.contains("`domains` in [tls.acme]") && told.contains("tried again"), "{told}");
        let told = refused("rateLimited", "wait");
        assert!(told.contains("`directory = \"staging\"`"), "{told}");
        let told = refused("caa", "one\\nERROR two\\u0007");
        assert!(told.contains("refused the request: one ERROR two . The CAA record"), "{told}");
        let told = refused("quiteNew", "");
        assert!(told.contains("refused the request: quiteNew. Contact"), "{told}");
    }

    #[test]
    fn non_acme_response_is_reported_without_its_body() {
        for answer in ["404 \"<html>secret page</html>\"", "502 \"\"", "500"] {
            let told = words_of(&format!("http request error: {REFUSED}{answer}"));
            assert!(told.contains("not an ACME authority (HTTP status "), "{told}");
            assert!(told.contains("Check that `directory`") && !told.contains("secret"), "{told}");
        }
    }

    #[test]
    fn unreachable_and_untrusted_authority_are_distinguished() {
        let refused = "http request error: http error: ConnectError(TcpConnect(Os { code: 111, kind: ConnectionRefused, message: \"Connection refused\" }))";
        let told_refused = words_of(refused);
        assert!(
            told_refused.contains("cannot connect to the authority: Connection refused. "),
            "{told_refused}"
        );
        let stranger = words_of(
            "http error: ConnectError(TlsConnect(Custom { kind: InvalidData, error: InvalidCertificate(UnknownIssuer) }))",
        );
        assert!(stranger.contains("`authority_file` in [tls.acme]"), "{stranger}");
        let plain = words_of(
            "http error: ConnectError(TlsConnect(Custom { kind: InvalidData, error: InvalidMessage(InvalidContentType) }))",
        );
        assert!(plain.contains("no TLS"), "{plain}");
    }
}
