//! Database schema: every table with its key and its value. A table's name ends in its version. Names are
//! historical: some are older than the words of the code.

use crate::domain::account::{Account, ReservedEmail};
use crate::domain::alt_text::AltText;
use crate::domain::api_token::ApiToken;
use crate::domain::application::Application;
use crate::domain::audit::AuditEntry;
use crate::domain::begun_answers::BegunAnswers;
use crate::domain::blob::BlobHash;
use crate::domain::book::{Book, Question};
use crate::domain::comment::Comment;
use crate::domain::edition::Edition;
use crate::domain::form_code::FormCode;
use crate::domain::guest::{Guest, GuestLink};
use crate::domain::handwriting::{Reading, Source, UnreadPicture};
use crate::domain::id::{
    AccountId, AuditId, BookId, CommentId, InvitationId, JobId, MailId, MailedAnswerId, MemoId,
    OutgoingEventId, PasskeyId, PayoutId, PostId, ReportId, SuggestionId, TopicId,
    WebhookDeliveryId, WebhookId,
};
use crate::domain::invitation::{Invitation, InvitedBy};
use crate::domain::job::{Job, Queue, QueuedJob};
use crate::domain::known_location::KnownLocation;
use crate::domain::mail::{FormMail, Mail, MailPictures};
use crate::domain::mailed_answer::{MailedAnswer, ReplyAddress};
use crate::domain::memo::{HiddenMemo, Memo, RemovedMemo};
use crate::domain::passkey::Passkey;
use crate::domain::post::{Post, PostCounts};
use crate::domain::post_address::OwnMailSecret;
use crate::domain::prize::day::{Day, GameDay};
use crate::domain::prize::ledger::Entry;
use crate::domain::prize::payment::{Payment, PaymentProviderEvent};
use crate::domain::prize::payout::Payout;
use crate::domain::prize::play::{Play, PlayId, SubmissionRecord};
use crate::domain::processed_mail::{MailFingerprint, ProcessedMail};
use crate::domain::reminder::Reminder;
use crate::domain::report::{Report, ReportTarget};
use crate::domain::role_grants::RoleGrants;
use crate::domain::search::Subject;
use crate::domain::second_factor::SecondFactor;
use crate::domain::secret::SecretHash;
use crate::domain::session::{Session, Ticket};
use crate::domain::suggestion::Suggestion;
use crate::domain::suspension::Suspension;
use crate::domain::time::Timestamp;
use crate::domain::topic::Topic;
use crate::domain::webhook::{
    DroppedDeliveries, OutgoingEvent, Webhook, WebhookDelivery, WebhookSecret,
};
use crate::domain::weekly_question::{ReceivedQuestion, WeeklyQuestion};
use crate::domain::wrong_codes::WrongCodes;

use super::forms::IssuedForm;
use super::key::{MemoKey, TextHash};
use super::table::{AnyTable, Table};

/// Values of the store itself by name, such as its version.
pub(super) const STORE_VALUES: Table<[u8; 8], u32> = Table::new("meta-1");
pub(super) const ACCOUNTS: Table<AccountId, Account> = Table::new("accounts-2").with_appended(5);
/// Index of accounts by hash of email address.
pub(super) const ACCOUNTS_BY_EMAIL: Table<TextHash, AccountId> = Table::new("accounts-by-email-1");
pub(super) const ACCOUNTS_BY_USERNAME: Table<TextHash, AccountId> =
    Table::new("accounts-by-username-1");
/// Index of accounts by hash of username skeleton, to find usernames that look alike.
pub(super) const ACCOUNTS_BY_SKELETON: Table<(TextHash, AccountId), ()> =
    Table::new("accounts-by-skeleton-1");
pub(super) const RESERVED_EMAILS: Table<TextHash, ReservedEmail> = Table::new("reserved-emails-1");
pub(super) const SESSIONS: Table<SecretHash, Session> = Table::new("sessions-2");
/// Index of sessions by account.
pub(super) const SESSIONS_OF_ACCOUNT: Table<(AccountId, SecretHash), ()> =
    Table::new("sessions-of-account-1");
