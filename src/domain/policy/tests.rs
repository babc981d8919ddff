//! The permission table, each row asked as every actor.

use super::Denied::{
    AcceptanceRequired, AccountRequired, Forbidden, NamedAdminRequired, SignInRequired,
    VerificationRequired,
};
use super::Visibility::{Hidden, Published, Unpublished};
use super::*;
use crate::blob::BlobHash;
use crate::book::QuestionKey;
use crate::id::MemoId;
use crate::memo::MemoContent;

const NOW: Timestamp = Timestamp { seconds: 1_000, nanoseconds: 0 };

type Answer = Result<(), Denied>;
type Question = fn(&Actor, AccountId) -> Answer;

const YES: Answer = Ok(());
const NO: Answer = Err(Forbidden);
const SIGN_IN: Answer = Err(SignInRequired);
const VERIFY: Answer = Err(VerificationRequired);
const NAME: Answer = Err(NamedAdminRequired);
const WAIT: Answer = Err(AcceptanceRequired);
const JOIN: Answer = Err(AccountRequired);

fn account(n: u8) -> AccountId {
    AccountId::new(NOW, [n; 10])
}

fn book(n: u8) -> BookId {
    BookId::new(NOW, [n; 10])
}

fn sees_memo(actor: &Actor, author: AccountId, visibility: Visibility) -> Answer {
    let memo = Memo {
        id: MemoId::new(NOW, [9; 10]),
        book: book(8),
        author,
        question: QuestionKey::parse("smell").unwrap(),
        content: MemoContent::Hand { picture: BlobHash::of(b"ink") },
        created_at: NOW,
        updated_at: NOW,
    };
    let readers = audiences_of_memo(&memo, visibility);
    let finds = audiences(actor)
        .is_none_or(|audiences| readers.iter().any(|reader| audiences.contains(reader)));
    assert_eq!(finds, may_see_memo(actor, &memo, visibility), "search is of another opinion");
    if finds { YES } else { NO }
}

#[test]
fn member_policy_matches_the_table() {
    let owner = account(1);
    let member = |id, standing, role| Actor::Member { account: id, standing, role };
    let helper = |grants| member(account(4), AccountStatus::Full, Role::Staff(Arc::new(grants)));
    let keeper_of =
        |book| RoleGrants { keeper_of: BTreeSet::from([book]), ..RoleGrants::default() };
    let actors = [
        Actor::Visitor,
        member(owner, AccountStatus::Guest(book(8)), Role::Member),
        member(account(2), AccountStatus::Guest(book(7)), Role::Member),
        member(owner, AccountStatus::Applicant, Role::Member),
        member(owner, AccountStatus::Unverified, Role::Member),
        member(owner, AccountStatus::Full, Role::Member),
        member(account(2), AccountStatus::Full, Role::Member),
        helper(RoleGrants { is_moderator: true, ..RoleGrants::default() }),
        helper(keeper_of(book(8))),
        helper(keeper_of(book(7))),
        member(account(3), AccountStatus::Full, Role::Admin),
        Actor::Operator,
    ];
    #[rustfmt::skip]
    let page: [(&str, Question, [Answer; 12]); 18] = [
        //                                                                     visitor  guest other's guest applicant unverified owner another moderator keeper other's keeper admin operator
        ("act as",       |a, owner| acts_as(a, owner).map(drop),              [SIGN_IN, YES,  NO,   YES,  YES,    YES, NO,  NO,  NO,  NO,  NO,  SIGN_IN]),
        ("change account", |a, owner| may_change_account(a, owner).map(drop), [SIGN_IN, JOIN, JOIN, YES,  YES,    YES, NO,  NO,  NO,  NO,  NO,  SIGN_IN]),
        ("take part",    |a, _| may_take_part(a).map(drop),                   [SIGN_IN, JOIN, JOIN, WAIT, YES,    YES, YES, YES, YES, YES, YES, SIGN_IN]),
        ("submit",       |a, owner| may_submit(a, owner).map(drop),           [SIGN_IN, JOIN, NO,   WAIT, VERIFY, YES, NO,  NO,  NO,  NO,  NO,  SIGN_IN]),
        ("answer",       |a, owner| may_answer(a, owner, book(8)).map(drop),  [SIGN_IN, YES,  JOIN, WAIT, VERIFY, YES, NO,  NO,  NO,  NO,  NO,  SIGN_IN]),
        ("see all",      may_see_all_of,                                      [SIGN_IN, YES,  NO,   YES,  YES,    YES, NO,  NO,  NO,  NO,  YES, YES]),
        ("see a memo",   |a, owner| sees_memo(a, owner, Unpublished),         [NO,      YES,  NO,   YES,  YES,    YES, NO,  NO,  YES, NO,  YES, YES]),
        ("… published",  |a, owner| sees_memo(a, owner, Published),           [NO,      YES,  NO,   YES,  YES,    YES, YES, YES, YES, YES, YES, YES]),
        ("… hidden",     |a, owner| sees_memo(a, owner, Hidden),              [NO,      YES,  NO,   YES,  YES,    YES, NO,  NO,  YES, NO,  YES, YES]),
        ("keep",         |a, _| may_keep(a, book(8)),                         [SIGN_IN, NO,   NO,   NO,   NO,     NO,  NO,  NO,  YES, NO,  YES, YES]),
        ("invite to it", |a, _| may_invite(a, Some(book(8)), false),          [SIGN_IN, NO,   NO,   NO,   NO,     NO,  NO,  NO,  YES, NO,  YES, YES]),
        ("… as keeper",  |a, _| may_invite(a, Some(book(8)), true),           [SIGN_IN, NO,   NO,   NO,   NO,     NO,  NO,  NO,  NO,  NO,  YES, YES]),
        ("invite",       |a, _| may_invite(a, None, false),                   [SIGN_IN, NO,   NO,   NO,   NO,     NO,  NO,  NO,  NO,  NO,  YES, YES]),
        ("moderate",     |a, _| may_moderate(a),                              [SIGN_IN, NO,   NO,   NO,   NO,     NO,  NO,  YES, NO,  NO,  YES, YES]),
        ("administrate", |a, _| may_administrate(a),                          [SIGN_IN, NO,   NO,   NO,   NO,     NO,  NO,  NO,  NO,  NO,  YES, YES]),
        ("review",       may_review_payout,                                   [SIGN_IN, NO,   NO,   NO,   NO,     NO,  NO,  NO,  NO,  NO,  YES, YES]),
        ("approve",      |a, _| may_approve(a).map(drop),                     [SIGN_IN, NO,   NO,   NO,   NO,     NO,  NO,  NO,  NO,  NO,  YES, NAME]),
        ("pay",          |a, owner| may_pay(a, Some(owner)),                  [SIGN_IN, NO,   NO,   NO,   NO,     NO,  NO,  NO,  NO,  NO,  YES, NAME]),
    ];
    for (what, question, answers) in page {
        let answered = actors.each_ref().map(|actor| question(actor, owner));
        assert_eq!(answered, answers, "{what}");
    }
    let winner = member(owner, AccountStatus::Full, Role::Admin);
    assert_eq!(may_review_payout(&winner, owner), Err(Denied::OwnPayout));
    assert_eq!(may_pay(&winner, Some(owner)), Err(Denied::SecondAdminRequired));
}
