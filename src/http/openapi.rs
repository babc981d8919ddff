//! `OpenAPI` document of the API, made from the handlers' attributes. `ui/openapi.json` is a copy that a test keeps current.

use std::sync::{Arc, LazyLock};

use axum::Extension;
use axum::body::Bytes;
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, header};
use axum::response::{IntoResponse, Response};
use utoipa::openapi::Server;
use utoipa::openapi::security::{Http, HttpAuthScheme, SecurityRequirement, SecurityScheme};
use utoipa::{Modify, OpenApi};

use crate::domain::blob::BlobHash;

use super::compressed_once::CompressedOnce;
use super::response_budget::Unbudgeted;
use super::{
    accounts, admin, admission, api_tokens, bearer, books, credentials, deletion, doctor,
    edition_notices, email_change, export, extract_form, forms, full_pages, guests, handoff,
    health, loves, mail_address, mailed_answers, media, memos, metrics, moderation, own_books,
    passkeys, prize, profiles, reader, recovery, reminders, search, second_factor, sessions,
    submissions, suggestions, tablet_sign_in, threads, transcription_drafts, unsubscribe,
    weekly_questions,
};

#[derive(OpenApi)]
#[openapi(
    info(
        title = "Inkfold",
        description = "Memo books and image threads for people who write by hand on tablets."
    ),
    modifiers(&TokenScopes),
    paths(
        accounts::register_account,
        accounts::check_username,
        sessions::sign_in,
        sessions::sign_out,
        sessions::verify_token,
        sessions::list_sessions,
        sessions::end_session,
        second_factor::show_second_factor,
        second_factor::begin_second_factor,
        second_factor::confirm_second_factor,
        second_factor::renew_recovery_codes,
        second_factor::remove_second_factor,
        passkeys::begin_passkey_proof,
        passkeys::sign_in_with_passkey,
        passkeys::reauthenticate_with_passkey,
        passkeys::list_passkeys,
        passkeys::begin_passkey_registration,
        passkeys::register_passkey,
        passkeys::rename_passkey,
        passkeys::remove_passkey,
        passkeys::confirm_passkeys_as_second_factor,
        api_tokens::list_api_tokens,
        api_tokens::create_api_token,
        api_tokens::revoke_api_token,
        accounts::send_verification,
        accounts::verify_email,
        accounts::show_pending_sign_up,
        accounts::reject_sign_up,
        recovery::forgot_password,
        recovery::reset_password,
        credentials::reauthenticate,
        credentials::update_password,
        credentials::update_username,
        email_change::update_email,
        email_change::apply_action_code,
        email_change::undo_email_change,
        profiles::update_profile,
        profiles::query_profile,
        profiles::show_profile,
        profiles::check_admin,
        export::export_account,
        deletion::delete_account,
        edition_notices::show_edition_notices,
        edition_notices::choose_edition_notices,
        transcription_drafts::draft_of_memo,
        transcription_drafts::draft_of_picture,
        transcription_drafts::show_draft_preference,
        transcription_drafts::choose_draft_preference,
        unsubscribe::show_unsubscribe,
        unsubscribe::unsubscribe,
        books::list_books,
        books::show_book,
        books::list_questions,
        books::find_questions,
        books::list_editions,
        books::download_book,
        own_books::download_own_book,
        own_books::download_all_own_memos,
        reader::read_book,
        forms::download_form,
        search::search,
        submissions::publish_handwriting,
        full_pages::publish_page,
        submissions::publish_text,
        memos::list_memos,
        memos::list_memos_of_type,
        memos::list_answers,
        memos::list_answers_in_book,
        memos::get_memos,
        memos::query_memos,
        memos::show_memo,
        memos::count_memos,
        memos::list_earlier_memos,
        memos::list_removed_memos,
        memos::remove_memo,
        memos::describe_memo,
        memos::restore_memo,
        loves::add_love,
        loves::remove_love,
        admission::show_invitation,
        admission::show_own_application,
        admission::dismiss_application,
        suggestions::send_suggestion,
        admin::dashboard::show_overview,
        admin::books::list_admin_books,
        admin::books::add_book,
        admin::books::show_admin_book,
        admin::books::change_book,
        admin::books::schedule_book,
        admin::questions::set_questions,
        admin::questions::preview_form,
        admin::imports::import_questions,
        admin::publishing::preview_book,
        admin::print::preflight_book,
        admin::print::download_for_print,
        admin::print::download_booklet,
        admin::publishing::publish_book,
        admin::publishing::unpublish_book,
        admin::memos::list_memo_grid,
        admin::memos::list_memo_filters,
        admin::mail::list_mail,
        admin::mail::retry_mail,
        admin::mail::test_mail,
        admin::applications::list_applications,
        admin::applications::decide_on_application,
        admin::invitations::list_invitations,
        admin::invitations::add_invitation,
        admin::invitations::revoke_invitation,
        admin::invitations::download_cards,
        admin::keepers::list_keepers,
        admin::participation::show_answers,
        admin::participation::download_answers,
        admin::participation::remind_members,
        admin::guests::list_guests,
        admin::guests::make_guest_link,
        admin::guests::remove_guest_link,
        admin::guests::remove_guest,
        admin::guests::decide_on_waiting_answer,
        guests::show_guest_link,
        guests::join_as_guest,
        guests::come_back_as_guest,
        guests::renew_private_link,
        guests::become_member,
        guests::leave_as_guest,
        admin::weekly_question::show_weekly_question,
        admin::weekly_question::choose_weekly_question,
        weekly_questions::list_weekly_questions,
        weekly_questions::dismiss_weekly_question,
        mailed_answers::list_mailed_answers,
        mailed_answers::submit_mailed_answer,
        mailed_answers::discard_mailed_answer,
        reminders::show_own_reminder,
        reminders::dismiss_reminder,
        reminders::show_reminders,
        reminders::choose_reminders,
        tablet_sign_in::begin_tablet_sign_in,
        tablet_sign_in::show_tablet_choices,
        tablet_sign_in::approve_tablet,
        tablet_sign_in::claim_tablet_session,
        unsubscribe::show_unsubscribe_reminders,
        unsubscribe::unsubscribe_reminders,
        admin::keepers::add_keeper,
        admin::keepers::remove_keeper,
        admin::suggestions::list_suggestions,
        admin::suggestions::answer_suggestion,
        admin::members::list_members,
        admin::members::change_member,
        admin::members::make_reset_link,
        admin::member_details::show_member,
        admin::member_details::delete_member,
        admin::audit::list_audit,
        admin::backups::list_backups,
        admin::backups::ask_for_backup,
        admin::settings::list_settings,
        admin::statistics::show_statistics,
        admin::webhooks::list_webhooks,
        admin::webhooks::add_webhook,
        admin::webhooks::show_webhook,
        admin::webhooks::change_webhook,
        admin::webhooks::remove_webhook,
        admin::webhooks::renew_webhook_secret,
        admin::webhooks::test_webhook,
        admin::webhooks::resend_delivery,
        media::show_picture,
        media::show_memo_code,
        extract_form::extract_memos,
        extract_form::show_reading_progress,
        prize::plays::process_pdf,
        prize::plays::deduct_credit,
        prize::credits::show_credits,
        prize::credits::get_credits,
        prize::credits::check_retries,
        prize::credits::add_retry,
        prize::credits::replay,
        prize::payouts::show_win,
        prize::payouts::claim_payout,
        prize::payouts::list_payouts,
        prize::payouts::download_payouts,
        prize::payouts::decide_payout,
        prize::records::list_plays,
        prize::records::grant_credits,
        prize::checkout::handle_webhook,
        prize::fairness::show_fairness,
        moderation::reports::report,
        moderation::reports::list_reports,
        moderation::reports::resolve_reports,
        moderation::blocks::list_blocks,
        moderation::blocks::add_block,
        moderation::blocks::remove_block,
        moderation::suspensions::suspend_member,
        moderation::suspensions::release_member,
        threads::edit_topics::add_topic,
        threads::edit_topics::edit_topic,
        threads::edit_topics::remove_topic,
        threads::topics::list_topics,
        threads::topics::show_topic_of_code,
        threads::topics::count_posts,
        threads::topics::show_topic,
        threads::topics::find_topic,
        threads::lists::list_posts,
        threads::lists::list_posts_of_page,
        threads::lists::list_pending_posts,
        threads::upload::upload_post,
        threads::feed::show_feed,
        mail_address::show_mail_address,
        mail_address::renew_mail_address,
        mail_address::remove_mail_address,
        threads::live::watch_thread,
        threads::posts::show_post,
        threads::posts::show_media,
        threads::posts::activate_post,
        threads::posts::describe_post,
        threads::posts::remove_post,
        threads::posts::restore_post,
        threads::likes::list_likes,
        threads::likes::add_like,
        threads::likes::remove_like,
        threads::comments::list_commented_posts,
        threads::comments::list_comments,
        threads::comments::add_comment,
        threads::comments::remove_comment,
        threads::comments::restore_comment,
        handoff::open_handoff,
        handoff::show_handoff,
        handoff::show_handoff_book,
        handoff::send_handoff,
        health::show_health,
        health::show_readiness,
        metrics::show_metrics,
        doctor::record_echo,
    )
)]
struct Document;

