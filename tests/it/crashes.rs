//! Server that is killed in the middle of its work, again and again: confirmed changes survive, and none is applied partly.
//!
//! `INKFOLD_LONG_TESTS=1 cargo test --test it crashes` kills it two hundred times.

mod full_disk;
mod plays;

use std::collections::BTreeMap;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicUsize, Ordering};
use std::time::Instant;

use reqwest::multipart::{Form, Part};
use reqwest::{Method, RequestBuilder};
use serde_json::{Value, json};

use crate::support::{Community, Running, Topic, json as answer, noise};

const QUESTIONS: [&str; 3] = ["a", "b", "c"];

/// Record of requests and their answers, over all runs of the server.
#[derive(Default)]
struct Asked {
    /// Number of the last memo for each question, and of the last one that was confirmed.
    memos: Mutex<BTreeMap<&'static str, (u32, u32)>>,
    /// Posts whose publication was confirmed, and posts whose removal was confirmed.
    posts: Mutex<(Vec<String>, Vec<String>)>,
    answers: AtomicU32,
    /// Number of editions at the last check.
    editions: AtomicUsize,
}

/// Kills the server after a certain number of responses.
struct Blow<'a> {
    server: &'a Running,
    answers: &'a AtomicU32,
    last: u32,
    is_struck: AtomicBool,
}

impl<'a> Blow<'a> {
    fn with(server: &'a Running, answers: &'a AtomicU32, more: u32) -> Self {
        let last = answers.load(Ordering::Relaxed) + more;
        Self { server, answers, last, is_struck: AtomicBool::new(false) }
    }

    /// Returns the response, or `None` if the server was killed before. The last response kills the server.
    async fn ask(&self, request: RequestBuilder) -> Option<(u16, Value)> {
        let answer = request.send().await.ok()?;
        let status = answer.status().as_u16();
        let body = answer.json().await.unwrap_or_default();
        if self.answers.fetch_add(1, Ordering::Relaxed) + 1 == self.last {
            self.fall();
        }
        Some((status, body))
    }

    /// Kills the server, if it is still running.
    fn fall(&self) {
        if !self.is_struck.swap(true, Ordering::Relaxed) {
            self.server.strike();
        }
    }

    fn is_struck(&self) -> bool {
        self.is_struck.load(Ordering::Relaxed)
    }
}

/// Number of times that the server is killed: 10, or 200 if `INKFOLD_LONG_TESTS` is 1.
fn kills() -> u32 {
    let long = std::env::var_os("INKFOLD_LONG_TESTS").is_some_and(|value| value == "1");
    if long { 200 } else { 10 }
}

/// Run of the server, from its start until it is killed.
struct Life<'a> {
    community: &'a Community,
    topic: &'a Topic,
    asked: &'a Asked,
    blow: Blow<'a>,
}

impl Life<'_> {
    async fn ask(&self, request: RequestBuilder) -> Option<(u16, Value)> {
        self.blow.ask(request).await
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
        for number in self.blow.last * 100.. {
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
        for number in self.blow.last * 100.. {
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
                // The outcome is unknown from the request until its response.
                self.asked.posts.lock().unwrap().0.pop();
                let path = format!("/api/posts/remove/{post}");
                self.ask(member.request(Method::DELETE, &path)).await?;
                self.asked.posts.lock().unwrap().1.push(post);
            }
        }
        Some(())
    }
}

/// Asserts that every confirmed change is present.
async fn assert_confirmed_changes_stored(community: &Community, asked: &Asked) {
    let checked: Value = answer(&community.inkfold(&["--json", "db", "check"]));
    assert_eq!((&checked["flaws"], &checked["damagedFiles"]), (&json!([]), &json!([])));
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
    assert_editions_whole(community, asked).await;
    if let Some((question, number)) = found.first_key_value() {
        let search =
            community.inkfold(&["--json", "search", "--kind", "memo", "Memo", &number.to_string()]);
        assert!(search.status.success() && !search.stdout.is_empty(), "{question}: {number}");
    }
}

/// Asserts that every edition offered can be downloaded whole, and that no earlier one is gone.
async fn assert_editions_whole(community: &Community, asked: &Asked) {
    let (member, book) = (&community.member, &community.book);
    let listed = member.get(&format!("/api/book/{book}/editions")).await.json();
    let numbers = listed.as_array().unwrap().iter().rev();
    let numbers: Vec<u64> = numbers.map(|edition| edition["edition"].as_u64().unwrap()).collect();
    assert_eq!(numbers, (1..=numbers.len() as u64).collect::<Vec<_>>());
    let known = asked.editions.swap(numbers.len(), Ordering::Relaxed);
    assert!(known <= numbers.len(), "{known}");
    for number in numbers.into_iter().skip(known.saturating_sub(1)) {
        let pdf = member.get(&format!("/api/book/{book}/download?edition={number}")).await;
        assert_eq!(pdf.status, 200, "{number}");
        assert!(!lopdf::Document::load_mem(&pdf.bytes).unwrap().get_pages().is_empty());
    }
}

#[tokio::test]
async fn answered_writes_survive_every_kill() {
    let begun = Instant::now();
    let mut community = Community::that_publishes_at("4").await;
    let add = ["--json", "topic", "add", "--name", "Ink", "--code", "ink"];
    let topic = Topic::of(&answer(&community.inkfold(&add)));
    let asked = Asked::default();
    for round in 0..kills() {
        let blow = Blow::with(&community.running, &asked.answers, 1 + round * 7 % 23);
        let life = Life { community: &community, topic: &topic, asked: &asked, blow };
        let killed = tokio::join!(life.write(), life.draw(), life.publish());
        assert!(killed.0.is_none() && killed.1.is_none());
        community.start_again().await;
        assert_confirmed_changes_stored(&community, &asked).await;
    }
    // The interrupted publication is completed.
    let publishing = ["--yes", "--json", "book", "publish", &community.book];
    let published = loop {
        let published = community.inkfold(&publishing);
        // The restarted server also runs the interrupted job; one of the two publications then fails with a conflict.
        if !crate::support::words(&published).contains("in the meantime") {
            break published;
        }
    };
    assert!(published.status.success(), "{}", crate::support::words(&published));
    assert_confirmed_changes_stored(&community, &asked).await;
    let answers = asked.answers.load(Ordering::Relaxed);
    println!("{} kills, {answers} answers, {:?}", kills(), begun.elapsed());
}
