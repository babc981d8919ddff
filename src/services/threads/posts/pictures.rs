//! Files of the pictures of posts.

use std::fs::File;

use crate::context::Context;
use crate::domain::blob::BlobHash;
use crate::domain::policy::{self, Actor};
use crate::error::Result;

/// Opens a picture file for an actor who may see one of the posts that show it; `None` otherwise.
pub fn picture(context: &Context, actor: &Actor, blob: BlobHash) -> Result<Option<File>> {
    let posts = context.read()?.posts_of_picture(blob)?;
    if posts.iter().any(|post| policy::may_see_post(actor, post)) {
        return Ok(context.blobs.open_file(blob)?);
    }
    Ok(None)
}
