//! Reports, blocks, hidden things and suspended members.

use serde_json::{Value, json};

use crate::support::{Member, PASSWORD, Reply, TestServer, Topic, inkfold, noise, words};

async fn report(member: &Member, kind: &str, id: &str) -> Reply {
    member.post("/api/report", json!({ "kind": kind, "id": id, "reason": "Unkind words." })).await
}

async fn settle(admin: &Member, kind: &str, id: &str, verdict: &str) -> Reply {
    let body = json!({ "kind": kind, "id": id, "verdict": verdict, "note": "Seen." });
    admin.post("/api/admin/reports/settle", body).await
}

async fn block(member: &Member, other: &Member, verb: &str) -> Reply {
    let body = json!({ "uid": member.uid, "other": other.uid });
    member.post(&format!("/api/block/{verb}"), body).await
}

async fn say(member: &Member, post: &str, text: &str) -> Reply {
    let body = json!({ "uid": member.uid, "pid": post, "text": text });
    member.post("/api/comments/add", body).await
}

async fn said(member: &Member, post: &str, text: &str) -> String {
    let reply = say(member, post, text).await;
    assert_eq!(reply.status, 201, "{reply}");
    reply.json()["id"].as_str().unwrap().to_owned()
}

async fn like(member: &Member, post: &str) -> Reply {
    member.post("/api/like/add", json!({ "uid": member.uid, "pid": post })).await
}

async fn ids(member: &Member, topic: &Topic) -> Vec<String> {
    let posts = member.thread(topic).await;
    posts.iter().map(|post| post["id"].as_str().unwrap().to_owned()).collect()
}

async fn comments(member: &Member, post: &str) -> usize {
    let list = member.get(&format!("/api/comments?pid={post}")).await.json();
    list.as_array().unwrap().len()
}

async fn queue(admin: &Member, state: &str) -> Vec<Value> {
    let list = admin.get(&format!("/api/admin/reports?state={state}")).await.json();
    list.as_array().unwrap().clone()
}

#[tokio::test]
async fn what_is_reported_is_hidden_from_the_reporter_and_waits_for_an_admin() {
    let server = TestServer::start().await;
    let topic = server.topic("letters").await;
    let (mara, leo, ana) =
        (server.member("mara").await, server.member("leo").await, server.member("ana").await);
    let ada = server.admin("ada").await;
    let post = mara.post_and_publish(&topic, &noise(1, 40)).await;
    let comment = said(&mara, &post, "Rude words.").await;

    for thing in [("post", &post), ("comment", &comment), ("post", &post)] {
        assert_eq!(report(&leo, thing.0, thing.1).await.status, 202);
        server.clock.advance(1);
    }
    assert_eq!(report(&ana, "post", &post).await.status, 202);
    assert!(ids(&leo, &topic).await.is_empty());
    assert_eq!(leo.get(&format!("/api/posts/{post}")).await.status, 404);
    assert_eq!(ids(&mara, &topic).await, [post.as_str()], "everybody else sees it");
    assert_eq!((comments(&mara, &post).await, comments(&server.visitor(), &post).await), (1, 1));

    let open = queue(&ada, "open").await;
    assert_eq!(open.len(), 2);
    assert_eq!((&open[0]["kind"], &open[0]["id"]), (&json!("post"), &json!(post)));
    assert_eq!(open[0]["reports"].as_array().unwrap().len(), 2, "once a member");
    assert_eq!(open[0]["reports"][0]["reporter"]["username"], "leo");
    assert_eq!(open[0]["reports"][0]["reason"], "Unkind words.");
    assert_eq!((&open[1]["text"], &open[1]["state"]), (&json!("Rude words."), &json!("shown")));
    assert_eq!(open[1]["pid"], json!(post));
    assert!(ada.get(open[0]["img"].as_str().unwrap()).await.status == 200, "admins see it");
}

