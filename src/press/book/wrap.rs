//! Cover of a printed book: back, spine and front on one sheet.

use sandbox::Sandbox;

use super::job::BookJob;
use super::joined::{HEAD, decode};
use super::{Book, Length, Pictures, Templates};
use crate::findings::Findings;
use crate::join::FIRST_FREE;
use crate::placeholder::Assembly;
use crate::{Error, JOB};

/// Cover of a printed book.
pub struct Wrap {
    pub pdf: Vec<u8>,
    /// Notice for the admin, if the built-in templates replace those of the data folder.
    pub notice: Option<&'static str>,
    pub(super) spine: Length,
    pub(super) findings: Findings,
}

/// Typesets the cover for a spine of this width; with the built-in templates if those of an admin fail, or have no front.
///
/// # Errors
/// As for [`super::typeset`].
pub fn typeset(
    sandbox: &Sandbox,
    templates: &Templates,
    book: &Book,
    spine: Length,
    pictures: Pictures<'_>,
) -> Result<Wrap, Error> {
    let mut print = |templates: &Templates| {
        let job = BookJob::of_wrap(book, templates, spine, &mut *pictures)?;
        let laid_out = sandbox.call(&JOB, &[&job.encoded]);
        let chunk = decode(laid_out.map_err(|source| Error::Child { what: "the cover", source })?)?;
        let mut file = Assembly::new(Vec::new(), HEAD, FIRST_FREE as usize)?;
        job.add(&chunk, &mut *pictures, &mut file)?;
        let pdf = file.finish(chunk.trailer.as_ref())?;
        Ok(Wrap { pdf, notice: None, spine, findings: chunk.findings })
    };
    match print(templates) {
        Err(Error::Child { .. }) if templates.has_own() => {
            let notice = "The cover for print was typeset with the built-in templates instead.";
            Ok(Wrap { notice: Some(notice), ..print(&Templates::default())? })
        }
        printed => printed,
    }
}
