//! Draw of the winning pegs: every peg is given a lot, and the smallest lots win.
//!
//! The lot of a peg is the HMAC-SHA256 of `PLAY PEG`, such as `2026-11-22.17 E3`, keyed with the 32 bytes of the day's seed.
//! Once the seed is public, anybody can draw the lots again, with a few lines of any language or with openssl.

use hmac::{Hmac, KeyInit as _, Mac as _};
use sha2::Sha256;

use crate::form::Peg;

use super::day::Seed;
use super::play::PlayId;

/// Lot of a peg. Lots are compared byte by byte.
type DrawHash = [u8; 32];

/// Computes the winning pegs for the plays of one day.
pub struct WinnerSelector(Hmac<Sha256>);

impl WinnerSelector {
    pub fn new(seed: &Seed) -> Self {
        // A key shorter than a block counts as one with zeros behind it.
        let mut block = [0; 64];
        block[..seed.0.len()].copy_from_slice(&seed.0);
        Self(Hmac::new(&block.into()))
    }

    /// The winning pegs of a play, the smallest lot first.
    pub fn winning(&self, play: PlayId, count: u8) -> Vec<Peg> {
        let play = play.to_string();
        let mut lots: Vec<(DrawHash, Peg)> =
            Peg::all().map(|peg| (self.lot(&play, peg), peg)).collect();
        lots.sort_unstable();
        lots.into_iter().take(count.into()).map(|(_, peg)| peg).collect()
    }

    fn lot(&self, play: &str, peg: Peg) -> DrawHash {
        let mut hmac = self.0.clone();
        hmac.update(format!("{play} {peg}").as_bytes());
        hmac.finalize().into_bytes().into()
    }
}

#[cfg(test)]
mod tests {
    use rayon::prelude::*;

    use super::*;

    const SEED: Seed = Seed(*b"a seed that is only for a test..");

    fn play(number: u32) -> PlayId {
        PlayId { day: "2026-11-22".parse().unwrap(), number }
    }

    #[test]
    fn draw_equals_hmac_sha256_of_openssl() {
        // for c in A B C D E F G; do for r in 1 2 3 4 5 6 7; do printf "2026-11-22.17 $c$r" |
        // openssl dgst -sha256 -mac HMAC -macopt key:'a seed that is only for a test..'; done; done | sort
        let winning = WinnerSelector::new(&SEED).winning(play(17), 3);
        assert_eq!(winning.iter().map(ToString::to_string).collect::<Vec<_>>(), ["B6", "B4", "G2"]);
    }

    #[test]
    fn pegs_win_with_equal_frequency() {
        // The tables of the chi-squared distribution give 84.04 for 48 degrees of freedom and one in a thousand.
        let (plays, count) = (1_000_000_u32, 3_u8);
        let selector = WinnerSelector::new(&SEED);
        let wins = (1..=plays)
            .into_par_iter()
            .fold(
                || [0_u32; 49],
                |mut wins, number| {
                    for peg in selector.winning(play(number), count) {
                        wins[usize::from(peg.row * 7 + peg.column)] += 1;
                    }
                    wins
                },
            )
            .reduce(|| [0; 49], |a, b| std::array::from_fn(|peg| a[peg] + b[peg]));
        let expected = f64::from(plays) * f64::from(count) / 49.0;
        // A draw takes pegs without putting them back, which makes the sum smaller by (49 - count) / 48.
        let spread: f64 =
            wins.iter().map(|wins| (f64::from(*wins) - expected).powi(2) / expected).sum();
        let chi_squared = spread * 48.0 / (49.0 - f64::from(count));
        assert!(chi_squared < 84.04, "{chi_squared}: {wins:?}");
        // A player who always marks the same peg wins as often as the settings require.
        let share = f64::from(wins[24]) / f64::from(plays);
        assert!((share - f64::from(count) / 49.0).abs() < 0.001, "{share}");
    }
}
