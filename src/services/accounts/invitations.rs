//! Invitations: made, listed and withdrawn by those who may invite, looked up and used by those who are invited.

use std::time::Duration;

use crate::context::Context;
use crate::domain::account::Account;
use crate::domain::audit::AuditAction;
use crate::domain::author::Author;
use crate::domain::book::Book;
use crate::domain::client_address::ClientAddress;
use crate::domain::id::{AccountId, BookId, InvitationId};
use crate::domain::invitation::{
    Card, Invitation, InvitationState, InvitedBy, InvitedRole, NewInvitation,
};
use crate::domain::item::Item;
use crate::domain::message::Message;
use crate::domain::policy::{self, Actor, Denied};
use crate::domain::time::Timestamp;
use crate::domain::typed_code::InvitationCode;
use crate::error::{Error, Required, Result};
use crate::press::cards::{self, CardSheet};
use crate::services::books;
use crate::services::operations::audit;
use crate::store::{ReadTx, WriteTx};

use super::appointments;

const UNKNOWN: Message = Message::new(
    "invitation-unknown",
    "There is no invitation with this code. Please compare it with your card or link.",
);

/// Maximum number of invitations that can be used, and of those by one keeper.
const MAX_INVITATIONS: usize = 1_000;
const MAX_INVITATIONS_OF_KEEPER: usize = 100;

/// Minimum age of an ended invitation that is removed.
const RETENTION: Duration = Duration::from_hours(400 * 24);

/// Invitation with the names of what it refers to.
#[derive(Clone, Debug)]
pub struct InvitationDetails {
    pub invitation: Invitation,
    pub state: InvitationState,
    /// Member who invites; `None` for the operator.
    pub by: Option<Author>,
    pub book: Option<Book>,
}

/// Creates an invitation.
pub fn add(context: &Context, actor: &Actor, new: NewInvitation) -> Result<InvitationDetails> {
    let gives_role = new.role != InvitedRole::Member;
    policy::may_invite(actor, new.book, gives_role)?;
    let new = new.validated().map_err(|(field, message)| Error::invalid(field, message))?;
    let code = || Ok::<_, Error>(InvitationCode::new(context.random()?));
    let codes: Vec<InvitationCode> = (0..new.cards).map(|_| code()).collect::<Result<_>>()?;
    context.write_as_reloaded(actor, |tx, actor| {
        policy::may_invite(actor, new.book, gives_role)?;
        if let Some(book) = new.book {
            books::find(tx, book)?;
        }
        refuse_too_many(context, tx, actor)?;
        let created_at = context.now();
        let invitation = Invitation {
            id: InvitationId::new(created_at, context.random()?),
            by: policy::member(actor).ok(),
            created_at,
            expires_at: expiry(context, &new, created_at)?,
            cards: codes
                .into_iter()
                .map(|code| Card { code, max_uses: new.uses, uses: 0 })
                .collect(),
            name: new.name,
            book: new.book,
            role: new.role,
            revoked_at: None,
        };
        tx.put_invitation(&invitation)?;
        record(context, tx, actor, AuditAction::AddInvitation, &invitation)?;
        load_details(context, tx, invitation)
    })
}

/// Refuses another invitation if there are too many that can be used, or too many by the actor, who is no admin.
fn refuse_too_many(context: &Context, tx: &ReadTx, actor: &Actor) -> Result<()> {
    let now = context.now();
    let mut usable = tx.invitations()?;
    usable.retain(|known| known.state(now) == InvitationState::Usable);
    let own = policy::member(actor).ok();
    let of_actor = usable.iter().filter(|known| known.by == own).count();
    let message = if usable.len() >= MAX_INVITATIONS {
        Message::new(
            "too-many-invitations",
            "There are {max} usable invitations already. Please withdraw some of them.",
        )
        .with("max", MAX_INVITATIONS)
    } else if of_actor >= MAX_INVITATIONS_OF_KEEPER && policy::may_administrate(actor).is_err() {
        Message::new(
            "too-many-own-invitations",
            "You have {max} usable invitations already. Please withdraw some of them.",
        )
        .with("max", MAX_INVITATIONS_OF_KEEPER)
    } else {
        return Ok(());
    };
    Err(Error::Conflict { field: None, message })
}

