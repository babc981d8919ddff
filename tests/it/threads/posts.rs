//! Posts: pending, published, listed, viewed.

use reqwest::Method;
use reqwest::multipart::{Form, Part};
use serde_json::{Value, json};

use crate::support::{Member, Reply, TestServer, Topic, noise};

fn picture(png: Vec<u8>) -> Form {
    Form::new().part("image", Part::bytes(png))
}

async fn page(member: &Member, topic: &Topic, query: &str) -> Vec<String> {
    let path = format!("/api/thread/post/list/page?code={}{query}", topic.code);
    let page = member.get(&path).await;
    assert_eq!(page.status, 200, "{page}");
    let results = page.json()["results"].as_array().unwrap().clone();
    results.iter().map(|post| post["id"].as_str().unwrap().to_owned()).collect()
}

#[tokio::test]
async fn post_is_private_until_published() {
    let server = TestServer::start().await;
    let topic = server.topic("letters").await;
    let (mara, leo) = (server.member("mara").await, server.member("leo").await);
    let form = picture(noise(1, 600)).text("caption", " Rain\nagain ").text("alt", "Two lines.");
    let posted = mara.send_post(&topic, form).await;
    assert_eq!(posted.status, 201, "{posted}");
    let posted = posted.json();
    let id = posted["id"].as_str().unwrap();
    for (field, value) in [
        ("uid", json!(mara.uid)),
        ("topicId", json!(topic.id)),
        ("isActive", json!(false)),
        ("caption", json!("Rain again")),
        ("alt", json!("Two lines.")),
        ("width", json!(600)),
        ("likes", json!(0)),
        ("author", json!({ "username": "mara", "name": "mara" })),
    ] {
        assert_eq!(posted[field], value, "{field}");
    }

    let one = format!("/api/posts/{id}");
    let media = format!("/api/thread/post/media?id={id}");
    let files = [&posted["dataUrl"], &posted["thumbUrl"], &posted["thumbs"][0]["webp"]];
    let files = files.map(|file| file.as_str().unwrap().to_owned());
    let (visitor, admin) = (server.visitor(), server.admin("ada").await);
    for path in [&one, &media, &files[0], &files[1], &files[2]] {
        for other in [&visitor, &leo, &admin] {
            assert_eq!(other.get(path).await.status, 404, "{path}");
        }
        assert_eq!(mara.get(path).await.status, 200, "{path}");
    }
    assert!(leo.thread(&topic).await.is_empty() && mara.thread(&topic).await.is_empty());
    let pending = mara.get(&format!("/api/usr/posts?uid={}", mara.uid)).await.json();
    assert_eq!(pending, json!([posted]));
    let others = leo.get(&format!("/api/usr/posts?uid={}", mara.uid)).await;
    assert_eq!(others.refusal(), (403, "forbidden".into()));

    // Other members cannot publish it.
    let activate = format!("/api/activate-post/{id}");
    for other in [&leo, &admin] {
        assert_eq!(other.put(&activate).await.status, 404);
    }
    server.clock.advance(60);
    for _ in 0..2 {
        let reply = mara.put(&activate).await;
        assert_eq!(
            (reply.status, reply.json()),
            (200, json!({ "msg": "Your post is published." }))
        );
    }
    for path in [&one, &media, &files[0], &files[1], &files[2]] {
        assert_eq!(visitor.get(path).await.status, 200, "{path}");
    }
    assert_eq!(visitor.get(&media).await.json(), json!([{ "dataUrl": files[0] }]));
    let shown = &visitor.thread(&topic).await[0];
    assert_eq!((&shown["id"], &shown["isActive"]), (&posted["id"], &json!(true)));
    let [made, published] =
        [&posted, shown].map(|post| post["createdAt"]["_seconds"].as_i64().unwrap());
    assert_eq!(published - made, 60);
    let none = mara.get(&format!("/api/usr/posts?uid={}", mara.uid)).await.json();
    let words = "You don't have any posts that need to be activated at this time.";
    assert_eq!(none, json!({ "msg": words }));
}

