//! Tests of storing, replacing, withdrawing, restoring, hiding and removing memos.

use std::collections::BTreeMap;

use super::*;
use crate::domain::memo::{HiddenMemo, MemoContent};
use crate::domain::memo_text::MemoText;
use crate::store::Store;
use crate::store::check::find_flaws;

const NOW: Timestamp = Timestamp { seconds: 1, nanoseconds: 0 };

/// Memo of one member for one question; each `n` has a picture of its own.
fn memo(n: u8) -> Memo {
    Memo {
        id: MemoId::new(NOW, [n; 10]),
        book: BookId::new(NOW, [2; 10]),
        author: AccountId::new(NOW, [1; 10]),
        question: QuestionKey::parse("smell").unwrap(),
        content: MemoContent::Hand { picture: BlobHash::of(&[n]) },
        created_at: NOW,
        updated_at: NOW,
    }
}

#[test]
fn second_memo_replaces_the_first() {
    let store = Store::in_memory().unwrap();
    let (author, book) = (memo(1).author, memo(1).book);
    store.write(|tx| tx.put_memo(&memo(1))).unwrap();
    store.write(|tx| tx.put_memo(&memo(2))).unwrap();

    let tx = store.read().unwrap();
    assert_eq!(tx.memos_of_member(author, book).unwrap(), [memo(2)]);
    assert_eq!(tx.memos_of_book(book).unwrap(), [memo(2)]);
    assert_eq!(tx.count_memos_of_member(author).unwrap(), BTreeMap::from([(book, 1)]));
    assert_eq!(tx.memo(memo(1).id).unwrap(), Some(memo(1)));
    assert_eq!(tx.memos_of_blob(BlobHash::of(&[1])).unwrap(), [memo(1)]);
    assert_eq!(tx.memos_of(author).unwrap(), [memo(2)]);
    assert_eq!(tx.replaced_memos_of(author).unwrap(), [memo(1)]);
}

#[test]
fn withdrawn_memo_is_kept_as_replaced() {
    let store = Store::in_memory().unwrap();
    let written: Result<()> = store.write(|tx| {
        tx.put_memo(&memo(1))?;
        tx.withdraw_memo(&memo(1), NOW)
    });
    written.unwrap();
    let tx = store.read().unwrap();
    assert_eq!(tx.memos_of(memo(1).author).unwrap(), []);
    assert_eq!(tx.count_memos_of_book(memo(1).book).unwrap(), 0);
    assert_eq!(tx.replaced_memos_of(memo(1).author).unwrap(), [memo(1)]);
    assert_eq!(tx.count_memos().unwrap(), BTreeMap::new());
}

#[test]
fn restored_memo_replaces_the_current_one() {
    let store = Store::in_memory().unwrap();
    let written: Result<()> = store.write(|tx| {
        (1..=2).try_for_each(|n| tx.put_memo(&memo(n)))?;
        tx.restore_memo(&memo(1), NOW)
    });
    written.unwrap();
    let tx = store.read().unwrap();
    assert_eq!(tx.memos_of(memo(1).author).unwrap(), [memo(1)]);
    assert_eq!(tx.replaced_memos_of(memo(1).author).unwrap(), [memo(2)]);
    assert_eq!(tx.count_memos_of_book(memo(1).book).unwrap(), 1);
}

#[test]
fn memos_are_counted_as_they_come_and_go() {
    let store = Store::in_memory().unwrap();
    let (author, book) = (memo(1).author, memo(1).book);
    let other = |n| Memo { question: QuestionKey::parse("sound").unwrap(), ..memo(n) };
    let counted = |expected: u32| {
        let tx = store.read().unwrap();
        assert_eq!(tx.count_memos_of_book(book).unwrap(), expected);
        assert_eq!(tx.count_memos_of_member_in(author, book).unwrap(), expected);
    };
    for (change, expected) in [
        (&(|tx: &mut WriteTx| tx.put_memo(&memo(1))) as &dyn Fn(&mut WriteTx) -> Result<()>, 1),
        (&|tx| tx.put_memo(&memo(1)), 1),
        (&|tx| tx.put_memo(&other(2)), 2),
        (&|tx| tx.put_memo(&memo(3)), 2),
        // Replaced and withdrawn memos are not counted.
        (&|tx| tx.withdraw_memo(&memo(1), NOW), 2),
        (&|tx| tx.remove_memo(&memo(1)), 2),
        (&|tx| tx.withdraw_memo(&other(2), NOW), 1),
        (&|tx| tx.remove_memo(&other(2)), 1),
        (&|tx| tx.remove_memo(&memo(3)), 0),
    ] {
        store.write(change).unwrap();
        counted(expected);
    }
}

type Change<'a> = &'a dyn Fn(&mut WriteTx) -> Result<()>;

