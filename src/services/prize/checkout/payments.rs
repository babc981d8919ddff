//! Conversion of payments to credits, and of refunds back.

use serde::Deserialize;

use crate::config::Checkout;
use crate::context::Context;
use crate::domain::id::AccountId;
use crate::domain::prize::ledger::{self, Reason};
use crate::domain::prize::payment::Payment;
use crate::error::Result;
use crate::services::prize::credits;
use crate::store::{ReadTx, WriteTx};

/// Maximum number of credits in one payment.
const MAX_CREDITS: i64 = 1000;

/// Problem that needs an admin.
pub(super) type PaymentIssue = String;

/// Checkout session that was completed.
#[derive(Deserialize)]
pub(super) struct Session {
    id: String,
    payment_intent: Option<String>,
    payment_status: String,
    client_reference_id: Option<String>,
    amount_total: Option<i64>,
    currency: Option<String>,
}

/// Payment that was refunded, in whole or in part.
#[derive(Deserialize)]
pub(super) struct Charge {
    id: String,
    payment_intent: Option<String>,
    amount_refunded: i64,
    currency: String,
}

/// Payment that is disputed.
#[derive(Deserialize)]
pub(super) struct Dispute {
    charge: String,
    payment_intent: Option<String>,
    amount: i64,
    currency: String,
}

pub(super) fn credit(
    context: &Context,
    tx: &mut WriteTx,
    checkout: &Checkout,
    session: Session,
) -> Result<Option<PaymentIssue>> {
    match session.payment_status.as_str() {
        "paid" => {}
        // The payment is pending; another event will report its success.
        "unpaid" => return Ok(None),
        other => return Ok(Some(format!("Its payment status is {other}."))),
    }
    let amount = session.amount_total.unwrap_or(0);
    let currency = session.currency.unwrap_or_default();
    let Some(bought) = credits_for(checkout, amount, &currency) else {
        return Ok(Some(format!("{amount} {currency} were paid, which is not the price.")));
    };
    let Some(account) = payer(tx, session.client_reference_id.as_deref())? else {
        return Ok(Some("It does not say which member has paid.".into()));
    };
    let id = session.payment_intent.unwrap_or(session.id);
    let known = payment(tx, id)?;
    if known.account.is_some() {
        return Ok(None);
    }
    let reason = Reason::Bought { payment: known.id.clone() };
    credits::add(context, tx, account, bought as i32, reason)?;
    revoke_refunded_credits(
        context,
        tx,
        &Payment { account: Some(account), bought, paid: amount, ..known },
    )
}

fn payer(tx: &ReadTx, reference: Option<&str>) -> Result<Option<AccountId>> {
    let Some(id) = reference.and_then(|reference| reference.parse().ok()) else { return Ok(None) };
    Ok(tx.account(id)?.map(|account| account.id))
}

/// Number of credits that an amount buys; `None` if it is not a whole number of them, or in another currency.
fn credits_for(checkout: &Checkout, amount: i64, currency: &str) -> Option<u32> {
    let credits = amount.checked_div(checkout.price)?;
    let is_whole = credits.checked_mul(checkout.price) == Some(amount);
    let is_price = is_whole && currency.eq_ignore_ascii_case(&checkout.currency);
    u32::try_from(credits).ok().filter(|_| is_price && (1..=MAX_CREDITS).contains(&credits))
}

pub(super) fn refund(
    context: &Context,
    tx: &mut WriteTx,
    checkout: &Checkout,
    charge: Charge,
) -> Result<Option<PaymentIssue>> {
    let Charge { id, payment_intent, amount_refunded, currency } = charge;
    if let Some(problem) = check_amount(checkout, amount_refunded, &currency) {
        return Ok(Some(problem));
    }
    let known = payment(tx, payment_intent.unwrap_or(id))?;
    // Events may come out of order.
    let refunded = known.refunded.max(amount_refunded);
    revoke_refunded_credits(context, tx, &Payment { refunded, ..known })
}

pub(super) fn dispute(
    context: &Context,
    tx: &mut WriteTx,
    checkout: &Checkout,
    dispute: Dispute,
) -> Result<Option<PaymentIssue>> {
    let Dispute { charge, payment_intent, amount, currency } = dispute;
    if let Some(problem) = check_amount(checkout, amount, &currency) {
        return Ok(Some(problem));
    }
    let known = payment(tx, payment_intent.unwrap_or(charge))?;
    let disputed = payment(tx, name_of_dispute(&known))?;
    tx.put_payment(&Payment { refunded: disputed.refunded.max(amount), ..disputed })?;
    revoke_refunded_credits(context, tx, &known)
}

fn check_amount(checkout: &Checkout, amount: i64, currency: &str) -> Option<PaymentIssue> {
    let is_possible = amount >= 0 && currency.eq_ignore_ascii_case(&checkout.currency);
    (!is_possible).then(|| format!("{amount} {currency} went back, which cannot be."))
}

/// Loads a payment, or a new one if this is the first event about it.
fn payment(tx: &ReadTx, id: String) -> Result<Payment> {
    Ok(tx.payment(&id)?.unwrap_or(Payment { id, ..Payment::default() }))
}

/// Key of the payment record that holds the disputed amount: a record without an account, separate from refunds, because refunds
/// are reported as their sum and a dispute on its own. No id of the provider contains a blank.
fn name_of_dispute(payment: &Payment) -> String {
    format!("dispute of {}", payment.id)
}

/// Stores the payment, and takes back the credits whose money was returned: at most the balance, which never becomes negative.
///
/// The events do not tell whether a refund and a dispute are of the same money. They are assumed to be, and an admin is told.
fn revoke_refunded_credits(
    context: &Context,
    tx: &mut WriteTx,
    known: &Payment,
) -> Result<Option<PaymentIssue>> {
    let disputed = payment(tx, name_of_dispute(known))?.refunded;
    let back = |refunded| Payment { refunded, ..known.clone() };
    let (least, most) = (known.refunded.max(disputed), known.refunded.saturating_add(disputed));
    let unsure = back(most).revocable_credits() - back(least).revocable_credits();
    let spent = revoke_credits(context, tx, known, least)?;
    let spent =
        (spent > 0).then(|| format!("The money for {spent} went back after they had been spent."));
    let unsure = (unsure > 0).then(|| {
        format!(
            "A part was refunded, and a part is disputed: if that is not the same money, the money for {unsure} more went back."
        )
    });
    let problems: Vec<PaymentIssue> = spent.into_iter().chain(unsure).collect();
    Ok((!problems.is_empty()).then(|| problems.join(" ")))
}

/// Takes back the credits for an amount of money, at most the balance. Returns the number of credits that could not be taken
/// back.
fn revoke_credits(context: &Context, tx: &mut WriteTx, known: &Payment, back: i64) -> Result<u32> {
    let owed = Payment { refunded: back, ..known.clone() }.revocable_credits();
    let Some(account) = known.account.filter(|_| owed > 0) else {
        tx.put_payment(known)?;
        return Ok(0);
    };
    let balance = u32::try_from(ledger::balance(&tx.ledger_of(account)?)).unwrap_or(0);
    let taken = owed.min(balance);
    if taken > 0 {
        let reason = Reason::Refunded { payment: known.id.clone(), amount: back };
        credits::add(context, tx, account, -(taken as i32), reason)?;
    }
    tx.put_payment(&Payment { taken: known.taken + owed, ..known.clone() })?;
    Ok(owed - taken)
}
