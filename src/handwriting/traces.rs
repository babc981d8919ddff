//! Traces: what is kept of a line's posteriors, and a search for words in them.
//!
//! A word that was read wrong is still found: its letters were probable, if not the most probable. Kept are the six best classes of
//! each frame that is not surely blank, about 480 bytes a line:
//! - the number of blank frames before it, one byte;
//! - the number of classes, one byte;
//! - for each, its number, two bytes, little endian, and its cost, one byte.
//!
//! A cost is the negative logarithm of a probability, in sixteenths.

use std::ops::Range;

use crate::alphabet::{Alphabet, BLANK, Class};
use crate::posteriors::Posteriors;

/// Probability of the blank from which on a frame is left out.
const SURELY_BLANK: f32 = 0.98;
/// Maximum number of classes of a frame.
const MAX_CLASSES: usize = 6;
/// Steps of a cost per unit of the natural logarithm.
const COST_STEPS: f32 = 16.0;
/// Cost of a class that was not kept.
const MISSING_COST: f32 = 9.0;

/// Minimum score at which a word may be written there.
pub const MIN_SCORE: f32 = -2.6;
/// Maximum cost of an edge of a word that is not beside a separator.
const MAX_EDGE_COST: f32 = 3.0;

/// Bytes for the first `frame_count` frames of the posteriors.
pub(crate) fn encode(posteriors: &Posteriors, frame_count: u16) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut blank_frames = 0_u8;
    for frame in 0..posteriors.frame_count().min(usize::from(frame_count)) {
        let probabilities = posteriors.frame(frame);
        if probabilities[usize::from(BLANK)] >= SURELY_BLANK && blank_frames < u8::MAX {
            blank_frames += 1;
            continue;
        }
        let mut best: Vec<(Class, f32)> = (0..).zip(probabilities.iter().copied()).collect();
        let first = best.len().min(MAX_CLASSES);
        best.select_nth_unstable_by(first - 1, |(_, one), (_, other)| other.total_cmp(one));
        best.truncate(first);
        best.retain(|(_, probability)| -probability.ln() < MISSING_COST);
        bytes.extend([blank_frames, best.len() as u8]);
        for (class, probability) in best {
            bytes.extend(class.to_le_bytes());
            bytes.push((-probability.ln() * COST_STEPS).round() as u8);
        }
        blank_frames = 0;
    }
    bytes
}

/// Traces of a line, ready for searching.
pub struct Traces {
    /// Frame by frame, the kept classes with their costs, each less the lowest of its frame.
    frames: Vec<Vec<(Class, f32)>>,
}

/// Place where a word may be written.
#[derive(Clone, Debug, PartialEq)]
pub struct Spot {
    /// Frames of the line.
    pub frames: Range<usize>,
    /// Logarithm of the probability of the word relative to what was read there; 0 if it was read.
    pub score: f32,
}

impl Traces {
    /// Traces of these bytes; `None` if they are damaged.
    pub fn decode(bytes: &[u8], frame_count: u16) -> Option<Self> {
        let mut frames: Vec<Vec<(Class, f32)>> = Vec::with_capacity(usize::from(frame_count));
        let mut rest = bytes;
        while let [blank_frames, count, after @ ..] = rest {
            let (classes, after) = after.split_at_checked(3 * usize::from(*count))?;
            rest = after;
            frames.resize(frames.len() + usize::from(*blank_frames), Vec::new());
            let costs = classes.chunks_exact(3).map(|bytes| {
                (Class::from_le_bytes([bytes[0], bytes[1]]), f32::from(bytes[2]) / COST_STEPS)
            });
            let mut costs: Vec<(Class, f32)> = costs.collect();
            let least = costs.iter().map(|(_, cost)| *cost).fold(MISSING_COST, f32::min);
            for (_, cost) in &mut costs {
                *cost -= least;
            }
            frames.push(costs);
        }
        if !rest.is_empty() || frames.len() > usize::from(frame_count) {
            return None;
        }
        frames.resize(usize::from(frame_count), Vec::new());
        Some(Self { frames })
    }

    /// Most probable place of a word; `None` if the word has no letter that can be read.
    pub fn spot(&self, word: &SoughtWord) -> Option<Spot> {
        let letter_count = word.letters.len();
        if letter_count == 0 {
            return None;
        }
        // A state is a letter, or the blanks after it. Each has the score of the best path into it, and where that began.
        let mut states = vec![(f32::NEG_INFINITY, 0_usize); 2 * letter_count];
        let mut best: Option<Spot> = None;
        for (index, frame) in self.frames.iter().enumerate() {
            let blank = score_of(frame, &[BLANK]);
            for state in (0..states.len()).rev() {
                let letter = state / 2;
                let is_letter = state.is_multiple_of(2);
                let mut from = states[state];
                let mut consider = |other: (f32, usize)| {
                    if other.0 > from.0 {
                        from = other;
                    }
                };
                if state > 0 {
                    consider(states[state - 1]);
                }
                if is_letter && state == 0 {
                    consider((0.0, index));
                }
                let may_skip_blank =
                    is_letter && letter > 0 && word.letters[letter] != word.letters[letter - 1];
                if may_skip_blank {
                    consider(states[state - 2]);
                }
                let emission =
                    if is_letter { score_of(frame, &word.letters[letter]) } else { blank };
                states[state] = (from.0 + emission, from.1);
            }
            let (score, start) = states[2 * letter_count - 2];
            let score = score - self.edge_cost(word, start, index + 1);
            if best.as_ref().is_none_or(|best| score > best.score) {
                best = Some(Spot { frames: start..index + 1, score });
            }
        }
        best
    }

