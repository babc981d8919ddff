//! `inkfold backup`: makes, lists, verifies, fetches and copies backups, and makes keys for them.

pub(crate) mod copies;
mod fetch;

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use anyhow::bail;
use clap::Subcommand;

use crate::client::{Client, resource};
use crate::output::{Output, Page, Table, counted, eprint_note, progress};
use crate::{complete, db, restore};
use inkfold::backup::Key;
use inkfold::domain::damage::PathError;
use inkfold::domain::progress::Progress;
use inkfold::http::operator::backups::{Backup, MadeBackup, NewBackup, Verification, listed};
use inkfold::platform::clock::{Clock, SystemClock};
use inkfold::server::admin_socket;
use inkfold::services::operations::backups;
use inkfold::{data_dir, error};

use serde::Serialize;

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    Now(Now),
    List(List),
    Verify(Verify),
    Fetch(fetch::Args),
    Copy(copies::CopyArgs),
    Download(copies::Download),
    Key(NewKey),
    /// Restore a backup; same as `inkfold restore`
    #[command(after_help = "Example:
  inkfold backup restore 2026-11-22T21-04-05Z

`inkfold restore --help` says more.")]
    Restore(restore::Args),
}

/// Create a backup while the server keeps running
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Backups contain no sessions and no mailed links. Secrets of two-step verification and the text of queued mails are included only in encrypted ones: see `encrypt_to` in [backup], and `inkfold backup key`.

Examples:
  inkfold backup now
  inkfold backup now --to /media/stick       a folder on a stick"
)]
pub(crate) struct Now {
    /// Existing folder [default: the one in the settings]
    #[arg(long, value_name = "DIR")]
    to: Option<PathBuf>,
}

/// List backups, newest first
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  inkfold backup list --json
  inkfold backup list --copies               those in the copies elsewhere")]
pub(crate) struct List {
    /// List the backups in the copies on other machines instead
    #[arg(long)]
    copies: bool,
    #[command(flatten)]
    page: Page,
}

/// Verify a backup: read all of it and compare it with its checksums
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Without a key, an encrypted backup is compared with its checksums; with --identity it is also decrypted.

Examples:
  inkfold backup verify                      the youngest
  inkfold backup verify /media/stick/2026-11-22T21-04-05Z
  inkfold backup verify --identity backup-key.txt
  inkfold backup verify --copy 1             the youngest in the first copy"
)]
pub(crate) struct Verify {
    /// Name from `backup list`, or path
    #[arg(value_name = "BACKUP", add = complete::backups())]
    backup: Option<String>,
    /// Key file, for an encrypted backup
    #[arg(long, value_name = "FILE")]
    identity: Option<PathBuf>,
    /// Verify the backup in this copy, by its number in `copies` of [backup]
    #[arg(long, value_name = "N", conflicts_with = "identity")]
    copy: Option<usize>,
}

/// Create a key for encrypted backups, and print the line for the settings
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Add the line to [backup] of the settings, and keep two copies of the key file away from this machine: without it, backups can't be read. Keys made by `age-keygen` work, too.

Example:
  inkfold backup key --out backup-key.txt"
)]
pub(crate) struct NewKey {
    /// New key file, readable only by you
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
}

#[derive(Serialize)]
struct MadeKey {
    file: String,
    recipient: String,
}

/// Runs a verb. The settings are loaded only when needed: a key is made without them, because they may require it.
pub(crate) fn run(
    command: Command,
    client: impl FnOnce() -> anyhow::Result<Client>,
    yes: bool,
    out: &mut Output,
) -> anyhow::Result<()> {
    match command {
        Command::Now(args) => now(args, &client()?, out),
        Command::List(List { copies: true, page }) => copies::list(page, &client()?, out),
        Command::List(List { copies: false, page }) => list(page, &client()?, out),
        Command::Restore(args) => restore::run(&args, &client()?, yes, out),
        Command::Verify(args) => verify(&args, &client()?, out),
        Command::Fetch(args) => fetch::run(&args, &client()?, out),
        Command::Copy(args) => copies::copy(&args, &client()?, out),
        Command::Download(args) => copies::download(&args, &client()?, out),
        Command::Key(args) => key(&args, out),
    }
}

