//! Builder of an archive. The archive has a temporary name until it is whole, and is removed if it is not finished.

use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};

use crate::domain::blob::BlobHash;
use crate::domain::damage::{DamageKind, PathError};
use crate::domain::progress::{Progress, ProgressFn};
use crate::domain::time::Timestamp;
use crate::platform::file_system;

use super::blob_pool::{inspect, is_as_written};
use super::encryptor::Encryptor;
use super::manifest::FileDigest;
use super::names::{self, PARTIAL};
use super::sink::{ArchiveSink, NewFile};
use super::templates::{self, Templates};
use super::{
    Archive, Contents, DATABASE, Error, Manifest, OmittedSecrets, Result, TEMPLATES, WithContext,
    free_space, make_folder, rename_whole,
};

/// Archive being written, which is not listed until it is finished.
pub struct ArchiveBuilder {
    folder: PathBuf,
    path: PathBuf,
    made_at: Timestamp,
    sink: ArchiveSink,
    contents: Contents,
    /// New files to be read back before the archive is finished.
    new: Vec<NewFile>,
    /// Paths to which things in the place of files of the pool were moved.
    moved_aside: Vec<PathBuf>,
}

impl ArchiveBuilder {
    pub(super) fn begin(
        folder: &Path,
        made_at: Timestamp,
        encryptor: Option<Encryptor>,
    ) -> Result<Self> {
        names::remove_unfinished(folder)?;
        let sink = ArchiveSink::of(folder, encryptor)?;
        let path = names::free_path(folder, made_at).with_extension(PARTIAL);
        make_folder(&path).with_context(|| format!("making the folder {}", path.display()))?;
        let (folder, contents) = (folder.to_owned(), Contents::default());
        let (new, moved_aside) = (Vec::new(), Vec::new());
        Ok(Self { folder, path, made_at, sink, contents, new, moved_aside })
    }

    /// Path for the database of an unencrypted archive.
    pub fn database(&self) -> PathBuf {
        self.path.join(DATABASE)
    }

    /// Adds the database of an encrypted archive by encrypting the file `from`.
    pub fn add_database(&mut self, from: &Path) -> Result<()> {
        let adding = || format!("writing the backup {}", self.path.display());
        let (written, new) = self.sink.add(from, &self.database()).with_context(adding)?;
        self.contents.database = Some(written);
        self.new.extend(new);
        Ok(())
    }

    /// Notes the secrets that the database of an unencrypted archive lacks.
    pub fn leave_out(&mut self, left_out: OmittedSecrets) {
        self.contents.left_out = left_out;
    }

    /// Adds the missing files to the pool and writes the list of files. Every file is verified in the pool and in the data folder, at
    /// the path that `place` returns: intact ones are copied, damaged ones are listed. Returns the damaged files of the data folder.
    pub fn add_blobs(
        &mut self,
        blobs: &HashSet<BlobHash>,
        place: impl Fn(BlobHash) -> PathBuf,
        on_progress: ProgressFn<'_>,
    ) -> Result<Vec<(BlobHash, DamageKind)>> {
        let mut sorted: Vec<_> = blobs.iter().copied().collect();
        sorted.sort_unstable();
        free_space::ensure_free_space(&self.folder, self.room_for(&sorted, &place))?;
        let (mut listed, mut damaged) = (Vec::with_capacity(blobs.len()), Vec::new());
        for (done, blob) in (1..).zip(&sorted) {
            let (is_added, problem) = self.add_blob(*blob, &place(*blob))?;
            if is_added {
                listed.push(*blob);
            }
            damaged.extend(problem.map(|problem| (*blob, problem)));
            on_progress(Progress { done, of: sorted.len() as u64 });
        }
        let listed = self.sink.list(&self.path, &listed)?;
        self.contents.list = Some(listed.list);
        self.contents.encryption = listed.encryption;
        self.new.extend(listed.new);
        Ok(damaged)
    }

    /// Adds one file to the pool if it is missing. Returns whether the pool has it, and its problem in the data folder.
    fn add_blob(&mut self, blob: BlobHash, from: &Path) -> Result<(bool, Option<DamageKind>)> {
        let mut problem = inspect(from, blob).err();
        // A copy that cannot be read counts as missing.
        let mut is_in_pool = self.sink.verify(blob, from).unwrap_or(false);
        if !is_in_pool && problem.is_none() {
            problem = self.copy_blob(blob, from)?;
            is_in_pool = problem.is_none();
        }
        match problem {
            Some(problem) if !is_in_pool => {
                self.contents.leave_out_file(blob, problem);
                return Ok((false, Some(problem)));
            }
            Some(_) => self.contents.note_repairable(blob),
            None => {}
        }
        self.contents.blobs += 1;
        self.contents.blob_bytes += fs::metadata(from).map_or(0, |file| file.len());
        Ok((true, problem))
    }

