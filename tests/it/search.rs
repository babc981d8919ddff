//! Search results, which contain nothing that the member may not see.

mod answers;
mod index;
mod threads;

use std::collections::BTreeSet;
use std::io::Write;
use std::path::PathBuf;

use crate::support::{Community, Member, Reply, TestServer, eventually, inkfold, noise, words};
use inkfold::domain::book::NewBook;
use inkfold::domain::policy::{Actor, Denied};
use inkfold::error::Error;
use inkfold::services::accounts::deletion;
use inkfold::services::{books, editions, search};

use serde_json::{Value, json};

impl TestServer {
    /// Updates the index, as the indexer does after every change.
    async fn index(&self) {
        self.run_service(|context| search::catch_up(context).unwrap()).await;
    }

    /// A book with words of its own and no questions.
    async fn book_about(&self, name: &str, description: &str) {
        let new = NewBook::parse(name, description, None, Vec::new()).unwrap();
        self.run_service(move |context| books::add(context, &Actor::Operator, new).unwrap()).await;
    }

    fn search_folder(&self) -> PathBuf {
        self.context.config().data_dir.join("search")
    }
}

async fn ask(who: &Member, query: &str) -> Value {
    let reply = who.get(&format!("/api/search?{query}")).await;
    assert_eq!(reply.status, 200, "{query}: {reply}");
    reply.json()
}

/// Returns search results as `kind title` or `kind title by author`, with marked words in brackets.
async fn found(who: &Member, query: &str) -> Vec<String> {
    let answer = ask(who, query).await;
    let results = answer["results"].as_array().unwrap();
    assert_eq!(answer["total"], json!(results.len()), "{query}");
    let line = |result: &Value| {
        let mut line = format!("{} {}", result["kind"].as_str().unwrap(), shown(&result["title"]));
        if let Some(name) = result["author"]["name"].as_str() {
            let marks = json!({ "text": name, "marks": result["authorMarks"] });
            line = line + " by " + &shown(&marks);
        }
        line
    };
    results.iter().map(line).collect()
}

fn shown(marked: &Value) -> String {
    let units: Vec<u16> = marked["text"].as_str().unwrap().encode_utf16().collect();
    let part = |from: usize, to: usize| String::from_utf16(&units[from..to]).unwrap();
    let (mut shown, mut last) = (String::new(), 0);
    for mark in marked["marks"].as_array().unwrap() {
        let [from, to] = [0, 1].map(|end| mark[end].as_u64().unwrap() as usize);
        shown = shown + &part(last, from) + "[" + &part(from, to) + "]";
        last = to;
    }
    shown + &part(last, units.len())
}

async fn answer(who: &Member, book: &str, question: &str) -> Reply {
    let submitted = who.answer(book, &[(question, &noise(7, 64))]).await;
    assert_eq!(submitted.status, 201, "{submitted}");
    submitted
}

#[tokio::test]
async fn books_and_questions_are_found_by_their_words() {
    let server = TestServer::start().await;
    let visitor = server.visitor();
    server.book_about("A Year in Ink", "Where the déjà vu of paper begins.").await;
    server.book_about("Inkwells", "Glass & <b>brass</b>.").await;
    let book = server.book("Letters", 2).await;
    server.ask_more(&book, "smell", "What did the paper smell of?").await;
    server.index().await;

    assert_eq!(found(&visitor, "q=deja").await, ["book A Year in Ink"]);
    assert_eq!(
        shown(&ask(&visitor, "q=deja").await["results"][0]["text"]),
        "Where the [déjà] vu of paper begins."
    );
    // All words must match, in any order; the last may be incomplete.
    assert_eq!(found(&visitor, "q=ink%20PAPER").await, ["book A Year in [Ink]"]);
    assert_eq!(found(&visitor, "q=ink").await, ["book A Year in [Ink]", "book [Inkwells]"]);
    assert_eq!(
        found(&visitor, "q=pap&kind=question").await,
        ["question What did the [paper] smell of?"]
    );
    assert_eq!(found(&visitor, "q=nothing%20ink").await, Vec::<String>::new());
    // Members' words are escaped, never markup.
    let brass = &ask(&visitor, "q=brass").await["results"][0];
    assert_eq!(shown(&brass["text"]), "Glass & <b>[brass]</b>.");
}

#[tokio::test]
async fn chinese_and_japanese_are_found_without_spaces() {
    let server = TestServer::start().await;
    let visitor = server.visitor();
    server.book_about("私は東京都に住む", "紙とインク").await;
    server.book_about("京都の手紙", "墨水与纸的一年").await;
    server.index().await;
    assert_eq!(found(&visitor, "q=東京").await, ["book 私は[東京]都に住む"]);
    assert_eq!(found(&visitor, "q=京都の").await, ["book [京都の]手紙"]);
    assert_eq!(found(&visitor, "q=手紙 墨水").await, ["book 京都の[手紙]"]);
    assert_eq!(found(&visitor, "q=紙").await.len(), 2);
    assert_eq!(found(&visitor, "q=紙都").await.len(), 0);
}

