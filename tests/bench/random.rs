//! Random numbers of the benchmarks.

/// Generator that yields the same numbers in every run.
pub(crate) struct Random(pub(crate) u64);

impl Random {
    /// Number from 0 to below `bound`.
    pub(crate) fn below(&mut self, bound: usize) -> usize {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % bound
    }

    /// Number from 0 to below 1.
    pub(crate) fn share(&mut self) -> f64 {
        self.below(1_000_000) as f64 / 1_000_000.0
    }
}
