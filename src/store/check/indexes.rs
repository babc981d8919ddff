//! Expected content of each index, compared with the index.

use std::collections::{BTreeMap, HashSet};

use super::{ExpectedIndex, FlawCounts, FlawKind, each_entry};
use crate::domain::book::QuestionKey;
use crate::domain::comment::Comment;
use crate::domain::id::{AccountId, BookId, MemoId, PostId, TopicId};
use crate::domain::memo::Memo;
use crate::domain::post::{Post, PostCounts};
use crate::domain::prize::ledger;
use crate::domain::report::Report;
use crate::store::engine::{Order, ReadTx};
use crate::store::key::{EmptyPrefix, MemoKey, TextHash, id_at, last_id};
use crate::store::table::Table;
use crate::store::tables::{
    ACCOUNTS, ACCOUNTS_BY_EMAIL, ACCOUNTS_BY_SKELETON, ACCOUNTS_BY_USERNAME, AUTHOR_RANKS, BLOCKS,
    BLOCKS_OF_BLOCKED, COMMENTS, COMMENTS_OF_ACCOUNT, COMMENTS_OF_POST, EDITION_OF_MEMO,
    GUEST_CODES, GUEST_LINKS, GUEST_SECRETS, HIDDEN_MEMOS, INVITATION_CODES, INVITATIONS, JOBS,
    JOBS_BY_WORK, LEDGER, LEDGER_REFERENCES, LIKES, LIKES_OF_ACCOUNT, LOVES, LOVES_OF_ACCOUNT,
    MEMO_BYTES, MEMO_COUNTS, MEMO_COUNTS_OF_MEMBER, MEMO_FILES, MEMOS, MEMOS_OF_BLOB,
    MEMOS_OF_BOOK, MEMOS_OF_MEMBER, NEW_ANSWER_COUNTS, OPEN_REPORTS, PASSKEYS,
    PASSKEYS_BY_CREDENTIAL, PAYOUT_OF_PLAY, PAYOUTS, PENDING_POSTS, PICTURE_BYTES, POST_COUNTS,
    POST_RANKS, POSTS, POSTS_OF_ACCOUNT, POSTS_OF_PICTURE, POSTS_OF_TOPIC, REPLACED_MEMOS, REPORTS,
    REPORTS_ABOUT, REPORTS_OF_ACCOUNT, SUGGESTIONS, SUGGESTIONS_OF_ACCOUNT, TOPIC_COUNTS, TOPICS,
    TOPICS_BY_SKELETON,
};
use crate::store::{Result, guests, invitations};

pub(super) fn check(tx: &ReadTx, found: &mut FlawCounts) -> Result<()> {
    accounts(tx, found)?;
    memos(tx, found)?;
    posts(tx, found)?;
    comments_and_likes(tx, found)?;
    reports(tx, found)?;
    credits(tx, found)?;
    jobs(tx, found)?;
    turned_round(tx, found, &LOVES, &LOVES_OF_ACCOUNT)?;
    turned_round(tx, found, &LIKES, &LIKES_OF_ACCOUNT)?;
    turned_round(tx, found, &BLOCKS, &BLOCKS_OF_BLOCKED)
}

fn jobs(tx: &ReadTx, found: &mut FlawCounts) -> Result<()> {
    let mut by_work = ExpectedIndex::of(&JOBS_BY_WORK);
    tx.for_each(&JOBS, |queued| by_work.put(&(queued.job, queued.id), &queued.run_at))?;
    by_work.compare(tx, found)
}

