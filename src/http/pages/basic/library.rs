//! Library as a list, with the files of every book.

use std::sync::Arc;

use maud::{Markup, html};

use crate::config::Config;
use crate::context::Context;
use crate::domain::book::Book;
use crate::domain::policy::Actor;
use crate::domain::schedule::{Phase, Schedule};
use crate::domain::time::Timestamp;
use crate::http::error::Result;
use crate::http::extractors::run_blocking;
use crate::services::books::{self, BookSummary};

/// Book in the list, with whether it has a form; a book without questions has none.
struct ListedBook {
    summary: BookSummary,
    has_form: bool,
}

/// Renders the list, as a visitor sees it: basic pages have no session.
pub(super) async fn draw(context: &Arc<Context>) -> Result<Markup> {
    let books = run_blocking(context, |context| {
        let books = books::list(context, &Actor::Visitor, &[])?.into_iter().map(|summary| {
            let has_form = !books::questions(context, summary.book.id)?.is_empty();
            Ok(ListedBook { summary, has_form })
        });
        books.collect::<crate::error::Result<Vec<ListedBook>>>()
    })
    .await?;
    let (config, now) = (context.config(), context.now());
    Ok(html! {
        div class="basic-page" {
            h1 { "Explore Our Library" }
            p class="prose" {
                "Each book gathers answers to its questions, by many hands. Take a book’s form, write on it, and hand it in."
            }
            @if books.is_empty() {
                p { "There are no books yet." }
            } @else {
                ul class="basic-books" { @for listed in &books { (item(&config, listed, now)) } }
            }
        }
    })
}

fn item(config: &Config, ListedBook { summary, has_form }: &ListedBook, now: Timestamp) -> Markup {
    let Book { id, name, description, edition, .. } = &summary.book;
    let entries = match summary.memo_count {
        1 => "1 entry".to_owned(),
        count => format!("{count} entries"),
    };
    let status = if *edition == 0 { "not published yet" } else { "published" };
    let form = config.at(&format!("/assets/forms/{id}.pdf"));
    let download = config.at(&format!("/api/book/{id}/download"));
    let epub = format!("{download}?format=epub");
    html! {
        li class="basic-book" {
            h2 { (name) }
            p { (description) }
            p class="meta" { (entries) ", " (status) }
            @if let Some(dates) = dates(config, &summary.book.schedule, now) { p { (dates) } }
            @if *has_form {
                p { a href=(form) { "The blank form of " (name) " (PDF)" } }
            }
            @if *edition > 0 {
                p { a href=(download) { "The book " (name) ", edition " (edition) " (PDF)" } }
                @if summary.cover.is_some() {
                    p { a href=(epub) { "The book " (name) ", edition " (edition) " (EPUB)" } }
                }
            }
        }
    }
}

/// Sentence about the dates of a book; `None` for a book without any.
fn dates(config: &Config, schedule: &Schedule, now: Timestamp) -> Option<String> {
    let words = |moment| config.time_zone.words(moment);
    match schedule.phase(now) {
        Phase::Upcoming(moment) => Some(format!("The book opens on {}.", words(moment))),
        Phase::Closed(moment) => Some(format!("The book closed on {}.", words(moment))),
        Phase::Open => {
            schedule.closes_at.map(|moment| format!("The book closes on {}.", words(moment)))
        }
    }
}
