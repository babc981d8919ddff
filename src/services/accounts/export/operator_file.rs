//! Archives in files, for operators on the command line.

use std::fs::{self, DirBuilder, File};
use std::io::{BufWriter, Seek, Write};
use std::os::unix::fs::{DirBuilderExt, OpenOptionsExt};
use std::path::{Path, PathBuf};
use std::time::Duration;

use crate::context::Context;
use crate::domain::audit::AuditAction;
use crate::domain::id::AccountId;
use crate::domain::policy::Actor;
use crate::error::Result;
use crate::services::operations::audit;

use super::write;

const BEGINNING: &str = "export-";

/// Writes the archive of a member to a new file that only the server's user and root can read; returns its path and its size in
/// bytes.
pub fn write_file(context: &Context, actor: &Actor, owner: AccountId) -> Result<(PathBuf, u64)> {
    let (path, file) = new_file(context)?;
    let written = write(context, actor, owner, BufWriter::new(file)).and_then(|mut file| {
        file.flush()?;
        let (bytes, to) = (file.stream_position()?, format!("member {owner}"));
        context.write(|tx| {
            audit::record(context, tx, actor, AuditAction::ExportMember, to, String::new())
        })?;
        Ok(bytes)
    });
    match written {
        Ok(bytes) => Ok((path, bytes)),
        Err(error) => {
            fs::remove_file(&path)?;
            Err(error)
        }
    }
}

fn new_file(context: &Context) -> Result<(PathBuf, File)> {
    let folder = folder(context);
    DirBuilder::new().recursive(true).mode(0o750).create(&folder)?;
    let path = folder.join(format!("{BEGINNING}{}.zip", context.secret()?.reveal()));
    let file = File::options().write(true).create_new(true).mode(0o600).open(&path)?;
    Ok((path, file))
}

/// Removes archives older than `age`, which interrupted commands have left behind.
pub fn remove_expired(context: &Context, age: Duration) -> Result<()> {
    let folder = folder(context);
    if !folder.exists() {
        return Ok(());
    }
    for file in fs::read_dir(folder)? {
        let file = file?;
        if is_archive(&file.path())
            && file.metadata()?.modified()?.elapsed().unwrap_or_default() >= age
        {
            fs::remove_file(file.path())?;
        }
    }
    Ok(())
}

fn folder(context: &Context) -> PathBuf {
    context.config().data_dir.join("run")
}

fn is_archive(path: &Path) -> bool {
    let name = path.file_name().and_then(|name| name.to_str());
    name.is_some_and(|name| name.starts_with(BEGINNING))
}
