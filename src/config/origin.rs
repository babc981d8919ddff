//! Where the value of a setting comes from.

use std::fmt;
use std::path::PathBuf;

use serde::Serialize;

/// The source that had the last word.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "origin", rename_all = "lowercase")]
pub enum Origin {
    /// Nobody has set it.
    Default,
    File {
        file: PathBuf,
        /// Counted from 1.
        line: usize,
    },
    Variable {
        variable: String,
    },
    Flag {
        flag: &'static str,
    },
}

impl fmt::Display for Origin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Default => f.write_str("the defaults"),
            Self::File { file, line } => write!(f, "{}, line {line}", file.display()),
            Self::Variable { variable } => write!(f, "the variable {variable}"),
            Self::Flag { flag } => f.write_str(flag),
        }
    }
}
