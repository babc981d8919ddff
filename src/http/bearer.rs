//! API tokens in the header `Authorization: Bearer`, and the calls that each scope opens.
//!
//! A request with a token acts for the token's member and nobody else: its cookies are ignored. Other bearer tokens, such as those that
//! a proxy adds, are none of ours and change nothing. The attribute of a handler names its scopes as `security`. Where several open a
//! call, the one that is needed depends on the subject, which only the body names. Calls without a scope refuse every token, so that no
//! token can make or remove tokens, passkeys, passwords, roles or links.

use std::collections::{BTreeSet, HashMap};
use std::convert::Infallible;
use std::sync::Arc;

use axum::extract::{FromRequestParts, MatchedPath, Request};
use axum::http::request::Parts;
use axum::http::{HeaderMap, Method, StatusCode, header};
use utoipa::openapi::{OpenApi, SecurityRequirement};

use crate::context::Context;
use crate::domain::api_token::{self, TokenScope};
use crate::domain::message::Message;
use crate::domain::policy::{Actor, Denied};
use crate::services::accounts::api_tokens;

use super::error::{ApiError, Result};
use super::extractors::run_blocking;
use super::openapi;

/// Name of the API tokens in the `security` of a call's description.
pub(super) const SECURITY_SCHEME: &str = "apiToken";

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
pub(super) async fn authorize(
    context: &Arc<Context>,
    calls: &CallScopes,
    request: &mut Request,
) -> Result<()> {
    let Some(text) = bearer(request.headers()) else { return Ok(()) };
    let access =
        run_blocking(context, move |context| api_tokens::authenticate(context, &text)).await?;
    let route = request.extensions().get::<MatchedPath>().map_or("", MatchedPath::as_str);
    let scopes = calls.get(request.method(), route);
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

/// Scopes that open each call to API tokens, as the calls' descriptions require.
pub(super) struct CallScopes(HashMap<(Method, String), Vec<TokenScope>>);

impl CallScopes {
    pub(super) fn of(mut api: OpenApi) -> Self {
        let described = openapi::operations(&mut api).map(|(method, path, operation)| {
            let required = operation.security.iter().flatten();
            ((method, path.to_owned()), required.filter_map(scope_of).collect())
        });
        // The description leaves itself out.
        let own = ((Method::GET, "/api/openapi.json".to_owned()), vec![TokenScope::Read]);
        Self(described.chain([own]).collect())
    }

    /// Scopes of a call; none if no token may make it. `route` is a route of the router, with the names of its parameters in braces.
    fn get(&self, method: &Method, route: &str) -> &[TokenScope] {
        let method = if method == Method::HEAD { &Method::GET } else { method };
        self.0.get(&(method.clone(), route.to_owned())).map_or(&[], Vec::as_slice)
    }
}

/// Scope that a description requires: `"apiToken" = ["read"]`.
fn scope_of(required: &SecurityRequirement) -> Option<TokenScope> {
    let required = serde_json::to_value(required).ok()?;
    match required[SECURITY_SCHEME].as_array()?.as_slice() {
        [scope] => scope.as_str()?.parse().ok(),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_required_scope_is_known() {
        let mut api = openapi::describe();
        for (method, path, operation) in openapi::operations(&mut api) {
            let required: Vec<_> = operation.security.iter().flatten().collect();
            let known = required.iter().filter_map(|required| scope_of(required)).count();
            assert_eq!(known, required.len(), "{method} {path}");
        }
    }

    #[test]
    fn only_calls_about_reports_have_several_scopes() {
        let CallScopes(calls) = CallScopes::of(openapi::describe());
        let mut repeated: Vec<_> = calls
            .into_iter()
            .filter(|(_, scopes)| scopes.len() > 1)
            .map(|((_, path), _)| path)
            .collect();
        repeated.sort_unstable();
        assert_eq!(repeated, ["/api/admin/reports/settle", "/api/report"]);
    }

    #[test]
    fn credentials_are_closed_to_every_token() {
        let calls = CallScopes::of(openapi::describe());
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
                assert_eq!(calls.get(&method, route), [], "{method} {route}");
            }
        }
    }

    #[test]
    fn head_is_opened_like_get() {
        let calls = CallScopes::of(openapi::describe());
        assert_eq!(calls.get(&Method::HEAD, "/media/{file}"), [TokenScope::Read]);
        assert_eq!(calls.get(&Method::DELETE, "/media/{file}"), []);
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
