//! Suggestions for names that were not found: the nearest known name.

use strsim::osa_distance;

use crate::context::Context;
use crate::domain::account::Account;
use crate::domain::api_token::ApiToken;
use crate::domain::item::Item;
use crate::domain::policy::Actor;
use crate::domain::topic::Topic;
use crate::error::{Error, Result};
use crate::services::accounts::api_tokens;
use crate::services::accounts::invitations::{self, InvitationDetails};
use crate::services::accounts::members;
use crate::services::books::suggestions;
use crate::services::moderation::{self, Filter};
use crate::services::operations::outbox;
use crate::services::threads::{posts, topics};
use crate::services::{books, memos, prize, webhooks};

use super::nouns::Noun;

/// Number of posts, memos and mails whose ids are compared.
const MAX_COMPARED: usize = 1_000;
/// Minimum number of characters of a part by which a name is found.
const MIN_PART: usize = 3;

/// Known name, with the text to type for it.
#[derive(Debug, PartialEq, Eq)]
struct KnownName {
    name: String,
    typed: String,
    /// Whether the name has parts to be found by, unlike an id.
    has_parts: bool,
}

impl KnownName {
    /// Name, such as a book's, with its id or another text to type for it.
    fn new(name: &str, typed: &impl ToString) -> Self {
        Self { name: name.to_owned(), typed: typed.to_string(), has_parts: true }
    }

    /// Name that is typed itself, such as a username.
    fn word(name: &str) -> Self {
        Self::new(name, &name)
    }

    fn id(id: &impl ToString) -> Self {
        Self { has_parts: false, ..Self::word(&id.to_string()) }
    }
}

/// Adds the unknown name, and what to type instead, to a not-found error. Other errors stay as they are.
pub(super) fn explain(
    context: &Context,
    actor: &Actor,
    names: &[(Noun, String)],
    error: Error,
) -> Error {
    let Error::NotFound(item) = error else { return error };
    let is_meant = |noun: Noun| {
        noun.item() == item
            || (matches!(noun, Noun::Post | Noun::Memo) && item == Item::ReportedItem)
    };
    let Some((noun, typed)) = names.iter().find(|(noun, _)| is_meant(*noun)) else {
        return error;
    };
    // Without candidates the original error is reported, without a suggestion.
    let known = candidates(context, actor, *noun, names).unwrap_or_default();
    let hint = match nearest(typed, &known) {
        Some(KnownName { name, typed, .. }) if name == typed => format!("did you mean `{typed}`?"),
        Some(KnownName { name, typed, .. }) => format!("did you mean `{typed}` ({name})?"),
        None => format!("`inkfold {}` lists them", noun.list()),
    };
    Error::Unknown { item: noun.item(), name: typed.clone(), hint }
}

/// Known name with the fewest typos (at most a quarter of the letters, and one); else the only one with this prefix, or with
/// this part.
fn nearest<'a>(typed: &str, known: &'a [KnownName]) -> Option<&'a KnownName> {
    let typed = typed.to_lowercase();
    let most = typed.chars().count() / 4 + 1;
    let distance = |known: &KnownName| osa_distance(&typed, &known.name.to_lowercase());
    let near = known.iter().map(|known| (distance(known), known));
    let near = near.filter(|(distance, _)| *distance <= most).min_by_key(|(distance, _)| *distance);
    if let Some((_, known)) = near {
        return Some(known);
    }
    let has_prefix = |known: &&KnownName| known.name.to_lowercase().starts_with(&typed);
    let is_part = typed.chars().count() >= MIN_PART;
    let has_part = |known: &&KnownName| {
        is_part && known.has_parts && known.name.to_lowercase().contains(&typed)
    };
    unique(known.iter().filter(has_prefix)).or_else(|| unique(known.iter().filter(has_part)))
}

/// First of the names, if the same is typed for all of them.
fn unique<'a>(mut names: impl Iterator<Item = &'a KnownName>) -> Option<&'a KnownName> {
    let first = names.next()?;
    names.all(|other| other.typed == first.typed).then_some(first)
}