fn accounts(tx: &ReadTx, found: &mut FlawCounts) -> Result<()> {
    let mut by_email = ExpectedIndex::of(&ACCOUNTS_BY_EMAIL);
    let mut by_username = ExpectedIndex::of(&ACCOUNTS_BY_USERNAME);
    let mut by_skeleton = ExpectedIndex::of(&ACCOUNTS_BY_SKELETON);
    tx.for_each(&ACCOUNTS, |account| {
        by_email.put(&TextHash::from(&account.email), &account.id);
        by_username.put(&TextHash::from(&account.username), &account.id);
        if let Some(name) = &account.mail_name {
            by_username.put(&TextHash::from(name), &account.id);
        }
        for skeleton in TextHash::skeletons(&account.username) {
            by_skeleton.put(&(skeleton, account.id), &());
        }
    })?;
    by_email.compare(tx, found)?;
    by_username.compare(tx, found)?;
    by_skeleton.compare(tx, found)?;

    let mut by_code = ExpectedIndex::of(&INVITATION_CODES);
    tx.for_each(&INVITATIONS, |invitation| {
        for card in invitation.cards {
            by_code.put(&invitations::hash(card.code), &invitation.id);
        }
    })?;
    by_code.compare(tx, found)?;

    let mut by_guest_code = ExpectedIndex::of(&GUEST_CODES);
    for (key, link) in tx.scan_prefix(&GUEST_LINKS, &EmptyPrefix, Order::Ascending, usize::MAX)? {
        by_guest_code.put(&guests::hash(link.code), &BookId::from_bytes(last_id(&key)));
    }
    by_guest_code.compare(tx, found)?;
    let mut by_secret = ExpectedIndex::of(&GUEST_SECRETS);
    for (account, guest) in tx.guests()? {
        by_secret.put(&guest.secret, &account);
    }
    by_secret.compare(tx, found)?;

    let mut by_credential = ExpectedIndex::of(&PASSKEYS_BY_CREDENTIAL);
    tx.for_each(&PASSKEYS, |passkey| {
        let key = TextHash::from(&*passkey.credential_id);
        by_credential.put(&key, &(passkey.account, passkey.id));
    })?;
    by_credential.compare(tx, found)?;

    let mut of_account = ExpectedIndex::of(&SUGGESTIONS_OF_ACCOUNT);
    tx.for_each(&SUGGESTIONS, |suggestion| {
        of_account.put(&(suggestion.author, suggestion.id), &());
    })?;
    of_account.compare(tx, found)?;

    let mut by_topic_skeleton = ExpectedIndex::of(&TOPICS_BY_SKELETON);
    tx.for_each(&TOPICS, |topic| {
        by_topic_skeleton.put(&TextHash::from(&*topic.code.skeleton()), &topic.id);
    })?;
    by_topic_skeleton.compare(tx, found)
}

/// Compares the indexes and counts of memos: each memo is present or replaced; present ones are counted, for books without the hidden.
fn memos(tx: &ReadTx, found: &mut FlawCounts) -> Result<()> {
    let (replaced, hidden) = (ids(tx, REPLACED_MEMOS.name)?, ids(tx, HIDDEN_MEMOS.name)?);
    let published = ids(tx, EDITION_OF_MEMO.name)?;
    let mut of_member = ExpectedIndex::of(&MEMOS_OF_MEMBER);
    let mut of_book = ExpectedIndex::of(&MEMOS_OF_BOOK);
    let mut of_blob = ExpectedIndex::of(&MEMOS_OF_BLOB);
    let mut counts: BTreeMap<BookId, u32> = BTreeMap::new();
    let mut own_counts: BTreeMap<(AccountId, BookId), u32> = BTreeMap::new();
    let mut answers: BTreeMap<BookId, HashSet<(AccountId, QuestionKey)>> = BTreeMap::new();
    tx.for_each(&MEMOS, |memo: Memo| {
        for blob in memo.content.blobs() {
            of_blob.put(&(blob, memo.id), &());
        }
        if replaced.contains(&memo.id) {
            return;
        }
        let slot = MemoKey::new(memo.content.kind(), &memo.question);
        of_member.put(&(memo.author, memo.book, slot), &memo.id);
        of_book.put(&(memo.book, memo.id), &());
        *counts.entry(memo.book).or_insert(0) += u32::from(!hidden.contains(&memo.id));
        *own_counts.entry((memo.author, memo.book)).or_insert(0) += 1;
        if !hidden.contains(&memo.id) && !published.contains(&memo.id) {
            answers.entry(memo.book).or_default().insert((memo.author, memo.question));
        }
    })?;
    of_member.compare(tx, found)?;
    of_book.compare(tx, found)?;
    of_blob.compare(tx, found)?;

    let mut of_books = ExpectedIndex::counts(&MEMO_COUNTS);
    for (book, count) in &counts {
        of_books.put(book, count);
    }
    of_books.compare(tx, found)?;
    let mut of_answers = ExpectedIndex::counts(&NEW_ANSWER_COUNTS);
    for (book, answers) in &answers {
        of_answers.put(book, &(answers.len() as u32));
    }
    of_answers.compare(tx, found)?;
    let mut of_members = ExpectedIndex::counts(&MEMO_COUNTS_OF_MEMBER);
    for (of, count) in &own_counts {
        of_members.put(of, count);
    }
    of_members.compare(tx, found)?;
    memo_bytes(tx, found)
}

