//! Suggesting a book, and answering suggestions.

use crate::app::App;
use crate::domain::author::Author;
use crate::domain::id::{AccountId, BookId, SuggestionId};
use crate::domain::policy::{self, Actor};
use crate::domain::suggestion::{self, Suggestion};
use crate::error::{Error, Result};
use crate::store::Read;

use super::{books, sessions};

/// As many suggestions of one member may wait for an answer.
const MOST_WAITING: usize = 20;

/// A suggestion with who made it.
#[derive(Clone, Debug)]
pub struct ShownSuggestion {
    pub suggestion: Suggestion,
    pub author: Author,
}

/// Keeps a member's suggestion for the admins.
pub fn send(app: &App, actor: &Actor, claimed: AccountId, text: &str) -> Result<Suggestion> {
    policy::acts_as(actor, claimed)?;
    let text = suggestion::parse(text).map_err(|words| Error::invalid("suggestion", words))?;
    app.write(|tx| {
        let author = policy::acts_as(&sessions::still(&**tx, actor)?, claimed)?;
        let earlier = tx.suggestions_of(author)?;
        if earlier.iter().filter(|earlier| earlier.answer.is_none()).count() >= MOST_WAITING {
            let words = "Twenty suggestions of yours wait for an answer already.";
            return Err(Error::Conflict { field: None, words });
        }
        let made_at = app.clock.now();
        let id = SuggestionId::new(made_at, app.random()?);
        let suggestion = Suggestion { id, author, text, made_at, answer: None };
        tx.put_suggestion(&suggestion)?;
        Ok(suggestion)
    })
}

/// All suggestions, newest first; those that were answered only when they are asked for.
pub fn list(app: &App, actor: &Actor, answered: bool) -> Result<Vec<ShownSuggestion>> {
    policy::may_administrate(actor)?;
    let tx = app.read()?;
    let mut all = tx.suggestions()?;
    all.retain(|suggestion| answered || suggestion.answer.is_none());
    all.into_iter().map(|suggestion| show(&*tx, suggestion)).collect()
}

/// Notes that a suggestion is answered, by a book if one is named.
pub fn answer(
    app: &App,
    actor: &Actor,
    id: SuggestionId,
    book: Option<BookId>,
) -> Result<ShownSuggestion> {
    app.write(|tx| {
        policy::may_administrate(&sessions::still(&**tx, actor)?)?;
        if let Some(book) = book {
            books::find(&**tx, book)?;
        }
        let found = tx.suggestion(id)?.ok_or(Error::NotFound("This suggestion"))?;
        let answered = Suggestion { answer: Some((app.clock.now(), book)), ..found };
        tx.put_suggestion(&answered)?;
        show(&**tx, answered)
    })
}

fn show(tx: &(dyn Read + '_), suggestion: Suggestion) -> Result<ShownSuggestion> {
    let author = Author::of(tx.account(suggestion.author)?.as_ref());
    Ok(ShownSuggestion { suggestion, author })
}
