//! Who lives in the sample community and what they wrote.

use super::drawings::Drawing::{self, Cup, Fish, House, Star, Tree};
use super::hand::Hand;

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

const KITCHEN_TABLE: &[Prompt] = &[
    Prompt {
        key: "smell",
        words: "What did the kitchen smell of when you were small?",
        answers: &[
            wrote(
                "mara",
                "Dill, wet wool, and the gas just before it caught. In winter also oranges, one for each of us.",
            ),
            wrote(
                "will",
                "Fried plantain and my father's radio. I know a radio has no smell. This one did.",
            ),
            wrote(
                "anu",
                "Cumin hitting hot oil. You could hear it two rooms away, and you stopped whatever you were doing.",
            ),
            drew(
                "fatou",
                "Mint tea. The third glass was always for me, because it was the sweetest.",
                Cup,
            ),
        ],
    },
    Prompt {
        key: "chair",
        words: "Which chair was yours, and who sat beside you?",
        answers: &[
            wrote(
                "agnes",
                "The one with the short leg. We kept a folded letter under it and nobody remembers who it was from.",
            ),
            wrote(
                "tomas",
                "Left corner, so that my elbow would not fight with my brother's. He is left-handed too. We fought anyway.",
            ),
            wrote("otto", "The bench by the stove. Grandfather on my right, the dog on my feet."),
        ],
    },
    Prompt {
        key: "recipe",
        words: "A recipe that nobody wrote down until now.",
        answers: &[
            wrote(
                "mita",
                "Rice, more water than you think, a pinch of turmeric, 1 green chilli left whole. Stir and tell it about your day.",
            ),
            wrote(
                "kobayashi",
                "Miso soup for one: 2 cups of water, 1 spoon of miso, half a leek. Never let it boil. Drink it standing up.",
            ),
            wrote(
                "ines",
                "Toast rubbed with garlic, then a tomato, then salt. Eat it over the sink. That is the whole recipe.",
            ),
            wrote(
                "agnes",
                "Flour until it feels right, said my mother. It took me 30 years to know what right feels like.",
            ),
        ],
    },
    Prompt {
        key: "visitor",
        words: "Who turned up without a word, and what did you give them?",
        answers: &[
            wrote(
                "fatou",
                "Everyone. We never cooked for the six of us. We cooked for six and a knock at the door.",
            ),
            wrote("mara", "A neighbour with a broken key. She had soup and stayed until spring."),
            drew("kobayashi", "A cat. It was given fish. It was not asked to leave.", Fish),
        ],
    },
    Prompt {
        key: "saying",
        words: "What was always said at that table?",
        answers: &[
            wrote("otto", "Sit down, it gets cold. She said it every day and was the last to sit."),
            wrote(
                "will",
                "Did you eat? It meant: how are you, I missed you, and I am sorry about this morning.",
            ),
            wrote("anu", "One more. Just half. Only a small one then."),
        ],
    },
    Prompt {
        key: "tonight",
        words: "What is on your table tonight?",
        answers: &[
            wrote(
                "tomas",
                "Two plates, bread, a candle we light for no reason. The rain is loud. Come over.",
            ),
            wrote("mita", "Homework, a screwdriver, half a mango and this tablet."),
            drew("ines", "Nothing yet! I am waiting for the water, and I am writing to you.", Cup),
        ],
    },
];

