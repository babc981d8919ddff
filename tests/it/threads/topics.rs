//! Topics, which the operator makes and everybody sees.

use inkfold::http::operator::topics::{NewTopic, Topic as Listed, TopicEdit};
use reqwest::Method;
use serde_json::{Value, json};

use crate::support::{Reply, TestServer, inkfold, json as answer_of, noise, words};

async fn add(server: &TestServer, name: &str, code: &str) -> Result<Listed, String> {
    server.operator_post("topics", &NewTopic { name: name.into(), code: code.into() }).await
}

#[tokio::test]
async fn topics_are_listed_with_post_counts() {
    let server = TestServer::start().await;
    let visitor = server.visitor();
    assert_eq!(visitor.post("/api/topics", json!({})).await.json(), json!([]));
    let topic = server.topic("letters").await;
    let mara = server.member("mara").await;
    mara.post_picture(&topic, &noise(1, 40)).await;
    mara.post_and_publish(&topic, &noise(2, 40)).await;

    let shown =
        json!({ "id": topic.id, "name": "Letters home", "code": "letters", "postCount": 1 });
    let listed = visitor.post("/api/topics", json!({})).await.json();
    for (field, value) in shown.as_object().unwrap() {
        assert_eq!(&listed[0][field], value, "{field}");
    }
    assert_eq!(listed.as_array().unwrap().len(), 1);
    let without_body = Reply::of(visitor.request(Method::POST, "/api/topics")).await;
    assert_eq!((without_body.status, without_body.json()), (200, listed));
    let not_json = visitor.request(Method::POST, "/api/topics").body("all");
    assert_eq!(Reply::of(not_json).await.refusal(), (415, "unsupported".into()));
    for path in ["/api/topics?code=letters".into(), format!("/api/topic?id={}", topic.id)] {
        assert_eq!(visitor.get(&path).await.json(), shown, "{path}");
    }
    let count = visitor.get(&format!("/api/topics/count?topicId={}", topic.id)).await;
    assert_eq!(count.json(), json!({ "count": 1 }));
    let found = visitor.post("/api/thread/find/topic", json!({ "topicId": topic.id })).await;
    assert_eq!(found.json(), shown);

    for path in ["/api/topics?code=nothing", "/api/topics?code=a.b", "/api/topic?id=x"] {
        assert_eq!(visitor.get(path).await.refusal(), (404, "not-found".into()), "{path}");
    }
    assert_eq!(visitor.get("/api/topics").await.refusal(), (422, "invalid".into()));
    let strange = visitor.post("/api/topics", json!({ "all": true })).await;
    assert_eq!(strange.refusal(), (422, "invalid".into()));
}

#[tokio::test]
async fn topic_shows_its_three_newest_posts() {
    let server = TestServer::start().await;
    let empty = server.topic("quiet").await;
    // Topics of the same second are listed in any order.
    server.clock.advance(1);
    let topic = server.topic("letters").await;
    let (mara, leo) = (server.member("mara").await, server.member("leo").await);
    let mut posts = Vec::new();
    for (author, seed) in [(&leo, 1), (&leo, 2), (&leo, 3), (&mara, 4)] {
        posts.push(author.post_and_publish(&topic, &noise(seed, 40)).await);
        server.clock.advance(1);
    }
    let words = json!({ "id": posts[3], "caption": "", "alt": "A heron" });
    assert_eq!(mara.post("/api/posts/describe", words).await.status, 200);
    mara.post_picture(&topic, &noise(5, 40)).await;
    let newest = mara.get(&format!("/api/posts/{}", posts[3])).await.json();
    // A pending post is not shown, not even to its author.
    for reader in [&server.visitor(), &mara] {
        let all = reader.post("/api/topics", json!({})).await.json();
        let [listed, quiet] = all.as_array().unwrap().as_slice() else { panic!("{all}") };
        assert_eq!(latest_ids(listed), [posts[3].as_str(), &posts[2], &posts[1]]);
        let first = &listed["latest"][0];
        assert_eq!((&first["alt"], &first["thumbUrl"]), (&json!("A heron"), &newest["thumbUrl"]));
        assert_eq!(first["thumbs"][0], newest["thumbs"][0]);
        assert_eq!(listed["lastPostAt"], newest["createdAt"]);
        assert_eq!(listed["lastAuthor"], newest["author"]["name"]);
        let nothing = (&json!(empty.id), &json!([]), &json!(null), &json!(null));
        let shown = (&quiet["id"], &quiet["latest"], &quiet["lastAuthor"], &quiet["lastPostAt"]);
        assert_eq!(shown, nothing);
    }
    // Removed posts make room for older ones.
    let removed = mara.delete(&format!("/api/posts/remove/{}", posts[3])).await;
    assert_eq!(removed.status, 204);
    let all = mara.post("/api/topics", json!({})).await.json();
    assert_eq!(latest_ids(&all[0]), [posts[2].as_str(), &posts[1], &posts[0]]);
    assert_eq!(all[0]["postCount"], 3);
}

