//! Contributors of a book, sorted for its index.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use super::Book;
use super::data::in_order;
use crate::language::prose;

/// Letters with diacritics, after the plain letter that they are sorted as.
const MARKED: [&str; 17] = [
    "aàáâãäåāăą",
    "cçćĉċč",
    "dďđð",
    "eèéêëēĕėęě",
    "gĝğġģ",
    "hĥħ",
    "iìíîïĩīĭįı",
    "jĵ",
    "kķ",
    "lĺļľŀł",
    "nñńņňŋ",
    "oòóôõöøōŏő",
    "rŕŗř",
    "sśŝşšș",
    "tţťŧț",
    "uùúûüũūŭůűų",
    "yýÿŷ",
];

/// All contributors by name, with the ids of their memos.
pub(super) fn contributors(book: &Book) -> Vec<Value> {
    let mut memos_by_writer: BTreeMap<(String, &str), Vec<usize>> = BTreeMap::new();
    let memos = book.chapters.iter().flat_map(in_order);
    for (id, memo) in memos.enumerate() {
        memos_by_writer.entry((sorted_as(&memo.author), &memo.author)).or_default().push(id);
    }
    let contributor = |((_, name), ids): (_, _)| json!({ "name": prose(name), "memos": ids });
    memos_by_writer.into_iter().map(contributor).collect()
}

/// Sort key of a name, without case and diacritics.
pub(crate) fn sorted_as(name: &str) -> String {
    let plain = |letter: char| {
        let family = MARKED.iter().find(|family| family.contains(letter));
        family.and_then(|family| family.chars().next()).unwrap_or(letter)
    };
    let name = name.trim_start_matches(|letter: char| !letter.is_alphanumeric());
    name.to_lowercase()
        .replace('ß', "ss")
        .replace('æ', "ae")
        .replace('œ', "oe")
        .chars()
        .map(plain)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn accented_names_sort_among_the_others() {
        let mut names = ["Zoë", "Öznur", "anna", "Émile", "Ana", "“Fritz”", "Oskar", "李小龙"];
        names.sort_by_key(|name| sorted_as(name));
        assert_eq!(names, ["Ana", "anna", "Émile", "“Fritz”", "Oskar", "Öznur", "Zoë", "李小龙"]);
    }
}