    /// Copies one file into the pool. Returns its problem in the data folder, if it has changed since it was verified.
    fn copy_blob(&mut self, blob: BlobHash, from: &Path) -> Result<Option<DamageKind>> {
        let place = self.sink.path_of(blob);
        let copying = || format!("copying {} to {}", from.display(), place.display());
        match self.sink.put(blob, from) {
            Ok((new, aside)) => {
                self.new.push(new);
                self.moved_aside.extend(aside);
                self.contents.new_blobs += 1;
                Ok(None)
            }
            Err(error) => match inspect(from, blob) {
                Ok(()) => Err(error).with_context(copying),
                Err(problem) => Ok(Some(problem)),
            },
        }
    }

    /// Paths to which things in the place of files of the pool were moved.
    pub fn moved_aside(&self) -> &[PathBuf] {
        &self.moved_aside
    }

    /// Notes the number of database entries that contradict each other.
    pub fn note_flaws(&mut self, flaws: u64) {
        self.contents.flaws = flaws;
    }

    /// Total bytes of the files that the pool does not have.
    fn room_for(&self, blobs: &[BlobHash], place: &impl Fn(BlobHash) -> PathBuf) -> u64 {
        let lengths = blobs.iter().filter_map(|blob| {
            let from = place(*blob);
            let is_there = self.sink.seems_to_have(*blob, &from);
            fs::metadata(from).ok().filter(|_| !is_there).map(|file| file.len())
        });
        lengths.sum()
    }

    /// Copies the community's own templates, if it has any. Unreadable ones are left out and returned.
    pub fn add_templates(&mut self, from: &Path) -> Result<Vec<PathError>> {
        let Templates { files, mut unreadable } = Templates::find(from);
        for file in files {
            match templates::require_readable(&file) {
                Ok(()) => self.add_template(from, &file)?,
                Err(error) => unreadable.push((file, error)),
            }
        }
        for (path, _) in &unreadable {
            self.contents.leave_out_template(path.strip_prefix(from).unwrap_or(path));
        }
        Ok(unreadable.iter().map(|(path, error)| PathError::new(path, error)).collect())
    }

    fn add_template(&mut self, from: &Path, file: &Path) -> Result<()> {
        let copying = || format!("copying {}", file.display());
        let Ok(name) = file.strip_prefix(from) else { return Ok(()) };
        let Some(text) = name.to_str() else { return Ok(()) };
        let to = self.path.join(TEMPLATES).join(name);
        to.parent().map_or(Ok(()), make_folder).with_context(copying)?;
        let (written, new) = self.sink.add(file, &to).with_context(copying)?;
        self.contents.templates.insert(text.to_owned(), written);
        self.new.extend(new);
        Ok(())
    }

    /// Syncs the disk, reads new files back, writes the manifest and renames the archive to its final name.
    pub fn finish(mut self, community: &str, schema: u32) -> Result<Archive> {
        let writing = || format!("writing the backup {}", self.path.display());
        file_system::sync_all_files(&self.folder).with_context(writing)?;

        self.read_back()?;
        if self.contents.database.is_none() {
            self.contents.database = Some(FileDigest::of(&self.database()).with_context(writing)?);
        }
        let contents = std::mem::take(&mut self.contents);
        let manifest = Manifest::new(self.made_at, community, schema, contents);
        manifest.write(&self.path).with_context(writing)?;

        let whole = self.path.with_extension("");
        rename_whole(&self.path, &whole).with_context(writing)?;
        Archive::open(&whole)
    }

    fn read_back(&self) -> Result<()> {
        for NewFile { path, hash } in &self.new {
            let reading = || format!("reading {}", path.display());
            if !is_as_written(path, *hash).with_context(reading)? {
                let what = format!("{} was read back and is not what it should be", path.display());
                return Err(Error::Damaged { path: self.path.clone(), what });
            }
        }
        Ok(())
    }
}

impl Drop for ArchiveBuilder {
    fn drop(&mut self) {
        // A finished archive has another name by now. A folder that is left here is removed when the next archive is begun.
        let _ = fs::remove_dir_all(&self.path);
    }
}
