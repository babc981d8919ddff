//! Pages of an EPUB.

use std::collections::BTreeMap;

use domain::sentence::counted;
use maud::{DOCTYPE, Markup, html};

use super::{Volume, chapter_file};
use crate::book::contributors::sorted_as;
use crate::book::data::{alt, in_order, paragraphs};
use crate::book::{Book, Chapter, Memo, MemoKind};
use crate::language::{is_right_to_left, of_prose};

/// All pages except the contents: file name and XHTML.
pub(super) fn all(volume: &Volume<'_>) -> Vec<(String, Markup)> {
    let mut pages = vec![
        ("cover.xhtml".to_owned(), cover(volume.book)),
        ("title.xhtml".to_owned(), title(volume.book)),
    ];
    let mut first = 0;
    for (index, chapter) in volume.chapters.iter().enumerate() {
        pages.push((chapter_file(index), self::chapter(volume, chapter, first)));
        first += chapter.memos.len();
    }
    pages.push(("voices.xhtml".to_owned(), contributors(volume)));
    pages.push(("colophon.xhtml".to_owned(), colophon(volume)));
    pages
}

/// Names of all contributors, in the order of the index.
pub(super) fn names(book: &Book) -> Vec<&str> {
    let mut names: Vec<&str> =
        book.chapters.iter().flat_map(|chapter| &chapter.memos).map(|memo| &*memo.author).collect();
    names.sort_by_key(|name| (sorted_as(name), *name));
    names.dedup();
    names
}

/// Navigation document `nav.xhtml`: the contents, for readers and programs.
pub(super) fn navigation(volume: &Volume<'_>) -> Markup {
    let body = html! {
        nav epub:type="toc" role="doc-toc" id="toc" {
            h1 { "Contents" }
            ol {
                @for (index, chapter) in volume.chapters.iter().enumerate() {
                    @let words = format!("{} {}", chapter.number, chapter.question);
                    (entry(&chapter_file(index), &words, language(&chapter.question)))
                }
                (entry("voices.xhtml", "Everyone who wrote", None))
                (entry("colophon.xhtml", "How this book was made", None))
            }
        }
    };
    page("Contents", &body)
}

fn entry(file: &str, words: &str, language: Option<&str>) -> Markup {
    html! { li { a href=(file) lang=[language] xml:lang=[language] { (words) } } }
}

fn cover(book: &Book) -> Markup {
    let body = html! {
        section class="cover" epub:type="cover" {
            img src="cover.png" alt={ "Cover of " (book.title) } {}
        }
    };
    page(&book.title, &body)
}

fn title(book: &Book) -> Markup {
    let Book { title, description, publisher, .. } = book;
    let language = language(title);
    let body = html! {
        section class="title" epub:type="titlepage" {
            h1 lang=[language] xml:lang=[language] { (title) }
            @if !description.is_empty() { (paragraph(Some("description"), description)) }
            (paragraph(None, &format!("by {}", counted(names(book).len(), "person", "people"))))
            @if !publisher.is_empty() { (paragraph(Some("publisher"), publisher)) }
            (paragraph(None, &edition(book)))
        }
    };
    page(title, &body)
}

fn edition(book: &Book) -> String {
    let year = book.date.year();
    if book.edition > 0 { format!("Edition {}, {year}", book.edition) } else { year.to_string() }
}

fn chapter(volume: &Volume<'_>, chapter: &Chapter, first: usize) -> Markup {
    let Chapter { number, question, .. } = chapter;
    let language = language(question);
    let body = html! {
        section epub:type="chapter" role="doc-chapter" aria-labelledby="question" {
            h1 id="question" lang=[language] xml:lang=[language] {
                span class="number" { (number) } " " (question)
            }
            @for (memo, id) in in_order(chapter).zip(first..) {
                (self::memo(volume, memo, id, question))
            }
        }
    };
    page(question, &body)
}