#[tokio::test]
async fn nobody_reports_what_is_their_own_or_cannot_be_seen_or_without_a_word() {
    let server = TestServer::start().await;
    let topic = server.topic("letters").await;
    let (mara, leo) = (server.member("mara").await, server.member("leo").await);
    let post = mara.post_and_publish(&topic, &noise(1, 40)).await;
    let pending = mara.post_picture(&topic, &noise(2, 40)).await;
    assert_eq!(report(&mara, "post", &post).await.status, 422);
    assert_eq!(report(&leo, "post", &pending).await.status, 404);
    assert_eq!(report(&leo, "comment", &post).await.status, 404);
    assert_eq!(report(&leo, "memo", &post).await.status, 422);
    assert_eq!(report(&leo, "post", "x").await.status, 404);
    assert_eq!(report(&server.visitor(), "post", &post).await.status, 401);
    for bad in ["", " \n ", &"x".repeat(501), "a\u{202e}b"] {
        let body = json!({ "kind": "post", "id": post, "reason": bad });
        let refused = leo.post("/api/report", body).await;
        assert!(refused.status == 422 && refused.json()["fields"]["reason"].is_string(), "{bad}");
    }
    assert_eq!(ids(&leo, &topic).await, [post]);
    for _ in 0..30 {
        report(&leo, "post", &pending).await;
    }
    assert_eq!(report(&leo, "post", &pending).await.status, 429, "not without end");
}

#[tokio::test]
async fn a_hidden_post_is_its_authors_alone_until_it_is_shown_again() {
    let server = TestServer::start().await;
    let topic = server.topic("letters").await;
    let (mara, leo) = (server.member("mara").await, server.member("leo").await);
    let (ada, visitor) = (server.admin("ada").await, server.visitor());
    let post = mara.post_and_publish(&topic, &noise(1, 40)).await;
    said(&leo, &post, "Patient heron.").await;
    let picture = visitor.get(&format!("/api/posts/{post}")).await.json()["dataUrl"].clone();
    let picture = picture.as_str().unwrap();
    report(&leo, "post", &post).await;

    assert_eq!(settle(&leo, "post", &post, "hide").await.status, 403);
    let hidden = settle(&ada, "post", &post, "hide").await.json();
    assert_eq!((&hidden["state"], &hidden["settled"]["note"]), (&json!("hidden"), &json!("Seen.")));
    assert!(queue(&ada, "open").await.is_empty());
    assert_eq!(queue(&ada, "settled").await.len(), 1);
    for member in [&leo, &visitor] {
        assert_eq!(member.get(&format!("/api/posts/{post}")).await.status, 404);
        assert_eq!(member.get(picture).await.status, 404);
        assert_eq!(member.get(&format!("/api/comments?pid={post}")).await.status, 404);
    }
    assert!(ids(&mara, &topic).await.is_empty());
    let own = mara.get(&format!("/api/posts/{post}")).await.json();
    assert_eq!((&own["isHidden"], &own["isActive"]), (&json!(true), &json!(false)));
    let publish = mara.put(&format!("/api/activate-post/{post}")).await;
    assert_eq!(publish.refusal(), (409, "conflict".into()), "not past the admins");
    let topics = visitor.get("/api/topics?code=letters").await.json();
    assert_eq!(topics["postCount"], 0);

    let shown = settle(&ada, "post", &post, "show").await.json();
    assert_eq!((&shown["state"], &shown["settled"]["verdict"]), (&json!("shown"), &json!("show")));
    assert_eq!(ids(&visitor, &topic).await, [post.as_str()]);
    assert!(ids(&leo, &topic).await.is_empty(), "who reported it still does not see it");
    assert_eq!(comments(&visitor, &post).await, 1);
}

