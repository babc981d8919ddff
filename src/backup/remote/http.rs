//! HTTP client for file servers: timeouts, and errors from responses.

use std::fs::File;
use std::io::Read;
use std::path::Path;
use std::time::Duration;

use quick_xml::Reader;
use quick_xml::events::Event;
use ureq::http::header::{AUTHORIZATION, CONTENT_LENGTH, LOCATION};
use ureq::http::{Method, Request, Response, StatusCode};
use ureq::{Agent, AsSendBody, Body, SendBody};
use url::Url;

use crate::config::CopyUrl;
use crate::platform::net_probe::HttpProbeError;

use super::{Error, Result};

const CONNECT_TIMEOUT: Duration = Duration::from_secs(20);
/// Timeout for the head of a response, long enough for a server that moves files.
const RESPONSE_TIMEOUT: Duration = Duration::from_mins(2);
/// Minimum transfer rate of a body, in bytes per second.
const MIN_SPEED: u64 = 8 << 10;
/// Maximum length of an error body, in bytes.
const MAX_WORDS: u64 = 16 << 10;
/// Maximum length of the list of a folder, or of a page of a list, in bytes.
const MAX_LIST: u64 = 16 << 20;

/// Client for one server.
pub(super) struct Http {
    agent: Agent,
    place: String,
    authorization: Option<String>,
}

impl Http {
    pub(super) fn new(url: &CopyUrl) -> Self {
        let config = Agent::config_builder()
            .timeout_connect(Some(CONNECT_TIMEOUT))
            .timeout_send_request(Some(CONNECT_TIMEOUT))
            .timeout_recv_response(Some(RESPONSE_TIMEOUT))
            .http_status_as_error(false)
            .allow_non_standard_methods(true)
            // See `Error::Redirected`.
            .max_redirects(0)
            .max_redirects_will_error(false)
            .user_agent(concat!("inkfold/", env!("CARGO_PKG_VERSION")))
            .build();
        Self { agent: config.new_agent(), place: url.to_string(), authorization: None }
    }

    pub(super) fn with_authorization(self, authorization: String) -> Self {
        Self { authorization: Some(authorization), ..self }
    }

    /// Sends a request without a body.
    pub(super) fn send(
        &self,
        method: Method,
        url: &str,
        headers: &[(&str, &str)],
        name: &str,
        bytes: u64,
    ) -> Result<Response<Body>> {
        self.run(method, url, headers, SendBody::none(), name, bytes)
    }

    /// Sends a file as the body of a PUT request.
    pub(super) fn send_file(&self, url: &str, from: &Path, name: &str) -> Result<Response<Body>> {
        let path = || from.display().to_string();
        let file = File::open(from).map_err(|source| Error::Local { path: path(), source })?;
        let length = file.metadata().map_err(|source| Error::Local { path: path(), source })?.len();
        let headers = [(CONTENT_LENGTH.as_str(), &*length.to_string())];
        // The client would send an empty file in chunked encoding, which S3 refuses.
        if length == 0 {
            return self.run(Method::PUT, url, &headers, "", name, 0);
        }
        self.run(Method::PUT, url, &headers, file, name, length)
    }

    /// Sends a request with a text as its body.
    pub(super) fn send_text(
        &self,
        method: Method,
        url: &str,
        headers: &[(&str, &str)],
        text: &str,
        name: &str,
    ) -> Result<Response<Body>> {
        self.run(method, url, headers, text, name, 0)
    }

    fn run(
        &self,
        method: Method,
        url: &str,
        headers: &[(&str, &str)],
        body: impl AsSendBody,
        name: &str,
        bytes: u64,
    ) -> Result<Response<Body>> {
        let unreachable = |why: String| Error::Unreachable { place: self.place.clone(), why };
        let mut request = Request::builder().method(method).uri(url);
        for (header, value) in headers {
            request = request.header(*header, *value);
        }
        if let Some(authorization) = &self.authorization {
            request = request.header(AUTHORIZATION, authorization);
        }
        let request = request.body(body).map_err(|error| unreachable(error.to_string()))?;
        let timeout = RESPONSE_TIMEOUT + Duration::from_secs(bytes / MIN_SPEED);
        let request = self
            .agent
            .configure_request(request)
            .timeout_send_body(Some(timeout))
            .timeout_recv_body(Some(timeout))
            .build();
        let answer = self.agent.run(request);
        let answer =
            answer.map_err(|error| unreachable(HttpProbeError::from(&error).to_string()))?;
        self.check_status(answer, url, name)
    }

