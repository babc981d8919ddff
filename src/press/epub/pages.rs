//! The pages of an EPUB.

use std::collections::BTreeMap;

use super::{Volume, chapter_file, escape};
use crate::book::data::{alt, in_order, paragraphs};
use crate::book::voices::sorted_as;
use crate::book::{Book, Chapter, Memo, MemoKind, Templates};
use crate::language::of_prose;

/// Every page but the contents: file and XHTML.
pub(super) fn all(volume: &Volume<'_>) -> Vec<(String, String)> {
    let mut pages = vec![("title.xhtml".to_owned(), title(volume.book))];
    let mut first = 0;
    for (index, chapter) in volume.chapters.iter().enumerate() {
        pages.push((chapter_file(index), self::chapter(volume, chapter, first)));
        first += chapter.memos.len();
    }
    pages.push(("voices.xhtml".to_owned(), voices(volume)));
    pages.push(("colophon.xhtml".to_owned(), colophon(volume)));
    pages
}

/// Everyone who wrote, as the index sorts them.
pub(super) fn names(book: &Book) -> Vec<&str> {
    let mut names: Vec<&str> =
        book.chapters.iter().flat_map(|chapter| &chapter.memos).map(|memo| &*memo.author).collect();
    names.sort_by_key(|name| (sorted_as(name), *name));
    names.dedup();
    names
}

/// `nav.xhtml`: the contents, for people and for programs.
pub(super) fn navigation(volume: &Volume<'_>) -> String {
    let mut entries = String::new();
    for (index, chapter) in volume.chapters.iter().enumerate() {
        let words = format!("{} {}", chapter.number, chapter.question);
        entries += &entry(&chapter_file(index), &words, &chapter.question);
    }
    entries += &entry("voices.xhtml", "Everyone who wrote", "");
    entries += &entry("colophon.xhtml", "How this book was made", "");
    let body = format!(
        "<nav epub:type=\"toc\" role=\"doc-toc\" id=\"toc\">\n<h1>Contents</h1>\n<ol>\n{entries}</ol>\n</nav>\n"
    );
    page("Contents", &body)
}

fn entry(file: &str, words: &str, in_language: &str) -> String {
    format!("<li><a href=\"{file}\"{}>{}</a></li>\n", language(in_language), escape(words))
}

fn title(book: &Book) -> String {
    let mut body = format!("<h1{}>{}</h1>\n", language(&book.title), escape(&book.title));
    if !book.description.is_empty() {
        body += &paragraph("description", &book.description);
    }
    let count = names(book).len();
    body += &paragraph("", &format!("by {}", counted(count, "person", "people")));
    if !book.publisher.is_empty() {
        body += &paragraph("publisher", &book.publisher);
    }
    body += &paragraph("", &edition(book));
    page(
        &book.title,
        &format!("<section class=\"title\" epub:type=\"titlepage\">\n{body}</section>\n"),
    )
}

fn edition(book: &Book) -> String {
    let year = book.date.year();
    if book.edition > 0 { format!("Edition {}, {year}", book.edition) } else { year.to_string() }
}

fn chapter(volume: &Volume<'_>, chapter: &Chapter, first: usize) -> String {
    let Chapter { number, question, .. } = chapter;
    let mut body = format!(
        "<section epub:type=\"chapter\" role=\"doc-chapter\" aria-labelledby=\"question\">\n\
         <h1 id=\"question\"{}><span class=\"number\">{number}</span> {}</h1>\n",
        language(question),
        escape(question)
    );
    for (memo, id) in in_order(chapter).zip(first..) {
        body += &self::memo(volume, memo, id, question);
    }
    page(question, &(body + "</section>\n"))
}