pub(super) const TICKETS: Table<SecretHash, Ticket> = Table::new("tickets-2");
/// Index of tickets by account, for removing them with another ticket or with the password.
pub(super) const TICKETS_OF_ACCOUNT: Table<(AccountId, SecretHash), ()> =
    Table::new("tickets-of-account-1");
pub(super) const SECOND_FACTORS: Table<AccountId, SecondFactor> = Table::new("second-factors-2");
pub(super) const PASSKEYS: Table<(AccountId, PasskeyId), Passkey> = Table::new("passkeys-1");
/// Index of passkeys by hash of the credential's id.
pub(super) const PASSKEYS_BY_CREDENTIAL: Table<TextHash, (AccountId, PasskeyId)> =
    Table::new("passkeys-by-credential-1");
/// API tokens by hash of their secret.
pub(super) const API_TOKENS: Table<SecretHash, ApiToken> = Table::new("api-tokens-1");
pub(super) const API_TOKENS_OF_ACCOUNT: Table<(AccountId, SecretHash), ()> =
    Table::new("api-tokens-of-account-1");
pub(super) const WRONG_CODES: Table<AccountId, WrongCodes> = Table::new("wrong-codes-1");
pub(super) const KNOWN_LOCATIONS: Table<AccountId, Vec<KnownLocation>> =
    Table::new("familiar-places-1");
pub(super) const INVITATIONS: Table<InvitationId, Invitation> = Table::new("invitations-2");
/// Index of invitations by hash of code.
pub(super) const INVITATION_CODES: Table<TextHash, InvitationId> = Table::new("invitation-codes-1");
/// Invitation with which a member came.
pub(super) const INVITED_BY: Table<AccountId, InvitedBy> = Table::new("invited-by-1");
pub(super) const APPLICATIONS: Table<AccountId, Application> = Table::new("applications-1");
/// Members who keep books or moderate threads.
pub(super) const ROLE_GRANTS: Table<AccountId, RoleGrants> = Table::new("duties-1");
/// Guests of books, by account.
pub(super) const GUESTS: Table<AccountId, Guest> = Table::new("guests-1");
/// Index of guests by hash of the secret in their private link.
pub(super) const GUEST_SECRETS: Table<SecretHash, AccountId> = Table::new("guest-secrets-1");
/// Links of books with which guests come.
pub(super) const GUEST_LINKS: Table<BookId, GuestLink> = Table::new("guest-links-1");
/// Index of guest links by hash of code.
pub(super) const GUEST_CODES: Table<TextHash, BookId> = Table::new("guest-codes-1");
/// Memos of guests that wait for a keeper's decision; they are hidden, too.
pub(super) const WAITING_MEMOS: Table<(BookId, MemoId), ()> = Table::new("waiting-memos-1");
/// Memos of guests that a keeper has accepted, by the author under whose name that was.
pub(super) const ACCEPTED_MEMOS: Table<(AccountId, MemoId), ()> = Table::new("accepted-memos-1");
pub(super) const BOOKS: Table<BookId, Book> = Table::new("books-1").with_appended(7);
/// Questions by book and place in it, counted from 1.
pub(super) const QUESTIONS: Table<(BookId, u32), Question> = Table::new("questions-1");
/// Every issued form by its code, so that a filled one is recognised after the book has changed.
pub(super) const FORMS: Table<FormCode, IssuedForm> = Table::new("forms-1");
pub(super) const MEMOS: Table<MemoId, Memo> = Table::new("memos-1");
/// Index of present memos by member, book, question and kind.
pub(super) const MEMOS_OF_MEMBER: Table<(AccountId, BookId, MemoKey), MemoId> =
    Table::new("memos-of-member-1");
/// Index of present memos by book, in order of creation.
pub(super) const MEMOS_OF_BOOK: Table<(BookId, MemoId), ()> = Table::new("memos-of-book-1");
/// Replaced and withdrawn memos, the history, each with the time of its replacement or withdrawal.
pub(super) const REPLACED_MEMOS: Table<(AccountId, BookId, MemoKey, MemoId), Timestamp> =
    Table::new("replaced-memos-1");