/// Lists the invitations that the actor could have made, newest first: all for an admin.
pub fn list(context: &Context, actor: &Actor) -> Result<Vec<InvitationDetails>> {
    policy::kept_books(actor)?;
    let tx = context.read()?;
    let mut all = tx.invitations()?;
    all.retain(|invitation| may_manage(actor, invitation).is_ok());
    all.into_iter().map(|invitation| load_details(context, &tx, invitation)).collect()
}

/// Withdraws an invitation: none of its codes creates an account any more. Repeating it changes nothing.
pub fn revoke(context: &Context, actor: &Actor, id: InvitationId) -> Result<InvitationDetails> {
    policy::kept_books(actor)?;
    context.write_as_reloaded(actor, |tx, actor| {
        let invitation = find_managed(tx, actor, id)?;
        if invitation.revoked_at.is_some() {
            return load_details(context, tx, invitation);
        }
        let invitation = Invitation { revoked_at: Some(context.now()), ..invitation };
        tx.put_invitation(&invitation)?;
        record(context, tx, actor, AuditAction::RevokeInvitation, &invitation)?;
        load_details(context, tx, invitation)
    })
}

/// Loads an invitation.
pub fn get(context: &Context, actor: &Actor, id: InvitationId) -> Result<InvitationDetails> {
    policy::kept_books(actor)?;
    let tx = context.read()?;
    load_details(context, &tx, find_managed(&tx, actor, id)?)
}

/// Loads an invitation that the actor could have made; any other is [`Error::NotFound`].
fn find_managed(tx: &ReadTx, actor: &Actor, id: InvitationId) -> Result<Invitation> {
    policy::kept_books(actor)?;
    let found = tx.invitation(id)?;
    found.filter(|found| may_manage(actor, found).is_ok()).required(Item::Invitation)
}

fn may_manage(actor: &Actor, invitation: &Invitation) -> Result<(), Denied> {
    policy::may_invite(actor, invitation.book, invitation.role != InvitedRole::Member)
}

/// Typesets the cards of an invitation that were not used yet, as sheets to print and cut.
///
/// # Errors
/// If no card can be used.
pub fn typeset_cards(context: &Context, actor: &Actor, id: InvitationId) -> Result<Vec<u8>> {
    let InvitationDetails { invitation, state, by, book } = get(context, actor, id)?;
    if state != InvitationState::Usable {
        return Err(Error::Conflict {
            field: None,
            message: Message::new(
                "invitation-without-cards",
                "No card of this invitation can be used any more.",
            ),
        });
    }
    let config = context.config();
    let usable = invitation.cards.iter().filter(|card| !card.is_used_up());
    let sheet = CardSheet {
        community: config.community.clone(),
        address: sign_up_address(&config.public_url),
        invited_by: by.map(|author| author.name),
        book: book.map(|book| book.name),
        expires: invitation.expires_at.map(|moment| date(context, moment)).transpose()?,
        cards: usable
            .map(|card| cards::Card { code: card.code.to_string(), link: link(context, card.code) })
            .collect(),
    };
    Ok(cards::typeset(&context.sandbox, &sheet)?)
}

/// End of the last day of an invitation, in the community's time zone: it works on the day that its cards name.
fn expiry(context: &Context, new: &NewInvitation, now: Timestamp) -> Result<Option<Timestamp>> {
    let Some(last) = new.last_day(now) else { return Ok(None) };
    let end = context.config().time_zone.end_of_day(last);
    end.map(Some).map_err(|error| Error::Internal(Box::new(error)))
}

/// Date of a moment in words: `31 December 2026`.
fn date(context: &Context, moment: Timestamp) -> Result<String> {
    let date = context.config().time_zone.date(moment);
    let date = date.map_err(|error| Error::Internal(Box::new(error)))?;
    Ok(date.strftime("%-d %B %Y").to_string())
}

/// Link with which the account of an invited member is created.
pub fn link(context: &Context, code: InvitationCode) -> String {
    format!("{}/signup?invitation={code}", context.config().public_url)
}

/// Address of the sign-up page as people type it.
fn sign_up_address(public_url: &str) -> String {
    let address = public_url.split_once("://").map_or(public_url, |(_, address)| address);
    format!("{}/signup", address.trim_end_matches('/'))
}

