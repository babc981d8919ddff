//! Settings of the library.

use serde::{Deserialize, Serialize};

use crate::press::book::PageSize;

/// The books that members make.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Library {
    /// How large the pages of new editions are: tablet (3:4, as e-ink tablets have it), a5, or letter.
    pub page_size: PageSize,
}