/// Ids of the newest posts of a listed topic.
pub(super) fn latest_ids(listed: &Value) -> Vec<&str> {
    listed["latest"].as_array().unwrap().iter().map(|post| post["id"].as_str().unwrap()).collect()
}

#[tokio::test]
async fn confusable_topic_code_is_refused() {
    let server = TestServer::start().await;
    add(&server, "Ink", "good-ink").await.unwrap();
    let taken = "Another topic has this code, or one that it could be mistaken for.";
    for code in ["good-ink", "GOOD-INK", "g00d-lnk", "goodink"] {
        assert_eq!(add(&server, "Other", code).await.unwrap_err(), taken, "{code}");
    }
    for code in ["admin", "p0stmaster", "a", "two words", "a.b"] {
        assert!(add(&server, "Other", code).await.is_err(), "{code}");
    }
    assert!(add(&server, " ", "letters").await.is_err());
}

#[tokio::test]
async fn topic_is_edited_and_removed_only_when_empty() {
    let server = TestServer::start().await;
    let topic = server.topic("letters").await;
    let edit = TopicEdit { name: None, code: Some("post-home".into()) };
    let Listed { name, code, .. } =
        server.operate(Method::PATCH, "topics/letters", &edit).await.unwrap();
    assert_eq!((name.as_str(), code.as_str()), ("Letters home", "post-home"));

    let mara = server.member("mara").await;
    let remove = || server.operate::<Listed>(Method::DELETE, "topics/post-home", &());
    let post = mara.post_picture(&crate::support::Topic { code, ..topic }, &noise(1, 40)).await;
    let refused = remove().await.unwrap_err();
    assert_eq!(refused, "Members have posted to this topic. Their posts must be removed first.");
    mara.delete(&format!("/api/posts/remove/{post}")).await;
    server.clock.advance(3_600);
    server.run_jobs().await;
    remove().await.unwrap();
    assert_eq!(mara.post("/api/topics", json!({})).await.json(), json!([]));
}

#[test]
fn topic_verbs_create_list_edit_and_remove() {
    let folder = tempfile::tempdir().unwrap();
    assert!(inkfold(folder.path(), &["init"]).status.success());
    let run = |args: &[&str]| inkfold(folder.path(), &[&["topic"], args].concat());
    let made = run(&["add", "--name", "Letters home", "--code", "letters", "--json"]);
    assert_eq!(answer_of(&made)["code"], "letters");
    let listed = "CODE     NAME          POSTS\nletters  Letters home  0\n";
    assert_eq!(String::from_utf8(run(&["list"]).stdout).unwrap(), listed);
    let edited = run(&["edit", "letters", "--name", "Letters", "--json"]);
    assert_eq!(answer_of(&edited)["name"], "Letters");
    let unsure = run(&["remove", "letters"]);
    assert_eq!(unsure.status.code(), Some(1));
    assert!(run(&["remove", "letters", "--yes"]).status.success());
    assert_eq!(run(&["list"]).stdout, b"");
    let missing = run(&["remove", "letters", "--yes"]);
    assert!(words(&missing).contains("This topic was not found: "));
}
