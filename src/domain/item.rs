//! Items that a request can name and that may be missing.

use super::message::Message;

macro_rules! items {
    ($($(#[$doc:meta])* $item:ident = $message:expr,)*) => {
        /// Kind of item that was not found; see [`Item::not_found`].
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum Item { $($(#[$doc])* $item),* }

        impl Item {
            /// Message that the item was not found.
            pub fn not_found(self) -> Message {
                match self { $(Self::$item => $message),* }
            }
        }
    };
}

items! {
    Member = Message::new("member-not-found", "This member was not found."),
    Profile = Message::new("profile-not-found", "This profile was not found."),
    Session = Message::new("session-not-found", "This session was not found."),
    Passkey = Message::new("passkey-not-found", "This passkey was not found."),
    ApiToken = Message::new("api-token-not-found", "This API token was not found."),
    SecondFactor = Message::new("second-factor-not-found", "Two-step verification was not found."),
    SecondFactorSetup = Message::new("second-factor-setup-not-found", "This setup was not found."),
    Address = Message::new("address-unknown", "This address was not found."),
    Link = Message::new("link-not-found", "This link was not found."),
    Page = Message::new("page-not-found", "This page was not found."),
    File = Message::new("file-not-found", "This file was not found."),
    TrashedFile = Message::new("trashed-file-not-found", "This file in the trash was not found."),
    FileFormat = Message::new("file-format-not-found", "This kind of file was not found."),
    Picture = Message::new("picture-not-found", "This picture was not found."),
    Book = Message::new("book-not-found", "This book was not found."),
    Question = Message::new("question-not-found", "This question was not found."),
    Form = Message::new("form-not-found", "This form was not found."),
    BookWithoutQuestions = Message::new("book-without-questions", "The form of this book was not found: the book has no questions yet."),
    Edition = Message::new("edition-not-found", "This edition was not found."),
    Epub = Message::new("epub-not-found", "An EPUB of this edition was not found."),
    Memo = Message::new("memo-not-found", "This memo was not found."),
    /// Memos of the member in any book.
    OwnMemos = Message::new("own-memos-not-found", "You have no memos yet."),
    OwnMemosInBook = Message::new("own-memos-in-book-not-found", "You have no memos in this book yet."),
    /// Code by which a form is sent from another device.
    HandoffCode = Message::new("hand-over-code-not-found", "This code has expired or was used. Make a new one on the tablet."),
    /// Code by which a phone signs a tablet in.
    TabletCode = Message::new("tablet-code-not-found", "This code has expired or was used. Start again on the tablet."),
    Guest = Message::new("guest-not-found", "This guest was not found."),
    Invitation = Message::new("invitation-not-found", "This invitation was not found."),
    Application = Message::new("application-not-found", "This application was not found."),
    Suggestion = Message::new("suggestion-not-found", "This suggestion was not found."),
    Topic = Message::new("topic-not-found", "This topic was not found."),
    Post = Message::new("post-not-found", "This post was not found."),
    Comment = Message::new("comment-not-found", "This comment was not found."),
    Report = Message::new("report-not-found", "This report was not found."),
    /// Post, comment or memo that a verdict is about.
    ReportedItem = Message::new("reported-item-not-found", "This post, comment or memo was not found."),
    MailedAnswer = Message::new("mailed-answer-not-found", "This answer was not found. It was handed in, discarded or replaced by a newer one."),
    Mail = Message::new("mail-not-found", "This mail was not found."),
    Webhook = Message::new("webhook-not-found", "This webhook was not found."),
    WebhookDelivery = Message::new("webhook-delivery-not-found", "This delivery was not found."),
    PrizeGame = Message::new("prize-game-not-found", "The prize game was not found."),
    GameDay = Message::new("game-day-not-found", "This day of the game was not found."),
    Play = Message::new("play-not-found", "This play was not found."),
    Payout = Message::new("payout-not-found", "This payout was not found."),
    Checkout = Message::new("checkout-not-found", "The checkout was not found."),
    /// Any backup in the folder of backups.
    AnyBackup = Message::new("no-backup", "A backup was not found."),
    Backup = Message::new("backup-not-found", "A backup with this name, here or in a copy, was not found."),
    BackupInCopy = Message::new("backup-in-copy-not-found", "This backup in the copy was not found."),
    BackupInStandby = Message::new("backup-in-standby-not-found", "A backup in this standby was not found."),
    BackupCopy = Message::new("backup-copy-not-found", "A copy with this number in the settings was not found."),
    MemoInBackup = Message::new("memo-in-backup-not-found", "A memo with this id in the backup was not found."),
}
