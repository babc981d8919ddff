//! A person with a browser: cookies, the CSRF token, and responses.

use std::fmt;
use std::net::IpAddr;
use std::sync::Arc;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use reqwest::cookie::{CookieStore, Jar};
use reqwest::header::{AUTHORIZATION, HeaderMap};
use reqwest::multipart::{Form, Part};
use reqwest::{Client, Method, RequestBuilder, Url};
use serde_json::{Value, json};

pub(crate) struct Member {
    pub(crate) uid: String,
    client: Client,
    jar: Arc<Jar>,
    base: Url,
}

/// Response, displayed as `200 {"available":true}`.
pub(crate) struct Reply {
    pub(crate) status: u16,
    pub(crate) headers: HeaderMap,
    pub(crate) bytes: Vec<u8>,
}

impl Member {
    /// Visitor without an account, at a server's address.
    pub(crate) fn at(url: &str) -> Self {
        Self::from(url, None)
    }

    /// Visitor without an account, who may connect from an address of their own, such as 127.0.0.2.
    pub(crate) fn from(url: &str, address: Option<IpAddr>) -> Self {
        let jar = Arc::new(Jar::default());
        let client = Client::builder()
            .cookie_provider(Arc::clone(&jar))
            .redirect(reqwest::redirect::Policy::none())
            .local_address(address)
            .build()
            .unwrap();
        Self { uid: String::new(), client, jar, base: url.parse().unwrap() }
    }

    /// Script of this member's, with a new API token of these scopes and no cookies.
    pub(crate) async fn script(&self, scopes: &[&str]) -> Self {
        let new = json!({ "name": "Script", "scopes": scopes, "days": 30 });
        let created = self.post("/api/account/api-tokens", new).await;
        assert_eq!(created.status, 201, "{created}");
        let token = created.json()["token"].as_str().unwrap().to_owned();
        let mut headers = HeaderMap::new();
        headers.insert(AUTHORIZATION, format!("Bearer {token}").parse().unwrap());
        let client = Client::builder().default_headers(headers).build().unwrap();
        Self { uid: self.uid.clone(), client, jar: Arc::default(), base: self.base.clone() }
    }

    pub(crate) async fn sign_in(&mut self, email: &str, password: &str) -> Reply {
        let reply = self.post("/signin", json!({ "email": email, "password": password })).await;
        reply.json()["uid"].as_str().unwrap_or_default().clone_into(&mut self.uid);
        reply
    }

    pub(crate) async fn get(&self, path: &str) -> Reply {
        Reply::of(self.request(Method::GET, path)).await
    }

    pub(crate) async fn post(&self, path: &str, body: Value) -> Reply {
        self.fetch_csrf_token().await;
        Reply::of(self.request(Method::POST, path).json(&body)).await
    }

    pub(crate) async fn put(&self, path: &str) -> Reply {
        self.fetch_csrf_token().await;
        Reply::of(self.request(Method::PUT, path)).await
    }

    pub(crate) async fn delete(&self, path: &str) -> Reply {
        self.fetch_csrf_token().await;
        Reply::of(self.request(Method::DELETE, path)).await
    }

    /// Whether this browser is still signed in.
    pub(crate) async fn is_signed_in(&self) -> bool {
        self.post("/query-profile", json!({ "uid": self.uid })).await.status == 200
    }

    /// Uploads a filled form to /extract.
    pub(crate) async fn extract(&self, book: &str, file: Vec<u8>) -> Reply {
        let data = json!({ "bid": book, "labels": [], "rects": [] }).to_string();
        let form =
            Form::new().part("pdf", Part::bytes(file).file_name("form.pdf")).text("data", data);
        self.upload("/extract", form).await
    }

    /// Submits the result of /extract.
    pub(crate) async fn publish(&self, book: &str, read: &Value) -> Reply {
        let labels = read["labels"].as_array().unwrap();
        let questions: Vec<&Value> = labels.iter().map(|label| &label["key"]).collect();
        let data =
            json!({ "rects": read["rects"], "memos": read["memos"], "questions": questions });
        let body = json!({ "bid": book, "uid": self.uid, "data": data });
        self.post("/api/memo/handwriting/publish", body).await
    }

    /// Submits typed text as the memo for a question.
    pub(crate) async fn submit_text(&self, book: &str, question: &str, post: &str) -> Reply {
        let memo = json!({
            "bid": book, "uid": self.uid, "qid": question, "post": post, "question": "",
        });
        self.post("/api/memo/text/publish", memo).await
    }

