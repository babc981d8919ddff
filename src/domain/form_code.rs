//! Identity of a form: the code that is printed on every page, for people and for the reader.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

const CODE_LETTERS: &[u8; 32] = b"0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const MARK_PREFIX: &str = "IF1";

/// Names one version of one book's form: 40 bits, printed as eight letters of Crockford's alphabet.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct FormCode([u8; 5]);

impl FormCode {
    /// Code of the content that determines the appearance of a form. The same content has the same code.
    pub fn of(content: &[u8]) -> Self {
        let hash = blake3::hash(content);
        let mut code = [0; 5];
        code.copy_from_slice(&hash.as_bytes()[..5]);
        Self(code)
    }

    /// The code as a fixed-width key.
    pub fn as_bytes(&self) -> &[u8; 5] {
        &self.0
    }

    /// The code of a fixed-width key.
    pub fn from_bytes(bytes: [u8; 5]) -> Self {
        Self(bytes)
    }

    fn letters(self) -> String {
        let bits = self.0.iter().fold(0_u64, |bits, byte| bits << 8 | u64::from(*byte));
        (0..8)
            .rev()
            .map(|place| char::from(CODE_LETTERS[(bits >> (place * 5) & 31) as usize]))
            .collect()
    }

    /// The code in two groups, as it is printed for people: `K7QM-2XRD`.
    pub fn words(self) -> String {
        let letters = self.letters();
        format!("{}-{}", &letters[..4], &letters[4..])
    }
}

impl fmt::Display for FormCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.letters())
    }
}

/// The text is not a form code.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
#[error("not a form code")]
pub struct ParseCodeError;

impl FromStr for FormCode {
    type Err = ParseCodeError;

    fn from_str(text: &str) -> Result<Self, ParseCodeError> {
        let letters: Vec<u8> = text.bytes().filter(|byte| *byte != b'-').collect();
        if letters.len() != 8 {
            return Err(ParseCodeError);
        }
        let mut bits = 0_u64;
        for letter in letters {
            let value = CODE_LETTERS
                .iter()
                .position(|known| *known == letter.to_ascii_uppercase())
                .ok_or(ParseCodeError)?;
            bits = bits << 5 | value as u64;
        }
        let mut code = [0; 5];
        code.copy_from_slice(&bits.to_be_bytes()[3..]);
        Ok(Self(code))
    }
}

/// Content of the QR code of a page: the form and the page number.
///
/// Written `IF1:K7QM2XRD:2`, in the alphanumeric set of QR codes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PageMark {
    pub form: FormCode,
    /// Counted from 1.
    pub page: u32,
}

impl fmt::Display for PageMark {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{MARK_PREFIX}:{}:{}", self.form, self.page)
    }
}

impl FromStr for PageMark {
    type Err = ParseCodeError;

    fn from_str(text: &str) -> Result<Self, ParseCodeError> {
        let mut parts = text.split(':');
        let (Some(MARK_PREFIX), Some(form), Some(page), None) =
            (parts.next(), parts.next(), parts.next(), parts.next())
        else {
            return Err(ParseCodeError);
        };
        Ok(Self { form: form.parse()?, page: page.parse().map_err(|_| ParseCodeError)? })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_and_marks_read_back_as_written() {
        let form = FormCode::of(b"a book and its questions");
        assert_eq!(form.to_string().parse(), Ok(form));
        assert_eq!(form.words().parse(), Ok(form));
        let mark = PageMark { form, page: 3 };
        assert_eq!(mark.to_string().parse(), Ok(mark));
    }

    #[test]
    fn invalid_page_marks_are_refused() {
        for text in
            ["", "https://example.org", "IF1:K7QM2XRD", "IF1:K7QM2XRU:2", "IF1:K7QM2XRD:2:9"]
        {
            assert_eq!(text.parse::<PageMark>(), Err(ParseCodeError), "{text}");
        }
    }
}
