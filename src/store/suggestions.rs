//! Book suggestions by id, and by the member who made them.

use super::Result;
use super::engine::{Order, ReadTx, WriteTx};
use super::key::{EmptyPrefix, last_id};
use super::tables::{SUGGESTIONS, SUGGESTIONS_OF_ACCOUNT};
use crate::domain::id::{AccountId, SuggestionId};
use crate::domain::suggestion::Suggestion;

impl ReadTx {
    pub fn suggestion(&self, id: SuggestionId) -> Result<Option<Suggestion>> {
        self.get(&SUGGESTIONS, &id)
    }

    /// All suggestions, newest first.
    pub fn suggestions(&self) -> Result<Vec<Suggestion>> {
        let all = self.scan_prefix(&SUGGESTIONS, &EmptyPrefix, Order::Descending, usize::MAX)?;
        Ok(all.into_iter().map(|(_, suggestion)| suggestion).collect())
    }

    /// Suggestions of a member, oldest first.
    pub fn suggestions_of(&self, author: AccountId) -> Result<Vec<Suggestion>> {
        let entries =
            self.scan_prefix(&SUGGESTIONS_OF_ACCOUNT, &author, Order::Ascending, usize::MAX)?;
        let ids = entries.iter().map(|(key, ())| SuggestionId::from_bytes(last_id(key)));
        ids.filter_map(|id| self.suggestion(id).transpose()).collect()
    }
}

impl WriteTx {
    pub fn put_suggestion(&mut self, suggestion: &Suggestion) -> Result<()> {
        self.put(&SUGGESTIONS_OF_ACCOUNT, &(suggestion.author, suggestion.id), &())?;
        self.put(&SUGGESTIONS, &suggestion.id, suggestion)
    }

    /// Removes every suggestion of a member.
    pub fn remove_suggestions_of(&mut self, author: AccountId) -> Result<()> {
        for suggestion in self.suggestions_of(author)? {
            self.remove(&SUGGESTIONS_OF_ACCOUNT, &(author, suggestion.id))?;
            self.remove(&SUGGESTIONS, &suggestion.id)?;
        }
        Ok(())
    }
}
