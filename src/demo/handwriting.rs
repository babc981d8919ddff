//! Pictures of the sample community's handwriting, in the folder of the same name.
//!
//! One PNG for each memo, `<question key>-<username>.png`, and for each post, `<topic code>-<username>.png`. They were drawn for
//! Inkfold, in four shades of one ink for each member, and contain neither a font nor the writing of a person. A box that is cut out
//! of a filled form has the same 1120 by 876 pixels: to add a memo, write it on a form and save the picture that Inkfold reads.

use std::borrow::Cow;

use rust_embed::RustEmbed;

use crate::domain::item::Item;
use crate::error::{Required, Result};

#[derive(RustEmbed)]
#[folder = "src/demo/handwriting"]
struct Pictures;

/// PNG that a member wrote for a question or a topic.
pub(super) fn picture(key_or_code: &str, username: &str) -> Result<Cow<'static, [u8]>> {
    let picture = Pictures::get(&format!("{key_or_code}-{username}.png"));
    picture.map(|file| file.data).required(Item::Picture)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::demo::content::BOOKS;
    use crate::demo::threads;

    #[test]
    fn every_memo_and_post_has_its_own_picture() {
        let questions = BOOKS.iter().flat_map(|book| book.questions);
        let memos = questions.flat_map(|of| of.memos.iter().map(|memo| (of.key, memo.author)));
        let mut used: Vec<String> =
            memos.chain(threads::posts()).map(|(of, by)| format!("{of}-{by}.png")).collect();
        let mut files: Vec<String> = Pictures::iter().map(Cow::into_owned).collect();
        used.sort();
        files.sort();
        assert_eq!(used, files);
    }

    #[test]
    fn pictures_have_the_size_of_an_answer_box() {
        for name in Pictures::iter() {
            let picture = image::load_from_memory(&Pictures::get(&name).unwrap().data).unwrap();
            assert_eq!((picture.width(), picture.height()), (1120, 876), "{name}");
        }
    }
}
