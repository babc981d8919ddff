//! Books that are being built at this moment, for admins.

use std::sync::atomic::{AtomicU64, Ordering};

use crate::domain::id::BookId;
use crate::domain::time::Timestamp;
use crate::platform::{InFlight, InFlightGuard};
use crate::press::book::Progress;

/// Builds in progress, by their number in the order of their start: one book can be built twice at once. In memory only: builds
/// end with the process, and due books are built again after the next start.
#[derive(Default)]
pub(in crate::services) struct InFlightBuilds {
    next: AtomicU64,
    builds: InFlight<u64, Build>,
}

#[derive(Clone, Copy)]
struct Build {
    book: BookId,
    since: Timestamp,
    progress: Option<Progress>,
}

/// In-flight guard of a build; the build ends when the guard is dropped.
pub(in crate::services) struct BuildGuard {
    entry: InFlightGuard<u64, Build>,
    build: Build,
}

impl InFlightBuilds {
    /// Start of the book's oldest build in progress.
    pub(in crate::services) fn since(&self, book: BookId) -> Option<Timestamp> {
        self.oldest(book).map(|build| build.since)
    }

    /// Progress of the book's oldest build, once known; small books never report any.
    pub(in crate::services) fn progress(&self, book: BookId) -> Option<Progress> {
        self.oldest(book).and_then(|build| build.progress)
    }

    fn oldest(&self, book: BookId) -> Option<Build> {
        let builds = self.builds.entries().into_iter().filter(|(_, build)| build.book == book);
        builds.min_by_key(|(number, _)| *number).map(|(_, build)| build)
    }

    pub(in crate::services) fn begin(&self, book: BookId, since: Timestamp) -> BuildGuard {
        let build = Build { book, since, progress: None };
        loop {
            let number = self.next.fetch_add(1, Ordering::Relaxed);
            if let Some(entry) = self.builds.try_begin(number, build) {
                return BuildGuard { entry, build };
            }
        }
    }
}

impl BuildGuard {
    pub(in crate::services) fn report(&self, progress: Progress) {
        self.entry.set(Build { progress: Some(progress), ..self.build });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOW: Timestamp = Timestamp { seconds: 1, nanoseconds: 0 };
    const LATER: Timestamp = Timestamp { seconds: 2, nanoseconds: 0 };

    #[test]
    fn book_is_in_flight_until_last_build_ends() {
        let builds = InFlightBuilds::default();
        let [book, other] = [1, 2].map(|n| BookId::new(NOW, [n; 10]));
        let by_job = builds.begin(book, NOW);
        let manual_build = builds.begin(book, LATER);
        assert_eq!((builds.since(book), builds.since(other)), (Some(NOW), None));
        drop(by_job);
        assert_eq!(builds.since(book), Some(LATER));
        drop(manual_build);
        assert_eq!(builds.since(book), None);
    }

    #[test]
    fn progress_is_of_the_oldest_build() {
        let builds = InFlightBuilds::default();
        let book = BookId::new(NOW, [1; 10]);
        let by_job = builds.begin(book, NOW);
        let manual_build = builds.begin(book, LATER);
        assert_eq!(builds.progress(book), None);
        let [first, second] = [1, 2].map(|done| Progress { done, total: 3 });
        manual_build.report(second);
        by_job.report(first);
        assert_eq!(builds.progress(book), Some(first));
        drop(by_job);
        assert_eq!(builds.progress(book), Some(second));
    }
}