#[tokio::test]
async fn what_is_removed_by_an_admin_is_gone_for_good() {
    let server = TestServer::start().await;
    let topic = server.topic("letters").await;
    let (mara, leo, ada) =
        (server.member("mara").await, server.member("leo").await, server.admin("ada").await);
    let post = mara.post_and_publish(&topic, &noise(1, 40)).await;
    let (first, second) = (said(&leo, &post, "One.").await, said(&leo, &post, "Two.").await);
    assert_eq!(settle(&ada, "comment", &first, "hide").await.json()["state"], "hidden");
    assert_eq!((comments(&leo, &post).await, comments(&ada, &post).await), (1, 1));
    assert_eq!(mara.thread(&topic).await[0]["comments"], 1);
    assert_eq!(settle(&ada, "comment", &first, "show").await.status, 200);
    assert_eq!(comments(&leo, &post).await, 2);
    assert_eq!(settle(&ada, "comment", &second, "remove").await.json()["state"], "removed");
    let restore = format!("/api/comments/restore/{second}");
    assert_eq!(leo.post(&restore, json!({})).await.status, 404);

    report(&leo, "post", &post).await;
    let shown = mara.get(&format!("/api/posts/{post}")).await.json()["dataUrl"].clone();
    let name = shown.as_str().unwrap().trim_start_matches("/media/").trim_end_matches(".png");
    let file = name.parse().unwrap();
    assert_eq!(settle(&ada, "post", &post, "remove").await.json()["state"], "removed");
    let restore = format!("/api/posts/restore/{post}");
    assert_eq!(mara.post(&restore, json!({})).await.status, 404);
    let gone = server.do_here(move |app| app.blobs.get(file).unwrap().is_none());
    assert!(gone.await, "with its files");
    assert_eq!(settle(&ada, "post", &post, "hide").await.status, 409);
    for verdict in ["show", "remove"] {
        assert_eq!(settle(&ada, "post", &post, verdict).await.status, 200, "it is left so");
    }
    assert_eq!(settle(&ada, "post", "x", "show").await.status, 404);
}

#[tokio::test]
async fn who_has_blocked_somebody_sees_nothing_of_them_and_gets_no_answer() {
    let server = TestServer::start().await;
    let topic = server.topic("letters").await;
    let (mara, leo, ana) =
        (server.member("mara").await, server.member("leo").await, server.member("ana").await);
    let mut posts = Vec::new();
    for (author, seed) in [(&mara, 1), (&leo, 2), (&leo, 3), (&leo, 4), (&ana, 5), (&leo, 6)] {
        posts.push(author.post_and_publish(&topic, &noise(seed, 40)).await);
        server.clock.advance(1);
    }
    said(&leo, &posts[4], "Hm.").await;
    assert_eq!(block(&mara, &leo, "add").await.status, 204);
    assert_eq!(block(&mara, &leo, "add").await.status, 204, "again changes nothing");
    assert_eq!(ids(&mara, &topic).await, [posts[4].as_str(), &posts[0]]);
    assert_eq!(ids(&leo, &topic).await.len(), 6, "he is not told");
    assert_eq!((comments(&mara, &posts[4]).await, comments(&ana, &posts[4]).await), (0, 1));
    assert_eq!(mara.get(&format!("/api/posts/{}", posts[1])).await.status, 404);

    // Pages are full until the end, whatever is left out.
    let page = async |query: &str| -> Vec<String> {
        let path = format!("/api/thread/post/list/page?code=letters&limit=1&{query}");
        let results = mara.get(&path).await.json()["results"].clone();
        let results = results.as_array().unwrap().iter();
        results.map(|post| post["id"].as_str().unwrap().to_owned()).collect()
    };
    assert_eq!(page("page=1").await, [posts[4].as_str()]);
    assert_eq!(page("page=2").await, [posts[0].as_str()]);
    assert_eq!(page(&format!("after={}", posts[4])).await, [posts[0].as_str()]);
    assert!(page(&format!("after={}", posts[0])).await.is_empty());

    assert_eq!(like(&leo, &posts[0]).await.status, 403);
    assert_eq!(say(&leo, &posts[0], "Hello?").await.status, 403);
    let blocks = mara.get("/api/blocks").await.json();
    assert_eq!((&blocks[0]["uid"], &blocks[0]["username"]), (&json!(leo.uid), &json!("leo")));
    assert_eq!(leo.get("/api/blocks").await.json(), json!([]));
    assert_eq!(block(&mara, &mara, "add").await.status, 422);
    let forged = json!({ "uid": mara.uid, "other": ana.uid });
    assert_eq!(leo.post("/api/block/add", forged).await.status, 403);

    assert_eq!(block(&mara, &leo, "remove").await.status, 204);
    assert_eq!(ids(&mara, &topic).await.len(), 6);
    assert_eq!(like(&leo, &posts[0]).await.status, 200);
}

