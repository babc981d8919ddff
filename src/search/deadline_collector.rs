//! Collector with a deadline.
//!
//! [`Terms`](super::Terms) bound the cost of a query per document; the deadline bounds the cost for all documents. The clock is
//! read on matches only: between two matches the engine just scans lists of numbers.

use std::time::Instant;

use tantivy::collector::{Collector, SegmentCollector};
use tantivy::query::Weight;
use tantivy::{Result, SegmentOrdinal, SegmentReader, TERMINATED};

/// Matches between two reads of the clock.
const CHECK_INTERVAL: u32 = 512;

/// Collector of what `inner` collects, or of nothing when the deadline passes.
pub(super) struct DeadlineCollector<C> {
    pub(super) inner: C,
    pub(super) deadline: Instant,
}

impl<C: Collector> Collector for DeadlineCollector<C> {
    type Fruit = Option<C::Fruit>;
    type Child = Option<C::Child>;

    fn for_segment(&self, number: SegmentOrdinal, reader: &SegmentReader) -> Result<Self::Child> {
        self.inner.for_segment(number, reader).map(Some)
    }

    fn requires_scoring(&self) -> bool {
        self.inner.requires_scoring()
    }

    fn merge_fruits(
        &self,
        fruits: Vec<<Self::Child as SegmentCollector>::Fruit>,
    ) -> Result<Self::Fruit> {
        let all: Option<Vec<_>> = fruits.into_iter().collect();
        all.map(|fruits| self.inner.merge_fruits(fruits)).transpose()
    }

    fn collect_segment(
        &self,
        weight: &dyn Weight,
        number: SegmentOrdinal,
        reader: &SegmentReader,
    ) -> Result<<Self::Child as SegmentCollector>::Fruit> {
        if self.is_over() {
            return Ok(None);
        }
        let mut inner = self.inner.for_segment(number, reader)?;
        let (mut scorer, alive) = (weight.scorer(reader, 1.0)?, reader.alive_bitset());
        let mut matches = 0;
        let mut document = scorer.doc();
        while document != TERMINATED {
            matches += 1;
            if matches % CHECK_INTERVAL == 0 && self.is_over() {
                return Ok(None);
            }
            if alive.is_none_or(|alive| alive.is_alive(document)) {
                inner.collect(document, scorer.score());
            }
            document = scorer.advance();
        }
        Ok(Some(inner.harvest()))
    }
}

impl<C> DeadlineCollector<C> {
    fn is_over(&self) -> bool {
        Instant::now() >= self.deadline
    }
}
