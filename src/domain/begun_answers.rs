//! Answers that a member has begun: written on a form that the server has read, and not handed in yet.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use super::book::QuestionKey;
use super::time::Timestamp;

/// Answers of a member to a book's questions that were read from a form. Those that were handed in since may be among them.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct BegunAnswers {
    pub questions: BTreeSet<QuestionKey>,
    /// Time of the last reading.
    pub last_at: Timestamp,
}
