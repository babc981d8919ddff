//! Export of all data about a member, as one archive that can be read without Inkfold.
//!
//! Each noun has a module of its own and an entry in [`PARTS`]. At most one picture is in memory at a time.

mod account;
mod credentials;
mod mailed_answers;
mod memos;
mod operator_file;
mod others;
mod posts;
mod prize;
mod removed_memos;
mod suggestions;

use std::io::{BufWriter, IntoInnerError, Seek, Write};

use jiff::tz::TimeZone;
use serde::Serialize;
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, DateTime, ZipWriter};

use crate::context::Context;
use crate::domain::account::Account;
use crate::domain::blob::BlobHash;
use crate::domain::damage::DamageKind;
use crate::domain::id::AccountId;
use crate::domain::item::Item;
use crate::domain::policy::{self, Actor};
use crate::domain::time::Timestamp;
use crate::error::{Error, Required, Result};
use crate::platform::BoundedSemaphore;
use crate::services::download::{Download, DownloadSlots};
use crate::services::operations::quota;
use crate::store::ReadTx;

pub use operator_file::{remove_expired, write_file};

/// Concurrent exports: writing an archive keeps the disk busy, and a small machine has one.
const MAX_CONCURRENT: usize = 1;
const MAX_QUEUED: usize = 8;
/// Name of the file that lists the pictures which could not be read.
const LOST_FILES: &str = "NOT-INCLUDED.txt";

/// Semaphore with a bounded queue for exports: one is written at a time.
struct ExportSlots(BoundedSemaphore);

impl Default for ExportSlots {
    fn default() -> Self {
        Self(BoundedSemaphore::new(MAX_CONCURRENT, MAX_QUEUED))
    }
}

/// Part of the archive, about one noun.
struct Part {
    /// Paragraph of the README.
    about: &'static str,
    entries: fn(&ReadTx, &Account) -> Result<Vec<Entry>>,
}

const PARTS: [Part; 11] = [
    account::ACCOUNT,
    account::SESSIONS,
    credentials::PASSKEYS,
    credentials::API_TOKENS,
    memos::MEMOS,
    removed_memos::REMOVED_MEMOS,
    mailed_answers::MAILED_ANSWERS,
    posts::POSTS,
    others::OTHERS,
    suggestions::SUGGESTIONS,
    prize::PRIZE,
];

/// File of the archive. Its name is ASCII, even if members or books have other names.
struct Entry {
    name: String,
    content: Content,
}

enum Content {
    Text(Vec<u8>),
    Picture(BlobHash),
}

impl Entry {
    fn json(name: &str, value: &impl Serialize) -> Result<Self> {
        let text = serde_json::to_vec_pretty(value);
        let text = text.map_err(|error| Error::Internal(Box::new(error)))?;
        Ok(Self { name: name.to_owned(), content: Content::Text(text) })
    }
}

/// Writes the archive of `owner` to a temporary file, which is gone once it is closed.
pub fn download(context: &Context, actor: &Actor, owner: AccountId) -> Result<Download> {
    let account = find(context, actor, owner)?;
    let permit = context.state::<DownloadSlots>().try_acquire(owner)?;
    quota::check_disk(context)?;
    let temp_file = BufWriter::new(context.blobs.temp_file()?);
    let written =
        context.state::<ExportSlots>().0.run(|| write_account(context, &account, temp_file))??;
    let name = format!("{}-{}", context.config().community, account.username.as_str());
    let made =
        Download::of_written(name, written.into_inner().map_err(IntoInnerError::into_error)?)?;
    Ok(Download { permit: Some(permit), ..made })
}

/// Writes the archive of `owner` to `out`; the actor may be an admin.
fn write<W: Write + Seek>(context: &Context, actor: &Actor, owner: AccountId, out: W) -> Result<W> {
    let account = find(context, actor, owner)?;
    context.state::<ExportSlots>().0.run(|| write_account(context, &account, out))?
}

