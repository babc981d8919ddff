//! Repeatable chance: the same seed gives the same community on every machine.

/// The `SplitMix64` generator, in the few forms that a pen needs.
pub(super) struct Chance(u64);

impl Chance {
    pub(super) fn new(seed: u64) -> Self {
        Self(seed)
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ (mixed >> 31)
    }

    /// Evenly from 0 up to 1.
    pub(super) fn unit(&mut self) -> f32 {
        (self.next() >> 40) as f32 / (1_u32 << 24) as f32
    }

    /// Around 0, mostly within `spread` and never beyond thrice that: three even ones make a fair bell.
    pub(super) fn around(&mut self, spread: f32) -> f32 {
        (self.unit() + self.unit() + self.unit() - 1.5) * 2.0 * spread
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_seed_gives_the_same_numbers_within_bounds() {
        let numbers = |seed| {
            let mut chance = Chance::new(seed);
            (0..100).map(|_| chance.around(2.0).to_bits()).collect::<Vec<_>>()
        };
        assert_eq!(numbers(7), numbers(7));
        assert_ne!(numbers(7), numbers(8));
        assert!(numbers(7).into_iter().all(|bits| f32::from_bits(bits).abs() <= 6.0));
    }
}
