//! What the sample community shows each other, and says to it.

use crate::app::App;
use crate::bodies::UploadedFile;
use crate::domain::policy::Actor;
use crate::error::{Error, Result};
use crate::services::posts::{self, Upload};
use crate::services::topics;

use super::content::PEOPLE;
use super::drawings::Drawing::{self, Cup, Fish, House, Star, Tree};
use super::seed::{Members, member, seed_of};
use super::{handwriting, ink};

/// Somebody's post.
struct Shown {
    who: &'static str,
    text: &'static str,
    drawing: Option<Drawing>,
    caption: &'static str,
    /// Who likes it.
    liked_by: &'static [&'static str],
    /// Who says what to it.
    said: &'static [(&'static str, &'static str)],
}

const fn shown(
    who: &'static str,
    text: &'static str,
    drawing: Option<Drawing>,
    caption: &'static str,
    liked_by: &'static [&'static str],
    said: &'static [(&'static str, &'static str)],
) -> Shown {
    Shown { who, text, drawing, caption, liked_by, said }
}

/// Topics by name and code with their posts, the oldest first.
#[rustfmt::skip]
const TOPICS: [(&str, &str, &[Shown]); 3] = [
    ("First lines of the day", "first-lines", &[
        shown("will", "Six o'clock. The heron was on the roof again and looked at me as if I owed it money.", None, "The heron", &["agnes", "ines", "otto"], &[("ines", "It does look at people like that.")]),
        shown("fatou", "Rain all night. The gutter counted it for me.", None, "Counting rain", &["will"], &[]),
        shown("otto", "New nib, old pen. It sounds like skates.", Some(Star), "", &["agnes", "mara", "kobayashi", "tomas"], &[("kobayashi", "What nib is it?"), ("otto", "A titanium one, from the drawer of lost things.")]),
        shown("agnes", "I wrote this on the train with my elbow in a stranger's soup.", Some(Cup), "Soup", &["will", "fatou"], &[]),
        shown("tomas", "Left-handed, no smudges. The glass forgives what paper never did.", None, "For all of us on the left", &["agnes"], &[("mita", "Hear, hear.")]),
    ]),
    ("Small drawings", "drawings", &[
        shown("ines", "The house at the end of our street, before they painted it yellow.", Some(House), "Before yellow", &["fatou", "otto"], &[]),
        shown("kobayashi", "Fish", Some(Fish), "Lunch, and a model", &["mara", "mita", "will"], &[("will", "In that order, I hope.")]),
        shown("mita", "A tree from memory", Some(Tree), "", &[], &[]),
    ]),
    ("Letters home", "letters", &[]),
];

/// Somebody's post that waits to be published: whoever tries things out as Mara finds it.
const WAITING: (&str, Shown) =
    ("first-lines", shown("mara", "Snow", Some(Star), "The first snow", &[], &[]));

/// Makes topics, and fills them; answers how many posts everybody can see.
pub(super) fn fill(app: &App, members: &Members) -> Result<usize> {
    let mut published = 0;
    for (name, code, all) in TOPICS {
        topics::add(app, &Actor::Operator, name, code)?;
        for post in all {
            talk_about(app, members, post, code)?;
            published += 1;
        }
    }
    show(app, members, &WAITING.1, WAITING.0)?;
    Ok(published)
}

fn talk_about(app: &App, members: &Members, post: &Shown, code: &str) -> Result<()> {
    let shown = show(app, members, post, code)?;
    let id = posts::publish(app, &member(shown.post.author), shown.post.id)?.post.id;
    for who in post.liked_by {
        let who = members[who];
        posts::like(app, &member(who), who, id, true)?;
    }
    for (who, text) in post.said {
        let who = members[who];
        posts::add_comment(app, &member(who), who, id, text)?;
    }
    Ok(())
}

fn show(app: &App, members: &Members, post: &Shown, code: &str) -> Result<posts::ShownPost> {
    let person = PEOPLE.iter().find(|person| person.username == post.who);
    let person = person.ok_or(Error::NotFound("This member"))?;
    let claimed = members[post.who];
    let strokes = handwriting::write(&person.hand, post.text, post.drawing, seed_of(post.text));
    let file =
        ink::png(&strokes, person.hand.ink).map_err(|error| Error::Internal(Box::new(error)))?;
    let topic = topics::of_code(app, code)?.topic.id;
    let file = UploadedFile::of_bytes(app.blobs.temp_file()?, &file)?;
    let (caption, alt) = (post.caption, post.text);
    let upload = Upload { claimed, topic, code, file: &file, caption, alt, key: "" };
    posts::upload(app, &member(claimed), &upload)
}
