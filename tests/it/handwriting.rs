//! Handwriting that the server reads by itself: found by search, never taken for a member's own words.

use std::fs;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use inkfold::domain::check_result::{HealthCheck, Level};
use inkfold::domain::handwriting::{ReaderVersion, Reading, Source, UnreadPicture};
use inkfold::domain::policy::Actor;
use inkfold::error::Error;
use inkfold::sandbox::Sandbox;
use inkfold::services::handwriting::{self, ReadingStatus};
use inkfold::services::search;
use serde_json::{Value, json};

use crate::doctor::{assert_has, find_here};
use crate::support::exports::{executable, write};
use crate::support::{Member, PASSWORD, Reply, TestServer, noise, root};

/// "The one with the short leg. We kept a folded letter under it and nobody remembers who it was from."
const CHAIR: &str = "chair-agnes.png";
/// "Left corner, so that my elbow would not fight with my brother's. He is left-handed too. We fought anyway."
const LEFT_HANDED: &str = "chair-tomas.png";
/// "New nib, old pen. It sounds like skates."
const NIB: &str = "first-lines-otto.png";
/// "FISH", above a drawing of one.
const FISH: &str = "drawings-kobayashi.png";

fn picture(name: &str) -> Vec<u8> {
    fs::read(root().join("src/demo/handwriting").join(name)).unwrap()
}

impl TestServer {
    /// Reads all pictures that wait, as the thread of the server does, and updates the index.
    async fn read_handwriting(&self) -> ReadingStatus {
        self.run_service(|context| {
            let status = handwriting::read_all(context, &Actor::Operator, &mut |_| {}).unwrap();
            search::catch_up(context).unwrap();
            status
        })
        .await
    }

    async fn reading_status(&self) -> ReadingStatus {
        let status = |context: &_| handwriting::status(context, &Actor::Operator).unwrap();
        self.run_service(status).await
    }
}

async fn submit(member: &Member, book: &str, question: &str, name: &str) -> Value {
    let reply = member.answer(book, &[(question, &picture(name))]).await;
    assert_eq!(reply.status, 201, "{reply}");
    reply.json()["memos"][0].clone()
}

async fn found(member: &Member, words: &str) -> Vec<Value> {
    let reply: Reply = member.get(&format!("/api/search?kind=memo&q={words}")).await;
    assert_eq!(reply.status, 200, "{reply}");
    reply.json()["results"].as_array().unwrap().clone()
}

#[tokio::test]
async fn handwriting_is_found_with_its_line() {
    let server = TestServer::start().await;
    let book = server.book("A year in ink", 3).await;
    let (mara, ana) = (server.member("mara").await, server.member("ana").await);
    let memo = submit(&mara, &book, "q1", CHAIR).await;
    submit(&mara, &book, "q2", FISH).await;
    let status = server.read_handwriting().await;
    assert_eq!((status.read, status.waiting, status.fault), (2, 0, None));

    let results = found(&mara, "folded").await;
    assert_eq!(results.len(), 1, "{results:?}");
    assert_eq!(results[0]["id"], memo["id"]);
    // No text of the memo says so: it is a guess.
    assert_eq!(results[0]["text"]["text"], "");
    let matched = &results[0]["handwriting"];
    assert!(matched["text"]["text"].as_str().unwrap().contains("folded"), "{matched}");
    assert_eq!((&matched["width"], &matched["height"]), (&json!(1120), &json!(876)));
    let [word, whole] = [&matched["marks"][0], &matched["line"]]
        .map(|area| ["left", "top", "width", "height"].map(|side| area[side].as_u64().unwrap()));
    // The second of five lines, and its last word.
    assert!((200..240).contains(&whole[1]) && whole[3] < 150, "{whole:?}");
    assert!(word[0] > whole[0] + whole[2] / 2 && word[0] + word[2] <= whole[0] + whole[2] + 1);
    assert_eq!(found(&mara, "fish").await.len(), 1);
    assert!(found(&mara, "submarine").await.is_empty());
    // Others find it no sooner than they may see it.
    assert!(found(&ana, "folded").await.is_empty());
}

