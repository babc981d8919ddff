//! Classes of the model and the letters that they stand for.

use std::collections::HashMap;
use std::sync::LazyLock;

use unicode_normalization::UnicodeNormalization;

/// Letters of the classes from 1 on, a line each; the last is the space.
const LETTERS: &str = include_str!("model/chars.txt");

/// Number of a class in the model's answer.
pub(crate) type Class = u16;

/// Class of a frame without a letter.
pub(crate) const BLANK: Class = 0;

/// Two-way mapping between classes and letters.
pub(crate) struct Alphabet {
    letters: Vec<char>,
    /// The letters in lower case without accents.
    folded: Vec<char>,
    classes: HashMap<char, Class>,
}

static ALPHABET: LazyLock<Alphabet> = LazyLock::new(Alphabet::new);

impl Alphabet {
    /// Alphabet of the model.
    pub(crate) fn get() -> &'static Self {
        &ALPHABET
    }

    fn new() -> Self {
        let letters: Vec<char> = LETTERS.lines().filter_map(|line| line.chars().next()).collect();
        let classes = (1..).zip(&letters).map(|(class, letter)| (*letter, class)).collect();
        let folded = letters.iter().map(|letter| folded(*letter)).collect();
        Self { letters, folded, classes }
    }

    /// Number of classes, the blank included.
    pub(crate) fn class_count(&self) -> usize {
        self.letters.len() + 1
    }

    /// Letter of a class; `None` for the blank.
    pub(crate) fn letter(&self, class: Class) -> Option<char> {
        self.letters.get(usize::from(class.checked_sub(1)?)).copied()
    }

    /// Classes of a letter in both cases, with and without accents.
    pub(crate) fn variants(&self, letter: char) -> Vec<Class> {
        let wanted = folded(letter);
        let letters = (1..).zip(&self.folded);
        letters.filter(|(_, other)| **other == wanted).map(|(class, _)| class).collect()
    }

    /// Classes of the space and of everything else between words.
    pub(crate) fn separators(&self) -> Vec<Class> {
        let letters = (1..).zip(&self.letters);
        letters.filter(|(_, letter)| !letter.is_alphanumeric()).map(|(class, _)| class).collect()
    }

    pub(crate) fn class(&self, letter: char) -> Option<Class> {
        self.classes.get(&letter).copied()
    }

    /// Classes of a word; `None` if the model lacks one of its letters.
    pub(crate) fn classes(&self, word: &str) -> Option<Vec<Class>> {
        word.chars().map(|letter| self.class(letter)).collect()
    }
}

/// Letter in lower case without accents.
fn folded(letter: char) -> char {
    let base = std::iter::once(letter).nfd().next().unwrap_or(letter);
    let base = if base == 'ı' { 'i' } else { base };
    base.to_lowercase().next().unwrap_or(base)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn classes_and_letters_round_trip() {
        let alphabet = Alphabet::get();
        assert_eq!(alphabet.class_count(), 584);
        for class in 1..584 {
            let letter = alphabet.letter(class).unwrap();
            assert_eq!(alphabet.class(letter), Some(class));
        }
        assert_eq!((alphabet.letter(BLANK), alphabet.letter(583)), (None, Some(' ')));
        assert_eq!(alphabet.classes("Ink"), Some(vec![51, 82, 79]));
        assert_eq!(alphabet.classes("墨"), None);
    }

    #[test]
    fn variants_ignore_case_and_accents() {
        let alphabet = Alphabet::get();
        let letters: String =
            alphabet.variants('ç').into_iter().filter_map(|class| alphabet.letter(class)).collect();
        assert_eq!(letters, "CcÇçĆćĈĉĊċČč");
        assert!(alphabet.variants('墨').is_empty());
    }
}
