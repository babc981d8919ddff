//! The executable itself: one static file that needs nothing beside it.

use std::io::Write;
use std::process::{Command, Stdio};

use crate::support::{Member, Running, bad_files, executable};

#[test]
fn it_is_statically_linked() {
    let ldd = Command::new("ldd").arg(executable()).output().unwrap();
    let said =
        String::from_utf8_lossy(&ldd.stdout).into_owned() + &String::from_utf8_lossy(&ldd.stderr);
    assert!(
        said.contains("statically linked") || said.contains("not a dynamic executable"),
        "{said}"
    );
}

#[tokio::test]
async fn it_serves_its_interface_from_an_empty_folder() {
    let folder = tempfile::tempdir().unwrap();
    let copy = folder.path().join("inkfold");
    // By another process: a test that starts a program at this moment would inherit our handle on the copy, and Linux
    // runs no file that somebody may still write to.
    assert!(Command::new("cp").arg(executable()).arg(&copy).status().unwrap().success());
    let mut command = Command::new(&copy);
    command.current_dir(&folder);
    let running = Running::start(command);
    let page = reqwest::get(&running.url).await.unwrap();
    assert_eq!(page.status(), 200);
    assert!(page.text().await.unwrap().contains("<script"));
}

#[tokio::test]
async fn it_stays_small_whatever_is_uploaded() {
    let folder = tempfile::tempdir().unwrap();
    let inkfold = || {
        let mut command = Command::new(executable());
        command.arg("--data-dir").arg(folder.path());
        command
    };
    let add =
        "user add --email mara@example.org --username mara --name Mara --verified --password-stdin";
    let mut adding = inkfold().args(add.split(' ')).stdin(Stdio::piped()).spawn().unwrap();
    adding.stdin.take().unwrap().write_all(b"blue-ink-on-cream\n").unwrap();
    assert!(adding.wait().unwrap().success());
    let book = inkfold().args(["book", "add", "--name", "B", "--json"]).output().unwrap();
    let book: serde_json::Value = serde_json::from_slice(&book.stdout).unwrap();
    let prompts = folder.path().join("prompts.csv");
    std::fs::File::create(&prompts).unwrap().write_all(b"a,What?\n").unwrap();
    let bid = book["bid"].as_str().unwrap();
    let import = inkfold().args(["question", "import", "--book", bid]).arg(&prompts).output();
    assert!(import.unwrap().status.success());

    let running = Running::start(inkfold());
    let mut mara = Member::at(&running.url);
    mara.sign_in("mara@example.org", "blue-ink-on-cream").await;
    let bomb = bad_files::flate_bomb();
    for file in [
        bad_files::huge_png_header(),
        bad_files::long_pdf(),
        bad_files::photo(),
        bomb,
        vec![b'%'; 30 << 20],
    ] {
        let reply = mara.extract(bid, file).await;
        assert_eq!(reply.status, 422, "{reply}");
    }
    assert!(running.peak_memory() < 200, "{} MiB", running.peak_memory());
    assert_eq!(mara.get("/healthz").await.status, 200);
}
