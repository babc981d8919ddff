//! Explanations of ACME errors for the operator, with hints.

use std::io;

use rustls_acme::acme::{AcmeError, Problem};
use rustls_acme::{EventError, OrderError};
use serde::Deserialize;

const ASIDE: &str = "Until that is mended, every start asks for another certificate, and authorities count them: may the server's user write there, and has the disk room?";
const DIRECTORY: &str = "Is `directory` in [tls.acme] the address of the authority's directory?";
const REACH: &str =
    "Does the name lead to this machine, from the internet too, and port 443 there to `listen`?";
const NETWORK: &str =
    "Does this machine reach other machines, and is `directory` in [tls.acme] right?";
const AUTHORITY: &str = "Ask whoever runs the authority.";

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

pub(super) fn in_words(error: &EventError<io::Error, io::Error>) -> String {
    match error {
        EventError::CertCacheStore(error) | EventError::AccountCacheStore(error) => {
            format!("what the authority gave cannot be kept in the folder `acme`: {error}. {ASIDE}")
        }
        EventError::CertCacheLoad(error) | EventError::AccountCacheLoad(error) => {
            format!(
                "what lies in the folder `acme` cannot be read: {error}. May the server's user read it? It is asked for anew"
            )
        }
        EventError::CachedCertParse(error) => format!(
            "the certificate in the folder `acme` is broken: {error}. Another one is asked for"
        ),
        EventError::NewCertParse(error) => none(
            &format!("what the authority sent is not a certificate of ours: {error}"),
            AUTHORITY,
        ),
        EventError::Order(error) => {
            let (words, hint) = order(error);
            none(&words, hint)
        }
    }
}

fn none(words: &str, hint: &str) -> String {
    let words = words.trim_end_matches('.');
    format!(
        "no certificate was fetched: {words}. {hint} It is tried again, less and less often; a restart tries at once"
    )
}

fn order(error: &OrderError) -> (String, &'static str) {
    match error {
        OrderError::Acme(error) => asked(error),
        OrderError::BadAuth(auth) => {
            let problem = auth.challenges.iter().find_map(|challenge| challenge.error.as_ref());
            (format!("the authority did not find us by our name{}", detail(problem)), REACH)
        }
        OrderError::TooManyAttemptsAuth(name) => {
            (format!("the authority has not looked for us at {name} in time"), REACH)
        }
        OrderError::BadOrder(order) => {
            (format!("the authority has given it up{}", detail(order.error.as_ref())), AUTHORITY)
        }
        OrderError::ProcessingTimeout(_) => {
            ("the authority takes too long to sign".to_owned(), AUTHORITY)
        }
        OrderError::Rcgen(error) => (
            format!("our names cannot stand in a certificate: {error}"),
            "See `domains` in [tls.acme].",
        ),
    }
}

fn detail(problem: Option<&Problem>) -> String {
    let detail = problem.and_then(|problem| problem.detail.as_deref());
    detail.map(|detail| format!(": {}", line(detail))).unwrap_or_default()
}

/// Makes a remote text safe for the log: no control characters, at most [`MAX_LOGGED_LENGTH`].
fn line(words: &str) -> String {
    words.chars().map(|c| if c.is_control() { ' ' } else { c }).take(MAX_LOGGED_LENGTH).collect()
}

fn asked(error: &AcmeError) -> (String, &'static str) {
    match error {
        AcmeError::HttpRequest(_) => answered(&error.to_string()),
        AcmeError::Json(_)
        | AcmeError::MissingHeader(_)
        | AcmeError::HttpResponseNonStringHeader(_) => (foreign(&error.to_string()), DIRECTORY),
        AcmeError::NoTlsAlpn01Challenge => (
            "the authority does not look for us by TLS-ALPN-01, and Inkfold can be found in no other way".to_owned(),
            "Let it do so, or take another authority.",
        ),
        AcmeError::KeyRejected(_) => (
            "the key of our account, in the folder `acme`, is broken".to_owned(),
            "Remove that folder from the data folder, and start the server again: it makes a new account.",
        ),
        _ => (error.to_string(), AUTHORITY),
    }
}

fn foreign(what: &str) -> String {
    format!("what answers there is no authority that speaks ACME ({what})")
}

