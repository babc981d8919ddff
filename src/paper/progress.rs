//! How far a file has been read.

use domain::progress::Step;

/// Work that is done page by page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// Every page of the file is searched for the form.
    Searching,
    /// The form's pages are read.
    Reading,
}

/// Callback after every few pages: how many are done, and of how many.
pub type OnProgress<'a> = &'a mut dyn FnMut(Stage, Step);
