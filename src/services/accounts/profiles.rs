//! Profile of a member: name, handedness, tablets and languages.

use crate::context::Context;
use crate::domain::account::{Account, Name};
use crate::domain::id::AccountId;
use crate::domain::item::Item;
use crate::domain::policy::{self, Actor, Denied};
use crate::domain::profile::Profile;
use crate::domain::role_grants::RoleGrants;
use crate::domain::secret::Secret;
use crate::domain::session::TicketPurpose;
use crate::error::{Error, Required, Result};

use super::sessions;

/// Account of a member, and what the member looks after.
#[derive(Clone, Debug)]
pub struct OwnProfile {
    pub account: Account,
    pub grants: RoleGrants,
}

/// Loads the profile of `owner`, for the member or an admin.
pub fn profile_of(context: &Context, actor: &Actor, owner: AccountId) -> Result<OwnProfile> {
    policy::may_see_all_of(actor, owner)?;
    let tx = context.read()?;
    let account = tx.account(owner)?.required(Item::Profile)?;
    Ok(OwnProfile { account, grants: tx.role_grants(owner)? })
}

/// Fields of the profile form, as they were sent.
#[derive(Clone, Debug, Default)]
pub struct ProfileForm {
    /// `None` from the form at sign-up, which has no such field.
    pub name: Option<String>,
    pub handedness: String,
    pub tablets: String,
    pub languages: String,
}

/// Saves the profile of `owner`, who is signed in or holds an onboarding ticket.
pub fn update(
    context: &Context,
    actor: &Actor,
    onboarding: Option<&Secret>,
    owner: AccountId,
    form: &ProfileForm,
) -> Result<OwnProfile> {
    let profile = Profile::parse(&form.handedness, &form.tablets, &form.languages)?;
    let name = form.name.as_deref().map(Name::parse).transpose();
    let name = name.map_err(|words| Error::invalid("name", words))?;
    self_or_onboarding(context, &*context.read()?, actor, onboarding, owner)?;
    context.rate_limits.check_change(owner)?;
    context.write(|tx| {
        let mut account = self_or_onboarding(context, tx, actor, onboarding, owner)?;
        account.profile = profile;
        if let Some(name) = name {
            super::rename(context, tx, &mut account, name)?;
        }
        tx.put_account(&account)?;
        Ok(OwnProfile { account, grants: tx.role_grants(owner)? })
    })
}

/// Loads the account of `owner`, who is signed in or holds an onboarding ticket.
pub(in crate::services) fn self_or_onboarding(
    context: &Context,
    tx: &crate::store::ReadTx,
    actor: &Actor,
    onboarding: Option<&Secret>,
    owner: AccountId,
) -> Result<Account> {
    if let Some(ticket) = onboarding {
        let account = sessions::account_of_ticket(context, tx, ticket, TicketPurpose::Onboarding)?;
        if let Some(account) = account.filter(|account| account.id == owner) {
            return Ok(account);
        }
    }
    policy::may_change_account(&tx.reload_actor(actor)?, owner)?;
    tx.account(owner)?.ok_or(Error::Denied(Denied::SignInRequired))
}
