//! Questions and memos of the book "A year in ink".

use super::{SampleQuestion, memo};

pub(super) const A_YEAR_IN_INK: &[SampleQuestion] = &[
    SampleQuestion {
        key: "first-light",
        text: "The first light of the year.",
        memos: &[
            memo("kobayashi", "6.51, from the roof. Seven neighbours, one thermos, nobody spoke."),
            memo("mita", "I slept through it. It came anyway."),
        ],
    },
    SampleQuestion {
        key: "thaw",
        text: "The day on which the winter ended.",
        memos: &[memo(
            "mara",
            "Everyone walked on the sunny side of the street and pretended it was by accident.",
        )],
    },
    SampleQuestion {
        key: "longest-day",
        text: "The longest day.",
        memos: &[memo("otto", "Fishing with the boy. We caught one and let it go. He waved.")],
    },
    SampleQuestion {
        key: "heat",
        text: "What you did in the heat.",
        memos: &[memo("anu", "Put the sheets in the freezer. Laughed about it. Did it again.")],
    },
    SampleQuestion {
        key: "harvest",
        text: "What you brought home.",
        memos: &[memo("agnes", "9 plums, 1 wasp.")],
    },
    SampleQuestion { key: "first-coat", text: "The first day with a coat.", memos: &[] },
    SampleQuestion { key: "last-page", text: "The last page of the year.", memos: &[] },
];
