//! The pictures of blank forms that filled ones are compared with; the last few are kept in memory.

use std::io;
use std::num::NonZeroUsize;
use std::sync::Arc;

use lru::LruCache;
use parking_lot::Mutex;

use crate::context::Context;
use crate::domain::form_code::FormCode;
use crate::error::Result;
use crate::paper::{FormTemplate, Refusal};
use crate::store::IssuedForm;

/// A page with questions takes nearly three megabytes. Most forms have one or two of them; the longest has twenty, and a small
/// machine cannot spare such room often.
const MAX_CACHED: NonZeroUsize = NonZeroUsize::new(3).unwrap();

/// Cache of the blank forms that were used last.
struct FormTemplateCache(Mutex<LruCache<FormCode, Arc<FormTemplate>>>);

/// The picture of an issued form. That it cannot be had is never the fault of whoever sends a filled one, and is told as ours.
pub(super) fn picture(
    context: &Context,
    code: FormCode,
    issued: &IssuedForm,
) -> Result<Arc<FormTemplate>> {
    if let Some(blank) = context.state::<FormTemplateCache>().0.lock().get(&code) {
        return Ok(Arc::clone(blank));
    }
    // Two at once may both rasterise; the pictures are equal and one is forgotten.
    let pdf =
        context.blobs.get(issued.pdf)?.ok_or_else(|| io::Error::from(io::ErrorKind::NotFound))?;
    let blank = FormTemplate::rasterise(&context.sandbox, &pdf).map_err(|refusal| {
        if refusal == Refusal::Busy {
            return refusal;
        }
        tracing::warn!(form = %code, %refusal, "a blank form cannot be drawn");
        Refusal::Unavailable
    })?;
    let blank = Arc::new(blank);
    context.state::<FormTemplateCache>().0.lock().put(code, Arc::clone(&blank));
    Ok(blank)
}

impl Default for FormTemplateCache {
    fn default() -> Self {
        Self(Mutex::new(LruCache::new(MAX_CACHED)))
    }
}
