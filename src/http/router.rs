//! All routes, and the middleware of every one of them.

use std::sync::Arc;

use axum::routing::{any, get};
use axum::{Extension, Router};
use utoipa::openapi::OpenApi;
use utoipa_axum::router::{OpenApiRouter, UtoipaMethodRouterExt};
use utoipa_axum::routes;

use crate::context::Context;

use super::base_path::strip_base_path;
use super::bearer::CallScopes;
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
    let (api, description) = api(&context, Arc::clone(&requests)).split_for_parts();
    let scopes = CallScopes::of(description);
    let state = Arc::new(MiddlewareState::new(Arc::clone(&context), requests, scopes));
    let api = api.merge(extra_routes);
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
fn api(context: &Arc<Context>, requests: Arc<Requests>) -> OpenApiRouter<Arc<Context>> {
    let upload = BodyLimit::upload(context);
    let config = context.config();
    let document = Arc::new(openapi::ServedDocument::with_base_path(config.base_path()));
    calls(upload)
        .merge(metrics::routes().layer(Extension(requests)))
        .merge(prize::guarded_routes(context, upload))
        .route("/api/openapi.json", get(openapi::show_openapi).layer(Extension(document)))
        .route("/api/docs", get(api_docs::show_docs))
        .route("/assets/{*file}", get(assets::show_asset))
        .route("/basic", get(basic::show_basic))
        .route("/basic/", get(basic::show_basic))
        .route("/basic/{*path}", get(basic::show_basic))
}

/// Description of all calls, whatever their layers.
pub(super) fn description() -> OpenApi {
    let upload = BodyLimit::DEFAULT;
    calls(upload).merge(metrics::routes()).merge(prize::routes(upload)).into_openapi()
}

/// Calls whose layers need nothing of the server but the limit of an upload.
fn calls(upload: BodyLimit) -> OpenApiRouter<Arc<Context>> {
    OpenApiRouter::new()
        .routes(routes!(accounts::register_account))
        .routes(routes!(accounts::check_username))
        .routes(routes!(sessions::sign_in))
        .routes(routes!(sessions::sign_out))
        .routes(routes!(sessions::verify_token))
        .routes(routes!(accounts::send_verification))
        .routes(routes!(accounts::verify_email))
        .routes(routes!(accounts::show_pending_sign_up))
        .routes(routes!(accounts::reject_sign_up))
        .routes(routes!(recovery::forgot_password))
        .routes(routes!(recovery::reset_password))
        .routes(routes!(credentials::reauthenticate))
        .routes(routes!(credentials::update_password))
        .routes(routes!(credentials::update_username))
        .routes(routes!(email_change::update_email))
        .routes(routes!(email_change::apply_action_code))
        .routes(routes!(email_change::undo_email_change))
        .routes(routes!(profiles::update_profile))
        .routes(routes!(profiles::query_profile))
        .routes(routes!(profiles::check_admin))
        .routes(routes!(profiles::show_profile))
        .routes(routes!(export::export_account))
        .routes(routes!(deletion::delete_account))
        .routes(routes!(sessions::list_sessions))
        .routes(routes!(sessions::end_session))
        .routes(routes!(books::list_books))
        .routes(routes!(books::show_book))
        .routes(routes!(books::list_questions))
        .routes(routes!(books::find_questions))
        .routes(routes!(books::download_book))
        .routes(routes!(books::list_editions))
        .routes(routes!(own_books::download_own_book))
        .routes(routes!(own_books::download_all_own_memos))
        .routes(routes!(reader::read_book))
        .routes(routes!(search::search))
        .routes(routes!(forms::download_form))
        .routes(routes!(extract_form::extract_memos).layer(upload.layer()))
        .routes(routes!(extract_form::show_reading_progress))
        .routes(routes!(mail_address::show_mail_address, mail_address::renew_mail_address))
        .routes(routes!(mail_address::remove_mail_address))
        .routes(routes!(admission::show_invitation))
        .routes(routes!(admission::show_own_application))
        .routes(routes!(admission::dismiss_application))
        .routes(routes!(suggestions::send_suggestion))
        .routes(routes!(submissions::publish_handwriting).layer(upload.layer()))
        .routes(routes!(full_pages::publish_page).layer(upload.layer()))
        .routes(routes!(submissions::publish_text))
        .routes(routes!(memos::list_memos))
        .routes(routes!(memos::list_memos_of_type))
        .routes(routes!(memos::list_answers))
        .routes(routes!(memos::list_answers_in_book))
        .routes(routes!(memos::get_memos))
        .routes(routes!(memos::query_memos))
        .routes(routes!(memos::show_memo))
        .routes(routes!(memos::list_earlier_memos))
        .routes(routes!(memos::list_removed_memos))
        .routes(routes!(memos::remove_memo))
        .routes(routes!(memos::describe_memo))
        .routes(routes!(memos::restore_memo))
        .routes(routes!(loves::add_love))
        .routes(routes!(loves::remove_love))
        .routes(routes!(memos::count_memos))
        .routes(routes!(media::show_picture))
        .routes(routes!(media::show_memo_code))
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
        .merge(handoff::routes(upload))
        .merge(admin::routes())
        .merge(moderation::routes())
        .merge(threads::routes(upload))
}
