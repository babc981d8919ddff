//! Payments: where members are sent to pay, and what the payment provider tells afterwards.
//!
//! Its messages come late, twice, in any order, or from somebody else. What is done about each is kept under its name.

use std::fs;

use serde::Deserialize;
use serde_json::Value;

use crate::app::App;
use crate::config::Checkout;
use crate::domain::account::Account;
use crate::domain::id::AccountId;
use crate::domain::policy::{self, Actor};
use crate::domain::prize::ledger::{self, Reason};
use crate::domain::prize::payment::{Notice, Payment};
use crate::domain::prize::signature;
use crate::error::{Error, Result};
use crate::store::{Read, WriteTx};

use super::{credits, require};

/// More credits than this are not bought at once.
const MOST: i64 = 1000;
/// Longer names of messages and payments are not the provider's.
const LONGEST_NAME: usize = 255;

/// Where this member pays, if members do.
pub(super) fn address(app: &App, account: &Account) -> Option<String> {
    let checkout = &app.config.prize.checkout;
    if !checkout.is_set() {
        return None;
    }
    let mut url = url::Url::parse(&checkout.url).ok()?;
    url.query_pairs_mut()
        .append_pair("prefilled_email", account.email.as_str())
        .append_pair("client_reference_id", &account.id.to_string());
    Some(url.into())
}

/// A message of the provider's.
#[derive(Deserialize)]
struct Event {
    id: String,
    #[serde(rename = "type")]
    kind: String,
    data: Data,
}

#[derive(Deserialize)]
struct Data {
    object: Value,
}

/// A checkout that was gone through.
#[derive(Deserialize)]
struct Session {
    id: String,
    payment_intent: Option<String>,
    payment_status: String,
    client_reference_id: Option<String>,
    amount_total: Option<i64>,
    currency: Option<String>,
}

/// A payment of which money went back.
#[derive(Deserialize)]
struct Charge {
    id: String,
    payment_intent: Option<String>,
    amount_refunded: i64,
    currency: String,
}

/// What an admin must look at.
type Problem = String;

/// Does what a signed message says, once. A message about something else is fine, and nothing is done.
///
/// # Errors
/// [`Error::Unsigned`] when the provider has not signed it within the last minutes.
pub fn take_notice(app: &App, signature: &str, body: &[u8]) -> Result<()> {
    require(app)?;
    let checkout = &app.config.prize.checkout;
    if !checkout.is_set() {
        return Err(Error::NotFound("The checkout"));
    }
    if !signature::is_good(signature, body, &secrets(checkout)?, app.clock.now()) {
        return Err(Error::Unsigned);
    }
    let event: Event = serde_json::from_slice(body).map_err(|_| Error::Unsigned)?;
    if event.id.is_empty() || event.id.len() > LONGEST_NAME {
        return Err(Error::Unsigned);
    }
    app.write(|tx| {
        if tx.notice(&event.id)?.is_some() {
            return Ok(());
        }
        let problem = match event.kind.as_str() {
            "checkout.session.completed" | "checkout.session.async_payment_succeeded" => {
                parsed(event.data.object, |session| credit(app, tx, checkout, session))?
            }
            "charge.refunded" => {
                parsed(event.data.object, |charge| refund(app, tx, checkout, charge))?
            }
            _ => return Ok(()),
        };
        if let Some(problem) = &problem {
            tracing::warn!(event = event.id, problem, "a payment needs to be looked at");
        }
        let received_at = app.clock.now();
        tx.put_notice(&Notice { id: event.id, kind: event.kind, received_at, problem })?;
        Ok(())
    })
}

/// The messages that somebody must look at, the latest first.
pub fn problems(app: &App, actor: &Actor) -> Result<Vec<Notice>> {
    policy::may_administrate(actor)?;
    let mut notices = app.read()?.notices()?;
    notices.retain(|notice| notice.problem.is_some());
    Ok(notices)
}

/// The lines of the settings' file; read each time, so that a new secret holds at once.
fn secrets(checkout: &Checkout) -> Result<Vec<String>> {
    let text = fs::read_to_string(&checkout.secrets_file)?;
    Ok(text.lines().map(str::trim).filter(|line| !line.is_empty()).map(str::to_owned).collect())
}

