//! Question of the week: one question of a book is sent to the members who have not answered it.

use std::collections::BTreeMap;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use super::book::QuestionKey;
use super::message::Message;
use super::time::Timestamp;

/// Day of the week on which the question is sent.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Weekday {
    #[default]
    Monday,
    Tuesday,
    Wednesday,
    Thursday,
    Friday,
    Saturday,
    Sunday,
}

impl Weekday {
    pub const ALL: [Self; 7] = [
        Self::Monday,
        Self::Tuesday,
        Self::Wednesday,
        Self::Thursday,
        Self::Friday,
        Self::Saturday,
        Self::Sunday,
    ];

    /// The word in JSON and at the command line.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Monday => "monday",
            Self::Tuesday => "tuesday",
            Self::Wednesday => "wednesday",
            Self::Thursday => "thursday",
            Self::Friday => "friday",
            Self::Saturday => "saturday",
            Self::Sunday => "sunday",
        }
    }
}

impl FromStr for Weekday {
    type Err = Message;

    fn from_str(text: &str) -> Result<Self, Message> {
        Self::ALL.into_iter().find(|day| day.as_str() == text).ok_or_else(|| {
            Message::new("choice-unknown", "Choose from {choices}.")
                .with("choices", Self::ALL.map(Self::as_str).join(", "))
        })
    }
}

/// Question of the week of a book.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct WeeklyQuestion {
    pub weekday: Weekday,
    /// Moment at which the next question is sent; `None` while it is switched off.
    pub next_at: Option<Timestamp>,
    /// Question that was sent last.
    pub last: Option<SentQuestion>,
    /// Last time at which each question was sent.
    pub sent_at: BTreeMap<QuestionKey, Timestamp>,
}

/// Question that was sent, to all members or to one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SentQuestion {
    pub question: QuestionKey,
    pub sent_at: Timestamp,
}

impl WeeklyQuestion {
    /// Question to send next, among the open ones in the book's order: the first that was never sent, or else the one that was sent
    /// longest ago.
    pub fn choose<'a>(
        &self,
        open: impl Iterator<Item = &'a QuestionKey>,
    ) -> Option<&'a QuestionKey> {
        open.min_by_key(|key| self.sent_at.get(key))
    }

    /// Records that a question was sent.
    pub fn set_sent(&mut self, sent: SentQuestion) {
        self.sent_at.insert(sent.question.clone(), sent.sent_at);
        self.last = Some(sent);
    }
}

/// Question of the week as a member received it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ReceivedQuestion {
    pub sent: SentQuestion,
    /// Whether the member has dismissed the notice on the begin page.
    pub is_seen: bool,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn questions_are_chosen_in_order_then_by_age() {
        let keys = ["q1", "q2", "q3"].map(|key| QuestionKey::parse(key).unwrap());
        let [first, second, third] = &keys;
        let mut weekly = WeeklyQuestion::default();
        let mut send = |open: &[&QuestionKey], seconds| {
            let question = weekly.choose(open.iter().copied())?.clone();
            let sent_at = Timestamp { seconds, nanoseconds: 0 };
            weekly.set_sent(SentQuestion { question: question.clone(), sent_at });
            Some(question)
        };
        let all = [first, second, third];
        let order: Vec<_> = (1..=4).map(|week| send(&all, week).unwrap()).collect();
        assert_eq!(order, [first, second, third, first].map(Clone::clone));
        // Everybody has answered the second question, which was sent longest ago.
        assert_eq!(send(&[first, third], 5).as_ref(), Some(third));
        assert_eq!(send(&[], 6), None);
    }
}
