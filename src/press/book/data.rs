//! A book as its templates read it.

use serde_json::{Value, json};

use super::voices::voices;
use super::{Book, Chapter, Memo, MemoKind};
use crate::language::prose;

/// How a picture is stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum File {
    Png,
    Pdf,
}

/// Where templates find a picture, and how large it is by itself in points, where that is known.
#[derive(Clone)]
pub(super) struct Placed {
    pub(super) path: String,
    pub(super) size: Option<(u32, u32)>,
}

/// `place` says where templates find a picture of that name; `None` is for a PDF that is left out.
pub(super) fn of<E>(
    book: &Book,
    place: &mut impl FnMut(&str, File) -> Result<Option<Placed>, E>,
) -> Result<Value, E> {
    let (width, height) = book.page_size.points();
    let mut ids = 0..;
    let mut chapters = Vec::new();
    for chapter in book.chapters.iter().filter(|chapter| !chapter.memos.is_empty()) {
        chapters.push(self::chapter(chapter, chapters.len(), &mut ids, place)?);
    }
    Ok(json!({
        "program": concat!("Inkfold ", env!("CARGO_PKG_VERSION")),
        "page": { "width": width, "height": height },
        "title": prose(&book.title),
        "description": prose(&book.description),
        "publisher": prose(&book.publisher),
        "edition": book.edition,
        "date": { "year": book.date.year(), "month": book.date.month(), "day": book.date.day() },
        "changes": book.changes,
        "chapters": chapters,
        "voices": voices(book),
        "memos": ids.start,
    }))
}

fn chapter<E>(
    chapter: &Chapter,
    id: usize,
    ids: &mut std::ops::RangeFrom<u32>,
    place: &mut impl FnMut(&str, File) -> Result<Option<Placed>, E>,
) -> Result<Value, E> {
    let mut memos = Vec::with_capacity(chapter.memos.len());
    for (memo, id) in in_order(chapter).zip(ids) {
        let mut data = self::memo(memo, id, place)?;
        data["alt"] = alt(memo, &chapter.question).into();
        memos.push(data);
    }
    Ok(json!({
        "id": id,
        "number": chapter.number,
        "question": prose(&chapter.question),
        "memos": memos,
    }))
}

/// Full pages last.
pub(crate) fn in_order(chapter: &Chapter) -> impl Iterator<Item = &Memo> {
    let is_page = |memo: &&Memo| matches!(memo.kind, MemoKind::Page { .. });
    let memos = chapter.memos.iter();
    memos.clone().filter(move |memo| !is_page(memo)).chain(memos.filter(is_page))
}

fn memo<E>(
    memo: &Memo,
    id: u32,
    place: &mut impl FnMut(&str, File) -> Result<Option<Placed>, E>,
) -> Result<Value, E> {
    let (kind, picture, pdf, text) = match &memo.kind {
        MemoKind::Hand { png } => ("hand", place(png, File::Png)?, None, ""),
        MemoKind::Text { text } => ("text", None, None, text.as_str()),
        MemoKind::Page { png, pdf } => {
            let pdf = match pdf {
                Some(pdf) => place(&pdf.name, File::Pdf)?
                    .map(|placed| json!({ "path": placed.path, "page": pdf.page })),
                None => None,
            };
            ("page", place(png, File::Png)?, pdf, "")
        }
    };
    let paragraphs = paragraphs(text).map(prose);
    let size = picture.as_ref().and_then(|placed: &Placed| placed.size);
    Ok(json!({
        "id": id,
        "author": prose(&memo.author),
        "kind": kind,
        "picture": picture.map(|placed| placed.path),
        "size": size.map(|(width, height)| json!({ "width": width, "height": height })),
        "pdf": pdf,
        "paragraphs": paragraphs.collect::<Vec<_>>(),
    }))
}

/// The paragraphs of a typed text, at least one.
pub(crate) fn paragraphs(text: &str) -> impl Iterator<Item = &str> {
    let mut lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
    std::iter::once(lines.next().unwrap_or_default()).chain(lines)
}

/// What a picture shows, for those who cannot see it.
pub(crate) fn alt(memo: &Memo, question: &str) -> String {
    let typed = memo.alt.as_deref().map(str::trim).filter(|words| !words.is_empty());
    let what = match memo.kind {
        MemoKind::Hand { .. } => "Handwriting",
        MemoKind::Page { .. } => "A page",
        MemoKind::Text { .. } => return String::new(),
    };
    typed.map_or_else(|| format!("{what} by {} on: {question}", memo.author), str::to_owned)
}

/// Every memo of such data.
pub(super) fn memos_mut(data: &mut Value) -> impl Iterator<Item = &mut Value> {
    items(data.get_mut("chapters")).flat_map(|chapter| items(chapter.get_mut("memos")))
}

fn items(list: Option<&mut Value>) -> std::slice::IterMut<'_, Value> {
    list.and_then(Value::as_array_mut).map(|items| items.iter_mut()).unwrap_or_default()
}
