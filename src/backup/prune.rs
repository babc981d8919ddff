//! Removal of old archives, and of pool files that no other archive references. If references are uncertain, nothing is removed.

use std::collections::{HashMap, HashSet};
use std::fs;

use crate::domain::blob::BlobHash;

use super::names::{PARTIAL, looks_like_archive};
use super::{
    Archive, BlobPool, Error, Folder, Result, WithContext, encrypted_blob_pool, encryptor,
};

/// Files to keep in the pools.
#[derive(Default)]
struct RetainedFiles {
    plain: HashSet<BlobHash>,
    encrypted: HashMap<String, HashSet<BlobHash>>,
}

impl Folder {
    /// Removes archives, and then the files in the pools that no other archive references. No backup may run meanwhile: its files are
    /// referenced only when it is whole.
    ///
    /// # Errors
    /// When another archive cannot be read, or was made by a newer program: nothing is removed then, since its files would go.
    pub fn remove(&self, expired: &[Archive]) -> Result<()> {
        let wanted = self.wanted_without(expired)?;
        for archive in expired {
            // Renamed first, so that it is no longer an archive. The next backup removes parts that cannot be removed now.
            let left = archive.path.with_extension(PARTIAL);
            fs::rename(&archive.path, &left)
                .and_then(|()| fs::remove_dir_all(&left))
                .with_context(|| format!("removing the backup {}", archive.path.display()))?;
        }
        BlobPool::of(&self.root).retain(&wanted.plain)?;
        encrypted_blob_pool::retain(&self.root, &wanted.encrypted)
    }

    fn wanted_without(&self, expired: &[Archive]) -> Result<RetainedFiles> {
        let mut wanted = RetainedFiles::default();
        for path in self.manifests()? {
            if expired.iter().any(|archive| archive.path == path) {
                continue;
            }
            let archive = match Archive::open(&path) {
                Ok(archive) => archive,
                Err(error) if matches!(error, Error::Newer { .. }) || looks_like_archive(&path) => {
                    return Err(error);
                }
                // Other programs have files named `manifest.json`, too.
                Err(_) => continue,
            };
            let names = archive.names()?;
            match &archive.manifest.contents.encryption {
                None => wanted.plain.extend(names),
                Some(encryption) => {
                    let pool = encryptor::pool_of(&encryption.recipients);
                    wanted.encrypted.entry(pool).or_default().extend(names);
                }
            }
        }
        Ok(wanted)
    }
}

#[cfg(test)]
mod tests {
    use std::fs::File;
    use std::io::Write;
    use std::os::unix::fs::symlink;
    use std::path::Path;

    use super::*;
    use crate::backup::Manifest;
    use crate::domain::time::Timestamp;

    fn write(path: &Path, text: &str) {
        File::create(path).unwrap().write_all(text.as_bytes()).unwrap();
    }

    /// Makes an archive with one file.
    fn archive(stick: &Folder, community: &Path, seconds: i64, text: &str) -> Archive {
        let made_at = Timestamp { seconds, nanoseconds: 0 };
        let mut builder = stick.builder(made_at, None).unwrap();
        write(&builder.database(), "a database");
        let file = community.join(text);
        write(&file, text);
        let blobs = HashSet::from([BlobHash::of(text.as_bytes())]);
        builder.add_blobs(&blobs, |_| file.clone(), &mut |_| {}).unwrap();
        builder.finish("Inkfold", 1).unwrap()
    }

    #[test]
    fn pruning_follows_no_link_out_of_the_backups() {
        let pool_of_nobody = "0".repeat(16);
        for linked in ["blobs", "blobs/ab", "encrypted", &format!("encrypted/{pool_of_nobody}")] {
            let [stick, community, outside] = [(); 3].map(|()| tempfile::tempdir().unwrap());
            // Through each of the links, one of these files is where a pool file would be.
            for place in ["precious", "ab/precious"] {
                let place = outside.path().join(place);
                fs::create_dir_all(place.parent().unwrap()).unwrap();
                write(&place, "not a backup's");
            }
            let folder = Folder::open(stick.path()).unwrap();
            let old = archive(&folder, community.path(), 1_000, "old ink");
            let link = stick.path().join(linked);
            fs::create_dir_all(link.parent().unwrap()).unwrap();
            if linked == "blobs" {
                fs::rename(&link, outside.path().join("old pool")).unwrap();
            }
            symlink(outside.path(), &link).unwrap();

            let mut wanted = HashMap::new();
            wanted.insert(pool_of_nobody.clone(), HashSet::new());
            let pruned = folder.remove(&[old]);
            let encrypted = encrypted_blob_pool::retain(stick.path(), &wanted);
            assert!(pruned.is_ok() && encrypted.is_ok(), "{linked}: {pruned:?} {encrypted:?}");
            for place in ["precious", "ab/precious"] {
                assert!(outside.path().join(place).exists(), "{linked}: {place}");
            }
        }
    }

    #[test]
    fn prune_removes_nothing_beside_unreadable_archive() {
        let [stick, community] = [(); 2].map(|()| tempfile::tempdir().unwrap());
        let folder = Folder::open(stick.path()).unwrap();
        let old = archive(&folder, community.path(), 1_000, "old ink");
        let other = archive(&folder, community.path(), 2_000, "other ink");
        let young = archive(&folder, community.path(), 3_000, "young ink");
        let pool = BlobPool::of(stick.path());
        let are_there = || {
            ["old ink", "other ink", "young ink"]
                .map(|text| pool.path(BlobHash::of(text.as_bytes())).exists())
        };
        let manifest = other.path().join(Manifest::FILE);
        let whole = fs::read_to_string(&manifest).unwrap();
        let newer = whole.replacen("\"format\": 1", "\"format\": 9", 1);
        for (text, is_told) in
            [("{ half of", "manifest.json cannot be read"), (&newer, "newer Inkfold")]
        {
            write(&manifest, text);
            assert_eq!(folder.archives().unwrap().len(), 2);
            let refused = folder.remove(std::slice::from_ref(&old)).unwrap_err().to_string();
            assert!(refused.contains(is_told) && refused.contains(&other.name()), "{refused}");
            assert!(old.path().exists() && are_there() == [true; 3]);
        }

        fs::remove_file(&manifest).unwrap();
        let unreadable = folder.unreadable().unwrap();
        assert_eq!(unreadable.len(), 1);
        let refused = folder.remove(std::slice::from_ref(&old)).unwrap_err().to_string();
        assert!(refused.contains("no manifest.json") && refused.contains(&other.name()));
        assert!(old.path().exists() && are_there() == [true; 3]);

        write(&manifest, &whole);
        // Other programs have folders with a `manifest.json`, too.
        fs::create_dir(stick.path().join("website")).unwrap();
        write(&stick.path().join("website").join(Manifest::FILE), "{ \"name\": \"Website\" }");
        folder.remove(&[old]).unwrap();
        assert_eq!(are_there(), [false, true, true]);
        for kept in [other, young] {
            kept.verify(&mut |_| {}).unwrap();
        }
    }
}
