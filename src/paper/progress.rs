//! Progress of reading a file.

use domain::progress::Progress;

/// Stage of reading a file, done page by page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// Searching every page of the file for the form.
    Searching,
    /// Reading the form's pages.
    Reading,
}

/// Callback after every few pages, with the number of pages that are done and the number of all.
pub type OnProgress<'a> = &'a mut dyn FnMut(Stage, Progress);
