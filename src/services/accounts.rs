//! Accounts: creation, and whether a username is available. Below: sessions, credentials, profiles, and administration of members.

pub mod api_tokens;
pub mod applications;
mod appointments;
pub mod credentials;
pub mod deletion;
pub mod email_change;
pub mod export;
pub mod guests;
pub mod invitations;
pub mod members;
pub mod passkeys;
pub mod profiles;
pub mod recovery;
pub mod role_grants;
pub mod second_factor;
pub mod sessions;
pub mod setup;
pub mod sign_in;
pub mod tablet_sign_in;
pub mod verification;

use crate::config::Registration;
use crate::context::Context;
use crate::domain::account::{Account, Email, Name, Password, Username};
use crate::domain::application::{self, Application};
use crate::domain::audit::AuditAction;
use crate::domain::client_address::ClientAddress;
use crate::domain::id::{AccountId, BookId};
use crate::domain::invalid::FieldErrors;
use crate::domain::message::Message;
use crate::domain::policy::{self, Actor, Denied};
use crate::domain::secret::Secret;
use crate::domain::session::TicketPurpose;
use crate::error::{Error, Result};
use crate::store::{ReadTx, WriteTx};

use super::operations::audit;

const EMAIL_TAKEN: Message =
    Message::new("email-taken", "An account with this email already exists.");
pub(super) const USERNAME_TAKEN: Message =
    Message::new("username-taken", "Username is already taken");
const MAX_REFERRAL_LENGTH: usize = 200;

/// Fields of the sign-up form, as they were sent.
#[derive(Clone, Debug, Default)]
pub struct SignUp {
    pub email: String,
    pub password: String,
    pub username: String,
    pub name: String,
    pub referred_by: String,
    /// Token of the setup link, which makes the first admin.
    pub setup: Option<String>,
    /// Code of an invitation.
    pub invitation: Option<String>,
    /// Words of an applicant, where an admin accepts new members.
    pub application: String,
}

/// Condition under which a sign-up is let in.
enum Admission<'a> {
    Open,
    /// Token of the setup link.
    FirstAdmin(&'a str),
    /// Code of an invitation.
    Invited(&'a str),
    /// Words of the application.
    Applicant(String),
}

/// Valid fields of a sign-up.
struct Candidate {
    email: Email,
    password: Password,
    username: Username,
    name: Name,
    referred_by: String,
}

impl SignUp {
    fn parse(&self) -> Result<Candidate, FieldErrors> {
        let mut errors = FieldErrors::default();
        let email = errors.collect("email", Email::parse(&self.email));
        let password = errors.collect("password", Password::parse(&self.password));
        let username = errors.collect("username", Username::parse(&self.username));
        let name = errors.collect("name", Name::parse(&self.name));
        let candidate = match (email, password, username, name) {
            (Some(email), Some(password), Some(username), Some(name)) => {
                let referred_by =
                    self.referred_by.trim().chars().take(MAX_REFERRAL_LENGTH).collect();
                Some(Candidate { email, password, username, name, referred_by })
            }
            _ => None,
        };
        errors.into_result(candidate)
    }

    /// Condition under which the settings let this sign-up in.
    fn admission(&self, registration: Registration) -> Result<Admission<'_>> {
        if let Some(token) = &self.setup {
            return Ok(Admission::FirstAdmin(token));
        }
        if registration == Registration::Closed {
            return Err(Denied::RegistrationClosed.into());
        }
        if let Some(code) = &self.invitation {
            return Ok(Admission::Invited(code));
        }
        match registration {
            Registration::Open => Ok(Admission::Open),
            Registration::Approved => application::parse_words(&self.application)
                .map(Admission::Applicant)
                .map_err(|message| Error::invalid("application", message)),
            Registration::Invited | Registration::Closed => Err(Error::invalid(
                "invitation",
                Message::new(
                    "invitation-required",
                    "New members are invited here. Please enter the code of your invitation.",
                ),
            )),
        }
    }
}

