//! Accounts and memos for tests of editions.

use crate::domain::account::{Account, Email, Name, Username};
use crate::domain::book::QuestionKey;
use crate::domain::id::{AccountId, BookId, MemoId};
use crate::domain::memo::{Memo, MemoContent};
use crate::domain::memo_text::MemoText;
use crate::domain::time::Timestamp;

const NOW: Timestamp = Timestamp { seconds: 1, nanoseconds: 0 };

/// Account number `n`.
pub(super) fn account(n: u8, name: &str) -> Account {
    let (id, name) = (AccountId::new(NOW, [n; 10]), Name::parse(name).unwrap());
    let email = Email::parse("mara@example.org").unwrap();
    let username = Username::parse("mara").unwrap();
    Account { email_verified: true, ..Account::new(id, email, username, name, NOW) }
}

/// Memo number `id` of author number `author`, with this text.
pub(super) fn memo(id: u8, author: u8, question: &str, words: &str) -> Memo {
    Memo {
        id: MemoId::new(NOW, [id; 10]),
        book: BookId::new(NOW, [3; 10]),
        author: AccountId::new(NOW, [author; 10]),
        question: QuestionKey::parse(question).unwrap(),
        content: MemoContent::Text { post: MemoText::parse(words).unwrap() },
        created_at: NOW,
        updated_at: NOW,
    }
}