fn memo(volume: &Volume<'_>, memo: &Memo, id: usize, question: &str) -> String {
    let author = format!("<span{}>{}</span>", language(&memo.author), escape(&memo.author));
    if let MemoKind::Text { text } = &memo.kind {
        let text: String = paragraphs(text).map(|words| paragraph("", words)).collect();
        return format!(
            "<div class=\"typed\" id=\"memo-{id}\">\n{text}<p class=\"author\">{author}</p>\n</div>\n"
        );
    }
    let class = if matches!(memo.kind, MemoKind::Page { .. }) { "page" } else { "hand" };
    format!(
        "<figure class=\"{class}\" id=\"memo-{id}\">\n<img src=\"{}\" alt=\"{}\"/>\n\
         <figcaption>{author}</figcaption>\n</figure>\n",
        volume.picture_file(memo).unwrap_or_default(),
        escape(&alt(memo, question))
    )
}

fn voices(volume: &Volume<'_>) -> String {
    let mut places: BTreeMap<(String, &str), Vec<String>> = BTreeMap::new();
    let mut id = 0;
    for (index, chapter) in volume.chapters.iter().enumerate() {
        for memo in in_order(chapter) {
            let links = places.entry((sorted_as(&memo.author), &memo.author)).or_default();
            let file = chapter_file(index);
            links.push(format!("<a href=\"{file}#memo-{id}\">{}</a>", chapter.number));
            id += 1;
        }
    }
    let mut body = String::from(
        "<section epub:type=\"index\" role=\"doc-index\">\n<h1>Everyone who wrote</h1>\n<ul class=\"voices\">\n",
    );
    let line = |(name, links): (&str, &[String])| {
        let links = links.join(", ");
        format!("<li><span{}>{}</span> {links}</li>\n", language(name), escape(name))
    };
    body.extend(places.iter().map(|((_, name), links)| line((name, links))));
    page("Everyone who wrote", &(body + "</ul>\n</section>\n"))
}

fn colophon(volume: &Volume<'_>) -> String {
    let Volume { book, chapters, .. } = volume;
    let memos: usize = chapters.iter().map(|chapter| chapter.memos.len()).sum();
    let mut body = paragraph(
        "",
        &format!(
            "{} by {}, in answer to {}. The handwriting is shown as it was written, pixel for pixel.",
            counted(memos, "memo", "memos"),
            counted(names(book).len(), "person", "people"),
            counted(chapters.len(), "question", "questions"),
        ),
    );
    if !book.changes.is_empty() {
        body += "<p>New in this edition:</p>\n<ul>\n";
        body.extend(book.changes.iter().map(|change| format!("<li>{}</li>\n", escape(change))));
        body += "</ul>\n";
    }
    let program = concat!("Inkfold ", env!("CARGO_PKG_VERSION"));
    body += &paragraph("", &format!("Made on {} with {program}.", book.date.strftime("%-d %B %Y")));
    // In no language.
    let hash = book.hash(&Templates::default()).to_hex();
    body.extend(["<p class=\"hash\">", &hash, "</p>\n"]);
    page(
        "How this book was made",
        &format!(
            "<section epub:type=\"colophon\" role=\"doc-colophon\">\n<h1>How this book was made</h1>\n{body}</section>\n"
        ),
    )
}

fn counted(number: usize, one: &str, many: &str) -> String {
    format!("{number} {}", if number == 1 { one } else { many })
}

fn paragraph(class: &str, words: &str) -> String {
    let class = if class.is_empty() { String::new() } else { format!(" class=\"{class}\"") };
    format!("<p{class}{}>{}</p>\n", language(words), escape(words))
}

/// The attributes that say in which language words are, for voices and hyphens; none for English, which the pages are in.
fn language(words: &str) -> String {
    match of_prose(words).0 {
        "en" => String::new(),
        language => format!(" lang=\"{language}\" xml:lang=\"{language}\""),
    }
}

fn page(title: &str, body: &str) -> String {
    format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<!DOCTYPE html>\n\
         <html xmlns=\"http://www.w3.org/1999/xhtml\" xmlns:epub=\"http://www.idpf.org/2007/ops\" lang=\"en\" xml:lang=\"en\">\n\
         <head>\n<meta charset=\"UTF-8\"/>\n<title>{}</title>\n<link rel=\"stylesheet\" href=\"style.css\"/>\n</head>\n\
         <body>\n{body}</body>\n</html>\n",
        escape(title)
    )
}
