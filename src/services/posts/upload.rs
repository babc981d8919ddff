//! Posting a picture.

use crate::bodies::UploadedFile;
use crate::context::Context;
use crate::domain::id::{AccountId, PostId, TopicId};
use crate::domain::policy::{self, Actor};
use crate::domain::post::{Picture, Post, State, Thumbnail, Words};
use crate::error::{Error, Required, Result};
use crate::paper::SanitizedImage;
use crate::services::moderation::ensure_not_suspended;
use crate::services::{quota, topics};
use crate::store::{ReadTx, WriteTx};

use super::{ShownPost, parse_words, show};

const MAX_KEY_LENGTH: usize = 128;

/// What is posted, as it was sent.
pub struct Upload<'a> {
    /// In whose name.
    pub claimed: AccountId,
    pub topic: TopicId,
    /// The topic's code, which must be its own.
    pub code: &'a str,
    /// A PNG.
    pub file: &'a UploadedFile,
    pub caption: &'a str,
    pub alt: &'a str,
    /// The same for every try to send the same; empty for none.
    pub key: &'a str,
}

/// Keeps a picture as a post that waits for its author to publish it.
pub fn upload(context: &Context, actor: &Actor, upload: &Upload<'_>) -> Result<ShownPost> {
    // Asked before anything is unpacked.
    let author = policy::may_submit(actor, upload.claimed)?;
    let topic = topics::one(context, upload.topic)?.topic;
    if topic.code.as_str() != upload.code {
        return Err(Error::NotFound("This topic"));
    }
    if upload.key.len() > MAX_KEY_LENGTH {
        return Err(Error::invalid("key", "The key of an upload has at most 128 characters."));
    }
    if let Some(post) = already(&*context.read()?, author, upload.key)? {
        return show(&*context.read()?, actor, post);
    }
    let words = parse_words(upload.caption, upload.alt)?;
    ensure_not_suspended(context, &*context.read()?, author)?;
    quota::check_disk(context)?;
    quota::check_picture_quota(context, &*context.read()?, author, 0)?;
    context.limits.post(author)?;
    let unpack = || -> Result<SanitizedImage> { Ok(SanitizedImage::of(&upload.file.read()?)?) };
    let posted = context.post_upload_slots.run(author, unpack)??;
    let pictures = std::slice::from_ref(&posted);
    let new = New { author, topic: topic.id, words, pictures, key: upload.key };
    let mut kept = keep_all(context, actor, &new, |_| Ok(true))?;
    kept.pop().required("This post")
}

/// Pictures that become posts together.
pub(super) struct New<'a> {
    pub(super) author: AccountId,
    pub(super) topic: TopicId,
    /// Said with each of them.
    pub(super) words: Words,
    pub(super) pictures: &'a [SanitizedImage],
    /// The same for every try to send a single picture; empty for none.
    pub(super) key: &'a str,
}

/// Keeps pictures as posts that wait for their author to publish them: all or none. `note` adds to the transaction, or says that
/// there is to be nothing of it.
pub(super) fn keep_all(
    context: &Context,
    actor: &Actor,
    new: &New<'_>,
    note: impl FnOnce(&mut WriteTx) -> Result<bool>,
) -> Result<Vec<ShownPost>> {
    // Asked before anything is written: what is refused later lies there until the next sweep.
    let bytes = new.pictures.iter().map(SanitizedImage::bytes).sum();
    quota::check_picture_quota(context, &*context.read()?, new.author, bytes)?;
    let guard = context.blobs.write_guard();
    let pictures: Vec<Picture> =
        new.pictures.iter().map(|posted| keep(&guard, posted)).collect::<Result<_>>()?;
    context.write_as(actor, |tx, actor| {
        let author = policy::may_submit(actor, new.author)?;
        ensure_not_suspended(context, tx, author)?;
        if let Some(post) = already(tx, author, new.key)? {
            return Ok(vec![show(tx, actor, post)?]);
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
            show(tx, actor, post)
        });
        posts.collect()
    })
}

fn pending(context: &Context, author: AccountId, new: &New<'_>, picture: Picture) -> Result<Post> {
    let made_at = context.clock.now();
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

/// What an earlier try with this key became, unless it was removed since.
fn already(tx: &ReadTx, author: AccountId, key: &str) -> Result<Option<Post>> {
    let Some(id) = (if key.is_empty() { None } else { tx.uploaded_as(author, key)? }) else {
        return Ok(None);
    };
    Ok(tx.post(id)?.filter(|post| post.removed_at.is_none()))
}

fn keep(guard: &crate::blobs::WriteGuard<'_>, posted: &SanitizedImage) -> Result<Picture> {
    let full = guard.put(&posted.png)?;
    let mut thumbnails = Vec::new();
    for small in &posted.thumbnails {
        let (webp, png) = (guard.put(&small.webp)?, guard.put(&small.png)?);
        thumbnails.push(Thumbnail { width: small.width, height: small.height, webp, png });
    }
    let SanitizedImage { width, height, .. } = *posted;
    Ok(Picture { full, width, height, thumbnails, bytes: posted.bytes() })
}
