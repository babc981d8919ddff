//! Rate limits, against brute force and floods: by client address, by account, and by the pair of both.
//!
//! No one is locked out for good: tries are refilled with time, and from a location where a member has signed in before no
//! stranger elsewhere can use them up. Counts are kept in memory only: a restart, which no client can cause, resets them. Known
//! locations are also stored. Two limits have stored counts of their own: mails (`services::operations::mail_cap`) and wrong verification codes
//! (`domain::wrong_codes`).

mod known_locations;

use std::num::NonZeroU32;
use std::sync::Arc;
use std::time::Duration;

use crate::config;
use crate::domain::client_address::ClientAddress;
use crate::domain::id::AccountId;
use crate::domain::known_location::KnownLocation;
use crate::domain::message::Message;
use crate::domain::policy::{self, Actor};
use crate::domain::typed_code::GuestCode;
use crate::error::{Error, Result};
use crate::platform::clock::Clock;
use crate::platform::rate_limit::{RateLimit, RateLimited};
use crate::store::ReadTx;

use known_locations::{KnownLocations, LoginKey, login_key};

const TOO_MANY: Message =
    Message::new("too-many-tries", "Too many tries. Please wait {wait} and try again.");

/// Time within which all sign-in tries of an address are refilled, one by one.
const LOGIN_WINDOW: Duration = Duration::from_mins(10);
/// Time within which requests that create accounts or mails are refilled, one by one.
const REGISTRATION_WINDOW: Duration = Duration::from_hours(1);
/// Guests that may come with one link within [`GUESTS_WINDOW`], however many addresses they come from.
const MAX_GUESTS: NonZeroU32 = NonZeroU32::new(200).unwrap();
const GUESTS_WINDOW: Duration = Duration::from_hours(24);
/// Factor for name lookups, which are made while a name is typed.
const LOOKUPS_PER_TRY: u32 = 5;
/// Factor for searches of visitors, who may share an address, such as in a club.
const VISITORS_TOGETHER: u32 = 5;

/// Handoff codes that a member may open for phones within an hour, and forms that phones may send with them.
const MAX_HANDOFFS: NonZeroU32 = NonZeroU32::new(30).unwrap();

impl From<RateLimited> for Error {
    fn from(RateLimited { wait }: RateLimited) -> Self {
        Self::too_many(TOO_MANY, wait)
    }
}

/// All rate limits. Each check counts a try, or refuses it.
pub struct RateLimits {
    sign_ins: RateLimit<ClientAddress>,
    /// Keyed also by the number of successful sign-ins so far: each one resets the count.
    sign_ins_of_pair: RateLimit<(LoginKey, ClientAddress, u32)>,
    sign_ins_of_account: RateLimit<LoginKey>,
    known_locations: KnownLocations,
    registrations: RateLimit<ClientAddress>,
    guests: RateLimit<ClientAddress>,
    guests_of_link: RateLimit<GuestCode>,
    forgotten_passwords: RateLimit<ClientAddress>,
    links: RateLimit<ClientAddress>,
    handoffs: RateLimit<ClientAddress>,
    opened_handoffs: RateLimit<AccountId>,
    sent_handoffs: RateLimit<AccountId>,
    lookups: RateLimit<ClientAddress>,
    passwords: RateLimit<AccountId>,
    mails: RateLimit<AccountId>,
    usernames: RateLimit<AccountId>,
    posts: RateLimit<AccountId>,
    readings: RateLimit<AccountId>,
    memos: RateLimit<AccountId>,
    comments: RateLimit<AccountId>,
    likes: RateLimit<AccountId>,
    changes: RateLimit<AccountId>,
    plays: RateLimit<AccountId>,
    own_books: RateLimit<AccountId>,
    reports: RateLimit<AccountId>,
    searches: RateLimit<AccountId>,
    searches_of_visitors: RateLimit<ClientAddress>,
}

