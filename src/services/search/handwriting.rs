//! Search in handwriting as the server has read it: what is indexed, and the line that may contain the words.

use crate::domain::handwriting::{Area, Line, Reading, Word};
use crate::search::{MarkedText, Terms};

/// Minimum confidence in percent of a word that can be found.
const MIN_CONFIDENCE: u8 = 35;

/// Line of a picture that may contain the words of a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HandwritingMatch {
    /// Size of the picture in pixels.
    pub width: u32,
    pub height: u32,
    /// Part of the picture with the line.
    pub line: Area,
    /// Parts of it with the words.
    pub marks: Vec<Area>,
    /// Line as it was read.
    pub text: MarkedText,
}

/// Words of a reading for the index: those that were read, and others that may stand there.
pub(super) fn words(reading: &Reading) -> String {
    let found = reading.lines.iter().flat_map(|line| &line.words).filter(|word| can_be_found(word));
    let texts = found.flat_map(readings).collect::<Vec<_>>();
    texts.join(" ")
}

/// The line with most of the terms; `None` if there is none in any.
pub(super) fn find(reading: &Reading, terms: &Terms) -> Option<HandwritingMatch> {
    let lines = reading.lines.iter().map(|line| (line, marks(line, terms)));
    // Of equals, the first.
    let most = lines.rev().max_by_key(|(_, marks)| marks.len());
    let (line, marks) = most.filter(|(_, marks)| !marks.is_empty())?;
    Some(HandwritingMatch {
        width: reading.width,
        height: reading.height,
        line: line.area,
        marks,
        text: terms.mark(&line.text()),
    })
}

/// Parts of a line's picture where a term may stand.
fn marks(line: &Line, terms: &Terms) -> Vec<Area> {
    let is_match = |word: &&Word| {
        can_be_found(word) && readings(word).any(|text| !terms.mark(text).marks.is_empty())
    };
    line.words.iter().filter(is_match).map(|word| line.area_of(word)).collect()
}

fn can_be_found(word: &Word) -> bool {
    word.confidence.percent() >= MIN_CONFIDENCE
}

fn readings(word: &Word) -> impl Iterator<Item = &str> {
    std::iter::once(&word.text).chain(&word.alternatives).map(String::as_str)
}
