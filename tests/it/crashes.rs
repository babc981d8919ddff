//! A server that is killed in the middle of its work, again and again: what it has answered stays, and nothing is half there.
//!
//! `INKFOLD_LONG_TESTS=1 cargo test --test it crashes` kills it two hundred times.

use std::collections::BTreeMap;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU32, Ordering};

use reqwest::multipart::{Form, Part};
use reqwest::{Method, RequestBuilder};
use serde_json::{Value, json};

use crate::support::{Community, Topic, json as answer, noise};

const QUESTIONS: [&str; 3] = ["a", "b", "c"];

/// What was asked for and what was answered, over all lives of the server.
#[derive(Default)]
struct Asked {
    /// The number of the last memo for each question, and that of the last that was answered.
    memos: Mutex<BTreeMap<&'static str, (u32, u32)>>,
    /// Posts that everybody was told of, and those that were removed again.
    posts: Mutex<(Vec<String>, Vec<String>)>,
    answers: AtomicU32,
}

/// One life of the server, which ends with a certain answer.
struct Life<'a> {
    community: &'a Community,
    topic: &'a Topic,
    asked: &'a Asked,
    last: u32,
}

impl Life<'_> {
    /// The answer, or none when the server was killed before it came. The one that is the last kills it.
    async fn ask(&self, request: RequestBuilder) -> Option<(u16, Value)> {
        let answer = request.send().await.ok()?;
        let status = answer.status().as_u16();
        let body = answer.json().await.unwrap_or_default();
        if self.asked.answers.fetch_add(1, Ordering::Relaxed) + 1 == self.last {
            self.community.running.strike();
        }
        Some((status, body))
    }

    fn post(&self, path: &str, body: &Value) -> RequestBuilder {
        self.community.member.request(Method::POST, path).json(body)
    }

    async fn write(&self) -> Option<()> {
        let (bid, uid) = (&self.community.book, &self.community.member.uid);
        for question in QUESTIONS.into_iter().cycle() {
            let number = {
                let mut memos = self.asked.memos.lock().unwrap();
                let (tried, _) = memos.entry(question).or_default();
                *tried += 1;
                *tried
            };
            let post = format!("Memo {number}");
            let memo =
                json!({ "bid": bid, "uid": uid, "qid": question, "question": "", "post": post });
            let (status, body) = self.ask(self.post("/api/memo/text/publish", &memo)).await?;
            assert_eq!(status, 201, "{body}");
            self.asked.memos.lock().unwrap().entry(question).or_default().1 = number;
        }
        Some(())
    }

    async fn draw(&self) -> Option<()> {
        use base64::Engine;
        let (bid, uid) = (&self.community.book, &self.community.member.uid);
        for number in self.last * 100.. {
            let ink = base64::engine::general_purpose::STANDARD.encode(noise(number, 40));
            let data = json!({ "rects": [], "memos": [ink], "questions": ["a"] });
            let body = json!({ "bid": bid, "uid": uid, "data": data });
            let (status, body) =
                self.ask(self.post("/api/memo/handwriting/publish", &body)).await?;
            assert_eq!(status, 201, "{body}");
        }
        Some(())
    }

    async fn publish(&self) -> Option<()> {
        let (member, Topic { id, code }) = (&self.community.member, self.topic);
        let uid = &member.uid;
        for number in self.last * 100.. {
            let picture = Form::new().part("image", Part::bytes(noise(number, 60)));
            let upload = member.request(Method::POST, &format!("/api/upload/{uid}/{id}/{code}"));
            let (status, posted) = self.ask(upload.multipart(picture)).await?;
            if status == 429 {
                return Some(());
            }
            let post = posted["id"].as_str().unwrap().to_owned();
            let path = format!("/api/activate-post/{post}");
            self.ask(member.request(Method::PUT, &path)).await?;
            self.asked.posts.lock().unwrap().0.push(post.clone());
            self.ask(self.post("/api/like/add", &json!({ "uid": uid, "pid": post }))).await?;
            if number % 2 == 0 {
                // From here on nobody knows, until the answer is there.
                self.asked.posts.lock().unwrap().0.pop();
                let path = format!("/api/posts/remove/{post}");
                self.ask(member.request(Method::DELETE, &path)).await?;
                self.asked.posts.lock().unwrap().1.push(post);
            }
        }
        Some(())
    }
}

/// Whether all that was answered is there.
async fn is_all_there(community: &Community, asked: &Asked) {
    let checked: Value = answer(&community.inkfold(&["--json", "db", "check"]));
    assert_eq!((&checked["flaws"], &checked["missing"]), (&json!([]), &json!([])));
    let member = &community.member;
    let memos = member.post("/get-memos", json!({ "uid": member.uid })).await.json();
    let texts = memos.as_array().unwrap().iter().filter(|memo| memo["type"] == "text");
    let mut found = BTreeMap::new();
    for memo in texts {
        let number: u32 = memo["post"].as_str().unwrap()[5..].parse().unwrap();
        found.insert(memo["qid"].as_str().unwrap().to_owned(), number);
    }
    for (question, (tried, answered)) in asked.memos.lock().unwrap().iter() {
        let number = found.get(*question).copied().unwrap_or(0);
        assert!((*answered..=*tried).contains(&number), "{question}: {answered} {number} {tried}");
    }
    let (published, removed) = std::mem::take(&mut *asked.posts.lock().unwrap());
    for (posts, status) in [(published, 200), (removed, 404)] {
        for post in posts {
            assert_eq!(member.get(&format!("/api/posts/{post}")).await.status, status, "{post}");
        }
    }
    if let Some((question, number)) = found.first_key_value() {
        let search =
            community.inkfold(&["--json", "search", "--kind", "memo", "Memo", &number.to_string()]);
        assert!(search.status.success() && !search.stdout.is_empty(), "{question}: {number}");
    }
}

#[tokio::test]
async fn what_was_answered_stays_however_often_the_server_is_killed() {
    let long = std::env::var_os("INKFOLD_LONG_TESTS").is_some_and(|value| value == "1");
    let mut community = Community::that_publishes_at("4").await;
    let add = ["--json", "topic", "add", "--name", "Ink", "--code", "ink"];
    let topic = Topic::of(&answer(&community.inkfold(&add)));
    let asked = Asked::default();
    for round in 0..if long { 200 } else { 10 } {
        let last = asked.answers.load(Ordering::Relaxed) + 1 + round * 7 % 23;
        let life = Life { community: &community, topic: &topic, asked: &asked, last };
        let killed = tokio::join!(life.write(), life.draw(), life.publish());
        assert!(killed.0.is_none() && killed.1.is_none());
        community.start_again().await;
        is_all_there(&community, &asked).await;
    }
    // The work that was interrupted is done.
    let publishing = ["--yes", "--json", "book", "publish", &community.book];
    let published = community.inkfold(&publishing);
    assert!(published.status.success(), "{}", crate::support::words(&published));
    is_all_there(&community, &asked).await;
}
