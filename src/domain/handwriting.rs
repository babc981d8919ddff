//! Handwriting as the server has read it. It is never certain, and nobody's words before their writer has confirmed them.

use serde::{Deserialize, Serialize};

/// Version of the reader: what another one has read is read again.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct ReaderVersion(pub u32);

/// Everything that was read in a picture.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Reading {
    pub version: ReaderVersion,
    /// Lines in reading order.
    pub lines: Vec<Line>,
}

/// Line of handwriting.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Line {
    pub area: Area,
    /// Words from left to right.
    pub words: Vec<Word>,
    /// Number of frames, which divide the width of the area evenly.
    pub frame_count: u16,
    /// Probabilities of letters, as the crate `handwriting` has encoded them, for finding a word that was read wrong.
    pub frames: Vec<u8>,
}

/// Part of a picture, in its pixels from the upper left corner.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Area {
    pub left: u32,
    pub top: u32,
    pub width: u32,
    pub height: u32,
}

/// Word with the punctuation around it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Word {
    pub text: String,
    /// Other readings, best first.
    pub alternatives: Vec<String>,
    pub confidence: Confidence,
    /// First frame, and the one after the last.
    pub start: u16,
    pub end: u16,
}

/// Confidence in percent, from 0 to 100.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Confidence(u8);

impl Confidence {
    /// Confidence of a share from 0 to 1.
    pub fn of_share(share: f32) -> Self {
        Self((share.clamp(0.0, 1.0) * 100.0).round() as u8)
    }

    pub fn percent(self) -> u8 {
        self.0
    }
}

impl Line {
    /// Words with spaces between them.
    pub fn text(&self) -> String {
        let words: Vec<&str> = self.words.iter().map(|word| word.text.as_str()).collect();
        words.join(" ")
    }

    /// Mean confidence of the letters; `None` for a line without words.
    pub fn confidence(&self) -> Option<Confidence> {
        let letters = |word: &Word| word.text.chars().count();
        let total: usize = self.words.iter().map(letters).sum();
        let sum: usize =
            self.words.iter().map(|word| letters(word) * usize::from(word.confidence.0)).sum();
        sum.checked_div(total).map(|percent| Confidence(percent as u8))
    }
}