/// Loads the usable invitation of this code for somebody who has no account yet.
pub fn look_up(context: &Context, from: ClientAddress, code: &str) -> Result<InvitationDetails> {
    context.rate_limits.check_lookup(from)?;
    let tx = context.read()?;
    check(context, &tx, code)?;
    load_details(context, &tx, find(&tx, code)?.1)
}

/// Checks that the code can create an account, without using it.
pub(super) fn check(context: &Context, tx: &ReadTx, code: &str) -> Result<()> {
    redeem(context, tx, code).map(drop)
}

/// Counts a use of the code by a new member, and gives them its role; returns the book that it leads to. Call it in the transaction that creates the account, so
/// that two people cannot share the last use.
pub(super) fn consume(
    context: &Context,
    tx: &mut WriteTx,
    code: &str,
    member: AccountId,
) -> Result<Option<BookId>> {
    let redeemed = redeem(context, tx, code)?;
    tx.put_invitation(&redeemed)?;
    tx.put_invited_by(member, InvitedBy { invitation: redeemed.id, by: redeemed.by })?;
    if let (Some(book), InvitedRole::Member) = (redeemed.book, redeemed.role) {
        let account = tx.account(member)?.required(Item::Member)?;
        tx.put_account(&Account { invited_to: Some(book), ..account })?;
    }
    // The book may have been removed.
    let book = match redeemed.book {
        Some(book) => tx.book(book)?.map(|book| book.id),
        None => None,
    };
    if let Some(role) = redeemed.appointment()
        && book == redeemed.book
    {
        appointments::appoint_newcomer(context, tx, (redeemed.by, member), role)?;
    }
    Ok(book)
}

/// Withdraws the invitations by a member that their account, as it is now, may not make.
pub(in crate::services) fn revoke_forbidden(
    context: &Context,
    tx: &mut WriteTx,
    member: AccountId,
) -> Result<()> {
    let actor = match tx.account(member)? {
        Some(account) => tx.actor_of(&account)?,
        None => Actor::Visitor,
    };
    for invitation in tx.invitations()? {
        let is_forbidden = may_manage(&actor, &invitation).is_err();
        if invitation.by == Some(member) && invitation.revoked_at.is_none() && is_forbidden {
            let revoked_at = Some(context.now());
            tx.put_invitation(&Invitation { revoked_at, ..invitation })?;
        }
    }
    Ok(())
}

/// Removes invitations that ended long ago. The names of those who invited stay with the members.
pub(in crate::services) fn remove_ended(tx: &mut WriteTx, now: Timestamp) -> Result<()> {
    for invitation in tx.invitations()? {
        let is_old = now.since(invitation.created_at) > RETENTION;
        if is_old && invitation.state(now) != InvitationState::Usable {
            tx.remove_invitation(&invitation)?;
        }
    }
    Ok(())
}

/// The invitation after a use of the code.
fn redeem(context: &Context, tx: &ReadTx, code: &str) -> Result<Invitation> {
    let (code, invitation) = find(tx, code)?;
    let redeemed = invitation.redeemed(code, context.now());
    redeemed.map_err(|message| Error::invalid("invitation", message))
}

fn find(tx: &ReadTx, code: &str) -> Result<(InvitationCode, Invitation)> {
    let unknown = || Error::invalid("invitation", UNKNOWN);
    let code: InvitationCode = code.parse().map_err(|_| unknown())?;
    Ok((code, tx.invitation_by_code(code)?.ok_or_else(unknown)?))
}

fn load_details(
    context: &Context,
    tx: &ReadTx,
    invitation: Invitation,
) -> Result<InvitationDetails> {
    let by = match invitation.by {
        Some(by) => Some(Author::of(tx.account(by)?.as_ref())),
        None => None,
    };
    let book = match invitation.book {
        Some(book) => tx.book(book)?,
        None => None,
    };
    Ok(InvitationDetails { state: invitation.state(context.now()), by, book, invitation })
}

fn record(
    context: &Context,
    tx: &mut WriteTx,
    actor: &Actor,
    action: AuditAction,
    invitation: &Invitation,
) -> Result<()> {
    let to = format!("invitation {}", invitation.id);
    let role = match invitation.role {
        InvitedRole::Member => String::new(),
        role => format!(" (as {})", role.as_str()),
    };
    audit::record(
        context,
        tx,
        actor,
        action,
        to,
        format!("{}{role}", invitation.name).trim().to_owned(),
    )
}
