//! Cache of rasterised blank forms, with which filled forms are compared.

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

/// Number of cached forms. A page with questions takes nearly three megabytes; most forms have one or two of them, the longest
/// has twenty, and a small machine has little memory to spare.
const MAX_CACHED: NonZeroUsize = NonZeroUsize::new(3).unwrap();

/// LRU cache of blank forms.
struct FormTemplateCache(Mutex<LruCache<FormCode, Arc<FormTemplate>>>);

/// Rasterised blank form. A failure is the server's fault and not the uploader's, so it is reported as `Refusal::Unavailable`.
pub(in crate::services) fn get_or_render(
    context: &Context,
    code: FormCode,
    issued: &IssuedForm,
) -> Result<Arc<FormTemplate>> {
    if let Some(blank) = context.state::<FormTemplateCache>().0.lock().get(&code) {
        return Ok(Arc::clone(blank));
    }
    // Concurrent requests may rasterise the same form; the results are equal, and the later one is cached.
    let pdf =
        context.blobs.get(issued.pdf)?.ok_or_else(|| io::Error::from(io::ErrorKind::NotFound))?;
    let blank = FormTemplate::rasterise(&context.sandbox, &pdf).map_err(|refusal| {
        if refusal == Refusal::Busy {
            return refusal;
        }
        tracing::warn!(form = %code, %refusal, "failed to render a blank form");
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
