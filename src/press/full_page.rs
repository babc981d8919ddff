//! A member's PDF page on its way into books: written anew with nothing but what is drawn on it.
//!
//! Scripts, links, attachments and forms hang on a document or on a page's annotations; neither is copied.

use std::time::Duration;

use hayro_write::hayro_syntax::Pdf;
use hayro_write::{ChunkSettings, ExtractionQuery};
use pdf_writer::{Finish, Ref};

use super::picture::is_whole_without_annotations;
use sandbox::{Allocation, Failure, Job, Limits, Sandbox, SystemCalls};

/// Writes a page anew; refuses where it would not be whole.
pub const JOB: Job = Job {
    name: "page",
    limits: Limits {
        memory: 512 << 20,
        cpu_seconds: 10,
        wall: Duration::from_secs(15),
        answer: 64 << 20,
    },
    allocation: Allocation::LargePages,
    system_calls: SystemCalls::OneThread,
    load: None,
    run: |input| written_anew(input).ok_or_else(|| "not-whole".to_owned()),
};

/// The first page of a PDF without anything but what is drawn; `None` when that is not all that is seen, or it cannot be
/// copied: most tablets put all ink into annotations.
///
/// # Errors
/// [`Failure`] when nobody can look at the file now.
pub fn sanitize_pdf(sandbox: &Sandbox, pdf: &[u8]) -> Result<Option<Vec<u8>>, Failure> {
    match sandbox.call(&JOB, &[pdf]) {
        Ok(page) => Ok(Some(page)),
        Err(Failure::Refused(_) | Failure::OverLimit | Failure::Died(_)) => Ok(None),
        Err(failure) => Err(failure),
    }
}

fn written_anew(input: Vec<u8>) -> Option<Vec<u8>> {
    if !is_whole_without_annotations(&input, 1) {
        return None;
    }
    let pdf = Pdf::new(input).ok()?;
    let mut next = Ref::new(1);
    let mut anew = pdf_writer::Pdf::new();
    let catalog = next.bump();
    let page = [ExtractionQuery::new_page(0)];
    let refs = Box::new(|| next.bump());
    let extracted =
        hayro_write::extract(&pdf, refs, ChunkSettings::default(), |_| {}, &page).ok()?;
    let [Ok(page)] = extracted.root_refs[..] else { return None };
    anew.catalog(catalog).pages(extracted.page_tree_parent_ref).finish();
    anew.pages(extracted.page_tree_parent_ref).kids([page]).count(1).finish();
    anew.extend(&extracted.chunk);
    Some(anew.finish())
}
