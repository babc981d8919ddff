//! Questions and memos of the book "The kitchen table".

use super::{SampleQuestion, memo};

pub(super) const KITCHEN_TABLE: &[SampleQuestion] = &[
    SampleQuestion {
        key: "smell",
        text: "What did the kitchen smell of when you were small?",
        memos: &[
            memo(
                "mara",
                "Dill, wet wool, and the gas just before it caught. In winter also oranges, one for each of us.",
            ),
            memo(
                "will",
                "Fried plantain and my father's radio. I know a radio has no smell. This one did.",
            ),
            memo(
                "anu",
                "Cumin hitting hot oil. You could hear it two rooms away, and you stopped whatever you were doing.",
            ),
            memo(
                "fatou",
                "Mint tea. The third glass was always for me, because it was the sweetest.",
            ),
        ],
    },
    SampleQuestion {
        key: "chair",
        text: "Which chair was yours, and who sat beside you?",
        memos: &[
            memo(
                "agnes",
                "The one with the short leg. We kept a folded letter under it and nobody remembers who it was from.",
            ),
            memo(
                "tomas",
                "Left corner, so that my elbow would not fight with my brother's. He is left-handed too. We fought anyway.",
            ),
            memo("otto", "The bench by the stove. Grandfather on my right, the dog on my feet."),
        ],
    },
    SampleQuestion {
        key: "recipe",
        text: "A recipe that nobody wrote down until now.",
        memos: &[
            memo(
                "mita",
                "Rice, more water than you think, a pinch of turmeric, 1 green chilli left whole. Stir and tell it about your day.",
            ),
            memo(
                "kobayashi",
                "Miso soup for one: 2 cups of water, 1 spoon of miso, half a leek. Never let it boil. Drink it standing up.",
            ),
            memo(
                "ines",
                "Toast rubbed with garlic, then a tomato, then salt. Eat it over the sink. That is the whole recipe.",
            ),
            memo(
                "agnes",
                "Flour until it feels right, said my mother. It took me 30 years to know what right feels like.",
            ),
        ],
    },
    SampleQuestion {
        key: "visitor",
        text: "Who turned up without a word, and what did you give them?",
        memos: &[
            memo(
                "fatou",
                "Everyone. We never cooked for the six of us. We cooked for six and a knock at the door.",
            ),
            memo("mara", "A neighbour with a broken key. She had soup and stayed until spring."),
            memo("kobayashi", "A cat. It was given fish. It was not asked to leave."),
        ],
    },
    SampleQuestion {
        key: "saying",
        text: "What was always said at that table?",
        memos: &[
            memo("otto", "Sit down, it gets cold. She said it every day and was the last to sit."),
            memo(
                "will",
                "Did you eat? It meant: how are you, I missed you, and I am sorry about this morning.",
            ),
            memo("anu", "One more. Just half. Only a small one then."),
        ],
    },
    SampleQuestion {
        key: "tonight",
        text: "What is on your table tonight?",
        memos: &[
            memo(
                "tomas",
                "Two plates, bread, a candle we light for no reason. The rain is loud. Come over.",
            ),
            memo("mita", "Homework, a screwdriver, half a mango and this tablet."),
            memo("ines", "Nothing yet! I am waiting for the water, and I am writing to you."),
        ],
    },
];