/// Adds to each call the scope with which an API token may make it, or several if that depends on its subject.
struct TokenScopes;

impl Modify for TokenScopes {
    fn modify(&self, api: &mut utoipa::openapi::OpenApi) {
        const NAME: &str = "apiToken";
        for (path, item) in &mut api.paths.paths {
            let calls = [
                (Method::GET, &mut item.get),
                (Method::POST, &mut item.post),
                (Method::PUT, &mut item.put),
                (Method::DELETE, &mut item.delete),
            ];
            for (method, operation) in calls {
                let needed: Vec<_> = bearer::scopes_of(&method, path)
                    .map(|scope| SecurityRequirement::new(NAME, [scope.as_str()]))
                    .collect();
                if let Some(operation) = operation.as_mut().filter(|_| !needed.is_empty()) {
                    operation.security = Some(needed);
                }
            }
        }
        let scheme = SecurityScheme::Http(Http::new(HttpAuthScheme::Bearer));
        api.components.get_or_insert_default().add_security_scheme(NAME, scheme);
    }
}

/// Document as indented JSON with a final newline.
pub fn openapi_json() -> String {
    Document::openapi().to_pretty_json().unwrap_or_default() + "\n"
}

/// Document as a JSON value.
pub(super) fn document() -> serde_json::Value {
    serde_json::to_value(Document::openapi()).unwrap_or_default()
}