#[tokio::test]
async fn memos_are_found_only_by_permitted_members() {
    let server = TestServer::start().await;
    let book = server.book("A year", 2).await;
    let (mara, ana) = (server.member("mara").await, server.member("ana").await);
    let (ada, visitor) = (server.admin("ada").await, server.visitor());
    answer(&mara, &book, "q1").await;
    server.index().await;
    let memo = ["memo What is memory 1? by [mara]"];
    let nothing = Vec::<String>::new();
    assert_eq!(found(&mara, "q=mara").await, memo);
    assert_eq!(found(&ada, "q=mara&kind=memo").await, memo);
    for who in [&ana, &visitor] {
        // `found` compares the total with the number of results.
        assert_eq!(found(who, "q=mara").await, nothing);
    }

    server.publish(&book).await;
    server.index().await;
    assert_eq!(found(&ana, "q=mar").await, memo);
    assert_eq!(found(&visitor, "q=mara").await, nothing);
    server.disable(&ana).await;
    assert_eq!(found(&ana, "q=mara").await, nothing);
}

async fn write(who: &Member, book: &str, post: &str) -> String {
    let body = json!({ "bid": book, "uid": who.uid, "qid": "q1", "post": post, "question": "" });
    let submitted = who.post("/api/memo/text/publish", body).await;
    assert_eq!(submitted.status, 201, "{submitted}");
    submitted.json()["memo"]["id"].as_str().unwrap().to_owned()
}

#[tokio::test]
async fn typed_memos_are_found_by_current_text() {
    let server = TestServer::start().await;
    let book = server.book("A year", 1).await;
    let (mara, ana) = (server.member("mara").await, server.member("ana").await);
    write(&mara, &book, "私は東京都に住む。Café à l'été.").await;
    server.index().await;
    for (query, text) in [
        ("q=東京都", "私は[東京都]に住む。Café à l'été."),
        ("q=cafe%20ete", "私は東京都に住む。[Café] à l'[été]."),
    ] {
        let found = &ask(&mara, query).await["results"][0];
        assert_eq!((shown(&found["text"]).as_str(), &found["img"]), (text, &Value::Null));
        assert_eq!(ask(&ana, query).await["total"], json!(0));
    }

    server.publish(&book).await;
    server.index().await;
    assert_eq!(ask(&ana, "q=東京都").await["total"], json!(1));

    // The rewritten memo is visible after the next edition; its old text is no longer found.
    let again = write(&mara, &book, "Now I live by the sea.").await;
    server.index().await;
    for (who, query, total) in
        [(&mara, "q=東京都", 0), (&ana, "q=東京都", 0), (&mara, "q=sea", 1), (&ana, "q=sea", 0)]
    {
        assert_eq!(ask(who, query).await["total"], json!(total), "{query}");
    }

    let id = json!({ "id": again });
    assert_eq!(mara.post("/api/memo/remove", id.clone()).await.status, 204);
    server.index().await;
    assert_eq!(ask(&mara, "q=sea").await["total"], json!(0));
    assert_eq!(mara.post("/api/memo/restore", id).await.status, 200);
    server.index().await;
    assert_eq!(ask(&mara, "q=sea").await["total"], json!(1));
}

#[tokio::test]
async fn unpublished_memos_are_found_after_publishing() {
    let server = TestServer::start().await;
    let book = server.book("A year", 2).await;
    let (mara, ana) = (server.member("mara").await, server.member("ana").await);
    answer(&mara, &book, "q1").await;
    server.publish(&book).await;
    answer(&mara, &book, "q2").await;
    server.index().await;
    assert_eq!(found(&mara, "q=mara").await.len(), 2);
    assert_eq!(found(&ana, "q=mara").await, ["memo What is memory 1? by [mara]"]);
}

#[tokio::test]
async fn renamed_member_is_found_deleted_one_is_not() {
    let server = TestServer::start().await;
    let book = server.book("A year", 2).await;
    let (mara, ana) = (server.member("mara").await, server.member("ana").await);
    answer(&mara, &book, "q1").await;
    server.publish(&book).await;
    answer(&mara, &book, "q2").await;
    server.index().await;

    let profile = json!({ "uid": mara.uid, "name": "Åsa Ünal", "handedness": "", "preferredTablets": "", "spokenLanguages": "" });
    assert_eq!(mara.post("/update-profile", profile).await.status, 200);
    server.index().await;
    assert_eq!(found(&ana, "q=asa unal").await, ["memo What is memory 1? by [Åsa] [Ünal]"]);
    // The username can still be found.
    assert_eq!(found(&mara, "q=mara").await.len(), 2);

    let id = mara.uid.parse().unwrap();
    server
        .run_service(move |context| deletion::delete(context, &Actor::Operator, id).unwrap())
        .await;
    server.index().await;
    for query in ["q=asa", "q=mara", "q=former", "q=member"] {
        assert_eq!(found(&ana, query).await, Vec::<String>::new(), "{query}");
    }
}

#[tokio::test]
async fn changed_and_removed_content_is_found_as_now() {
    let server = TestServer::start().await;
    let visitor = server.visitor();
    let book = server.book("Letters", 0).await;
    server.ask_more(&book, "smell", "What did it smell of?").await;
    server.index().await;
    server.ask_more(&book, "smell", "What did you hear?").await;
    server.index().await;
    assert_eq!(found(&visitor, "q=smell").await, Vec::<String>::new());
    assert_eq!(found(&visitor, "q=hear").await, ["question What did you [hear]?"]);
    // Deleted items are left out, even before the index is updated.
    let id = book.parse().unwrap();
    server
        .run_service(move |context| context.write(|tx| Ok(tx.put_questions(id, &[])?)).unwrap())
        .await;
    assert_eq!(ask(&visitor, "q=hear").await["results"], json!([]));
}
