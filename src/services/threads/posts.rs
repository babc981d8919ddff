//! Posts by members, visible to others only after publication.

mod comments;
mod likes;
mod pictures;
mod removal;
mod thread;
mod upload;

use std::sync::Arc;

use crate::context::Context;
use crate::domain::author::Author;
use crate::domain::id::{AccountId, PostId};
use crate::domain::item::Item;
use crate::domain::message::Message;
use crate::domain::policy::{self, Actor};
use crate::domain::post::{Post, PostCounts, State, Words};
use crate::error::{Error, Required, Result};
use crate::post_events::PostChanged;
use crate::services::moderation::{HiddenContentFilter, ensure_not_suspended};
use crate::store::{PendingCommit, ReadTx, WriteTx};

use super::topics::{self, TopicDetails};

pub use comments::{
    CommentDetails, CommentPage, CommentedPost, add as add_comment, list_commented,
    list_page as list_comments, remove as remove_comment, restore as restore_comment,
};
pub use likes::{like, list as list_likes};
pub use pictures::picture;
pub use removal::{purge, purge_comment, remove, restore};
pub use thread::{PageStart, Thread, Window, cached_page_json, page_json, thread};
pub use upload::{Upload, upload};

pub(in crate::services) use removal::remove_all_of;
pub(in crate::services) use thread::latest_of;
pub(in crate::services) use upload::{NewPosts, insert_pending};

const HIDDEN: Error = Error::Conflict {
    field: None,
    message: Message::new("post-hidden", "The admins have hidden this page from everybody else."),
};

/// Post as shown to the actor.
#[derive(Clone, Debug)]
pub struct PostDetails {
    pub post: Post,
    pub topic: TopicDetails,
    pub author: Author,
    pub tally: PostCounts,
    /// Whether the acting member likes it.
    pub liked: bool,
}

/// Loads a post that the actor may see.
pub fn get(context: &Context, actor: &Actor, id: PostId) -> Result<PostDetails> {
    let tx = context.read()?;
    let post = get_visible(&tx, actor, id)?;
    if HiddenContentFilter::of(&tx, actor)?.has_post(&tx, &post)? {
        return Err(Error::NotFound(Item::Post));
    }
    load_details(&tx, actor, post)
}

/// The member's own pending posts, newest first.
pub fn pending(context: &Context, actor: &Actor, claimed: AccountId) -> Result<Vec<PostDetails>> {
    let author = policy::acts_as(actor, claimed)?;
    let tx = context.read()?;
    tx.pending_posts_of(author)?.into_iter().map(|post| load_details(&tx, actor, post)).collect()
}

/// Posts for an admin's list, newest first: of one topic or of all, either published or hidden ones.
pub fn latest(
    context: &Context,
    actor: &Actor,
    topic: Option<&str>,
    hidden: bool,
    limit: usize,
) -> Result<Vec<PostDetails>> {
    policy::may_moderate(actor)?;
    let tx = context.read()?;
    let topic = topic.map(|code| topics::find_code(&tx, code)).transpose()?;
    let topic = topic.map(|shown| shown.topic.id);
    let wanted = |post: &Post| {
        let is_meant = if hidden { post.is_hidden() } else { post.active_since().is_some() };
        is_meant && topic.is_none_or(|topic| topic == post.topic)
    };
    tx.latest_posts(limit, wanted)?.into_iter().map(|post| load_details(&tx, actor, post)).collect()
}

/// Publishes the member's own post. Repeating it changes nothing.
pub fn publish(context: &Context, actor: &Actor, id: PostId) -> Result<PostDetails> {
    change_own(context, actor, id, |post| match post.state {
        State::Pending => Ok(Post { state: State::Active { since: context.now() }, ..post }),
        State::Active { .. } => Ok(post),
        State::Hidden { .. } => Err(HIDDEN),
    })
}

