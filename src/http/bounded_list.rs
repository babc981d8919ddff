//! JSON lists of limited length: a list of empty strings takes ten times as much memory as its text.

use std::fmt;
use std::marker::PhantomData;

use serde::de::{self, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer};

use crate::domain::book::MAX_QUESTIONS;

/// Deserializes a list with as many items as a book has questions, at most.
pub(super) fn one_for_each_question<'de, T: Deserialize<'de>, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Vec<T>, D::Error> {
    struct Items<T>(PhantomData<T>);

    impl<'de, T: Deserialize<'de>> Visitor<'de> for Items<T> {
        type Value = Vec<T>;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            write!(f, "a list of at most {MAX_QUESTIONS} items")
        }

        fn visit_seq<A: SeqAccess<'de>>(self, mut sequence: A) -> Result<Vec<T>, A::Error> {
            let mut items = Vec::new();
            while let Some(item) = sequence.next_element()? {
                if items.len() == MAX_QUESTIONS {
                    return Err(de::Error::invalid_length(MAX_QUESTIONS + 1, &self));
                }
                items.push(item);
            }
            Ok(items)
        }
    }

    deserializer.deserialize_seq(Items(PhantomData))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Debug, Deserialize)]
    struct Labels(#[serde(deserialize_with = "one_for_each_question")] Vec<String>);

    #[test]
    fn list_beyond_questions_of_book_is_refused() {
        let labels = |length: usize| serde_json::to_string(&vec![""; length]).unwrap();
        let parsed: Labels = serde_json::from_str(&labels(MAX_QUESTIONS)).unwrap();
        assert_eq!(parsed.0.len(), MAX_QUESTIONS);
        let refused = serde_json::from_str::<Labels>(&labels(MAX_QUESTIONS + 1)).unwrap_err();
        assert!(refused.to_string().contains("a list of at most 100 items"), "{refused}");
    }
}
