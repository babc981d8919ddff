//! A member's addresses for posting by mail: one by their name, and a secret one that can be renewed or turned off.

use crate::context::Context;
use crate::domain::id::AccountId;
use crate::domain::message::Message;
use crate::domain::policy::{self, Actor};
use crate::domain::post_address::{MailSecret, OwnMailSecret};
use crate::domain::time::Timestamp;
use crate::error::{Error, Result};
use crate::services::accounts;

const OFF: Error = Error::Conflict {
    field: None,
    message: Message::new("posting-by-mail-off", "Posting by email is turned off here."),
};

/// Beginnings of a member's addresses; a dot, a topic's code, and the host follow.
#[derive(Debug, PartialEq, Eq)]
pub struct Names {
    /// Accepts mails from the member's own address; `None` where the sender cannot be verified.
    pub open: Option<String>,
    /// Accepts mails from anybody who knows it.
    pub secret: Option<SecretName>,
}

#[derive(Debug, PartialEq, Eq)]
pub struct SecretName {
    pub name: String,
    pub made_at: Timestamp,
}

/// Addresses of the member.
pub fn names(context: &Context, actor: &Actor, claimed: AccountId) -> Result<Names> {
    let member = policy::acts_as(actor, claimed)?;
    let own = context.read()?.mail_secret(member)?;
    describe(context, actor, own)
}

/// Replaces the secret address; the previous one stops working.
pub fn renew(context: &Context, actor: &Actor, claimed: AccountId) -> Result<Names> {
    let member = policy::may_submit(actor, claimed)?;
    if !context.config().mail.inbound.is_on() {
        return Err(OFF);
    }
    context.rate_limits.check_change(member)?;
    let own = OwnMailSecret { secret: MailSecret::new(context.random()?), made_at: context.now() };
    context.write_as_reloaded(actor, |tx, actor| {
        policy::may_submit(actor, member)?;
        Ok(tx.put_mail_secret(member, &own)?)
    })?;
    describe(context, actor, Some(own))
}

/// Turns the secret address off.
pub fn remove(context: &Context, actor: &Actor, claimed: AccountId) -> Result<()> {
    let member = policy::acts_as(actor, claimed)?;
    context.rate_limits.check_change(member)?;
    context.write(|tx| Ok(tx.remove_mail_secret(member)?))
}

fn describe(context: &Context, actor: &Actor, own: Option<OwnMailSecret>) -> Result<Names> {
    let settings = &context.config().mail.inbound;
    if !settings.is_on() {
        return Ok(Names { open: None, secret: None });
    }
    let account = accounts::get_own(context, actor)?;
    let name = account.mail_name().key();
    let secret = own.map(|own| SecretName {
        name: format!("{name}+{}", own.secret.reveal()),
        made_at: own.made_at,
    });
    let is_open = !settings.authserv_id.is_empty() && account.email_verified;
    Ok(Names { open: is_open.then_some(name), secret })
}
