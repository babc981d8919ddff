//! Export of everything that a member has.

use std::fs::{self, File};
use std::io::{Cursor, Read};
use std::time::Duration;

use crate::support::{Member, Reply, TestServer, exports, noise, with_words, wrap};
use inkfold::domain::blob::BlobHash;
use inkfold::domain::policy::{AccountStatus, Actor, Denied, Role};
use inkfold::error::Error;
use inkfold::services::accounts::export;

use insta::assert_snapshot;
use serde_json::{Value, json};
use zip::ZipArchive;

const EXPORT: &str = "/api/account/export";

/// Unpacked archive.
struct Unpacked(ZipArchive<Cursor<Vec<u8>>>);

impl Unpacked {
    fn of(reply: Reply) -> Self {
        assert_eq!((reply.status, reply.header("content-type")), (200, "application/zip"));
        assert_eq!(reply.header("content-length"), reply.bytes.len().to_string());
        Self(ZipArchive::new(Cursor::new(reply.bytes)).unwrap())
    }

    fn names(&self) -> Vec<String> {
        self.0.file_names().map(|name| name.unwrap().into_owned()).collect()
    }

    fn bytes(&mut self, name: &str) -> Vec<u8> {
        let mut bytes = Vec::new();
        self.0.by_name(name).unwrap().read_to_end(&mut bytes).unwrap();
        bytes
    }

    fn text(&mut self, name: &str) -> String {
        String::from_utf8(self.bytes(name)).unwrap()
    }

    fn json(&mut self, name: &str) -> Value {
        serde_json::from_slice(&self.bytes(name)).unwrap()
    }
}

async fn unpack(member: &Member) -> Unpacked {
    Unpacked::of(member.get(EXPORT).await)
}

#[tokio::test]
async fn export_has_every_memo_and_its_history() {
    let server = TestServer::start().await;
    let book = server.book("A year in ink", 2).await;
    let mara = server.member("mara").await;
    // The picture is larger than one chunk of the response.
    let (first, other, second) = (noise(1, 500), noise(2, 30), noise(3, 500));
    let [first_id, other_id] = ids(&mara.answer(&book, &[("q1", &first), ("q2", &other)]).await);
    server.publish(&book).await;
    server.clock.advance(60);
    let [second_id] = ids(&mara.answer(&book, &[("q1", &second)]).await);

    let mut archive = unpack(&mara).await;
    let mut memos = archive.json("memos.json");
    let picture = |key: &str, id: &str| format!("memos/a-year-in-ink/{key}-{id}.png");
    let [old, kept, new] = [("q1", &first_id), ("q2", &other_id), ("q1", &second_id)]
        .map(|(key, id)| picture(key, id));
    assert_eq!(archive.bytes(&old), first);
    assert_eq!(archive.bytes(&kept), other);
    assert_eq!(archive.bytes(&new), second);

    let found: Vec<Value> =
        memos.as_array().unwrap().iter().map(|memo| memo["picture"].clone()).collect();
    assert_eq!(found.len(), 3);
    assert!([&old, &kept, &new].iter().all(|name| found.contains(&json!(name))), "{found:?}");
    let newest = memos[2].take();
    assert_eq!(newest["id"], json!(second_id));
    assert_eq!(newest["book"], json!({ "id": book, "name": "A year in ink" }));
    assert_eq!(newest["question"], json!({ "key": "q1", "text": "What is memory 1?" }));
    assert_eq!((&newest["type"], &newest["state"]), (&json!("hand"), &json!("present")));
    assert_eq!(newest["createdAt"], "2026-01-01T00:00:00Z");
    assert_eq!(newest["updatedAt"], "2026-01-01T00:01:00Z");
    assert_eq!(newest["editions"], json!([]));
    let replaced = memos.as_array().unwrap().iter().find(|memo| memo["id"] == json!(first_id));
    let replaced = replaced.unwrap();
    assert_eq!((&replaced["state"], &replaced["editions"]), (&json!("replaced"), &json!([1])));
}