fn memo(volume: &Volume<'_>, memo: &Memo, id: usize, question: &str) -> Markup {
    let author = author(&memo.author);
    let class = match &memo.kind {
        MemoKind::Text { text } => {
            return html! {
                div class="typed" id={ "memo-" (id) } {
                    @for words in paragraphs(text) { (paragraph(None, words)) }
                    p class="author" { (author) }
                }
            };
        }
        MemoKind::Page { .. } => "page",
        MemoKind::Hand { .. } => "hand",
    };
    let file = volume.picture_file(memo).unwrap_or_default();
    html! {
        figure class=(class) id={ "memo-" (id) } {
            img src=(file) alt=(description(memo, question)) {}
            @if let Some(words) = transcription(memo) {
                @for words in paragraphs(words) { (paragraph(Some("transcription"), words)) }
            }
            figcaption { (author) }
        }
    }
}

/// Alternative text of the picture. The words of the author stand below it, and are not read twice.
fn description(memo: &Memo, question: &str) -> String {
    match transcription(memo) {
        Some(_) => format!("By {}, written out below", memo.author),
        None => alt(memo, question),
    }
}

/// Words of the author about the picture.
fn transcription(memo: &Memo) -> Option<&str> {
    memo.alt.as_deref().map(str::trim).filter(|words| !words.is_empty())
}

fn author(name: &str) -> Markup {
    let language = language(name);
    html! { span lang=[language] xml:lang=[language] { (name) } }
}

fn contributors(volume: &Volume<'_>) -> Markup {
    let mut places: BTreeMap<(String, &str), Vec<Markup>> = BTreeMap::new();
    let mut id = 0;
    for (index, chapter) in volume.chapters.iter().enumerate() {
        for memo in in_order(chapter) {
            let links = places.entry((sorted_as(&memo.author), &memo.author)).or_default();
            let file = chapter_file(index);
            links.push(html! { a href={ (file) "#memo-" (id) } { (chapter.number) } });
            id += 1;
        }
    }
    let body = html! {
        section epub:type="index" role="doc-index" {
            h1 { "Everyone who wrote" }
            ul class="voices" {
                @for ((_, name), links) in &places { (contributor(name, links)) }
            }
        }
    };
    page("Everyone who wrote", &body)
}

fn contributor(name: &str, links: &[Markup]) -> Markup {
    html! {
        li {
            (author(name))
            @for (index, link) in links.iter().enumerate() {
                (if index == 0 { " " } else { ", " })
                (link)
            }
        }
    }
}

fn colophon(volume: &Volume<'_>) -> Markup {
    let Volume { book, chapters, .. } = volume;
    let memos: usize = chapters.iter().map(|chapter| chapter.memos.len()).sum();
    let summary = format!(
        "{} by {}, in answer to {}. The handwriting is shown as it was written.",
        counted(memos, "memo", "memos"),
        counted(names(book).len(), "person", "people"),
        counted(chapters.len(), "question", "questions"),
    );
    let program = concat!("Inkfold ", env!("CARGO_PKG_VERSION"));
    let made = format!("Made on {} with {program}.", book.date.strftime("%-d %B %Y"));
    let body = html! {
        section epub:type="colophon" role="doc-colophon" {
            h1 { "How this book was made" }
            (paragraph(None, &summary))
            @if !book.changes.is_empty() {
                p { "New in this edition:" }
                ul { @for change in &book.changes { li { (change) } } }
            }
            (paragraph(None, &made))
        }
    };
    page("How this book was made", &body)
}

fn paragraph(class: Option<&str>, words: &str) -> Markup {
    let language = language(words);
    let direction = is_right_to_left(words).then_some("rtl");
    html! { p class=[class] lang=[language] xml:lang=[language] dir=[direction] { (words) } }
}

/// Language of a text, for pronunciation and hyphenation; `None` for English, the language of the pages.
fn language(words: &str) -> Option<&'static str> {
    Some(of_prose(words).0).filter(|language| *language != "en")
}

fn page(title: &str, body: &Markup) -> Markup {
    html! {
        (DOCTYPE)
        html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops" lang="en" xml:lang="en" {
            head {
                meta charset="UTF-8" {}
                title { (title) }
                link rel="stylesheet" href="style.css" {}
            }
            body { (body) }
        }
    }
}
