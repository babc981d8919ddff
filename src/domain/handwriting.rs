//! Handwriting as the server has read it. It is never certain, and nobody's words before their writer has confirmed them.

use serde::{Deserialize, Serialize};

use super::blob::BlobHash;
use super::id::{MemoId, PostId};
use super::search::Subject;

/// Version of the reader: what another one has read is read again.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct ReaderVersion(pub u32);

impl ReaderVersion {
    /// Version of this program's reader.
    pub const CURRENT: Self = Self(1);
}

/// Memo or post whose picture is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Source {
    Memo(MemoId),
    Post(PostId),
}

impl Source {
    /// Subject that is indexed again when its picture was read.
    pub fn subject(self) -> Subject {
        match self {
            Self::Memo(memo) => Subject::Memo(memo),
            Self::Post(post) => Subject::Post(post),
        }
    }
}

/// Picture that waits to be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct UnreadPicture {
    pub source: Source,
    pub picture: BlobHash,
}

/// Everything that was read in a picture.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Reading {
    pub version: ReaderVersion,
    /// Size of the picture in pixels.
    pub width: u32,
    pub height: u32,
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
    /// Other words that may stand there, best first.
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

impl Reading {
    /// Reading of a picture in which nothing could be read.
    pub fn empty() -> Self {
        Self { version: ReaderVersion::CURRENT, width: 0, height: 0, lines: Vec::new() }
    }
}

impl Line {
    /// Part of the picture that shows a word.
    pub fn area_of(&self, word: &Word) -> Area {
        let place =
            |frame: u16| self.area.width * u32::from(frame) / u32::from(self.frame_count.max(1));
        let (start, end) = (place(word.start), place(word.end));
        Area { left: self.area.left + start, width: end.saturating_sub(start), ..self.area }
    }

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