/// Compares the sums of the files of members' memos.
fn memo_bytes(tx: &ReadTx, found: &mut FlawCounts) -> Result<()> {
    let mut bytes: BTreeMap<AccountId, u64> = BTreeMap::new();
    let mut files = HashSet::new();
    each_entry(tx, MEMO_FILES.name, |key, value| {
        // A file counts once for each author.
        let is_new = files.insert(key[..key.len() - size_of::<MemoId>()].to_vec());
        let author = key.first_chunk().copied().map(AccountId::from_bytes);
        if let (true, Some(author), Ok(length)) = (is_new, author, MEMO_FILES.decode(value)) {
            *bytes.entry(author).or_insert(0) += length;
        }
    })?;
    let mut of_members = ExpectedIndex::counts(&MEMO_BYTES);
    for (member, bytes) in &bytes {
        of_members.put(member, bytes);
    }
    of_members.compare(tx, found)
}

/// Memo ids at the end of the keys of a table.
fn ids(tx: &ReadTx, table: &'static str) -> Result<HashSet<MemoId>> {
    let mut ids = HashSet::new();
    each_entry(tx, table, |key, _| {
        ids.insert(MemoId::from_bytes(last_id(key)));
    })?;
    Ok(ids)
}

fn posts(tx: &ReadTx, found: &mut FlawCounts) -> Result<()> {
    let mut of_topic = ExpectedIndex::of(&POSTS_OF_TOPIC);
    let mut of_account = ExpectedIndex::of(&POSTS_OF_ACCOUNT);
    let mut of_picture = ExpectedIndex::of(&POSTS_OF_PICTURE);
    let mut pending = ExpectedIndex::of(&PENDING_POSTS);
    let mut counts: BTreeMap<TopicId, u32> = BTreeMap::new();
    let mut bytes: BTreeMap<AccountId, u64> = BTreeMap::new();
    tx.for_each(&POSTS, |post: Post| {
        of_account.put(&(post.author, post.id), &());
        for blob in post.picture.blobs() {
            of_picture.put(&(blob, post.id), &());
        }
        *bytes.entry(post.author).or_insert(0) += post.picture.bytes;
        if let Some(since) = post.active_since() {
            of_topic.put(&(post.topic, since, post.id), &post.author);
            *counts.entry(post.topic).or_insert(0) += 1;
        }
        if post.is_pending() {
            pending.put(&(post.author, post.id), &());
        }
    })?;
    for index in [of_topic, of_account, of_picture, pending] {
        index.compare(tx, found)?;
    }

    let mut of_topics = ExpectedIndex::counts(&TOPIC_COUNTS);
    for (topic, count) in &counts {
        of_topics.put(topic, count);
    }
    of_topics.compare(tx, found)?;
    post_ranks(tx, found)?;
    let mut of_members = ExpectedIndex::counts(&PICTURE_BYTES);
    for (member, bytes) in &bytes {
        of_members.put(member, bytes);
    }
    of_members.compare(tx, found)
}

/// Compares the size of each segment of posts, and the share of each author, with the active posts from its key to the next one.
fn post_ranks(tx: &ReadTx, found: &mut FlawCounts) -> Result<()> {
    let mut sizes: BTreeMap<Vec<u8>, (u32, u32)> = BTreeMap::new();
    for (start, size) in tx.scan_prefix(&POST_RANKS, &EmptyPrefix, Order::Ascending, usize::MAX)? {
        sizes.insert(start, (size, 0));
    }
    let mut shares: BTreeMap<(TopicId, AccountId, Vec<u8>), u32> = BTreeMap::new();
    each_entry(tx, POSTS_OF_TOPIC.name, |key, author| {
        let topic = id_at(key, 0);
        match sizes.range_mut(topic.to_vec()..=key.to_vec()).next_back() {
            Some((start, (_, counted))) => {
                *counted += 1;
                if let Ok(author) = POSTS_OF_TOPIC.decode(author) {
                    let share = (TopicId::from_bytes(topic), author, start.clone());
                    *shares.entry(share).or_default() += 1;
                }
            }
            None => found.add(POST_RANKS.name, FlawKind::Missing, key),
        }
    })?;
    for (start, (size, counted)) in sizes {
        if size != counted {
            found.add(POST_RANKS.name, FlawKind::Differs, &start);
        }
    }
    let mut of_authors = ExpectedIndex::counts(&AUTHOR_RANKS);
    for (share, count) in &shares {
        of_authors.put(share, count);
    }
    of_authors.compare(tx, found)
}

