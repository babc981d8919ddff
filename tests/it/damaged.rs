//! A database that its disk has damaged: words that say what to do, whichever verb meets it.

use std::fs::{self, File};
use std::os::unix::fs::FileExt;
use std::process::Output;

use crate::support::{Community, words};

/// The doctor tells what it finds as its answer.
fn all_words(output: &Output) -> String {
    format!("{}{}", String::from_utf8_lossy(&output.stdout), words(output))
}

#[tokio::test]
async fn a_damaged_database_is_told_and_not_broken_off_over() {
    let mut community = Community::start().await;
    community.running.stop();
    let path = community.data().join("inkfold.redb");
    let length = fs::metadata(&path).unwrap().len();
    let file = File::options().write(true).open(&path).unwrap();
    // Everything but the first page, which says where the others are.
    for at in (4_096..length).step_by(4_096) {
        file.write_all_at(&[0xff; 512], at).unwrap();
    }
    for verb in [&["db", "check"][..], &["user", "list"], &["doctor"], &["db", "compact", "--yes"]]
    {
        let refused = community.inkfold(verb);
        assert_eq!(refused.status.code(), Some(1), "{verb:?}: {}", words(&refused));
        let said = all_words(&refused);
        assert!(said.contains("damaged") && said.contains("inkfold restore"), "{verb:?}: {said}");
        assert!(!said.contains("panicked"), "{verb:?}: {said}");
    }
}

#[tokio::test]
async fn an_empty_database_is_no_new_community_where_members_have_files() {
    let mut community = Community::start().await;
    community.running.stop();
    let path = community.data().join("inkfold.redb");
    File::create(&path).unwrap();
    fs::create_dir_all(community.data().join("blobs/ab")).unwrap();
    for verb in ["doctor", "init"] {
        let refused = community.inkfold(&[verb]);
        assert_eq!(refused.status.code(), Some(1), "{verb}: {}", words(&refused));
        let said = all_words(&refused);
        assert!(said.contains("damaged"), "{verb}: {said}");
    }
    assert_eq!(fs::metadata(&path).unwrap().len(), 0, "nothing is put in its place");
}
