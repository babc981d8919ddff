//! Step 9: adds `hidden_since` to comments.

use serde::{Deserialize, Serialize};

use crate::domain::comment::{Comment, Removal};
use crate::domain::id::{AccountId, CommentId, PostId};
use crate::domain::time::Timestamp;
use crate::store::Result;
use crate::store::engine::{Order, WriteTx};
use crate::store::key::EmptyPrefix;
use crate::store::table::Table;
use crate::store::tables::COMMENTS;

const OLD_COMMENTS: Table<CommentId, OldComment> = Table::new("comments-1");

#[derive(Serialize, Deserialize)]
struct OldComment {
    id: CommentId,
    post: PostId,
    author: AccountId,
    text: String,
    made_at: Timestamp,
    removed: Option<Removal>,
}

/// Rewrites the comments themselves; their indexes and counts stay valid.
pub(super) fn add_hidden(tx: &mut WriteTx) -> Result<()> {
    super::create_tables(tx)?;
    tx.create(OLD_COMMENTS.name)?;
    for (_, old) in tx.scan_prefix(&OLD_COMMENTS, &EmptyPrefix, Order::Ascending, usize::MAX)? {
        let OldComment { id, post, author, text, made_at, removed } = old;
        let comment = Comment { id, post, author, text, made_at, removed, hidden_since: None };
        tx.put(&COMMENTS, &id, &comment)?;
    }
    tx.drop_table(OLD_COMMENTS.name)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::Store;
    use crate::store::migrate::{self, VERSION_KEY};
    use crate::store::tables::STORE_VALUES;

    #[test]
    fn migrated_comments_stay_shown() {
        let now = Timestamp { seconds: 10, nanoseconds: 0 };
        let id = CommentId::new(now, [1; 10]);
        let old = OldComment {
            id,
            post: PostId::new(now, [2; 10]),
            author: AccountId::new(now, [3; 10]),
            text: "Lovely.".into(),
            made_at: now,
            removed: None,
        };
        let store = Store::in_memory().unwrap();
        let written: Result<()> = store.write(|tx| {
            tx.create(OLD_COMMENTS.name)?;
            tx.put(&OLD_COMMENTS, &id, &old)?;
            tx.put(&STORE_VALUES, &VERSION_KEY, &8)?;
            migrate::run(tx)
        });
        written.unwrap();
        let comment = store.read().unwrap().comment(id).unwrap().unwrap();
        assert_eq!((comment.text.as_str(), comment.is_shown()), ("Lovely.", true));
    }
}
