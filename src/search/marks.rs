//! Marking of matches in texts. Marks are positions, never markup, so that nothing in a text can become markup.

use std::ops::Range;

use serde::{Deserialize, Serialize};

use super::terms::Terms;
use super::tokenizer::analyser;

/// Maximum length of an excerpt in characters; a longer text is cut around the first match.
const MAX_LENGTH: usize = 220;
/// Characters of an excerpt before the first match.
const BEFORE: usize = 60;

/// Text with the positions of its matches.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct MarkedText {
    pub text: String,
    /// Starts and ends in UTF-16 code units, in which browsers count; in order, without overlap.
    pub marks: Vec<(u32, u32)>,
}

impl Terms {
    /// Marks the whole text.
    pub fn mark(&self, text: &str) -> MarkedText {
        let places = self.places(text);
        MarkedText { text: text.to_owned(), marks: in_utf16(text, &places) }
    }

    /// Cuts an excerpt around the first match, and marks it.
    pub fn excerpt(&self, text: &str) -> MarkedText {
        let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
        let first = self.places(&text).first().map_or(0, |place| place.start);
        self.mark(&cut(&text, first))
    }

    /// Byte ranges of the matches; adjacent ones are merged.
    fn places(&self, text: &str) -> Vec<Range<usize>> {
        let (words, mut found) = (self.words(), Vec::new());
        analyser().token_stream(text).process(&mut |token| {
            let word = token.text.as_str();
            let begins =
                self.beginning.as_deref().is_some_and(|beginning| word.starts_with(beginning));
            if begins || words.contains(word) {
                found.push(token.offset_from..token.offset_to);
            }
        });
        found.sort_by_key(|place| place.start);
        let mut places: Vec<Range<usize>> = Vec::new();
        for place in found {
            match places.last_mut() {
                Some(last) if place.start <= last.end => last.end = last.end.max(place.end),
                _ => places.push(place),
            }
        }
        places
    }
}

fn in_utf16(text: &str, places: &[Range<usize>]) -> Vec<(u32, u32)> {
    let (mut bytes, mut units) = (0, 0);
    let mut to = |place: usize| {
        units += text[bytes..place].encode_utf16().count() as u32;
        bytes = place;
        units
    };
    places.iter().map(|place| (to(place.start), to(place.end))).collect()
}

/// Excerpt around a position, from the beginning of a word on if there is one.
fn cut(text: &str, place: usize) -> String {
    let start = text[..place].char_indices().rev().nth(BEFORE - 1).map_or(0, |(at, _)| at);
    let start = match text[start..place].find(' ') {
        Some(space) if start > 0 => start + space + 1,
        _ => start,
    };
    let end = text[start..].char_indices().nth(MAX_LENGTH).map_or(text.len(), |(at, _)| start + at);
    let before = if start > 0 { "… " } else { "" };
    let after = if end < text.len() { " …" } else { "" };
    format!("{before}{}{after}", text[start..end].trim_end())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn marked(typed: &str, text: &str) -> String {
        let MarkedText { text, marks } = Terms::parse(typed).excerpt(text);
        let units: Vec<u16> = text.encode_utf16().collect();
        let part =
            |from: u32, to: u32| String::from_utf16(&units[from as usize..to as usize]).unwrap();
        let (mut shown, mut last) = (String::new(), 0);
        for (from, to) in marks {
            shown = shown + &part(last, from) + "[" + &part(from, to) + "]";
            last = to;
        }
        shown + &part(last, units.len() as u32)
    }

    #[test]
    fn matched_words_are_marked() {
        for (typed, text, shown) in [
            ("deja in", "🖋 Déjà vu: Inks & <b>ink</b>", "🖋 [Déjà] vu: [Inks] & <b>[ink]</b>"),
            ("東京都", "私は東京都に住む", "私は[東京都]に住む"),
            ("紙", "手紙", "手[紙]"),
            ("nothing", "Something else", "Something else"),
        ] {
            assert_eq!(marked(typed, text), shown);
        }
    }

    #[test]
    fn long_text_is_cut_around_first_match() {
        let text = format!("{} ink {}", "before ".repeat(50), "after ".repeat(80));
        let shown = marked("ink", &text);
        assert!(shown.starts_with("… before ") && shown.contains("[ink] after"), "{shown}");
        assert!(shown.ends_with(" …") && shown.chars().count() <= MAX_LENGTH + 6, "{shown}");
        let unspaced = format!("{}紙{}", "あ".repeat(300), "い".repeat(300));
        assert!(marked("紙", &unspaced).contains("[紙]"));
    }
}
