//! `inkfold backup copy` and `inkfold backup download`, and the parts of other subcommands that read copies on other machines.

use std::path::PathBuf;

use anyhow::{Context as _, bail};

use crate::client::{Client, resource, unexpected};
use crate::output::{Output, Page, Table, counted, eprint_note, progress};
use inkfold::backup::FetchedArchive;
use inkfold::config::Config;
use inkfold::domain::progress::Progress;
use inkfold::http::operator::backups::{self, Backup, CopyUpdate};
use inkfold::server::admin_socket;
use inkfold::services::operations::backups::copies::{self, CopiedBackup, RereadSelection};

use serde::Serialize;

/// Copy the backups to other machines now
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Copies are configured by `copies` in [backup]. The server copies every new backup by itself. An interrupted copy continues the next time. Exits with 1 if a copy is not up to date.

Examples:
  inkfold backup copy
  inkfold backup copy --reread               send again what is damaged there"
)]
pub(crate) struct CopyArgs {
    /// Verify every file of the newest backup in the copies, and replace damaged ones
    #[arg(long)]
    reread: bool,
}

/// Download a backup from a copy into the backup folder
#[derive(Debug, clap::Args)]
#[command(
    after_help = "An interrupted download continues with the same command. Every file is verified by its hash. Afterwards all verbs find the backup, such as `backup fetch` and `db repair`. `inkfold restore` downloads by itself.

Examples:
  inkfold backup list --copies
  inkfold backup download 2026-11-22T21-04-05Z
  inkfold backup download 2026-11-22T21-04-05Z --to /media/stick"
)]
pub(crate) struct Download {
    /// Name from `backup list --copies`
    #[arg(value_name = "BACKUP")]
    backup: String,
    /// Number of the copy in `copies` of [backup] [default: the first copy that has the backup]
    #[arg(long, value_name = "N")]
    copy: Option<usize>,
    /// Existing folder [default: the one in the settings, if no server runs]
    #[arg(long, value_name = "DIR")]
    to: Option<PathBuf>,
}

/// A backup that was fetched.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Downloaded {
    #[serde(flatten)]
    backup: Backup,
    /// Address of the copy from which the backup was fetched.
    from: String,
    /// Files that are damaged or missing in this copy.
    damaged: Vec<String>,
}

/// A backup in a copy.
#[derive(Serialize)]
struct ListedBackup {
    /// Address of the copy.
    copy: String,
    #[serde(flatten)]
    backup: Backup,
}

pub(super) fn copy(args: &CopyArgs, client: &Client, out: &mut Output) -> anyhow::Result<()> {
    require_copies(client.config())?;
    let reread = if args.reread { RereadSelection::All } else { RereadSelection::Share };
    let (update, bar) = (CopyUpdate { reread }, progress(0, "files"));
    let copies: Vec<backups::Copy> =
        client.run_with_progress(resource("backups").at("copy"), &update, bar)?;
    for copy in &copies {
        out.report(copy, |to| match (&copy.failure, &copy.youngest) {
            (Some(failure), _) => writeln!(to, "{}: not up to date: {failure}", copy.copy),
            (None, Some(youngest)) => writeln!(
                to,
                "{}: up to date, {}, the youngest of {youngest}",
                copy.copy,
                counted(copy.backups as u64, "backup", "backups")
            ),
            (None, None) => {
                writeln!(to, "{}: empty, since there is no encrypted backup yet; `inkfold backup now` makes one", copy.copy)
            }
        })?;
    }
    match copies.iter().filter(|copy| copy.failure.is_some()).count() {
        0 => Ok(()),
        failed => bail!(
            "{} not up to date\nhint: files that were copied stay there; the next attempt continues",
            counted(failed as u64, "copy is", "copies are")
        ),
    }
}

const COPIED: Table<5> =
    Table { headings: super::BACKUPS.headings, none: "there are no backups in it yet" };

