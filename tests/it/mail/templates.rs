//! Mail templates as the operator sees them: printed, changed, and reported when they are broken.

use std::fs::{self, File};
use std::process::Command;

use crate::support::{Running, executable, exports, inkfold, words};

#[test]
fn built_in_templates_are_listed_and_printed() {
    let nowhere = tempfile::tempdir().unwrap();
    let printed = inkfold(nowhere.path(), &["mail", "template"]);
    let names = String::from_utf8(printed.stdout).unwrap();
    let files = fs::read_dir(crate::support::root().join("forms/mail")).unwrap();
    let mut files: Vec<String> =
        files.map(|file| file.unwrap().file_name().into_string().unwrap()).collect();
    files.sort();
    let listed: Vec<String> = names.lines().map(|name| format!("{name}.txt")).collect();
    assert_eq!(listed, files);
    let printed = inkfold(nowhere.path(), &["mail", "template", "footer"]);
    assert!(String::from_utf8(printed.stdout).unwrap().starts_with("{{ why }}\n"));
    let unknown = inkfold(nowhere.path(), &["mail", "template", "fax"]);
    assert_eq!(unknown.status.code(), Some(1));
    let said = words(&unknown);
    assert!(said.contains("no mail has the template fax\nhint: `inkfold mail template`"), "{said}");
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
