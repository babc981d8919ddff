//! Which books are being made at this moment, for those who look after them.

use parking_lot::Mutex;

use crate::domain::id::BookId;
use crate::domain::time::Time;

/// In memory only: with the process every making ends, and what is due begins anew after the next start.
#[derive(Default)]
pub struct Compiling(Mutex<Vec<(BookId, Time)>>);

/// A book being made, until this is dropped.
pub(super) struct Making<'a> {
    all: &'a Compiling,
    this: (BookId, Time),
}

impl Compiling {
    /// Since when the book is being made, if it is.
    pub fn since(&self, book: BookId) -> Option<Time> {
        self.0.lock().iter().filter(|(id, _)| *id == book).map(|(_, since)| *since).min()
    }

    pub(super) fn begin(&self, book: BookId, now: Time) -> Making<'_> {
        self.0.lock().push((book, now));
        Making { all: self, this: (book, now) }
    }
}

impl Drop for Making<'_> {
    fn drop(&mut self) {
        let mut all = self.all.0.lock();
        if let Some(place) = all.iter().position(|making| *making == self.this) {
            all.remove(place);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOW: Time = Time { seconds: 1, nanoseconds: 0 };
    const LATER: Time = Time { seconds: 2, nanoseconds: 0 };

    #[test]
    fn a_book_is_being_made_until_the_last_making_ends() {
        let compiling = Compiling::default();
        let [book, other] = [1, 2].map(|n| BookId::new(NOW, [n; 10]));
        let by_job = compiling.begin(book, NOW);
        let by_hand = compiling.begin(book, LATER);
        assert_eq!((compiling.since(book), compiling.since(other)), (Some(NOW), None));
        drop(by_job);
        assert_eq!(compiling.since(book), Some(LATER));
        drop(by_hand);
        assert_eq!(compiling.since(book), None);
    }
}