#[tokio::test]
async fn lost_pictures_do_not_end_the_export() {
    let server = TestServer::start().await;
    let book = server.book("A year in ink", 4).await;
    let mara = server.member("mara").await;
    let pictures: [Vec<u8>; 4] = std::array::from_fn(|number| noise(number as u32, 30));
    let keys = ["q1", "q2", "q3", "q4"];
    let answers: Vec<_> = keys.into_iter().zip(pictures.iter().map(|picture| &**picture)).collect();
    let ids: [String; 4] = ids(&mara.answer(&book, &answers).await);
    let path = |place: usize| server.context.blobs.path(BlobHash::of(&pictures[place]));
    fs::remove_file(path(1)).unwrap();
    let mut damaged = pictures[2].clone();
    damaged[20] ^= 1;
    exports::write(&path(2), &damaged);
    // A folder in the place of the file cannot be read.
    fs::remove_file(path(3)).unwrap();
    fs::create_dir(path(3)).unwrap();

    let mut archive = unpack(&mara).await;
    let name = |place: usize| format!("memos/a-year-in-ink/{}-{}.png", keys[place], ids[place]);
    assert_eq!(archive.bytes(&name(0)), pictures[0]);
    assert_eq!(archive.json("memos.json").as_array().unwrap().len(), 4);
    let printed = archive.text("NOT-INCLUDED.txt");
    for place in 1..4 {
        assert!(printed.contains(&name(place)), "{printed}");
        assert!(!archive.names().contains(&name(place)));
    }
    assert!(!printed.contains(&name(0)));
}

/// The ids of memos that have just been submitted, in their order.
fn ids<const N: usize>(submitted: &Reply) -> [String; N] {
    assert_eq!(submitted.status, 201, "{submitted}");
    let memos = submitted.json()["memos"].take();
    std::array::from_fn(|place| memos[place]["id"].as_str().unwrap().to_owned())
}

