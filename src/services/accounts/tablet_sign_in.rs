//! Signing a tablet in without typing a password on it: the tablet shows a QR code, and a phone that is signed in approves it.
//!
//! Both screens must show the same short code: the phone offers three, and only the tablet's is right. So a link that a stranger sends
//! does nothing unless the stranger also says which code to choose. State is in memory only: a restart forgets all requests.

use std::time::Duration;

use crate::context::Context;
use crate::domain::client_address::ClientAddress;
use crate::domain::item::Item;
use crate::domain::message::Message;
use crate::domain::policy::{self, Actor};
use crate::domain::secret::{Secret, SecretHash};
use crate::domain::session::TicketPurpose;
use crate::domain::time::Timestamp;
use crate::domain::typed_code::{HandoffCode, MatchCode};
use crate::error::{Error, Result};
use crate::platform::{ExpiringMap, ValidEntries};

use super::sessions::SessionContext;
use super::sign_in::SignedIn;
use super::{acting, sessions};

/// Validity of a request.
const LIFETIME: Duration = Duration::from_mins(2);
/// Maximum number of tablets that wait at once.
const MAX_WAITING: usize = 256;
/// Maximum number of those of one address: a class behind one router, twice.
const MAX_WAITING_OF_ADDRESS: usize = 64;
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
type LockedTablets<'a> = ValidEntries<'a, HandoffCode, WaitingTablet, Timestamp, MAX_WAITING>;

struct WaitingTablet {
    /// Hash of the tablet's secret, with which it fetches its session.
    secret: SecretHash,
    /// Codes that the phone offers, in an order that says nothing.
    choices: [MatchCode; CHOICES],
    /// Code that the tablet shows.
    shown: MatchCode,
    /// Address of the tablet.
    from: ClientAddress,
    /// Whether a phone has opened the request.
    is_opened: bool,
    /// Session of the phone that approved.
    approved_by: Option<SecretHash>,
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
    context.rate_limits.check_lookup(from)?;
    let code = HandoffCode::new(context.random()?);
    let choices = distinct_codes(context)?;
    let [place] = context.random::<1>()?;
    let shown = choices[usize::from(place) % CHOICES];
    let secret = context.secret()?;
    let now = context.now();
    let expires_at = now + LIFETIME;
    let (is_opened, approved_by) = (false, None);
    let tablet =
        WaitingTablet { secret: secret.hash(), choices, shown, from, is_opened, approved_by };
    let mut waiting = context.state::<WaitingTablets>().lock(now);
    make_room(&mut waiting, from)?;
    waiting.insert(code, tablet, expires_at);
    let link = format!("{}/tablet/{code}", context.config().public_url);
    Ok(TabletRequest { code, shown, secret, link, expires_at })
}

/// Removes the oldest request that no phone has opened, of this address if it has its share, and of any if there are too many.
fn make_room(waiting: &mut LockedTablets<'_>, from: ClientAddress) -> Result<()> {
    let of_address = waiting.values().filter(|tablet| tablet.from == from).count();
    let removed = if of_address >= MAX_WAITING_OF_ADDRESS {
        waiting.remove_first(|tablet| tablet.from == from && !tablet.is_opened)
    } else if waiting.is_full() {
        waiting.remove_first(|tablet| !tablet.is_opened)
    } else {
        return Ok(());
    };
    removed.map(drop).ok_or(Error::Busy)
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
pub fn choices(context: &Context, actor: &Actor, code: &str) -> Result<Vec<MatchCode>> {
    context.rate_limits.check_change(policy::member(actor)?)?;
    let mut waiting = context.state::<WaitingTablets>().lock(context.now());
    let waits = |found: &&mut WaitingTablet| found.approved_by.is_none();
    let tablet = waiting.get_mut(&parse(code)?).filter(waits).ok_or(UNKNOWN)?;
    tablet.is_opened = true;
    Ok(tablet.choices.to_vec())
}

/// Signs the tablet in as the acting member, if they have chosen the code that it shows. Any other choice ends the request.
pub fn approve(context: &Context, phone: &SessionContext, code: &str, choice: &str) -> Result<()> {
    let member = policy::member(&phone.actor)?;
    context.rate_limits.check_change(member)?;
    acting(&*context.read()?, member)?;
    let code = parse(code)?;
    // One lock for the choice and its consequence, so that there is no second guess in between.
    let mut waiting = context.state::<WaitingTablets>().lock(context.now());
    let waits = |found: &&mut WaitingTablet| found.approved_by.is_none();
    let tablet = waiting.get_mut(&code).filter(waits).ok_or(UNKNOWN)?;
    if choice.parse() == Ok(tablet.shown) {
        tablet.approved_by = Some(phone.session);
        return Ok(());
    }
    waiting.remove(&code);
    Err(Error::invalid("choice", WRONG_CHOICE))
}

/// Session of the tablet, once it is approved; `None` while it waits. The session is returned once.
pub fn claim(context: &Context, code: &str, secret: &str) -> Result<Option<SignedIn>> {
    let code = parse(code)?;
    let phone = {
        let mut waiting = context.state::<WaitingTablets>().lock(context.now());
        let own = Secret::from_untrusted(secret).hash();
        let tablet = waiting.get_mut(&code).filter(|tablet| tablet.secret == own);
        let Some(phone) = tablet.ok_or(UNKNOWN)?.approved_by else { return Ok(None) };
        waiting.remove(&code);
        phone
    };
    begin_session(context, phone).map(Some)
}

/// Begins a session of the phone's member, if the phone is still signed in.
fn begin_session(context: &Context, phone: SecretHash) -> Result<SignedIn> {
    let (session, receipt) = (context.secret()?, context.secret()?);
    context.write(|tx| {
        let now = context.now();
        let approving = tx.session(phone)?.filter(|session| session.is_alive(now));
        let member = approving.ok_or(UNKNOWN)?.account;
        let account = acting(tx, member)?;
        sessions::begin_without_password(context, tx, &session, member)?;
        sessions::put_ticket(context, tx, &receipt, TicketPurpose::Receipt, Some(member))?;
        Ok(SignedIn { account, session, receipt })
    })
}

fn parse(code: &str) -> Result<HandoffCode> {
    code.parse().map_err(|_| UNKNOWN)
}
