//! Design of a book's cover.

use serde::{Deserialize, Serialize};

use super::blob::BlobHash;
use super::id::{BookId, MemoId};

/// Ink of a cover: a dark ground, on which cream letters have a contrast of at least 7 to 1.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Ink {
    #[default]
    Blue,
    Moss,
    Ochre,
    Plum,
    Petrol,
    Sepia,
    Slate,
    Olive,
}

impl Ink {
    pub const ALL: [Self; 8] = [
        Self::Blue,
        Self::Moss,
        Self::Ochre,
        Self::Plum,
        Self::Petrol,
        Self::Sepia,
        Self::Slate,
        Self::Olive,
    ];

    /// Ink of a book for which none is chosen.
    pub fn of(book: BookId) -> Self {
        let hash = blake3::hash(book.to_string().as_bytes());
        Self::ALL[usize::from(hash.as_bytes()[0]) % Self::ALL.len()]
    }

    /// The word in JSON.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Blue => "blue",
            Self::Moss => "moss",
            Self::Ochre => "ochre",
            Self::Plum => "plum",
            Self::Petrol => "petrol",
            Self::Sepia => "sepia",
            Self::Slate => "slate",
            Self::Olive => "olive",
        }
    }

    /// The ink of that word.
    pub fn parse(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|ink| ink.as_str() == word)
    }

    /// Red, green and blue in hexadecimal, as in CSS.
    pub fn colour(self) -> &'static str {
        match self {
            Self::Blue => "#1f3f77",
            Self::Moss => "#25592f",
            Self::Ochre => "#6b4700",
            Self::Plum => "#592a48",
            Self::Petrol => "#12505a",
            Self::Sepia => "#4b3425",
            Self::Slate => "#3a3d45",
            Self::Olive => "#4a4f1c",
        }
    }
}

/// PNG files of an edition's cover.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CoverFiles {
    pub full: BlobHash,
    /// Width of `full` in pixels.
    pub width: u32,
    pub height: u32,
    /// 480 pixels wide.
    pub small: BlobHash,
    /// 960 pixels wide.
    pub large: BlobHash,
}

impl CoverFiles {
    /// All files.
    pub fn blobs(&self) -> [BlobHash; 3] {
        [self.full, self.small, self.large]
    }
}

/// An admin's choice of a book's cover.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct CoverChoice {
    /// `None` for the ink of [`Ink::of`].
    pub ink: Option<Ink>,
    /// Memo whose handwriting is shown; `None` for one that fills the cover well.
    pub memo: Option<MemoId>,
}

impl CoverChoice {
    /// Ink of the book's cover.
    pub fn ink_of(self, book: BookId) -> Ink {
        self.ink.unwrap_or_else(|| Ink::of(book))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Relative luminance of a colour such as `#1f3f77`, as WCAG defines it.
    fn luminance(colour: &str) -> f64 {
        let sample = |at: usize| {
            let value = f64::from(u8::from_str_radix(&colour[at..at + 2], 16).unwrap()) / 255.0;
            if value <= 0.04045 { value / 12.92 } else { ((value + 0.055) / 1.055).powf(2.4) }
        };
        0.2126 * sample(1) + 0.7152 * sample(3) + 0.0722 * sample(5)
    }

    #[test]
    fn cream_is_readable_on_every_ink() {
        let cream = luminance("#f7f0e0");
        for ink in Ink::ALL {
            let contrast = (cream + 0.05) / (luminance(ink.colour()) + 0.05);
            assert!(contrast >= 7.0, "{ink:?} {contrast}");
            assert_eq!(Ink::parse(ink.as_str()), Some(ink));
        }
        assert_eq!(Ink::parse("green"), None);
    }
}
