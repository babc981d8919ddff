//! Reload of the settings by SIGHUP, while the server runs.

use std::process::Command;

use crate::support::{Community, Log, Member, PASSWORD, Running, executable, exports};

#[tokio::test]
async fn good_settings_reload_and_wrong_ones_do_not() {
    let folder = tempfile::tempdir().unwrap();
    let settings = folder.path().join("inkfold.toml");
    exports::write(&settings, b"community = \"Ink club\"\n");
    let mut inkfold = Command::new(executable());
    inkfold.current_dir(&folder).env_clear();
    let mut log = Log::of(&mut inkfold);
    let running = Running::start_aloud("127.0.0.1:0", inkfold);
    let visitor = Member::at(&running.url);
    let title = async || String::from_utf8(visitor.get("/").await.bytes).unwrap();
    assert!(title().await.contains("Ink club</title>"));

    let change = |text: &str| {
        exports::write(&settings, text.as_bytes());
        running.hang_up();
    };
    change("community = \"Paper club\"\nmax_upload_mib = 64\n");
    let printed = log.wait_for("settings reloaded").await;
    assert!(printed.contains("settings=max_upload_mib"), "{printed}");
    assert!(title().await.contains("Paper club</title>"));

    change("comunity = \"Nobody\"\nmax_upload_mib = \"many\"\n");
    let printed = log.wait_for("max_upload_mib").await;
    assert!(printed.contains("keeping the previous ones") && printed.contains("community"));
    assert!(title().await.contains("Paper club</title>"));

    change("community = \"Ink club\"\n");
    log.wait_for("settings reloaded").await;
    assert!(title().await.contains("Ink club</title>"));
}

#[tokio::test]
async fn scheduled_backups_begin_after_reload() {
    let mut community = Community::with("[backup]\nevery_hours = 0\n", "20").await;
    community.running.stop();
    let made = community.inkfold(&["user", "promote", "mara"]);
    assert!(made.status.success());
    let mut log = {
        let mut serve = community.command(&[]);
        let log = Log::of(&mut serve);
        community.running = Running::start_aloud("127.0.0.1:0", serve);
        log
    };
    let mut ada = Member::at(&community.running.url);
    ada.sign_in("mara@example.org", PASSWORD).await;
    let next = async || ada.get("/api/admin/backups").await.json()["nextAt"].clone();
    assert!(next().await.is_null());

    let settings = community.data().join("inkfold.toml");
    for (hours, is_planned) in [(6, true), (0, false)] {
        exports::write(&settings, format!("[backup]\nevery_hours = {hours}\n").as_bytes());
        community.running.hang_up();
        log.wait_for("settings reloaded").await;
        assert_eq!(next().await.is_object(), is_planned, "every {hours} hours");
    }
}
