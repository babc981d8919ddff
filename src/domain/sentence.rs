//! Helpers for sentences: numbers with their nouns, and messages that need a full stop.

use std::fmt::Display;

/// The words with a full stop, unless they have an end of their own: an error may be a fragment, a sentence or a question.
pub fn with_full_stop(words: impl Display) -> String {
    let mut words = words.to_string();
    if !words.ends_with(['.', '?', '!', '\u{2026}']) {
        words.push('.');
    }
    words
}

/// A number with the word for one or for many.
pub fn counted<N: Copy + Display + PartialEq + From<u8>>(
    number: N,
    one: &str,
    many: &str,
) -> String {
    format!("{number} {}", if number == N::from(1) { one } else { many })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn count_has_singular_or_plural_noun() {
        let files = [0, 1, 2].map(|number| counted(number, "file", "files"));
        assert_eq!(files, ["0 files", "1 file", "2 files"]);
    }

    #[test]
    fn full_stop_is_added_once() {
        for (words, told) in [
            ("the disk is full", "the disk is full."),
            (
                "there is no folder /media/stick: is it connected?",
                "there is no folder /media/stick: is it connected?",
            ),
            ("The server is busy.", "The server is busy."),
            ("421 Try later!", "421 Try later!"),
        ] {
            assert_eq!(with_full_stop(words), told);
        }
    }
}
