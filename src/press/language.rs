//! Detection of a text's language by its script and common words: fonts have different shapes for the same Han
//! character in Japanese.

use serde_json::{Value, json};
use unicode_script::{Script, UnicodeScript};

/// Text with its language, as data for templates.
pub(super) fn words(text: &str) -> Value {
    json!({ "text": text, "lang": detect_language(text) })
}

/// Whether a text runs from right to left.
pub(super) fn is_right_to_left(text: &str) -> bool {
    ["he", "ar"].contains(&detect_language(text))
}

/// Text of a book with its language by [`of_prose`], as data for its templates.
pub(super) fn prose(text: &str) -> Value {
    let (language, hyphenate) = of_prose(text);
    json!({ "text": text, "lang": language, "hyphenate": hyphenate })
}

/// Detects the language of a book's text, also among those in Latin script, and whether it is certain enough for hyphenation.
pub(super) fn of_prose(text: &str) -> (&'static str, bool) {
    match detect_language(text) {
        "en" => of_words(text),
        language => (language, ["el", "ru"].contains(&language)),
    }
}

/// Words that are common in one language and absent from similar ones.
const TELLING: [(&str, &[&str]); 6] = [
    (
        "en",
        &[
            "the", "and", "of", "to", "is", "was", "that", "it", "with", "for", "you", "my", "we",
            "i", "this", "they",
        ],
    ),
    (
        "es",
        &[
            "el", "los", "las", "y", "del", "muy", "es", "mi", "lo", "pero", "cuando", "una",
            "con", "por", "qué", "está",
        ],
    ),
    (
        "fr",
        &[
            "le", "les", "des", "et", "une", "est", "dans", "je", "nous", "avec", "du", "au",
            "sur", "ce", "pas", "qui",
        ],
    ),
    (
        "de",
        &[
            "der", "die", "das", "und", "ist", "nicht", "ein", "eine", "ich", "mit", "den", "wir",
            "auf", "im", "dem", "zu",
        ],
    ),
    (
        "it",
        &[
            "il", "che", "di", "non", "sono", "è", "della", "gli", "nel", "più", "mi", "una",
            "per", "anche", "ho", "con",
        ],
    ),
    (
        "pt",
        &[
            "o", "os", "as", "e", "em", "um", "uma", "não", "com", "do", "da", "mais", "meu",
            "muito", "são", "eu",
        ],
    ),
];

/// Detects a language in Latin script by its words, and whether they are conclusive; English otherwise.
fn of_words(text: &str) -> (&'static str, bool) {
    let mut counts = TELLING.map(|(language, _)| (0, language));
    for word in text.split(|letter: char| !letter.is_alphabetic()) {
        let word = word.to_lowercase();
        for ((count, _), (_, telling)) in counts.iter_mut().zip(TELLING) {
            *count += u32::from(telling.contains(&word.as_str()));
        }
    }
    counts.sort_by_key(|(count, _)| std::cmp::Reverse(*count));
    let [(most, language), (second, _), ..] = counts;
    if most >= 2 && most > second { (language, true) } else { ("en", false) }
}

/// Languages, one per script.
const LANGUAGES: [&str; 10] = ["en", "el", "he", "ar", "hi", "bn", "pa", "ru", "ja", "zh"];

/// Language tag for typesetting `text`, by the script of most of its letters; English for Latin script.
fn detect_language(text: &str) -> &'static str {
    let mut counts = LANGUAGES.map(|language| (language, 0));
    for letter in text.chars() {
        let language = of_letter(letter);
        if let Some((_, count)) = counts.iter_mut().find(|(known, _)| Some(*known) == language) {
            *count += 1;
        }
    }
    let [.., (_, kana), (_, han)] = &mut counts;
    // Japanese uses both; Chinese has no kana.
    if *kana > 0 {
        *kana += *han;
    }
    // The first of the maximum: English for a text without letters.
    let most = counts.iter().map(|(_, count)| *count).max();
    counts.iter().find(|(_, count)| Some(*count) == most).map_or("en", |(language, _)| language)
}

/// Language that is written in the script of the letter; `None` for marks and punctuation that scripts share.
fn of_letter(letter: char) -> Option<&'static str> {
    match letter.script() {
        Script::Latin => Some("en"),
        Script::Greek => Some("el"),
        Script::Cyrillic => Some("ru"),
        Script::Hebrew => Some("he"),
        Script::Arabic => Some("ar"),
        Script::Devanagari => Some("hi"),
        Script::Bengali => Some("bn"),
        Script::Gurmukhi => Some("pa"),
        Script::Hiragana | Script::Katakana => Some("ja"),
        Script::Han => Some("zh"),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::{detect_language, of_words};

    #[test]
    fn latin_script_language_is_detected_by_words() {
        for (text, told) in [
            ("", ("en", false)),
            ("Ana Müller", ("en", false)),
            ("I was laughing with the children.", ("en", true)),
            ("Die Kinder lachten, und wir mit ihnen.", ("de", true)),
            ("Les enfants riaient et nous aussi dans le jardin.", ("fr", true)),
            ("Los niños reían y el perro también.", ("es", true)),
            ("Il cane che non dorme è della nonna.", ("it", true)),
            ("O cão não dorme e as crianças também não.", ("pt", true)),
        ] {
            assert_eq!(of_words(text), told, "{text}");
        }
    }

    #[test]
    fn language_is_detected_by_script() {
        for (text, language) in [
            ("", "en"),
            ("42?", "en"),
            ("¿Qué te hizo sonreír?", "en"),
            ("Что заставило тебя улыбнуться?", "ru"),
            ("Τι σε έκανε να χαμογελάσεις;", "el"),
            ("מה גרם לך לחייך?", "he"),
            ("ما الذي جعلك تبتسم؟", "ar"),
            ("आपको किस बात ने हँसाया।", "hi"),
            ("কী তোমাকে হাসিয়েছে।", "bn"),
            ("ਤੁਹਾਨੂੰ ਕਿਸ ਗੱਲ ਨੇ ਹਸਾਇਆ।", "pa"),
            ("哪件事让你微笑？", "zh"),
            ("最近、一番嬉しかったこと", "ja"),
            ("今天用 iPad 写字，很高兴", "zh"),
        ] {
            assert_eq!(detect_language(text), language, "{text}");
        }
    }
}