#[tokio::test]
async fn paging_is_stable_while_posts_arrive() {
    let server = TestServer::start().await;
    let topic = server.topic("letters").await;
    let mara = server.member("mara").await;
    let mut posts = Vec::new();
    for number in 0..7 {
        server.clock.advance(1);
        posts.push(mara.post_and_publish(&topic, &noise(number, 40)).await);
    }
    posts.reverse();
    assert_eq!(page(&mara, &topic, "").await, posts[..3]);
    assert_eq!(page(&mara, &topic, "&page=2").await, posts[3..6]);
    assert_eq!(page(&mara, &topic, "&page=3&limit=3").await, posts[6..]);
    assert_eq!(page(&mara, &topic, "&page=9").await, [""; 0]);
    assert_eq!(page(&mara, &topic, "&limit=50").await, posts);
    assert_eq!(page(&mara, &topic, "&limit=0").await, posts[..1]);

    server.clock.advance(1);
    let newest = mara.post_and_publish(&topic, &noise(9, 40)).await;
    let after = format!("&after={}", posts[2]);
    assert_eq!(page(&mara, &topic, &after).await, posts[3..6]);
    // Paging continues after the cursor even if its post was removed.
    mara.delete(&format!("/api/posts/remove/{}", posts[2])).await;
    assert_eq!(page(&mara, &topic, &after).await, posts[3..6]);
    assert_eq!(page(&mara, &topic, "&limit=1").await, [newest]);
    server.clock.advance(601);
    server.run_jobs().await;
    assert_eq!(page(&mara, &topic, &after).await, posts[3..6], "it is gone for good");

    let other = server.topic("haiku").await;
    assert_eq!(page(&mara, &other, "").await, [""; 0]);
    for query in ["code=nothing", "code=letters&after=x"] {
        let path = format!("/api/thread/post/list/page?{query}");
        assert_eq!(mara.get(&path).await.refusal(), (404, "not-found".into()), "{query}");
    }
    let strange = mara.get("/api/thread/post/list/page?code=letters&page=-1").await;
    assert_eq!(strange.refusal(), (422, "invalid".into()));
}

#[tokio::test]
async fn caption_is_editable_by_owner_and_found() {
    let server = TestServer::start().await;
    let topic = server.topic("letters").await;
    let (mara, leo) = (server.member("mara").await, server.member("leo").await);
    let id = mara.post_picture(&topic, &noise(1, 40)).await;
    let say = |caption: &str, alt: &str| json!({ "id": id, "caption": caption, "alt": alt });
    let reply = mara.post("/api/posts/describe", say("Heron", "A bird in the reeds.")).await;
    assert_eq!((reply.status, reply.json()["caption"].clone()), (200, json!("Heron")));
    assert_eq!(leo.post("/api/posts/describe", say("Mine", "")).await.status, 404);

    let found = async |member: &Member, words: &str| -> Value {
        server.run_service(|context| inkfold::services::search::catch_up(context).unwrap()).await;
        member.get(&format!("/api/search?kind=post&q={words}")).await.json()["results"].clone()
    };
    for member in [&leo, &mara, &server.admin("ada").await] {
        assert_eq!(found(member, "reeds").await, json!([]), "it is not published");
    }
    mara.put(&format!("/api/activate-post/{id}")).await;
    let result = &found(&leo, "heron").await[0];
    assert_eq!((&result["kind"], &result["bid"]), (&json!("post"), &json!("letters")));
    assert_eq!(leo.post("/api/posts/describe", say("Mine", "")).await.status, 403);
    let long = "x".repeat(201);
    for (caption, alt, field) in [(long.as_str(), "", "caption"), ("", "a\u{202e}b", "alt")] {
        let refused = mara.post("/api/posts/describe", say(caption, alt)).await;
        assert_eq!(refused.status, 422);
        assert!(refused.json()["fields"][field].is_string(), "{refused}");
    }
    mara.delete(&format!("/api/posts/remove/{id}")).await;
    assert_eq!(found(&leo, "heron").await, json!([]), "it is removed");
    assert_eq!(found(&mara, "heron").await, json!([]));
}