/// Hidden memos, which only their authors and admins see.
pub(super) const HIDDEN_MEMOS: Table<MemoId, HiddenMemo> = Table::new("hidden-memos-1");
/// Notices to authors of memos removed by an admin.
pub(super) const REMOVED_MEMOS: Table<(AccountId, MemoId), RemovedMemo> =
    Table::new("removed-memos-1");
/// Number of answers of a book that count for its next edition.
pub(super) const NEW_ANSWER_COUNTS: Table<BookId, u32> = Table::new("new-answer-counts-1");
/// Number of present memos of a book that are not hidden; no entry for none.
pub(super) const MEMO_COUNTS: Table<BookId, u32> = Table::new("memo-counts-1");
/// Number of present memos of a member in a book, hidden or not.
pub(super) const MEMO_COUNTS_OF_MEMBER: Table<(AccountId, BookId), u32> =
    Table::new("memo-counts-of-member-1");
/// Alternative text of a memo's picture.
pub(super) const ALT_TEXTS: Table<MemoId, AltText> = Table::new("alt-texts-1");
/// Handwriting as the server has read it, by the file of the picture.
pub(super) const READINGS: Table<BlobHash, Reading> = Table::new("readings-1");
/// Answers that a member has begun, by member and book.
pub(super) const BEGUN_ANSWERS: Table<(AccountId, BookId), BegunAnswers> =
    Table::new("begun-answers-1");
/// Last reminder of each member.
pub(super) const REMINDERS: Table<AccountId, Reminder> = Table::new("reminders-1");
/// Question of the week of books that have or had one.
pub(super) const WEEKLY_QUESTIONS: Table<BookId, WeeklyQuestion> = Table::new("weekly-questions-1");
/// Last question of the week that each member received, by member and book.
pub(super) const RECEIVED_QUESTIONS: Table<(AccountId, BookId), ReceivedQuestion> =
    Table::new("received-questions-1");
/// Addresses to which members answer questions, by hash of secret.
pub(super) const REPLY_ADDRESSES: Table<SecretHash, ReplyAddress> = Table::new("reply-addresses-1");
/// Answers that came by mail and are not handed in yet.
pub(super) const MAILED_ANSWERS: Table<(AccountId, MailedAnswerId), MailedAnswer> =
    Table::new("mailed-answers-1");
/// Pictures of memos and posts that wait to be read, in order of creation.
pub(super) const RECOGNITION_QUEUE: Table<Source, UnreadPicture> = Table::new("unread-pictures-1");
pub(super) const EDITIONS: Table<(BookId, u32), Edition> =
    Table::new("editions-1").with_appended(3);
/// Number of the first edition with a memo; if that was withdrawn, of the first later one with it.
pub(super) const EDITION_OF_MEMO: Table<MemoId, u32> = Table::new("edition-of-memo-1");
pub(super) const LOVES: Table<(MemoId, AccountId), ()> = Table::new("loves-1");
pub(super) const LOVES_OF_ACCOUNT: Table<(AccountId, MemoId), ()> =
    Table::new("loves-of-account-1");
/// Index of memos by the files of their pictures.
pub(super) const MEMOS_OF_BLOB: Table<(BlobHash, MemoId), ()> = Table::new("memos-of-blob-1");
pub(super) const SUGGESTIONS: Table<SuggestionId, Suggestion> = Table::new("suggestions-1");
pub(super) const SUGGESTIONS_OF_ACCOUNT: Table<(AccountId, SuggestionId), ()> =
    Table::new("suggestions-of-account-1");
/// Change log for the search index: subjects changed since the index was last written, by consecutive number.
pub(super) const CHANGES: Table<u32, Subject> = Table::new("changes-1");
pub(super) const JOBS: Table<(Queue, Timestamp, JobId), QueuedJob> = Table::new("jobs-2");
/// Due times of jobs by what they do: index of equal jobs.
pub(super) const JOBS_BY_WORK: Table<(Job, JobId), Timestamp> = Table::new("jobs-by-work-1");
/// Failed jobs, which are not retried.
pub(super) const DEAD_LETTERS: Table<JobId, QueuedJob> = Table::new("failed-jobs-1");
pub(super) const MAILS: Table<MailId, Mail> = Table::new("mails-3");
/// Pictures of mails that were not sent yet; no entry for none.
pub(super) const MAIL_PICTURES: Table<MailId, MailPictures> = Table::new("mail-pictures-1");
/// Mails of the last day that were requested through a form, for rate limits.
pub(super) const FORM_MAILS: Table<MailId, FormMail> = Table::new("form-mails-1");
/// Time of the first mail to a member about a published book.
pub(super) const FIRST_NOTICES: Table<(AccountId, BookId), Timestamp> =
    Table::new("told-of-books-1");
