//! Search in handwriting as the server has read it: what is indexed, and the line that may contain the words.

use std::collections::BTreeSet;

use crate::domain::handwriting::{Area, Line, Reading, Word};
use crate::handwriting::traces::{MIN_SCORE, SoughtWord, Traces};
use crate::search::{Handwriting, MarkedText, Terms};

/// Minimum confidence in percent of a word that can be found as it was read.
const MIN_CONFIDENCE: u8 = 35;

/// Maximum number of letters in which a word that was read differs from the one that is looked for in its place.
const MAX_DISTANCE: usize = 2;

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

/// Words of a reading for the index; none if there is no reading.
pub(super) fn words(reading: Option<&Reading>) -> Handwriting {
    let words = reading.map_or(&[][..], |reading| &reading.lines);
    let words = || words.iter().flat_map(|line| &line.words);
    let found = || words().filter(|word| can_be_found(word));
    let joined = |texts: Vec<&str>| texts.join(" ");
    Handwriting {
        words: joined(found().map(|word| word.text.as_str()).collect()),
        alternatives: joined(
            found().flat_map(|word| &word.alternatives).map(String::as_str).collect(),
        ),
        doubtful: joined(words().filter(|word| !word.is_sure()).flat_map(readings).collect()),
    }
}

/// Terms that are looked for in handwriting.
pub(super) struct QueryTerms<'a> {
    pub(super) terms: &'a Terms,
    /// The terms one by one, with their letters if they are also found where other words were read.
    each: Vec<(Terms, Option<SoughtWord>)>,
    /// Whether only pictures are results in whose handwriting terms may stand, and all of them have to be found.
    pub(super) only_in_handwriting: bool,
}

/// Parts of a line's picture where terms may stand, with the places of the terms in [`QueryTerms::each`].
type Marks = Vec<(usize, Area)>;

impl<'a> QueryTerms<'a> {
    /// Finds any of the terms among the words that were read.
    pub(super) fn words(terms: &'a Terms) -> Self {
        Self {
            terms,
            each: terms.each().map(|term| (term, None)).collect(),
            only_in_handwriting: false,
        }
    }

    /// Finds all of the terms, also where other words were read.
    pub(super) fn similar(terms: &'a Terms) -> Self {
        let each = terms.each().map(|term| {
            let word = term.single_word().map(|word| SoughtWord::new(word, false));
            (term, word)
        });
        Self { terms, each: each.collect(), only_in_handwriting: true }
    }

    /// The line with most of the terms; `None` if there is none in any. Terms may also be in the texts that are `known` of the picture.
    pub(super) fn find(&self, reading: &Reading, known: &[&str]) -> Option<HandwritingMatch> {
        let lines: Vec<(&Line, Marks)> =
            reading.lines.iter().map(|line| (line, self.marks(line))).collect();
        if self.only_in_handwriting {
            let found: BTreeSet<usize> =
                lines.iter().flat_map(|(_, marks)| marks).map(|(term, _)| *term).collect();
            let is_known = |(index, (term, _)): (usize, &(Terms, _))| {
                found.contains(&index) || known.iter().any(|text| is_in(term, text))
            };
            if !self.each.iter().enumerate().all(is_known) {
                return None;
            }
        }
        // Of equals, the first.
        let (line, marks) = lines.into_iter().rev().max_by_key(|(_, marks)| {
            let terms: BTreeSet<usize> = marks.iter().map(|(term, _)| *term).collect();
            (terms.len(), marks.len())
        })?;
        if marks.is_empty() {
            return None;
        }
        let mut areas: Vec<Area> = marks.into_iter().map(|(_, area)| area).collect();
        areas.sort_by_key(|area| area.left);
        areas.dedup();
        Some(HandwritingMatch {
            width: reading.width,
            height: reading.height,
            line: line.area,
            marks: areas,
            text: self.terms.mark(&line.text()),
        })
    }

    fn marks(&self, line: &Line) -> Marks {
        let mut marks = Vec::new();
        let mut traces = None;
        for (index, (term, letters)) in self.each.iter().enumerate() {
            let words = line.words.iter().filter(|word| can_be_found(word));
            let words = words.filter(|word| readings(word).any(|text| is_in(term, text)));
            let before = marks.len();
            marks.extend(words.map(|word| (index, line.area_of(word))));
            if let Some(letters) = letters
                && marks.len() == before
                && line.words.iter().any(|word| is_similar(word, term))
            {
                let decode = || Traces::decode(&line.frames, line.frame_count);
                let traces = traces.get_or_insert_with(decode).as_ref();
                let spot = traces.and_then(|traces| traces.spot(letters));
                if let Some(spot) = spot.filter(|spot| spot.score >= MIN_SCORE) {
                    let frames = spot.frames.start as u16..spot.frames.end as u16;
                    marks.push((index, line.area_of_frames(frames)));
                }
            }
        }
        marks
    }
}

fn is_in(term: &Terms, text: &str) -> bool {
    !term.mark(text).marks.is_empty()
}

/// Whether the term may stand where the word was read. Only there are its letters looked for, which takes time.
fn is_similar(word: &Word, term: &Terms) -> bool {
    let Some(term) = term.single_word().filter(|_| !word.is_sure()) else { return false };
    let is_near = |part: &str| strsim::levenshtein(&part.to_lowercase(), term) <= MAX_DISTANCE;
    readings(word).any(|text| text.split(|letter: char| !letter.is_alphanumeric()).any(is_near))
}

fn can_be_found(word: &Word) -> bool {
    word.confidence.percent() >= MIN_CONFIDENCE
}

fn readings(word: &Word) -> impl Iterator<Item = &str> {
    std::iter::once(&word.text).chain(&word.alternatives).map(String::as_str)
}