impl RateLimits {
    pub fn new(settings: &config::Limits, clock: &Arc<dyn Clock>) -> Self {
        let tries = settings.per_address;
        let lookups = times(tries, LOOKUPS_PER_TRY);
        let searches = settings.searches_per_minute;
        let minute = Duration::from_mins(1);
        Self {
            sign_ins: RateLimit::within(tries, LOGIN_WINDOW, clock),
            sign_ins_of_pair: RateLimit::each(10, minute, clock),
            sign_ins_of_account: RateLimit::each(100, minute / 6, clock),
            known_locations: KnownLocations::default(),
            registrations: RateLimit::within(tries, REGISTRATION_WINDOW, clock),
            guests: RateLimit::within(lookups, REGISTRATION_WINDOW, clock),
            guests_of_link: RateLimit::within(MAX_GUESTS, GUESTS_WINDOW, clock),
            forgotten_passwords: RateLimit::within(tries, REGISTRATION_WINDOW, clock),
            links: RateLimit::within(tries, LOGIN_WINDOW, clock),
            handoffs: RateLimit::within(tries, LOGIN_WINDOW, clock),
            opened_handoffs: RateLimit::within(MAX_HANDOFFS, REGISTRATION_WINDOW, clock),
            sent_handoffs: RateLimit::within(MAX_HANDOFFS, REGISTRATION_WINDOW, clock),
            lookups: RateLimit::within(lookups, LOGIN_WINDOW, clock),
            passwords: RateLimit::each(10, minute, clock),
            mails: RateLimit::each(10, minute * 6, clock),
            usernames: RateLimit::each(10, minute * 6, clock),
            posts: RateLimit::each(30, minute * 2, clock),
            readings: RateLimit::each(60, minute / 12, clock),
            // A form, or a whole book of questions at once, is a normal number.
            memos: RateLimit::each(600, minute / 60, clock),
            comments: RateLimit::each(20, minute / 6, clock),
            likes: RateLimit::each(60, minute / 60, clock),
            changes: RateLimit::each(60, minute / 60, clock),
            plays: RateLimit::each(240, minute / 60, clock),
            // Fewer than the wait queue of the typesetter has places, so that one member cannot block the others.
            own_books: RateLimit::each(6, minute / 2, clock),
            reports: RateLimit::each(20, minute * 3, clock),
            searches: RateLimit::within(searches, minute, clock),
            searches_of_visitors: RateLimit::within(
                times(searches, VISITORS_TOGETHER),
                minute,
                clock,
            ),
        }
    }

    /// Counts a try to sign in, successful or not. The narrowest limit is checked first, so that tries that it refuses do not
    /// use up the wider ones.
    pub(crate) fn check_sign_in(&self, from: ClientAddress, email: &str) -> Result<()> {
        let login_key = login_key(email);
        let sign_ins = self.known_locations.sign_ins(from, login_key);
        self.sign_ins_of_pair.check(&(login_key, from, sign_ins))?;
        self.sign_ins.check(&from)?;
        if sign_ins == 0 {
            self.sign_ins_of_account.check(&login_key)?;
        }
        Ok(())
    }

    /// Records a successful sign-in. Returns the account's known locations, to be stored.
    pub(crate) fn record_sign_in(&self, from: ClientAddress, email: &str) -> Vec<KnownLocation> {
        self.known_locations.record(from, login_key(email))
    }

    /// Restores the known locations of every account from the store.
    pub fn restore(&self, tx: &ReadTx) -> Result<()> {
        for account in tx.accounts()? {
            let places = tx.known_locations(account.id)?;
            if !places.is_empty() {
                self.known_locations.restore(login_key(account.email.as_str()), places);
            }
        }
        Ok(())
    }

    pub(crate) fn check_registration(&self, from: ClientAddress) -> Result<()> {
        Ok(self.registrations.check(&from)?)
    }

    /// Counts a try to become a guest of a book; many guests may share an address, such as in a club.
    pub(crate) fn check_guest(&self, from: ClientAddress) -> Result<()> {
        Ok(self.guests.check(&from)?)
    }

    /// Counts a new guest who comes with this link.
    pub(crate) fn check_guest_link(&self, code: GuestCode) -> Result<()> {
        Ok(self.guests_of_link.check(&code)?)
    }

    pub(crate) fn check_forgot_password(&self, from: ClientAddress) -> Result<()> {
        Ok(self.forgotten_passwords.check(&from)?)
    }

