//! Members who block each other.

use serde_json::json;

use super::{add_comment, block, comment, comments, ids, like, report};
use crate::support::{Member, TestServer, Topic, noise};
use crate::threads::topics::latest_ids;

/// Topic with a post of Mara, three of Leo, one of Ana and another of Leo.
async fn topic_of_three(server: &TestServer) -> (Topic, [Member; 3], Vec<String>) {
    let topic = server.topic("letters").await;
    let members =
        [server.member("mara").await, server.member("leo").await, server.member("ana").await];
    let mut posts = Vec::new();
    for (author, seed) in [0, 1, 1, 1, 2, 1].into_iter().zip(1..) {
        posts.push(members[author].post_and_publish(&topic, &noise(seed, 40)).await);
        server.clock.advance(1);
    }
    (topic, members, posts)
}

#[tokio::test]
async fn blocked_member_is_invisible_and_cannot_reply() {
    let server = TestServer::start().await;
    let (topic, [mara, leo, ana], posts) = topic_of_three(&server).await;
    add_comment(&leo, &posts[4], "Hm.").await;
    assert_eq!(block(&mara, &leo, "add").await.status, 204);
    assert_eq!(block(&mara, &leo, "add").await.status, 204, "again changes nothing");
    assert_eq!(ids(&mara, &topic).await, [posts[4].as_str(), &posts[0]]);
    assert_eq!(ids(&leo, &topic).await.len(), 6, "he is not told");
    assert_eq!((comments(&mara, &posts[4]).await, comments(&ana, &posts[4]).await), (0, 1));
    assert_eq!(mara.get(&format!("/api/posts/{}", posts[1])).await.status, 404);
    let listed = async |reader: &Member| reader.post("/api/topics", json!({})).await.json();
    let to_mara = listed(&mara).await;
    assert_eq!(latest_ids(&to_mara[0]), [posts[4].as_str(), &posts[0]]);
    assert_eq!(
        to_mara[0]["lastAuthor"],
        mara.get(&format!("/api/posts/{}", posts[4])).await.json()["author"]["name"]
    );
    assert_eq!(latest_ids(&listed(&ana).await[0]), [posts[5].as_str(), &posts[4], &posts[3]]);

    assert_eq!(like(&leo, &posts[0]).await.status, 403);
    assert_eq!(comment(&leo, &posts[0], "Hello?").await.status, 403);
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
async fn pages_without_blocked_posts_are_full() {
    let server = TestServer::start().await;
    let (_, [mara, leo, _], posts) = topic_of_three(&server).await;
    assert_eq!(block(&mara, &leo, "add").await.status, 204);
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
}

#[tokio::test]
async fn search_skips_blocked_and_reported_content() {
    let server = TestServer::start().await;
    let topic = server.topic("letters").await;
    let (mara, leo, ana) =
        (server.member("mara").await, server.member("leo").await, server.member("ana").await);
    let post = leo.post_and_publish(&topic, &noise(1, 40)).await;
    let words = json!({ "id": post, "caption": "A heron", "alt": "" });
    assert_eq!(leo.post("/api/posts/describe", words).await.status, 200);
    let comment = add_comment(&ana, &post, "That heron again.").await;
    server.run_service(|context| inkfold::services::search::catch_up(context).unwrap()).await;
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