/// Document as served below a base path, serialised on first use.
pub(super) struct ServedDocument(
    LazyLock<SerialisedDocument, Box<dyn FnOnce() -> SerialisedDocument + Send>>,
);

struct SerialisedDocument {
    json: Bytes,
    compressed: CompressedOnce,
    etag: HeaderValue,
}

impl ServedDocument {
    pub(super) fn with_base_path(base_path: &str) -> Self {
        let base_path = base_path.to_owned();
        Self(LazyLock::new(Box::new(move || SerialisedDocument::with_base_path(&base_path))))
    }
}

impl SerialisedDocument {
    fn with_base_path(base_path: &str) -> Self {
        let mut api = Document::openapi();
        if !base_path.is_empty() {
            api.servers = Some(vec![Server::new(base_path)]);
        }
        let json = api.to_json().unwrap_or_default();
        let etag = HeaderValue::try_from(format!("\"{}\"", BlobHash::of(json.as_bytes())));
        let etag = etag.unwrap_or(HeaderValue::from_static("\"\""));
        Self { json: json.into(), compressed: CompressedOnce::default(), etag }
    }
}

pub(super) async fn show_openapi(
    Extension(document): Extension<Arc<ServedDocument>>,
    headers: HeaderMap,
) -> Response {
    let SerialisedDocument { json, compressed, etag } = &*document.0;
    let common = [
        (header::ETAG, etag.clone()),
        (header::CACHE_CONTROL, HeaderValue::from_static("no-cache")),
    ];
    if is_known(&headers, etag) {
        return (StatusCode::NOT_MODIFIED, common).into_response();
    }
    let media_type = [(header::CONTENT_TYPE, "application/json")];
    let sending = (Extension(Unbudgeted), Extension(compressed.clone()));
    (common, media_type, sending, json.clone()).into_response()
}

/// Whether the client has this version already. A compressing proxy marks an `ETag` as weak (RFC 9110, 13.1.2).
fn is_known(headers: &HeaderMap, etag: &HeaderValue) -> bool {
    let tags = headers.get_all(header::IF_NONE_MATCH).iter().filter_map(|tags| tags.to_str().ok());
    let mut tags = tags.flat_map(|tags| tags.split(','));
    tags.any(|tag| tag.trim().trim_start_matches("W/").as_bytes() == etag.as_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn openapi_document_is_serialised_once() {
        let document = Arc::new(ServedDocument::with_base_path("/ink"));
        let mut addresses = Vec::new();
        for _ in 0..2 {
            let shown = show_openapi(Extension(Arc::clone(&document)), HeaderMap::new()).await;
            let bytes = axum::body::to_bytes(shown.into_body(), usize::MAX).await.unwrap();
            assert!(bytes.starts_with(b"{\"openapi\""));
            addresses.push(bytes.as_ptr());
        }
        assert_eq!(addresses[0], addresses[1], "the same bytes are sent");
    }
}