fn now(args: Now, client: &Client, out: &mut Output) -> anyhow::Result<()> {
    // The server may have been started in another folder.
    let to = args.to.map(std::path::absolute).transpose()?;
    let bar = progress(0, "files");
    let made: MadeBackup = client.run_with_progress(resource("backups"), &NewBackup { to }, bar)?;
    out.report(&made, |to| write_made(to, &made))?;
    let MadeBackup { backup, damaged_files, unreadable_templates, moved_aside } = made;
    db::note_moved_aside(&moved_aside);
    if backup.flaws > 0 {
        bail!(
            "{} of the database contradict each other\nhint: `inkfold db check` shows them; earlier complete backups are kept",
            counted(backup.flaws, "entry", "entries")
        );
    }
    if !damaged_files.is_empty() {
        bail!(
            "{} damaged in the data folder\nhint: `inkfold db repair` replaces damaged files by copies from the trash and from backups",
            counted(damaged_files.len() as u64, "file is", "files are")
        );
    }
    if !unreadable_templates.is_empty() {
        bail!(
            "{} not in the backup\nhint: replace each by a readable file or remove it, then make another backup",
            counted(unreadable_templates.len() as u64, "template is", "templates are")
        );
    }
    Ok(())
}

fn write_made(to: &mut dyn Write, made: &MadeBackup) -> io::Result<()> {
    let MadeBackup { backup, damaged_files, unreadable_templates, .. } = made;
    db::write_damaged(to, damaged_files)?;
    for PathError { path, error } in unreadable_templates {
        writeln!(to, "the template {path} cannot be read: {error}")?;
    }
    writeln!(to, "{}", backup.path)?;
    let encrypted = if backup.encrypted { "encrypted, " } else { "" };
    let standing = standing(backup);
    writeln!(to, "    {}, {} of them new, {encrypted}{standing}", size(backup), backup.new_files)
}

/// Describes the state of a backup that was just read: verified if it is complete, else incomplete.
fn standing(backup: &Backup) -> String {
    match (backup.missing.len(), backup.missing_templates.len(), backup.flaws) {
        (0, 0, 0) => "verified".to_owned(),
        (0, 0, flaws) => {
            format!("incomplete: {} of the database damaged", counted(flaws, "entry", "entries"))
        }
        (0, templates, _) => {
            let templates = counted(templates as u64, "template", "templates");
            format!("incomplete: {templates} cannot be read")
        }
        (files, ..) => format!("incomplete: {} damaged", counted(files as u64, "file", "files")),
    }
}

pub(super) const BACKUPS: Table<5> = Table {
    headings: ["NAME", "SIZE", "FILES", "NEW", "STATE"],
    none: "there are no backups yet\nhint: make one with `inkfold backup now`",
};

fn list(page: Page, client: &Client, out: &mut Output) -> anyhow::Result<()> {
    let config = client.config();
    let backups = if admin_socket::is_served(&config.data_dir) {
        client.get(resource("backups"))?
    } else {
        list_offline(client)?
    };
    let (folder, _) = config.backup.folder_for(&config.data_dir);
    eprint_note(&format!("backups in {}", folder.display()));
    out.list(&backups, page, &BACKUPS, cells)?;
    for error in backups.iter().filter_map(|backup| backup.error.as_ref()) {
        eprint_note(error);
    }
    Ok(())
}

/// Lists the backups without opening the database, which may be damaged when backups are needed.
fn list_offline(client: &Client) -> anyhow::Result<Vec<Backup>> {
    let archives = backups::all(client.config())?;
    let unreadable = backups::unreadable(client.config())?;
    if archives.is_empty() && unreadable.is_empty() {
        data_dir::require_community(&client.config().data_dir)?;
    }
    client.print_data_dir("offline");
    Ok(listed(&archives, &unreadable))
}

fn verify(args: &Verify, client: &Client, out: &mut Output) -> anyhow::Result<()> {
    verify_one(args, client, out)?;
    if args.backup.is_some() || args.copy.is_some() {
        return Ok(());
    }
    // Without a name all backups are meant: an unreadable one is a failure.
    match backups::unreadable(client.config())?.pop() {
        Some(unreadable) => Err(error::Error::from(unreadable.error).into()),
        None => Ok(()),
    }
}