#[tokio::test]
async fn search_finds_nothing_that_one_has_blocked_or_reported() {
    let server = TestServer::start().await;
    let topic = server.topic("letters").await;
    let (mara, leo, ana) =
        (server.member("mara").await, server.member("leo").await, server.member("ana").await);
    let post = leo.post_and_publish(&topic, &noise(1, 40)).await;
    let words = json!({ "id": post, "caption": "A heron", "alt": "" });
    assert_eq!(leo.post("/api/posts/describe", words).await.status, 200);
    let comment = said(&ana, &post, "That heron again.").await;
    server.do_here(|app| inkfold::services::search::catch_up(app).unwrap()).await;
    let found = async |member: &Member| -> usize {
        let answer = member.get("/api/search?q=heron").await.json();
        answer["results"].as_array().unwrap().len()
    };
    assert_eq!(found(&mara).await, 2);
    report(&mara, "comment", &comment).await;
    assert_eq!(found(&mara).await, 1);
    block(&mara, &leo, "add").await;
    assert_eq!((found(&mara).await, found(&ana).await), (0, 2));
}

#[tokio::test]
async fn a_suspended_member_reads_and_is_told_why_they_cannot_write() {
    let server = TestServer::start().await;
    let topic = server.topic("letters").await;
    let (mara, leo, ada) =
        (server.member("mara").await, server.member("leo").await, server.admin("ada").await);
    let post = mara.post_and_publish(&topic, &noise(1, 40)).await;
    let pending = leo.post_picture(&topic, &noise(2, 40)).await;
    let path = format!("/api/admin/members/{}/suspend", leo.uid);
    let body = json!({ "days": 7, "why": "Please stay friendly." });
    assert_eq!(leo.post(&path, body.clone()).await.status, 403);
    for days in [0, 366] {
        let refused = ada.post(&path, json!({ "days": days })).await;
        assert!(refused.json()["fields"]["days"].is_string(), "{refused}");
    }
    let suspended = ada.post(&path, body).await.json();
    assert_eq!(suspended["suspension"]["why"], "Please stay friendly.");

    let form = reqwest::multipart::Form::new()
        .part("image", reqwest::multipart::Part::bytes(noise(3, 40)));
    let refused = leo.send_post(&topic, form).await;
    assert_eq!(refused.refusal(), (403, "suspended".into()));
    let words = refused.json()["error"].as_str().unwrap().to_owned();
    assert!(
        words.starts_with("You cannot post, comment or like until ")
            && words.ends_with("Please stay friendly.")
    );
    assert_eq!(say(&leo, &post, "But!").await.refusal().1, "suspended");
    assert_eq!(like(&leo, &post).await.refusal().1, "suspended");
    let publish = leo.put(&format!("/api/activate-post/{pending}")).await;
    assert_eq!(publish.refusal().1, "suspended");
    assert_eq!(ids(&leo, &topic).await, [post.as_str()], "but reads");

    server.clock.advance(7 * 24 * 3600 + 1);
    assert_eq!(like(&leo, &post).await.status, 200, "it is over");
    ada.post(&path, json!({ "days": 1 })).await;
    assert_eq!(like(&leo, &post).await.refusal().1, "suspended");
    let release = format!("/api/admin/members/{}/release", leo.uid);
    assert!(ada.post(&release, json!({})).await.json()["suspension"].is_null());
    assert_eq!(like(&leo, &post).await.status, 200);
}

#[tokio::test]
async fn what_admins_do_is_written_down() {
    let server = TestServer::start().await;
    let topic = server.topic("letters").await;
    let (mara, leo, ada) =
        (server.member("mara").await, server.member("leo").await, server.admin("ada").await);
    let post = mara.post_and_publish(&topic, &noise(1, 40)).await;
    let comment = said(&leo, &post, "Hm.").await;
    server.clock.advance(1);
    settle(&ada, "post", &post, "hide").await;
    server.clock.advance(1);
    settle(&ada, "post", &post, "show").await;
    server.clock.advance(1);
    ada.delete(&format!("/api/comments/remove/{comment}")).await;
    server.clock.advance(1);
    let suspend = format!("/api/admin/members/{}/suspend", leo.uid);
    ada.post(&suspend, json!({ "days": 1, "why": "Calm down." })).await;
    let log = ada.get("/api/admin/audit").await.json();
    let lines: Vec<_> = log
        .as_array()
        .unwrap()
        .iter()
        .map(|line| {
            let by = line["by"]["username"].as_str().unwrap_or("operator");
            format!("{by} {} {}", line["deed"].as_str().unwrap(), line["to"].as_str().unwrap())
        })
        .collect();
    assert_eq!(
        lines,
        [
            "ada suspend member leo".to_owned(),
            format!("ada remove comment {comment}"),
            format!("ada show post {post}"),
            format!("ada hide post {post}"),
            "operator add-topic topic letters".to_owned(),
        ]
    );
    assert!(log[0]["note"].as_str().unwrap().contains("Calm down."));
    assert_eq!(leo.get("/api/admin/audit").await.status, 403);
}

