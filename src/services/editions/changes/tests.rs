//! Changes between made-up editions.

use super::*;
use crate::services::editions::test_support::{account, memo};

fn changes(before: &[Memo], present: &[Memo], people: u8) -> Vec<String> {
    let names = ["Mara", "Jo", "Bo", "Ana"];
    let name = |n: u8| names.get(usize::from(n) - 1).map_or(format!("P{n}"), |n| (*n).to_owned());
    let authors = (1..=people).map(|n| account(n, &name(n))).map(|one| (one.id, one)).collect();
    let questions: Vec<Question> =
        (1..=5).map(|n| Question::parse(&format!("q{n}"), "What?").unwrap()).collect();
    let before: Vec<PreviousMemo> =
        before.iter().map(|memo| PreviousMemo { id: memo.id, memo: Some(memo.clone()) }).collect();
    since(&before, present, &questions, &authors)
}

#[test]
fn new_changed_and_withdrawn_memos_are_listed() {
    let before = [
        memo(1, 1, "q1", "It rained."),
        memo(2, 1, "q2", "We sang."),
        memo(3, 2, "q2", "We danced."),
    ];
    let present = [
        memo(1, 1, "q1", "It rained."),
        memo(4, 3, "q1", "It snowed."),
        memo(5, 1, "q2", "We hummed."),
        memo(6, 2, "q3", "A chair."),
        memo(7, 1, "q5", "A letter."),
    ];
    assert_eq!(
        changes(&before, &present, 3),
        [
            "New answers to 3 questions, by Bo, Mara and Jo",
            "Mara changed the answer to question 2",
            "One answer was withdrawn",
        ]
    );
}

#[test]
fn restored_memo_is_no_change() {
    let before = [memo(1, 1, "q1", "It rained.")];
    assert_eq!(changes(&before, &before, 1), Vec::<String>::new());
    assert_eq!(changes(&before, &[memo(2, 1, "q1", "It rained.")], 1), Vec::<String>::new());
}

#[test]
fn change_summary_uses_singular_and_lists_questions() {
    let fresh = changes(&[], &[memo(1, 1, "q4", "It rained.")], 1);
    assert_eq!(fresh, ["A new answer to question 4, by Mara"]);
    let fresh = changes(&[], &[memo(1, 1, "q4", "It rained."), memo(2, 9, "q4", "It snow.")], 1);
    assert_eq!(fresh, ["New answers to question 4, by Mara and a former member"]);

    let before: Vec<Memo> = (1..=3).map(|n| memo(n, 1, &format!("q{n}"), "It rained.")).collect();
    let after: Vec<Memo> =
        (1..=3).map(|n| memo(n + 9, 1, &format!("q{n}"), "It hailed.")).collect();
    assert_eq!(changes(&before, &after, 1), ["Mara changed the answers to questions 1, 2 and 3"]);
    assert_eq!(changes(&before, &[], 1), ["3 answers were withdrawn"]);
}

#[test]
fn long_author_lists_are_abbreviated() {
    let one_each = |words: &str, from: u8| -> Vec<Memo> {
        (1..=13).map(|n| memo(from + n, n, "q1", words)).collect()
    };
    let (before, after) = (one_each("It rained.", 0), one_each("It hailed.", 100));
    assert_eq!(
        changes(&[], &before, 13),
        ["New answers to question 1, by Mara, Jo, Bo, Ana, P5, P6, P7 and 6 others"]
    );
    assert_eq!(changes(&before, &after, 13), ["13 people changed answers to question 1"]);
}

#[test]
fn memos_of_deleted_author_count_as_withdrawn() {
    let gone = PreviousMemo { id: memo(1, 1, "q1", "It rained.").id, memo: None };
    assert_eq!(since(&[gone], &[], &[], &BTreeMap::new()), ["One answer was withdrawn"]);
}

#[test]
fn many_authors_are_shown_as_a_count() {
    const AUTHORS: u32 = 20_000;
    let author = |number: u32| {
        let mut bytes = [0; 10];
        bytes[..4].copy_from_slice(&number.to_be_bytes());
        AccountId::new(memo(1, 1, "q1", "It rained.").created_at, bytes)
    };
    let one_each = |id: u8, words: &str| -> Vec<Memo> {
        (0..AUTHORS).map(|n| Memo { author: author(n), ..memo(id, 1, "q1", words) }).collect()
    };
    let (before, after) = (one_each(1, "It rained."), one_each(2, "It hailed."));
    assert_eq!(changes(&before, &after, 0), ["20000 people changed answers to question 1"]);
}
