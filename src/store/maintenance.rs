//! Maintenance of the whole database: copies for backups, preparation after a restore, checks of the pages.

use std::borrow::Cow;
use std::path::Path;
use std::sync::Arc;

use super::engine::{CACHE_BYTES, Engine, ReadOnlyStore, Snapshot, WriteQueue, WriteTx};
use super::tables::{
    API_TOKENS, API_TOKENS_OF_ACCOUNT, CHANGES, GUEST_CODES, GUEST_LINKS, INVITATION_CODES,
    INVITATIONS, MAIL_SECRETS, MAILS, SECOND_FACTORS, SESSIONS, SESSIONS_OF_ACCOUNT, STORE_VALUES,
    TICKETS, TICKETS_OF_ACCOUNT, WEBHOOK_SECRETS,
};
use super::{Error, Result, Store, codec, migrate};

/// Tables with credentials that open an account, or create one, without a password. A restore ends them, so backups leave them out: a
/// card that was withdrawn since must not work again.
const CREDENTIAL_TABLES: [&str; 10] = [
    API_TOKENS.name,
    API_TOKENS_OF_ACCOUNT.name,
    SESSIONS.name,
    SESSIONS_OF_ACCOUNT.name,
    TICKETS.name,
    TICKETS_OF_ACCOUNT.name,
    INVITATIONS.name,
    INVITATION_CODES.name,
    GUEST_LINKS.name,
    GUEST_CODES.name,
];

/// Tables with plaintext secrets; left out of unencrypted backups. Passwords are not among them: only their hashes are stored.
const SECRETS: [&str; 3] = [SECOND_FACTORS.name, MAIL_SECRETS.name, WEBHOOK_SECRETS.name];

/// Whether a copy of the database contains members' secrets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Secrets {
    /// Secrets are copied, for encrypted backups.
    Kept,
    LeftOut,
}

impl Store {
    /// Verifies the checksum of every page on the disk, and returns a snapshot of the verified state. Writers wait meanwhile.
    ///
    /// # Errors
    /// [`Error::Damaged`] when a page is not as it was written.
    pub fn check_pages(&self) -> Result<Snapshot> {
        self.engine.check()
    }

    /// Compacts the file: returns the space of removed entries to the disk.
    pub fn compact(&mut self) -> Result<()> {
        // Its thread has the engine as well.
        self.queue.end();
        Arc::get_mut(&mut self.engine).ok_or(Error::Locked)?.compact()?;
        self.queue = WriteQueue::start(Arc::clone(&self.engine))?;
        Ok(())
    }
}

impl Snapshot {
    /// Writes the snapshot into a new file, without sessions, mailed links, invitations and the change log of search, whose index is rebuilt.
    /// If secrets are left out, the texts of mails are redacted as well.
    pub fn write_copy(&self, to: &Path, secrets: Secrets) -> Result<()> {
        let mut empty = [&CREDENTIAL_TABLES[..], &[CHANGES.name]].concat();
        match secrets {
            Secrets::Kept => self.copy(to, &empty, |_, value| Cow::Borrowed(value)),
            Secrets::LeftOut => {
                empty.extend(SECRETS);
                self.copy(to, &empty, redact_mail)
            }
        }
    }
}

/// Redacts a mail of the outbox: its text may have a link that opens an account of the community that wrote it. Values of other
/// tables are unchanged.
fn redact_mail<'a>(table: &str, value: &'a [u8]) -> Cow<'a, [u8]> {
    if table != MAILS.name {
        return Cow::Borrowed(value);
    }
    // A mail that cannot be decoded becomes an empty value, so that nothing of it is copied.
    let forgotten = MAILS.decode(value).ok().and_then(|mut mail| {
        mail.redact();
        codec::encode(&mail).ok()
    });
    forgotten.unwrap_or_default().into()
}

/// Lock on a database file against other programs. The file is not changed.
pub struct FileLock {
    _engine: Engine,
}

impl FileLock {
    /// Locks the file.
    ///
    /// # Errors
    /// [`Error::Locked`] when another program has the file open; other errors when it is not a valid database.
    pub fn acquire(path: &Path) -> Result<Self> {
        Ok(Self { _engine: Engine::open(path, CACHE_BYTES)? })
    }
}

/// Schema version of a closed file, which decides which programs can open it.
///
/// # Errors
/// [`Error::Newer`] and [`Error::TooOld`] when this program cannot open it.
pub fn schema_version(file: &ReadOnlyStore) -> Result<u32> {
    migrate::check_schema_version(
        file.read()?.get(&STORE_VALUES, &migrate::VERSION_KEY)?.unwrap_or(0),
    )
}

