//! Custom templates of an admin, valid and invalid.

use std::fs;
use std::io::Write;
use std::path::Path;

use inkfold::press::book::{self, MemoKind, Templates};

use super::{book_of, png, sandbox};
use crate::support::{TestServer, fill, inkfold, json, skip};

const REPLACED: &str = "The book was typeset with the built-in templates instead.";

fn put(folder: &Path, file: &str, source: &str) {
    fs::create_dir_all(folder.join("book")).unwrap();
    let mut file = fs::File::create(folder.join("book").join(file)).unwrap();
    file.write_all(source.as_bytes()).unwrap();
}

/// Typesets a book with these templates; returns the PDF and the notices.
fn typeset(folder: &Path) -> (Vec<u8>, Vec<String>) {
    let book = book_of(MemoKind::Hand { png: "hand.png".into() });
    let templates = Templates::read(folder);
    let mut pictures = |_: &str| Ok(png());
    let open = || Ok(Vec::new());
    let (pdf, printed) =
        book::typeset(&sandbox(), &templates, &book, &mut pictures, &mut |_| (), open).unwrap();
    (pdf, printed.notices)
}

#[test]
fn template_in_data_folder_is_used() {
    let folder = tempfile::tempdir().unwrap();
    let (plain, notices) = typeset(folder.path());
    assert!(notices.is_empty());
    put(folder.path(), "colophon.typ", "#let colophon = page[Ours.]");
    let (ours, notices) = typeset(folder.path());
    assert_eq!(notices, Vec::<String>::new());
    assert_ne!(plain, ours);
}

#[test]
fn broken_template_is_named_and_replaced() {
    let folder = tempfile::tempdir().unwrap();
    let (plain, _) = typeset(folder.path());
    put(folder.path(), "colophon.typ", "// Ours.\n#let colophon = page(nmae)");
    let (pdf, notices) = typeset(folder.path());
    let place = folder.path().display();
    assert_eq!(
        notices,
        [format!("{place}/book/colophon.typ:2:22: unknown variable: nmae"), REPLACED.to_owned()]
    );
    assert!(pdf == plain, "the built-in book is another than without templates");
}

#[test]
fn excessive_template_is_stopped_without_loss() {
    let folder = tempfile::tempdir().unwrap();
    let (plain, _) = typeset(folder.path());
    put(folder.path(), "colophon.typ", "#let colophon = range(200000000).map(str).join()");
    let (pdf, notices) = typeset(folder.path());
    let place = folder.path().display();
    assert_eq!(
        notices,
        [
            format!(
                "The templates in {place} failed: it needs more memory or time than is allowed."
            ),
            REPLACED.to_owned()
        ]
    );
    assert!(pdf == plain, "the built-in book is another than without templates");
}

#[test]
fn endless_template_is_stopped() {
    if std::env::var_os("INKFOLD_LONG_TESTS").is_none() {
        skip("INKFOLD_LONG_TESTS is not set, to wait a minute and a half");
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let forever =
        "#let colophon = for a in range(100000) { for b in range(100000) { a + b; none } }";
    put(folder.path(), "colophon.typ", forever);
    let (_, notices) = typeset(folder.path());
    assert_eq!(notices.last().map(String::as_str), Some(REPLACED));
}

#[tokio::test]
async fn template_failure_is_reported_and_book_published() {
    let server = TestServer::start().await;
    let book = server.book("A year in ink", 5).await;
    let mara = server.member("mara").await;
    let blank = mara.get(&format!("/assets/forms/{book}.pdf")).await.bytes;
    mara.submit(&book, fill(&blank, 2, &[0])).await;
    server.run_jobs().await;
    inkfold::server::admin_socket::listen(std::sync::Arc::clone(&server.context)).unwrap();
    let data = &server.context.config().data_dir;
    put(&data.join("templates"), "cover.typ", "#let cover = [\n");
    let out = data.join("try.pdf");
    let compile = ["book", "compile", &book, "--out", out.to_str().unwrap(), "--json"];
    let compiled = json(&inkfold(data, &compile));
    let notice = compiled["notices"][0].as_str().unwrap();
    let place = data.join("templates/book/cover.typ:1:14: unclosed delimiter");
    assert_eq!(notice, place.to_str().unwrap());
    assert_eq!(compiled["notices"][1], REPLACED);

    let published = inkfold(data, &["book", "publish", &book, "--yes"]);
    let words = String::from_utf8(published.stdout).unwrap();
    assert!(words.contains("Published edition 1"), "{words}");
    assert!(words.contains(&format!("note: {REPLACED}")), "{words}");
}
