//! "A year in ink": what it asks, and what was answered.

use crate::demo::drawings::Drawing::{Fish, Star};

use super::{Prompt, drew, wrote};

pub(super) const A_YEAR_IN_INK: &[Prompt] = &[
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
