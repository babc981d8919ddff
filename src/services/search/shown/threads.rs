//! Search results for topics, posts and comments.

use super::{Place, SearchResultDetails, author};
use crate::domain::alt_text::AltText;
use crate::domain::comment::Comment;
use crate::domain::id::{CommentId, PostId};
use crate::domain::policy::{self, Actor};
use crate::domain::post::Post;
use crate::domain::search::Target;
use crate::domain::topic::Topic;
use crate::error::Result;
use crate::search::{MarkedText, Terms};
use crate::services::moderation::HiddenContentFilter;
use crate::services::search::documents;
use crate::services::search::handwriting::QueryTerms;
use crate::store::ReadTx;

/// Actor, and the content hidden from them.
type Reader<'a> = (&'a Actor, &'a HiddenContentFilter);

pub(super) fn show_topic(terms: &Terms, topic: Topic) -> SearchResultDetails {
    SearchResultDetails {
        target: Target::Topic(topic.id),
        title: terms.mark(&topic.name),
        text: MarkedText::default(),
        question: None,
        post: None,
        published: true,
        author: None,
        picture: None,
        handwriting: None,
        at: topic.created_at,
        place: topic_place(topic),
    }
}

pub(super) fn show_post(
    tx: &ReadTx,
    reader: &Reader<'_>,
    sought: &QueryTerms<'_>,
    id: PostId,
) -> Result<Option<SearchResultDetails>> {
    let Some((post, topic)) = get_visible(tx, reader, id)? else { return Ok(None) };
    let terms = sought.terms;
    let reading = documents::post_reading(tx, &post)?;
    let author = author(tx, terms, post.author)?;
    let known = [&post.words.caption, &author.name.text, &author.username];
    let handwriting = reading.and_then(|reading| sought.find(&reading, &known.map(String::as_str)));
    if sought.only_in_handwriting && handwriting.is_none() {
        return Ok(None);
    }
    let alt = post.words.alt.as_ref().map_or("", AltText::as_str);
    Ok(Some(SearchResultDetails {
        target: Target::Post(post.id),
        place: topic_place(topic),
        title: terms.mark(&post.words.caption),
        text: terms.excerpt(alt),
        question: None,
        post: Some(post.id),
        published: post.active_since().is_some(),
        author: Some(author),
        // A line needs more pixels than the whole.
        picture: match handwriting {
            Some(_) => post.picture.thumbnails.last(),
            None => post.picture.thumbnails.first(),
        }
        .map(|thumbnail| thumbnail.png),
        handwriting,
        at: post.active_since().unwrap_or(post.made_at),
    }))
}

/// Result for a comment, with the caption of its post.
pub(super) fn show_comment(
    tx: &ReadTx,
    reader: &Reader<'_>,
    terms: &Terms,
    id: CommentId,
) -> Result<Option<SearchResultDetails>> {
    let Some(comment) = tx.comment(id)?.filter(Comment::is_shown) else { return Ok(None) };
    if reader.1.has_comment(tx, &comment)? {
        return Ok(None);
    }
    let Some((post, topic)) = get_visible(tx, reader, comment.post)? else { return Ok(None) };
    Ok(Some(SearchResultDetails {
        target: Target::Comment(comment.id),
        place: topic_place(topic),
        title: Terms::default().mark(&post.words.caption),
        text: terms.excerpt(&comment.text),
        question: None,
        post: Some(post.id),
        published: post.active_since().is_some(),
        author: Some(author(tx, terms, comment.author)?),
        picture: None,
        handwriting: None,
        at: comment.made_at,
    }))
}

fn get_visible(
    tx: &ReadTx,
    (actor, unseen): &Reader<'_>,
    id: PostId,
) -> Result<Option<(Post, Topic)>> {
    let Some(post) = tx.post(id)?.filter(|post| policy::may_see_post(actor, post)) else {
        return Ok(None);
    };
    if unseen.has_post(tx, &post)? {
        return Ok(None);
    }
    Ok(tx.topic(post.topic)?.map(|topic| (post, topic)))
}

fn topic_place(topic: Topic) -> Place {
    Place { id: topic.code.to_string(), name: topic.name }
}
