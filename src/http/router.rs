//! All routes on one page, and what stands around every one of them.

use std::any::Any;
use std::sync::Arc;

use axum::Router;
use axum::extract::{DefaultBodyLimit, Request};
use axum::http::{HeaderName, HeaderValue, StatusCode, header};
use axum::middleware;
use axum::response::{IntoResponse, Response};
use axum::routing::{delete, get, post};
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::set_header::SetResponseHeaderLayer;
use tower_http::trace::TraceLayer;

use crate::app::App;
use crate::config::Config;

use super::error::ApiError;
use super::{
    accounts, admin, assets, basic, books, credentials, csrf, deletion, email_change, export,
    forms, full_pages, hand_over, health, hosts, loves, mail_address, media, memos, moderation,
    openapi, own_books, page, prize, profiles, reader, reading, recovery, search, second_factor,
    sessions, submissions, suggestions, threads,
};

/// A JSON body; pictures of a form in base64 have [`DefaultBodyLimit`]s of their own.
const BODY: usize = 1 << 20;
/// No script, style, font or frame from anywhere else; pictures may be previews of what the member just chose.
const CONTENT_POLICY: &str = "default-src 'self'; img-src 'self' data: blob:; object-src 'none'; \
    base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

/// The same, with the two places that the prize game may need.
fn content_policy(config: &Config) -> HeaderValue {
    let mut policy = CONTENT_POLICY.to_owned();
    let origin = |address: &str| {
        let url = url::Url::parse(address).ok()?;
        Some(url.origin().ascii_serialization())
    };
    let prize = &config.prize;
    if let Some(host) = origin(&prize.host).filter(|_| prize.enabled) {
        policy = format!("{policy}; connect-src 'self' {host}");
    }
    if let Some(checkout) =
        origin(&prize.checkout.url).filter(|_| prize.enabled && prize.checkout.framed)
    {
        policy = format!("{policy}; frame-src {checkout}");
    }
    HeaderValue::try_from(policy).unwrap_or(HeaderValue::from_static(CONTENT_POLICY))
}

