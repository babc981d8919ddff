//! The pictures of blank forms that filled ones are compared with; the last few are kept in memory.

use std::io;
use std::sync::Arc;

use parking_lot::Mutex;

use crate::app::App;
use crate::domain::form_code::FormCode;
use crate::error::Result;
use crate::paper::{Blank, Refusal};
use crate::store::IssuedForm;

/// A page with questions takes nearly three megabytes. Most forms have one or two of them; the longest has twenty, and a small
/// machine cannot spare such room often.
const KEPT: usize = 3;

/// The most recently used blanks, newest last.
#[derive(Default)]
pub struct Blanks(Mutex<Vec<(FormCode, Arc<Blank>)>>);

/// The picture of an issued form. That it cannot be had is never the fault of whoever sends a filled one, and is told as ours.
pub(super) fn picture(app: &App, code: FormCode, issued: &IssuedForm) -> Result<Arc<Blank>> {
    if let Some(blank) = app.blanks.recall(code) {
        return Ok(blank);
    }
    // Two at once may both rasterise; the pictures are equal and one is forgotten.
    let pdf = app.blobs.get(issued.pdf)?.ok_or_else(|| io::Error::from(io::ErrorKind::NotFound))?;
    let blank = Blank::rasterise(&app.worker, &pdf).map_err(|refusal| {
        if refusal == Refusal::Busy {
            return refusal;
        }
        tracing::warn!(form = %code, %refusal, "a blank form cannot be drawn");
        Refusal::Unavailable
    })?;
    let blank = Arc::new(blank);
    app.blanks.remember(code, &blank);
    Ok(blank)
}

impl Blanks {
    fn recall(&self, code: FormCode) -> Option<Arc<Blank>> {
        let mut kept = self.0.lock();
        let place = kept.iter().position(|(known, _)| *known == code)?;
        let entry = kept.remove(place);
        let blank = Arc::clone(&entry.1);
        kept.push(entry);
        Some(blank)
    }

    fn remember(&self, code: FormCode, blank: &Arc<Blank>) {
        let mut kept = self.0.lock();
        kept.retain(|(known, _)| *known != code);
        kept.push((code, Arc::clone(blank)));
        if kept.len() > KEPT {
            kept.remove(0);
        }
    }
}