fn parsed<T: serde::de::DeserializeOwned>(
    object: Value,
    then: impl FnOnce(T) -> Result<Option<Problem>>,
) -> Result<Option<Problem>> {
    match serde_json::from_value(object) {
        Ok(object) => then(object),
        Err(error) => Ok(Some(format!("It is not of the shape that we know: {error}"))),
    }
}

fn credit(
    app: &App,
    tx: &mut WriteTx,
    checkout: &Checkout,
    session: Session,
) -> Result<Option<Problem>> {
    if session.payment_status != "paid" {
        // It is still on its way, which another message will tell.
        return Ok(None);
    }
    let amount = session.amount_total.unwrap_or(0);
    let currency = session.currency.unwrap_or_default();
    let Some(bought) = credits_for(checkout, amount, &currency) else {
        return Ok(Some(format!("{amount} {currency} were paid, which is not the price.")));
    };
    let Some(account) = payer(&**tx, session.client_reference_id.as_deref())? else {
        return Ok(Some("It does not say which member has paid.".into()));
    };
    let id = session.payment_intent.unwrap_or(session.id);
    let known = tx.payment(&id)?.unwrap_or(Payment { id, ..Payment::default() });
    if known.account.is_some() {
        return Ok(None);
    }
    let reason = Reason::Bought { payment: known.id.clone() };
    credits::add(app, tx, account, bought as i32, reason)?;
    take_back(app, tx, checkout, Payment { account: Some(account), bought, ..known })
}

fn payer(tx: &(dyn Read + '_), reference: Option<&str>) -> Result<Option<AccountId>> {
    let Some(id) = reference.and_then(|reference| reference.parse().ok()) else { return Ok(None) };
    Ok(tx.account(id)?.map(|account| account.id))
}

/// How many credits this money buys, if it is a whole number of them.
fn credits_for(checkout: &Checkout, amount: i64, currency: &str) -> Option<u32> {
    let credits = amount.checked_div(checkout.price)?;
    let is_whole = credits.checked_mul(checkout.price) == Some(amount);
    let is_price = is_whole && currency.eq_ignore_ascii_case(&checkout.currency);
    u32::try_from(credits).ok().filter(|_| is_price && (1..=MOST).contains(&credits))
}

fn refund(
    app: &App,
    tx: &mut WriteTx,
    checkout: &Checkout,
    charge: Charge,
) -> Result<Option<Problem>> {
    let Charge { id, payment_intent, amount_refunded, currency } = charge;
    if amount_refunded < 0 || !currency.eq_ignore_ascii_case(&checkout.currency) {
        return Ok(Some(format!("{amount_refunded} {currency} went back, which cannot be.")));
    }
    let id = payment_intent.unwrap_or(id);
    let known = tx.payment(&id)?.unwrap_or(Payment { id, ..Payment::default() });
    // An older message may come after a younger one.
    let refunded = known.refunded.max(amount_refunded);
    take_back(app, tx, checkout, Payment { refunded, ..known })
}

/// Keeps the payment, and takes back the credits whose money went back: as many as are left, for nobody is left in debt.
fn take_back(
    app: &App,
    tx: &mut WriteTx,
    checkout: &Checkout,
    payment: Payment,
) -> Result<Option<Problem>> {
    let owed = payment.owed(checkout.price);
    let Some(account) = payment.account.filter(|_| owed > 0) else {
        tx.put_payment(&payment)?;
        return Ok(None);
    };
    let balance = u32::try_from(ledger::balance(&tx.ledger_of(account)?)).unwrap_or(0);
    let taken = owed.min(balance);
    if taken > 0 {
        let reason = Reason::Refunded { payment: payment.id.clone(), amount: payment.refunded };
        credits::add(app, tx, account, -(taken as i32), reason)?;
    }
    let spent = owed - taken;
    tx.put_payment(&Payment { taken: payment.taken + owed, ..payment })?;
    Ok((spent > 0).then(|| format!("The money for {spent} went back after they had been spent.")))
}
