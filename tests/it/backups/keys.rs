//! Keys of encrypted backups: generation, missing keys, and damaged backups.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

use super::encrypted::{Key, files};
use super::{answer, backup};
use crate::support::{Community, exports, inkfold, words};

#[test]
fn key_is_created_privately_and_never_overwritten() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("key.txt");
    let args = ["backup", "key", "--out", out.to_str().unwrap()];
    let made = inkfold(folder.path(), &args);
    let line = String::from_utf8(made.stdout.clone()).unwrap();
    assert!(line.starts_with("encrypt_to = [\"age1"), "{line}");
    assert!(words(&made).contains("keep it where this machine is not"), "{}", words(&made));
    assert_eq!(fs::metadata(&out).unwrap().permissions().mode() & 0o777, 0o600);
    let text = fs::read_to_string(&out).unwrap();
    assert!(text.lines().any(|line| line.starts_with("AGE-SECRET-KEY-1")));
    assert!(!line.contains("SECRET") && !words(&made).contains("SECRET"));

    let refused = inkfold(folder.path(), &args);
    assert_eq!(refused.status.code(), Some(1));
    assert!(words(&refused).contains("never written over"), "{}", words(&refused));
    assert_eq!(fs::read_to_string(&out).unwrap(), text);
    // The printed line is valid in the settings.
    exports::write(&folder.path().join("inkfold.toml"), format!("[backup]\n{line}").as_bytes());
    let settings = folder.path().join("inkfold.toml");
    let check = ["config", "check", "--config", settings.to_str().unwrap()];
    assert!(inkfold(folder.path(), &check).status.success());
}

#[test]
fn wrong_recipient_is_named_without_secret_key() {
    let folder = tempfile::tempdir().unwrap();
    let settings = folder.path().join("inkfold.toml");
    let check = ["config", "check", "--config", settings.to_str().unwrap()];
    for (wrong, told) in [("age1mara", "`age1mara` is not a recipient"), ("", "`` is not a")] {
        exports::write(&settings, format!("[backup]\nencrypt_to = ['{wrong}']\n").as_bytes());
        let refused = inkfold(folder.path(), &check);
        assert_eq!(refused.status.code(), Some(1));
        assert!(words(&refused).contains(told), "{}", words(&refused));
        assert!(words(&refused).contains("inkfold backup key"), "{}", words(&refused));
    }
    let secret = fs::read_to_string(Key::make().file()).unwrap();
    let secret = secret.lines().last().unwrap();
    exports::write(&settings, format!("[backup]\nencrypt_to = ['{secret}']\n").as_bytes());
    let refused = inkfold(folder.path(), &check);
    assert!(words(&refused).contains("is a secret key"), "{}", words(&refused));
    assert!(!words(&refused).contains(secret));
}

/// Restores into a folder that does not exist, and that must not exist afterwards either; returns the error message.
fn refused(backup: &str, key: Option<&str>) -> String {
    let elsewhere = tempfile::tempdir().unwrap();
    let data = elsewhere.path().join("data");
    let mut restore = vec!["--yes", "restore", backup];
    restore.extend(key.iter().flat_map(|key| ["--identity", key]));
    let refused = inkfold(&data, &restore);
    assert_eq!(refused.status.code(), Some(1), "{}", words(&refused));
    assert!(!data.exists() && refused.stdout.is_empty());
    words(&refused)
}

#[tokio::test]
async fn restore_without_key_names_needed_recipient() {
    let [key, other] = [Key::make(), Key::make()];
    let community = Community::with(&key.settings(), "20").await;
    let stick = tempfile::tempdir().unwrap();
    let made = backup(&community, &stick);
    let made = made["path"].as_str().unwrap();
    let manifest = Path::new(made).join("manifest.json");
    for (file, told) in [
        (None, "is encrypted: name the file of a key that opens it, with --identity"),
        (Some(other.file()), "does not open the backup"),
        (manifest.to_str().map(str::to_owned), "is not the file of a key"),
        (Some("/nowhere/key.txt".to_owned()), "is not the file of a key"),
    ] {
        let text = refused(made, file.as_deref());
        assert!(text.contains(told), "{text}");
        let is_told = file.as_ref().is_none_or(|file| *file == other.file());
        assert_eq!(text.contains(&key.recipient), is_told, "{text}");
    }

    let verify = |more: &[&str]| community.inkfold(&[&["backup", "verify", made], more].concat());
    let without = verify(&[]);
    assert!(without.status.success() && words(&without).contains("--identity"));
    let with = verify(&["--identity", &key.file()]);
    let text = String::from_utf8(with.stdout).unwrap();
    assert!(with.status.success() && text.contains("can be decrypted"), "{text}");
    let wrong = verify(&["--identity", &other.file()]);
    assert_eq!(wrong.status.code(), Some(1));
    assert!(words(&wrong).contains("does not open the backup"), "{}", words(&wrong));
}

#[tokio::test]
async fn changed_encrypted_backup_is_found_and_changes_nothing() {
    let key = Key::make();
    let community = Community::with(&key.settings(), "20").await;
    let stick = tempfile::tempdir().unwrap();
    let made = backup(&community, &stick);
    let made = made["path"].as_str().unwrap();
    let pool = files(&stick.path().join("encrypted"));
    let beside = |name: &str| Path::new(made).join(name);
    for file in [pool[0].clone(), beside("inkfold.redb.age"), beside("blobs.txt.age")] {
        let whole = fs::read(&file).unwrap();
        let mut changed = whole.clone();
        *changed.last_mut().unwrap() ^= 1;
        let mut other_head = whole.clone();
        other_head[60] ^= 1;
        for bytes in [&changed[..], &other_head, &whole[..whole.len() - 1], &whole[..40], &[]] {
            exports::write(&file, bytes);
            let name = file.file_name().unwrap().to_str().unwrap();
            let without = community.inkfold(&["backup", "verify", made]);
            assert!(!without.status.success() && words(&without).contains(name));
            let text = refused(made, Some(&key.file()));
            assert!(text.contains("nothing was restored") && text.contains("damaged"), "{text}");
            assert!(text.contains(name), "{text}");
        }
        exports::write(&file, &whole);
    }
    // The next backup restores a lost pool file, also for earlier backups.
    fs::remove_file(&pool[0]).unwrap();
    let lost = community.inkfold(&["backup", "verify", made]);
    assert!(
        words(&lost).contains("is missing") && words(&lost).contains("the next backup replaces")
    );
    assert_eq!(backup(&community, &stick)["newFiles"], 1);
    let verify = ["--json", "backup", "verify", made, "--identity", &key.file()];
    assert_eq!(answer(&community.inkfold(&verify))["encrypted"], true);
}
