//! Mail templates: exported, customized, and reported when they are invalid.

use std::fs::{self, File};
use std::process::Command;

use crate::support::{Running, executable, exports, inkfold, words};

#[test]
fn built_in_templates_are_listed_and_exported() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    let listed = inkfold(&data, &["template", "list", "--all", "--json"]);
    let listed = String::from_utf8(listed.stdout).unwrap();
    let built_in = crate::support::root().join("forms/mail");
    for file in fs::read_dir(&built_in).unwrap() {
        let name = format!("mail/{}", file.unwrap().file_name().into_string().unwrap());
        assert!(listed.contains(&format!("\"{name}\"")), "{name}");
    }
    let exported = inkfold(&data, &["template", "export", "mail/footer.txt"]);
    assert!(exported.status.success(), "{}", words(&exported));
    let footer = fs::read(data.join("templates/mail/footer.txt")).unwrap();
    assert_eq!(footer, fs::read(built_in.join("footer.txt")).unwrap());
}

#[test]
fn broken_template_is_logged_at_start() {
    let folder = tempfile::tempdir().unwrap();
    let (data, log) = (folder.path().join("data"), folder.path().join("log"));
    let mut command = Command::new(executable());
    command.arg("--data-dir").arg(&data).env_clear().stderr(File::create(&log).unwrap());
    let made = inkfold(&data, &["init"]);
    assert!(made.status.success(), "{}", words(&made));
    let templates = data.join("templates/mail");
    fs::create_dir_all(&templates).unwrap();
    exports::write(&templates.join("footer.txt"), b"{{ why }}\n{% if unsubscribe %}\n");
    let mut running = Running::start_aloud("127.0.0.1:0", command);
    running.stop();
    let log = fs::read_to_string(log).unwrap();
    let line = log.lines().find(|line| line.contains("mail template cannot be used")).expect(&log);
    assert!(line.contains("WARN") && line.contains("footer.txt:"), "{line}");
}
