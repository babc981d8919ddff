//! "What I would keep": what it asks, and what was answered.

use crate::demo::drawings::Drawing::{House, Tree};

use super::{Prompt, drew, wrote};

pub(super) const WHAT_I_WOULD_KEEP: &[Prompt] = &[
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
