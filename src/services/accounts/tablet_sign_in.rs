//! Signing a tablet in without typing a password on it: the tablet shows a QR code, and a phone that is signed in approves it.
//!
//! Both screens must show the same short code: the phone offers three, and only the tablet's is right. Without that, a stranger
//! could send the link of their own tablet to a member. State is in memory only: a restart forgets all requests.

use std::time::Duration;

use crate::context::Context;
use crate::domain::client_address::ClientAddress;
use crate::domain::id::{AccountId, SessionId};
use crate::domain::item::Item;
use crate::domain::message::Message;
use crate::domain::policy::{self, Actor};
use crate::domain::secret::{Secret, SecretHash};
use crate::domain::session::{Session, TicketPurpose};
use crate::domain::time::Timestamp;
use crate::domain::typed_code::{HandoffCode, MatchCode};
use crate::error::{Error, Result};
use crate::platform::ExpiringMap;

use super::sign_in::SignedIn;
use super::{acting, sessions};

/// Validity of a request.
const LIFETIME: Duration = Duration::from_mins(2);
/// Maximum number of tablets that wait at once.
const MAX_WAITING: usize = 256;
/// Number of codes that the phone offers.
const CHOICES: usize = 3;
/// Same error for unknown, used and expired codes, so that a guess reveals nothing.
const UNKNOWN: Error = Error::NotFound(Item::TabletCode);
const WRONG_CHOICE: Message = Message::new(
    "tablet-code-differs",
    "The tablet shows another code, so it was not signed in. Start again on the tablet if it is yours.",
);

/// Requests that have not expired, by their code.
type WaitingTablets = ExpiringMap<HandoffCode, WaitingTablet, Timestamp, MAX_WAITING>;

struct WaitingTablet {
    /// Hash of the tablet's secret, with which it fetches its session.
    secret: SecretHash,
    /// Codes that the phone offers, in an order that says nothing.
    choices: [MatchCode; CHOICES],
    /// Code that the tablet shows.
    shown: MatchCode,
    approved_by: Option<AccountId>,
}

/// Request that was just made by a tablet.
#[derive(Debug)]
pub struct TabletRequest {
    pub code: HandoffCode,
    /// Code that both screens must show.
    pub shown: MatchCode,
    /// Secret of the tablet.
    pub secret: Secret,
    /// URL that the phone opens.
    pub link: String,
    pub expires_at: Timestamp,
}

/// Makes a request for a tablet that nobody is signed in on.
pub fn begin(context: &Context, from: ClientAddress) -> Result<TabletRequest> {
    context.rate_limits.check_handoff(from)?;
    let code = HandoffCode::new(context.random()?);
    let choices = distinct_codes(context)?;
    let [place] = context.random::<1>()?;
    let shown = choices[usize::from(place) % CHOICES];
    let secret = context.secret()?;
    let now = context.now();
    let expires_at = now + LIFETIME;
    let tablet = WaitingTablet { secret: secret.hash(), choices, shown, approved_by: None };
    let mut waiting = context.state::<WaitingTablets>().lock(now);
    if waiting.is_full() {
        return Err(Error::Busy);
    }
    waiting.insert(code, tablet, expires_at);
    let link = format!("{}/tablet/{code}", context.config().public_url);
    Ok(TabletRequest { code, shown, secret, link, expires_at })
}

fn distinct_codes(context: &Context) -> Result<[MatchCode; CHOICES]> {
    loop {
        let codes = [(); CHOICES].map(|()| context.random().map(MatchCode::new));
        let [first, second, third] = codes;
        let codes = [first?, second?, third?];
        if codes[0] != codes[1] && codes[1] != codes[2] && codes[0] != codes[2] {
            return Ok(codes);
        }
    }
}

/// Codes that a signed-in member chooses from, on the phone. Counts as an attempt to guess a request's code.
pub fn choices(
    context: &Context,
    actor: &Actor,
    from: ClientAddress,
    code: &str,
) -> Result<Vec<MatchCode>> {
    policy::member(actor)?;
    context.rate_limits.check_handoff(from)?;
    with_waiting(context, code, |tablet| tablet.choices.to_vec())
}

/// Signs the tablet in as the acting member, if they have chosen the code that it shows. Any other choice ends the request.
pub fn approve(
    context: &Context,
    actor: &Actor,
    from: ClientAddress,
    code: &str,
    choice: &str,
) -> Result<()> {
    let member = policy::member(actor)?;
    context.rate_limits.check_handoff(from)?;
    acting(&*context.read()?, member)?;
    let is_right = with_waiting(context, code, |tablet| {
        let is_right = choice.parse() == Ok(tablet.shown);
        tablet.approved_by = is_right.then_some(member);
        is_right
    })?;
    if is_right {
        return Ok(());
    }
    context.state::<WaitingTablets>().lock(context.now()).remove(&parse(code)?);
    Err(Error::invalid("choice", WRONG_CHOICE))
}

/// Session of the tablet, once it is approved; `None` while it waits. The session is returned once.
pub fn claim(context: &Context, code: &str, secret: &str) -> Result<Option<SignedIn>> {
    let code = parse(code)?;
    let member = {
        let mut waiting = context.state::<WaitingTablets>().lock(context.now());
        let own = Secret::claimed(secret).hash();
        let tablet = waiting.get_mut(&code).filter(|tablet| tablet.secret == own);
        let Some(member) = tablet.ok_or(UNKNOWN)?.approved_by else { return Ok(None) };
        waiting.remove(&code);
        member
    };
    begin_session(context, member).map(Some)
}

/// Begins a session without a password: what needs one that was given just now needs it first.
fn begin_session(context: &Context, member: AccountId) -> Result<SignedIn> {
    let (session, receipt) = (context.secret()?, context.secret()?);
    context.write(|tx| {
        let account = acting(tx, member)?;
        let now = context.now();
        let password_at = Timestamp { seconds: 0, nanoseconds: 0 };
        let id = SessionId::new(now, context.random()?);
        let begun = Session { id, account: member, created_at: now, used_at: now, password_at };
        tx.put_session(session.hash(), &begun)?;
        sessions::put_ticket(context, tx, &receipt, TicketPurpose::Receipt, Some(member))?;
        Ok(SignedIn { account, session, receipt })
    })
}

fn parse(code: &str) -> Result<HandoffCode> {
    code.parse().map_err(|_| UNKNOWN)
}

/// Calls `change` on the request that waits for an approval with this code.
fn with_waiting<T>(
    context: &Context,
    code: &str,
    change: impl FnOnce(&mut WaitingTablet) -> T,
) -> Result<T> {
    let code = parse(code)?;
    let mut waiting = context.state::<WaitingTablets>().lock(context.now());
    let waits = |found: &&mut WaitingTablet| found.approved_by.is_none();
    waiting.get_mut(&code).filter(waits).map(change).ok_or(UNKNOWN)
}
