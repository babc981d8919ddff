//! HTTP endpoint of the authority: validates each request as strictly as the protocol requires before acting on it.

use std::net::SocketAddr;
use std::sync::{Arc, Mutex};

use axum::extract::State;
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, Uri, header};
use axum::response::{Html, IntoResponse, Response};
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use serde_json::{Value, json};
use tokio::sync::watch;

use super::issuer::Issuer;
use super::orders::Books;
use super::problem::Problem;
use super::signed::{By, Signed};
use super::{AcmeBehaviour, Seen};

pub(super) struct AcmeHttp {
    pub(super) base: String,
    pub(super) issuer: Issuer,
    pub(super) manner: Mutex<AcmeBehaviour>,
    pub(super) names_lead_to: watch::Sender<Option<SocketAddr>>,
    pub(super) seen: watch::Sender<Seen>,
    pub(super) books: Mutex<Books>,
}

pub(super) type Answer = Result<Response, Problem>;

/// 16 random bytes, base64url-encoded.
pub(super) fn random() -> String {
    let mut bytes = [0; 16];
    getrandom::fill(&mut bytes).unwrap();
    URL_SAFE_NO_PAD.encode(bytes)
}

pub(super) fn json(status: StatusCode, body: &Value) -> Response {
    (status, [(header::CONTENT_TYPE, "application/json")], body.to_string()).into_response()
}

pub(super) async fn answer(
    State(endpoint): State<Arc<AcmeHttp>>,
    method: Method,
    uri: Uri,
    headers: HeaderMap,
    body: String,
) -> Response {
    endpoint.seen.send_modify(|seen| seen.requests += 1);
    if endpoint.manner() == AcmeBehaviour::ShowsPages {
        return Html("<!doctype html><title>Welcome</title>").into_response();
    }
    let words: Vec<&str> = uri.path().split('/').skip(1).collect();
    let answer = match (method, &words[..]) {
        (Method::GET, ["directory"]) => Ok(json(StatusCode::OK, &endpoint.directory())),
        (Method::HEAD, ["nonce"]) => Ok(StatusCode::OK.into_response()),
        (Method::POST, _) => endpoint.signed(&words, uri.path(), &headers, &body),
        _ => Err(Problem::not_found()),
    };
    let mut response = answer.unwrap_or_else(|problem| {
        endpoint.seen.send_modify(|seen| seen.refused.push(problem.words()));
        problem.into_response()
    });
    let nonce = HeaderValue::from_str(&endpoint.nonce()).unwrap();
    response.headers_mut().insert("replay-nonce", nonce);
    response
}

impl AcmeHttp {
    pub(super) fn new(base: String, issuer: Issuer) -> Self {
        Self {
            base,
            issuer,
            manner: Mutex::new(AcmeBehaviour::Gives),
            names_lead_to: watch::Sender::new(None),
            seen: watch::Sender::default(),
            books: Mutex::default(),
        }
    }

    pub(super) fn manner(&self) -> AcmeBehaviour {
        *self.manner.lock().unwrap()
    }

    pub(super) fn url(&self, path: &str) -> String {
        format!("{}/{path}", self.base)
    }

    fn directory(&self) -> Value {
        let [nonce, account, order] = ["nonce", "account", "order"].map(|path| self.url(path));
        json!({ "newNonce": nonce, "newAccount": account, "newOrder": order })
    }

    fn nonce(&self) -> String {
        let nonce = random();
        self.books.lock().unwrap().nonces.push(nonce.clone());
        nonce
    }

    /// Signed request for this URL, with an unused nonce.
    fn signed(
        self: &Arc<Self>,
        words: &[&str],
        path: &str,
        headers: &HeaderMap,
        body: &str,
    ) -> Answer {
        if headers.get(header::CONTENT_TYPE).is_none_or(|kind| kind != "application/jose+json") {
            return Err(Problem::malformed("requests are application/jose+json"));
        }
        let signed = Signed::parse(body)?;
        if signed.head.url != format!("{}{path}", self.base) {
            return Err(Problem::new("unauthorized", "it was signed for another address"));
        }
        let mut books = self.books.lock().unwrap();
        let nonce = books.nonces.iter().position(|nonce| *nonce == signed.head.nonce);
        let nonce = nonce.ok_or_else(|| Problem::new("badNonce", "it is used, or not of here"))?;
        books.nonces.swap_remove(nonce);
        match signed.by()? {
            By::Key(key) if words == ["account"] => {
                let asked = signed.payload(&key)?;
                self.account(&mut books, key, &asked)
            }
            By::Account(url) => {
                let number = url.strip_prefix(&self.url("account/"));
                let number = number.and_then(|number| number.parse::<usize>().ok());
                let key = number.and_then(|number| Some((number, books.accounts.get(number)?)));
                let (account, key) = key
                    .map(|(number, key)| (number, key.clone()))
                    .ok_or_else(|| Problem::new("accountDoesNotExist", url))?;
                let asked = signed.payload(&key)?;
                self.asked(&mut books, words, (account, &key), &asked)
            }
            By::Key(_) => Err(Problem::malformed("only accounts are made by their keys")),
        }
    }
}