#[tokio::test]
async fn misread_word_is_found_by_its_letters() {
    let server = TestServer::start().await;
    let book = server.book("A year in ink", 3).await;
    let mara = server.member("mara").await;
    submit(&mara, &book, "q1", LEFT_HANDED).await;
    server.read_handwriting().await;
    for words in ["handed", "mara handed"] {
        let results = found(&mara, words).await;
        assert_eq!(results.len(), 1, "{words}: {results:?}");
        let matched = &results[0]["handwriting"];
        let line = matched["text"]["text"].as_str().unwrap();
        // It was read as another word, and is marked where it stands: after "left".
        assert!(line.starts_with("left-") && !line.contains("handed"), "{matched}");
        let [place, whole] = [&matched["marks"][0], &matched["line"]];
        assert!(place["left"].as_u64() > whole["left"].as_u64(), "{matched}");
    }
    assert_eq!(found(&mara, "handed elbow").await.len(), 1);
    // Other members may not see the memo. Books and later pages have no results by handwriting.
    let ana = server.member("ana").await;
    assert!(found(&ana, "handed").await.is_empty());
    for query in ["kind=book&q=handed", "kind=memo&q=handed&page=2"] {
        let reply = mara.get(&format!("/api/search?{query}")).await.json();
        assert_eq!(reply["results"], json!([]), "{query}");
    }
    // Similar words are not there, and all words have to be.
    for words in ["hunted", "landed", "handed plums"] {
        assert!(found(&mara, words).await.is_empty(), "{words}");
    }
}

#[tokio::test]
async fn transcription_replaces_reading_in_search() {
    let server = TestServer::start().await;
    let book = server.book("A year in ink", 3).await;
    let mara = server.member("mara").await;
    let memo = submit(&mara, &book, "q1", CHAIR).await;
    server.read_handwriting().await;
    let written = json!({ "id": memo["id"], "alt": "A chair with a folded letter." });
    assert_eq!(mara.post("/api/memo/describe", written).await.status, 200);
    server.read_handwriting().await;
    let results = found(&mara, "folded").await;
    assert_eq!(results[0]["text"]["text"], "A chair with a folded letter.");
    assert_eq!(results[0]["handwriting"], Value::Null);
    assert!(found(&mara, "remembers").await.is_empty(), "only what its author wrote is found");
}

async fn draft(member: &Member, path: &str, body: Value) -> Value {
    let reply = member.post(path, body).await;
    assert_eq!(reply.status, 200, "{reply}");
    reply.json()["draft"].clone()
}

#[tokio::test]
async fn draft_is_offered_until_writer_transcribes() {
    let server = TestServer::start().await;
    let book = server.book("A year in ink", 3).await;
    let (mara, ana) = (server.member("mara").await, server.member("ana").await);
    let memo = submit(&mara, &book, "q1", LEFT_HANDED).await;
    let of_memo = json!({ "id": memo["id"] });
    // At once, without waiting for the reader in the background.
    let early = draft(&mara, "/api/memo/draft", of_memo.clone()).await;
    server.read_handwriting().await;
    let offered = draft(&mara, "/api/memo/draft", of_memo.clone()).await;
    assert_eq!(early, offered);
    let text = offered["text"].as_str().unwrap();
    assert!(text.starts_with("Left corner, so that my elbow would not fight with"), "{text}");
    let doubtful = offered["doubtful"].as_array().unwrap().iter().map(|range| {
        let place = |end: usize| range[end].as_u64().unwrap() as usize;
        &text[place(0)..place(1)]
    });
    assert!(doubtful.clone().any(|word| word == "left-harded"), "{offered}");
    assert!(!doubtful.clone().any(|word| word == "elbow"), "{offered}");
    // Other members don't get the draft, and the memo has no transcription yet.
    assert_eq!(ana.post("/api/memo/draft", of_memo.clone()).await.status, 404);
    assert_eq!(mara.post("/get-memo", of_memo.clone()).await.json()["alt"], Value::Null);
    let written = json!({ "id": memo["id"], "alt": "Left corner." });
    assert_eq!(mara.post("/api/memo/describe", written).await.status, 200);
    assert_eq!(draft(&mara, "/api/memo/draft", of_memo).await, Value::Null);
}

#[tokio::test]
async fn picture_has_draft_before_submission() {
    let server = TestServer::start().await;
    let book = server.book("A year in ink", 3).await;
    let mara = server.member("mara").await;
    let of = |png: &[u8]| json!({ "bid": book, "key": "q1", "image": STANDARD.encode(png) });
    let path = "/api/handwriting/draft";
    let offered = draft(&mara, path, of(&picture(CHAIR))).await;
    assert!(offered["text"].as_str().unwrap().starts_with("The one with the short leg."));
    assert_eq!(offered["doubtful"], json!([]));
    assert_eq!(server.reading_status().await.read, 0, "nothing is stored");
    // Nothing rather than nonsense, and no error.
    for png in [&noise(4, 300)[..], b"no picture", b""] {
        assert_eq!(draft(&mara, path, of(png)).await, Value::Null);
    }
    let broken = json!({ "bid": book, "key": "q1", "image": "?" });
    assert_eq!(mara.post(path, broken).await.status, 422);
    let unknown = json!({ "bid": "00000000000000000000000000", "key": "q1", "image": "" });
    assert_eq!(mara.post(path, unknown).await.status, 404);
    assert_eq!(server.visitor().post(path, of(&picture(CHAIR))).await.status, 401);
}

