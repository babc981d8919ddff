//! Random histories of credits: after every action the ledger adds up.

use std::collections::{BTreeSet, HashMap, HashSet};
use std::ops::RangeInclusive;

use inkfold::context::Context;
use inkfold::domain::id::{AccountId, BookId, SessionId};
use inkfold::domain::policy::Actor;
use inkfold::domain::prize::ledger::{Entry, Reason, balance, resubmissions};
use inkfold::domain::secret::Secret;
use inkfold::domain::session::Session;
use inkfold::services::accounts::sessions::SessionContext;
use inkfold::services::prize::{Upload, add_retry, admit_submission, grant, handle_webhook};
use serde_json::{Value, json};

use super::Game;
use super::checkout::{NOW, SECRET, Shop, event, sign};

const STEPS: usize = 400;

/// Pseudo-random numbers, the same at every run.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % sides as u64) as usize
    }

    fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.roll(from.len())]
    }
}

/// Sends a signed webhook message; asserts that it is accepted if and only if a checkout is configured.
fn send_webhook(context: &Context, message: &Value) {
    let body = message.to_string();
    let signature = format!("t={NOW},v1={}", sign(SECRET, NOW, &body));
    let heard = handle_webhook(context, &signature, body.as_bytes());
    assert_eq!(heard.is_ok(), context.config().prize.checkout.is_set(), "{heard:?}");
}

/// Session that has just begun.
fn signed_in(context: &Context, account: AccountId) -> SessionContext {
    let now = context.now();
    let session = Secret::from_untrusted(&format!("session of {account}")).hash();
    let id = SessionId::new(now, [0; 10]);
    let stored = Session { id, account, created_at: now, used_at: now, authenticated_at: now };
    context.write(|tx| Ok(tx.put_session(session, &stored)?)).unwrap();
    let actor = Actor::full_member(account);
    SessionContext { actor, session }
}

/// Members and books of the histories, and the admin who may give free retries.
struct Cast {
    admin: AccountId,
    members: Vec<AccountId>,
    books: Vec<BookId>,
}

/// Performs one random action, which may be refused.
fn happen(context: &Context, dice: &mut Dice, cast: &Cast) {
    let (account, book) = (dice.pick(&cast.members), dice.pick(&cast.books));
    let number = dice.roll(30);
    match dice.roll(6) {
        0 => drop(grant(context, &Actor::Operator, account, 1 + dice.roll(2) as u32, "luck")),
        1 => {
            let email = context.read().unwrap().account(account).unwrap().unwrap().email;
            let by = signed_in(context, dice.pick(&[cast.admin, account]));
            drop(add_retry(context, &by, email.as_str(), Some(book)));
        }
        2 | 3 => {
            let session = Some(Secret::from_untrusted(&format!("upload {number}")).hash());
            let (upload, changes) = (Upload { account, book, session }, dice.roll(4) > 0);
            drop(context.write(|tx| admit_submission(context, tx, &upload, changes)));
        }
        4 => {
            let object = json!({
                "id": format!("cs_{number}"), "payment_intent": format!("pi_{number}"), "payment_status": "paid",
                "client_reference_id": account.to_string(), "amount_total": 199 * (1 + dice.roll(3)), "currency": "eur",
            });
            let id = format!("evt_{}", dice.roll(60));
            send_webhook(context, &event(&id, "checkout.session.completed", &object));
        }
        _ => {
            let object = json!({
                "id": format!("ch_{number}"), "payment_intent": format!("pi_{number}"),
                "amount_refunded": 199 * dice.roll(4), "currency": "eur",
            });
            let id = format!("evt_r{}", dice.roll(60));
            send_webhook(context, &event(&id, "charge.refunded", &object));
        }
    }
}

fn assert_ledgers_consistent(context: &Context, members: &[AccountId], books: &[BookId]) {
    let tx = context.read().unwrap();
    let mut references = HashSet::new();
    for account in members {
        let entries = tx.ledger_of(*account).unwrap();
        let mut running = 0;
        for (entry, number) in entries.iter().zip(1..) {
            running += i64::from(entry.amount);
            assert!(running >= 0 && entry.number == number, "{entries:#?}");
            assert!(references.insert(entry.reference()), "{entry:?} stands there twice");
        }
        assert_eq!(running, balance(&entries));
        for book in books {
            let again = resubmissions(&entries, *book);
            assert!(again <= 10);
            let submitted = tx.count_submitted(*account, *book).unwrap();
            assert_eq!(again, submitted.saturating_sub(1), "each but the first was paid for");
        }
    }
    let all = tx.ledger().unwrap();
    assert_eq!(all.len(), references.len(), "the ledger is its members' ledgers");
    let mut by_member: HashMap<AccountId, Vec<Entry>> = HashMap::new();
    for entry in all.into_iter().rev() {
        by_member.entry(entry.account).or_default().push(entry);
    }
    assert!(by_member.keys().all(|account| members.contains(account)));
}

/// Name of an entry's reason. A gift by a named account is an admin's retry; the others are the operator's.
fn kind(entry: &Entry) -> &'static str {
    match entry.reason {
        Reason::Granted { by: None, .. } => "granted",
        Reason::Granted { by: Some(_), .. } => "given by an admin",
        Reason::Free { .. } => "free",
        Reason::Bought { .. } => "bought",
        Reason::Refunded { .. } => "refunded",
        Reason::Resubmitted { .. } => "resubmitted",
    }
}

/// Runs one history of `STEPS` random actions; returns the kinds of ledger entries in it.
fn live(context: &Context, seed: u64, cast: &Cast) -> BTreeSet<&'static str> {
    let mut dice = Dice(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15));
    let everybody: Vec<AccountId> =
        context.read().unwrap().accounts().unwrap().iter().map(|one| one.id).collect();
    for _ in 0..STEPS {
        happen(context, &mut dice, cast);
        assert_ledgers_consistent(context, &everybody, &cast.books);
    }
    context.read().unwrap().ledger().unwrap().iter().map(kind).collect()
}

/// Runs several histories of one community after another; returns the kinds of ledger entries in them.
async fn histories(game: &Game, seeds: RangeInclusive<u64>) -> BTreeSet<&'static str> {
    let server = &game.server;
    let other = server.book("Another book", 5).await;
    let books: Vec<BookId> = [&game.book, &other].map(|book| book.parse().unwrap()).to_vec();
    let admin: AccountId = server.admin("ada").await.uid.parse().unwrap();
    let mut kinds = BTreeSet::new();
    for seed in seeds {
        let mut members = Vec::new();
        for name in ["ana", "bob", "cleo"] {
            let member = server.member(&format!("{name}{seed}")).await;
            members.push(member.uid.parse::<AccountId>().unwrap());
        }
        let cast = Cast { admin, members, books: books.clone() };
        kinds.extend(server.run_service(move |context| live(context, seed, &cast)).await);
    }
    kinds
}

#[tokio::test]
async fn ledger_adds_up_after_every_random_step() {
    let (shop, free) = (Shop::open().await, Game::start().await);
    let paid = histories(&shop.game, 1..=3).await;
    let bought = ["bought", "given by an admin", "granted", "refunded", "resubmitted"];
    assert_eq!(paid, BTreeSet::from(bought), "nothing is free where there is a checkout");
    let unpaid = histories(&free, 4..=6).await;
    let given = ["free", "given by an admin", "granted", "resubmitted"];
    assert_eq!(unpaid, BTreeSet::from(given), "nothing is bought where there is none");
}
