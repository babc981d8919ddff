//! Admin endpoints for books, memos, members, mail, suggestions, backups and settings. Those of the prize game are in
//! [`super::prize`].

pub(super) mod applications;
pub(super) mod audit;
pub(super) mod backups;
pub(super) mod books;
pub(super) mod dashboard;
pub(super) mod guests;
pub(super) mod imports;
pub(super) mod invitations;
pub(super) mod keepers;
pub(super) mod mail;
pub(super) mod member_details;
pub(super) mod members;
pub(super) mod memos;
pub(super) mod participation;
pub(super) mod print;
pub(super) mod publishing;
pub(super) mod questions;
pub(super) mod settings;
pub(super) mod statistics;
pub(super) mod suggestions;
pub(super) mod webhooks;
pub(super) mod weekly_question;

use std::sync::Arc;

use axum::Router;
use axum::routing::{delete, get, post};

use crate::context::Context;

use super::body::BodyLimit;

pub(super) fn routes() -> Router<Arc<Context>> {
    Router::new()
        .route("/api/admin/overview", get(dashboard::show_overview))
        .route("/api/admin/backups", get(backups::list_backups).post(backups::ask_for_backup))
        .route("/api/admin/books", get(books::list_admin_books).post(books::add_book))
        .route("/api/admin/books/{bid}", get(books::show_admin_book))
        .route("/api/admin/books/{bid}/change", post(books::change_book))
        .route("/api/admin/books/{bid}/answers", get(participation::show_answers))
        .route("/api/admin/books/{bid}/answers.csv", get(participation::download_answers))
        .route("/api/admin/books/{bid}/remind", post(participation::remind_members))
        .route("/api/admin/books/{bid}/guests", get(guests::list_guests))
        .route("/api/admin/books/{bid}/guests/{uid}", delete(guests::remove_guest))
        .route(
            "/api/admin/books/{bid}/guest-link",
            post(guests::make_guest_link).delete(guests::remove_guest_link),
        )
        .route("/api/admin/waiting-answers/{memo}", post(guests::decide_on_waiting_answer))
        .route("/api/admin/books/{bid}/schedule", post(books::schedule_book))
        .route(
            "/api/admin/books/{bid}/weekly-question",
            get(weekly_question::show_weekly_question)
                .post(weekly_question::choose_weekly_question),
        )
        .route(
            "/api/admin/books/{bid}/keepers",
            get(keepers::list_keepers).post(keepers::add_keeper),
        )
        .route("/api/admin/books/{bid}/keepers/{uid}", delete(keepers::remove_keeper))
        .route(
            "/api/admin/books/{bid}/questions",
            post(questions::set_questions).layer(BodyLimit::questions().layer()),
        )
        .route(
            "/api/admin/books/{bid}/questions/import",
            post(imports::import_questions).layer(BodyLimit::questions().layer()),
        )
        .route(
            "/api/admin/books/{bid}/form-preview",
            post(questions::preview_form).layer(BodyLimit::questions().layer()),
        )
        .route("/api/admin/books/{bid}/preview.pdf", get(publishing::preview_book))
        .route("/api/admin/books/{bid}/preflight", get(print::preflight_book))
        .route("/api/admin/books/{bid}/print.zip", get(print::download_for_print))
        .route("/api/admin/books/{bid}/booklet.pdf", get(print::download_booklet))
        .route("/api/admin/books/{bid}/publish", post(publishing::publish_book))
        .route("/api/admin/books/{bid}/unpublish", post(publishing::unpublish_book))
        .route("/api/admin/memos", get(memos::list_memo_grid))
        .route("/api/admin/memos/filters", get(memos::list_memo_filters))
        .route("/api/admin/mail", get(mail::list_mail))
        .route("/api/admin/mail/test", post(mail::test_mail))
        .route("/api/admin/mail/{id}/retry", post(mail::retry_mail))
        .route("/api/admin/applications", get(applications::list_applications))
        .route("/api/admin/applications/{uid}", post(applications::decide_on_application))
        .route(
            "/api/admin/invitations",
            get(invitations::list_invitations).post(invitations::add_invitation),
        )
        .route("/api/admin/invitations/{id}/revoke", post(invitations::revoke_invitation))
        .route("/api/admin/invitations/{id}/cards.pdf", get(invitations::download_cards))
        .route("/api/admin/suggestions", get(suggestions::list_suggestions))
        .route("/api/admin/suggestions/{id}/done", post(suggestions::answer_suggestion))
        .route("/api/admin/members", get(members::list_members))
        .route("/api/admin/members/{uid}", get(member_details::show_member))
        .route("/api/admin/members/{uid}/change", post(members::change_member))
        .route("/api/admin/members/{uid}/delete", post(member_details::delete_member))
        .route("/api/admin/members/{uid}/reset-link", post(members::make_reset_link))
        .route("/api/admin/audit", get(audit::list_audit))
        .route("/api/admin/settings", get(settings::list_settings))
        .route("/api/admin/statistics", get(statistics::show_statistics))
        .merge(webhooks::routes())
}
