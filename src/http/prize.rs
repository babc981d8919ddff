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

use axum::Router;
use axum::extract::{Request, State};
use axum::http::{HeaderName, HeaderValue, Method, StatusCode, header};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use tower_http::cors::CorsLayer;

use crate::config::Config;
use crate::context::Context;
use crate::domain::message::Message;

use super::body::BodyLimit;
use super::error::ApiError;

use session_token::SESSION_TOKEN;

/// Routes of the prize game.
pub(super) fn routes(context: &Arc<Context>) -> Router<Arc<Context>> {
    let upload = BodyLimit::upload(context).layer();
    let routes = Router::new()
        .route("/process-pdf", post(plays::process_pdf).layer(upload))
        .route("/deduct-credit", post(plays::deduct_credit))
        .route("/credits/{named}", get(credits::show_credits))
        .route("/get-credits", post(credits::get_credits))
        .route("/check-retries", post(credits::check_retries))
        .route("/add-retry", post(credits::add_retry))
        .route("/replay", post(credits::replay))
        .route("/api/prize/win", get(payouts::show_win))
        .route("/payout-details", post(payouts::claim_payout))
        .route("/webhooks/checkout", post(checkout::handle_webhook))
        .route("/api/prize/fairness", get(fairness::show_fairness))
        .route("/api/admin/plays", get(records::list_plays))
        .route("/api/admin/credits", post(records::grant_credits))
        .route("/api/admin/payouts", get(payouts::list_payouts))
        .route("/api/admin/payouts.csv", get(payouts::download_payouts))
        .route("/api/admin/payouts/{id}/decide", post(payouts::decide_payout))
        .layer(middleware::from_fn_with_state(Arc::clone(context), guard));
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
