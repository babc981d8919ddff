//! Exponential backoff between attempts.

use std::time::Duration;

/// Delay that doubles with every failure in a row.
#[derive(Clone, Copy, Debug)]
pub struct Backoff {
    /// Delay after the first failure.
    pub first: Duration,
    pub max: Duration,
}

impl Backoff {
    /// Delay after this number of failures, at least 1.
    pub fn delay(self, failures: u32) -> Duration {
        let doubled = failures.saturating_sub(1).min(u32::BITS - 1);
        self.first.saturating_mul(1 << doubled).min(self.max)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn delay_doubles_up_to_its_maximum() {
        let backoff = Backoff { first: Duration::from_mins(1), max: Duration::from_hours(1) };
        let minutes = [1, 2, 3, 6, 7, 100].map(|failures| backoff.delay(failures).as_secs() / 60);
        assert_eq!(minutes, [1, 2, 4, 32, 60, 60]);
    }

    #[test]
    fn delay_never_overflows() {
        let backoff = Backoff { first: Duration::MAX, max: Duration::MAX };
        assert_eq!(backoff.delay(u32::MAX), Duration::MAX);
    }
}
