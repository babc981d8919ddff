//! Pairing code that connects a phone to the tablet whose form it sends.

use std::fmt;
use std::str::FromStr;

/// Alphabet of the codes, in which no two characters look alike on a screen or in handwriting: without 0 and O, 1, I and L,
/// 2 and Z, 5 and S, 8 and B.
const LETTERS: &[u8; 25] = b"34679ACDEFGHJKMNPQRTUVWXY";
const LENGTH: usize = 6;

/// Code of six letters and digits: 240 million codes, of which a handful are valid at any time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct HandoffCode([u8; LENGTH]);

impl HandoffCode {
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

impl fmt::Display for HandoffCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|letter| write!(f, "{}", char::from(*letter)))
    }
}

/// The text is not a code.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
#[error("not a handoff code")]
pub struct ParseCodeError;

impl FromStr for HandoffCode {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn typed_code_ignores_case_spaces_and_hyphens() {
        let code = HandoffCode::new([7; 8]);
        let shown = code.to_string();
        assert_eq!(shown.len(), LENGTH);
        let typed = format!(" {}-{} ", &shown[..3].to_lowercase(), &shown[3..]);
        assert_eq!(typed.parse(), Ok(code));
        for wrong in ["", "34679", "34679AC", "34679O", "34679ß"] {
            assert_eq!(wrong.parse::<HandoffCode>(), Err(ParseCodeError), "{wrong}");
        }
        assert_ne!(HandoffCode::new([8; 8]), code);
    }
}
