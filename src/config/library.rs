//! Settings of the library.

use serde::{Deserialize, Serialize};

use crate::press::book::PageSize;

/// Books of the library.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Library {
    /// Page size of new editions: tablet (3:4, as e-ink tablets have it), a5, or letter.
    pub page_size: PageSize,
    /// Whether visitors may read the first chapter of a published book in the browser, handwriting and writers' names included. Its files can be downloaded without an account anyway.
    pub first_chapter_public: bool,
}
