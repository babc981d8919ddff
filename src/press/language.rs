//! Which language a text is in, as far as its script tells: fonts have other shapes for the same Chinese character in Japanese.

use serde_json::{Value, json};

/// A text and its language, as templates take it.
pub(super) fn words(text: &str) -> Value {
    json!({ "text": text, "lang": of(text) })
}

/// The language tag for typesetting `text`, by the script that most of its letters are in; English for Latin letters.
fn of(text: &str) -> &'static str {
    let mut counts = [("en", 0), ("hi", 0), ("bn", 0), ("pa", 0), ("ru", 0), ("ja", 0), ("zh", 0)];
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
        '\u{400}'..='\u{52f}' => Some("ru"),
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
    use super::of;

    #[test]
    fn languages_by_script() {
        for (text, language) in [
            ("", "en"),
            ("42?", "en"),
            ("¿Qué te hizo sonreír?", "en"),
            ("Что заставило тебя улыбнуться?", "ru"),
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
