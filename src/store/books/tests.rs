//! Tests of publishing and withdrawing editions.

use super::*;
use crate::domain::blob::BlobHash;
use crate::domain::book::QuestionKey;
use crate::domain::cover::CoverChoice;
use crate::domain::id::AccountId;
use crate::domain::memo::{Memo, MemoContent};
use crate::domain::schedule::Schedule;
use crate::domain::time::Timestamp;
use crate::store::Store;

const NOW: Timestamp = Timestamp { seconds: 1, nanoseconds: 0 };

fn memo(n: u8) -> Memo {
    Memo {
        id: MemoId::new(NOW, [n; 10]),
        book: BookId::new(NOW, [1; 10]),
        author: AccountId::new(NOW, [n; 10]),
        question: QuestionKey::parse("smell").unwrap(),
        content: MemoContent::Hand { picture: BlobHash::of(&[n]) },
        created_at: NOW,
        updated_at: NOW,
    }
}

fn book() -> Book {
    Book {
        id: memo(1).book,
        name: "Rivers".to_owned(),
        description: String::new(),
        publish_threshold: 20,
        topics: Vec::new(),
        created_at: NOW,
        edition: 2,
        all_black: false,
        cover: CoverChoice::default(),
        schedule: Schedule::default(),
        withdrawn_up_to: 0,
    }
}

fn edition(number: u32, memos: &[Memo]) -> Edition {
    let memos = memos.iter().map(|memo| memo.id).collect();
    let pdf = BlobHash::of(b"pdf");
    Edition {
        book: memo(1).book,
        number,
        pdf,
        pages: 4,
        memos,
        published_at: NOW,
        epub: None,
        cover: None,
        missing_pictures: Vec::new(),
    }
}

fn published(store: &Store) -> [bool; 3] {
    let tx = store.read().unwrap();
    [1, 2, 3].map(|n| tx.is_published(memo(n).id).unwrap())
}

fn numbers(store: &Store) -> Vec<u32> {
    let editions = store.read().unwrap().editions(memo(1).book).unwrap();
    editions.into_iter().map(|edition| edition.number).collect()
}

#[test]
fn withdrawn_edition_stays_withdrawn_after_publishing() {
    let store = Store::in_memory().unwrap();
    let written: Result<()> = store.write(|tx| {
        (1..=3).try_for_each(|n| tx.put_memo(&memo(n)))?;
        tx.put_edition(&edition(1, &[memo(1)]))?;
        tx.put_edition(&edition(2, &[memo(1), memo(2)]))
    });
    written.unwrap();
    assert_eq!((numbers(&store), published(&store)), (vec![1, 2], [true, true, false]));

    store.write(|tx| tx.withdraw_editions(book())).unwrap();
    assert_eq!((numbers(&store), published(&store)), (vec![], [false; 3]));
    let tx = store.read().unwrap();
    assert_eq!(tx.edition(memo(1).book, 2).unwrap(), None);
    assert_eq!(tx.last_edition(memo(1).book).unwrap().map(|last| last.number), Some(2));
    assert_eq!(tx.all_editions().unwrap().len(), 2);
    assert_eq!([1, 2, 3].map(|n| tx.was_published(memo(n).id).unwrap()), [true, true, false]);
    drop(tx);

    store.write(|tx| tx.put_edition(&edition(3, &[memo(1), memo(3)]))).unwrap();
    assert_eq!((numbers(&store), published(&store)), (vec![3], [true, false, true]));
}

#[test]
fn removed_memo_loses_publications_and_loves() {
    let store = Store::in_memory().unwrap();
    let reader = memo(9).author;
    let written: Result<()> = store.write(|tx| {
        tx.put_memo(&memo(1))?;
        tx.put_edition(&edition(1, &[memo(1)]))?;
        tx.put_love(memo(1).id, reader)?;
        tx.remove_memo(&memo(1))
    });
    written.unwrap();
    let tx = store.read().unwrap();
    assert!(!tx.was_published(memo(1).id).unwrap());
    assert_eq!(tx.loves_of(reader).unwrap(), []);
}
