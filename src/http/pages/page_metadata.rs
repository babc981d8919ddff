//! Metadata of a page about a single post or thread, for previews of links to it.

use std::sync::Arc;

use crate::context::Context;
use crate::domain::alt_text::AltText;
use crate::domain::item::Item;
use crate::domain::policy::Actor;
use crate::domain::post::Post;
use crate::error::{Error, Required};
use crate::http::error::Result;
use crate::http::extractors::run_blocking;
use crate::http::view::png_path;
use crate::services::threads::posts::{self, PostDetails};
use crate::services::threads::topics;

/// Maximum length of a description in characters; previews of links show no more.
const MAX_DESCRIPTION: usize = 200;

/// Subject of the page at an address.
pub(super) enum Subject {
    /// Page that is the same for every id in its address, or loads its own subject.
    Any,
    /// Page about something that does not exist or that the caller may not see.
    Missing,
    /// Page that only the caller may see.
    Private { title: String },
    /// Page that everybody may see.
    Public(PublicMetadata),
}

/// Public metadata of a subject.
pub(super) struct PublicMetadata {
    pub(super) title: String,
    pub(super) description: String,
    pub(super) image: Option<Image>,
    /// Path of its Atom feed, if it has one.
    pub(super) feed: Option<String>,
}

/// Picture of a subject.
pub(super) struct Image {
    /// Path below `public_url`.
    pub(super) path: String,
    /// Width in pixels.
    pub(super) width: u32,
    pub(super) height: u32,
    pub(super) alt: String,
}

/// Loads the subject of the page at a path, for this caller.
pub(super) async fn at(context: &Arc<Context>, actor: Actor, path: &str) -> Result<Subject> {
    let mut parts = path.trim_matches('/').split('/');
    let (kind, name, rest) = (parts.next(), parts.next(), parts.next());
    let Some(name) = name.filter(|_| rest.is_none()).map(str::to_owned) else {
        return Ok(Subject::Any);
    };
    let looked = match kind {
        Some("posts") => run_blocking(context, move |context| post(context, &actor, &name)).await,
        Some("thread") => run_blocking(context, move |context| thread(context, &name)).await,
        _ => return Ok(Subject::Any),
    };
    match looked {
        Err(crate::http::error::ApiError::Service(Error::NotFound(_))) => Ok(Subject::Missing),
        looked => looked,
    }
}

fn post(context: &Context, actor: &Actor, id: &str) -> Result<Subject, Error> {
    let id = id.parse().required(Item::Post)?;
    let PostDetails { post, topic, author, .. } = posts::get(context, actor, id)?;
    let title = title(&post, &author.name);
    if post.active_since().is_none() {
        return Ok(Subject::Private { title });
    }
    let topic = topic.topic.name;
    let alt = post.words.alt.as_ref().map(AltText::as_str);
    let words = |alt: &str| alt.split_whitespace().collect::<Vec<_>>().join(" ");
    let description = alt.map_or_else(
        || format!("A handwritten page by {}, in {topic}.", author.name),
        |alt| shortened(&words(alt)),
    );
    let picture = &post.picture;
    let image = Image {
        path: png_path(picture.full),
        width: picture.width,
        height: picture.height,
        alt: alt.map_or_else(|| title.clone(), |alt| shortened(&words(alt))),
    };
    Ok(Subject::Public(PublicMetadata { title, description, image: Some(image), feed: None }))
}

/// Title of a post: its own, or one with the author's name.
pub(in crate::http) fn title(post: &Post, author: &str) -> String {
    post.words.title().map_or_else(|| format!("A page by {author}"), str::to_owned)
}

fn thread(context: &Context, code: &str) -> Result<Subject, Error> {
    let topic = topics::get_by_code(context, code)?.topic;
    let description =
        format!("Pictures of handwritten pages, and talk about them: {}.", topic.name);
    let feed = Some(format!("/thread/{}/feed.atom", topic.code));
    Ok(Subject::Public(PublicMetadata { title: topic.name, description, image: None, feed }))
}

fn shortened(text: &str) -> String {
    match text.char_indices().nth(MAX_DESCRIPTION) {
        Some((end, _)) => format!("{}…", text[..end].trim_end()),
        None => text.to_owned(),
    }
}
