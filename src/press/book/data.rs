//! Data of a book for its templates.

use serde_json::{Value, json};

use super::contributors::contributors;
use super::sections::{self, Section};
use super::{Book, Chapter, Length, Measures, Medium, Memo, MemoKind};
use crate::language::prose;

/// Kind of a picture file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum File {
    /// PNG of an answer box, which is trimmed to its ink.
    Hand,
    /// PNG of a full page.
    Page,
    /// PDF of a full page.
    Pdf,
}

/// Path of a picture for templates, and the size in which it was written, in points; `None` if it is unknown.
#[derive(Clone)]
pub(super) struct PlacedPicture {
    pub(super) path: String,
    pub(super) size: Option<(f64, f64)>,
    pub(super) has_colour: bool,
}

/// Data of a whole book. `place` returns the path of a picture by its name; `None` leaves out a PDF.
pub(super) fn of<E>(
    book: &Book,
    place: &mut impl FnMut(&str, File) -> Result<Option<PlacedPicture>, E>,
) -> Result<Value, E> {
    let pieces = sections::whole(book);
    let mut data = of_all(book, &pieces);
    data["chapters"] = chapters(&pieces, place)?.into();
    Ok(data)
}

/// Data without the chapters.
pub(super) fn of_all(book: &Book, pieces: &[Section<'_>]) -> Value {
    let (width, height) = book.page_size.points();
    let bleed = if book.options.medium == Medium::Print { Length::BLEED } else { Length(0) };
    json!({
        "program": concat!("Inkfold ", env!("CARGO_PKG_VERSION")),
        "medium": book.options.medium.as_str(),
        "black": book.options.all_black,
        "large": book.options.large_print,
        "page": { "width": width, "height": height },
        "bleed": bleed.points(),
        "gutter": 0,
        "blank": 0,
        "title": prose(&book.title),
        "description": prose(&book.description),
        "publisher": prose(&book.publisher),
        "edition": book.edition,
        "date": { "year": book.date.year(), "month": book.date.month(), "day": book.date.day() },
        "cover": { "ink": book.cover.ink.colour(), "chosen": book.cover.picture },
        "changes": book.changes,
        "voices": contributors(book),
        "memos": pieces.iter().map(|piece| piece.memos.len()).sum::<usize>(),
    })
}

/// Sets the measures of a printed book.
pub(super) fn set_measures(data: &mut Value, Measures { gutter, blank }: Measures) {
    data["gutter"] = gutter.points().into();
    data["blank"] = blank.into();
}

/// Data of chapters with their memos.
pub(super) fn chapters<E>(
    pieces: &[Section<'_>],
    place: &mut impl FnMut(&str, File) -> Result<Option<PlacedPicture>, E>,
) -> Result<Vec<Value>, E> {
    pieces.iter().map(|piece| chapter(piece, place)).collect()
}

fn chapter<E>(
    piece: &Section<'_>,
    place: &mut impl FnMut(&str, File) -> Result<Option<PlacedPicture>, E>,
) -> Result<Value, E> {
    let mut memos = Vec::with_capacity(piece.memos.len());
    for (memo, id) in piece.memos.iter().zip(piece.first_memo..) {
        let mut data = self::memo(memo, id, place)?;
        data["alt"] = alt(memo, &piece.chapter.question).into();
        memos.push(data);
    }
    let mut chapter = opening(piece);
    chapter["memos"] = memos.into();
    Ok(chapter)
}

/// Data of a chapter without its memos.
pub(super) fn opening(piece: &Section<'_>) -> Value {
    json!({
        "id": piece.id,
        "number": piece.chapter.number,
        "question": prose(&piece.chapter.question),
    })
}

/// Memos of a chapter, full pages last.
pub(crate) fn in_order(chapter: &Chapter) -> impl Iterator<Item = &Memo> {
    let is_page = |memo: &&Memo| matches!(memo.kind, MemoKind::Page { .. });
    let memos = chapter.memos.iter();
    memos.clone().filter(move |memo| !is_page(memo)).chain(memos.filter(is_page))
}

fn memo<E>(
    memo: &Memo,
    id: usize,
    place: &mut impl FnMut(&str, File) -> Result<Option<PlacedPicture>, E>,
) -> Result<Value, E> {
    let (kind, picture, pdf, text) = match &memo.kind {
        MemoKind::Hand { png } => ("hand", place(png, File::Hand)?, None, ""),
        MemoKind::Text { text } => ("text", None, None, text.as_str()),
        MemoKind::Page { png, pdf } => {
            let pdf = match pdf {
                Some(pdf) => place(&pdf.name, File::Pdf)?
                    .map(|placed| json!({ "path": placed.path, "page": pdf.page })),
                None => None,
            };
            ("page", place(png, File::Page)?, pdf, "")
        }
    };
    let paragraphs = paragraphs(text).map(prose);
    let size = picture.as_ref().and_then(|placed: &PlacedPicture| placed.size);
    let has_colour = picture.as_ref().is_some_and(|placed| placed.has_colour);
    Ok(json!({
        "id": id,
        "author": prose(&memo.author),
        "kind": kind,
        "picture": picture.map(|placed| placed.path),
        "size": size.map(|(width, height)| json!({ "width": width, "height": height })),
        "pdf": pdf,
        "coloured": has_colour,
        "paragraphs": paragraphs.collect::<Vec<_>>(),
    }))
}

/// Paragraphs of a typed text, at least one.
pub(crate) fn paragraphs(text: &str) -> impl Iterator<Item = &str> {
    let mut lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
    std::iter::once(lines.next().unwrap_or_default()).chain(lines)
}

/// Alternative text of a picture.
pub(crate) fn alt(memo: &Memo, question: &str) -> String {
    let typed = memo.alt.as_deref().map(str::trim).filter(|words| !words.is_empty());
    let what = match memo.kind {
        MemoKind::Hand { .. } => "Handwriting",
        MemoKind::Page { .. } => "A page",
        MemoKind::Text { .. } => return String::new(),
    };
    typed.map_or_else(|| format!("{what} by {} on: {question}", memo.author), str::to_owned)
}

/// All memos in the data of a book.
pub(super) fn memos_mut(data: &mut Value) -> impl Iterator<Item = &mut Value> {
    items(data.get_mut("chapters")).flat_map(|chapter| items(chapter.get_mut("memos")))
}

fn items(list: Option<&mut Value>) -> std::slice::IterMut<'_, Value> {
    list.and_then(Value::as_array_mut).map(|items| items.iter_mut()).unwrap_or_default()
}
