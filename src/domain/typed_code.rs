//! Codes that people type or compare: the pairing code that connects a phone to a tablet, and the codes of invitations and of books'
//! guests.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// Alphabet of the codes, in which no two characters look alike on a screen or in handwriting: without 0 and O, 1, I and L,
/// 2 and Z, 5 and S, 8 and B.
const LETTERS: &[u8; 25] = b"34679ACDEFGHJKMNPQRTUVWXY";
/// Number of characters between hyphens.
const GROUP: usize = 4;
/// Length up to which a code is written without hyphens.
const MAX_UNGROUPED: usize = 6;

/// Pairing code of six letters and digits: 240 million codes, of which a handful are valid at any time.
pub type HandoffCode = TypedCode<6>;

/// Code that two screens show, to be compared by a person.
pub type MatchCode = TypedCode<4>;

/// Code of an invitation: twelve letters and digits, 55 bits, which cannot be guessed at a limited rate.
pub type InvitationCode = TypedCode<12>;

/// Code with which anybody becomes a guest of a book, as hard to guess as that of an invitation.
pub type GuestCode = TypedCode<12>;

/// Code of `LENGTH` letters and digits, at most 13.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub struct TypedCode<const LENGTH: usize>([u8; LENGTH]);

impl<const LENGTH: usize> TypedCode<LENGTH> {
    /// The code of eight random bytes.
    pub fn new(random: [u8; 8]) -> Self {
        let mut rest = u64::from_be_bytes(random);
        Self(std::array::from_fn(|_| {
            let letter = LETTERS[(rest % LETTERS.len() as u64) as usize];
            rest /= LETTERS.len() as u64;
            letter
        }))
    }
}

impl<const LENGTH: usize> fmt::Display for TypedCode<LENGTH> {
    /// Writes the code; a long one in groups, such as `K7QD-3MXR-9VTA`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (place, letter) in self.0.iter().enumerate() {
            if LENGTH > MAX_UNGROUPED && place > 0 && place.is_multiple_of(GROUP) {
                f.write_str("-")?;
            }
            write!(f, "{}", char::from(*letter))?;
        }
        Ok(())
    }
}

/// The text is not a code.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
#[error("not a code")]
pub struct ParseCodeError;

impl<const LENGTH: usize> FromStr for TypedCode<LENGTH> {
    type Err = ParseCodeError;

    /// Parses the code as people type it: in either case, with spaces and hyphens.
    fn from_str(text: &str) -> Result<Self, ParseCodeError> {
        let typed = text.bytes().filter(|byte| !matches!(byte, b' ' | b'-'));
        let letters: Vec<u8> = typed.map(|byte| byte.to_ascii_uppercase()).collect();
        let letters: [u8; LENGTH] = letters.try_into().map_err(|_| ParseCodeError)?;
        let all_known = letters.iter().all(|letter| LETTERS.contains(letter));
        all_known.then_some(Self(letters)).ok_or(ParseCodeError)
    }
}

impl<const LENGTH: usize> From<TypedCode<LENGTH>> for String {
    fn from(code: TypedCode<LENGTH>) -> Self {
        code.to_string()
    }
}

impl<const LENGTH: usize> TryFrom<String> for TypedCode<LENGTH> {
    type Error = ParseCodeError;

    fn try_from(text: String) -> Result<Self, ParseCodeError> {
        text.parse()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn typed_code_ignores_case_spaces_and_hyphens() {
        let code = HandoffCode::new([7; 8]);
        let shown = code.to_string();
        assert_eq!(shown.len(), 6);
        let typed = format!(" {}-{} ", &shown[..3].to_lowercase(), &shown[3..]);
        assert_eq!(typed.parse(), Ok(code));
        for wrong in ["", "34679", "34679AC", "34679O", "34679ß"] {
            assert_eq!(wrong.parse::<HandoffCode>(), Err(ParseCodeError), "{wrong}");
        }
        assert_ne!(HandoffCode::new([8; 8]), code);
    }

    #[test]
    fn long_code_is_written_in_groups() {
        let code = InvitationCode::new([0xA7; 8]);
        let shown = code.to_string();
        let groups: Vec<usize> = shown.split('-').map(str::len).collect();
        assert_eq!(groups, [4, 4, 4]);
        assert_eq!(shown.parse(), Ok(code));
        assert_eq!(shown.replace('-', "").to_lowercase().parse(), Ok(code));
        let stored = serde_json::to_string(&code).unwrap();
        assert_eq!(serde_json::from_str::<InvitationCode>(&stored).unwrap(), code);
    }
}