const WHAT_I_WOULD_KEEP: &[Prompt] = &[
    Prompt {
        key: "sound",
        words: "A sound that you would keep.",
        answers: &[
            wrote(
                "mara",
                "Snow sliding off the roof at night, and then my sister whispering: did you hear it?",
            ),
            wrote(
                "otto",
                "The ferry's horn at 6. I have not lived near water for 40 years and still wake up for it.",
            ),
        ],
    },
    Prompt {
        key: "pocket",
        words: "Something small enough for a pocket.",
        answers: &[
            wrote("will", "My mother's shopping list. Eggs, thread, call Will."),
            wrote(
                "kobayashi",
                "A pencil 4 cm long. It drew my first house. The house still stands.",
            ),
            drew("agnes", "A key that opens nothing any more.", House),
        ],
    },
    Prompt {
        key: "morning",
        words: "One ordinary morning.",
        answers: &[
            wrote(
                "fatou",
                "The day the bus did not come and we walked, all of us, in a long line, singing a little.",
            ),
            drew(
                "anu",
                "My daughter learning to whistle. No sound, only wind. She was so proud.",
                Tree,
            ),
        ],
    },
    Prompt {
        key: "lesson",
        words: "What somebody taught you without meaning to.",
        answers: &[
            wrote("ines", "My boss says thank you to the lift. Now I do too."),
            wrote("tomas", "That you can be angry and still peel an orange for someone."),
        ],
    },
    Prompt {
        key: "leave",
        words: "And what would you gladly leave behind?",
        answers: &[wrote("mita", "The need to answer at once. Also the grey coat.")],
    },
];

const LETTERS_TO_NO_ONE: &[Prompt] = &[
    Prompt {
        key: "stranger",
        words: "To somebody whose name you never learnt.",
        answers: &[
            wrote(
                "anu",
                "To the man on the night train: you gave me the window. I saw the sea first because of you.",
            ),
            wrote(
                "will",
                "Dear lady at desk 9. You stamped it although it was late. I have a whole life because you stamped it.",
            ),
        ],
    },
    Prompt {
        key: "younger",
        words: "To yourself, ten years ago.",
        answers: &[
            wrote(
                "mara",
                "You will not become a pianist. You will be happy. I know you do not believe that both can be true.",
            ),
            wrote("fatou", "Stop saving the good paper."),
        ],
    },
    Prompt {
        key: "place",
        words: "To a place that is no longer there.",
        answers: &[drew(
            "otto",
            "Dear old elm, they put up a car park. It gives no shade at all.",
            Tree,
        )],
    },
    Prompt {
        key: "thing",
        words: "To a thing that has served you well.",
        answers: &[
            wrote(
                "agnes",
                "Dear blue cup. You lost your handle in March and never once complained. Yours, A.",
            ),
            wrote("tomas", "To my bicycle. I am sorry about the hill. And about the other hill."),
        ],
    },
    Prompt {
        key: "unsent",
        words: "The letter that you did not send.",
        answers: &[wrote(
            "ines",
            "It is in the second drawer. I read it every spring and it gets shorter. Soon it will only say: hello.",
        )],
    },
];

const A_YEAR_IN_INK: &[Prompt] = &[
    Prompt {
        key: "first-light",
        words: "The first light of the year.",
        answers: &[
            drew(
                "kobayashi",
                "6.51, from the roof. Seven neighbours, one thermos, nobody spoke.",
                Star,
            ),
            wrote("mita", "I slept through it. It came anyway."),
        ],
    },
    Prompt {
        key: "thaw",
        words: "The day on which the winter ended.",
        answers: &[wrote(
            "mara",
            "Everyone walked on the sunny side of the street and pretended it was by accident.",
        )],
    },
    Prompt {
        key: "longest-day",
        words: "The longest day.",
        answers: &[drew(
            "otto",
            "Fishing with the boy. We caught one and let it go. He waved.",
            Fish,
        )],
    },
    Prompt {
        key: "heat",
        words: "What you did in the heat.",
        answers: &[wrote("anu", "Put the sheets in the freezer. Laughed about it. Did it again.")],
    },
    Prompt {
        key: "harvest",
        words: "What you brought home.",
        answers: &[wrote("agnes", "9 plums, 1 wasp.")],
    },
    Prompt { key: "first-coat", words: "The first day with a coat.", answers: &[] },
    Prompt { key: "last-page", words: "The last page of the year.", answers: &[] },
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
