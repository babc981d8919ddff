//! Books that are being built at this moment, for admins.

use parking_lot::Mutex;

use crate::domain::id::BookId;
use crate::domain::time::Timestamp;
use crate::press::book::Progress;

/// Builds in progress. In memory only: builds end with the process, and due books are built again after the next start.
#[derive(Default)]
pub(in crate::services) struct InFlightBuilds(Mutex<Builds>);

#[derive(Default)]
struct Builds {
    next: u64,
    all: Vec<Build>,
}

struct Build {
    number: u64,
    book: BookId,
    since: Timestamp,
    progress: Option<Progress>,
}

/// In-flight guard of a build; the build ends when the guard is dropped.
pub(super) struct BuildGuard<'a> {
    all: &'a InFlightBuilds,
    number: u64,
}

impl InFlightBuilds {
    /// Start of the book's oldest build in progress.
    pub(in crate::services) fn since(&self, book: BookId) -> Option<Timestamp> {
        let makings = self.0.lock();
        makings.all.iter().filter(|making| making.book == book).map(|making| making.since).min()
    }

    /// Progress of the book's oldest build, once known; small books never report any.
    pub(in crate::services) fn progress(&self, book: BookId) -> Option<Progress> {
        let makings = self.0.lock();
        makings.all.iter().find(|making| making.book == book).and_then(|making| making.progress)
    }

    pub(super) fn begin(&self, book: BookId, since: Timestamp) -> BuildGuard<'_> {
        let mut makings = self.0.lock();
        let number = makings.next;
        makings.next += 1;
        makings.all.push(Build { number, book, since, progress: None });
        BuildGuard { all: self, number }
    }
}

impl BuildGuard<'_> {
    pub(super) fn report(&self, progress: Progress) {
        let mut makings = self.all.0.lock();
        if let Some(making) = makings.all.iter_mut().find(|making| making.number == self.number) {
            making.progress = Some(progress);
        }
    }
}

impl Drop for BuildGuard<'_> {
    fn drop(&mut self) {
        self.all.0.lock().all.retain(|making| making.number != self.number);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOW: Timestamp = Timestamp { seconds: 1, nanoseconds: 0 };
    const LATER: Timestamp = Timestamp { seconds: 2, nanoseconds: 0 };

    #[test]
    fn book_is_in_flight_until_last_build_ends() {
        let compiling = InFlightBuilds::default();
        let [book, other] = [1, 2].map(|n| BookId::new(NOW, [n; 10]));
        let by_job = compiling.begin(book, NOW);
        let by_hand = compiling.begin(book, LATER);
        assert_eq!((compiling.since(book), compiling.since(other)), (Some(NOW), None));
        drop(by_job);
        assert_eq!(compiling.since(book), Some(LATER));
        drop(by_hand);
        assert_eq!(compiling.since(book), None);
    }

    #[test]
    fn progress_is_of_the_oldest_build() {
        let compiling = InFlightBuilds::default();
        let book = BookId::new(NOW, [1; 10]);
        let by_job = compiling.begin(book, NOW);
        let by_hand = compiling.begin(book, LATER);
        assert_eq!(compiling.progress(book), None);
        let [first, second] = [1, 2].map(|done| Progress { done, total: 3 });
        by_hand.report(second);
        by_job.report(first);
        assert_eq!(compiling.progress(book), Some(first));
        drop(by_job);
        assert_eq!(compiling.progress(book), Some(second));
    }
}
