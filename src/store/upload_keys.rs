//! Posts created by uploads, by the sender's idempotency key: a sender without a response repeats the upload with the same key.

use super::Result;
use super::engine::{Order, ReadTx, WriteTx};
use super::key::{EmptyPrefix, TextHash};
use super::tables::UPLOAD_KEYS;
use crate::domain::id::{AccountId, PostId};
use crate::domain::time::Timestamp;

impl ReadTx {
    /// Post created by the member's upload with this key, in any state.
    pub fn uploaded_as(&self, author: AccountId, key: &str) -> Result<Option<PostId>> {
        self.get(&UPLOAD_KEYS, &(author, TextHash::from(key)))
    }
}

impl WriteTx {
    pub fn put_upload_key(&mut self, author: AccountId, key: &str, post: PostId) -> Result<()> {
        self.put(&UPLOAD_KEYS, &(author, TextHash::from(key)), &post)
    }

    pub fn remove_upload_keys_of(&mut self, author: AccountId) -> Result<()> {
        for (key, _) in self.scan_prefix(&UPLOAD_KEYS, &author, Order::Ascending, usize::MAX)? {
            self.remove_bytes(UPLOAD_KEYS.name, &key)?;
        }
        Ok(())
    }

    /// Removes the keys of posts that were created before `time`.
    pub fn remove_expired_upload_keys(&mut self, time: Timestamp) -> Result<()> {
        for (key, post) in
            self.scan_prefix(&UPLOAD_KEYS, &EmptyPrefix, Order::Ascending, usize::MAX)?
        {
            if post.made_at() < time {
                self.remove_bytes(UPLOAD_KEYS.name, &key)?;
            }
        }
        Ok(())
    }
}