#[tokio::test]
async fn export_has_readme_and_no_secrets() {
    let server = TestServer::start_with(|config| config.community = "Füller & Söhne".into()).await;
    let mara = server.member("mara").await;
    let profile = json!({ "uid": mara.uid, "name": "Mara Lind", "handedness": "left", "preferredTablets": "Supernote,Boox", "spokenLanguages": "German" });
    assert_eq!(mara.post("/update-profile", profile).await.status, 200);
    server.clock.advance(86_400);
    let reply = mara.get(EXPORT).await;
    assert_snapshot!(reply.header("content-disposition"), @r#"attachment; filename="F_ller _ S_hne-mara.zip"; filename*=UTF-8''F%C3%BCller%20%26%20S%C3%B6hne-mara.zip"#);
    assert_eq!(reply.header("cache-control"), "private, no-store");
    assert_eq!(reply.bytes, mara.get(EXPORT).await.bytes, "one moment has one archive");

    let mut archive = Unpacked::of(reply);
    assert_eq!(archive.names(), ["README.txt", "account.json", "sessions.json", "memos.json"]);
    assert_snapshot!(archive.text("README.txt"), @r"
    Everything that Füller & Söhne keeps about Mara Lind (mara)
    Made on 2026-01-02T00:00:00Z at http://127.0.0.1:8080

    account.json
        Your account, how you found this site, who invited you, your application, your invitations,
        the books that you keep, whether you moderate, your profile (hand, tablets, languages), which mails
        about books you want, how many you were sent, when you were last reminded, your questions of the
        week, and which answers of yours were read from a form.

    sessions.json
        The browsers in which you are signed in: since when, and when they were last used.

    memos.json
        Every answer that you submitted: the book, the question, when, in which published editions it
        stands, which file is its picture, what you said that it shows, and why an admin has hidden it, if
        one has. Those that you have written anew are marked as replaced.

    memos/
        The pictures of those answers, one folder for each book.

    Times are in UTC. Files that end in .json are plain text: any editor shows them, and any
    program can read them. Your password is not in here: nobody knows it, only a hash of it is kept.
    ");
    let mut account = archive.json("account.json");
    assert_eq!(account["uid"].take(), json!(mara.uid));
    assert_snapshot!(wrap(&account.to_string()), @r#"
    {"admin":false,"application":null,"begunAnswers":[],"createdAt":"2026-01-01T00:00:00Z","editionNotices":"first",
    "email":"mara@example.org","emailVerified":true,"invitations":[],"invitedBy":null,"keeperOf":[],"moderator":false,
    "name":"Mara Lind","profile":{"handedness":"left","preferredTablets":["Boox","Supernote"],"spokenLanguages":["German"]},
    "referredBy":"","remindedAt":null,"reminders":true,"secondStepSince":null,"secretMailAddressSince":null,"toldOfBooks":0,
    "transcriptionDrafts":true,"uid":null,"username":"mara","weeklyQuestions":[]}
    "#);
    assert_snapshot!(archive.json("sessions.json"), @r#"[{"createdAt":"2026-01-01T00:00:00Z","usedAt":"2026-01-02T00:00:00Z"}]"#);
    assert_eq!(archive.json("memos.json"), json!([]));
    for place in 0..archive.0.len() {
        let made = archive.0.by_index(place).unwrap().last_modified().unwrap();
        assert_eq!((made.year(), made.month(), made.day(), made.hour()), (2026, 1, 2, 0));
    }
}

#[tokio::test]
async fn export_is_for_owner_operator_and_admins() {
    let server = TestServer::start().await;
    let book = server.book("A year in ink", 2).await;
    let (mara, ana) = (server.member("mara").await, server.member("ana").await);
    mara.answer(&book, &[("q1", &noise(1, 30))]).await;
    assert_eq!(server.visitor().get(EXPORT).await.refusal(), (401, "unauthenticated".into()));
    let mut archive = unpack(&ana).await;
    assert_eq!(archive.json("account.json")["email"], "ana@example.org");
    assert_eq!(archive.json("memos.json"), json!([]));

    let (owner, other) = (mara.uid.parse().unwrap(), ana.uid.parse().unwrap());
    let server = &server;
    let write = move |actor: Actor| {
        server.run_service(move |context| {
            let written = export::write_file(context, &actor, owner);
            written.map(|(path, _)| Cursor::new(std::fs::read(path).unwrap()))
        })
    };
    let stranger = Actor::full_member(other);
    let refused = write(stranger).await.unwrap_err();
    assert!(matches!(refused, Error::Denied(Denied::Forbidden)), "{refused}");
    for actor in [
        Actor::Operator,
        Actor::Member { account: other, standing: AccountStatus::Full, role: Role::Admin },
    ] {
        let mut archive = Unpacked(ZipArchive::new(write(actor).await.unwrap()).unwrap());
        assert_eq!(archive.json("account.json")["email"], "mara@example.org");
    }
}

#[tokio::test]
async fn disabled_member_cannot_export() {
    let server = TestServer::start().await;
    let mara = server.member("mara").await;
    server.disable(&mara).await;
    assert_eq!(mara.get(EXPORT).await.refusal(), (401, "unauthenticated".into()));
}

#[tokio::test]
async fn names_cannot_escape_archive_or_header() {
    let community = "Club\r\nSet-Cookie: session=x; \"/../\u{202e}";
    let server = TestServer::start_with(|config| config.community = community.into()).await;
    let book = server.book("../../../etc/cron.d\\..", 1).await;
    let mara = server.member("mara").await;
    mara.answer(&book, &[("q1", &noise(1, 30))]).await;
    let reply = mara.get(EXPORT).await;
    assert_eq!(reply.header("set-cookie"), "");
    let archive = Unpacked::of(reply);
    let picture = archive.names().pop().unwrap();
    assert!(picture.starts_with("memos/etc-cron-d/q1-"), "{picture}");
    for name in archive.names() {
        let is_plain = |c: char| c.is_ascii_alphanumeric() || "/-.".contains(c);
        assert!(name.chars().all(is_plain) && !name.contains(".."), "{name}");
    }
}

#[tokio::test]
async fn picture_metadata_is_stripped_everywhere() {
    let server = TestServer::start().await;
    let book = server.book("A year in ink", 1).await;
    let mara = server.member("mara").await;
    let picture = with_words(&noise(1, 30), "GPS 52.5200 N, 13.4050 E");
    assert_eq!(mara.answer(&book, &[("q1", &picture)]).await.status, 201);
    let archive = mara.get(EXPORT).await.bytes;
    let has = |bytes: &[u8], words: &[u8]| bytes.windows(words.len()).any(|part| part == words);
    assert!(has(&picture, b"GPS") && has(&archive, b"IHDR"));
    assert!(!has(&archive, b"GPS") && !has(&archive, b"tEXt"));
}

#[tokio::test]
async fn export_leaves_no_files_behind() {
    let server = TestServer::start().await;
    let mara = server.member("mara").await;
    let before = server.files();
    let (one, other) = tokio::join!(mara.get(EXPORT), mara.get(EXPORT));
    assert!([&one, &other].iter().all(|reply| [200, 429].contains(&reply.status)), "{one} {other}");
    assert_eq!(mara.get(EXPORT).await.status, 200);
    assert_eq!(server.files(), before);
}

#[tokio::test]
async fn member_has_one_export_at_a_time() {
    let server = TestServer::start().await;
    let (mara, ana) = (server.member("mara").await, server.member("ana").await);
    let [mara, ana] = [&mara, &ana].map(|member| member.uid.parse().unwrap());
    let told = server.run_service(move |context| {
        let take = |account| {
            let actor = Actor::full_member(account);
            export::download(context, &actor, account).map_err(|error| error.to_string())
        };
        let first = take(mara).unwrap();
        let told = take(mara).map(drop);
        assert!(take(ana).is_ok());
        drop(first);
        assert!(take(mara).is_ok());
        told
    });
    let words = "You're already downloading a file. Please wait until it's done.";
    assert_eq!(told.await, Err(words.to_owned()));
}

#[tokio::test]
async fn abandoned_export_is_swept() {
    let server = TestServer::start().await;
    let mara = server.member("mara").await.uid.parse().unwrap();
    let left = server.run_service(move |context| {
        let (path, _) = export::write_file(context, &Actor::Operator, mara).unwrap();
        let neighbour = path.with_file_name("another.zip");
        File::create(&neighbour).unwrap();
        export::remove_expired(context, Duration::from_hours(24)).unwrap();
        assert!(path.exists(), "somebody may still take it away");
        export::remove_expired(context, Duration::ZERO).unwrap();
        (path.exists(), neighbour.exists())
    });
    assert_eq!(left.await, (false, true));
}

#[tokio::test]
async fn export_has_posts_comments_and_likes() {
    let server = TestServer::start().await;
    let topic = server.topic("letters").await;
    let (mara, leo) = (server.member("mara").await, server.member("leo").await);
    let shown = mara.post_and_publish(&topic, &noise(1, 40)).await;
    let removed = mara.post_picture(&topic, &noise(2, 40)).await;
    mara.delete(&format!("/api/posts/remove/{removed}")).await;
    let others = leo.post_and_publish(&topic, &noise(3, 40)).await;
    mara.post("/api/like/add", json!({ "uid": mara.uid, "pid": others })).await;
    let body = json!({ "text": "Lovely.", "uid": mara.uid, "pid": others });
    mara.post("/api/comments/add", body).await;

    let mut archive = unpack(&mara).await;
    let threads = archive.json("threads.json");
    assert_eq!(threads["posts"].as_array().unwrap().len(), 1);
    assert_eq!(threads["posts"][0]["topic"], "Letters home");
    let comment = json!({ "post": others, "text": "Lovely.", "madeAt": "2026-01-01T00:00:00Z" });
    assert_eq!(threads["comments"], json!([comment]));
    assert_eq!(threads["likes"], json!([others]));
    let picture = format!("posts/{shown}.png");
    assert_eq!(threads["posts"][0]["picture"], json!(picture));
    image::load_from_memory(&archive.bytes(&picture)).unwrap();
    assert!(!archive.names().iter().any(|name| name.contains(&removed)));
}

#[tokio::test]
async fn export_has_loves_blocks_and_reports() {
    let server = TestServer::start().await;
    let (topic, book) = (server.topic("letters").await, server.book("A year in ink", 1).await);
    let (mara, leo) = (server.member("mara").await, server.member("leo").await);
    let [memo] = ids(&leo.answer(&book, &[("q1", &noise(1, 30))]).await);
    server.publish(&book).await;
    let post = leo.post_and_publish(&topic, &noise(2, 40)).await;
    for (path, body) in [
        ("/api/memo/love/add", json!({ "id": memo })),
        ("/api/report", json!({ "kind": "post", "id": post, "reason": "It is a page of mine." })),
        ("/api/block/add", json!({ "uid": mara.uid, "other": leo.uid })),
    ] {
        let done = mara.post(path, body).await;
        assert!((200..300).contains(&done.status), "{path}: {done}");
    }

    let others = unpack(&mara).await.json("others.json");
    assert_eq!(others["loves"], json!([memo]));
    let blocked = json!({ "username": "leo", "since": "2026-01-01T00:00:00Z" });
    assert_eq!(others["blocked"], json!([blocked]));
    let report = &others["reports"][0];
    assert_eq!((&report["about"], &report["id"]), (&json!("post"), &json!(post)));
    assert_eq!(report["reason"], "It is a page of mine.");
    assert_eq!(others["suspended"], json!(null));
    // The reported and blocked member's archive does not mention it.
    assert!(!unpack(&leo).await.names().contains(&"others.json".to_owned()));
}
