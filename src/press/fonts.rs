//! Fonts of printed pages, embedded in the executable: a child cannot open files, and pages are the same on every machine.

use std::sync::LazyLock;

use icu_properties::CodePointSetData;
use icu_properties::props::DefaultIgnorableCodePoint;
use typst::foundations::Bytes;
use typst::text::{Font, FontBook};
use typst::utils::LazyHash;

macro_rules! embedded {
    ($($file:literal),* $(,)?) => { [$(include_bytes!(concat!("../../forms/fonts/", $file))),*] };
}

static FILES: [&[u8]; 18] = embedded!(
    "Literata-Regular.ttf",
    "Literata-SemiBold.ttf",
    "Literata-Italic.ttf",
    "NotoSerif-Regular.ttf",
    "NotoSerif-Bold.ttf",
    "NotoSerif-Italic.ttf",
    "NotoSerifDevanagari-Regular.ttf",
    "NotoSerifDevanagari-Bold.ttf",
    "NotoSerifBengali-Regular.ttf",
    "NotoSerifBengali-Bold.ttf",
    "NotoSerifGurmukhi-Regular.ttf",
    "NotoSerifGurmukhi-Bold.ttf",
    "NotoSerifHebrew-Regular.ttf",
    "NotoSerifHebrew-Bold.ttf",
    "NotoNaskhArabic-Regular.ttf",
    "NotoNaskhArabic-Bold.ttf",
    "NotoSansCJKsc-Regular-4E00-9FFF.otf",
    "NotoEmoji-Regular.ttf",
);

/// All fonts, and the index by which the typesetter selects them.
pub(super) struct Fonts {
    pub(super) book: LazyHash<FontBook>,
    pub(super) fonts: Vec<Font>,
}

/// Fonts, parsed once per process in a few milliseconds.
pub(super) static FONTS: LazyLock<Fonts> = LazyLock::new(|| {
    let fonts: Vec<Font> = FILES.iter().flat_map(|file| Font::iter(Bytes::new(*file))).collect();
    Fonts { book: LazyHash::new(FontBook::from_fonts(&fonts)), fonts }
});

/// Characters of `text` that no font has, each once. The typesetter prints them as empty boxes without an error.
pub fn missing(text: &str) -> Vec<char> {
    let mut missing = Vec::new();
    for letter in text.chars() {
        let has = |font: &Font| font.info().coverage.contains(u32::from(letter));
        if is_visible(letter) && !missing.contains(&letter) && !FONTS.fonts.iter().any(has) {
            missing.push(letter);
        }
    }
    missing
}

/// Whether a character needs a glyph. Joiners, direction marks and variation selectors only affect their neighbours.
fn is_visible(letter: char) -> bool {
    !letter.is_control()
        && !letter.is_whitespace()
        && !CodePointSetData::new::<DefaultIgnorableCodePoint>().contains(letter)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fonts_cover_supported_languages_and_emoji() {
        let written = [
            "What made you smile? “Quotes” – dashes… €100 ½ №",
            "¿Qué te hizo sonreír, señor? ¡Día!",
            "Qu’est-ce qui t’a fait sourire ? Œuvre, cœur, ça",
            "哪件事让你微笑？《书》，「玥璟喆」",
            "何があなたを笑顔にしましたか。ーゞ〆髙彅",
            "Worüber haßt du gelächelt? ẞ „so“",
            "Perché sorridi così? È già più giù.",
            "ਤੁਹਾਨੂੰ ਕਿਸ ਗੱਲ ਨੇ ਹਸਾਇਆ? ੧੨੩ ੴ",
            "কী তোমাকে হাসিয়েছে? ক্ষ ১২৩ ৳",
            "आपको किस बात ने हँसाया? क्षत्रज्ञ १२३ ₹ ।",
            "O que te fez sorrir? Não, avó, às três.",
            "Что заставило тебя улыбнуться? Ёж, объём.",
            "Τι σε έκανε να χαμογελάσεις; Ἀθῆναι «ναι»",
            "מה גרם לך לחייך? שָׁלוֹם",
            "ما الذي جعلك تبتسم؟ ١٢٣، لا",
            "Zoë 😀 ❤️ 👩‍🚀 ☕ ⭐",
        ];
        for text in written {
            assert_eq!(missing(text), Vec::<char>::new(), "{text}");
        }
    }

    #[test]
    fn unprintable_characters_are_listed_once() {
        assert_eq!(missing("Ana 김 กา 김"), ['김', 'ก', 'า']);
    }
}
