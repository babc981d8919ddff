//! Sanitizing of a member's PDF page: writes a new PDF with nothing but the content of the page.
//!
//! Scripts, links, attachments and forms belong to the document or to annotations of the page; neither is copied.

use std::time::Duration;

use hayro_write::hayro_syntax::Pdf;
use hayro_write::{ChunkSettings, ExtractionQuery};
use pdf_writer::{Finish, Ref};

use super::picture::is_whole_without_annotations;
use sandbox::{Allocation, Failure, Job, Limits, Priority, Sandbox, SystemCalls};

/// Rewrites a page; refuses a page that would be incomplete.
pub const JOB: Job = Job {
    name: "page",
    limits: Limits {
        memory: 512 << 20,
        cpu_seconds: 10,
        wall: Duration::from_mins(3),
        answer: 64 << 20,
    },
    allocation: Allocation::LargePages,
    system_calls: SystemCalls::OneThread,
    priority: Priority::Normal,
    load: None,
    run: |input| written_anew(input).ok_or_else(|| "not-whole".to_owned()),
};

/// First page of a PDF with its content only; `None` if that is incomplete or cannot be copied, because most tablets store all
/// ink in annotations.
///
/// # Errors
/// [`Failure`] if the child could not run.
pub fn sanitize_pdf(sandbox: &Sandbox, pdf: &[u8]) -> Result<Option<Vec<u8>>, Failure> {
    match sandbox.call(&JOB, &[pdf]) {
        Ok(page) => Ok(Some(page)),
        Err(Failure::Refused(_) | Failure::OverLimit | Failure::Died(_) | Failure::Forbidden) => {
            Ok(None)
        }
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
