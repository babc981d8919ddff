//! New settings for a server that runs, which takes them at SIGHUP.

use std::fs::File;
use std::io::{Read, Seek};
use std::process::Command;
use std::time::{Duration, Instant};

use crate::support::{Member, Running, executable, exports};

const LONGEST: Duration = Duration::from_secs(20);

/// What the log has had since it was last looked at, once it has these words.
async fn told(log: &mut File, words: &str) -> String {
    let (mut text, begun) = (String::new(), Instant::now());
    while !text.contains(words) {
        assert!(begun.elapsed() < LONGEST, "{words} is not in {text}");
        log.read_to_string(&mut text).unwrap();
        tokio::task::yield_now().await;
    }
    text
}

#[tokio::test]
async fn good_settings_count_at_once_and_wrong_ones_change_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let (settings, log) = (folder.path().join("inkfold.toml"), folder.path().join("log"));
    exports::write(&settings, b"community = \"Ink club\"\n");
    let mut inkfold = Command::new(executable());
    inkfold.current_dir(&folder).env_clear().stderr(File::create(&log).unwrap());
    let running = Running::start_aloud("127.0.0.1:0", inkfold);
    let mut log = File::open(log).unwrap();
    log.seek(std::io::SeekFrom::End(0)).unwrap();
    let visitor = Member::at(&running.url);
    let title = async || String::from_utf8(visitor.get("/").await.bytes).unwrap();
    assert!(title().await.contains("Ink club</title>"));

    let change = |text: &str| {
        exports::write(&settings, text.as_bytes());
        running.hang_up();
    };
    change("community = \"Paper club\"\nmax_upload_mib = 64\n");
    let said = told(&mut log, "the settings were read again").await;
    assert!(said.contains("after the next start: max_upload_mib"), "{said}");
    assert!(title().await.contains("Paper club</title>"));

    change("comunity = \"Nobody\"\nmax_upload_mib = \"many\"\n");
    let said = told(&mut log, "stay as they were").await;
    assert!(said.contains("community") && said.contains("max_upload_mib"), "{said}");
    assert!(title().await.contains("Paper club</title>"));

    change("community = \"Ink club\"\n");
    told(&mut log, "the settings were read again").await;
    assert!(title().await.contains("Ink club</title>"));
}
