//! Preview of a book as it would be published now.

use crate::context::Context;
use crate::domain::id::BookId;
use crate::domain::policy::{self, Actor};
use crate::error::Result;
use crate::services::download::Download;

use super::compile;
use super::personal_book::PersonalBookSlots;

/// Typesets the preview as a PDF, one preview or personal book at a time.
pub fn preview(context: &Context, actor: &Actor, id: BookId) -> Result<Download> {
    policy::may_keep(actor, id)?;
    let compiled = context.state::<PersonalBookSlots>().run(|| compile(context, actor, id))??;
    let name = format!("{}-preview", compiled.book.name);
    Download::of_written(name, compiled.pdf.into_temp_file()?)
}
