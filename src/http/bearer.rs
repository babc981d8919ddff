//! API tokens in the header `Authorization: Bearer`, and the calls that each scope opens.
//!
//! A request with a token acts for the token's member and nobody else: its cookies are ignored. Other bearer tokens, such as those that
//! a proxy adds, are none of ours and change nothing. Where several scopes open a call, the one that is needed depends on the subject,
//! which only the body names. Calls without a scope refuse every token, so that no token can make or remove tokens, passkeys, passwords, roles or links.

use std::collections::BTreeSet;
use std::convert::Infallible;
use std::sync::Arc;

use axum::extract::{FromRequestParts, MatchedPath, Request};
use axum::http::request::Parts;
use axum::http::{HeaderMap, Method, StatusCode, header};

use crate::context::Context;
use crate::domain::api_token::{self, TokenScope};
use crate::domain::message::Message;
use crate::domain::policy::{Actor, Denied};
use crate::services::accounts::api_tokens;

use super::error::{ApiError, Result};
use super::extractors::run_blocking;

/// Actor of a request with a valid API token, as an extension of the request.
#[derive(Clone)]
pub(super) struct TokenActor(pub(super) Actor);

/// Extractor of the scopes of a request's API token; `None` for a session, which may make every call.
#[derive(Clone)]
pub(super) struct GrantedScopes(Option<BTreeSet<TokenScope>>);

impl GrantedScopes {
    /// Requires the scope of the call's subject.
    pub(super) fn require(&self, scope: TokenScope) -> Result<()> {
        match &self.0 {
            Some(granted) if !granted.contains(&scope) => Err(missing(scope)),
            _ => Ok(()),
        }
    }
}

impl<S: Sync> FromRequestParts<S> for GrantedScopes {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Infallible> {
        Ok(parts.extensions.get().cloned().unwrap_or(Self(None)))
    }
}

/// Authenticates a request with an API token, and checks that a scope of the token opens the call. Requests without one pass.
pub(super) async fn authorize(context: &Arc<Context>, request: &mut Request) -> Result<()> {
    let Some(text) = bearer(request.headers()) else { return Ok(()) };
    let access =
        run_blocking(context, move |context| api_tokens::authenticate(context, &text)).await?;
    let route = request.extensions().get::<MatchedPath>().map_or("", MatchedPath::as_str);
    let scopes: Vec<TokenScope> = scopes_of(request.method(), route).collect();
    let first = *scopes.first().ok_or(Denied::ApiTokenForbidden)?;
    if !scopes.iter().any(|scope| access.scopes.contains(scope)) {
        return Err(missing(first));
    }
    request.extensions_mut().insert(TokenActor(access.actor));
    request.extensions_mut().insert(GrantedScopes(Some(access.scopes)));
    Ok(())
}

fn missing(scope: TokenScope) -> ApiError {
    let words =
        Message::new("api-token-scope", "This call needs an API token with the scope `{scope}`.");
    let words = words.with("scope", scope.as_str());
    ApiError::request(StatusCode::FORBIDDEN, "api-token-scope", words)
}

fn bearer(headers: &HeaderMap) -> Option<String> {
    let value = headers.get(header::AUTHORIZATION)?.to_str().ok()?;
    let (scheme, text) = value.split_once(' ')?;
    let text = text.trim();
    let is_ours = scheme.eq_ignore_ascii_case("bearer") && text.starts_with(api_token::PREFIX);
    is_ours.then(|| text.to_owned())
}

/// Scopes that open a call to API tokens; none for a call that no token may make. `route` is a route of the router, with the
/// names of its parameters in braces.
pub(super) fn scopes_of(method: &Method, route: &str) -> impl Iterator<Item = TokenScope> {
    let method = if method == Method::HEAD { &Method::GET } else { method };
    let calls = CALLS.iter().filter(move |(_, calls)| {
        calls.iter().any(|call| {
            call.split_once(' ')
                .is_some_and(|(verb, path)| verb == method.as_str() && path == route)
        })
    });
    calls.map(|(scope, _)| *scope)
}

