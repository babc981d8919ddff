//! Operator API for invitations.

use std::sync::Arc;

use axum::Router;
use axum::extract::Path;
use axum::routing::{get, post};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde::{Deserialize, Serialize};

use crate::context::Context;
use crate::domain::invitation::{InvitationState, NewInvitation};
use crate::domain::time::Timestamp;
use crate::error::Error;
use crate::http::extractors::Json;
use crate::http::ids::{book_id, invitation_id};
use crate::services::accounts::invitations::{self, InvitationDetails};

use super::call::{Operator, Reply};
use super::nouns::Noun;

/// Invitation, as the command line shows it.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Invitation {
    pub id: String,
    pub name: String,
    /// `usable`, `used up`, `expired` or `revoked`.
    pub state: String,
    /// Name of the member who invites; null for the operator.
    pub by: Option<String>,
    pub created_at: String,
    pub expires_at: Option<String>,
    /// Name of the book that new members are shown first.
    pub book: Option<String>,
    /// Role of new members: `member`, `keeper` of the book, or `moderator`.
    pub role: String,
    pub cards: Vec<InvitationCard>,
}

/// Code of an invitation.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct InvitationCard {
    pub code: String,
    pub link: String,
    pub max_uses: u32,
    pub uses: u32,
}

/// Wanted invitation.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct InvitationOptions {
    pub name: String,
    pub uses: u32,
    pub cards: u32,
    pub days: Option<u32>,
    /// Id of the book that new members are shown first.
    pub book: Option<String>,
    /// Role of new members.
    pub role: String,
}

/// Cards as a PDF.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct CardsFile {
    base64: String,
}

impl CardsFile {
    /// Bytes of the file.
    ///
    /// # Errors
    /// If the server is of another version.
    pub fn pdf(&self) -> Result<Vec<u8>, base64::DecodeError> {
        STANDARD.decode(&self.base64)
    }
}

impl Invitation {
    fn of(context: &Context, details: InvitationDetails) -> Self {
        let InvitationDetails { invitation, state, by, book } = details;
        let card = |card: crate::domain::invitation::Card| InvitationCard {
            code: card.code.to_string(),
            link: invitations::link(context, card.code),
            max_uses: card.max_uses,
            uses: card.uses,
        };
        Self {
            id: invitation.id.to_string(),
            name: invitation.name,
            state: state_word(state).to_owned(),
            by: by.map(|author| author.name),
            created_at: invitation.created_at.to_rfc3339(),
            expires_at: invitation.expires_at.map(Timestamp::to_rfc3339),
            book: book.map(|book| book.name),
            role: invitation.role.as_str().to_owned(),
            cards: invitation.cards.into_iter().map(card).collect(),
        }
    }
}

fn state_word(state: InvitationState) -> &'static str {
    match state {
        InvitationState::Usable => "usable",
        InvitationState::UsedUp => "used up",
        InvitationState::Expired => "expired",
        InvitationState::Revoked => "revoked",
    }
}

pub(super) fn routes() -> Router<Arc<Context>> {
    let of_invitation = Router::new()
        .route("/", get(show_invitation))
        .route("/revoke", post(revoke_invitation))
        .route("/cards", get(typeset_cards));
    Router::new()
        .route("/api/operator/invitations", get(list_invitations).post(add_invitation))
        .nest("/api/operator/invitations/{invitation}", of_invitation)
}

async fn list_invitations(operator: Operator) -> Reply<Vec<Invitation>> {
    operator
        .run(|context, actor| {
            let all = invitations::list(context, actor)?.into_iter();
            Ok(all.map(|details| Invitation::of(context, details)).collect::<Vec<_>>())
        })
        .await
}

async fn add_invitation(
    operator: Operator,
    Json(options): Json<InvitationOptions>,
) -> Reply<Invitation> {
    let operator = operator.naming(Noun::Book, &options.book);
    operator
        .run(move |context, actor| {
            let InvitationOptions { name, uses, cards, days, book, role } = options;
            let book = book.as_deref().map(book_id).transpose()?;
            let role = role.parse().map_err(|words| Error::invalid("role", words))?;
            let new = NewInvitation { name, uses, cards, days, book, role };
            Ok(Invitation::of(context, invitations::add(context, actor, new)?))
        })
        .await
}

async fn show_invitation(operator: Operator, Path(id): Path<String>) -> Reply<Invitation> {
    let operator = operator.naming(Noun::Invitation, &id);
    operator
        .run(move |context, actor| {
            let details = invitations::get(context, actor, invitation_id(&id)?)?;
            Ok(Invitation::of(context, details))
        })
        .await
}

async fn revoke_invitation(operator: Operator, Path(id): Path<String>) -> Reply<Invitation> {
    let operator = operator.naming(Noun::Invitation, &id);
    operator
        .run(move |context, actor| {
            let details = invitations::revoke(context, actor, invitation_id(&id)?)?;
            Ok(Invitation::of(context, details))
        })
        .await
}

/// Cards that were not used yet, as a PDF.
async fn typeset_cards(operator: Operator, Path(id): Path<String>) -> Reply<CardsFile> {
    let operator = operator.naming(Noun::Invitation, &id);
    operator
        .run(move |context, actor| {
            let pdf = invitations::typeset_cards(context, actor, invitation_id(&id)?)?;
            Ok(CardsFile { base64: STANDARD.encode(pdf) })
        })
        .await
}
