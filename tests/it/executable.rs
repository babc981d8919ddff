//! The executable itself: one static file that needs nothing beside it.

use std::collections::BTreeSet;
use std::fs::{self, DirEntry, Permissions};
use std::os::unix::fs::{FileTypeExt, PermissionsExt};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;
use std::time::Instant;

use futures_util::future::join_all;
use reqwest::multipart::{Form, Part};
use tokio::task::JoinSet;

use crate::support::bombs::{self, Bomb};
use crate::support::exports::{ink, png, screen_of, words_in};
use crate::support::{Community, Member, Running, Topic, bad_files, executable, fill, noise, root};

#[test]
fn executable_is_statically_linked() {
    let ldd = Command::new("ldd").arg(executable()).output().unwrap();
    let text =
        String::from_utf8_lossy(&ldd.stdout).into_owned() + &String::from_utf8_lossy(&ldd.stderr);
    assert!(
        text.contains("statically linked") || text.contains("not a dynamic executable"),
        "{text}"
    );
}

/// The size limit applies to release builds only: test builds contain symbols.
#[test]
fn release_executable_has_95_mb_at_most() {
    if executable().ends_with("release/inkfold") {
        let bytes = std::fs::metadata(executable()).unwrap().len();
        assert!(bytes <= 95_000_000, "{bytes} bytes");
    }
}

/// Folders that are embedded.
const EMBEDDED: [&str; 5] =
    ["forms", "ui/dist", "src/demo/handwriting", "src/handwriting/model", "src/handwriting/words"];

/// Estimate of what decides the size of a release, for every day: what is embedded as it is.
#[test]
fn embedded_files_have_17_5_mb_at_most() {
    let bytes: u64 = EMBEDDED.iter().map(|folder| bytes_in(&root().join(folder))).sum();
    assert!(bytes <= 17_500_000, "{bytes} bytes");
}

fn bytes_in(folder: &Path) -> u64 {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap());
    let bytes = |entry: DirEntry| match entry.metadata().unwrap() {
        metadata if metadata.is_dir() => bytes_in(&entry.path()),
        metadata => metadata.len(),
    };
    entries.map(bytes).sum()
}

/// The same for crates, of which each brings code.
#[test]
fn executable_has_730_crates_at_most() {
    let tree = ["tree", "--offline", "--edges=normal", "--prefix=none", "--format={p}"];
    let tree = Command::new(env!("CARGO")).args(tree).current_dir(root()).output().unwrap();
    let tree = String::from_utf8(tree.stdout).unwrap();
    let crates: BTreeSet<_> = tree.lines().map(|line| line.trim_end_matches(" (*)")).collect();
    assert!((300..=730).contains(&crates.len()), "{}", crates.len());
}