fn verify_one(args: &Verify, client: &Client, out: &mut Output) -> anyhow::Result<()> {
    if let Some(number) = args.copy {
        let backup = copies::verify(client, number, args.backup.as_deref())?;
        out.report(&backup, |to| {
            writeln!(to, "{} is intact in the copy: {}.", backup.name, size(&backup))
        })?;
        return require_complete(&backup);
    }
    let which = args.backup.as_deref().map(name_or_path);
    if let Some(identity) = &args.identity {
        let backup = read(which.as_deref(), Some(identity), client)?;
        return out
            .report(&backup, |to| {
                let Backup { name, .. } = &backup;
                writeln!(to, "{name} is intact and can be decrypted: {}.", size(&backup))
            })
            .and_then(|()| require_complete(&backup));
    }
    let backup = if admin_socket::is_served(&client.config().data_dir) {
        let chosen = Verification { backup: which.map(absolute).transpose()? };
        let verify = resource("backups").at("verify");
        client.run_with_progress(verify, &chosen, progress(0, "files"))?
    } else {
        let backup = read(which.as_deref(), None, client)?;
        client.print_data_dir("offline");
        backup
    };
    out.report(&backup, |to| writeln!(to, "{} is intact: {}.", backup.name, size(&backup)))?;
    if backup.encrypted {
        eprint_note(
            "it is encrypted\nhint: add --identity FILE to check that your key decrypts it",
        );
    }
    require_complete(&backup)
}

/// Refuses a backup that was incomplete when it was made, even if it is intact.
fn require_complete(backup: &Backup) -> anyhow::Result<()> {
    if backup.complete {
        return Ok(());
    }
    bail!(
        "it was made {}\nhint: an older backup may have what it lacks; see `inkfold backup list`",
        standing(backup)
    )
}

/// Verifies a backup in this process, so that the server never gets the key.
fn read(which: Option<&str>, identity: Option<&Path>, client: &Client) -> anyhow::Result<Backup> {
    let key = identity.map(Key::read).transpose()?;
    let archive = backups::find(client.config(), which)?;
    let bar = progress(archive.manifest.contents.blobs as usize, "files");
    let mut on_progress = |step: Progress| bar.set_position(step.done);
    let verified = backups::restore::verify(&archive, key.as_ref(), &mut on_progress);
    bar.finish_and_clear();
    archive.require_whole(&verified?)?;
    Ok(Backup::from(&archive))
}

fn key(args: &NewKey, out: &mut Output) -> anyhow::Result<()> {
    let recipient = Key::generate(&args.out, SystemClock.now().into())?.to_string();
    let made = MadeKey { file: args.out.display().to_string(), recipient };
    out.report(&made, |to| writeln!(to, "encrypt_to = [\"{}\"]", made.recipient))?;
    eprint_note(&format!(
        "the key is in {}: keep it where this machine is not, twice; without it nobody can read the backups",
        made.file
    ));
    Ok(())
}

/// Marks the name of an existing folder here as a path, even if it looks like the name of a backup.
pub(crate) fn name_or_path(backup: &str) -> String {
    if !backup.contains('/') && Path::new(backup).is_dir() {
        format!("./{backup}")
    } else {
        backup.to_owned()
    }
}

/// Makes a path absolute for the server, which may have been started in another folder. Names are left unchanged.
fn absolute(backup: String) -> io::Result<String> {
    if !backup.contains('/') {
        return Ok(backup);
    }
    Ok(std::path::absolute(backup)?.display().to_string())
}

/// Cells of a backup in a list.
fn cells(backup: &Backup) -> [String; 5] {
    if backup.error.is_some() {
        let [size, files, new] = [(); 3].map(|()| String::new());
        return [backup.name.clone(), size, files, new, "cannot be read".to_owned()];
    }
    let encrypted = Some("encrypted".to_owned()).filter(|_| backup.encrypted);
    let standing = Some(standing(backup)).filter(|_| !backup.complete);
    let state: Vec<String> = encrypted.into_iter().chain(standing).collect();
    [
        backup.name.clone(),
        megabytes(backup),
        backup.files.to_string(),
        backup.new_files.to_string(),
        state.join(", "),
    ]
}

fn size(backup: &Backup) -> String {
    format!("{}, {} files", megabytes(backup), backup.files)
}

fn megabytes(backup: &Backup) -> String {
    format!("{:.1} MB", backup.bytes as f64 / 1e6)
}
