//! Questions and memos of the book "What I would keep".

use super::{SampleQuestion, memo};

pub(super) const WHAT_I_WOULD_KEEP: &[SampleQuestion] = &[
    SampleQuestion {
        key: "sound",
        text: "A sound that you would keep.",
        memos: &[
            memo(
                "mara",
                "Snow sliding off the roof at night, and then my sister whispering: did you hear it?",
            ),
            memo(
                "otto",
                "The ferry's horn at 6. I have not lived near water for 40 years and still wake up for it.",
            ),
        ],
    },
    SampleQuestion {
        key: "pocket",
        text: "Something small enough for a pocket.",
        memos: &[
            memo("will", "My mother's shopping list. Eggs, thread, call Will."),
            memo(
                "kobayashi",
                "A pencil 4 cm long. It drew my first house. The house still stands.",
            ),
            memo("agnes", "A key that opens nothing any more."),
        ],
    },
    SampleQuestion {
        key: "morning",
        text: "One ordinary morning.",
        memos: &[
            memo(
                "fatou",
                "The day the bus did not come and we walked, all of us, in a long line, singing a little.",
            ),
            memo("anu", "My daughter learning to whistle. No sound, only wind. She was so proud."),
        ],
    },
    SampleQuestion {
        key: "lesson",
        text: "What somebody taught you without meaning to.",
        memos: &[
            memo("ines", "My boss says thank you to the lift. Now I do too."),
            memo("tomas", "That you can be angry and still peel an orange for someone."),
        ],
    },
    SampleQuestion {
        key: "leave",
        text: "And what would you gladly leave behind?",
        memos: &[memo("mita", "The need to answer at once. Also the grey coat.")],
    },
];
