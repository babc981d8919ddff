//! "Letters to no one": what it asks, and what was answered.

use crate::demo::drawings::Drawing::Tree;

use super::{Prompt, drew, wrote};

pub(super) const LETTERS_TO_NO_ONE: &[Prompt] = &[
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
