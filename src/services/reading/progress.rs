//! Progress of uploads that are being read, for the members who wait for them.

use std::collections::HashMap;

use parking_lot::Mutex;

use crate::app::App;
use crate::domain::id::AccountId;
use crate::domain::policy::{self, Actor};
use crate::domain::progress::Step;
use crate::error::Result;
use crate::paper::Stage;

/// Longest name that a sender gives an upload, in bytes. The progress of an upload with a longer one is not kept.
const MAX_NAME: usize = 64;

/// Uploads that are being read now, by their sender and the name that the sender gave them.
#[derive(Default)]
pub struct ReadingProgress(Mutex<HashMap<(AccountId, String), State>>);

/// How far an upload is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum State {
    /// It waits until others have been read.
    Queued,
    /// So many of its pages are done.
    Pages(Stage, Step),
}

/// An upload in the map, removed from it when dropped.
pub(super) struct Entry<'a> {
    all: &'a ReadingProgress,
    key: Option<(AccountId, String)>,
}

impl ReadingProgress {
    pub(super) fn begin(&self, sender: AccountId, name: Option<&str>) -> Entry<'_> {
        let name = name.filter(|name| !name.is_empty() && name.len() <= MAX_NAME);
        let key = name.map(|name| (sender, name.to_owned()));
        let entry = Entry { all: self, key };
        entry.set(State::Queued);
        entry
    }
}

impl Entry<'_> {
    pub(super) fn set(&self, state: State) {
        if let Some(key) = &self.key {
            self.all.0.lock().insert(key.clone(), state);
        }
    }
}

impl Drop for Entry<'_> {
    fn drop(&mut self) {
        if let Some(key) = &self.key {
            self.all.0.lock().remove(key);
        }
    }
}

/// How far the actor's own upload of that name is; `None` when it is not being read.
///
/// # Errors
/// When nobody is signed in.
pub fn progress(app: &App, actor: &Actor, name: &str) -> Result<Option<State>> {
    let member = policy::member(actor)?;
    Ok(app.reading_progress.0.lock().get(&(member, name.to_owned())).copied())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn upload_is_forgotten_when_read() {
        let all = ReadingProgress::default();
        let sender = AccountId::from_bytes([7; 16]);
        let key = (sender, "a".to_owned());
        let entry = all.begin(sender, Some("a"));
        assert_eq!(all.0.lock().get(&key), Some(&State::Queued));
        let state = State::Pages(Stage::Searching, Step { done: 4, of: 20 });
        entry.set(state);
        assert_eq!(all.0.lock().get(&key), Some(&state));
        drop(entry);
        assert!(all.0.lock().is_empty());
    }

    #[test]
    fn upload_without_usable_name_is_not_kept() {
        let all = ReadingProgress::default();
        let long = "a".repeat(MAX_NAME + 1);
        for name in [None, Some(""), Some(long.as_str())] {
            let _entry = all.begin(AccountId::from_bytes([7; 16]), name);
            assert!(all.0.lock().is_empty());
        }
    }
}
