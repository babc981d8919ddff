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
    pub const CURRENT: Self = Self(3);
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

/// Minimum mean confidence of the letters of a draft, in percent. Below it, more than one letter in ten is wrong.
const MIN_DRAFT_CONFIDENCE: usize = 90;
/// Minimum confidence of a line in a draft, in percent: drawings and stray strokes are read as letters that are less sure.
const MIN_LINE_CONFIDENCE: u8 = 60;
/// Minimum number of letters of a draft.
const MIN_DRAFT_LETTERS: usize = 3;
/// Confidence of a word in percent below which it is doubtful. Of the words above it, nine in ten are right.
const MIN_SURE_CONFIDENCE: u8 = 95;

/// Draft of a transcription, as the server has read it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Draft {
    pub text: String,
    /// Starts and ends of the doubtful words in UTF-16 code units, in which browsers count.
    pub doubtful: Vec<(u32, u32)>,
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

impl Word {
    /// Whether the confidence is so high that nine in ten such words are right.
    pub fn is_sure(&self) -> bool {
        self.confidence.0 >= MIN_SURE_CONFIDENCE
    }
}

impl Reading {
    /// Draft of at most `max_length` characters. `None` if the letters are not sure enough.
    pub fn draft(&self, max_length: usize) -> Option<Draft> {
        let is_text = |line: &&Line| {
            line.confidence().is_some_and(|confidence| confidence.0 >= MIN_LINE_CONFIDENCE)
        };
        let mut draft = Draft { text: String::new(), doubtful: Vec::new() };
        let (mut length, mut units, mut letters, mut sum) = (0, 0, 0, 0);
        for word in self.lines.iter().filter(is_text).flat_map(|line| &line.words) {
            let characters = word.text.chars().count();
            let space = usize::from(!draft.text.is_empty());
            if length + space + characters > max_length {
                break;
            }
            if space > 0 {
                draft.text.push(' ');
            }
            let start = units + space as u32;
            units = start + word.text.encode_utf16().count() as u32;
            if !word.is_sure() {
                draft.doubtful.push((start, units));
            }
            draft.text.push_str(&word.text);
            length += space + characters;
            letters += characters;
            sum += characters * usize::from(word.confidence.0);
        }
        (letters >= MIN_DRAFT_LETTERS && sum >= letters * MIN_DRAFT_CONFIDENCE).then_some(draft)
    }

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

    fn reading(lines: &[&[(&str, u8)]]) -> Reading {
        let area = Area { left: 0, top: 0, width: 500, height: 60 };
        let words = |words: &[(&str, u8)]| {
            words.iter().map(|(text, percent)| word(text, *percent, 0, 1)).collect()
        };
        let line = |line: &&[(&str, u8)]| Line {
            area,
            words: words(line),
            frame_count: 50,
            frames: Vec::new(),
        };
        Reading { lines: lines.iter().map(line).collect(), ..Reading::empty() }
    }

    #[test]
    fn draft_joins_lines_and_marks_doubtful_words() {
        let read = reading(&[&[("🖋", 99), ("Blue", 99)], &[("nk,", 80), ("again", 97)]]);
        let draft = read.draft(100).unwrap();
        assert_eq!(
            (draft.text.as_str(), &draft.doubtful[..]),
            ("🖋 Blue nk, again", &[(8, 11)][..])
        );
        // Whole words up to the limit.
        assert_eq!(read.draft(10).unwrap().text, "🖋 Blue nk,");
    }

    #[test]
    fn uncertain_handwriting_has_no_draft() {
        assert_eq!(reading(&[&[("Bhe", 85), ("ikn", 84)]]).draft(100), None);
        assert_eq!(reading(&[&[("I", 100)]]).draft(100), None);
        assert_eq!(Reading::empty().draft(100), None);
        // A drawing beside the text is left out.
        let beside = reading(&[&[("Blue", 99), ("ink", 99)], &[("A", 30)]]).draft(100).unwrap();
        assert_eq!(beside, Draft { text: "Blue ink".into(), doubtful: Vec::new() });
    }
}