    /// Submits pictures as answers to questions.
    pub(crate) async fn answer(&self, book: &str, answers: &[(&str, &[u8])]) -> Reply {
        let memos: Vec<String> = answers.iter().map(|(_, png)| STANDARD.encode(png)).collect();
        let labels: Vec<Value> = answers.iter().map(|(key, _)| json!({ "key": key })).collect();
        let read = json!({ "rects": [], "memos": memos, "labels": labels });
        self.publish(book, &read).await
    }

    /// Reads a filled form and submits all of it.
    pub(crate) async fn submit(&self, book: &str, file: Vec<u8>) {
        let read = self.extract(book, file).await;
        assert_eq!(read.status, 200, "{read}");
        let submitted = self.publish(book, &read.json()).await;
        assert_eq!(submitted.status, 201, "{submitted}");
    }

    pub(crate) async fn upload(&self, path: &str, form: Form) -> Reply {
        self.fetch_csrf_token().await;
        Reply::of(self.request(Method::POST, path).multipart(form)).await
    }

    /// A request with this person's cookies and token, to be changed by the test.
    pub(crate) fn request(&self, method: Method, path: &str) -> RequestBuilder {
        let below = format!("{}{path}", self.base.path().trim_end_matches('/'));
        let request = self.client.request(method, self.base.join(&below).unwrap());
        match self.cookie("XSRF-TOKEN") {
            Some(token) => request.header("x-xsrf-token", token),
            None => request,
        }
    }

    pub(crate) fn cookie(&self, name: &str) -> Option<String> {
        let cookies = self.jar.cookies(&self.base)?;
        let text = cookies.to_str().ok()?.to_owned();
        text.split("; ")
            .find_map(|pair| Some(pair.strip_prefix(name)?.strip_prefix('=')?.to_owned()))
    }

    /// Sets a cookie, as an attacker could.
    pub(crate) fn set_cookie(&self, pair: &str) {
        self.jar.add_cookie_str(pair, &self.base);
    }

    /// Requests the CSRF token, unless an earlier response has set it.
    async fn fetch_csrf_token(&self) {
        if self.cookie("XSRF-TOKEN").is_none() {
            self.get("/healthz").await;
        }
    }
}

impl Reply {
    pub(crate) async fn of(request: RequestBuilder) -> Self {
        let response = request.send().await.unwrap();
        let (status, headers) = (response.status().as_u16(), response.headers().clone());
        // An event stream has no end.
        let is_endless =
            headers.get("content-type").is_some_and(|kind| kind == "text/event-stream");
        let bytes = if is_endless { Vec::new() } else { response.bytes().await.unwrap().to_vec() };
        Self { status, headers, bytes }
    }

    pub(crate) fn json(&self) -> Value {
        serde_json::from_slice(&self.bytes).unwrap_or(Value::Null)
    }

    pub(crate) fn header(&self, name: &str) -> &str {
        self.headers.get(name).map_or("", |value| value.to_str().unwrap())
    }

    /// Status and error code, for tables of refusals.
    pub(crate) fn refusal(&self) -> (u16, String) {
        (self.status, self.json()["code"].as_str().unwrap_or_default().to_owned())
    }
}

impl fmt::Display for Reply {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.status, wrap(&redact(self.json()).to_string()))
    }
}

/// Breaks long JSON between fields, so that a difference shows in one of several lines.
pub(crate) fn wrap(json: &str) -> String {
    let mut fields = json.split(",\"");
    let mut wrapped = fields.next().unwrap().to_owned();
    let mut width = wrapped.len();
    for field in fields {
        let breaks = json.len() > 160 && width + field.len() > 110;
        wrapped += if breaks { ",\n\"" } else { ",\"" };
        wrapped += field;
        width = if breaks { field.len() } else { width + field.len() };
    }
    wrapped
}

/// Redacts ids, tokens, file names and what depends on them, which differ between runs.
fn redact(mut value: Value) -> Value {
    match &mut value {
        Value::Array(items) => items.iter_mut().for_each(|item| *item = redact(item.take())),
        Value::Object(fields) => {
            for (name, field) in fields.iter_mut() {
                let replaced = match (name.as_str(), &*field) {
                    (
                        "id" | "uid" | "bid" | "token" | "img" | "ink" | "full" | "large" | "small",
                        Value::String(_),
                    ) => Value::String(format!("[{name}]")),
                    // An error message about a field, not its value.
                    ("fields", _) => continue,
                    _ => redact(field.take()),
                };
                *field = replaced;
            }
        }
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
    value
}
