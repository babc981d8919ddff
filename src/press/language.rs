//! Which language a text is in, as far as its script tells: fonts have other shapes for the same Chinese character in Japanese.

use serde_json::{Value, json};

/// A text and its language, as templates take it.
pub(super) fn words(text: &str) -> Value {
    json!({ "text": text, "lang": of(text) })
}

/// A text of a book, as its templates take it: with [`of_prose`].
pub(super) fn prose(text: &str) -> Value {
    let (language, hyphenate) = of_prose(text);
    json!({ "text": text, "lang": language, "hyphenate": hyphenate })
}

/// The language of a text of a book, also which of those in Latin letters, and whether it is sure enough to hyphenate by it.
pub(super) fn of_prose(text: &str) -> (&'static str, bool) {
    match of(text) {
        "en" => of_words(text),
        language => (language, ["el", "ru"].contains(&language)),
    }
}

/// Words that tell a language, since its neighbours do not have them.
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

/// The language of Latin letters by its words, and whether they tell; English when they do not.
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

/// One for each script.
const LANGUAGES: [&str; 10] = ["en", "el", "he", "ar", "hi", "bn", "pa", "ru", "ja", "zh"];

/// The language tag for typesetting `text`, by the script that most of its letters are in; English for Latin letters.
fn of(text: &str) -> &'static str {
    let mut counts = LANGUAGES.map(|language| (language, 0));
    for letter in text.chars() {
        let language = of_letter(letter);
        if let Some((_, count)) = counts.iter_mut().find(|(known, _)| Some(*known) == language) {
            *count += 1;
        }
    }
    let [.., (_, kana), (_, han)] = &mut counts;
    // Japanese is written in both; Chinese has no kana.
    if *kana > 0 {
        *kana += *han;
    }
    // The first of the greatest: English when there are no letters at all.
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
        // The danda, U+0964 and U+0965, is shared by all Indian scripts.
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
