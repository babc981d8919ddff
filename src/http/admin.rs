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

use utoipa_axum::router::{OpenApiRouter, UtoipaMethodRouterExt};
use utoipa_axum::routes;

use crate::context::Context;

use super::body::BodyLimit;

pub(super) fn routes() -> OpenApiRouter<Arc<Context>> {
    OpenApiRouter::new()
        .routes(routes!(dashboard::show_overview))
        .routes(routes!(backups::list_backups, backups::ask_for_backup))
        .routes(routes!(books::list_admin_books, books::add_book))
        .routes(routes!(books::show_admin_book))
        .routes(routes!(books::change_book))
        .routes(routes!(participation::show_answers))
        .routes(routes!(participation::download_answers))
        .routes(routes!(participation::remind_members))
        .routes(routes!(guests::list_guests))
        .routes(routes!(guests::remove_guest))
        .routes(routes!(guests::make_guest_link, guests::remove_guest_link))
        .routes(routes!(guests::decide_on_waiting_answer))
        .routes(routes!(books::schedule_book))
        .routes(routes!(
            weekly_question::show_weekly_question,
            weekly_question::choose_weekly_question
        ))
        .routes(routes!(keepers::list_keepers, keepers::add_keeper))
        .routes(routes!(keepers::remove_keeper))
        .routes(routes!(questions::set_questions).layer(BodyLimit::questions().layer()))
        .routes(routes!(imports::import_questions).layer(BodyLimit::questions().layer()))
        .routes(routes!(questions::preview_form).layer(BodyLimit::questions().layer()))
        .routes(routes!(publishing::preview_book))
        .routes(routes!(print::preflight_book))
        .routes(routes!(print::download_for_print))
        .routes(routes!(print::download_booklet))
        .routes(routes!(publishing::publish_book))
        .routes(routes!(publishing::unpublish_book))
        .routes(routes!(memos::list_memo_grid))
        .routes(routes!(memos::list_memo_filters))
        .routes(routes!(mail::list_mail))
        .routes(routes!(mail::test_mail))
        .routes(routes!(mail::retry_mail))
        .routes(routes!(applications::list_applications))
        .routes(routes!(applications::decide_on_application))
        .routes(routes!(invitations::list_invitations, invitations::add_invitation))
        .routes(routes!(invitations::revoke_invitation))
        .routes(routes!(invitations::download_cards))
        .routes(routes!(suggestions::list_suggestions))
        .routes(routes!(suggestions::answer_suggestion))
        .routes(routes!(members::list_members))
        .routes(routes!(member_details::show_member))
        .routes(routes!(members::change_member))
        .routes(routes!(member_details::delete_member))
        .routes(routes!(members::make_reset_link))
        .routes(routes!(audit::list_audit))
        .routes(routes!(settings::list_settings))
        .routes(routes!(statistics::show_statistics))
        .merge(webhooks::routes())
}
