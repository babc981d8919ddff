//! Members, books, questions and memos of the sample community.

mod a_year_in_ink;
mod kitchen_table;
mod letters_to_no_one;
mod what_i_would_keep;

use a_year_in_ink::A_YEAR_IN_INK;
use kitchen_table::KITCHEN_TABLE;
use letters_to_no_one::LETTERS_TO_NO_ONE;
use what_i_would_keep::WHAT_I_WOULD_KEEP;

/// Member whose password is that of [`super::SIGN_IN`].
pub(super) struct SampleMember {
    pub(super) username: &'static str,
    pub(super) name: &'static str,
    pub(super) email: &'static str,
    /// Handedness, tablets and languages, as the profile form sends them.
    pub(super) profile: (&'static str, &'static str, &'static str),
}

/// Book with its questions and their memos.
pub(super) struct SampleBook {
    pub(super) name: &'static str,
    pub(super) description: &'static str,
    pub(super) topics: &'static [&'static str],
    /// Greater than the number of memos, so that seeding does not trigger an edition.
    pub(super) publish_threshold: u32,
    /// Whether an edition is published once the book is seeded.
    pub(super) published: bool,
    pub(super) questions: &'static [SampleQuestion],
}

/// Question with its memos.
pub(super) struct SampleQuestion {
    pub(super) key: &'static str,
    pub(super) text: &'static str,
    pub(super) memos: &'static [SampleMemo],
}

/// Handwritten memo; its picture is in [`super::handwriting`].
pub(super) struct SampleMemo {
    /// Username of the author.
    pub(super) author: &'static str,
    /// Words in the picture.
    pub(super) text: &'static str,
}

const fn memo(author: &'static str, text: &'static str) -> SampleMemo {
    SampleMemo { author, text }
}

/// Members of the sample community, the admin first.
#[rustfmt::skip]
pub(super) const MEMBERS: [SampleMember; 10] = [
    SampleMember { username: "agnes", name: "Agnes Holm", email: "admin@example.org", profile: ("right", "reMarkable", "English,German") },
    SampleMember { username: "mara", name: "Мара", email: "mara@example.org", profile: ("right", "Supernote", "Russian,English") },
    SampleMember { username: "will", name: "Will Okafor", email: "will@example.org", profile: ("right", "Boox", "English") },
    SampleMember { username: "anu", name: "अनु", email: "anu@example.org", profile: ("right", "Supernote,Boox", "Hindi,English") },
    SampleMember { username: "tomas", name: "Tomás Ferreira", email: "tomas@example.org", profile: ("left", "Scribe", "Portuguese,Spanish") },
    SampleMember { username: "kobayashi", name: "小林", email: "kobayashi@example.org", profile: ("right", "Supernote", "Japanese,English") },
    SampleMember { username: "fatou", name: "Fatou Diallo", email: "fatou@example.org", profile: ("right", "Boox", "French,English") },
    SampleMember { username: "ines", name: "Inès Moreau", email: "ines@example.org", profile: ("right", "reMarkable", "French,Italian") },
    SampleMember { username: "mita", name: "মিতা", email: "mita@example.org", profile: ("right", "Scribe", "Bengali,English") },
    SampleMember { username: "otto", name: "Otto Lindqvist", email: "otto@example.org", profile: ("right", "reMarkable", "German,English") },
];

/// Books in the order of their creation; the library lists the newest first.
pub(super) const BOOKS: [SampleBook; 4] = [
    SampleBook {
        name: "The kitchen table",
        description: "What was cooked there, said there and left unsaid. A book about the place where everybody ends up.",
        topics: &["home", "food"],
        publish_threshold: 24,
        published: true,
        questions: KITCHEN_TABLE,
    },
    SampleBook {
        name: "What I would keep",
        description: "If you could carry only a few things out of your days, which would they be?",
        topics: &["memory"],
        publish_threshold: 20,
        published: false,
        questions: WHAT_I_WOULD_KEEP,
    },
    SampleBook {
        name: "Letters to no one",
        description: "Short letters that do not need an answer. Address them to whom you like, or to nobody at all.",
        topics: &["letters"],
        publish_threshold: 15,
        published: false,
        questions: LETTERS_TO_NO_ONE,
    },
    SampleBook {
        name: "A year in ink",
        description: "One page for each turn of the year, written while it happens.",
        topics: &["seasons", "days"],
        publish_threshold: 30,
        published: false,
        questions: A_YEAR_IN_INK,
    },
];

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn demo_authors_and_members_are_the_same() {
        let questions = BOOKS.iter().flat_map(|book| book.questions);
        let memos = questions.flat_map(|question| question.memos);
        let authors: BTreeSet<_> = memos.map(|memo| memo.author).collect();
        assert_eq!(authors, MEMBERS.iter().map(|member| member.username).collect());
    }

    #[test]
    fn demo_books_have_too_few_memos_to_publish() {
        for book in &BOOKS {
            let memos: usize = book.questions.iter().map(|question| question.memos.len()).sum();
            assert!(memos < book.publish_threshold as usize, "{}", book.name);
        }
    }
}