#[tokio::test]
async fn nothing_of_it_is_left_of_who_leaves() {
    let server = TestServer::start().await;
    let topic = server.topic("letters").await;
    let (mara, leo, ada) =
        (server.member("mara").await, server.member("leo").await, server.admin("ada").await);
    let post = mara.post_and_publish(&topic, &noise(1, 40)).await;
    report(&leo, "post", &post).await;
    block(&leo, &mara, "add").await;
    block(&mara, &leo, "add").await;
    let body = json!({ "password": PASSWORD, "name": "leo" });
    assert_eq!(leo.post("/api/account/delete", body).await.status, 204);
    assert!(queue(&ada, "open").await.is_empty());
    assert_eq!(mara.get("/api/blocks").await.json(), json!([]));
}

#[tokio::test]
async fn the_command_line_moderates_with_a_server_and_without() {
    let server = TestServer::start().await;
    let topic = server.topic("letters").await;
    let (mara, leo) = (server.member("mara").await, server.member("leo").await);
    let post = mara.post_and_publish(&topic, &noise(1, 40)).await;
    report(&leo, "post", &post).await;
    let folder = tempfile::tempdir().unwrap();
    let copy = folder.path().join("copy");
    std::fs::create_dir_all(&copy).unwrap();
    let data = server.app.config().data_dir.clone();
    std::fs::copy(data.join("inkfold.redb"), copy.join("inkfold.redb")).unwrap();
    inkfold::socket::listen(std::sync::Arc::clone(&server.app)).unwrap();

    for folder in [&data, &copy] {
        let run = |args: &[&str]| inkfold(folder, args);
        let listed = |args: &[&str]| String::from_utf8(run(args).stdout).unwrap();
        let open: Value = serde_json::from_str(&listed(&["report", "list", "--json"])).unwrap();
        let id = open["reports"][0]["id"].as_str().unwrap().to_owned();
        assert_eq!((&open["kind"], &open["author"]), (&json!("post"), &json!("mara")));
        assert!(listed(&["post", "list", "--topic", "letters"]).contains("by mara"));
        assert_eq!(listed(&["post", "list", "--hidden"]), "");
        let unasked = words(&run(&["report", "resolve", &id, "--verdict", "remove"]));
        assert!(unasked.contains("Remove the post “") && unasked.contains("” by mara for good?"));

        let resolve = ["report", "resolve", &id, "--verdict", "hide", "--note", "Unkind."];
        assert_eq!(
            String::from_utf8(run(&resolve).stdout).unwrap(),
            format!("The post {post} is hidden.\n")
        );
        assert_eq!(listed(&["report", "list"]), "");
        assert!(words(&run(&["report", "list"])).ends_with("no report waits\n"));
        assert!(listed(&["report", "list", "--settled"]).contains("note: Unkind."));
        assert!(listed(&["post", "list", "--hidden"]).contains(&post));
        assert!(run(&["post", "show", &post]).status.success());
        assert!(run(&["post", "hide", &post, "--note", "Again."]).status.success());
        let unsure = run(&["post", "remove", &post]);
        assert_eq!(unsure.status.code(), Some(1));
        assert!(run(&["post", "remove", &post, "--yes"]).status.success());
        assert_eq!(run(&["post", "hide", &post]).status.code(), Some(1));
        assert_eq!(run(&["report", "resolve", &id, "--verdict", "burn"]).status.code(), Some(2));

        let suspended = run(&["user", "suspend", "leo", "--days", "7", "--why", "Calm.", "--json"]);
        let suspended: Value = serde_json::from_slice(&suspended.stdout).unwrap();
        assert!(suspended["suspendedUntil"].is_string());
        let until = suspended["suspendedUntil"].as_str().unwrap().split('T').next().unwrap();
        assert!(listed(&["user", "show", "leo"]).contains(&format!("may not post until {until}")));
        assert!(listed(&["user", "list"]).contains(&format!("may not post until {until}")));
        assert_eq!(run(&["user", "suspend", "leo", "--days", "0"]).status.code(), Some(1));
        assert!(run(&["user", "release", "leo"]).status.success());
    }
    assert_eq!(mara.get(&format!("/api/posts/{post}")).await.status, 404);
}

