//! Search in handwriting as the server has read it: what is indexed, and the line that may contain the words.

use std::collections::BTreeSet;

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

/// Words of a reading for the index, and the others that may stand there; both empty for none.
pub(super) fn words(reading: Option<&Reading>) -> (String, String) {
    let lines = reading.map_or(&[][..], |reading| &reading.lines);
    let found = || lines.iter().flat_map(|line| &line.words).filter(|word| can_be_found(word));
    let texts: Vec<&str> = found().map(|word| word.text.as_str()).collect();
    let others: Vec<&str> =
        found().flat_map(|word| &word.alternatives).map(String::as_str).collect();
    (texts.join(" "), others.join(" "))
}

/// The line with most of the terms; `None` if there is none in any.
pub(super) fn find(reading: &Reading, terms: &Terms) -> Option<HandwritingMatch> {
    let lines = reading.lines.iter().map(|line| (line, marks(line, terms)));
    // Of equals, the first.
    let (line, marks) = lines.rev().max_by_key(|(_, marks)| {
        let terms: BTreeSet<&str> = marks.iter().map(|(term, _)| term.as_str()).collect();
        (terms.len(), marks.len())
    })?;
    if marks.is_empty() {
        return None;
    }
    Some(HandwritingMatch {
        width: reading.width,
        height: reading.height,
        line: line.area,
        marks: marks.into_iter().map(|(_, area)| area).collect(),
        text: terms.mark(&line.text()),
    })
}

/// Parts of a line's picture where a term may stand, each with the term in lower case.
fn marks(line: &Line, terms: &Terms) -> Vec<(String, Area)> {
    let words = line.words.iter().filter(|word| can_be_found(word));
    let marked = words.filter_map(|word| {
        let term = readings(word).find(|text| !terms.mark(text).marks.is_empty())?;
        Some((term.to_lowercase(), line.area_of(word)))
    });
    marked.collect()
}

fn can_be_found(word: &Word) -> bool {
    word.confidence.percent() >= MIN_CONFIDENCE
}

fn readings(word: &Word) -> impl Iterator<Item = &str> {
    std::iter::once(&word.text).chain(&word.alternatives).map(String::as_str)
}
