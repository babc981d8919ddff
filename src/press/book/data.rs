//! A book as its templates read it.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use super::{Book, Chapter, Memo, MemoKind};
use crate::press::language::words;

/// How a picture is stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum File {
    Png,
    Pdf,
}

/// `place` says where templates find a picture of that name.
pub(super) fn of<E>(
    book: &Book,
    place: &mut impl FnMut(&str, File) -> Result<String, E>,
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
        "title": words(&book.title),
        "description": words(&book.description),
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
    place: &mut impl FnMut(&str, File) -> Result<String, E>,
) -> Result<Value, E> {
    let mut memos = Vec::with_capacity(chapter.memos.len());
    for (memo, id) in in_order(chapter).zip(ids) {
        memos.push(self::memo(memo, id, place)?);
    }
    Ok(json!({
        "id": id,
        "number": chapter.number,
        "question": words(&chapter.question),
        "memos": memos,
    }))
}

/// Full pages last.
fn in_order(chapter: &Chapter) -> impl Iterator<Item = &Memo> {
    let is_page = |memo: &&Memo| matches!(memo.kind, MemoKind::Page { .. });
    let memos = chapter.memos.iter();
    memos.clone().filter(move |memo| !is_page(memo)).chain(memos.filter(is_page))
}

fn memo<E>(
    memo: &Memo,
    id: u32,
    place: &mut impl FnMut(&str, File) -> Result<String, E>,
) -> Result<Value, E> {
    let (kind, picture, pdf, text) = match &memo.kind {
        MemoKind::Hand { png } => ("hand", Some(place(png, File::Png)?), None, ""),
        MemoKind::Text { text } => ("text", None, None, text.as_str()),
        MemoKind::Page { png, pdf } => {
            let pdf = match pdf {
                Some(pdf) => {
                    Some(json!({ "path": place(&pdf.name, File::Pdf)?, "page": pdf.page }))
                }
                None => None,
            };
            ("page", Some(place(png, File::Png)?), pdf, "")
        }
    };
    let paragraphs = text.lines().map(str::trim).filter(|line| !line.is_empty()).map(words);
    Ok(json!({
        "id": id,
        "author": words(&memo.author),
        "kind": kind,
        "picture": picture,
        "pdf": pdf,
        "paragraphs": paragraphs.collect::<Vec<_>>(),
    }))
}

/// Everyone who wrote, by name, and the ids of their memos.
fn voices(book: &Book) -> Vec<Value> {
    let mut voices: BTreeMap<(String, &str), Vec<usize>> = BTreeMap::new();
    let memos = book.chapters.iter().flat_map(in_order);
    for (id, memo) in memos.enumerate() {
        // Capitals do not sort a name before others, but tell two of them apart.
        voices.entry((memo.author.to_lowercase(), &memo.author)).or_default().push(id);
    }
    let voice = |((_, name), ids): (_, _)| json!({ "name": words(name), "memos": ids });
    voices.into_iter().map(voice).collect()
}

/// Every memo of such data.
pub(super) fn memos_mut(data: &mut Value) -> impl Iterator<Item = &mut Value> {
    items(data.get_mut("chapters")).flat_map(|chapter| items(chapter.get_mut("memos")))
}

fn items(list: Option<&mut Value>) -> std::slice::IterMut<'_, Value> {
    list.and_then(Value::as_array_mut).map(|items| items.iter_mut()).unwrap_or_default()
}
