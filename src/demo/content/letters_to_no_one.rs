//! Questions and memos of the book "Letters to no one".

use super::{SampleQuestion, memo};

pub(super) const LETTERS_TO_NO_ONE: &[SampleQuestion] = &[
    SampleQuestion {
        key: "stranger",
        text: "To somebody whose name you never learnt.",
        memos: &[
            memo(
                "anu",
                "To the man on the night train: you gave me the window. I saw the sea first because of you.",
            ),
            memo(
                "will",
                "Dear lady at desk 9. You stamped it although it was late. I have a whole life because you stamped it.",
            ),
        ],
    },
    SampleQuestion {
        key: "younger",
        text: "To yourself, ten years ago.",
        memos: &[
            memo(
                "mara",
                "You will not become a pianist. You will be happy. I know you do not believe that both can be true.",
            ),
            memo("fatou", "Stop saving the good paper."),
        ],
    },
    SampleQuestion {
        key: "place",
        text: "To a place that is no longer there.",
        memos: &[memo("otto", "Dear old elm, they put up a car park. It gives no shade at all.")],
    },
    SampleQuestion {
        key: "thing",
        text: "To a thing that has served you well.",
        memos: &[
            memo(
                "agnes",
                "Dear blue cup. You lost your handle in March and never once complained. Yours, A.",
            ),
            memo("tomas", "To my bicycle. I am sorry about the hill. And about the other hill."),
        ],
    },
    SampleQuestion {
        key: "unsent",
        text: "The letter that you did not send.",
        memos: &[memo(
            "ines",
            "It is in the second drawer. I read it every spring and it gets shorter. Soon it will only say: hello.",
        )],
    },
];
