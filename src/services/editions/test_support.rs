//! Accounts and memos for tests of editions.

use crate::domain::account::{Account, Email, Name, Username};
use crate::domain::book::QuestionKey;
use crate::domain::id::{AccountId, BookId, MemoId};
use crate::domain::memo::{Memo, MemoContent};
use crate::domain::memo_text::MemoText;
use crate::domain::profile::Profile;
use crate::domain::time::Timestamp;

const NOW: Timestamp = Timestamp { seconds: 1, nanoseconds: 0 };

/// Account number `n`.
pub(super) fn account(n: u8, name: &str) -> Account {
    Account {
        id: AccountId::new(NOW, [n; 10]),
        email: Email::parse("mara@example.org").unwrap(),
        username: Username::parse("mara").unwrap(),
        name: Name::parse(name).unwrap(),
        password_hash: String::new(),
        referred_by: String::new(),
        email_verified: true,
        admin: false,
        disabled: false,
        created_at: NOW,
        profile: Profile::default(),
    }
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
