//! Classes of characters that members' texts may not contain, or may not consist of.

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
