//! The API's description, made from the handlers' own descriptions. `ui/openapi.json` is a copy that a test keeps current.

use axum::Json;
use utoipa::OpenApi;

use super::{
    accounts, books, credentials, deletion, email_change, export, forms, full_pages, hand_over,
    health, loves, media, members, memos, own_books, prize, profiles, reader, reading, recovery,
    search, second_factor, sessions, submissions, suggestions,
};

#[derive(OpenApi)]
#[openapi(
    info(
        title = "Inkfold",
        description = "Memo books and image threads for people who write by hand on tablets."
    ),
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
        accounts::send_verification,
        accounts::verify_email,
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
        books::list_books,
        books::show_book,
        books::list_questions,
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
        memos::remove_memo,
        memos::describe_memo,
        memos::restore_memo,
        loves::add_love,
        loves::remove_love,
        suggestions::send_suggestion,
        members::list_members,
        members::change_member,
        members::make_reset_link,
        media::show_picture,
        media::show_memo_code,
        reading::extract_memos,
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
        prize::checkout::take_notice,
        prize::fairness::show_fairness,
        hand_over::open_hand_over,
        hand_over::show_hand_over,
        hand_over::show_hand_over_book,
        hand_over::send_hand_over,
        health::show_health,
        health::show_readiness,
    )
)]
struct Document;

/// The document as indented JSON with a line's end.
pub fn openapi_json() -> String {
    Document::openapi().to_pretty_json().unwrap_or_default() + "\n"
}

pub(super) async fn show_openapi() -> Json<utoipa::openapi::OpenApi> {
    Json(Document::openapi())
}
