//! Data that the interface asks for first on a page, sent with the page: on a slow network that saves a round trip.
//!
//! Each call runs through the same routes as the interface's own request would, with the reader's cookies, so that it answers the
//! same. The interface finds a response by the call that it would make, and makes the call itself where none was sent.

use axum::Router;
use axum::body::{Body, to_bytes};
use axum::http::request::Parts;
use axum::http::{HeaderMap, Method, Request, StatusCode, header};
use maud::{Markup, PreEscaped, html};
use serde::Serialize;
use serde_json::Value;
use serde_json::value::RawValue;
use tower::ServiceExt;

use crate::domain::policy::{self, Actor};
use crate::http::cookies;

use super::site_map::Page;

/// Maximum size of a response that is sent with a page, in bytes. A larger one would keep the page waiting.
const MAX_RESPONSE: usize = 64 << 10;

/// Page number beyond the last page of any list.
const MAX_PAGE_NUMBER: u32 = 1_000_000;

const PROFILE: &str = r#"POST /query-profile {"uid":":uid"}"#;
const OWN_MEMOS: &str = r#"POST /query-memos {"uid":":uid"}"#;
const TOPICS: &str = "POST /api/topics {}";
const PENDING_POSTS: &str = "GET /api/usr/posts?uid=:uid ";

/// Calls by the pattern of the page, as the interface's `queries.ts` spell them. `:last` is the last segment of the page's path,
/// `:uid` the id of the member, and `:number` the page of a list, which only paper display has.
const FIRST_CALLS: [(&str, &[&str]); 4] = [
    ("/library", &["POST /api/book/list {}", PROFILE]),
    ("/thread", &[TOPICS, PROFILE]),
    (
        "/thread/{code}",
        &[
            "GET /api/topics?code=:last ",
            "GET /api/thread/post/list/page?code=:last&limit=3:number ",
            TOPICS,
            PENDING_POSTS,
            PROFILE,
        ],
    ),
    ("/posts/{id}", &["GET /api/posts/:last ", PROFILE]),
];

/// The same for pages that visitors do not see.
const FIRST_CALLS_OF_MEMBERS: [(&str, &[&str]); 5] = [
    (
        "/begin",
        &[
            "POST /api/book/list {}",
            OWN_MEMOS,
            PENDING_POSTS,
            "GET /api/usr/comments ",
            "GET /api/account/reminder ",
            "GET /api/account/weekly-questions ",
            PROFILE,
        ],
    ),
    ("/my-pages", &["POST /api/book/list {}", OWN_MEMOS, PROFILE]),
    ("/mailed-answers", &["GET /api/account/mailed-answers ", PROFILE]),
    ("/activate/posts", &[PENDING_POSTS, PROFILE]),
    (
        "/settings",
        &[
            "GET /api/account/second-factor ",
            "GET /api/account/edition-notices ",
            "GET /api/account/drafts ",
            "GET /api/account/reminders ",
            "GET /api/account/sessions ",
            "GET /api/account/passkeys ",
            "GET /api/account/api-tokens ",
            "GET /api/blocks ",
            "GET /api/mail-address/:uid ",
            TOPICS,
            PROFILE,
        ],
    ),
];

/// API without middleware, for calls that a page makes on behalf of its reader.
#[derive(Clone)]
pub(in crate::http) struct PageCalls(pub(in crate::http) Router);

/// Responses to the first calls of a page.
pub(super) struct PageResponses(Vec<PageResponse>);

/// Response to a call, as the interface finds it in the page.
#[derive(Serialize)]
struct PageResponse {
    /// Method, path with query, and body, separated by spaces: `POST /api/book/list {}`.
    call: String,
    body: Box<RawValue>,
}

impl PageCalls {
    /// Responses to the first calls of a page. `request` is the request for the page.
    pub(super) async fn responses(
        &self,
        page: &Page,
        actor: &Actor,
        request: &Parts,
    ) -> PageResponses {
        let mut responses = Vec::new();
        for call in first_calls(page, actor, request) {
            if let Some(body) = self.response(&call, request).await {
                responses.push(PageResponse { call, body });
            }
        }
        PageResponses(responses)
    }

    /// Makes a call with the reader's cookies. `None` if it is refused, or its response is no JSON or too large.
    async fn response(&self, call: &str, page_request: &Parts) -> Option<Box<RawValue>> {
        let mut parts = call.splitn(3, ' ');
        let (method, path, body) = (parts.next()?, parts.next()?, parts.next()?);
        let body = Body::from(body.to_owned());
        let mut request = Request::builder().method(method).uri(path).body(body).ok()?;
        *request.extensions_mut() = page_request.extensions.clone();
        *request.headers_mut() = page_request.headers.clone();
        request.headers_mut().remove(header::CONTENT_LENGTH);
        request.headers_mut().insert(header::CONTENT_TYPE, "application/json".parse().ok()?);
        let response = self.0.clone().oneshot(request).await.ok()?;
        if response.status() != StatusCode::OK {
            return None;
        }
        let bytes = to_bytes(response.into_body(), MAX_RESPONSE).await.ok()?;
        RawValue::from_string(String::from_utf8(bytes.into()).ok()?).ok()
    }
}

impl PageResponses {
    /// Element with the responses; empty if there are none.
    pub(super) fn element(&self) -> Markup {
        let Some(json) = serde_json::to_string(&self.0).ok().filter(|_| !self.0.is_empty()) else {
            return Markup::default();
        };
        // A `</script>` in a member's text would end the element.
        let json = json.replace('<', "\\u003c");
        html! { script type="application/json" id="page-data" { (PreEscaped(json)) } }
    }

    /// Response to the call that begins like this.
    pub(super) fn response_to(&self, call: &str) -> Option<Value> {
        let response = self.0.iter().find(|response| response.call.starts_with(call))?;
        serde_json::from_str(response.body.get()).ok()
    }
}

/// Calls that the interface makes first on a page. Those of members are left out for visitors.
fn first_calls(page: &Page, actor: &Actor, request: &Parts) -> Vec<String> {
    if request.method != Method::GET {
        return Vec::new();
    }
    let member = policy::member(actor).ok().map(|account| account.to_string());
    let for_members = if member.is_some() { &FIRST_CALLS_OF_MEMBERS[..] } else { &[] };
    let mut pages = FIRST_CALLS.iter().chain(for_members);
    let calls = pages.find(|(pattern, _)| *pattern == page.pattern);
    let last = request.uri.path().trim_end_matches('/').rsplit('/').next().unwrap_or_default();
    let number = page_number(request).map_or_else(String::new, |number| format!("&page={number}"));
    let calls = calls.into_iter().flat_map(|(_, calls)| calls.iter());
    calls
        .filter(|call| member.is_some() || !call.contains(":uid"))
        .map(|call| call.replace(":last", last).replace(":number", &number))
        .map(|call| call.replace(":uid", member.as_deref().unwrap_or_default()))
        .collect()
}

/// Number of the page of a list that paper display shows, as the interface's `usePageNumber` reads it from the address; `None` on other
/// displays.
pub(super) fn page_number(request: &Parts) -> Option<u32> {
    let query = request.uri.query().unwrap_or_default();
    let page = query.split('&').find_map(|pair| pair.strip_prefix("page="));
    let number = page.and_then(|page| page.parse().ok()).filter(|number| *number > 0);
    is_on_paper(&request.headers).then(|| number.unwrap_or(1).min(MAX_PAGE_NUMBER))
}

/// Whether the reader has chosen paper display.
pub(super) fn is_on_paper(headers: &HeaderMap) -> bool {
    cookies::value_in(headers, "display").as_deref() == Some("paper")
}
