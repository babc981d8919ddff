//! Member or address that a request comes from, by which its bodies are charged.

use std::sync::Arc;

use axum::http::{Extensions, HeaderMap};

use crate::body_budgets::BudgetOwner;
use crate::context::Context;
use crate::domain::client_address::ClientAddress;
use crate::domain::policy::{self, Actor};
use crate::domain::secret::Secret;
use crate::services::accounts::sessions;

use super::bearer::TokenActor;
use super::extractors::run_blocking;
use super::{client_ip, cookies};

/// API token, session cookie and client address of a request.
pub(super) struct Requester {
    token: Option<TokenActor>,
    session: Option<Secret>,
    address: ClientAddress,
}

impl Requester {
    pub(super) fn of(context: &Context, headers: &HeaderMap, extensions: &Extensions) -> Self {
        let config = context.config();
        Self {
            token: extensions.get().cloned(),
            session: cookies::session_in(&config, headers),
            address: client_ip::address_of(&config, headers, extensions),
        }
    }

    /// The member of the token, or the one whose session is cached, as it is after any extractor that needs a session; else the address.
    pub(super) fn sender(&self, context: &Context) -> BudgetOwner {
        if let Some(TokenActor(actor)) = &self.token {
            return self.sender_of(Some(actor.clone()));
        }
        let session = self.session.as_ref();
        self.sender_of(session.and_then(|session| sessions::cached_actor(context, session)))
    }

    /// The member of the session, which is read from the store if it is not cached; else the address.
    pub(super) async fn load_sender(&self, context: &Arc<Context>) -> BudgetOwner {
        let cached = self.sender(context);
        let (Some(session), BudgetOwner::Address(_)) = (self.session.clone(), cached) else {
            return cached;
        };
        let load = move |context: &Context| sessions::actor_for_cookie(context, &session);
        self.sender_of(run_blocking(context, load).await.ok())
    }

    fn sender_of(&self, actor: Option<Actor>) -> BudgetOwner {
        match actor.and_then(|actor| policy::member(&actor).ok()) {
            Some(account) => BudgetOwner::Account(account),
            None => BudgetOwner::Address(self.address),
        }
    }
}
