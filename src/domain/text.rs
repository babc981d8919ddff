//! Characters that texts of members may not have, or not have alone.

/// Control characters, and what turns the direction of text or takes no room: a text must not hide or reorder what stands
/// beside it. Joiners stay, since Devanagari and emoji are written with them.
pub(super) fn is_unprintable(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{61c}' | '\u{200b}' | '\u{200e}' | '\u{200f}' | '\u{feff}')
        || matches!(c, '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}')
        // No characters at all, and forbidden in XML.
        || matches!(c, '\u{fdd0}'..='\u{fdef}')
        || u32::from(c) & 0xfffe == 0xfffe
}

/// What changes the character before it, and is nothing without one.
pub(super) fn is_combining(c: char) -> bool {
    matches!(c, '\u{300}'..='\u{36f}' | '\u{1ab0}'..='\u{1aff}' | '\u{1dc0}'..='\u{1dff}')
        || matches!(c, '\u{200d}' | '\u{20d0}'..='\u{20ff}' | '\u{fe00}'..='\u{fe0f}' | '\u{fe20}'..='\u{fe2f}')
}
