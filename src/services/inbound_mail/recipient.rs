//! Recipients of mails: resolves an address to a member and a topic or a question, and checks that a mail may become a post.

use subtle::ConstantTimeEq;

use crate::context::Context;
use crate::domain::account::Account;
use crate::domain::id::{AccountId, TopicId};
use crate::domain::mailed_answer::{ReplyAddress, parse_reply_address};
use crate::domain::policy::{self, Actor};
use crate::domain::post_address::{MailSecret, PostAddress};
use crate::error::Result;
use crate::mail::inbound::InboundMessage;
use crate::services::books::weekly_question;
use crate::services::threads::topics;

use super::{RejectReason, Rejection};

/// Mailboxes that every mail host must have (RFC 2142). Mails to them are discarded here: a front mail server handles them
/// itself.
const ROLE_ADDRESSES: [&str; 2] = ["postmaster", "abuse"];

/// Trust in the authentication of a mail's sender.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SenderTrust {
    /// The front mail server delivers the mail: its authentication results are trusted.
    Relay,
    /// Any client delivers the mail: only a secret address authenticates it.
    Untrusted,
}

/// Permission to post in a member's name.
pub(super) struct PostingGrant {
    pub(super) actor: Actor,
    pub(super) author: AccountId,
    pub(super) topic: TopicId,
}

/// Refuses a mail temporarily while posting by mail is off, so that it does not bounce for a setting that is yet to be made.
pub(super) fn refuse_while_off(context: &Context) -> Result<(), Rejection> {
    if context.config().mail.inbound.is_on() {
        return Ok(());
    }
    Err(Rejection::new(RejectReason::Off, "posting by mail is off: set `host` in [mail.inbound]"))
}

/// Checks whether a mail to this address may be accepted, before its content is sent.
pub fn accepts_recipient(context: &Context, trust: SenderTrust, to: &str) -> Result<(), Rejection> {
    find(context, trust, to).map(drop)
}

/// Checks that a mail may become a post of the member: the address was secret, or DMARC has passed for the member's own email.
pub(super) fn grant(
    context: &Context,
    message: &InboundMessage,
    found: &Poster,
) -> Result<PostingGrant, Rejection> {
    let settings = &context.config().mail.inbound;
    let is_the_members =
        message.from.as_ref().is_some_and(|from| from.key() == found.account.email.key());
    let is_proven = is_the_members && message.passes_dmarc(&settings.authserv_id);
    if !(found.by_secret || is_proven) {
        let words =
            "the sender is not authenticated: send from your own address, or to your secret one";
        return Err(Rejection::new(RejectReason::NotProven, words));
    }
    let author = policy::may_submit(&found.actor, found.account.id)
        .map_err(|_| Rejection::unknown_address())?;
    Ok(PostingGrant { actor: found.actor.clone(), author, topic: found.topic })
}

/// Purpose of an address.
pub(super) enum ResolvedRecipient {
    Topic(Poster),
    Question(Respondent),
}

/// Member and topic that an address names.
pub(super) struct Poster {
    account: Account,
    actor: Actor,
    topic: TopicId,
    by_secret: bool,
}

/// Member to whom a question was mailed with this address.
pub(super) struct Respondent {
    pub(super) account: Account,
    pub(super) actor: Actor,
    pub(super) address: ReplyAddress,
}

/// Finds the purpose of an address; `None` for role addresses and the empty one.
pub(super) fn find(
    context: &Context,
    trust: SenderTrust,
    to: &str,
) -> Result<Option<ResolvedRecipient>, Rejection> {
    refuse_while_off(context)?;
    let settings = &context.config().mail.inbound;
    let Some((local, host)) = to.rsplit_once('@') else {
        return if to.is_empty() || is_role_address(to) {
            Ok(None)
        } else {
            Err(Rejection::unknown_address())
        };
    };
    if !host.eq_ignore_ascii_case(&settings.host) {
        let words = "Relay access denied";
        return Err(Rejection::new(RejectReason::Elsewhere, words));
    }
    if is_role_address(local) {
        return Ok(None);
    }
    if let Some(secret) = parse_reply_address(local) {
        let found = respondent(context, &secret)?.map(ResolvedRecipient::Question);
        return Ok(Some(found.ok_or_else(Rejection::unknown_address)?));
    }
    let address = PostAddress::parse(local).ok_or_else(Rejection::unknown_address)?;
    let believes = trust == SenderTrust::Relay && !settings.authserv_id.is_empty();
    // Without an authenticated sender, the existence of a member is not revealed.
    if address.secret.is_none() && !believes {
        return Err(Rejection::unknown_address());
    }
    let found = poster(context, &address)?.map(ResolvedRecipient::Topic);
    Ok(Some(found.ok_or_else(Rejection::unknown_address)?))
}

fn is_role_address(local: &str) -> bool {
    ROLE_ADDRESSES.iter().any(|office| local.eq_ignore_ascii_case(office))
}

/// Finds the member and the topic of an address, if both exist, the secret is right and the member may post.
fn poster(context: &Context, address: &PostAddress) -> Result<Option<Poster>> {
    let tx = context.read()?;
    let Some(account) = tx.account_by_username(&address.username)? else { return Ok(None) };
    let actor = tx.actor_of(&account)?;
    let may = policy::may_submit(&actor, account.id).is_ok();
    let by_secret = match &address.secret {
        None => false,
        Some(claimed) => {
            let own = tx.mail_secret(account.id)?;
            let is_right = own.is_some_and(|own| {
                own.secret.reveal().as_bytes().ct_eq(claimed.reveal().as_bytes()).into()
            });
            if !is_right {
                return Ok(None);
            }
            true
        }
    };
    let topic = topics::find_code(&tx, address.topic.as_str());
    match topic {
        Ok(shown) if may => Ok(Some(Poster { account, actor, topic: shown.topic.id, by_secret })),
        Ok(_) | Err(crate::error::Error::NotFound(_)) => Ok(None),
        Err(error) => Err(error),
    }
}

/// Finds the member to whom a question was mailed with this secret, if they may still answer it.
fn respondent(context: &Context, secret: &MailSecret) -> Result<Option<Respondent>> {
    let tx = context.read()?;
    let Some(address) = tx.reply_address(secret.hash())? else { return Ok(None) };
    let is_expired = context.now().since(address.made_at) >= weekly_question::REPLY_RETENTION;
    let Some(account) = tx.account(address.member)?.filter(|_| !is_expired) else {
        return Ok(None);
    };
    let actor = tx.actor_of(&account)?;
    let may = policy::may_submit(&actor, account.id).is_ok();
    Ok(may.then_some(Respondent { account, actor, address }))
}
