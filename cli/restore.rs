//! `inkfold restore`: replaces the data by a backup, while no server runs.

mod follow;

use std::path::{Path, PathBuf};

use anyhow::{Context as _, bail};

use crate::args::parse_listen;
use crate::client::Client;
use crate::output::{self, Output, confirm, eprint_note};
use crate::{backup, complete};
use inkfold::backup::{Archive, DATABASE, DamagedPart, Key, OmittedSecrets};
use inkfold::config::Listen;
use inkfold::domain::progress::Progress;
use inkfold::error;
use inkfold::platform::clock::{Clock, SystemClock};
use inkfold::server::admin_socket;
use inkfold::services::operations::backups::restore::{self, Damage, Plan};
use inkfold::services::operations::backups::{self, copies};
use inkfold::store::{self, FileLock};

use serde::Serialize;

/// Restore a backup; the current data folder is kept aside
#[derive(Debug, clap::Args)]
#[command(
    after_help = "The whole backup is verified first: if it is damaged, or made by a newer Inkfold, nothing is changed.
Afterwards all members have to sign in again, and mails that were queued in the backup are not sent automatically.

Example:
  systemctl stop inkfold
  inkfold restore 2026-11-22T21-04-05Z
  systemctl start inkfold

An encrypted backup on a USB stick:
  inkfold restore /media/stick/2026-11-22T21-04-05Z --identity backup-key.txt

A backup that is only in a copy on another machine:
  inkfold backup list --copies
  inkfold restore 2026-11-22T21-04-05Z --identity backup-key.txt

A partly damaged backup:
  inkfold restore 2026-11-22T21-04-05Z --without-damaged

