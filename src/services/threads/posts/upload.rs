//! Upload of a picture as a post.

use crate::body_budgets::UploadedFile;
use crate::context::Context;
use crate::domain::id::{AccountId, PostId, TopicId};
use crate::domain::item::Item;
use crate::domain::message::Message;
use crate::domain::policy::{self, Actor};
use crate::domain::post::{Picture, Post, State, Thumbnail, Words};
use crate::error::{Error, Required, Result};
use crate::paper::SanitizedImage;
use crate::services::moderation::ensure_not_suspended;
use crate::services::operations::quota;
use crate::services::threads::topics;
use crate::store::{ReadTx, WriteTx};

use super::{PostDetails, load_details, parse_words};

const MAX_KEY_LENGTH: usize = 128;

/// Upload as it was sent.
pub struct Upload<'a> {
    /// Account that the upload claims as its author.
    pub claimed: AccountId,
    pub topic: TopicId,
    /// Code of the topic, which must match `topic`.
    pub code: &'a str,
    /// PNG file.
    pub file: &'a UploadedFile,
    pub caption: &'a str,
    pub alt: &'a str,
    /// Idempotency key, equal for every retry of the same upload; empty for none.
    pub key: &'a str,
}

/// Stores a picture as a pending post, which its author has yet to publish.
pub fn upload(context: &Context, actor: &Actor, upload: &Upload<'_>) -> Result<PostDetails> {
    // Checked before the picture is decoded.
    let author = policy::may_submit(actor, upload.claimed)?;
    let topic = topics::get(context, upload.topic)?.topic;
    if topic.code.as_str() != upload.code {
        return Err(Error::NotFound(Item::Topic));
    }
    if upload.key.len() > MAX_KEY_LENGTH {
        return Err(Error::invalid(
            "key",
            Message::new(
                "upload-key-too-long",
                "The key of an upload has at most {max} characters.",
            )
            .with("max", MAX_KEY_LENGTH),
        ));
    }
    if let Some(post) = find_by_idempotency_key(&*context.read()?, author, upload.key)? {
        return load_details(&*context.read()?, actor, post);
    }
    let words = parse_words(upload.caption, upload.alt)?;
    ensure_not_suspended(context, &*context.read()?, author)?;
    quota::check_disk(context)?;
    quota::check_picture_quota(context, &*context.read()?, author, 0)?;
    context.rate_limits.check_post(author)?;
    let unpack = || -> Result<SanitizedImage> { Ok(SanitizedImage::of(&upload.file.read()?)?) };
    let image = context.post_upload_slots.run(author, unpack)??;
    let pictures = std::slice::from_ref(&image);
    let new = NewPosts { author, topic: topic.id, words, pictures, key: upload.key };
    let mut kept = insert_pending(context, actor, &new, |_| Ok(true))?;
    kept.pop().required(Item::Post)
}

/// Pictures that become posts together.
pub(in crate::services) struct NewPosts<'a> {
    pub(in crate::services) author: AccountId,
    pub(in crate::services) topic: TopicId,
    /// Caption and alt text of each post.
    pub(in crate::services) words: Words,
    pub(in crate::services) pictures: &'a [SanitizedImage],
    /// Idempotency key of a single picture; empty for none.
    pub(in crate::services) key: &'a str,
}

/// Stores pictures as pending posts: all or none. `note` adds to the transaction, or returns false if no post is to be made.
pub(in crate::services) fn insert_pending(
    context: &Context,
    actor: &Actor,
    new: &NewPosts<'_>,
    note: impl FnOnce(&mut WriteTx) -> Result<bool>,
) -> Result<Vec<PostDetails>> {
    // Checked before files are written: those of a later refusal stay until the next garbage collection.
    let bytes = new.pictures.iter().map(SanitizedImage::bytes).sum();
    quota::check_picture_quota(context, &*context.read()?, new.author, bytes)?;
    let guard = context.blobs.write_guard();
    let pictures: Vec<Picture> =
        new.pictures.iter().map(|image| store_picture(&guard, image)).collect::<Result<_>>()?;
    context.write_as_reloaded(actor, |tx, actor| {
        let author = policy::may_submit(actor, new.author)?;
        ensure_not_suspended(context, tx, author)?;
        if let Some(post) = find_by_idempotency_key(tx, author, new.key)? {
            return Ok(vec![load_details(tx, actor, post)?]);
        }
        topics::find(tx, new.topic)?;
        if !note(tx)? {
            return Ok(Vec::new());
        }
        let posts = pictures.into_iter().map(|picture| {
            quota::check_picture_quota(context, tx, author, picture.bytes)?;
            let post = pending(context, author, new, picture)?;
            tx.put_post(&post)?;
            if !new.key.is_empty() {
                tx.put_upload_key(author, new.key, post.id)?;
            }
            load_details(tx, actor, post)
        });
        posts.collect()
    })
}

fn pending(
    context: &Context,
    author: AccountId,
    new: &NewPosts<'_>,
    picture: Picture,
) -> Result<Post> {
    let made_at = context.now();
    Ok(Post {
        id: PostId::new(made_at, context.random()?),
        author,
        topic: new.topic,
        picture,
        words: new.words.clone(),
        made_at,
        state: State::Pending,
        removed_at: None,
    })
}

/// Finds the post of an earlier upload with this key, unless it was removed since.
fn find_by_idempotency_key(tx: &ReadTx, author: AccountId, key: &str) -> Result<Option<Post>> {
    let Some(id) = (if key.is_empty() { None } else { tx.uploaded_as(author, key)? }) else {
        return Ok(None);
    };
    Ok(tx.post(id)?.filter(|post| post.removed_at.is_none()))
}

fn store_picture(guard: &crate::blobs::WriteGuard<'_>, image: &SanitizedImage) -> Result<Picture> {
    let full = guard.put(&image.png)?;
    let mut thumbnails = Vec::new();
    for small in &image.thumbnails {
        let (webp, png) = (guard.put(&small.webp)?, guard.put(&small.png)?);
        thumbnails.push(Thumbnail { width: small.width, height: small.height, webp, png });
    }
    let SanitizedImage { width, height, .. } = *image;
    Ok(Picture { full, width, height, thumbnails, bytes: image.bytes() })
}