    /// Cost of a word's edges where there is no separator.
    fn edge_cost(&self, word: &SoughtWord, start: usize, end: usize) -> f32 {
        let before = separator_cost(&word.separators, self.frames[..start].iter().rev());
        let after = separator_cost(&word.separators, self.frames[end..].iter());
        before + if word.is_beginning { after / 3.0 } else { after }
    }
}

/// Lowest cost of a separator up to the first frame with a letter; none at the line's end.
fn separator_cost<'a>(
    separators: &[Class],
    frames: impl Iterator<Item = &'a Vec<(Class, f32)>>,
) -> f32 {
    let mut least = MAX_EDGE_COST;
    for frame in frames {
        least = least.min(-score_of(frame, separators));
        let is_letter = |class: &Class| *class != BLANK && !separators.contains(class);
        if least == 0.0 || frame.iter().any(|(class, cost)| is_letter(class) && *cost == 0.0) {
            return least;
        }
    }
    0.0
}

/// Score of the best of these classes in a frame, relative to the frame's best.
fn score_of(frame: &[(Class, f32)], classes: &[Class]) -> f32 {
    if frame.is_empty() && classes == [BLANK] {
        return 0.0;
    }
    let costs = frame.iter().filter(|(class, _)| classes.contains(class)).map(|(_, cost)| *cost);
    -costs.fold(MISSING_COST, f32::min)
}

/// Word to search for, whatever the case and the accents of its letters.
pub struct SoughtWord {
    /// Classes that stand for each letter.
    letters: Vec<Vec<Class>>,
    /// Classes that may stand beside the word.
    separators: Vec<Class>,
    /// Whether a longer word is nearly as good.
    is_beginning: bool,
}

impl SoughtWord {
    /// Word of these letters; those that the model lacks are left out.
    pub fn new(word: &str, is_beginning: bool) -> Self {
        let alphabet = Alphabet::get();
        let letters = word.chars().map(|letter| alphabet.variants(letter));
        let letters = letters.filter(|classes| !classes.is_empty()).collect();
        Self { letters, separators: alphabet.separators(), is_beginning }
    }

    pub fn letter_count(&self) -> usize {
        self.letters.len()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Posteriors of a line whose frames show these letters, "_" for the blank, each with a probability of 0.9.
    fn posteriors(text: &str) -> Posteriors {
        let alphabet = Alphabet::get();
        let count = alphabet.class_count();
        let frames = text.chars().flat_map(|letter| {
            let class = alphabet.class(letter).filter(|_| letter != '_').unwrap_or(BLANK);
            let mut frame = vec![0.1 / (count - 1) as f32; count];
            frame[usize::from(class)] = if class == BLANK { 0.99 } else { 0.9 };
            frame
        });
        Posteriors::new(frames.collect(), count)
    }

    fn traces(text: &str) -> Traces {
        let frame_count = text.chars().count() as u16;
        Traces::decode(&encode(&posteriors(text), frame_count), frame_count).unwrap()
    }

    #[test]
    fn written_word_is_spotted_where_it_stands() {
        let line = traces("b_l_uu_e_ _i_n_k__");
        let spot = line.spot(&SoughtWord::new("Ink", false)).unwrap();
        assert!(spot.score > -0.01, "{spot:?}");
        assert_eq!(spot.frames, 11..16);
        assert!(line.spot(&SoughtWord::new("blüe", false)).unwrap().score > -0.01);
        assert!(line.spot(&SoughtWord::new("paper", false)).unwrap().score < MIN_SCORE);
        assert_eq!(line.spot(&SoughtWord::new("墨", false)), None);
    }

    #[test]
    fn part_of_word_is_no_word_but_beginning() {
        let line = traces("t_h_i_n_k_ _s_o_");
        let score =
            |word, is_beginning| line.spot(&SoughtWord::new(word, is_beginning)).unwrap().score;
        assert!(score("think", false) > -0.01);
        assert!(score("thin", false) < MIN_SCORE);
        assert!(score("thin", true) > MIN_SCORE);
        assert!(score("ink", true) < MIN_SCORE);
    }

    #[test]
    fn punctuation_ends_a_word() {
        let line = traces("l_e_f_t_-_h_a_n_d_e_d_,_ _s_o_");
        assert!(line.spot(&SoughtWord::new("handed", false)).unwrap().score > -0.01);
    }

    #[test]
    fn doubled_letter_needs_blank_between() {
        assert!(traces("b_o_o_k").spot(&SoughtWord::new("book", false)).unwrap().score > -0.01);
        assert!(traces("b_oo_k").spot(&SoughtWord::new("book", false)).unwrap().score < MIN_SCORE);
    }

    #[test]
    fn damaged_traces_are_refused() {
        let bytes = encode(&posteriors("_i_n_k_"), 7);
        assert!(Traces::decode(&bytes, 7).is_some());
        assert!(Traces::decode(&bytes, 3).is_none());
        assert!(Traces::decode(&bytes[..bytes.len() - 1], 7).is_none());
        assert!(Traces::decode(&[], 7).unwrap().spot(&SoughtWord::new("ink", false)).is_some());
        assert!(Traces::decode(&[], 0).unwrap().spot(&SoughtWord::new("ink", false)).is_none());
    }
}