    fn check_status(
        &self,
        mut answer: Response<Body>,
        url: &str,
        name: &str,
    ) -> Result<Response<Body>> {
        let status = answer.status();
        if status.is_success() {
            return Ok(answer);
        }
        let (place, name) = (self.place.clone(), name.to_owned());
        if let Some(location) = location_in(&answer, url) {
            return Err(Error::Redirected { place, name, location, status: status.as_u16() });
        }
        let message = words_of(status, answer.body_mut());
        Err(match status {
            StatusCode::NOT_FOUND if !message.contains("NoSuchBucket") => {
                Error::NotFound { place, name }
            }
            StatusCode::UNAUTHORIZED => Error::Unauthorized { place, message },
            StatusCode::FORBIDDEN => Error::Forbidden { place, message },
            StatusCode::INSUFFICIENT_STORAGE => Error::Full { place, message },
            _ => Error::Status { place, name, status: status.as_u16(), message },
        })
    }

    /// Reads a response that lists files.
    pub(super) fn text(&self, answer: Response<Body>) -> Result<String> {
        let mut text = String::new();
        let mut body = answer.into_body().into_reader().take(MAX_LIST);
        body.read_to_string(&mut text).map_err(|error| Error::Unreachable {
            place: self.place.clone(),
            why: error.to_string(),
        })?;
        if text.len() as u64 == MAX_LIST {
            return Err(self.unreadable(&"it is too long"));
        }
        Ok(text)
    }

    pub(super) fn unreadable(&self, why: &impl ToString) -> Error {
        Error::Unreadable { place: self.place.clone(), why: why.to_string() }
    }
}

/// Address that the response to a request for this URL redirects to, without its query, which may have a signature.
fn location_in(answer: &Response<Body>, url: &str) -> Option<String> {
    let location = answer.headers().get(LOCATION).filter(|_| answer.status().is_redirection())?;
    let mut location = Url::parse(url).ok()?.join(location.to_str().ok()?).ok()?;
    location.set_query(None);
    Some(location.into())
}

/// Error message of a response: code and message of an error in XML, or the reason phrase of its status.
fn words_of(status: StatusCode, body: &mut Body) -> String {
    let mut text = String::new();
    let read = body.as_reader().take(MAX_WORDS).read_to_string(&mut text);
    let words = if read.is_ok() { error_in(&text) } else { None };
    words.unwrap_or_else(|| status.canonical_reason().unwrap_or("an unknown status").to_owned())
}

/// Code and message of an XML error of S3 and WebDAV servers.
fn error_in(xml: &str) -> Option<String> {
    let mut reader = Reader::from_str(xml);
    let (mut words, mut is_wanted) = (Vec::new(), false);
    loop {
        match reader.read_event().ok()? {
            Event::Start(element) => {
                let name = element.local_name();
                is_wanted = ["Code", "Message", "message"].contains(&name.as_ref());
            }
            Event::Text(text) if is_wanted => words.push(text.trim().to_owned()),
            Event::End(_) => is_wanted = false,
            Event::Eof => break,
            _ => {}
        }
    }
    (!words.is_empty()).then(|| words.join(": "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn s3_and_webdav_error_messages_are_parsed() {
        let s3 = "<?xml version=\"1.0\"?><Error><Code>NoSuchBucket</Code><Message>No such bucket</Message><Key>k</Key></Error>";
        assert_eq!(error_in(s3).unwrap(), "NoSuchBucket: No such bucket");
        let dav = "<d:error xmlns:d=\"DAV:\" xmlns:s=\"s\"><s:exception>X</s:exception><s:message>Full</s:message></d:error>";
        assert_eq!(error_in(dav).unwrap(), "Full");
        assert_eq!(error_in("<html><body>Forbidden"), None);
        assert_eq!(error_in("Forbidden"), None);
    }
}