#[tokio::test]
async fn confirmed_words_are_likely_in_other_pictures() {
    let server = TestServer::start().await;
    let book = server.book("A year in ink", 3).await;
    let (mara, ana) = (server.member("mara").await, server.member("ana").await);
    let of_picture = json!({ "bid": book, "key": "q1", "image": STANDARD.encode(picture(NIB)) });
    let before = draft(&ana, "/api/handwriting/draft", of_picture.clone()).await;
    assert!(before["text"].as_str().unwrap().contains("nub"), "{before}");
    let memo = submit(&mara, &book, "q1", CHAIR).await;
    let written = json!({ "id": memo["id"], "alt": "A nib for every letter." });
    assert_eq!(mara.post("/api/memo/describe", written).await.status, 200);
    // An unpublished transcription doesn't change the drafts of others.
    assert_eq!(draft(&ana, "/api/handwriting/draft", of_picture.clone()).await, before);
    server.publish(&book).await;
    let after = draft(&ana, "/api/handwriting/draft", of_picture).await;
    assert!(after["text"].as_str().unwrap().contains("nib"), "{after}");
}

#[tokio::test]
async fn admins_see_progress_of_reading() {
    let server = TestServer::start().await;
    let book = server.book("A year in ink", 3).await;
    let (ada, mara) = (server.admin("ada").await, server.member("mara").await);
    submit(&mara, &book, "q1", CHAIR).await;
    submit(&mara, &book, "q2", FISH).await;
    let progress = async || ada.get("/api/admin/statistics").await.json()["handwriting"].clone();
    let shown =
        |read, waiting| json!({ "enabled": true, "read": read, "waiting": waiting, "fault": null });
    assert_eq!(progress().await, shown(0, 2));
    server.read_handwriting().await;
    assert_eq!(progress().await, shown(2, 0));
}

#[tokio::test]
async fn declined_drafts_are_not_offered_again() {
    let server = TestServer::start().await;
    let book = server.book("A year in ink", 3).await;
    let (mara, ana) = (server.member("mara").await, server.member("ana").await);
    let memo = submit(&mara, &book, "q1", CHAIR).await;
    let path = "/api/account/drafts";
    assert_eq!(mara.get(path).await.json(), json!({ "offered": true }));
    let declined = mara.post(path, json!({ "offered": false })).await;
    assert_eq!(declined.json(), json!({ "offered": false }));
    assert_eq!(draft(&mara, "/api/memo/draft", json!({ "id": memo["id"] })).await, Value::Null);
    let of_picture = json!({ "bid": book, "key": "q1", "image": STANDARD.encode(picture(CHAIR)) });
    assert_eq!(draft(&mara, "/api/handwriting/draft", of_picture.clone()).await, Value::Null);
    assert_ne!(draft(&ana, "/api/handwriting/draft", of_picture).await, Value::Null);
    mara.post(path, json!({ "offered": true })).await;
    assert_ne!(draft(&mara, "/api/memo/draft", json!({ "id": memo["id"] })).await, Value::Null);
}

#[tokio::test]
async fn reading_goes_with_its_memo() {
    let server = TestServer::start().await;
    let book = server.book("A year in ink", 3).await;
    let (mara, ana) = (server.member("mara").await, server.member("ana").await);
    submit(&mara, &book, "q1", CHAIR).await;
    submit(&mara, &book, "q2", CHAIR).await;
    assert_eq!(server.reading_status().await.waiting, 2);
    // The first picture needs no reading once another one has replaced it.
    submit(&mara, &book, "q2", FISH).await;
    assert_eq!(server.reading_status().await.waiting, 2);
    submit(&ana, &book, "q1", CHAIR).await;
    server.read_handwriting().await;
    assert_eq!(server.reading_status().await.read, 2, "the same picture is read once");
    let confirmed = json!({ "password": PASSWORD, "name": "mara" });
    let deleted = mara.post("/api/account/delete", confirmed).await;
    assert!(deleted.status < 300, "{deleted}");
    assert_eq!(server.reading_status().await.read, 1, "only what others wrote is left");
}