    /// Counts a try of the token in a mailed link.
    pub(crate) fn check_link(&self, from: ClientAddress) -> Result<()> {
        Ok(self.links.check(&from)?)
    }

    /// Counts a try of the handoff code of a tablet that waits for a phone.
    pub(crate) fn check_handoff(&self, from: ClientAddress) -> Result<()> {
        Ok(self.handoffs.check(&from)?)
    }

    /// Counts a handoff code that a member opens for a phone.
    pub(crate) fn check_handoff_start(&self, account: AccountId) -> Result<()> {
        Ok(self.opened_handoffs.check(&account)?)
    }

    /// Counts a form that a phone sends to a member's tablet.
    pub(crate) fn check_handoff_upload(&self, account: AccountId) -> Result<()> {
        Ok(self.sent_handoffs.check(&account)?)
    }

    /// Counts a lookup of a username or an invitation.
    pub(crate) fn check_lookup(&self, from: ClientAddress) -> Result<()> {
        Ok(self.lookups.check(&from)?)
    }

    /// Counts a password that a signed-in member gives again.
    pub(crate) fn check_password_proof(&self, account: AccountId) -> Result<()> {
        Ok(self.passwords.check(&account)?)
    }

    /// Counts a mail that a member requests, to any address.
    pub(crate) fn check_mail_request(&self, account: AccountId) -> Result<()> {
        Ok(self.mails.check(&account)?)
    }

    /// Counts a change of username. A username that is taken is reported as such, so this limits the enumeration of members,
    /// too.
    pub(crate) fn check_rename(&self, account: AccountId) -> Result<()> {
        Ok(self.usernames.check(&account)?)
    }

    /// Counts a post with a picture.
    pub(crate) fn check_post(&self, account: AccountId) -> Result<()> {
        Ok(self.posts.check(&account)?)
    }

    /// Counts a filled form that a member has read.
    pub(crate) fn check_reading(&self, account: AccountId) -> Result<()> {
        Ok(self.readings.check(&account)?)
    }

    /// Counts a submission of memos.
    pub(crate) fn check_submission(&self, account: AccountId) -> Result<()> {
        Ok(self.memos.check(&account)?)
    }

    /// Counts a comment on a post.
    pub(crate) fn check_comment(&self, account: AccountId) -> Result<()> {
        Ok(self.comments.check(&account)?)
    }

    /// Counts a change of a member's own content: publishing, describing, removing, restoring.
    pub(crate) fn check_change(&self, account: AccountId) -> Result<()> {
        Ok(self.changes.check(&account)?)
    }

    /// Counts a draw of a play or a request for a retry.
    pub(crate) fn check_play(&self, account: AccountId) -> Result<()> {
        Ok(self.plays.check(&account)?)
    }

    /// Counts a personal book.
    pub(crate) fn check_personal_book(&self, account: AccountId) -> Result<()> {
        Ok(self.own_books.check(&account)?)
    }

    /// Counts several posts at once: all of them, or none.
    pub(crate) fn check_posts_by_mail(&self, account: AccountId, count: usize) -> Result<()> {
        Ok(self.posts.check_all(&account, count)?)
    }

    /// Counts a report to the admins.
    pub(crate) fn check_report(&self, account: AccountId) -> Result<()> {
        Ok(self.reports.check(&account)?)
    }

    /// Counts a like of a post or a love of a memo, or its withdrawal.
    pub(crate) fn check_like(&self, account: AccountId) -> Result<()> {
        Ok(self.likes.check(&account)?)
    }

    /// Counts a search by a member, or by a visitor, who shares the limit with everyone behind the same address.
    pub(crate) fn check_search(&self, actor: &Actor, from: ClientAddress) -> Result<()> {
        match policy::member(actor) {
            Ok(account) => self.searches.check(&account)?,
            Err(_) => self.searches_of_visitors.check(&from)?,
        }
        Ok(())
    }
}

fn times(tries: NonZeroU32, factor: u32) -> NonZeroU32 {
    NonZeroU32::new(factor).map_or(tries, |factor| tries.saturating_mul(factor))
}
