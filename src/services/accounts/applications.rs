//! Applications of new members, where the settings say that an admin accepts them.

use crate::context::Context;
use crate::domain::account::Account;
use crate::domain::application::{Application, Decision};
use crate::domain::audit::AuditAction;
use crate::domain::id::AccountId;
use crate::domain::item::Item;
use crate::domain::message::Message;
use crate::domain::policy::{self, Actor};
use crate::error::{Error, Required, Result};
use crate::mail::MailContent;
use crate::services::operations::{audit, outbox};
use crate::store::WriteTx;

use super::members;

/// Application with the account of the applicant.
#[derive(Clone, Debug)]
pub struct Applicant {
    pub account: Account,
    pub application: Application,
}

/// Lists the applications that wait for a decision, oldest first.
pub fn list(context: &Context, actor: &Actor) -> Result<Vec<Applicant>> {
    policy::may_administrate(actor)?;
    let tx = context.read()?;
    let mut waiting = Vec::new();
    for (id, application) in tx.applications()? {
        let account = tx.account(id)?.filter(|account| !account.disabled);
        if let Some(account) = account.filter(|_| application.is_waiting()) {
            waiting.push(Applicant { account, application });
        }
    }
    Ok(waiting)
}

/// Accepts or declines an applicant, who is told by mail, and on the next visit. The account of a declined one is disabled.
pub fn decide(
    context: &Context,
    actor: &Actor,
    applicant: AccountId,
    is_accepted: bool,
) -> Result<Applicant> {
    context.write_as(actor, policy::may_administrate, |tx, actor| {
        let account = members::load(tx, applicant)?;
        let before = tx.application(applicant)?.required(Item::Application)?;
        if !before.is_waiting() {
            return Err(Error::Conflict {
                field: None,
                message: Message::new(
                    "application-decided",
                    "Somebody has already decided on this application.",
                ),
            });
        }
        if account.disabled {
            return Err(members::DISABLED);
        }
        let decision = Some(Decision { is_accepted, made_at: context.now() });
        let application = Application { decision, ..before };
        tx.put_application(applicant, &application)?;
        let action =
            if is_accepted { AuditAction::AcceptMember } else { AuditAction::DeclineMember };
        audit::record(context, tx, actor, action, format!("member {applicant}"), String::new())?;
        notify(context, tx, &account, is_accepted)?;
        let account =
            if is_accepted { account } else { members::disable_in(context, tx, account)? };
        Ok(Applicant { account, application })
    })
}

/// The acting member's own application; `None` if there is none, or its outcome was seen.
pub fn get_own(context: &Context, actor: &Actor) -> Result<Option<Application>> {
    let member = policy::member(actor)?;
    Ok(context.read()?.application(member)?)
}

/// Removes the acting member's own application once it is accepted and the member has seen so.
pub fn dismiss_own(context: &Context, actor: &Actor) -> Result<()> {
    policy::member(actor)?;
    context.write_as_reloaded(actor, |tx, actor| {
        let member = policy::member(actor)?;
        if tx.application(member)?.is_some_and(|application| !application.is_waiting()) {
            tx.remove_application(member)?;
        }
        Ok(())
    })
}

/// Mails the decision, unless the address is unverified: it may be a stranger's.
fn notify(
    context: &Context,
    tx: &mut WriteTx,
    applicant: &Account,
    is_accepted: bool,
) -> Result<()> {
    if !applicant.email_verified {
        return Ok(());
    }
    let name = applicant.name.as_str();
    let link = &format!("{}/library", context.config().public_url);
    let message = if is_accepted {
        MailContent::ApplicationAccepted { name, link }
    } else {
        MailContent::ApplicationDeclined { name }
    };
    outbox::enqueue_unlimited(context, tx, &applicant.email, &message)
}