#[tokio::test]
async fn pictures_without_words_count_as_read() {
    let server = TestServer::start().await;
    let book = server.book("A year in ink", 3).await;
    let mara = server.member("mara").await;
    let reply = mara.answer(&book, &[("q1", &noise(7, 300))]).await;
    assert_eq!(reply.status, 201, "{reply}");
    let status = server.read_handwriting().await;
    assert_eq!((status.read, status.waiting), (1, 0));
}

#[tokio::test]
async fn disabled_reading_leaves_pictures_waiting() {
    let server = TestServer::start_with(|config| config.handwriting.enabled = false).await;
    let book = server.book("A year in ink", 3).await;
    let mara = server.member("mara").await;
    submit(&mara, &book, "q1", CHAIR).await;
    let refused = server
        .run_service(|context| handwriting::read_all(context, &Actor::Operator, &mut |_| {}))
        .await;
    assert!(matches!(refused, Err(Error::Invalid(_))), "{refused:?}");
    let of_picture = json!({ "bid": book, "key": "q1", "image": STANDARD.encode(picture(CHAIR)) });
    assert_eq!(draft(&mara, "/api/handwriting/draft", of_picture).await, Value::Null);
    assert!(!server.run_service(|context| handwriting::read_next(context).unwrap()).await);
    let status = server.reading_status().await;
    assert_eq!((status.is_enabled, status.read, status.waiting), (false, 0, 1));
}

/// A child that is killed says nothing about its picture, so it is tried again; but not for ever.
#[tokio::test]
async fn killed_reading_is_tried_three_times() {
    let program = root().join("tests/fixtures/crash.sh");
    let server = TestServer::start_with_worker(Sandbox::of(&program), |_| {}).await;
    let book = server.book("A year in ink", 3).await;
    let mara = server.member("mara").await;
    submit(&mara, &book, "q1", CHAIR).await;
    for _ in 0..2 {
        assert!(server.run_service(|context| handwriting::read_next(context).is_err()).await);
        let status = server.reading_status().await;
        assert_eq!((status.read, status.waiting), (0, 1));
        assert!(status.fault.unwrap().contains("died"));
    }
    assert!(server.run_service(|context| handwriting::read_next(context).unwrap()).await);
    let status = server.reading_status().await;
    assert_eq!((status.read, status.waiting, status.fault), (1, 0, None));
}

#[tokio::test]
async fn line_with_most_of_the_words_is_shown() {
    let server = TestServer::start().await;
    let book = server.book("A year in ink", 3).await;
    let mara = server.member("mara").await;
    submit(&mara, &book, "q1", CHAIR).await;
    server.read_handwriting().await;
    // "the" stands twice in the first line, "kept" and "a" in the second.
    let results = found(&mara, "the+kept+a").await;
    let line = results[0]["handwriting"]["text"]["text"].as_str().unwrap();
    assert!(line.contains("kept"), "{line}");
}

#[tokio::test]
async fn newest_picture_is_read_first() {
    let server = TestServer::start().await;
    let book = server.book("A year in ink", 3).await;
    let mara = server.member("mara").await;
    submit(&mara, &book, "q1", CHAIR).await;
    server.clock.advance(1);
    submit(&mara, &book, "q2", FISH).await;
    let was_there = |context: &_| {
        assert!(handwriting::read_next(context).unwrap());
        search::catch_up(context).unwrap();
    };
    server.run_service(was_there).await;
    assert_eq!(found(&mara, "fish").await.len(), 1);
    assert!(found(&mara, "folded").await.is_empty());
    server.run_service(was_there).await;
    assert_eq!(found(&mara, "folded").await.len(), 1);
}

#[tokio::test]
async fn handwriting_of_blocked_member_is_not_found() {
    let server = TestServer::start().await;
    let topic = server.topic("ink").await;
    let (mara, ana) = (server.member("mara").await, server.member("ana").await);
    mara.post_and_publish(&topic, &picture(LEFT_HANDED)).await;
    server.read_handwriting().await;
    let finds = async |words: &str| {
        let reply = ana.get(&format!("/api/search?kind=post&q={words}")).await.json();
        !reply["results"].as_array().unwrap().is_empty()
    };
    assert!(finds("elbow").await && finds("handed").await);
    let blocked = json!({ "uid": ana.uid, "other": mara.uid });
    assert!(ana.post("/api/block/add", blocked).await.status < 300);
    assert!(!finds("elbow").await && !finds("handed").await);
}