/// Explains a failed request by the text of the library's error, which has no structured form.
fn answered(words: &str) -> (String, &'static str) {
    let Some((_, answer)) = words.split_once(REFUSED) else { return unanswered(words) };
    let (status, body) = answer.split_once(' ').unwrap_or((answer, ""));
    // Rust and JSON agree on how to write nearly everything.
    let body: String = serde_json::from_str(body).unwrap_or_default();
    match serde_json::from_str::<Document>(&body) {
        Ok(Document { kind, detail }) => {
            let kind = kind.rsplit(':').next().unwrap_or_default();
            let detail = if detail.is_empty() { kind } else { &detail };
            (format!("the authority refuses: {}", line(detail)), refusal(kind))
        }
        Err(_) => (foreign(&format!("it answers {status}")), DIRECTORY),
    }
}

/// Hint for a problem type of RFC 8555, 6.7.
fn refusal(kind: &str) -> &'static str {
    match kind {
        "rejectedIdentifier" | "unsupportedIdentifier" => {
            "It gives no certificate for these names: see `public_url`, and `domains` in [tls.acme]."
        }
        "rateLimited" => {
            "It was asked too often, and wants you to wait; while you try, say `directory = \"staging\"` in [tls.acme]."
        }
        "caa" => "The name's CAA record leaves that to other authorities: add this one to it.",
        "invalidContact" | "unsupportedContact" => {
            "It does not take the mail address: see `contact` in [tls.acme]."
        }
        "externalAccountRequired" => {
            "It wants an account that somebody has made by hand, which Inkfold cannot have: take another authority."
        }
        "dns" | "connection" | "tls" | "incorrectResponse" | "unauthorized" => REACH,
        "badNonce" | "serverInternal" => "That mostly passes by itself.",
        _ => AUTHORITY,
    }
}

fn unanswered(words: &str) -> (String, &'static str) {
    // What the system or the encryption said stands in quotes, innermost.
    let quoted = words.split_once('"').and_then(|(_, rest)| rest.rsplit_once('"'));
    let reason = quoted.map_or(words, |(reason, _)| reason);
    if words.contains("InvalidCertificate") {
        let hint = "Let `authority_file` in [tls.acme] name the certificate of an authority of your own; for a public one, see whether this machine's clock is right.";
        ("the authority's own certificate is not trusted".to_owned(), hint)
    } else if words.contains("TlsConnect") {
        (foreign("it does not speak https"), DIRECTORY)
    } else {
        (format!("the authority cannot be reached: {reason}"), NETWORK)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words_of(words: &str) -> String {
        let (words, hint) = answered(words);
        none(&words, hint)
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
        assert!(told.contains("the authority refuses: not ink.example.org. It gives no"), "{told}");
        assert!(told.contains("`domains` in [tls.acme]") && told.contains("tried again"), "{told}");
        let told = refused("rateLimited", "wait");
        assert!(told.contains("`directory = \"staging\"`"), "{told}");
        let told = refused("caa", "one\\nERROR two\\u0007");
        assert!(told.contains("refuses: one ERROR two . The name's CAA"), "{told}");
        let told = refused("quiteNew", "");
        assert!(told.contains("refuses: quiteNew. Ask whoever runs"), "{told}");
    }

    #[test]
    fn non_acme_response_is_reported_without_its_body() {
        for answer in ["404 \"<html>secret page</html>\"", "502 \"\"", "500"] {
            let told = words_of(&format!("http request error: {REFUSED}{answer}"));
            assert!(told.contains("no authority that speaks ACME (it answers "), "{told}");
            assert!(told.contains("Is `directory`") && !told.contains("secret"), "{told}");
        }
    }

    #[test]
    fn unreachable_and_untrusted_authority_are_distinguished() {
        let refused = "http request error: http error: ConnectError(TcpConnect(Os { code: 111, kind: ConnectionRefused, message: \"Connection refused\" }))";
        let told_refused = words_of(refused);
        assert!(told_refused.contains("cannot be reached: Connection refused. "), "{told_refused}");
        let stranger = words_of(
            "http error: ConnectError(TlsConnect(Custom { kind: InvalidData, error: InvalidCertificate(UnknownIssuer) }))",
        );
        assert!(stranger.contains("`authority_file` in [tls.acme]"), "{stranger}");
        let plain = words_of(
            "http error: ConnectError(TlsConnect(Custom { kind: InvalidData, error: InvalidMessage(InvalidContentType) }))",
        );
        assert!(plain.contains("it does not speak https"), "{plain}");
    }
}
