//! Settings of PDF rendering.

use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

/// Rendering of PDF pages.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Pdf {
    /// PDF renderer. `hayro` is built in. `pdfium` is an alternative that needs its library and an executable built for it, with `cargo build --features pdfium`.
    pub engine: Engine,
    /// Path of pdfium's library; while it is empty, `libpdfium.so` is loaded from the system's library folders.
    pub pdfium_library: PathBuf,
}

/// PDF renderer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Engine {
    #[default]
    Hayro,
    Pdfium,
}

impl Pdf {
    /// Library to load, if the renderer needs one.
    pub fn library(&self) -> Option<PathBuf> {
        match self.engine {
            Engine::Hayro => None,
            Engine::Pdfium if self.pdfium_library == Path::new("") => Some("libpdfium.so".into()),
            Engine::Pdfium => Some(self.pdfium_library.clone()),
        }
    }

    /// Fault that makes rendering impossible; `None` if there is none.
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
