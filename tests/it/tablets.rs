//! Forms filled with real handwriting, in the ways in which tablets export them: read without one mistake.
//!
//! The handwriting, the tool that fills forms and the one that scores the reader lie beside the project.

use std::process::Command;

use crate::support::{shared, venv_python};

const QUESTIONS: &[u8] = b"key,description
smell,What did the first kitchen you remember smell of?
sound,Which sound means home to you?
keep,What would you keep?
letter,Write three lines to somebody who is not there.
now,What do you see when you look up now?
";

#[test]
fn forms_of_every_tablet_export_are_read() {
    let (Some(fill), Some(score)) = (shared("tools/fill_forms.py"), shared("tools/score_forms.py"))
    else {
        return;
    };
    let Some(python) = venv_python() else { return };
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    std::io::Write::write_all(
        &mut std::fs::File::create(path("questions.csv")).unwrap(),
        QUESTIONS,
    )
    .unwrap();
    let inkfold = env!("CARGO_BIN_EXE_inkfold");
    let blank = Command::new(inkfold)
        .args(["form", "blank", "--questions"])
        .arg(path("questions.csv"))
        .arg("--out")
        .arg(path("blank.pdf"))
        .output()
        .unwrap();
    assert!(blank.status.success(), "{blank:?}");
    let filled = Command::new(&python)
        .arg(fill)
        .arg(path("blank.pdf"))
        .arg("--out")
        .arg(path("filled"))
        .args(["--count", "160", "--seed", "1"])
        .output()
        .unwrap();
    assert!(filled.status.success(), "{filled:?}");
    let scored = Command::new(&python)
        .arg(score)
        .arg(path("filled"))
        .args(["--", inkfold, "form", "read", "--json", "--blank"])
        .arg(path("blank.pdf"))
        .output()
        .unwrap();
    let printed = String::from_utf8_lossy(&scored.stdout).into_owned();
    println!("{printed}");
    assert!(scored.status.success(), "{printed}");
}
