//! All routes, and the middleware of every one of them.

use std::sync::Arc;

use axum::routing::{any, delete, get, post};
use axum::{Extension, Router};

use crate::context::Context;

use super::base_path::strip_base_path;
use super::body::BodyLimit;
use super::metrics::Requests;
use super::middleware::{self, MiddlewareState};
use super::operator::{self, OperatorAccess};
use super::pages::page_data::PageCalls;
use super::pages::{api_docs, assets, basic, page};
use super::{
    accounts, admin, admission, api_tokens, books, credentials, deletion, edition_notices,
    email_change, export, extract_form, forms, full_pages, guests, handoff, health, loves,
    mail_address, mailed_answers, media, memos, metrics, moderation, openapi, own_books, passkeys,
    prize, profiles, reader, recovery, search, second_factor, sessions, submissions, suggestions,
    tablet_sign_in, threads, transcription_drafts, weekly_questions,
};

/// Paths at which a page is shown, while other methods are calls of the same name.
const PAGES_BESIDE_CALLS: [&str; 5] =
    ["/check-username", "/signin", "/verify", "/forgot-password", "/reset-password"];

/// Router of the whole site, for the network.
pub fn router(context: Arc<Context>) -> Router {
    let base_path = context.config().base_path().to_owned();
    strip_base_path(&base_path, site(context, Router::new()))
}

/// Router of the site and the operator API, all of whose requests are the operator's: for the admin socket, and for the command
/// line in process.
pub fn operator_router(context: Arc<Context>) -> Router {
    site(context, operator::routes()).layer(Extension(OperatorAccess))
}

/// The site and further routes, behind the middleware.
fn site(context: Arc<Context>, extra_routes: Router<Arc<Context>>) -> Router {
    let requests = Arc::new(Requests::new(context.now()));
    let state = Arc::new(MiddlewareState::new(Arc::clone(&context), Arc::clone(&requests)));
    let api = api(&context, requests).merge(extra_routes);
    let calls = PageCalls(api.clone().with_state(Arc::clone(&context)));
    let page = get(page::show_page).layer(Extension(calls.clone()));
    let anywhere = any(page::show_page).layer(Extension(calls));
    PAGES_BESIDE_CALLS
        .into_iter()
        .fold(api, |router, path| router.route(path, page.clone()))
        .fallback_service(anywhere.with_state(Arc::clone(&context)))
        .layer(axum::middleware::from_fn_with_state(state, middleware::handle))
        .with_state(context)
}

/// Calls of the interface and of programs, and files.
fn api(context: &Arc<Context>, requests: Arc<Requests>) -> Router<Arc<Context>> {
    let upload = BodyLimit::upload(context).layer();
    let config = context.config();
    let document = Arc::new(openapi::ServedDocument::with_base_path(config.base_path()));
    Router::new()
        .route("/register", post(accounts::register_account))
        .route("/check-username", post(accounts::check_username))
        .route("/signin", post(sessions::sign_in))
        .route("/signout", post(sessions::sign_out))
        .route("/verify-token", post(sessions::verify_token))
        .route("/send-verify", post(accounts::send_verification))
        .route("/verify", post(accounts::verify_email))
        .route("/pending-sign-up", post(accounts::show_pending_sign_up))
        .route("/reject-sign-up", post(accounts::reject_sign_up))
        .route("/forgot-password", post(recovery::forgot_password))
        .route("/reset-password", post(recovery::reset_password))
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
        .route("/api/book/list", post(books::list_books))
        .route("/api/book", post(books::show_book))
        .route("/api/questions", post(books::list_questions))
        .route("/get-questions", post(books::find_questions))
        .route("/api/book/{bid}/download", get(books::download_book))
        .route("/api/book/{bid}/editions", get(books::list_editions))
        .route("/api/book/{bid}/mine.pdf", get(own_books::download_own_book))
        .route("/api/mine.pdf", get(own_books::download_all_own_memos))
        .route("/api/book/{bid}/read", get(reader::read_book))
        .route("/api/search", get(search::search))
        .route("/assets/forms/{file}", get(forms::download_form))
        .route("/extract", post(extract_form::extract_memos).layer(upload))
        .route("/api/extract/{name}", get(extract_form::show_reading_progress))
        .route(
            "/api/mail-address/{uid}",
            get(mail_address::show_mail_address).post(mail_address::renew_mail_address),
        )
        .route("/api/mail-address/{uid}/remove", post(mail_address::remove_mail_address))
        .route("/api/invitations/{code}", get(admission::show_invitation))
        .route("/api/account/application", get(admission::show_own_application))
        .route("/api/account/application/seen", post(admission::dismiss_application))
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
        .route("/api/memo/removed", post(memos::list_removed_memos))
        .route("/api/memo/remove", post(memos::remove_memo))
        .route("/api/memo/describe", post(memos::describe_memo))
        .route("/api/memo/restore", post(memos::restore_memo))
        .route("/api/memo/love/add", post(loves::add_love))
        .route("/api/memo/love/remove", post(loves::remove_love))
        .route("/api/memo/usr/count", post(memos::count_memos))
        .route("/media/{file}", get(media::show_picture))
        .route("/media/memo/{file}", get(media::show_memo_code))
        .route("/api/openapi.json", get(openapi::show_openapi).layer(Extension(document)))
        .route("/api/docs", get(api_docs::show_docs))
        .route("/metrics", get(metrics::show_metrics).layer(Extension(requests)))
        .route("/assets/{*file}", get(assets::show_asset))
        .route("/basic", get(basic::show_basic))
        .route("/basic/", get(basic::show_basic))
        .route("/basic/{*path}", get(basic::show_basic))
        .merge(health::routes())
        .merge(edition_notices::routes())
        .merge(tablet_sign_in::routes())
        .merge(second_factor::routes())
        .merge(passkeys::routes())
        .merge(api_tokens::routes())
        .merge(guests::routes())
        .merge(transcription_drafts::routes())
        .merge(mailed_answers::routes())
        .merge(weekly_questions::routes())
        .merge(handoff::routes(context))
        .merge(admin::routes())
        .merge(moderation::routes())
        .merge(threads::routes(context))
        .merge(prize::routes(context))
}
