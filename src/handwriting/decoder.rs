//! Decoder: the words of a line, with alternatives from word lists.

use std::ops::Range;

use domain::handwriting::{Confidence, Word};

use crate::alphabet::Alphabet;
use crate::posteriors::{PathLetter, Posteriors};
use crate::traces;
use crate::word_list::{UNKNOWN, WordList};

/// Maximum number of alternatives of a word.
const MAX_ALTERNATIVES: usize = 4;
/// Maximum number of letters of a word that is looked up.
const MAX_WORD_LENGTH: usize = 24;

/// Decoder with its word lists, the most trusted first.
pub(crate) struct Decoder<'a> {
    pub(crate) alphabet: &'a Alphabet,
    pub(crate) lists: &'a [&'a WordList],
}

/// Letters between two spaces, and the frames that they may lie in.
struct Segment<'a> {
    letters: &'a [PathLetter],
    frames: Range<usize>,
}

/// Text of a segment.
struct Candidate {
    text: String,
    /// Logarithm of the probability that this text looks as the segment does.
    likelihood: f32,
    /// The same, and how common the word is.
    score: f32,
}

impl Decoder<'_> {
    /// Words from left to right.
    pub(crate) fn words(&self, posteriors: &Posteriors) -> Vec<Word> {
        let path = posteriors.path();
        let segments = self.segments(&path, posteriors.frame_count());
        segments.iter().map(|segment| self.word(posteriors, segment)).collect()
    }

    fn segments<'a>(&self, path: &'a [PathLetter], frame_count: usize) -> Vec<Segment<'a>> {
        let is_space = |letter: &PathLetter| self.letter(letter) == ' ';
        let mut segments = Vec::new();
        let mut start = 0;
        for letters in path.chunk_by(|one, next| is_space(one) == is_space(next)) {
            if is_space(&letters[0]) {
                start = letters[letters.len() - 1].frames.end;
                continue;
            }
            let after = letters[letters.len() - 1].frames.end;
            let next = path.iter().find(|letter| letter.frames.start >= after);
            let end = next.map_or(frame_count, |space| space.frames.start);
            segments.push(Segment { letters, frames: start..end });
        }
        segments
    }

    fn letter(&self, letter: &PathLetter) -> char {
        self.alphabet.letter(letter.class).unwrap_or(' ')
    }

    fn word(&self, posteriors: &Posteriors, segment: &Segment<'_>) -> Word {
        let letters: Vec<char> = segment.letters.iter().map(|letter| self.letter(letter)).collect();
        let core = core(&letters);
        let mut candidates = self.candidates(posteriors, segment, &letters, core.clone());
        let total: f32 = candidates.iter().map(|candidate| candidate.score.exp()).sum();
        let share = candidates.first().map_or(1.0, |best| best.score.exp() / total);
        let clarity = clarity(segment.letters);
        let read: String = letters[core.clone()].iter().collect();
        let is_changed = candidates.first().is_some_and(|best| best.text != read);
        let is_known = self.prior(&read.to_lowercase()).is_some();
        let confidence = match (is_changed, is_known) {
            (false, true) => clarity,
            (false, false) => clarity * clarity,
            (true, _) => clarity * share,
        };
        let whole = |text: &str| {
            let (before, after) = (&letters[..core.start], &letters[core.end..]);
            before
                .iter()
                .copied()
                .chain(text.chars())
                .chain(after.iter().copied())
                .collect::<String>()
        };
        candidates.truncate(MAX_ALTERNATIVES + 1);
        let mut texts = candidates.iter().map(|candidate| whole(&candidate.text));
        let frame = |letter: Option<&PathLetter>, end: bool| {
            letter.map_or(0, |letter| if end { letter.frames.end } else { letter.frames.start })
                as u16
        };
        Word {
            text: texts.next().unwrap_or_else(|| letters.iter().collect()),
            alternatives: texts.collect(),
            confidence: Confidence::of_share(confidence),
            start: frame(segment.letters.first(), false),
            end: frame(segment.letters.last(), true),
        }
    }

    /// Readings of a segment's core, best first. Empty if it is no word.
    fn candidates(
        &self,
        posteriors: &Posteriors,
        segment: &Segment<'_>,
        letters: &[char],
        core: Range<usize>,
    ) -> Vec<Candidate> {
        let word = &letters[core.clone()];
        let is_word = word.iter().any(|letter| letter.is_alphabetic())
            && !word.iter().any(char::is_ascii_digit)
            && word.len() <= MAX_WORD_LENGTH;
        if !is_word {
            return Vec::new();
        }
        let start = core
            .start
            .checked_sub(1)
            .map_or(segment.frames.start, |before| segment.letters[before].frames.end);
        let end =
            segment.letters.get(core.end).map_or(segment.frames.end, |after| after.frames.start);
        let score = |text: &str, prior: f32| {
            let classes = self.alphabet.classes(text)?;
            let likelihood = posteriors.log_probability(start..end, &classes);
            Some((likelihood, likelihood + prior))
        };
        let read: String = word.iter().collect();
        let lower: Vec<char> = read.to_lowercase().chars().collect();
        let mut texts = vec![(read, self.prior_of(&lower).unwrap_or(UNKNOWN))];
        for list in self.lists {
            for (near, prior) in list.near(&lower, max_distance(lower.len())) {
                texts.extend(cased(near, word).into_iter().map(|text| (text, prior)));
            }
        }
        let scored = texts.into_iter().filter_map(|(text, prior)| {
            let (likelihood, score) = score(&text, prior)?;
            Some(Candidate { text, likelihood, score })
        });
        let mut candidates: Vec<Candidate> = scored.collect();
        candidates.sort_by(|one, other| other.score.total_cmp(&one.score));
        let likeliest =
            candidates.iter().map(|candidate| candidate.likelihood).fold(f32::MIN, f32::max);
        let chosen = candidates.first().map(|best| best.text.clone());
        candidates.retain(|candidate| {
            Some(&candidate.text) == chosen.as_ref()
                || candidate.likelihood > likeliest + traces::MIN_SCORE
        });
        let mut known = std::collections::HashSet::new();
        candidates.retain(|candidate| known.insert(candidate.text.clone()));
        candidates
    }

    fn prior(&self, lower: &str) -> Option<f32> {
        self.prior_of(&lower.chars().collect::<Vec<_>>())
    }

    fn prior_of(&self, lower: &[char]) -> Option<f32> {
        self.lists.iter().find_map(|list| list.prior(lower))
    }
}