/// Hashes of the secrets in unsubscribe links of mails about editions, by account.
pub(super) const UNSUBSCRIBE_SECRETS: Table<(AccountId, SecretHash), ()> =
    Table::new("unsubscribe-secrets-1");
/// Days of the prize game with their secrets.
pub(super) const PRIZE_DAYS: Table<Day, GameDay> = Table::new("prize-days-1");
pub(super) const PLAYS: Table<PlayId, Play> = Table::new("plays-1");
pub(super) const PLAYS_OF_ACCOUNT: Table<(AccountId, PlayId), ()> =
    Table::new("plays-of-account-1");
/// Play made by a member's upload.
pub(super) const PLAY_OF_SESSION: Table<(AccountId, SecretHash), PlayId> =
    Table::new("play-of-session-1");
/// Submissions of handwriting by member and upload.
pub(super) const SUBMISSIONS: Table<(AccountId, SecretHash), SubmissionRecord> =
    Table::new("submitted-1");
/// Credits given and taken, numbered for each member; entries never change.
pub(super) const LEDGER: Table<(AccountId, u32), Entry> = Table::new("ledger-1");
/// Hashes of the references of ledger entries, so that no credit is given or taken twice.
pub(super) const LEDGER_REFERENCES: Table<TextHash, ()> = Table::new("ledger-references-1");
/// Payments by hash of the payment provider's id.
pub(super) const PAYMENTS: Table<TextHash, Payment> = Table::new("payments-1");
/// Events by hash of the payment provider's id.
pub(super) const PAYMENT_EVENTS: Table<TextHash, PaymentProviderEvent> = Table::new("notices-1");
pub(super) const PAYOUTS: Table<PayoutId, Payout> = Table::new("payouts-1");
/// Payout of a winning play, so that a win is claimed once.
pub(super) const PAYOUT_OF_PLAY: Table<PlayId, PayoutId> = Table::new("payout-of-play-1");

pub(super) const TOPICS: Table<TopicId, Topic> = Table::new("topics-1");
/// Index of topics by hash of their code's skeleton, so that no two codes can be mistaken for each other.
pub(super) const TOPICS_BY_SKELETON: Table<TextHash, TopicId> = Table::new("topics-by-look-1");

pub(super) const POSTS: Table<PostId, Post> = Table::new("posts-1");
/// Index of active posts by topic and time of activation, with their authors.
pub(super) const POSTS_OF_TOPIC: Table<(TopicId, Timestamp, PostId), AccountId> =
    Table::new("posts-of-topic-2");
/// Index of all posts by member.
pub(super) const POSTS_OF_ACCOUNT: Table<(AccountId, PostId), ()> =
    Table::new("posts-of-account-1");
/// Index of unpublished posts by member.
pub(super) const PENDING_POSTS: Table<(AccountId, PostId), ()> = Table::new("pending-posts-1");
/// Index of posts by the files of their pictures.
pub(super) const POSTS_OF_PICTURE: Table<(BlobHash, PostId), ()> = Table::new("posts-of-picture-1");
/// Sizes of the segments of active posts of a topic, by their first key in [`POSTS_OF_TOPIC`].
pub(super) const POST_RANKS: Table<Vec<u8>, u32> = Table::new("post-ranks-1");
/// Number of an author's posts in a segment of a topic, by the segment's key in [`POST_RANKS`].
pub(super) const AUTHOR_RANKS: Table<(TopicId, AccountId, Vec<u8>), u32> =
    Table::new("author-ranks-1");
