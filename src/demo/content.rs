//! Who lives in the sample community and what they wrote.

mod a_year_in_ink;
mod kitchen_table;
mod letters_to_no_one;
mod what_i_would_keep;

use super::drawings::Drawing;
use super::hand::Hand;
use a_year_in_ink::A_YEAR_IN_INK;
use kitchen_table::KITCHEN_TABLE;
use letters_to_no_one::LETTERS_TO_NO_ONE;
use what_i_would_keep::WHAT_I_WOULD_KEEP;

/// Somebody who signs in with the password of [`super::SIGN_IN`].
pub(super) struct Person {
    pub(super) username: &'static str,
    pub(super) name: &'static str,
    pub(super) email: &'static str,
    /// Handedness, tablets and languages, as the profile form sends them.
    pub(super) profile: (&'static str, &'static str, &'static str),
    pub(super) hand: Hand,
}

/// A book with its prompts and their answers.
pub(super) struct Shelf {
    pub(super) name: &'static str,
    pub(super) description: &'static str,
    pub(super) topics: &'static [&'static str],
    /// More than there are answers here, so that no book publishes itself while it is being filled.
    pub(super) publish_at: u32,
    pub(super) published: bool,
    pub(super) prompts: &'static [Prompt],
}

/// A prompt with what members answered.
pub(super) struct Prompt {
    pub(super) key: &'static str,
    pub(super) words: &'static str,
    pub(super) answers: &'static [Answer],
}

/// Who wrote what, and what they drew below.
pub(super) struct Answer(
    pub(super) &'static str,
    pub(super) &'static str,
    pub(super) Option<Drawing>,
);

const fn wrote(who: &'static str, text: &'static str) -> Answer {
    Answer(who, text, None)
}

const fn drew(who: &'static str, text: &'static str, drawing: Drawing) -> Answer {
    Answer(who, text, Some(drawing))
}

/// The first is the admin.
#[rustfmt::skip]
pub(super) const PEOPLE: [Person; 10] = [
    Person { username: "agnes", name: "Agnes Holm", email: "admin@example.org", profile: ("right", "reMarkable", "English,German"), hand: Hand::ALL[0] },
    Person { username: "mara", name: "Мара", email: "mara@example.org", profile: ("right", "Supernote", "Russian,English"), hand: Hand::ALL[1] },
    Person { username: "will", name: "Will Okafor", email: "will@example.org", profile: ("right", "Boox", "English"), hand: Hand::ALL[2] },
    Person { username: "anu", name: "अनु", email: "anu@example.org", profile: ("right", "Supernote,Boox", "Hindi,English"), hand: Hand::ALL[3] },
    Person { username: "tomas", name: "Tomás Ferreira", email: "tomas@example.org", profile: ("left", "Scribe", "Portuguese,Spanish"), hand: Hand::ALL[4] },
    Person { username: "kobayashi", name: "小林", email: "kobayashi@example.org", profile: ("right", "Supernote", "Japanese,English"), hand: Hand::ALL[5] },
    Person { username: "fatou", name: "Fatou Diallo", email: "fatou@example.org", profile: ("right", "Boox", "French,English"), hand: Hand::ALL[6] },
    Person { username: "ines", name: "Inès Moreau", email: "ines@example.org", profile: ("right", "reMarkable", "French,Italian"), hand: Hand::ALL[7] },
    Person { username: "mita", name: "মিতা", email: "mita@example.org", profile: ("right", "Scribe", "Bengali,English"), hand: Hand::ALL[8] },
    Person { username: "otto", name: "Otto Lindqvist", email: "otto@example.org", profile: ("right", "reMarkable", "German,English"), hand: Hand::ALL[9] },
];

/// In the order in which they are made; the library shows the newest first.
pub(super) const SHELVES: [Shelf; 4] = [
    Shelf {
        name: "The kitchen table",
        description: "What was cooked there, said there and left unsaid. A book about the place where everybody ends up.",
        topics: &["home", "food"],
        publish_at: 24,
        published: true,
        prompts: KITCHEN_TABLE,
    },
    Shelf {
        name: "What I would keep",
        description: "If you could carry only a few things out of your days, which would they be?",
        topics: &["memory"],
        publish_at: 20,
        published: false,
        prompts: WHAT_I_WOULD_KEEP,
    },
    Shelf {
        name: "Letters to no one",
        description: "Short letters that do not need an answer. Address them to whom you like, or to nobody at all.",
        topics: &["letters"],
        publish_at: 15,
        published: false,
        prompts: LETTERS_TO_NO_ONE,
    },
    Shelf {
        name: "A year in ink",
        description: "One page for each turn of the year, written while it happens.",
        topics: &["seasons", "days"],
        publish_at: 30,
        published: false,
        prompts: A_YEAR_IN_INK,
    },
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::demo::alphabet;

    fn answers() -> impl Iterator<Item = &'static Answer> {
        SHELVES.iter().flat_map(|shelf| shelf.prompts).flat_map(|prompt| prompt.answers)
    }

    #[test]
    fn the_alphabet_holds_every_letter_in_both_cases() {
        for Answer(_, text, _) in answers() {
            for letter in text.chars().chain(text.to_uppercase().chars()).filter(|c| *c != ' ') {
                assert!(alphabet::glyph(letter).is_some(), "{letter:?} in {text}");
            }
        }
    }

    #[test]
    fn everybody_who_writes_is_a_member_and_every_member_writes() {
        for Answer(who, ..) in answers() {
            assert!(PEOPLE.iter().any(|person| person.username == *who), "{who}");
        }
        for person in &PEOPLE {
            assert!(answers().any(|Answer(who, ..)| *who == person.username), "{}", person.name);
        }
    }

    #[test]
    fn no_book_publishes_itself_while_it_is_filled() {
        for shelf in &SHELVES {
            let answers: usize = shelf.prompts.iter().map(|prompt| prompt.answers.len()).sum();
            assert!(answers < shelf.publish_at as usize, "{}", shelf.name);
        }
    }
}