#[tokio::test]
async fn page_of_thread_is_found_by_its_handwriting() {
    let server = TestServer::start().await;
    let topic = server.topic("ink").await;
    let mara = server.member("mara").await;
    let post = mara.post_and_publish(&topic, &picture(CHAIR)).await;
    server.read_handwriting().await;
    let reply = mara.get("/api/search?kind=post&q=folded").await.json();
    assert_eq!(reply["results"][0]["id"], post, "{reply}");
    assert!(
        reply["results"][0]["handwriting"]["text"]["text"].as_str().unwrap().contains("folded")
    );
}

#[tokio::test]
async fn earlier_pictures_are_queued_for_reading() {
    let server = TestServer::start().await;
    let book = server.book("A year in ink", 3).await;
    let mara = server.member("mara").await;
    submit(&mara, &book, "q1", CHAIR).await;
    // As in a database from before the reader.
    server
        .run_service(|context| {
            let unread = context.read().unwrap().unread_pictures(10).unwrap();
            context.store.write(|tx| tx.dequeue_recognition(unread[0].source)).unwrap();
        })
        .await;
    assert_eq!(server.reading_status().await.waiting, 0);
    let status = server.read_handwriting().await;
    assert_eq!((status.read, status.waiting), (1, 0));
}

#[tokio::test]
async fn readings_of_an_earlier_reader_wait_again() {
    let server = TestServer::start().await;
    let book = server.book("A year in ink", 3).await;
    let mara = server.member("mara").await;
    submit(&mara, &book, "q1", CHAIR).await;
    submit(&mara, &book, "q2", FISH).await;
    server.read_handwriting().await;
    // As an earlier program has left it.
    server
        .run_service(|context| {
            let memos = context.read().unwrap().memos_after(None, 10).unwrap();
            context
                .write(|tx| {
                    for memo in &memos {
                        let picture = memo.content.picture().unwrap();
                        let old = tx.reading(picture)?.unwrap();
                        let old = Reading { version: ReaderVersion(1), ..old };
                        let source = Source::Memo(memo.id);
                        tx.put_reading(&UnreadPicture { source, picture, attempts: 0 }, &old)?;
                    }
                    Ok(tx.put_queued_for_reader(ReaderVersion(1))?)
                })
                .unwrap();
            handwriting::queue_for_current_reader(context).unwrap();
        })
        .await;
    let status = server.reading_status().await;
    assert_eq!((status.read, status.waiting), (0, 2));
    server.run_service(|context| handwriting::read_next(context).unwrap()).await;
    let status = server.reading_status().await;
    assert_eq!((status.read, status.waiting), (1, 1));
}

#[tokio::test]
async fn members_may_not_see_reading_status() {
    let server = TestServer::start().await;
    let account = server.member("mara").await.uid.parse().unwrap();
    let actor = Actor::full_member(account);
    let status = server.run_service(move |context| handwriting::status(context, &actor)).await;
    assert!(status.is_err());
}

/// The server works without its model, and says so.
#[tokio::test]
async fn damaged_model_is_reported() {
    let folder = tempfile::tempdir().unwrap();
    let damaged = folder.path().join("inkfold");
    let mut program = fs::read(executable()).unwrap();
    let weights = fs::read(root().join("src/handwriting/model/weights.q8")).unwrap();
    let sample = &weights[1_000_000..1_000_064];
    let place = program.windows(sample.len()).position(|bytes| bytes == sample).unwrap();
    program[place] ^= 1;
    write(&damaged, &program);
    let permissions = fs::metadata(executable()).unwrap().permissions();
    fs::set_permissions(&damaged, permissions).unwrap();

    let server = TestServer::start_with_worker(Sandbox::of(&damaged), |_| {}).await;
    let book = server.book("A year in ink", 3).await;
    let mara = server.member("mara").await;
    submit(&mara, &book, "q1", CHAIR).await;
    let refused = server
        .run_service(|context| handwriting::read_all(context, &Actor::Operator, &mut |_| {}))
        .await;
    assert!(refused.is_err());
    let status = server.reading_status().await;
    assert_eq!((status.read, status.waiting), (0, 1));
    assert!(status.fault.unwrap().contains("model is damaged"));
    let found = find_here(&server, HealthCheck::Handwriting).await;
    assert_has(&found, Level::Fail, "model is damaged");
}

#[tokio::test]
async fn working_and_disabled_reader_pass_examination() {
    let server = TestServer::start().await;
    let found = find_here(&server, HealthCheck::Handwriting).await;
    assert_has(&found, Level::Ok, "Handwriting can be read.");
    let disabled = TestServer::start_with(|config| config.handwriting.enabled = false).await;
    let found = find_here(&disabled, HealthCheck::Handwriting).await;
    assert_has(&found, Level::Ok, "Reading handwriting is switched off in the settings.");
}