/// Number of active posts of a topic.
pub(super) const TOPIC_COUNTS: Table<TopicId, u32> = Table::new("topic-counts-1");
/// Total bytes of the pictures of a member's posts.
pub(super) const PICTURE_BYTES: Table<AccountId, u64> = Table::new("picture-bytes-1");
/// Bytes of the files of a member's memos, present and replaced.
pub(super) const MEMO_BYTES: Table<AccountId, u64> = Table::new("memo-bytes-1");
/// Lengths of the files of a member's memos, by file and memo.
pub(super) const MEMO_FILES: Table<(AccountId, BlobHash, MemoId), u64> = Table::new("memo-files-1");
pub(super) const LIKES: Table<(PostId, AccountId), ()> = Table::new("likes-1");
/// Index of likes by member.
pub(super) const LIKES_OF_ACCOUNT: Table<(AccountId, PostId), ()> =
    Table::new("likes-of-account-1");
pub(super) const COMMENTS: Table<CommentId, Comment> = Table::new("comments-2");
/// Index of comments by post.
pub(super) const COMMENTS_OF_POST: Table<(PostId, CommentId), ()> =
    Table::new("comments-of-post-1");
/// Index of comments by member.
pub(super) const COMMENTS_OF_ACCOUNT: Table<(AccountId, CommentId), ()> =
    Table::new("comments-of-account-1");
/// Post created by an upload, by member and idempotency key.
pub(super) const UPLOAD_KEYS: Table<(AccountId, TextHash), PostId> = Table::new("upload-keys-1");
pub(super) const REPORTS: Table<ReportId, Report> = Table::new("reports-1");
/// Index of reports by subject.
pub(super) const REPORTS_ABOUT: Table<(ReportTarget, ReportId), ()> = Table::new("reports-about-1");
/// Index of reports by member and subject. A member reports a subject once.
pub(super) const REPORTS_OF_ACCOUNT: Table<(AccountId, ReportTarget), ReportId> =
    Table::new("reports-of-account-1");
/// Index of open reports, which no admin has decided on.
pub(super) const OPEN_REPORTS: Table<ReportId, ()> = Table::new("open-reports-1");
/// Blocks by blocking and blocked member, with the time of the block.
pub(super) const BLOCKS: Table<(AccountId, AccountId), Timestamp> = Table::new("blocks-1");
/// Index of blocks by blocked member.
pub(super) const BLOCKS_OF_BLOCKED: Table<(AccountId, AccountId), ()> =
    Table::new("blocks-of-blocked-1");
pub(super) const SUSPENSIONS: Table<AccountId, Suspension> = Table::new("suspensions-1");
pub(super) const AUDIT: Table<AuditId, AuditEntry> = Table::new("audit-1");
/// Number of likes and comments of a post.
pub(super) const POST_COUNTS: Table<PostId, PostCounts> = Table::new("tallies-1");
/// Secrets in the mail addresses that members post to.
pub(super) const MAIL_SECRETS: Table<AccountId, OwnMailSecret> = Table::new("mail-secrets-1");
/// Mails that have become posts, by fingerprint.
pub(super) const PROCESSED_MAIL: Table<MailFingerprint, ProcessedMail> = Table::new("mailed-1");

/// Webhooks to other servers.
pub(super) const WEBHOOKS: Table<WebhookId, Webhook> = Table::new("webhooks-1");
/// Keys with which deliveries are signed.
pub(super) const WEBHOOK_SECRETS: Table<WebhookId, WebhookSecret> = Table::new("webhook-secrets-1");
/// Events whose deliveries are yet to be queued.
pub(super) const OUTGOING_EVENTS: Table<OutgoingEventId, OutgoingEvent> =
    Table::new("outgoing-events-1");
/// Events on their way to webhooks, and those of the last days.
pub(super) const WEBHOOK_DELIVERIES: Table<(WebhookId, WebhookDeliveryId), WebhookDelivery> =
    Table::new("webhook-deliveries-1");
/// Numbers of deliveries that were dropped, of webhooks that have any.
pub(super) const DROPPED_DELIVERIES: Table<WebhookId, DroppedDeliveries> =
    Table::new("dropped-deliveries-1");

/// Hashes of the names of the backups made of this database.
pub(super) const OWN_BACKUPS: Table<TextHash, ()> = Table::new("own-backups-1");