fn comments_and_likes(tx: &ReadTx, found: &mut FlawCounts) -> Result<()> {
    let mut of_post = ExpectedIndex::of(&COMMENTS_OF_POST);
    let mut of_account = ExpectedIndex::of(&COMMENTS_OF_ACCOUNT);
    let mut tallies: BTreeMap<PostId, PostCounts> = BTreeMap::new();
    tx.for_each(&COMMENTS, |comment: Comment| {
        of_post.put(&(comment.post, comment.id), &());
        of_account.put(&(comment.author, comment.id), &());
        if comment.is_shown() {
            tallies.entry(comment.post).or_default().comments += 1;
        }
    })?;
    of_post.compare(tx, found)?;
    of_account.compare(tx, found)?;
    each_entry(tx, LIKES.name, |key, _| {
        let post = PostId::from_bytes(id_at(key, 0));
        tallies.entry(post).or_default().likes += 1;
    })?;
    let mut expected = ExpectedIndex::counts(&POST_COUNTS);
    for (post, tally) in &tallies {
        expected.put(post, tally);
    }
    expected.compare(tx, found)
}

fn reports(tx: &ReadTx, found: &mut FlawCounts) -> Result<()> {
    let mut about = ExpectedIndex::of(&REPORTS_ABOUT);
    let mut of_account = ExpectedIndex::of(&REPORTS_OF_ACCOUNT);
    let mut open = ExpectedIndex::of(&OPEN_REPORTS);
    tx.for_each(&REPORTS, |report: Report| {
        about.put(&(report.about, report.id), &());
        of_account.put(&(report.reporter, report.about), &report.id);
        if report.resolution.is_none() {
            open.put(&report.id, &());
        }
    })?;
    about.compare(tx, found)?;
    of_account.compare(tx, found)?;
    open.compare(tx, found)
}

/// Compares the index of ledger references, the consecutive numbers of each member's ledger entries, and the payout of each play.
fn credits(tx: &ReadTx, found: &mut FlawCounts) -> Result<()> {
    let mut references = ExpectedIndex::of(&LEDGER_REFERENCES);
    let mut of_members: BTreeMap<AccountId, Vec<ledger::Entry>> = BTreeMap::new();
    tx.for_each(&LEDGER, |entry: ledger::Entry| {
        references.put(&TextHash::from(&*entry.reference()), &());
        of_members.entry(entry.account).or_default().push(entry);
    })?;
    references.compare(tx, found)?;
    for (member, entries) in &of_members {
        let in_order = (1..).zip(entries).all(|(number, entry)| entry.number == number);
        if !in_order {
            found.add(LEDGER.name, FlawKind::Differs, member.as_bytes());
        }
    }
    let mut of_plays = ExpectedIndex::of(&PAYOUT_OF_PLAY);
    tx.for_each(&PAYOUTS, |payout| of_plays.put(&payout.play, &payout.id))?;
    of_plays.compare(tx, found)
}

/// Compares an index that has the two halves of another table's keys in reverse order.
fn turned_round<A, B, V>(
    tx: &ReadTx,
    found: &mut FlawCounts,
    one_way: &Table<(A, B), V>,
    other_way: &Table<(B, A), ()>,
) -> Result<()> {
    let mut expected = ExpectedIndex::of(other_way);
    each_entry(tx, one_way.name, |key, _| {
        let (first, second) = key.split_at(key.len() / 2);
        expected.put(&(second.to_owned(), first.to_owned()), &());
    })?;
    expected.compare(tx, found)
}
