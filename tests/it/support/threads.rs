//! Topics and posts.

use inkfold::domain::policy::Actor;
use inkfold::services::threads::topics;
use reqwest::multipart::{Form, Part};
use serde_json::Value;

use super::{Member, Reply, TestServer};

/// A topic of the threads.
pub(crate) struct Topic {
    pub(crate) id: String,
    pub(crate) code: String,
}

impl Topic {
    /// Topic from the JSON that the command line printed when adding it.
    pub(crate) fn of(made: &Value) -> Self {
        let text = |field: &str| made[field].as_str().unwrap().to_owned();
        Self { id: text("id"), code: text("code") }
    }
}

impl TestServer {
    /// A topic with this code.
    pub(crate) async fn topic(&self, code: &str) -> Topic {
        let code = code.to_owned();
        let id = self.run_service(move |context| {
            let topic =
                topics::add(context, &Actor::Operator, "Letters home", &code).unwrap().topic;
            (topic.id.to_string(), code)
        });
        let (id, code) = id.await;
        Topic { id, code }
    }
}

impl Member {
    /// Uploads a form with a picture to a topic.
    pub(crate) async fn send_post(&self, topic: &Topic, form: Form) -> Reply {
        let Topic { id, code } = topic;
        self.upload(&format!("/api/upload/{}/{id}/{code}", self.uid), form).await
    }

    /// Posts a picture, which stays pending; returns the post's id.
    pub(crate) async fn post_picture(&self, topic: &Topic, png: &[u8]) -> String {
        let form = Form::new().part("image", Part::bytes(png.to_vec()));
        let posted = self.send_post(topic, form).await;
        assert_eq!(posted.status, 201, "{posted}");
        posted.json()["id"].as_str().unwrap().to_owned()
    }

    /// Posts a picture and publishes it; returns the post's id.
    pub(crate) async fn post_and_publish(&self, topic: &Topic, png: &[u8]) -> String {
        let id = self.post_picture(topic, png).await;
        assert_eq!(self.put(&format!("/api/activate-post/{id}")).await.status, 200);
        id
    }

    /// The newest posts of a topic, as this person sees them.
    pub(crate) async fn thread(&self, topic: &Topic) -> Vec<Value> {
        let list = self.get(&format!("/api/thread/post/list?code={}", topic.code)).await.json();
        list["results"].as_array().unwrap().clone()
    }
}