/// Every table.
pub(super) static ALL: [&dyn AnyTable; 111] = [
    &ACCOUNTS,
    &OWN_BACKUPS,
    &WEBHOOKS,
    &WEBHOOK_SECRETS,
    &OUTGOING_EVENTS,
    &WEBHOOK_DELIVERIES,
    &DROPPED_DELIVERIES,
    &ACCOUNTS_BY_EMAIL,
    &ACCOUNTS_BY_USERNAME,
    &ACCOUNTS_BY_SKELETON,
    &RESERVED_EMAILS,
    &SESSIONS,
    &SESSIONS_OF_ACCOUNT,
    &TICKETS,
    &TICKETS_OF_ACCOUNT,
    &SECOND_FACTORS,
    &PASSKEYS,
    &PASSKEYS_BY_CREDENTIAL,
    &API_TOKENS,
    &API_TOKENS_OF_ACCOUNT,
    &WRONG_CODES,
    &KNOWN_LOCATIONS,
    &INVITATIONS,
    &INVITATION_CODES,
    &INVITED_BY,
    &APPLICATIONS,
    &ROLE_GRANTS,
    &GUESTS,
    &GUEST_SECRETS,
    &GUEST_LINKS,
    &GUEST_CODES,
    &WAITING_MEMOS,
    &ACCEPTED_MEMOS,
    &BOOKS,
    &QUESTIONS,
    &FORMS,
    &MEMOS,
    &MEMOS_OF_MEMBER,
    &MEMOS_OF_BOOK,
    &REPLACED_MEMOS,
    &HIDDEN_MEMOS,
    &REMOVED_MEMOS,
    &NEW_ANSWER_COUNTS,
    &MEMO_COUNTS,
    &MEMO_COUNTS_OF_MEMBER,
    &ALT_TEXTS,
    &READINGS,
    &RECOGNITION_QUEUE,
    &BEGUN_ANSWERS,
    &REMINDERS,
    &WEEKLY_QUESTIONS,
    &RECEIVED_QUESTIONS,
    &REPLY_ADDRESSES,
    &MAILED_ANSWERS,
    &EDITIONS,
    &EDITION_OF_MEMO,
    &LOVES,
    &LOVES_OF_ACCOUNT,
    &MEMOS_OF_BLOB,
    &SUGGESTIONS,
    &SUGGESTIONS_OF_ACCOUNT,
    &CHANGES,
    &JOBS,
    &JOBS_BY_WORK,
    &DEAD_LETTERS,
    &MAILS,
    &MAIL_PICTURES,
    &FORM_MAILS,
    &FIRST_NOTICES,
    &UNSUBSCRIBE_SECRETS,
    &PRIZE_DAYS,
    &PLAYS,
    &PLAYS_OF_ACCOUNT,
    &PLAY_OF_SESSION,
    &SUBMISSIONS,
    &LEDGER,
    &LEDGER_REFERENCES,
    &PAYMENTS,
    &PAYMENT_EVENTS,
    &PAYOUTS,
    &PAYOUT_OF_PLAY,
    &TOPICS,
    &TOPICS_BY_SKELETON,
    &POSTS,
    &POSTS_OF_TOPIC,
    &POST_RANKS,
    &AUTHOR_RANKS,
    &POSTS_OF_ACCOUNT,
    &PENDING_POSTS,
    &POSTS_OF_PICTURE,
    &TOPIC_COUNTS,
    &PICTURE_BYTES,
    &MEMO_BYTES,
    &MEMO_FILES,
    &LIKES,
    &LIKES_OF_ACCOUNT,
    &COMMENTS,
    &COMMENTS_OF_POST,
    &COMMENTS_OF_ACCOUNT,
    &POST_COUNTS,
    &UPLOAD_KEYS,
    &REPORTS,
    &REPORTS_ABOUT,
    &REPORTS_OF_ACCOUNT,
    &OPEN_REPORTS,
    &BLOCKS,
    &BLOCKS_OF_BLOCKED,
    &SUSPENSIONS,
    &AUDIT,
    &MAIL_SECRETS,
    &PROCESSED_MAIL,
];