/// The whole site.
pub fn router(app: Arc<App>) -> Router {
    let upload = DefaultBodyLimit::max(app.config.max_upload());
    Router::new()
        .route("/register", post(accounts::register_account))
        .route("/check-username", post(accounts::check_username).get(page::show_page))
        .route("/signin", post(sessions::sign_in).get(page::show_page))
        .route("/signout", post(sessions::sign_out))
        .route("/verify-token", post(sessions::verify_token))
        .route("/send-verify", post(accounts::send_verification))
        .route("/verify", post(accounts::verify_email).get(page::show_page))
        .route("/forgot-password", post(recovery::forgot_password).get(page::show_page))
        .route("/reset-password", post(recovery::reset_password).get(page::show_page))
        .route("/reauthenticate", post(credentials::reauthenticate))
        .route("/update-password", post(credentials::update_password))
        .route("/update-username", post(credentials::update_username))
        .route("/update-email", post(email_change::update_email))
        .route("/apply-action-code", post(email_change::apply_action_code))
        .route("/undo-email-change", post(email_change::undo_email_change))
        .route("/update-profile", post(profiles::update_profile))
        .route("/query-profile", post(profiles::query_profile))
        .route("/check-admin", post(profiles::check_admin))
        .route("/api/profiles/uid={uid}", get(profiles::show_profile))
        .route("/api/account/export", get(export::export_account))
        .route("/api/account/delete", post(deletion::delete_account))
        .route("/api/account/sessions", get(sessions::list_sessions))
        .route("/api/account/sessions/{id}", delete(sessions::end_session))
        .route(
            "/api/account/second-factor",
            get(second_factor::show_second_factor).post(second_factor::begin_second_factor),
        )
        .route("/api/account/second-factor/confirm", post(second_factor::confirm_second_factor))
        .route("/api/account/second-factor/renew", post(second_factor::renew_recovery_codes))
        .route("/api/account/second-factor/remove", post(second_factor::remove_second_factor))
        .route("/api/book/list", post(books::list_books))
        .route("/api/book", post(books::show_book))
        .route("/api/questions", post(books::list_questions))
        .route("/api/book/{bid}/download", get(books::download_book))
        .route("/api/book/{bid}/editions", get(books::list_editions))
        .route("/api/book/{bid}/mine.pdf", get(own_books::download_own_book))
        .route("/api/mine.pdf", get(own_books::download_all_own_memos))
        .route("/api/book/{bid}/read", get(reader::read_book))
        .route("/api/search", get(search::search))
        .route("/assets/forms/{file}", get(forms::download_form))
        .route("/extract", post(reading::extract_memos).layer(upload))
        .route("/api/hand-over", post(hand_over::open_hand_over))
        .route("/api/hand-over/{code}", get(hand_over::show_hand_over))
        .route("/api/hand-over/{code}/book", get(hand_over::show_hand_over_book))
        .route("/api/hand-over/{code}/file", post(hand_over::send_hand_over).layer(upload))
        .route(
            "/api/mail-address/{uid}",
            get(mail_address::show_mail_address).post(mail_address::renew_mail_address),
        )
        .route("/api/mail-address/{uid}/remove", post(mail_address::remove_mail_address))
        .route("/api/suggestion/send", post(suggestions::send_suggestion))
        .route(
            "/api/memo/handwriting/publish",
            post(submissions::publish_handwriting).layer(upload),
        )
        .route("/api/memo/page/publish", post(full_pages::publish_page).layer(upload))
        .route("/api/memo/text/publish", post(submissions::publish_text))
        .route("/api/memo/list", post(memos::list_memos))
        .route("/api/memo/type/list", post(memos::list_memos_of_type))
        .route("/api/memo/usr/question", post(memos::list_answers))
        .route("/api/book/memo/usr/question", post(memos::list_answers_in_book))
        .route("/get-memos", post(memos::get_memos))
        .route("/query-memos", post(memos::query_memos))
        .route("/get-memo", post(memos::show_memo))
        .route("/api/memo/history", post(memos::list_earlier_memos))
        .route("/api/memo/remove", post(memos::remove_memo))
        .route("/api/memo/describe", post(memos::describe_memo))
        .route("/api/memo/restore", post(memos::restore_memo))
        .route("/api/memo/love/add", post(loves::add_love))
        .route("/api/memo/love/remove", post(loves::remove_love))
        .route("/api/memo/usr/count", post(memos::count_memos))
        .route("/media/{file}", get(media::show_picture))
        .route("/media/memo/{file}", get(media::show_memo_code))
        .route("/api/openapi.json", get(openapi::show_openapi))
        .route("/assets/{*file}", get(assets::show_asset))
        .route("/basic", get(basic::show_basic))
        .route("/basic/", get(basic::show_basic))
        .route("/basic/{*path}", get(basic::show_basic))
        .merge(health::routes())
        .merge(admin::routes())
        .merge(moderation::routes())
        .merge(threads::routes(&app))
        .merge(prize::routes(&app))
        .fallback(page::show_page)
        // As one layer, outermost first: each layer of its own would cost every request an allocation or two.
        .layer((
            TraceLayer::new_for_http().make_span_with(span),
            CatchPanicLayer::custom(answer_panic),
            default_header(header::REFERRER_POLICY, HeaderValue::from_static("no-referrer")),
            default_header(header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff")),
            default_header(header::CONTENT_SECURITY_POLICY, content_policy(&app.config)),
            middleware::from_fn_with_state(Arc::clone(&app), hosts::guard),
            middleware::from_fn_with_state(Arc::clone(&app), csrf::guard),
            DefaultBodyLimit::max(BODY),
        ))
        .with_state(app)
}

/// A header on every answer that has none of that name.
fn default_header(name: HeaderName, value: HeaderValue) -> SetResponseHeaderLayer<HeaderValue> {
    SetResponseHeaderLayer::if_not_present(name, value)
}

/// What the log says of a request: never its query, which may hold the token of a mailed link.
fn span(request: &Request) -> tracing::Span {
    tracing::debug_span!("request", method = %request.method(), path = request.uri().path())
}

/// The panic itself is on stderr; the sender learns nothing of it.
fn answer_panic(_panic: Box<dyn Any + Send>) -> Response {
    let words = "Something went wrong on our side. Nothing was lost; please try again.";
    ApiError::request(StatusCode::INTERNAL_SERVER_ERROR, "internal", words).into_response()
}
