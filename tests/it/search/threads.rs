//! Topics, posts and comments.

use crate::support::Topic;
use inkfold::context::Context;
use inkfold::domain::progress::Progress;
use inkfold::services::threads::topics;

use super::*;

/// Publishes a post with a comment; returns the ids of both.
async fn conversation(mara: &Member, leo: &Member, topic: &Topic) -> (String, String) {
    let post = mara.post_and_publish(topic, &noise(1, 40)).await;
    (post.clone(), comment(leo, &post, "What a patient heron!").await)
}

async fn comment(who: &Member, post: &str, text: &str) -> String {
    let body = json!({ "uid": who.uid, "pid": post, "text": text });
    let reply = who.post("/api/comments/add", body).await;
    assert_eq!(reply.status, 201, "{reply}");
    reply.json()["id"].as_str().unwrap().to_owned()
}

#[tokio::test]
async fn topics_are_found_by_current_name() {
    let server = TestServer::start().await;
    let (visitor, topic) = (server.visitor(), server.topic("letters").await);
    server.index().await;
    assert_eq!(found(&visitor, "q=home").await, ["topic Letters [home]"]);
    assert_eq!(found(&visitor, "q=letters&kind=topic").await, ["topic [Letters] home"]);
    let result = &ask(&visitor, "q=home").await["results"][0];
    assert_eq!((&result["bid"], &result["book"]), (&json!("letters"), &json!("Letters home")));

    let id = topic.id.parse().unwrap();
    let rename =
        move |context: &_| topics::edit(context, &Actor::Operator, id, Some("Herons"), None);
    server.run_service(move |context| rename(context).unwrap()).await;
    server.index().await;
    assert_eq!(found(&visitor, "q=home").await, [""; 0]);
    assert_eq!(found(&visitor, "q=heron").await, ["topic [Herons]"]);
    server.run_service(move |context| topics::remove(context, &Actor::Operator, id).unwrap()).await;
    server.index().await;
    assert_eq!(found(&visitor, "q=heron").await, [""; 0]);
}

#[tokio::test]
async fn comment_is_found_while_publicly_readable() {
    let server = TestServer::start().await;
    let (visitor, topic) = (server.visitor(), server.topic("letters").await);
    let (mara, leo) = (server.member("mara").await, server.member("leo").await);
    let (post, comment) = conversation(&mara, &leo, &topic).await;
    let look = async || {
        server.index().await;
        found(&visitor, "q=patient").await.len()
    };
    assert_eq!(look().await, 1);
    let result = &ask(&visitor, "q=patient&kind=comment").await["results"][0];
    assert_eq!(shown(&result["text"]), "What a [patient] heron!");
    assert_eq!((&result["pid"], &result["id"]), (&json!(post), &json!(comment)));
    assert_eq!(found(&visitor, "q=leo").await, ["comment  by [leo]"]);

    assert_eq!(leo.delete(&format!("/api/comments/remove/{comment}")).await.status, 204);
    assert_eq!(look().await, 0, "it is removed");
    let restored = leo.post(&format!("/api/comments/restore/{comment}"), json!({})).await;
    assert_eq!((restored.status, look().await), (204, 1));

    assert_eq!(mara.delete(&format!("/api/posts/remove/{post}")).await.status, 204);
    assert_eq!(look().await, 0, "its post is removed");
    assert_eq!(found(&server.admin("ada").await, "q=patient").await, [""; 0]);
    let restored = mara.post(&format!("/api/posts/restore/{post}"), json!({})).await;
    assert_eq!((restored.status, look().await), (204, 1));
}

#[tokio::test]
async fn rebuilt_index_finds_topics_and_comments() {
    let server = TestServer::start().await;
    let (visitor, topic) = (server.visitor(), server.topic("letters").await);
    let (mara, leo) = (server.member("mara").await, server.member("leo").await);
    conversation(&mara, &leo, &topic).await;
    let rebuild = |context: &Context| {
        let mut steps = Vec::new();
        let count =
            search::rebuild(context, &Actor::Operator, &mut |step| steps.push(step)).unwrap();
        (count, steps)
    };
    let (count, steps) = server.run_service(rebuild).await;
    assert_eq!(steps, [Progress { done: 1, of: 1 }], "the post, with its comment");
    assert_eq!(count, 3, "a topic, a post and a comment");
    assert_eq!(found(&visitor, "q=heron").await, ["comment  by leo"]);
    assert_eq!(found(&visitor, "q=home").await, ["topic Letters [home]"]);
}