/// Mean of the letters' probabilities.
fn clarity(letters: &[PathLetter]) -> f32 {
    let sum: f32 = letters.iter().map(|letter| letter.probability).sum();
    sum / letters.len().max(1) as f32
}

/// Letters without the punctuation around them.
fn core(letters: &[char]) -> Range<usize> {
    let first = letters.iter().position(|letter| letter.is_alphanumeric());
    let last = letters.iter().rposition(|letter| letter.is_alphanumeric());
    first.zip(last).map_or(0..0, |(first, last)| first..last + 1)
}

/// Edit distance up to which words are looked up.
fn max_distance(length: usize) -> usize {
    match length {
        0..=4 => 1,
        5..=8 => 2,
        _ => 3,
    }
}

/// A word of a list in the cases that fit the letters that were read.
fn cased(word: &[char], read: &[char]) -> Vec<String> {
    let upper = read.iter().filter(|letter| letter.is_uppercase()).count();
    let lower: String = word.iter().collect();
    let capitalized = || {
        let mut letters = word.iter();
        let first = letters.next().into_iter().flat_map(|letter| letter.to_uppercase());
        first.chain(letters.copied()).collect::<String>()
    };
    if upper * 2 > read.len() && read.len() > 1 {
        return vec![lower.to_uppercase()];
    }
    match (upper, read.first().is_some_and(|letter| letter.is_uppercase())) {
        (0, _) => vec![lower],
        (1, true) => vec![capitalized()],
        _ => vec![capitalized(), lower],
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::alphabet::BLANK;

    /// Posteriors of a line: a letter, and a less probable one that looks like it, for each of two frames; a blank between them.
    fn posteriors(alphabet: &Alphabet, letters: &[(char, char)]) -> Posteriors {
        let count = alphabet.class_count();
        let frames = letters.iter().flat_map(|(read, similar)| {
            let mut letter = vec![0.001 / count as f32; count];
            letter[usize::from(alphabet.class(*similar).unwrap())] = 0.35;
            letter[usize::from(alphabet.class(*read).unwrap())] += 0.6;
            let mut blank = vec![0.001 / count as f32; count];
            blank[usize::from(BLANK)] = 0.99;
            [letter, blank].concat()
        });
        Posteriors::new(frames.collect(), count)
    }

    fn words(lists: &[&WordList], letters: &[(char, char)]) -> Vec<Word> {
        let alphabet = Alphabet::get();
        let decoder = Decoder { alphabet, lists };
        decoder.words(&posteriors(alphabet, letters))
    }

    fn certain(text: &str) -> Vec<(char, char)> {
        text.chars().map(|letter| (letter, letter)).collect()
    }

    #[test]
    fn word_of_list_replaces_misread_one() {
        let list = WordList::of_words(["the", "ink"]);
        let read = words(&[&list], &[('t', 't'), ('b', 'h'), ('e', 'e')]);
        assert_eq!((read.len(), read[0].text.as_str()), (1, "the"));
        assert_eq!(read[0].alternatives, ["tbe"]);
        let unlisted = words(&[], &[('t', 't'), ('b', 'h'), ('e', 'e')]);
        assert_eq!(unlisted[0].text, "tbe");
        assert!(unlisted[0].confidence < read[0].confidence);
    }

    #[test]
    fn case_and_punctuation_are_kept() {
        let list = WordList::of_words(["ink"]);
        let text = |letters: &[(char, char)]| words(&[&list], letters).remove(0).text;
        assert_eq!(text(&[('(', '('), ('I', 'I'), ('u', 'n'), ('k', 'k'), ('!', '!')]), "(Ink!");
        assert_eq!(text(&[('I', 'I'), ('M', 'N'), ('K', 'K')]), "INK");
        assert_eq!(text(&certain("...")), "...");
    }

    #[test]
    fn numbers_are_left_as_they_are() {
        let list = WordList::of_words(["15", "lot"]);
        assert_eq!(words(&[&list], &[('1', '1'), ('6', '5')])[0].text, "16");
    }

    #[test]
    fn words_are_split_at_spaces() {
        let read = words(&[], &certain("two words"));
        let texts: Vec<_> = read.iter().map(|word| word.text.as_str()).collect();
        assert_eq!(texts, ["two", "words"]);
        // Two frames for each letter.
        assert_eq!((read[1].start, read[1].end), (8, 17));
        assert!(words(&[], &[]).is_empty());
    }
}
