//! Listeners of a server in its own process, and a real client: Python's `smtplib`.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Instant;

use serde_json::{Value, json};
use tempfile::TempDir;

use super::command::{add_member, add_topic};
use crate::support::fake_smtp_relay::{HOST, pending};
use crate::support::{Member, PASSWORD, Running, executable, noise, skip};

/// Name and value of the header that the front mail server adds.
const RESULT: [&str; 2] =
    ["Authentication-Results", "mx.example.org; dmarc=pass header.from=example.org"];

struct Place {
    running: Running,
    folder: TempDir,
    socket: PathBuf,
}

impl Place {
    /// These members and the topic `letters`.
    fn open(members: &[String]) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let data = folder.path().join("data");
        for name in members {
            add_member(&data, name);
        }
        add_topic(&data, "letters");
        let socket = folder.path().join("lmtp.sock");
        let mut command = Command::new(executable());
        command.arg("--data-dir").arg(&data);
        let settings = folder.path().join("inkfold.toml");
        let text = format!(
            "[mail.inbound]\nhost = \"{HOST}\"\nauthserv_id = \"mx.example.org\"\nlmtp_socket = \"{}\"\n\
             smtp_listen = \"127.0.0.1:0\"\nconnections_per_address = 32\n\
             [handwriting]\nenabled = false\n",
            socket.display()
        );
        std::fs::File::create(&settings).unwrap().write_all(text.as_bytes()).unwrap();
        command.arg("--config").arg(&settings);
        Self { running: Running::start(command), folder, socket }
    }

    async fn member(&self, name: &str) -> Member {
        let mut member = Member::at(&self.running.url);
        member.sign_in(&format!("{name}@example.org"), PASSWORD).await;
        member
    }

    fn page(&self, number: u32, side: u32) -> String {
        let path = self.folder.path().join(format!("page-{number}.png"));
        std::fs::File::create(&path).unwrap().write_all(&noise(number, side)).unwrap();
        path.display().to_string()
    }
}

/// Sends mails by Python's `smtplib`; returns the reply to each, or `None` where there is no Python.
fn send(door: &str, connections: usize, mails: &[Value]) -> Option<Vec<Value>> {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/mail-client.py");
    let started = Command::new("python3")
        .arg(script)
        .args([door, &connections.to_string()])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn();
    let Ok(mut client) = started else {
        skip("python3, whose mail client sends, is not installed");
        return None;
    };
    let mut jobs = client.stdin.take().unwrap();
    mails.iter().try_for_each(|mail| writeln!(jobs, "{mail}")).unwrap();
    drop(jobs);
    let said = client.wait_with_output().unwrap();
    assert!(said.status.success());
    let said = String::from_utf8(said.stdout).unwrap();
    Some(said.lines().map(|line| serde_json::from_str(line).unwrap()).collect())
}

#[tokio::test]
async fn mail_clients_post_over_lmtp_and_smtp() {
    let mut place = Place::open(&["mara".into()]);
    let mara = place.member("mara").await;
    let made = mara.post(&format!("/api/mail-address/{}", mara.uid), json!({})).await.json();
    let secret = format!("{}.letters@{HOST}", made["secret"]["name"].as_str().unwrap());
    let pdf = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/page.pdf");
    let files = [place.page(1, 200), pdf.display().to_string()];
    let mail = |subject: &str, to: &[&str], head: &[[&str; 2]], files: &[String]| json!({ "from": "mara@example.org", "to": to, "head": head, "subject": subject, "files": files });
    let open = "mara.letters@post.example.org";
    let lmtp = format!("lmtp:{}", place.socket.display());
    let smtp = format!("smtp:{}", place.running.smtp.clone().unwrap());

    let mails = [
        mail("Grüße vom Fluss", &[open], &[RESULT], &files),
        mail("Nobody", &["nobody.letters@post.example.org"], &[RESULT], &files),
        mail("Unproven", &[open], &[], &files),
        mail("No page", &[open, &secret], &[RESULT], &[]),
    ];
    let Some(answers) = send(&lmtp, 1, &mails) else { return };
    let words = |n: usize| answers[n]["refused"].to_string();
    assert_eq!(words(0), "{}");
    assert!(words(1).contains("5.1.1 unknown recipient address"), "{}", words(1));
    assert!(words(2).contains("5.7.1 the sender is not authenticated"), "{}", words(2));
    assert!(words(3).contains("5.6.1 there is no page"), "{}", words(3));

    let mails = [
        mail("By the secret address", &[&secret], &[], &files[1..]),
        mail("By the open one", &[open], &[RESULT], &files),
    ];
    let answers = send(&smtp, 1, &mails).unwrap();
    assert_eq!(answers[0]["refused"], json!({}));
    assert!(answers[1]["refused"].to_string().contains("5.1.1"), "{}", answers[1]);

    let captions: Vec<Value> =
        pending(&mara).await.into_iter().map(|post| post["caption"].clone()).collect();
    assert_eq!(captions, ["By the secret address", "Grüße vom Fluss", "Grüße vom Fluss"]);
    place.running.stop();
    assert!(!place.socket.exists());
}

