//! Books on their way to the press and from there into files.

use std::io::{self, BufWriter, IntoInnerError, Write};

use crate::app::App;
use crate::blobs::Draft;
use crate::error::Result;
use crate::press::book as press;
use crate::press::epub;

/// The folder in the data folder whose files take the place of built-in templates.
const TEMPLATES: &str = "templates";

/// Typesets with the community's own templates, where it has some.
pub(super) fn pdf<W: Write>(app: &App, book: &press::Book, out: W) -> Result<(W, press::Printed)> {
    let templates = press::Templates::read(&app.config().data_dir.join(TEMPLATES));
    let mut pictures = |name: &str| picture(app, name);
    let mut out = BufWriter::new(out);
    let printed = press::typeset(&app.worker, &templates, book, &mut pictures, &mut out)?;
    for notice in &printed.notices {
        tracing::warn!(book = book.title, "{notice}");
    }
    Ok((out.into_inner().map_err(IntoInnerError::into_error)?, printed))
}

/// The same book for readers that set the page themselves.
pub(super) fn epub(app: &App, book: &press::Book) -> Result<Draft> {
    let mut out = BufWriter::new(app.blobs.draft()?);
    epub::write(book, &mut |name| picture(app, name), &mut out)?;
    Ok(out.into_inner().map_err(IntoInnerError::into_error)?)
}

/// The bytes of a picture; the press names it as the store does.
fn picture(app: &App, name: &str) -> io::Result<Vec<u8>> {
    let blob = name.parse().map_err(io::Error::other)?;
    app.blobs.get(blob)?.ok_or_else(|| io::ErrorKind::NotFound.into())
}
