//! The library as a list, with the files that every book has.

use std::fmt::Write as _;
use std::sync::Arc;

use crate::app::App;
use crate::config::Config;
use crate::domain::policy::Actor;
use crate::http::error::Result;
use crate::http::extract::run_blocking;
use crate::http::html_head::escape;
use crate::services::books::{self, BookSummary};

/// A book, and whether there is a form: a book without questions has none.
struct Listed {
    shelved: BookSummary,
    has_form: bool,
}

/// The same for everybody: these pages know nobody.
pub(super) async fn draw(app: &Arc<App>) -> Result<String> {
    let shelf = run_blocking(app, |app| {
        let shelf = books::list(app, &Actor::Visitor, &[])?.into_iter().map(|shelved| {
            let has_form = !books::questions(app, shelved.book.id)?.is_empty();
            Ok(Listed { shelved, has_form })
        });
        shelf.collect::<crate::error::Result<Vec<Listed>>>()
    })
    .await?;
    let mut html = String::from(
        "<div class=\"basic-page\">\n<h1>Explore Our Library</h1>\n\
         <p class=\"prose\">Each book gathers answers to its questions, by many hands. Take a \
         book’s form, write on it, and hand it in.</p>\n",
    );
    let config = app.config();
    if shelf.is_empty() {
        html += "<p>There are no books yet.</p>\n";
    } else {
        html += "<ul class=\"basic-books\">\n";
        for listed in &shelf {
            list(&mut html, &config, listed);
        }
        html += "</ul>\n";
    }
    Ok(html + "</div>")
}

fn list(html: &mut String, config: &Config, Listed { shelved, has_form }: &Listed) {
    let book = &shelved.book;
    let (id, name) = (book.id, escape(&book.name));
    let entries = match shelved.memo_count {
        1 => "1 entry".to_owned(),
        count => format!("{count} entries"),
    };
    let status = if book.edition == 0 { "not published yet" } else { "published" };
    _ = write!(
        html,
        "<li class=\"basic-book\">\n<h2>{name}</h2>\n<p>{}</p>\n<p class=\"meta\">{entries}, {status}</p>\n",
        escape(&book.description)
    );
    if *has_form {
        _ = writeln!(
            html,
            "<p><a href=\"{}\">The blank form of {name} (PDF)</a></p>",
            config.at(&format!("/assets/forms/{id}.pdf"))
        );
    }
    if book.edition > 0 {
        _ = writeln!(
            html,
            "<p><a href=\"{}\">The book {name}, edition {} (PDF)</a></p>",
            config.at(&format!("/api/book/{id}/download")),
            book.edition
        );
    }
    *html += "</li>\n";
}