#[tokio::test]
async fn five_hundred_mails_make_five_hundred_posts() {
    const MEMBERS: usize = 25;
    const MAILS: usize = 500;
    let names: Vec<String> = (0..MEMBERS).map(|n| format!("member{n}")).collect();
    let place = Place::open(&names);
    let mails: Vec<Value> = (0..MAILS)
        .map(|n| {
            let name = &names[n % MEMBERS];
            let id = format!("<{n}@tablet.example>");
            json!({
                "from": format!("{name}@example.org"), "to": [format!("{name}.letters@{HOST}")],
                "head": [RESULT, ["Message-ID", &id]], "subject": format!("Page {n}"),
                "files": [place.page(n as u32, 250)],
            })
        })
        .collect();
    // Every fifth mail is sent twice: mail servers repeat a mail when they missed the reply.
    let again = mails.iter().step_by(5).cloned();
    let all: Vec<Value> = mails.iter().cloned().chain(again).collect();
    let begun = Instant::now();
    let Some(answers) = send(&format!("lmtp:{}", place.socket.display()), 24, &all) else { return };
    let took = begun.elapsed();
    assert_eq!(answers.len(), all.len());
    let refused: Vec<&Value> = answers.iter().filter(|a| a["refused"] != json!({})).collect();
    assert!(refused.is_empty(), "{} refused, {:?}", refused.len(), refused.first());

    let mut captions = Vec::new();
    for name in &names {
        let posts = pending(&place.member(name).await).await;
        captions.extend(posts.into_iter().map(|post| post["caption"].as_str().unwrap().to_owned()));
    }
    let mut expected: Vec<String> = (0..MAILS).map(|n| format!("Page {n}")).collect();
    captions.sort();
    expected.sort();
    assert!(captions == expected, "{} posts", captions.len());
    let memory = place.running.peak_memory();
    println!("{} mails by 24 connections: {took:.1?}, at most {memory} MiB", all.len());
    assert!(memory < 300, "{memory} MiB");
    assert_eq!(place.running.children(), 0);
}

#[tokio::test]
async fn large_mails_at_once_wait_on_the_disk() {
    let names: Vec<String> = (0..4).map(|n| format!("member{n}")).collect();
    let place = Place::open(&names);
    let pages: Vec<String> = (0..4).map(|n| place.page(n, 3_000)).collect();
    let mails: Vec<Value> = (0..16)
        .map(|n| {
            let name = &names[n % 4];
            json!({
                "from": format!("{name}@example.org"), "to": [format!("{name}.letters@{HOST}")],
                "head": [RESULT], "subject": format!("Page {n}"), "files": [pages[n / 4]],
            })
        })
        .collect();
    let begun = Instant::now();
    let door = format!("lmtp:{}", place.socket.display());
    let Some(answers) = send(&door, 16, &mails) else { return };
    let refused: Vec<&Value> = answers.iter().filter(|a| a["refused"] != json!({})).collect();
    assert!(refused.is_empty(), "{refused:?}");
    let memory = place.running.peak_memory();
    println!("16 mails of 12 MB at once: {:.1?}, at most {memory} MiB", begun.elapsed());
    // All mails in memory would take 200 MB, and their pictures 400 more.
    assert!(memory < 350, "{memory} MiB");
}
