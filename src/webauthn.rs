//! WebAuthn relying party: the two ceremonies by which a browser registers a passkey, and proves that its user has one.
//!
//! Every passkey is discoverable, so that the browser finds it without a username, and every proof requires that the device has
//! verified its user, by a PIN or a fingerprint: a passkey is two factors by itself.

use serde_json::Value;
use url::Url;
use webauthn_rs::prelude::{
    CreationChallengeResponse, DiscoverableAuthentication, Passkey as Credential,
    PasskeyRegistration, PublicKeyCredential, RegisterPublicKeyCredential, Uuid, Webauthn,
    WebauthnBuilder, WebauthnError,
};

use crate::domain::account::Account;
use crate::domain::passkey::Passkey;
use crate::error::{Error, Result};

/// Reason why a browser's response was not accepted, for the log.
#[derive(Debug, thiserror::Error)]
pub(crate) enum ResponseError {
    #[error("not a WebAuthn response: {0}")]
    Shape(#[from] serde_json::Error),
    #[error(transparent)]
    Ceremony(#[from] WebauthnError),
}

/// The community as browsers and authenticators know it: by its origin.
pub(crate) struct RelyingParty(Webauthn);

/// Credential that was just registered.
pub(crate) struct NewCredential {
    pub(crate) id: Vec<u8>,
    /// Public key and counter, as JSON.
    pub(crate) credential: String,
}

impl RelyingParty {
    /// Relying party of the community at this origin, which is https or localhost.
    pub(crate) fn at(origin: &Url, community: &str) -> Result<Self> {
        let id = origin.domain().unwrap_or_default();
        let builder = WebauthnBuilder::new(id, origin).map_err(internal)?;
        builder.rp_name(community).build().map(Self).map_err(internal)
    }

    /// Options for `navigator.credentials.create`, and the state with which [`Self::finish_registration`] checks the response.
    pub(crate) fn begin_registration(
        &self,
        account: &Account,
        known: &[Passkey],
    ) -> Result<(Value, PasskeyRegistration)> {
        let user = Uuid::from_bytes(*account.id.as_bytes());
        let exclude = known.iter().map(|passkey| passkey.credential_id.clone()).collect();
        let (username, name) = (account.username.as_str(), account.name.as_str());
        let begun = self.0.start_passkey_registration(user, username, name, Some(exclude));
        let (CreationChallengeResponse { public_key }, state) = begun.map_err(internal)?;
        let mut options = serde_json::to_value(public_key).map_err(internal)?;
        // The library leaves it to the authenticator. A passkey that is not discoverable could not sign in without a username.
        options["authenticatorSelection"]["residentKey"] = "required".into();
        options["authenticatorSelection"]["requireResidentKey"] = true.into();
        Ok((options, state))
    }

    /// Checks the browser's response to [`Self::begin_registration`].
    pub(crate) fn finish_registration(
        &self,
        response: Value,
        state: &PasskeyRegistration,
    ) -> Result<NewCredential, ResponseError> {
        let response: RegisterPublicKeyCredential = serde_json::from_value(response)?;
        let credential = self.0.finish_passkey_registration(&response, state)?;
        let id = credential.cred_id().clone();
        Ok(NewCredential { id, credential: serde_json::to_string(&credential)? })
    }

    /// Options for `navigator.credentials.get`, and the state with which [`Self::finish_proof`] checks the response.
    pub(crate) fn begin_authentication(&self) -> Result<(Value, DiscoverableAuthentication)> {
        let (options, state) = self.0.start_discoverable_authentication().map_err(internal)?;
        Ok((serde_json::to_value(options.public_key).map_err(internal)?, state))
    }

    /// Checks the browser's response to [`Self::begin_authentication`] against the passkey that it names. Returns the credential with its new
    /// counter.
    pub(crate) fn finish_proof(
        &self,
        response: &Response,
        state: DiscoverableAuthentication,
        passkey: &Passkey,
    ) -> Result<String, ResponseError> {
        let mut credential: Credential = serde_json::from_str(&passkey.credential)?;
        let proof =
            self.0.finish_discoverable_authentication_v2(&response.0, state, &credential)?;
        credential.update_credential(&proof);
        Ok(serde_json::to_string(&credential)?)
    }
}

/// A browser's response that claims to prove a passkey.
pub(crate) struct Response(PublicKeyCredential);

impl Response {
    pub(crate) fn parse(response: Value) -> Result<Self, ResponseError> {
        Ok(Self(serde_json::from_value(response)?))
    }

    /// Id of the credential that the response names.
    pub(crate) fn credential_id(&self) -> &[u8] {
        self.0.get_credential_id()
    }

    /// Whether the response names this passkey's account as its user.
    pub(crate) fn is_of(&self, passkey: &Passkey) -> bool {
        self.0.get_user_unique_id() == Some(passkey.account.as_bytes())
    }
}

fn internal(error: impl std::error::Error + Send + Sync + 'static) -> Error {
    Error::Internal(Box::new(error))
}
