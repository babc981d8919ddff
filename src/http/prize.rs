//! Endpoints of the prize game; 404 where no game is played.
//!
//! They may be called at another port of this host, which the settings name; then CORS allows the pages' own origin, and no other,
//! to read the responses.

pub(super) mod checkout;
pub(super) mod credits;
pub(super) mod fairness;
mod payout_view;
pub(super) mod payouts;
mod peg_upload;
pub(super) mod plays;
pub(super) mod records;
pub(super) mod session_token;

use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::{HeaderName, HeaderValue, Method, StatusCode, header};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};
use tower_http::cors::CorsLayer;
use utoipa_axum::router::{OpenApiRouter, UtoipaMethodRouterExt};
use utoipa_axum::routes;

use crate::config::Config;
use crate::context::Context;
use crate::domain::message::Message;

use super::body::BodyLimit;
use super::error::ApiError;

use session_token::SESSION_TOKEN;

/// Routes of the prize game.
pub(super) fn routes(upload: BodyLimit) -> OpenApiRouter<Arc<Context>> {
    OpenApiRouter::new()
        .routes(routes!(plays::process_pdf).layer(upload.layer()))
        .routes(routes!(plays::deduct_credit))
        .routes(routes!(credits::show_credits))
        .routes(routes!(credits::get_credits))
        .routes(routes!(credits::check_retries))
        .routes(routes!(credits::add_retry))
        .routes(routes!(credits::replay))
        .routes(routes!(payouts::show_win))
        .routes(routes!(payouts::claim_payout))
        .routes(routes!(checkout::handle_webhook))
        .routes(routes!(fairness::show_fairness))
        .routes(routes!(records::list_plays))
        .routes(routes!(records::grant_credits))
        .routes(routes!(payouts::list_payouts))
        .routes(routes!(payouts::download_payouts))
        .routes(routes!(payouts::decide_payout))
}

/// Routes of the prize game, closed where no game is played.
pub(super) fn guarded_routes(
    context: &Arc<Context>,
    upload: BodyLimit,
) -> OpenApiRouter<Arc<Context>> {
    let guard = middleware::from_fn_with_state(Arc::clone(context), guard);
    let routes = routes(upload).layer(guard);
    match pages_of(&context.config()) {
        Some(pages) => routes.layer(
            CorsLayer::new()
                .allow_origin(pages)
                .allow_credentials(true)
                .allow_methods([Method::GET, Method::POST])
                .allow_headers([
                    header::CONTENT_TYPE,
                    HeaderName::from_static("x-xsrf-token"),
                    SESSION_TOKEN,
                ]),
        ),
        None => routes,
    }
}

/// Origin of the pages, if they call the game at another one.
fn pages_of(config: &Config) -> Option<HeaderValue> {
    if config.prize.host.is_empty() {
        return None;
    }
    let pages = url::Url::parse(&config.public_url).ok()?.origin().ascii_serialization();
    HeaderValue::from_str(&pages).ok()
}

async fn guard(State(context): State<Arc<Context>>, request: Request, next: Next) -> Response {
    if context.config().prize.enabled {
        return next.run(request).await;
    }
    let words = Message::new("address-not-found", "There is nothing at this address.");
    ApiError::request(StatusCode::NOT_FOUND, "not-found", words).into_response()
}
