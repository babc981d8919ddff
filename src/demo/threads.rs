//! Topics of the sample community with their posts, likes and comments.

use crate::body_budgets::UploadedFile;
use crate::context::Context;
use crate::domain::policy::Actor;
use crate::error::Result;
use crate::services::threads::posts::{self, PostDetails, Upload};
use crate::services::threads::topics;

use super::handwriting;
use super::seed::{AccountIds, member};

/// Post; its picture is in [`handwriting`].
struct SamplePost {
    /// Username of the author.
    author: &'static str,
    /// Words in the picture.
    text: &'static str,
    caption: &'static str,
    /// Usernames of those who like it.
    liked_by: &'static [&'static str],
    /// Usernames and what they comment.
    comments: &'static [(&'static str, &'static str)],
}

const fn post(
    author: &'static str,
    text: &'static str,
    caption: &'static str,
    liked_by: &'static [&'static str],
    comments: &'static [(&'static str, &'static str)],
) -> SamplePost {
    SamplePost { author, text, caption, liked_by, comments }
}

/// Topics by name and code with their published posts, the oldest first.
#[rustfmt::skip]
const TOPICS: [(&str, &str, &[SamplePost]); 3] = [
    ("First lines of the day", "first-lines", &[
        post("will", "Six o'clock. The heron was on the roof again and looked at me as if I owed it money.", "The heron", &["agnes", "ines", "otto"], &[("ines", "It does look at people like that.")]),
        post("fatou", "Rain all night. The gutter counted it for me.", "Counting rain", &["will"], &[]),
        post("otto", "New nib, old pen. It sounds like skates.", "", &["agnes", "mara", "kobayashi", "tomas"], &[("kobayashi", "What nib is it?"), ("otto", "A titanium one, from the drawer of lost things.")]),
        post("agnes", "I wrote this on the train with my elbow in a stranger's soup.", "Soup", &["will", "fatou"], &[]),
        post("tomas", "Left-handed, no smudges. The glass forgives what paper never did.", "For all of us on the left", &["agnes"], &[("mita", "Hear, hear.")]),
    ]),
    ("Small drawings", "drawings", &[
        post("ines", "The house at the end of our street, before they painted it yellow.", "Before yellow", &["fatou", "otto"], &[]),
        post("kobayashi", "Fish", "Lunch, and a model", &["mara", "mita", "will"], &[("will", "In that order, I hope.")]),
        post("mita", "A tree from memory", "", &[], &[]),
    ]),
    ("Letters home", "letters", &[]),
];

/// Code of a topic and a post in it that waits for its author, Mara, to publish it.
const WAITING: (&str, SamplePost) =
    ("first-lines", post("mara", "Snow", "The first snow", &[], &[]));

/// Creates the topics and their posts; returns the number of published posts.
pub(super) fn add_topics(context: &Context, ids: &AccountIds) -> Result<usize> {
    let mut published = 0;
    for (name, code, posts) in TOPICS {
        topics::add(context, &Actor::Operator, name, code)?;
        for post in posts {
            publish(context, ids, post, code)?;
        }
        published += posts.len();
    }
    upload(context, ids, &WAITING.1, WAITING.0)?;
    Ok(published)
}

/// Publishes the post with its likes and comments.
fn publish(context: &Context, ids: &AccountIds, post: &SamplePost, code: &str) -> Result<()> {
    let uploaded = upload(context, ids, post, code)?.post;
    let id = posts::publish(context, &member(uploaded.author), uploaded.id)?.post.id;
    for username in post.liked_by {
        let account = ids[username];
        posts::like(context, &member(account), account, id, true)?.wait()?;
    }
    for (username, text) in post.comments {
        let account = ids[username];
        posts::add_comment(context, &member(account), account, id, text)?.wait()?;
    }
    Ok(())
}

fn upload(
    context: &Context,
    ids: &AccountIds,
    post: &SamplePost,
    code: &str,
) -> Result<PostDetails> {
    let claimed = ids[post.author];
    let topic = topics::get_by_code(context, code)?.topic.id;
    let png = handwriting::picture(code, post.author)?;
    let file = UploadedFile::of_bytes(context.blobs.temp_file()?, &png)?;
    let (caption, alt) = (post.caption, post.text);
    let upload = Upload { claimed, topic, code, file: &file, caption, alt, key: "" };
    posts::upload(context, &member(claimed), &upload)
}

/// Topic code and author of every post.
#[cfg(test)]
pub(super) fn posts() -> impl Iterator<Item = (&'static str, &'static str)> {
    let published = TOPICS
        .into_iter()
        .flat_map(|(_, code, posts)| posts.iter().map(move |post| (code, post.author)));
    published.chain([(WAITING.0, WAITING.1.author)])
}
