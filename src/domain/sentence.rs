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

/// Makes a sentence of words such as "the disk is full": a capital letter, and a full stop unless they have an end of their own.
/// Names such as that of a file or command at the beginning stay as they are.
pub fn to_sentence(words: &str) -> String {
    let first = words.split(' ').next().unwrap_or_default();
    let is_word = first.chars().all(|letter| letter.is_ascii_lowercase() || letter == '\'');
    let mut words = with_full_stop(words);
    if is_word && let Some(letter) = words.get_mut(..1) {
        letter.make_ascii_uppercase();
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
    fn sentence_begins_with_capital_letter_or_name() {
        for (words, told) in [
            ("the disk is full", "The disk is full."),
            ("can't it be read?", "Can't it be read?"),
            ("blobs/ab/abcd is damaged", "blobs/ab/abcd is damaged."),
            ("s3.example.org refused the file", "s3.example.org refused the file."),
            ("", "."),
        ] {
            assert_eq!(to_sentence(words), told);
        }
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