/// Changes caption and alt text of the member's own post.
pub fn describe(
    context: &Context,
    actor: &Actor,
    id: PostId,
    caption: &str,
    alt: &str,
) -> Result<PostDetails> {
    let words = parse_words(caption, alt)?;
    change_own(context, actor, id, |post| Ok(Post { words, ..post }))
}

fn change_own(
    context: &Context,
    actor: &Actor,
    id: PostId,
    change: impl FnOnce(Post) -> Result<Post>,
) -> Result<PostDetails> {
    context.rate_limits.check_change(policy::member(actor)?)?;
    let (shown, is_changed) = context.write_as_reloaded(actor, |tx, actor| {
        let before = get_own(tx, actor, id)?;
        let post = change(before.clone())?;
        ensure_not_suspended(context, tx, policy::may_submit(actor, post.author)?)?;
        let is_changed = post != before;
        if is_changed {
            tx.put_post(&post)?;
        }
        Ok((load_details(tx, actor, post)?, is_changed))
    })?;
    if is_changed {
        publish_change(context, &shown.post);
    }
    Ok(shown)
}

/// Publishes a change event to subscribers of the thread, unless the post is pending.
fn publish_change(context: &Context, post: &Post) {
    if let Some(event) = change_event(post) {
        context.post_events.publish(event);
    }
}

/// Like [`publish_change`], once the change is on the disk. Returns the rest of its result.
fn publish_change_after_sync<T>(
    context: &Context,
    changed: PendingCommit<(Post, T)>,
) -> PendingCommit<T> {
    let mut event = None;
    let changed = changed.map(|(post, result)| {
        event = change_event(&post);
        result
    });
    let events = Arc::clone(&context.post_events);
    changed.after_sync(move || event.into_iter().for_each(|event| events.publish(event)))
}

fn change_event(post: &Post) -> Option<PostChanged> {
    let is_seen = post.state != State::Pending;
    is_seen.then_some(PostChanged { topic: post.topic, post: post.id })
}

/// Loads a post of the acting member that is not removed.
fn get_own(tx: &WriteTx, actor: &Actor, id: PostId) -> Result<Post> {
    let member = policy::member(actor)?;
    let post = get_visible(tx, actor, id)?;
    if post.author == member { Ok(post) } else { Err(policy::Denied::Forbidden.into()) }
}

/// Loads a post that the actor may see.
fn get_visible(tx: &ReadTx, actor: &Actor, id: PostId) -> Result<Post> {
    tx.post(id)?.filter(|post| policy::may_see_post(actor, post)).required(Item::Post)
}

/// Loads a published post; only these can be liked and commented on.
fn get_published(tx: &ReadTx, id: PostId) -> Result<Post> {
    tx.post(id)?.filter(|post| post.active_since().is_some()).required(Item::Post)
}

/// Loads a published post for a member who likes or comments on it; fails for suspended members and those blocked by its author.
fn active_for(context: &Context, tx: &ReadTx, member: AccountId, id: PostId) -> Result<Post> {
    let post = get_published(tx, id)?;
    ensure_not_suspended(context, tx, member)?;
    if tx.has_blocked(post.author, member)? {
        return Err(policy::Denied::Forbidden.into());
    }
    Ok(post)
}

fn load_details(tx: &ReadTx, actor: &Actor, post: Post) -> Result<PostDetails> {
    let topic = topics::find(tx, post.topic)?;
    load_details_in(tx, actor, topic, post)
}

fn load_details_in(
    tx: &ReadTx,
    actor: &Actor,
    topic: TopicDetails,
    post: Post,
) -> Result<PostDetails> {
    let liked = match policy::member(actor) {
        Ok(member) => tx.is_liked_by(post.id, member)?,
        Err(_) => false,
    };
    let author = Author::of(tx.account(post.author)?.as_ref());
    Ok(PostDetails { tally: tx.tally(post.id)?, topic, author, liked, post })
}

fn parse_words(caption: &str, alt: &str) -> Result<Words> {
    Words::parse(caption, alt).map_err(|(field, words)| Error::invalid(field, words))
}
