//! Source of a setting's value, which screens and `inkfold config` show: see [`load`](super::load) for why no crate does it.

use std::fmt;
use std::path::PathBuf;

use serde::Serialize;

/// Source of a setting's value.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "origin", rename_all = "lowercase")]
pub enum Origin {
    /// Not set.
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