fn candidates(
    context: &Context,
    actor: &Actor,
    noun: Noun,
    names: &[(Noun, String)],
) -> Result<Vec<KnownName>> {
    Ok(match noun {
        Noun::Member => candidate_members(context, actor)?,
        Noun::Session => candidate_sessions(context, actor, names)?,
        Noun::Book => {
            let books = books::list(context, actor, &[])?.into_iter().map(|summary| summary.book);
            books
                .flat_map(|book| [KnownName::id(&book.id), KnownName::new(&book.name, &book.id)])
                .collect()
        }
        Noun::Question => candidate_questions(context, names)?,
        Noun::Topic => {
            let topics = topics::list(context)?.into_iter().map(|shown| shown.topic);
            let names = |topic: Topic| {
                [KnownName::word(topic.code.as_str()), KnownName::new(&topic.name, &topic.code)]
            };
            topics.flat_map(names).collect()
        }
        Noun::Invitation => {
            let all = invitations::list(context, actor)?.into_iter();
            let names = |known: InvitationDetails| {
                let id = known.invitation.id;
                [KnownName::id(&id), KnownName::new(&known.invitation.name, &id)]
            };
            all.flat_map(names).collect()
        }
        Noun::Token => {
            let all = api_tokens::list_all(context, actor)?.into_iter();
            let names = |(token, _): (ApiToken, Account)| {
                [KnownName::id(&token.id), KnownName::new(token.name.as_str(), &token.id)]
            };
            all.flat_map(names).collect()
        }
        Noun::Post => {
            let posts = posts::latest(context, actor, None, false, MAX_COMPARED)?;
            posts.into_iter().map(|shown| KnownName::id(&shown.post.id)).collect()
        }
        Noun::Memo => {
            let memos = memos::latest_ids(context, actor, MAX_COMPARED)?;
            memos.iter().map(KnownName::id).collect()
        }
        Noun::Report => {
            let open = moderation::list_reported(context, actor, Filter::Open)?;
            let resolved = moderation::list_reported(context, actor, Filter::Resolved)?;
            open.into_iter()
                .chain(resolved)
                .flat_map(|item| item.reports)
                .map(|shown| KnownName::id(&shown.report.id))
                .collect()
        }
        Noun::Suggestion => {
            let all = suggestions::list(context, actor, suggestions::Filter::All)?;
            all.into_iter().map(|shown| KnownName::id(&shown.suggestion.id)).collect()
        }
        Noun::Payout => {
            let payouts = prize::list_payouts(context, actor, None)?;
            payouts.into_iter().map(|shown| KnownName::id(&shown.payout.id)).collect()
        }
        Noun::Mail => {
            let mails = outbox::list(context, actor, None, MAX_COMPARED)?;
            mails.into_iter().map(|mail| KnownName::id(&mail.id)).collect()
        }
        Noun::Webhook => {
            let all = webhooks::list(context, actor)?.into_iter();
            all.map(|shown| KnownName::id(&shown.webhook.id)).collect()
        }
    })
}

fn candidate_members(context: &Context, actor: &Actor) -> Result<Vec<KnownName>> {
    let accounts = members::list(context, actor)?.into_iter().map(|member| member.account);
    let names = |account: Account| {
        let username = account.username.as_str();
        [
            KnownName::word(username),
            KnownName::new(account.email.as_str(), &username),
            KnownName::new(account.name.as_str(), &username),
        ]
    };
    Ok(accounts.flat_map(names).collect())
}

/// Sessions of the member that the request names.
fn candidate_sessions(
    context: &Context,
    actor: &Actor,
    names: &[(Noun, String)],
) -> Result<Vec<KnownName>> {
    let Some((_, member)) = names.iter().find(|(noun, _)| *noun == Noun::Member) else {
        return Ok(Vec::new());
    };
    let sessions = members::sessions::list(context, actor, members::find(context, actor, member)?)?;
    Ok(sessions.into_iter().map(|session| KnownName::id(&session.id)).collect())
}

/// Keys of the book that the request names.
fn candidate_questions(context: &Context, names: &[(Noun, String)]) -> Result<Vec<KnownName>> {
    let Some((_, book)) = names.iter().find(|(noun, _)| *noun == Noun::Book) else {
        return Ok(Vec::new());
    };
    let questions = books::questions(context, super::books::id(book)?)?;
    Ok(questions.into_iter().map(|asked| KnownName::word(asked.key.as_str())).collect())
}

#[cfg(test)]
mod tests {
    use super::{KnownName, nearest};

    #[test]
    fn mistyped_name_finds_its_nearest() {
        let known = [
            KnownName::word("mara"),
            KnownName::new("Mara Lindqvist", &"mara"),
            KnownName::word("otto"),
            KnownName::new("A year in ink", &"01kbn4"),
            KnownName::id(&"01kbn4"),
            KnownName::new("A year in pencil", &"01kzz7"),
            KnownName::id(&"01kzz7"),
        ];
        for (typed, meant) in [
            ("marra", Some("mara")),
            ("OTTO", Some("otto")),
            ("a year in inc", Some("01kbn4")),
            ("a ye", None),
            ("01kb", Some("01kbn4")),
            ("01k", None),
            ("lindqvist", Some("mara")),
            ("pencil", Some("01kzz7")),
            ("year", None),
            ("nk", None),
            ("kbn", None),
            ("zebra", None),
        ] {
            let found = nearest(typed, &known).map(|known| known.typed.as_str());
            assert_eq!(found, meant, "{typed}");
        }
    }
}
