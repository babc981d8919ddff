//! Detection of a text's language by its script and common words: fonts have different shapes for the same Han
//! character in Japanese.

use serde_json::{Value, json};

/// Text with its language, as data for templates.
pub(super) fn words(text: &str) -> Value {
    json!({ "text": text, "lang": of(text) })
}

/// Text of a book with its language by [`of_prose`], as data for its templates.
pub(super) fn prose(text: &str) -> Value {
    let (language, hyphenate) = of_prose(text);
    json!({ "text": text, "lang": language, "hyphenate": hyphenate })
}

/// Detects the language of a book's text, also among those in Latin script, and whether it is certain enough for hyphenation.
pub(super) fn of_prose(text: &str) -> (&'static str, bool) {
    match of(text) {
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
fn of(text: &str) -> &'static str {
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

fn of_letter(letter: char) -> Option<&'static str> {
    match letter {
        'a'..='z' | 'A'..='Z' | '\u{c0}'..='\u{24f}' | '\u{1e00}'..='\u{1eff}' => Some("en"),
        '\u{370}'..='\u{3ff}' | '\u{1f00}'..='\u{1fff}' => Some("el"),
        '\u{400}'..='\u{52f}' => Some("ru"),
        '\u{590}'..='\u{5ff}' => Some("he"),
        '\u{600}'..='\u{6ff}' | '\u{750}'..='\u{77f}' => Some("ar"),
        // The danda, U+0964 and U+0965, is common to all Indic scripts.
        '\u{900}'..='\u{963}' | '\u{966}'..='\u{97f}' => Some("hi"),
        '\u{980}'..='\u{9ff}' => Some("bn"),
        '\u{a00}'..='\u{a7f}' => Some("pa"),
        '\u{3041}'..='\u{30ff}' | '\u{31f0}'..='\u{31ff}' => Some("ja"),
        '\u{3400}'..='\u{9fff}' | '\u{f900}'..='\u{faff}' | '\u{20000}'..='\u{323af}' => Some("zh"),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::{of, of_words};

    #[test]
    fn languages_of_latin_letters_by_their_words() {
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
    fn languages_by_script() {
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
            assert_eq!(of(text), language, "{text}");
        }
    }
}