#[tokio::test]
async fn nobody_slips_past_a_verdict_or_a_suspension() {
    let server = TestServer::start().await;
    let topic = server.topic("letters").await;
    let (mara, leo, ada) =
        (server.member("mara").await, server.member("leo").await, server.admin("ada").await);
    let post = mara.post_and_publish(&topic, &noise(1, 40)).await;
    let other = mara.post_and_publish(&topic, &noise(2, 40)).await;
    let restore =
        async |post: &str| mara.post(&format!("/api/posts/restore/{post}"), json!({})).await.status;
    report(&leo, "post", &post).await;

    // What its author has removed can be taken back for a while, but neither shown nor kept past an admin.
    mara.delete(&format!("/api/posts/remove/{post}")).await;
    assert_eq!(queue(&ada, "open").await[0]["state"], "removed");
    assert_eq!(settle(&ada, "post", &post, "hide").await.status, 200);
    assert_eq!(restore(&post).await, 204);
    assert_eq!(ids(&server.visitor(), &topic).await, [other.as_str()]);
    mara.delete(&format!("/api/posts/remove/{post}")).await;
    assert_eq!(settle(&ada, "post", &post, "remove").await.status, 200);
    assert_eq!(restore(&post).await, 404);

    mara.delete(&format!("/api/posts/remove/{other}")).await;
    let suspend = format!("/api/admin/members/{}/suspend", mara.uid);
    ada.post(&suspend, json!({ "days": 1 })).await;
    assert_eq!(restore(&other).await, 403);

    let nowhere = other.replace(|c: char| c.is_ascii_digit(), "0");
    for verdict in ["show", "hide", "remove"] {
        assert_eq!(settle(&ada, "post", &nowhere, verdict).await.status, 404);
    }
}

#[tokio::test]
async fn admins_neither_judge_themselves_nor_undo_each_other_unseen() {
    let server = TestServer::start().await;
    let topic = server.topic("letters").await;
    let (mara, ada, eve) =
        (server.member("mara").await, server.admin("ada").await, server.admin("eve").await);
    let post = ada.post_and_publish(&topic, &noise(1, 40)).await;
    report(&mara, "post", &post).await;
    assert_eq!(settle(&ada, "post", &post, "show").await.status, 409);
    let decide = async |seen: &str, verdict: &str| {
        let body = json!({ "kind": "post", "id": post, "verdict": verdict, "seen": seen });
        eve.post("/api/admin/reports/settle", body).await.status
    };
    assert_eq!(decide("hidden", "show").await, 409);
    assert_eq!(decide("shown", "hide").await, 200);
    assert_eq!(decide("shown", "show").await, 409, "somebody has hidden it meanwhile");
    let own = format!("/api/admin/members/{}", ada.uid);
    assert_eq!(eve.post(&format!("{own}/suspend"), json!({ "days": 1 })).await.status, 200);
    assert_eq!(ada.post(&format!("{own}/release"), json!({})).await.status, 409);
    assert_eq!(eve.post(&format!("{own}/release"), json!({})).await.status, 200);
}

#[tokio::test]
async fn what_one_does_not_see_is_not_there_by_any_other_way() {
    let server = TestServer::start().await;
    let topic = server.topic("letters").await;
    let (mara, leo, ana) =
        (server.member("mara").await, server.member("leo").await, server.member("ana").await);
    let post = mara.post_and_publish(&topic, &noise(1, 40)).await;
    let other = ana.post_and_publish(&topic, &noise(2, 40)).await;
    let comment = said(&leo, &post, "Hm.").await;
    like(&mara, &other).await;
    block(&leo, &mara, "add").await;
    for path in ["posts/", "comments?pid=", "likes?pid="] {
        assert_eq!(leo.get(&format!("/api/{path}{post}")).await.status, 404, "{path}");
    }
    assert_eq!(leo.get(&format!("/api/likes?pid={other}")).await.json(), json!([]));
    // What one has said oneself can be taken back all the same.
    assert_eq!(leo.delete(&format!("/api/comments/remove/{comment}")).await.status, 204);
}
