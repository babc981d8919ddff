//! Tokenizer that splits text of any script into searchable words.
//!
//! Text in scripts without spaces (Chinese, Japanese, Thai …) and in Korean, which appends endings to words, becomes single
//! characters and pairs of neighbours, so that any part of it can be found. Diacritics are ignored.
//!
//! No word segmenter does this: `icu_segmenter` finds the words of Chinese, Japanese and Thai text with a dictionary, and a query
//! that is part of a word, or cut differently beside other characters, would not be found.

use std::ops::Range;

use tantivy::tokenizer::{
    AsciiFoldingFilter, LowerCaser, TextAnalyzer, Token, TokenStream, Tokenizer,
};
use unicode_normalization::char::canonical_combining_class;
use unicode_properties::{GeneralCategoryGroup, UnicodeGeneralCategory as _};
use unicode_script::{Script, UnicodeScript as _};

/// Maximum length of an indexed word, in characters.
const MAX_WORD_LENGTH: usize = 40;
/// [`Token::position_length`] of a pair of neighbours.
pub(super) const PAIR: usize = 2;

/// Analyser for indexing, searching and marking.
pub(super) fn analyser() -> TextAnalyzer {
    TextAnalyzer::builder(ScriptTokenizer).filter(LowerCaser).filter(AsciiFoldingFilter).build()
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum CharClass {
    /// A letter or digit of a script with spaces.
    Spaced,
    Unspaced,
    /// Diacritic of the letter before it.
    Mark,
    Between,
}

/// Scripts without spaces between words, and Korean.
const UNSPACED: [Script; 9] = [
    Script::Han,
    Script::Hiragana,
    Script::Katakana,
    Script::Bopomofo,
    Script::Hangul,
    Script::Thai,
    Script::Lao,
    Script::Khmer,
    Script::Myanmar,
];

fn class(c: char) -> CharClass {
    use GeneralCategoryGroup::{Letter, Mark, Number};
    // Without a look into the tables, which takes most of the time.
    if c.is_ascii() {
        return if c.is_ascii_alphanumeric() { CharClass::Spaced } else { CharClass::Between };
    }
    let group = c.general_category_group();
    match c {
        // Soft hyphen, Arabic elongation, joiners.
        '\u{ad}' | '\u{640}' | '\u{200c}' | '\u{200d}' => CharClass::Mark,
        _ if matches!(group, Letter | Mark | Number) && is_unspaced(c) => CharClass::Unspaced,
        _ if group == Mark && is_diacritic(c) => CharClass::Mark,
        _ if c.is_alphanumeric() => CharClass::Spaced,
        _ => CharClass::Between,
    }
}

fn is_unspaced(c: char) -> bool {
    // Marks that Japanese scripts share, such as the one for a long vowel, are of none of them.
    UNSPACED.contains(&c.script()) || {
        let scripts = c.script_extension();
        !scripts.is_common()
            && !scripts.is_inherited()
            && [Script::Han, Script::Hiragana].iter().any(|script| scripts.contains_script(*script))
    }
}

/// Whether the mark only modifies the letter before it. The vowel signs of Indic scripts are combined with it, but are sounds of
/// their own: they have no combining class.
fn is_diacritic(mark: char) -> bool {
    canonical_combining_class(mark) != 0 || mark.script() == Script::Inherited
}

/// Runs of characters of one class.
fn runs(text: &str) -> Vec<(CharClass, Range<usize>)> {
    let mut runs: Vec<(CharClass, Range<usize>)> = Vec::new();
    for (at, c) in text.char_indices() {
        let end = at + c.len_utf8();
        let before = runs.last_mut().filter(|(_, range)| range.end == at);
        match (class(c), before) {
            (CharClass::Between, _) | (CharClass::Mark, None) => {}
            (CharClass::Mark, Some((_, range))) => range.end = end,
            (class, Some((known, range))) if *known == class => range.end = end,
            (class, _) => runs.push((class, at..end)),
        }
    }
    runs
}

#[derive(Clone)]
struct ScriptTokenizer;

impl Tokenizer for ScriptTokenizer {
    type TokenStream<'a> = Stream;

    fn token_stream<'a>(&'a mut self, text: &'a str) -> Stream {
        Stream { tokens: split(text), next: 0 }
    }
}

/// Positions within a run are consecutive; one is skipped between runs, so that no phrase matches across two.
fn split(text: &str) -> Vec<Token> {
    let (mut tokens, mut place) = (Vec::new(), 0);
    for (class, range) in runs(text) {
        let run = &text[range.clone()];
        if class == CharClass::Unspaced {
            place = neighbours(run, range.start, place, &mut tokens);
        } else if run.chars().count() <= MAX_WORD_LENGTH {
            let letters = run.chars().filter(|c| self::class(*c) != CharClass::Mark).collect();
            tokens.push(token(range, place, 1, letters));
        }
        place += 2;
    }
    tokens
}

/// Adds every character of a run, and every pair of neighbours; returns the position of the last one.
fn neighbours(run: &str, start: usize, mut place: usize, tokens: &mut Vec<Token>) -> usize {
    let mut before: Option<(usize, char)> = None;
    for (at, c) in run.char_indices().filter(|(_, c)| class(*c) != CharClass::Mark) {
        let (at, end) = (start + at, start + at + c.len_utf8());
        if let Some((first, one)) = before {
            tokens.push(token(first..end, place, PAIR, String::from_iter([one, c])));
            place += 1;
        }
        tokens.push(token(at..end, place, 1, c.to_string()));
        before = Some((at, c));
    }
    place
}

fn token(range: Range<usize>, position: usize, position_length: usize, text: String) -> Token {
    Token { offset_from: range.start, offset_to: range.end, position, text, position_length }
}

struct Stream {
    tokens: Vec<Token>,
    next: usize,
}

impl TokenStream for Stream {
    fn advance(&mut self) -> bool {
        self.next += 1;
        self.next <= self.tokens.len()
    }

    fn token(&self) -> &Token {
        &self.tokens[self.next - 1]
    }

    fn token_mut(&mut self) -> &mut Token {
        &mut self.tokens[self.next - 1]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str) -> Vec<String> {
        let (mut analyser, mut words) = (analyser(), Vec::new());
        analyser.token_stream(text).process(&mut |token| words.push(token.text.clone()));
        words
    }

    #[test]
    fn words_are_found_in_every_script() {
        for (text, found) in [
            ("A Déjà-vu, 2nd!", "a deja vu 2nd"),
            ("cafe\u{301} Straße", "cafe strasse"),
            ("हिन्दी में", "हिनदी में"),
            ("কথা", "কথা"),
            ("شُكْرًا", "شكرا"),
            ("東京都", "東 東京 京 京都 都"),
            ("iPadで書く。", "ipad で で書 書 書く く"),
            ("책은", "책 책은 은"),
            ("コーヒー", "コ コー ー ーヒ ヒ ヒー ー"),
            ("ㄇㄚ", "ㄇ ㄇㄚ ㄚ"),
            ("man\u{303}ana", "manana"),
            ("ܫܠܳܡܳܐ", "ܫܠܡܐ"),
            ("— … !", ""),
        ] {
            assert_eq!(words(text).join(" "), found, "{text}");
        }
        assert_eq!(words(&"x".repeat(41)), Vec::<String>::new());
    }

    #[test]
    fn token_offsets_match_the_text() {
        let text = "né 東京";
        for token in split(text) {
            assert_eq!(&text[token.offset_from..token.offset_to], token.text);
        }
    }
}