#[tokio::test]
async fn only_verified_members_post_to_existing_topics() {
    let server = TestServer::start().await;
    let (topic, other) = (server.topic("letters").await, server.topic("haiku").await);
    let (mara, leo) = (server.member("mara").await, server.member("leo").await);
    let unverified = server.unverified("una").await;
    let post = async |member: &Member, uid: &str, id: &str, code: &str| {
        let path = format!("/api/upload/{uid}/{id}/{code}");
        member.upload(&path, picture(noise(1, 40))).await.refusal()
    };
    let no = |status: u16, code: &str| (status, code.to_owned());
    let (id, code) = (topic.id.as_str(), topic.code.as_str());
    assert_eq!(post(&server.visitor(), &mara.uid, id, code).await, no(401, "unauthenticated"));
    let refused = post(&unverified, &unverified.uid, id, code).await;
    assert_eq!(refused, no(403, "verification-required"));
    assert_eq!(post(&leo, &mara.uid, id, code).await, no(403, "forbidden"));
    assert_eq!(post(&mara, &mara.uid, id, &other.code).await, no(404, "not-found"));
    assert_eq!(post(&mara, &mara.uid, "x", code).await, no(404, "not-found"));
    let nowhere = topic.id.replace(|c: char| c.is_ascii_digit(), "0");
    assert_eq!(post(&mara, &mara.uid, &nowhere, code).await, no(404, "not-found"));
    assert_eq!(server.files(), 0);
    for _ in 0..30 {
        mara.post_picture(&topic, &noise(1, 40)).await;
    }
    assert_eq!(post(&mara, &mara.uid, id, code).await, no(429, "rate-limited"));
    assert_eq!(post(&leo, &leo.uid, id, code).await, no(201, ""));
}

#[tokio::test]
async fn repeated_upload_is_posted_once() {
    let server = TestServer::start().await;
    let topic = server.topic("letters").await;
    let (mara, leo) = (server.member("mara").await, server.member("leo").await);
    let send = async |member: &Member, key: &str, png: &[u8]| {
        let path = format!("/api/upload/{}/{}/{}", member.uid, topic.id, topic.code);
        let request = member.request(Method::POST, &path).header("idempotency-key", key);
        Reply::of(request.multipart(picture(png.to_vec()))).await
    };
    let png = noise(1, 40);
    let first = send(&mara, "k1", &png).await;
    let again = send(&mara, "k1", &png).await;
    assert_eq!((first.status, again.status), (201, 201), "{again}");
    assert_eq!(first.json()["id"], again.json()["id"]);
    let (one, other) = tokio::join!(send(&mara, "k2", &png), send(&mara, "k2", &png));
    assert_eq!(one.json()["id"], other.json()["id"], "at the same time");
    assert_ne!(one.json()["id"], first.json()["id"], "another key means another post");
    assert_eq!(send(&leo, "k1", &png).await.status, 201, "keys are each member's own");
    assert_eq!(send(&mara, "k3", b"no picture").await.status, 422);
    assert_eq!(send(&mara, "k3", &png).await.status, 201, "what was refused can be put right");
    assert_eq!(send(&mara, &"k".repeat(129), &png).await.status, 422);
    let pending = mara.get(&format!("/api/usr/posts?uid={}", mara.uid)).await.json();
    assert_eq!(pending.as_array().unwrap().len(), 3);
    let id = first.json()["id"].as_str().unwrap().to_owned();
    mara.delete(&format!("/api/posts/remove/{id}")).await;
    assert_ne!(send(&mara, "k1", &png).await.json()["id"], json!(id), "that one is removed");
}
