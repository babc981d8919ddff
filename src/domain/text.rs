//! Lines of texts that people typed, and characters that they may not contain, or may not consist of.

use unicode_properties::{GeneralCategoryGroup, UnicodeGeneralCategory as _};

const ZERO_WIDTH_JOINER: char = '\u{200d}';

/// Whether the character is a control character, changes the direction of text or has no width: a text must not hide or
/// reorder the text beside it. Joiners are allowed, since Devanagari and emoji are written with them.
pub(super) fn is_unprintable(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{61c}' | '\u{200b}' | '\u{200e}' | '\u{200f}' | '\u{feff}')
        || matches!(c, '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}')
        // Unicode noncharacters, which XML forbids.
        || matches!(c, '\u{fdd0}'..='\u{fdef}')
        || u32::from(c) & 0xfffe == 0xfffe
}

/// Whether the character only modifies the one before it, and is invisible without one.
pub(super) fn is_combining(c: char) -> bool {
    c.general_category_group() == GeneralCategoryGroup::Mark || c == ZERO_WIDTH_JOINER
}

/// The text on one line, without needless spaces.
pub fn to_one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The text in its lines, without needless spaces, and with one empty line at most between two others.
pub fn to_paragraphs(text: &str) -> String {
    let mut paragraphs = String::new();
    for line in text.replace("\r\n", "\n").replace('\r', "\n").split('\n').map(to_one_line) {
        if !line.is_empty() || !paragraphs.ends_with("\n\n") {
            paragraphs.push_str(&line);
            paragraphs.push('\n');
        }
    }
    paragraphs.trim_matches('\n').to_owned()
}

/// Whether the text in lines has characters that cannot be printed.
pub(super) fn has_unprintable(paragraphs: &str) -> bool {
    paragraphs.chars().any(|c| c != '\n' && is_unprintable(c))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paragraphs_keep_line_breaks_without_needless_spaces() {
        let text = "\n Not  yet. \r\nMaybe in\tspring.\r\r\n \n\nThank you.\n\n";
        let paragraphs = "Not yet.\nMaybe in spring.\n\nThank you.";
        assert_eq!(to_paragraphs(text), paragraphs);
        assert_eq!(to_paragraphs(paragraphs), paragraphs);
        assert_eq!(to_paragraphs(" \n\t"), "");
        assert_eq!(to_one_line(text), "Not yet. Maybe in spring. Thank you.");
        assert!(!has_unprintable(paragraphs) && has_unprintable("a\n\u{202e}b"));
    }
}