/// Account that its member has just created.
pub struct Registered {
    pub account: Account,
    /// Ticket for the profile form that follows.
    pub onboarding: Secret,
    /// Value of the session cookie, for an account that is verified from the start.
    pub session: Option<Secret>,
    /// Book of the invitation.
    pub book: Option<BookId>,
    /// Whether an admin has to accept the member.
    pub is_applicant: bool,
}

/// Creates the account of a new member, if the settings allow it.
///
/// Where no verification is needed, the member is signed in: the password was chosen just now, by the only person who can know it.
/// Other members sign in with it once more, before they wait for a mail to an address that they may have mistyped.
pub fn register(context: &Context, from: ClientAddress, sign_up: &SignUp) -> Result<Registered> {
    let admission = sign_up.admission(context.config().accounts.registration)?;
    let candidate = sign_up.parse()?;
    context.rate_limits.check_registration(from)?;
    {
        // Checked before the hash too, which costs time; and strangers without a code must not learn which addresses are taken.
        let tx = context.read()?;
        match &admission {
            Admission::FirstAdmin(token) => setup::check_first_admin_ticket(context, &tx, token)?,
            Admission::Invited(code) => invitations::check(context, &tx, code)?,
            Admission::Open | Admission::Applicant(_) => {}
        }
        refuse_taken(context, &tx, &candidate)?;
    }
    let password_hash = context.passwords.hash(&candidate.password)?;
    let (onboarding, session) = (context.secret()?, context.secret()?);
    context.write(|tx| {
        let admin = matches!(admission, Admission::FirstAdmin(_));
        if let Admission::FirstAdmin(token) = &admission {
            setup::take_first_admin_ticket(context, tx, token)?;
        }
        // Without mail no address can be verified; the first admin controls the machine.
        let email_verified = admin || !context.config().mail.is_enabled();
        let account = create(context, tx, candidate, password_hash)?;
        let account = Account { email_verified, admin, ..account };
        tx.put_account(&account)?;
        let Admitted { book, is_applicant } = admit(context, tx, admission, account.id)?;
        let purpose = TicketPurpose::Onboarding;
        sessions::put_ticket(context, tx, &onboarding, purpose, Some(account.id))?;
        let session = account.email_verified.then_some(session);
        if let Some(session) = &session {
            sessions::begin(context, tx, session, account.id, from, account.email.as_str())?;
        }
        Ok(Registered { account, onboarding, session, book, is_applicant })
    })
}

/// Consequences of an admission.
struct Admitted {
    /// Book of the invitation.
    book: Option<BookId>,
    /// Whether an admin has to accept the member.
    is_applicant: bool,
}

/// Counts the use of an invitation, or stores an application, in the transaction that makes the member.
fn admit(
    context: &Context,
    tx: &mut WriteTx,
    admission: Admission<'_>,
    member: AccountId,
) -> Result<Admitted> {
    match admission {
        Admission::Open | Admission::FirstAdmin(_) => {
            Ok(Admitted { book: None, is_applicant: false })
        }
        Admission::Invited(code) => {
            let book = invitations::consume(context, tx, code, member)?;
            Ok(Admitted { book, is_applicant: false })
        }
        Admission::Applicant(words) => {
            let (made_at, decision) = (context.now(), None);
            tx.put_application(member, &Application { words, made_at, decision })?;
            Ok(Admitted { book: None, is_applicant: true })
        }
    }
}

/// Initial state of an account that an admin creates.
#[derive(Clone, Copy, Debug, Default)]
pub struct AccountFlags {
    pub verified: bool,
    pub admin: bool,
}

/// Gives an account another name, as its member. What a keeper has accepted under the earlier one waits for a keeper again.
fn rename(context: &Context, tx: &mut WriteTx, account: &mut Account, name: Name) -> Result<()> {
    if account.name != name {
        tx.hold_accepted_memos(account.id, context.now())?;
        account.name = name;
    }
    Ok(())
}

/// Creates an account for another person as an admin, with an audit entry.
pub fn add(
    context: &Context,
    actor: &Actor,
    sign_up: &SignUp,
    flags: AccountFlags,
) -> Result<Account> {
    policy::may_administrate(actor)?;
    insert_account(context, sign_up, flags, |tx, account| {
        let words = if account.admin { "an admin" } else { "" };
        let to = format!("member {}", account.id);
        audit::record(context, tx, actor, AuditAction::AddMember, to, words.to_owned())
    })
}