#[tokio::test]
async fn executable_serves_interface_from_empty_folder() {
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
async fn data_folder_is_private_file_by_file() {
    let mut community = Community::start().await;
    let answered = community.member.answer(&community.book, &[("a", &noise(1, 450))]).await;
    assert_eq!(answered.status, 201, "{answered}");
    assert!(community.inkfold(&["backup", "now"]).status.success());
    let (settings, questions) = ("inkfold.toml", "questions.csv");
    let made_by_hand = [settings, questions].map(|name| community.data().join(name));
    let mut open = readable_by_others(community.data());
    open.retain(|path| !made_by_hand.contains(path));
    assert_eq!(open, Vec::<PathBuf>::new());

    let database = community.data().join("inkfold.redb");
    fs::set_permissions(&database, Permissions::from_mode(0o644)).unwrap();
    community.running.stop();
    community.start_again().await;
    assert!(
        !readable_by_others(community.data()).contains(&database),
        "as an earlier program left it"
    );
}

/// Files and folders in the folder that other users may read, but for sockets in folders that they may not.
fn readable_by_others(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let mut found = Vec::new();
    for path in entries {
        let file = fs::symlink_metadata(&path).unwrap();
        if file.is_dir() {
            found.extend(readable_by_others(&path));
        }
        if file.permissions().mode() & 0o077 != 0 && !file.file_type().is_socket() {
            found.push(path);
        }
    }
    found
}

#[tokio::test]
async fn bomb_uploads_stay_within_memory_limit() {
    let community = Community::start().await;
    let running = &community.running;
    let files = community.files();
    let mut uploads = bombs::all();
    uploads.push(("a huge PNG", bad_files::huge_png_header()));
    uploads.push(("a photo", bad_files::photo()));
    uploads.push(("thirty megabytes of nothing", vec![b'%'; 30 << 20]));
    let (some, others) = uploads.split_at(uploads.len() / 2);
    tokio::join!(
        assert_uploads_refused(&community, some),
        assert_uploads_refused(&community, others)
    );

    assert_eq!(community.member.get("/healthz").await.status, 200);
    assert!(running.peak_memory() < 200, "{} MiB", running.peak_memory());
    println!(
        "the server's most memory through {} bombs: {} MiB",
        uploads.len(),
        running.peak_memory()
    );
    assert_eq!(running.children(), 0);
    assert_eq!(community.files(), files);
}

#[tokio::test]
async fn metadata_of_pictures_is_never_inflated() {
    let community = Community::start().await;
    let topic = ["topic", "add", "--name", "Letters", "--code", "letters", "--json"];
    let topic = Topic::of(&serde_json::from_slice(&community.inkfold(&topic).stdout).unwrap());
    let pictures = bombs::metadata::pictures();
    let mut members = Vec::new();
    for name in ["ada", "ben", "cleo", "dora", "emil", "fay"] {
        members.push(community.another_member(name).await);
    }
    let idle = community.running.peak_memory();
    let sent = members.iter().zip(&pictures);
    join_all(sent.map(|(member, bomb)| send_everywhere(&community, &topic, member, bomb))).await;
    let added = community.running.peak_memory().saturating_sub(idle);
    println!("six pictures with large metadata take {added} MiB beside {idle}");
    assert!(added < 90, "{added} MiB");
}

#[tokio::test]
async fn deep_pictures_take_memory_of_shallow_ones() {
    let community = Community::start().await;
    let topic = ["topic", "add", "--name", "Letters", "--code", "letters", "--json"];
    let topic = Topic::of(&serde_json::from_slice(&community.inkfold(&topic).stdout).unwrap());
    let mut peaks = Vec::new();
    for (name, depth, is_interlaced) in [("ada", 8, false), ("ben", 16, false), ("cleo", 16, true)]
    {
        let member = community.another_member(name).await;
        let bomb = ("forty million pixels", bombs::large_png(depth, is_interlaced));
        send_as_page(&community, &topic, &member, &bomb).await;
        peaks.push(community.running.peak_memory());
    }
    println!("the server's most memory after pictures of 8 bits and of 16: {peaks:?} MiB");
    // Whatever else the server does at that moment counts, too; 16 bits held whole would take 160 MiB more.
    assert!(peaks.iter().all(|peak| *peak < peaks[0] + 80), "{peaks:?}");
}

/// Sends a picture as a form, as handwriting, as a full page and as a post.
async fn send_everywhere(community: &Community, topic: &Topic, member: &Member, bomb: &Bomb) {
    let (what, png) = bomb;
    let answered = member.answer(&community.book, &[("a", png)]).await;
    assert_eq!(answered.status, 201, "{what}: {answered}");
    send_as_page(community, topic, member, bomb).await;
}

/// Sends a picture as a form, as a full page and as a post.
async fn send_as_page(community: &Community, topic: &Topic, member: &Member, bomb: &Bomb) {
    let (what, png) = bomb;
    let book = &community.book;
    let part = || Part::bytes(png.clone()).file_name("page.png");
    let read = member.extract(book, png.clone()).await;
    assert_eq!(read.status, 422, "{what}: {read}");
    let page = Form::new().part("file", part()).text("bid", book.clone());
    let page = page.text("uid", member.uid.clone()).text("qid", "b");
    let page = member.upload("/api/memo/page/publish", page).await;
    assert_eq!(page.status, 201, "{what}: {page}");
    let post = member.send_post(topic, Form::new().part("image", part())).await;
    assert_eq!(post.status, 201, "{what}: {post}");
}

#[tokio::test]
async fn ten_concurrent_uploads_stay_within_memory_limit() {
    let community = Community::start().await;
    let blank = community.member.get(&format!("/assets/forms/{}.pdf", community.book)).await.bytes;
    let mut screen = screen_of(&blank);
    ink(&mut screen, &words_in(1));
    // Each member may have two waiting uploads.
    let mut members = Vec::new();
    for name in ["ada", "ben", "cleo", "dora", "emil"] {
        members.push(Arc::new(community.another_member(name).await));
    }
    for (what, file) in [("PDF", fill(&blank, 2, &[0, 1])), ("PNG", png(&screen))] {
        let mut uploads = JoinSet::new();
        for member in members.iter().chain(&members) {
            let (member, book, file) = (Arc::clone(member), community.book.clone(), file.clone());
            uploads.spawn(async move { member.extract(&book, file).await });
        }
        for reply in uploads.join_all().await {
            assert_eq!(reply.status, 200, "{reply}");
        }
        let memory = community.running.peak_memory();
        println!("the server's most memory while ten upload a {what}: {memory} MiB");
        assert!(memory < 120, "{what}: {memory} MiB");
    }
}

async fn assert_uploads_refused(community: &Community, uploads: &[Bomb]) {
    for (what, file) in uploads {
        let begun = Instant::now();
        let reply = community.member.extract(&community.book, file.clone()).await;
        println!("{:>8.1?} {} {what}", begun.elapsed(), reply.refusal().1);
        assert!([422, 503].contains(&reply.status), "{what}: {reply}");
        assert!(reply.json()["error"].as_str().unwrap().len() > 20, "{what}: {reply}");
    }
}