A standby on another machine, and taking over with it:
  inkfold restore --follow --identity backup-key.txt
  inkfold restore --take-over"
)]
pub(crate) struct Args {
    /// Name from `backup list`, or path
    #[arg(value_name = "BACKUP", required_unless_present_any = ["follow", "take_over"], add = complete::backups())]
    backup: Option<String>,
    /// Key file, for an encrypted backup
    #[arg(long, value_name = "FILE")]
    identity: Option<PathBuf>,
    /// Number of the copy in `copies` of [backup] to download from [default: the first that has the backup, if it is not here]
    #[arg(long, value_name = "N")]
    copy: Option<usize>,
    /// Restore everything except damaged files and templates of the backup
    #[arg(long)]
    without_damaged: bool,
    /// Run as a standby: restore every new backup from a copy, until stopped
    #[arg(long, conflicts_with_all = ["backup", "without_damaged", "take_over"])]
    follow: bool,
    /// Minutes between checks of a standby for a new backup
    #[arg(long, value_name = "MINUTES", default_value_t = 10, requires = "follow", value_parser = clap::value_parser!(u64).range(1..=1_440))]
    every: u64,
    /// Address of the standby's status page [default: `listen` of the settings]
    #[arg(long, value_name = "ADDR", requires = "follow", value_parser = parse_listen)]
    listen: Option<Listen>,
    /// Promote a stopped standby, so that the server can be started on its data
    #[arg(long, conflicts_with_all = ["backup", "identity", "copy", "without_damaged"])]
    take_over: bool,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct RestoreOutput {
    backup: String,
    made_at: String,
    files: u64,
    bytes: u64,
    /// Folder in which the previous data is kept; null if there was none.
    kept_aside: Option<String>,
    /// Number of members whose second step at sign-in was not in the backup, and is lost.
    second_factors_lost: u64,
    /// Number of members whose secret address for posting by mail was not in the backup, and is lost.
    mail_addresses_lost: u64,
    /// Damaged lists, templates and files of the backup, which were not restored.
    damaged: Vec<String>,
}

pub(crate) fn run(args: &Args, client: &Client, yes: bool, out: &mut Output) -> anyhow::Result<()> {
    let data_dir = &client.config().data_dir;
    let Some(backup) = &args.backup else {
        return if args.take_over {
            follow::take_over(client, yes, out)
        } else {
            follow::follow(args, client, out)
        };
    };
    if admin_socket::is_served(data_dir) {
        bail!(
            "the server is running on {} and would keep its cached data\nhint: stop it first, such as with `systemctl stop inkfold`",
            data_dir.display()
        );
    }
    let archive = find(backup, args.copy, client)?;
    let key = args.identity.as_deref().map(Key::read).transpose()?;
    // Checked before the confirmation, which would be pointless.
    archive.require_key(key.as_ref()).context("nothing was restored")?;
    let made_at = archive.manifest.made_at.to_string();
    let left_out = archive.manifest.contents.left_out;
    let community = output::plain(&archive.manifest.community);
    confirm(
        &format!(
            "Replace the data in {} with the backup of {community} from {made_at}?",
            data_dir.display()
        ),
        yes,
    )?;
    // A process that has the database open would not notice the new one. A damaged database is no obstacle: backups are made for
    // that case.
    let _held = lock_database(&data_dir.join(DATABASE))?;
    eprint_note(&format!("data {}, offline", data_dir.display()));
    let bar = output::progress(archive.manifest.contents.blobs as usize, "files read");
    let now = SystemClock.now().into();
    let mut on_progress = |step: Progress| bar.set_position(step.done);
    let damage = if args.without_damaged { Damage::LeaveOut } else { Damage::Refuse };
    let plan = Plan { damage, reuses_files: false };
    let begun = restore::begin(data_dir, &archive, key.as_ref(), plan, now, &mut on_progress);
    bar.finish_and_clear();
    let verified = begun.context("nothing was restored")?;
    let aside = restore::finish(data_dir)
        .context("the restore was begun, and the next start of the server finishes it")?;
    let answer = RestoreOutput {
        backup: archive.path().display().to_string(),
        made_at,
        files: verified.blobs,
        bytes: verified.bytes,
        kept_aside: aside.map(|aside| aside.display().to_string()),
        second_factors_lost: left_out.second_factors,
        mail_addresses_lost: left_out.mail_addresses,
        damaged: verified
            .damaged_parts
            .iter()
            .map(|part| part.name.clone())
            .chain(verified.damaged.iter().map(|file| file.name.to_string()))
            .collect(),
    };
    out.report(&answer, |to| writeln!(to, "Restored {community} as of {}.", answer.made_at))?;
    if let Some(aside) = &answer.kept_aside {
        eprint_note(&format!(
            "the previous data is kept in {aside}; remove it when everything works"
        ));
    }
    eprint_note(if archive.manifest.is_encrypted() {
        "everybody signs in again; mails that waited then are sent only by `inkfold mail retry`"
    } else {
        "everybody signs in again; mails that waited then are not sent: only encrypted backups have what they said"
    });
    print_lost_secrets(left_out);
    for DamagedPart { file, problem, .. } in &verified.damaged_parts {
        eprint_note(&format!("{file} of the backup {problem}, and was not restored"));
    }
    let lacking = verified.damaged.len() + archive.manifest.contents.files_lacking();
    if lacking > 0 {
        let files = output::counted(lacking as u64, "file is", "files are");
        eprint_note(&format!(
            "{files} not restored, because the backup has no intact copy\nhint: `inkfold db check` says whose they are, and `inkfold db repair --from DIR` takes them from other backups"
        ));
    }
    let templates = archive.manifest.contents.unreadable_templates.len();
    if templates > 0 {
        let templates = output::counted(templates as u64, "template is", "templates are");
        eprint_note(&format!("{templates} not restored, because the backup does not have them"));
    }
    Ok(())
}

/// Finds the backup, and fetches it from a copy if it is not here, or if a copy is named.
fn find(backup: &str, copy: Option<usize>, client: &Client) -> anyhow::Result<Archive> {
    let config = client.config();
    let found = backups::find(config, Some(&backup::name_or_path(backup)));
    let is_in_copies = !config.backup.copies.is_empty() && copies::is_name(backup);
    if copy.is_none() && (found.is_ok() || !is_in_copies) {
        return Ok(found?);
    }
    let (from, received) = backup::copies::fetch(config, backup, copy)?;
    eprint_note(&format!("{backup} was fetched from {from}"));
    Ok(received.archive)
}

/// Prints how many members lost secrets that an unencrypted backup does not contain.
fn print_lost_secrets(OmittedSecrets { second_factors, mail_addresses }: OmittedSecrets) {
    for (count, what) in [
        (second_factors, "second step at sign-in"),
        (mail_addresses, "secret address for posting by mail"),
    ] {
        let who = match count {
            0 => continue,
            1 => "1 member has".to_owned(),
            more => format!("{more} members have"),
        };
        eprint_note(&format!(
            "{who} to set up a new {what} in the settings: only encrypted backups have the old one"
        ));
    }
}

fn lock_database(database: &Path) -> anyhow::Result<Option<FileLock>> {
    if !database.exists() {
        return Ok(None);
    }
    match FileLock::acquire(database) {
        Err(locked @ store::Error::Locked) => Err(error::Error::from(locked).into()),
        taken => Ok(taken.ok()),
    }
}