/// Lists what the copies have, the youngest first. A copy that cannot be reached does not hide the others.
pub(super) fn list(page: Page, client: &Client, out: &mut Output) -> anyhow::Result<()> {
    let config = client.config();
    require_copies(config)?;
    let mut unreached = 0;
    for (number, (url, secret)) in (1..).zip(config.backup.copies()?) {
        eprint_note(&format!("copy {number}: {url}"));
        match copies::list(&url, &secret) {
            Ok(backups) => {
                let listed = backups.into_iter().rev().map(|CopiedBackup { name, manifest }| {
                    let backup = Backup::new(name, String::new(), &manifest);
                    ListedBackup { copy: url.to_string(), backup }
                });
                let listed: Vec<ListedBackup> = listed.collect();
                out.list(&listed, page, &COPIED, |listed| super::cells(&listed.backup))?;
            }
            Err(error) => {
                unreached += 1;
                eprint_note(&format!("{:#}", anyhow::Error::new(error)));
            }
        }
    }
    if unreached > 0 {
        bail!("{} not be read", counted(unreached, "copy could", "copies could"));
    }
    Ok(())
}

/// Verifies a backup in a copy, by default the youngest, by reading all of its files. Stores nothing on this machine.
pub(super) fn verify(
    client: &Client,
    number: usize,
    which: Option<&str>,
) -> anyhow::Result<Backup> {
    let chosen = copies::select_copies(client.config(), Some(number))?;
    let [(url, secret)] = &chosen[..] else { return Err(unexpected()) };
    let bar = progress(0, "files");
    let verified = copies::verify(url, secret, which, &mut |Progress { done, of }| {
        bar.set_length(of);
        bar.set_position(done);
    });
    bar.finish_and_clear();
    let verified = verified?;
    if let Some(first) = verified.damaged.first() {
        bail!(
            "{} of {} in {url} damaged or missing, such as {first}\nhint: `inkfold backup copy --reread` replaces those that this machine still has",
            counted(verified.damaged.len() as u64, "file", "files"),
            verified.name
        );
    }
    Ok(Backup::new(verified.name, String::new(), &verified.manifest))
}

pub(super) fn download(args: &Download, client: &Client, out: &mut Output) -> anyhow::Result<()> {
    let mut config = client.config().clone();
    require_copies(&config)?;
    if let Some(to) = &args.to {
        config.backup.folder.clone_from(to);
    } else if admin_socket::is_served(&config.data_dir) {
        bail!(
            "the running server prunes the backup folder\nhint: name another folder with --to, or stop the server first"
        );
    }
    let (from, FetchedArchive { archive, damaged }) = fetch(&config, &args.backup, args.copy)?;
    let backup = Backup::from(&archive);
    let downloaded = Downloaded { backup, from, damaged };
    out.report(&downloaded, |to| writeln!(to, "{}", downloaded.backup.path))?;
    if downloaded.damaged.is_empty() {
        return Ok(());
    }
    bail!(
        "{} missing or damaged in {}; all others were fetched\nhint: another copy may have them; `inkfold restore --without-damaged` restores the others",
        counted(downloaded.damaged.len() as u64, "file is", "files are"),
        downloaded.from
    )
}

/// Fetches a backup, with a progress bar. Returns the address of its copy, and the backup.
pub(crate) fn fetch(
    config: &Config,
    name: &str,
    number: Option<usize>,
) -> anyhow::Result<(String, FetchedArchive)> {
    let bar = progress(0, "files fetched");
    let fetched = copies::fetch(config, name, number, &mut |Progress { done, of }| {
        bar.set_length(of);
        bar.set_position(done);
    });
    bar.finish_and_clear();
    let (url, received) = fetched.with_context(|| format!("{name} could not be fetched"))?;
    Ok((url.to_string(), received))
}

fn require_copies(config: &Config) -> anyhow::Result<()> {
    if config.backup.copies.is_empty() {
        bail!(
            "the settings name no copies on other machines\nhint: see `copies` in [backup], with `inkfold config example`"
        );
    }
    Ok(())
}
