//! Handwriting as the server has read it. It is never certain, and counts as a member's words only when the member has confirmed it.

use std::ops::Range;

use serde::{Deserialize, Serialize};

use super::blob::BlobHash;
use super::id::{MemoId, PostId};
use super::search::Subject;

/// Version of the reader: what another one has read is read again.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct ReaderVersion(pub u32);

impl ReaderVersion {
    /// Version of this program's reader.
    pub const CURRENT: Self = Self(2);
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
    /// Number of attempts that were interrupted.
    pub attempts: u8,
}

/// Maximum side of a picture in pixels.
const MAX_SIDE: u32 = 50_000;

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

    /// Whether all lines lie in the picture, and all words in their lines.
    pub fn is_consistent(&self) -> bool {
        let is_inside = |start: u32, length: u32, end: u32| {
            start.checked_add(length).is_some_and(|last| last <= end)
        };
        self.width <= MAX_SIDE
            && self.height <= MAX_SIDE
            && self.lines.iter().all(|Line { area, words, frame_count, .. }| {
                is_inside(area.left, area.width, self.width)
                    && is_inside(area.top, area.height, self.height)
                    && words.iter().all(|word| word.start <= word.end && word.end <= *frame_count)
            })
    }
}

impl Line {
    /// Part of the picture that shows a word.
    pub fn area_of(&self, word: &Word) -> Area {
        self.area_of_frames(word.start..word.end)
    }

    /// Part of the picture that shows what was read in these frames.
    pub fn area_of_frames(&self, frames: Range<u16>) -> Area {
        let place =
            |frame: u16| self.area.width * u32::from(frame) / u32::from(self.frame_count.max(1));
        // A letter is recognised in its middle: a frame more on each side has all of it.
        let end = frames.end.saturating_add(1).min(self.frame_count);
        let (start, end) = (place(frames.start.saturating_sub(1)), place(end));
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

#[cfg(test)]
mod tests {
    use super::*;

    fn word(text: &str, percent: u8, start: u16, end: u16) -> Word {
        let (text, confidence) = (text.to_owned(), Confidence(percent));
        Word { text, alternatives: Vec::new(), confidence, start, end }
    }

    #[test]
    fn area_of_word_lies_in_its_line() {
        let words = vec![word("Blue", 90, 1, 20), word("ink", 60, 30, 50)];
        let area = Area { left: 100, top: 40, width: 500, height: 60 };
        let line = Line { area, words, frame_count: 50, frames: Vec::new() };
        assert_eq!(line.text(), "Blue ink");
        assert_eq!(line.confidence(), Some(Confidence(77)));
        let first = line.area_of(&line.words[0]);
        assert_eq!((first.left, first.width, first.top, first.height), (100, 210, 40, 60));
        let last = line.area_of(&line.words[1]);
        assert_eq!((last.left, last.left + last.width), (390, 600));
        let empty = Line { words: Vec::new(), frame_count: 0, ..line };
        assert_eq!(empty.confidence(), None);
    }
}
