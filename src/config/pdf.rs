//! Settings of what draws the pages of PDFs.

use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

/// What draws the pages of PDFs.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Pdf {
    /// `hayro` is built in. `pdfium` is for who wants a second opinion: it is there only in an executable that was built for it, with `cargo build --features pdfium`, and needs its library.
    pub engine: Engine,
    /// Where pdfium's library is; while it is empty, `libpdfium.so` is looked for where the system keeps its libraries.
    pub pdfium_library: PathBuf,
}

/// A renderer of PDF pages.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Engine {
    #[default]
    Hayro,
    Pdfium,
}

impl Pdf {
    /// The library to load, if one draws the pages.
    pub fn library(&self) -> Option<PathBuf> {
        match self.engine {
            Engine::Hayro => None,
            Engine::Pdfium if self.pdfium_library == Path::new("") => Some("libpdfium.so".into()),
            Engine::Pdfium => Some(self.pdfium_library.clone()),
        }
    }

    /// Fault by which pages cannot be drawn as these settings say.
    pub(super) fn validate(&self) -> Option<&'static str> {
        (self.engine == Engine::Pdfium && !cfg!(feature = "pdfium")).then_some(
            "this executable was built without pdfium\nhint: remove `engine` from [pdf], or build with `--features pdfium`, not static",
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pdfium_is_refused_where_not_compiled_in() {
        let ours = Pdf::default();
        assert_eq!((ours.library(), ours.validate()), (None, None));
        let pdfium = Pdf { engine: Engine::Pdfium, ..ours };
        assert_eq!(pdfium.library(), Some("libpdfium.so".into()));
        assert_eq!(pdfium.validate().is_none(), cfg!(feature = "pdfium"));
        let named = Pdf { pdfium_library: "/opt/libpdfium.so".into(), ..pdfium };
        assert_eq!(named.library(), Some("/opt/libpdfium.so".into()));
    }
}
