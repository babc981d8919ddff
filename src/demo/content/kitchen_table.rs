//! "The kitchen table": what it asks, and what was answered.

use crate::demo::drawings::Drawing::{Cup, Fish};

use super::{Prompt, drew, wrote};

pub(super) const KITCHEN_TABLE: &[Prompt] = &[
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