fn find(context: &Context, actor: &Actor, owner: AccountId) -> Result<Account> {
    policy::may_see_all_of(actor, owner)?;
    context.read()?.account(owner)?.required(Item::Member)
}

fn write_account<W: Write + Seek>(context: &Context, account: &Account, out: W) -> Result<W> {
    let now = context.now();
    let dated = SimpleFileOptions::default().last_modified_time(to_zip_time(now));
    let mut archive = ZipWriter::new(out);
    let mut lost = Vec::new();
    for Entry { name, content } in entries(context, account, now)? {
        match content {
            Content::Text(text) => {
                archive.start_file(name, dated).map_err(std::io::Error::from)?;
                archive.write_all(&text)?;
            }
            Content::Picture(blob) => {
                let Some(picture) = read_picture(context, blob) else {
                    lost.push(name);
                    continue;
                };
                // PNG data does not compress any further.
                let stored = dated.compression_method(CompressionMethod::Stored);
                archive.start_file(name, stored).map_err(std::io::Error::from)?;
                archive.write_all(&picture)?;
            }
        }
    }
    if !lost.is_empty() {
        archive.start_file(LOST_FILES, dated).map_err(std::io::Error::from)?;
        archive.write_all(list_lost(&lost).as_bytes())?;
    }
    Ok(archive.finish().map_err(std::io::Error::from)?)
}

/// Reads a picture; `None` if it is missing, damaged or unreadable, so that one picture does not cost the member all others.
fn read_picture(context: &Context, blob: BlobHash) -> Option<Vec<u8>> {
    let problem = match context.blobs.get(blob) {
        Ok(Some(picture)) if BlobHash::of(&picture) == blob => return Some(picture),
        Ok(Some(_)) => DamageKind::Damaged,
        Ok(None) => DamageKind::Missing,
        Err(_) => DamageKind::Unreadable,
    };
    tracing::warn!(file = %blob, problem = problem.describe(), "unreadable picture left out of an export");
    None
}

fn list_lost(names: &[String]) -> String {
    format!(
        "These pictures are not in this archive, because the server could not read them when it was made.\n\
         Ask an admin: they may be in a backup.\n\n{}\n",
        names.join("\n")
    )
}

/// Entries of the archive, from one snapshot, so that the files agree with each other.
fn entries(context: &Context, account: &Account, now: Timestamp) -> Result<Vec<Entry>> {
    let tx = context.read()?;
    let (mut about, mut entries) = (Vec::new(), Vec::new());
    for part in PARTS {
        let of_part = (part.entries)(&tx, account)?;
        // A part without entries is not described.
        about.extend((!of_part.is_empty()).then_some(part.about));
        entries.extend(of_part);
    }
    entries.insert(0, readme(context, account, now, &about.join("\n")));
    Ok(entries)
}

fn readme(context: &Context, account: &Account, now: Timestamp, about: &str) -> Entry {
    let text = format!(
        "Everything that {community} keeps about {name} ({username})\n\
         Made on {made} at {site}\n\n\
         {about}\n\
         Times are in UTC. Files that end in .json are plain text: any editor shows them, and any\n\
         program can read them. Your password is not in here: nobody knows it, only a hash of it is kept.\n",
        community = context.config().community,
        name = account.name.as_str(),
        username = account.username.as_str(),
        made = now,
        site = context.config().public_url,
    );
    Entry { name: "README.txt".to_owned(), content: Content::Text(text.into_bytes()) }
}

/// Converts a time to a ZIP timestamp. Times before 1980 or after 2107, which ZIP cannot express, become 1980.
fn to_zip_time(time: Timestamp) -> DateTime {
    let made = jiff::Timestamp::from_second(time.seconds).unwrap_or_default();
    let made = made.to_zoned_datetime(TimeZone::UTC);
    let part = |number: i8| number.unsigned_abs();
    DateTime::from_date_and_time(
        made.year().unsigned_abs(),
        part(made.month()),
        part(made.day()),
        part(made.hour()),
        part(made.minute()),
        part(made.second()),
    )
    .unwrap_or_default()
}