/// Checks a sign-up before its password is prompted for. Fails as [`add`] would.
pub fn check_new(context: &Context, actor: &Actor, sign_up: &SignUp) -> Result<()> {
    policy::may_administrate(actor)?;
    let password = context.secret()?.reveal().to_owned();
    let candidate = SignUp { password, ..sign_up.clone() }.parse()?;
    refuse_taken(context, &*context.read()?, &candidate)
}

/// Creates an account of a fictional member for a sample community, without an audit entry.
pub fn create_sample_account(
    context: &Context,
    sign_up: &SignUp,
    flags: AccountFlags,
) -> Result<Account> {
    insert_account(context, sign_up, flags, |_, _| Ok(()))
}

fn insert_account(
    context: &Context,
    sign_up: &SignUp,
    AccountFlags { verified, admin }: AccountFlags,
    note: impl FnOnce(&mut WriteTx, &Account) -> Result<()>,
) -> Result<Account> {
    let candidate = sign_up.parse()?;
    let password_hash = context.passwords.hash(&candidate.password)?;
    context.write(|tx| {
        let account = create(context, tx, candidate, password_hash)?;
        let account = Account { email_verified: verified, admin, ..account };
        tx.put_account(&account)?;
        note(tx, &account)?;
        Ok(account)
    })
}

/// Whether no account has this username or one that is easily confused with it.
pub fn is_username_available(
    context: &Context,
    from: ClientAddress,
    username: &str,
) -> Result<bool> {
    let username = Username::parse(username).map_err(|words| Error::invalid("username", words))?;
    context.rate_limits.check_lookup(from)?;
    Ok(!context.read()?.is_username_taken(&username, None)?)
}

/// Account of the acting member.
pub fn get_own(context: &Context, actor: &Actor) -> Result<Account> {
    let id = policy::member(actor)?;
    acting(&*context.read()?, id)
}

/// Account of an acting member; fails if it was deleted or disabled since authentication.
pub(super) fn acting(tx: &ReadTx, id: AccountId) -> Result<Account> {
    let account = tx.account(id)?.filter(|account| !account.disabled);
    Ok(account.ok_or(Denied::SignInRequired)?)
}

/// Rejects an address that another account has, or has replaced so recently that its owner may still revert to it.
pub(super) fn refuse_taken_email(
    context: &Context,
    tx: &ReadTx,
    email: &Email,
    wanted_by: Option<AccountId>,
) -> Result<()> {
    let now = context.now();
    let holder = tx.account_by_email(email)?.map(|account| account.id);
    let reserved = tx.reserved_email(email)?.filter(|reserved| reserved.until > now);
    let reserved_for = match reserved {
        // A deleted account cannot revert to its address.
        Some(reserved) => tx.account(reserved.account)?.map(|account| account.id),
        None => None,
    };
    if holder.or(reserved_for).is_some_and(|id| Some(id) != wanted_by) {
        return Err(Error::Conflict { field: Some("email"), message: EMAIL_TAKEN });
    }
    Ok(())
}

fn refuse_taken(context: &Context, tx: &ReadTx, candidate: &Candidate) -> Result<()> {
    refuse_taken_email(context, tx, &candidate.email, None)?;
    if tx.is_username_taken(&candidate.username, None)? {
        return Err(Error::Conflict { field: Some("username"), message: USERNAME_TAKEN });
    }
    Ok(())
}

/// Builds a new account. Repeats the uniqueness checks inside the transaction, because sign-ups may be concurrent.
fn create(
    context: &Context,
    tx: &WriteTx,
    candidate: Candidate,
    password_hash: String,
) -> Result<Account> {
    refuse_taken(context, tx, &candidate)?;
    let created_at = context.now();
    let id = AccountId::new(created_at, context.random()?);
    let Candidate { email, username, name, referred_by, .. } = candidate;
    let account = Account::new(id, email, username, name, created_at);
    Ok(Account { password_hash, referred_by, ..account })
}