impl WriteTx {
    /// Ends every session, and invalidates every mailed link and every invitation.
    pub fn clear_credentials(&mut self) -> Result<()> {
        CREDENTIAL_TABLES.into_iter().try_for_each(|table| self.clear(table))
    }
}

#[cfg(test)]
mod tests {
    use std::fs::{self, File};
    use std::io::Write;
    use std::sync::atomic::{AtomicBool, Ordering};
    use std::thread;

    use super::*;
    use crate::domain::account::Email;
    use crate::domain::id::{AccountId, InvitationId, MailId, WebhookId};
    use crate::domain::invitation::{Card, Invitation, InvitedRole};
    use crate::domain::mail::Mail;
    use crate::domain::second_factor::{AuthenticatorApp, SecondFactor};
    use crate::domain::secret::SecretHash;
    use crate::domain::session::{Ticket, TicketPurpose};
    use crate::domain::time::Timestamp;
    use crate::domain::typed_code::InvitationCode;
    use crate::domain::webhook::WebhookSecret;

    const NOW: Timestamp = Timestamp { seconds: 1_000, nanoseconds: 0 };

    fn store_with_ticket(path: &Path) -> (Store, AccountId) {
        let store = Store::create(path).unwrap();
        let mara = AccountId::new(NOW, [1; 10]);
        let ticket = Ticket::new(TicketPurpose::ResetPassword, Some(mara), NOW);
        store.write(|tx| tx.put_ticket(SecretHash([7; 32]), &ticket)).unwrap();
        (store, mara)
    }

    #[test]
    fn copy_leaves_credentials_out() {
        let folder = tempfile::tempdir().unwrap();
        let (store, mara) = store_with_ticket(&folder.path().join("own"));
        let copy = folder.path().join("copy");
        store.write(|tx| tx.put(&STORE_VALUES, b"marker\0\0", &7)).unwrap();
        let code = InvitationCode::new([3; 8]);
        let invitation = Invitation {
            id: InvitationId::new(NOW, [4; 10]),
            name: String::new(),
            by: None,
            created_at: NOW,
            expires_at: None,
            book: None,
            role: InvitedRole::Member,
            cards: vec![Card { code, max_uses: 1, uses: 0 }],
            revoked_at: None,
        };
        store.write(|tx| tx.put_invitation(&invitation)).unwrap();
        store.read().unwrap().write_copy(&copy, Secrets::Kept).unwrap();

        let database_file = ReadOnlyStore::open(&copy).unwrap();
        assert_eq!(schema_version(&database_file).unwrap(), migrate::SCHEMA_VERSION);
        let read = database_file.read().unwrap();
        assert_eq!(read.get(&STORE_VALUES, b"marker\0\0").unwrap(), Some(7));
        assert_eq!(read.tickets_of(mara).unwrap(), []);
        assert_eq!(read.invitations().unwrap(), []);
        assert_eq!(read.invitation_by_code(code).unwrap(), None);
        let bytes = fs::read(&copy).unwrap();
        let written = code.to_string();
        assert!(!bytes.windows(written.len()).any(|part| part == written.as_bytes()));
        assert_eq!(store.read().unwrap().tickets_of(mara).unwrap().len(), 1);
    }

    #[test]
    fn second_factor_is_only_in_secret_copies() {
        let folder = tempfile::tempdir().unwrap();
        let (store, mara) = store_with_ticket(&folder.path().join("own"));
        let factor = SecondFactor::with_app(AuthenticatorApp::new(*b"a-key-of-20-letters."));
        store.write(|tx| tx.put_second_factor(mara, &factor)).unwrap();
        for (secrets, is_there) in [(Secrets::Kept, true), (Secrets::LeftOut, false)] {
            let copy = folder.path().join(format!("{secrets:?}"));
            store.read().unwrap().write_copy(&copy, secrets).unwrap();
            let database_file = ReadOnlyStore::open(&copy).unwrap();
            let read = database_file.read().unwrap();
            assert_eq!(read.second_factor(mara).unwrap().is_some(), is_there);
            let bytes = fs::read(&copy).unwrap();
            assert_eq!(bytes.windows(20).any(|part| part == b"a-key-of-20-letters."), is_there);
        }
    }

