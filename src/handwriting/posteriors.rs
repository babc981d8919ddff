//! Posteriors: probabilities of the letters, frame by frame, and the likelihood of texts under them.
//!
//! A frame is about eight pixels of a line wide. The network is trained by connectionist temporal classification (CTC, Graves et
//! al. 2006): a text corresponds to all sequences of frames that become the text when repeated classes are joined and blanks left
//! out.

use std::ops::Range;

use crate::alphabet::{BLANK, Class};

/// Smallest probability, so that one frame cannot rule out a text.
const MIN_PROBABILITY: f32 = 1e-6;

/// Posteriors of a line.
#[derive(Clone, Debug)]
pub(crate) struct Posteriors {
    /// Frame by frame, a value for each class.
    probabilities: Vec<f32>,
    class_count: usize,
}

/// Letter of the most probable path.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct PathLetter {
    pub(crate) class: Class,
    pub(crate) frames: Range<usize>,
    /// Highest probability among its frames.
    pub(crate) probability: f32,
}

impl Posteriors {
    /// Posteriors of probabilities, frame by frame.
    pub(crate) fn new(mut probabilities: Vec<f32>, class_count: usize) -> Self {
        for probability in &mut probabilities {
            *probability = probability.max(MIN_PROBABILITY);
        }
        Self { probabilities, class_count }
    }

    pub(crate) fn frame_count(&self) -> usize {
        self.probabilities.len() / self.class_count
    }

    /// Probabilities of one frame, by class.
    pub(crate) fn frame(&self, frame: usize) -> &[f32] {
        &self.probabilities[frame * self.class_count..][..self.class_count]
    }

    /// Letters of the most probable path (greedy decoding).
    pub(crate) fn path(&self) -> Vec<PathLetter> {
        let mut path: Vec<PathLetter> = Vec::new();
        let mut previous = BLANK;
        for frame in 0..self.frame_count() {
            let ranked = (0..).zip(self.frame(frame).iter().copied());
            let best = ranked.max_by(|(_, one), (_, other)| one.total_cmp(other));
            let Some((class, probability)) = best else { continue };
            match path.last_mut() {
                Some(letter) if class == previous && class != BLANK => {
                    letter.frames.end = frame + 1;
                    letter.probability = letter.probability.max(probability);
                }
                _ if class != BLANK => {
                    path.push(PathLetter { class, frames: frame..frame + 1, probability });
                }
                _ => {}
            }
            previous = class;
        }
        path
    }

    /// Logarithm of the probability that the frames show exactly this text (CTC forward algorithm).
    pub(crate) fn log_probability(&self, frames: Range<usize>, text: &[Class]) -> f32 {
        // States are the letters with blanks before, between and after them.
        let state_count = 2 * text.len() + 1;
        let class = |state: usize| if state.is_multiple_of(2) { BLANK } else { text[state / 2] };
        let mut states = vec![0.0; state_count];
        // Before the first frame, a path can enter the first blank or the first letter.
        states[0] = 1.0;
        let mut log_scale = 0.0;
        for frame in frames {
            let probabilities = self.frame(frame);
            for state in (0..state_count).rev() {
                let mut sum: f32 = states[state];
                if state > 0 {
                    sum += states[state - 1];
                }
                // A blank may be skipped between different letters.
                if state > 1 && class(state) != BLANK && class(state) != class(state - 2) {
                    sum += states[state - 2];
                }
                states[state] = sum * probabilities[usize::from(class(state))];
            }
            // Rescaled, because a product of many probabilities is too small for a number.
            let scale = states.iter().sum::<f32>().max(f32::MIN_POSITIVE);
            log_scale += scale.ln();
            for state in &mut states {
                *state /= scale;
            }
        }
        let ends: f32 = states[state_count.saturating_sub(2)..].iter().sum();
        log_scale + ends.max(f32::MIN_POSITIVE).ln()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Posteriors of three classes: blank, one and two.
    fn posteriors(frames: &[[f32; 3]]) -> Posteriors {
        Posteriors::new(frames.concat(), 3)
    }

    #[test]
    fn path_joins_repeated_classes_between_blanks() {
        let frames = [
            [0.1, 0.8, 0.1],
            [0.05, 0.9, 0.05],
            [0.9, 0.05, 0.05],
            [0.3, 0.6, 0.1],
            [0.1, 0.2, 0.7],
        ];
        let path = posteriors(&frames).path();
        let letters: Vec<_> =
            path.iter().map(|letter| (letter.class, letter.frames.clone())).collect();
        assert_eq!(letters, [(1, 0..2), (1, 3..4), (2, 4..5)]);
        assert!((path[0].probability - 0.9).abs() < 1e-5);
        assert!(posteriors(&[]).path().is_empty());
    }

    #[test]
    fn probabilities_of_all_texts_add_up() {
        let frames = [[0.2, 0.5, 0.3], [0.6, 0.3, 0.1], [0.1, 0.2, 0.7]];
        let posteriors = posteriors(&frames);
        let texts: [&[Class]; 14] = [
            &[],
            &[1],
            &[2],
            &[1, 2],
            &[2, 1],
            &[1, 1],
            &[2, 2],
            &[1, 2, 1],
            &[2, 1, 2],
            &[1, 1, 1],
            &[1, 1, 2],
            &[1, 2, 2],
            &[2, 2, 1],
            &[2, 1, 1],
        ];
        let sum: f32 = texts.iter().map(|text| posteriors.log_probability(0..3, text).exp()).sum();
        assert!((sum - 1.0).abs() < 1e-4, "{sum}");
        // Two equal neighbours need a blank between them, and there is no room.
        assert!(posteriors.log_probability(0..3, &[1, 1, 2]).exp() < 1e-6);
        assert!(posteriors.log_probability(1..2, &[1]).exp() - 0.3 < 1e-5);
    }
}
