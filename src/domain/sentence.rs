//! Sentences that end with somebody else's words.

use std::fmt::Display;

/// The words with a full stop, unless they have an end of their own: an error may be a fragment, a sentence or a question.
pub fn ended(words: impl Display) -> String {
    let mut words = words.to_string();
    if !words.ends_with(['.', '?', '!', '\u{2026}']) {
        words.push('.');
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sentence_ends_once() {
        for (words, told) in [
            ("the disk is full", "the disk is full."),
            (
                "there is no folder /media/stick: is it connected?",
                "there is no folder /media/stick: is it connected?",
            ),
            ("The server is busy.", "The server is busy."),
            ("421 Try later!", "421 Try later!"),
        ] {
            assert_eq!(ended(words), told);
        }
    }
}