/// Calls that each scope opens. A call of several scopes requires that of its subject, by [`GrantedScopes`].
const CALLS: [(TokenScope, &[&str]); 5] = [
    (
        TokenScope::Read,
        &[
            "POST /query-profile",
            "GET /api/profiles/uid={uid}",
            "POST /check-admin",
            "GET /api/account/export",
            "GET /api/account/mailed-answers",
            "GET /api/account/weekly-questions",
            "POST /api/book/list",
            "POST /api/book",
            "POST /api/questions",
            "POST /get-questions",
            "GET /api/book/{bid}/download",
            "GET /api/book/{bid}/editions",
            "GET /api/book/{bid}/mine.pdf",
            "GET /api/book/{bid}/read",
            "GET /api/mine.pdf",
            "GET /assets/forms/{file}",
            "GET /api/search",
            "POST /api/memo/list",
            "POST /api/memo/type/list",
            "POST /api/memo/usr/question",
            "POST /api/memo/usr/count",
            "POST /api/book/memo/usr/question",
            "POST /get-memo",
            "POST /get-memos",
            "POST /query-memos",
            "POST /api/memo/history",
            "POST /api/memo/removed",
            "GET /media/{file}",
            "GET /media/memo/{file}",
            "GET /api/topic",
            "GET /api/topics",
            "GET /api/topics/count",
            "POST /api/thread/find/topic",
            "GET /api/thread/post/list",
            "GET /api/thread/post/list/page",
            "GET /api/thread/post/media",
            "GET /thread/{code}/feed.atom",
            "GET /api/posts/{id}",
            "GET /api/comments",
            "GET /api/likes",
            "GET /api/usr/posts",
            "GET /api/usr/comments",
            "GET /api/prize/fairness",
            "GET /api/openapi.json",
            "GET /healthz",
            "GET /readyz",
        ],
    ),
    (
        TokenScope::Memos,
        &[
            "POST /extract",
            "GET /api/extract/{name}",
            "POST /api/handwriting/draft",
            "POST /api/memo/draft",
            "POST /api/memo/handwriting/publish",
            "POST /api/memo/page/publish",
            "POST /api/memo/text/publish",
            "POST /api/memo/describe",
            "POST /api/memo/remove",
            "POST /api/memo/restore",
            "POST /api/memo/love/add",
            "POST /api/memo/love/remove",
            "POST /api/report",
            "POST /api/account/mailed-answers/{answer}/submit",
            "DELETE /api/account/mailed-answers/{answer}",
            "POST /api/suggestion/send",
        ],
    ),
    (
        TokenScope::Threads,
        &[
            "POST /api/upload/{uid}/{topicId}/{topicCode}",
            "PUT /api/activate-post/{id}",
            "POST /api/posts/describe",
            "DELETE /api/posts/remove/{id}",
            "POST /api/posts/restore/{id}",
            "POST /api/comments/add",
            "DELETE /api/comments/remove/{id}",
            "POST /api/comments/restore/{id}",
            "POST /api/like/add",
            "POST /api/like/remove",
            "POST /api/report",
            "POST /api/admin/reports/settle",
            "POST /api/admin/topics",
            "PUT /api/admin/topics/{id}",
            "DELETE /api/admin/topics/{id}",
        ],
    ),
    (
        TokenScope::Books,
        &[
            "GET /api/admin/books",
            "POST /api/admin/books",
            "GET /api/admin/books/{bid}",
            "POST /api/admin/books/{bid}/change",
            "GET /api/admin/books/{bid}/answers",
            "GET /api/admin/books/{bid}/answers.csv",
            "POST /api/admin/books/{bid}/questions",
            "POST /api/admin/books/{bid}/questions/import",
            "POST /api/admin/books/{bid}/schedule",
            "POST /api/admin/books/{bid}/remind",
            "GET /api/admin/books/{bid}/weekly-question",
            "POST /api/admin/books/{bid}/weekly-question",
            "POST /api/admin/books/{bid}/form-preview",
            "GET /api/admin/books/{bid}/preflight",
            "GET /api/admin/books/{bid}/preview.pdf",
            "GET /api/admin/books/{bid}/booklet.pdf",
            "GET /api/admin/books/{bid}/print.zip",
            "POST /api/admin/books/{bid}/publish",
            "POST /api/admin/books/{bid}/unpublish",
            "POST /api/admin/waiting-answers/{memo}",
            "POST /api/admin/reports/settle",
            "GET /api/admin/suggestions",
            "POST /api/admin/suggestions/{id}/done",
        ],
    ),
    (
        TokenScope::Administration,
        &[
            "GET /api/admin/overview",
            "GET /api/admin/statistics",
            "GET /api/admin/audit",
            "GET /api/admin/members",
            "GET /api/admin/members/{uid}",
            "GET /api/admin/applications",
            "GET /api/admin/memos",
            "GET /api/admin/memos/filters",
            "GET /api/admin/reports",
            "GET /api/admin/mail",
            "GET /api/admin/backups",
            "GET /api/admin/settings",
            "GET /api/admin/plays",
            "GET /api/admin/payouts",
            "GET /api/admin/payouts.csv",
        ],
    ),
];

#[cfg(test)]
mod tests {
    use super::*;

    fn scopes(method: &Method, route: &str) -> Vec<TokenScope> {
        scopes_of(method, route).collect()
    }

    #[test]
    fn only_calls_about_reports_have_several_scopes() {
        let mut calls: Vec<&str> =
            CALLS.iter().flat_map(|(_, calls)| calls.iter().copied()).collect();
        calls.sort_unstable();
        let repeated: Vec<&str> =
            calls.array_windows().filter(|[one, next]| one == next).map(|[one, _]| *one).collect();
        assert_eq!(repeated, ["POST /api/admin/reports/settle", "POST /api/report"]);
    }

    #[test]
    fn credentials_are_closed_to_every_token() {
        for route in [
            "/api/account/api-tokens",
            "/api/account/passkeys",
            "/api/account/second-factor",
            "/api/account/sessions",
            "/update-password",
            "/signin",
            "",
        ] {
            for method in [Method::GET, Method::POST, Method::DELETE] {
                assert_eq!(scopes(&method, route), [], "{method} {route}");
            }
        }
    }

    #[test]
    fn head_is_opened_like_get() {
        assert_eq!(scopes(&Method::HEAD, "/media/{file}"), [TokenScope::Read]);
        assert_eq!(scopes(&Method::DELETE, "/media/{file}"), []);
    }

    #[test]
    fn bearer_scheme_is_read_in_any_case() {
        let of = |value: &'static str| {
            let mut headers = HeaderMap::new();
            headers.insert(header::AUTHORIZATION, value.parse().unwrap());
            bearer(&headers)
        };
        assert_eq!(of("Bearer inkfold_x").as_deref(), Some("inkfold_x"));
        assert_eq!(of("bearer  inkfold_x ").as_deref(), Some("inkfold_x"));
        for other in ["Basic inkfold_x", "Bearer", "Bearer eyJhbGci", "Bearer x inkfold_x"] {
            assert_eq!(of(other), None, "{other}");
        }
    }
}