    #[test]
    fn webhook_secret_is_only_in_secret_copies() {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::create(&folder.path().join("own")).unwrap();
        let id = WebhookId::new(NOW, [1; 10]);
        let secret = WebhookSecret::new(*b"a secret that is only for a test");
        store.write(|tx| tx.put_webhook_secret(id, &secret)).unwrap();
        for (secrets, is_there) in [(Secrets::Kept, true), (Secrets::LeftOut, false)] {
            let copy = folder.path().join(format!("{secrets:?}"));
            store.read().unwrap().write_copy(&copy, secrets).unwrap();
            let database_file = ReadOnlyStore::open(&copy).unwrap();
            let found = database_file.read().unwrap().webhook_secret(id).unwrap();
            assert_eq!(found.is_some(), is_there);
        }
    }

    #[test]
    fn waiting_mail_text_is_only_in_secret_copies() {
        let folder = tempfile::tempdir().unwrap();
        let (store, _) = store_with_ticket(&folder.path().join("own"));
        let id = MailId::new(NOW, [2; 10]);
        let [text, html] = ["/verify?token=link-as-text", "<a href='/verify?token=link-as-html'>"];
        let waiting = Mail {
            id,
            to: Email::parse("mara@example.org").unwrap(),
            subject: "Please verify your email".into(),
            text: text.into(),
            html: html.into(),
            unsubscribe: None,
            reply_to: None,
            created_at: NOW,
            sent_at: None,
        };
        store.write(|tx| tx.put_mail(&waiting)).unwrap();
        for (secrets, is_there) in [(Secrets::Kept, true), (Secrets::LeftOut, false)] {
            let copy = folder.path().join(format!("{secrets:?}"));
            store.read().unwrap().write_copy(&copy, secrets).unwrap();
            let bytes = fs::read(&copy).unwrap();
            let stands = |words: &str| bytes.windows(words.len()).any(|at| at == words.as_bytes());
            assert_eq!([stands(text), stands(html)], [is_there; 2], "{secrets:?}");
            let mail =
                ReadOnlyStore::open(&copy).unwrap().read().unwrap().mail(id).unwrap().unwrap();
            assert_eq!((&mail.to, &mail.subject), (&waiting.to, &waiting.subject));
            assert_eq!(mail.is_redacted(), !is_there);
        }
        assert_eq!(store.read().unwrap().mail(id).unwrap(), Some(waiting));
    }

    #[test]
    fn clear_credentials_removes_tickets() {
        let folder = tempfile::tempdir().unwrap();
        let (mut store, mara) = store_with_ticket(&folder.path().join("own"));
        store.write(WriteTx::clear_credentials).unwrap();
        assert_eq!(store.read().unwrap().tickets_of(mara).unwrap(), []);
        store.compact().unwrap();
    }

    #[test]
    fn page_check_succeeds_during_writes() {
        let folder = tempfile::tempdir().unwrap();
        let (store, _) = &store_with_ticket(&folder.path().join("own"));
        // Enough data that other threads write during a check.
        let fill = |tx: &mut WriteTx| {
            (0..20_000_u32).try_for_each(|n| tx.put(&STORE_VALUES, &u64::from(n).to_be_bytes(), &n))
        };
        store.write(fill).unwrap();
        let is_over = &AtomicBool::new(false);
        thread::scope(|scope| {
            scope.spawn(move || {
                for number in (0..=u8::MAX).cycle() {
                    if is_over.load(Ordering::Relaxed) {
                        return;
                    }
                    let ticket = Ticket::new(TicketPurpose::Receipt, None, NOW);
                    store.write(|tx| tx.put_ticket(SecretHash([number; 32]), &ticket)).unwrap();
                }
            });
            let check = move || (0..100).all(|_| store.check_pages().is_ok());
            let checks = scope.spawn(check).join();
            is_over.store(true, Ordering::Relaxed);
            assert!(checks.unwrap());
        });
    }

    #[test]
    fn corrupt_page_is_found_and_left_unchanged() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("own");
        drop(store_with_ticket(&path));
        drop(Store::inspect(&path).unwrap());
        let mut bytes = fs::read(&path).unwrap();
        // A value that opening the file does not read.
        let hash = bytes.windows(32).position(|part| part == [7; 32]).unwrap();
        bytes[hash] = 8;
        File::create(&path).unwrap().write_all(&bytes).unwrap();
        assert!(matches!(Store::inspect(&path), Err(Error::Damaged)));
        assert_eq!(fs::read(&path).unwrap()[hash], 8);
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    }
}