#[test]
fn hidden_memo_counts_for_its_author_only() {
    let store = Store::in_memory().unwrap();
    let (author, book) = (memo(1).author, memo(1).book);
    let other = |n| Memo { question: QuestionKey::parse("sound").unwrap(), ..memo(n) };
    let hidden = HiddenMemo { since: NOW, why: "Private.".into() };
    let steps: [(Change, (u32, u32)); 11] = [
        (&|tx| [memo(1), other(2)].iter().try_for_each(|memo| tx.put_memo(memo)), (2, 2)),
        (&|tx| tx.hide_memo(&memo(1), &hidden), (1, 2)),
        (&|tx| tx.hide_memo(&memo(1), &hidden), (1, 2)),
        // A replacement is visible; the hidden memo, when restored, is still hidden.
        (&|tx| tx.put_memo(&memo(3)), (2, 2)),
        (&|tx| tx.restore_memo(&memo(1), NOW), (1, 2)),
        (&|tx| tx.withdraw_memo(&memo(1), NOW), (1, 1)),
        (&|tx| tx.unhide_memo(&memo(1)), (1, 1)),
        (&|tx| tx.restore_memo(&memo(1), NOW), (2, 2)),
        (&|tx| tx.hide_memo(&other(2), &hidden), (1, 2)),
        (&|tx| tx.unhide_memo(&other(2)), (2, 2)),
        (&|tx| tx.hide_memo(&other(2), &hidden).and_then(|()| tx.remove_memo(&other(2))), (1, 1)),
    ];
    for (step, (change, expected)) in steps.into_iter().enumerate() {
        store.write(change).unwrap();
        let tx = store.read().unwrap();
        let counts = (tx.count_memos_of_book(book), tx.count_memos_of_member_in(author, book));
        assert_eq!((counts.0.unwrap(), counts.1.unwrap()), expected, "step {step}");
        assert_eq!(tx.count_new(book).unwrap().memos, expected.0, "step {step}");
        assert_eq!(find_flaws(&tx).unwrap(), [], "step {step}");
    }
    assert_eq!(store.read().unwrap().hidden_memos().unwrap(), []);
}

#[test]
fn answers_of_two_kinds_count_once() {
    let store = Store::in_memory().unwrap();
    let book = memo(1).book;
    let typed =
        Memo { content: MemoContent::Text { post: MemoText::parse("Rain.").unwrap() }, ..memo(2) };
    let hidden = HiddenMemo { since: NOW, why: "Private.".into() };
    let steps: [(Change, u32); 6] = [
        (&|tx| tx.put_memo(&memo(1)), 1),
        (&|tx| tx.put_memo(&typed), 1),
        (&|tx| tx.hide_memo(&memo(1), &hidden), 1),
        (&|tx| tx.withdraw_memo(&typed, NOW), 0),
        (&|tx| tx.unhide_memo(&memo(1)), 1),
        (&|tx| tx.put_memo(&memo(3)), 1),
    ];
    for (step, (change, expected)) in steps.into_iter().enumerate() {
        store.write(change).unwrap();
        let tx = store.read().unwrap();
        assert_eq!(tx.count_new_answers(book).unwrap(), expected, "step {step}");
        assert_eq!(find_flaws(&tx).unwrap(), [], "step {step}");
    }
}

#[test]
fn removed_memo_keeps_other_memos() {
    let store = Store::in_memory().unwrap();
    let (author, book) = (memo(1).author, memo(1).book);
    let written: Result<()> = store.write(|tx| {
        (1..=3).try_for_each(|n| tx.put_memo(&memo(n)))?;
        tx.remove_memo(&memo(1))
    });
    written.unwrap();
    let tx = store.read().unwrap();
    assert_eq!(tx.memos_of(author).unwrap(), [memo(3)]);
    assert_eq!(tx.replaced_memos_of(author).unwrap(), [memo(2)]);

    store.write(|tx| tx.remove_memo(&memo(3))).unwrap();
    let tx = store.read().unwrap();
    assert_eq!(tx.memos_of(author).unwrap(), []);
    assert_eq!(tx.count_memos_of_book(book).unwrap(), 0);
    assert_eq!(tx.memos_of_blob(BlobHash::of(&[3])).unwrap(), []);
    assert_eq!(tx.memos_after(None, usize::MAX).unwrap(), [memo(2)]);
}

#[test]
fn hidden_memos_are_found_by_their_question() {
    let store = Store::in_memory().unwrap();
    let other = Memo { question: QuestionKey::parse("sound").unwrap(), ..memo(4) };
    let hidden = HiddenMemo { since: NOW, why: "Private.".into() };
    let written: Result<()> = store.write(|tx| {
        (1..=3).try_for_each(|n| tx.put_memo(&memo(n)))?;
        tx.put_memo(&other)?;
        [&memo(2), &memo(3), &other].into_iter().try_for_each(|memo| tx.hide_memo(memo, &hidden))
    });
    written.unwrap();
    let tx = store.read().unwrap();
    let of = |memo: &Memo, kind| {
        tx.hidden_memos_for(memo.author, memo.book, kind, &memo.question).unwrap()
    };
    assert_eq!(of(&memo(1), MemoKind::Hand), [memo(2)], "the present one is not replaced");
    assert_eq!(of(&memo(1), MemoKind::Text), []);
    assert_eq!(of(&other, MemoKind::Hand), []);
}
