//! Finding things, and finding nothing that is not for one's eyes.

use std::collections::BTreeSet;
use std::io::Write;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use inkfold::domain::book::NewBook;
use inkfold::domain::policy::{Actor, Denied};
use inkfold::error::Error;
use inkfold::services::{books, deletion, editions, search};
use serde_json::{Value, json};

use crate::support::{Community, Member, Reply, TestServer, inkfold, noise, words};

impl TestServer {
    /// Does what the indexer does after every change.
    async fn index(&self) {
        self.do_here(|app| search::catch_up(app).unwrap()).await;
    }

    /// A book with words of its own and no questions.
    async fn book_about(&self, name: &str, description: &str) {
        let new = NewBook::parse(name, description, None, Vec::new()).unwrap();
        self.do_here(move |app| books::add(app, &Actor::Operator, new).unwrap()).await;
    }

    fn search_folder(&self) -> PathBuf {
        self.app.config.data_dir.join("search")
    }
}

async fn ask(who: &Member, query: &str) -> Value {
    let reply = who.get(&format!("/api/search?{query}")).await;
    assert_eq!(reply.status, 200, "{query}: {reply}");
    reply.json()
}

/// What is found, as `kind title` or `kind title by author`, with what is marked in brackets.
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
    // All words count, wherever they stand; the last may be unfinished.
    assert_eq!(found(&visitor, "q=ink%20PAPER").await, ["book A Year in [Ink]"]);
    assert_eq!(found(&visitor, "q=ink").await, ["book A Year in [Ink]", "book [Inkwells]"]);
    assert_eq!(
        found(&visitor, "q=pap&kind=question").await,
        ["question What did the [paper] smell of?"]
    );
    assert_eq!(found(&visitor, "q=nothing%20ink").await, Vec::<String>::new());
    // Words of others are text, and never markup.
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
async fn memos_are_found_by_those_who_may_see_them_and_counted_for_nobody_else() {
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
        // `found` holds the total against what is shown.
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
async fn typed_memos_are_found_by_what_they_say_as_long_as_they_say_it() {
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

    // Written anew, it waits for the next edition; what it said before is history.
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
async fn what_is_not_published_yet_is_found_with_what_is() {
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
async fn a_new_name_is_found_and_one_who_left_by_none() {
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
    // The username stays.
    assert_eq!(found(&mara, "q=mara").await.len(), 2);

    let id = mara.uid.parse().unwrap();
    server.do_here(move |app| deletion::delete(app, &Actor::Operator, id).unwrap()).await;
    server.index().await;
    for query in ["q=asa", "q=mara", "q=former", "q=member"] {
        assert_eq!(found(&ana, query).await, Vec::<String>::new(), "{query}");
    }
}

#[tokio::test]
async fn what_is_changed_or_removed_is_found_as_it_is_now() {
    let server = TestServer::start().await;
    let visitor = server.visitor();
    let book = server.book("Letters", 0).await;
    server.ask_more(&book, "smell", "What did it smell of?").await;
    server.index().await;
    server.ask_more(&book, "smell", "What did you hear?").await;
    server.index().await;
    assert_eq!(found(&visitor, "q=smell").await, Vec::<String>::new());
    assert_eq!(found(&visitor, "q=hear").await, ["question What did you [hear]?"]);
    // What is gone is not shown, also before the index knows.
    let id = book.parse().unwrap();
    server.do_here(move |app| app.write(|tx| Ok(tx.put_questions(id, &[])?)).unwrap()).await;
    assert_eq!(ask(&visitor, "q=hear").await["results"], json!([]));
}

#[tokio::test]
async fn pages_follow_each_other_and_end() {
    let server = TestServer::start().await;
    let visitor = server.visitor();
    let book = server.book("Letters", 45).await;
    server.index().await;
    let mut keys = Vec::new();
    for page in 1..=3 {
        let answer = ask(&visitor, &format!("q=memory&page={page}&kind=question")).await;
        assert_eq!(
            (&answer["total"], &answer["pages"], &answer["page"]),
            (&json!(45), &json!(3), &json!(page))
        );
        assert_eq!(answer["results"][0]["bid"], json!(book));
        keys.extend(
            answer["results"].as_array().unwrap().iter().map(|result| result["id"].to_string()),
        );
    }
    keys.sort();
    keys.dedup();
    assert_eq!(keys.len(), 45);
    assert_eq!(ask(&visitor, "q=memory&page=4").await["results"], json!([]));
}

#[tokio::test]
async fn whatever_is_asked_is_answered_soon_and_in_words() {
    let server = TestServer::start().await;
    let visitor = server.visitor();
    let mara = server.member("mara").await;
    let book = server.book("Ink", 100).await;
    answer(&mara, &book, "q1").await;
    server.index().await;
    let begun = Instant::now();
    for query in [
        "",
        "q=",
        "q=%20",
        "q=*",
        "q=*:*",
        "q=audience:members",
        "q=audience:\"author\"",
        "q=mara OR ink*",
        "q=/.*/",
        "q=%00",
        "q=\"",
        "q=(((((",
        "q=memo +mara",
    ] {
        // Nothing of it means anything: not even the owner's words for who may see a memo.
        assert!(
            found(&visitor, query).await.iter().all(|line| !line.starts_with("memo")),
            "{query}"
        );
    }
    let long = ["a ".repeat(100), "紙".repeat(200), "x".repeat(200), "*".repeat(200)];
    for query in long {
        ask(&visitor, &format!("q={query}")).await;
    }
    let strange = [
        "\"ink",
        "ink\"\"\"",
        "in?",
        "*nk",
        "i*k~2^9",
        "[a TO z]",
        "{* TO *}",
        "+",
        "-ink",
        "!ink && || NOT",
        "...,;:-—–…",
        "¿¡§¶†",
        "\u{1}\u{1b}[2J\u{7f}",
        "ink\0ink",
        "\r\n\t",
        "\u{202e}kni",
        "e\u{301}\u{301}\u{301}",
        "👩‍🚀🖋️",
        "../../etc/passwd",
        "'; DROP TABLE books; --",
        "<script>",
        "%",
        "%zz",
        "ﷺ",
        "İıẞ",
    ];
    for words in strange {
        let query = percent(words);
        ask(&visitor, &format!("q={query}")).await;
        ask(&mara, &format!("kind=memo&q={query}")).await;
    }
    for (query, field) in [
        (format!("q={}", "x".repeat(201)), "q"),
        (format!("q={}", "x".repeat(5_000)), "q"),
        (format!("q={}", "a+".repeat(500)), "q"),
        (format!("q={}", "%2A".repeat(5_000)), "q"),
        ("kind=post".into(), "kind"),
        ("page=x".into(), "page"),
        ("page=-1".into(), "page"),
    ] {
        let refused = visitor.get(&format!("/api/search?{query}")).await;
        assert_eq!(refused.refusal(), (422, "invalid".into()), "{query}");
        assert!(refused.json()["fields"][field].is_string(), "{refused}");
    }
    ask(&visitor, "q=ink&page=0").await;
    ask(&visitor, "q=ink&page=18446744073709551615").await;
    assert!(begun.elapsed() < Duration::from_secs(20));
}

/// Every byte as it stands in an address.
fn percent(words: &str) -> String {
    words.bytes().fold(String::new(), |address, byte| address + &format!("%{byte:02X}"))
}

#[tokio::test]
async fn who_searches_without_end_waits_and_nobody_else_does() {
    let server = TestServer::start_with(|config| {
        config.limits.searches_per_minute = 3.try_into().unwrap();
    })
    .await;
    let (mara, ana) = (server.member("mara").await, server.member("ana").await);
    let (visitor, elsewhere) = (server.visitor(), server.visitor_from("127.0.0.2"));
    server.book_about("Ink", "").await;
    server.index().await;
    for _ in 0..3 {
        ask(&mara, "q=ink").await;
    }
    // What is asked does not matter, nor by which browser.
    let refused = mara.get("/api/search?q=ink&page=x").await;
    assert_eq!(refused.refusal(), (422, "invalid".into()));
    let mut phone = server.visitor_from("127.0.0.2");
    phone.sign_in("mara@example.org", crate::support::PASSWORD).await;
    for browser in [&mara, &phone] {
        let refused = browser.get("/api/search?q=ink").await;
        assert_eq!(refused.refusal(), (429, "slow-down".into()));
        assert_eq!(refused.header("retry-after"), "20");
        assert!(refused.to_string().contains("Please wait 20 seconds and try again."), "{refused}");
    }
    ask(&ana, "q=ink").await;
    // All who have not signed in share the tries of their address.
    for _ in 0..15 {
        ask(&visitor, "q=ink").await;
    }
    assert_eq!(visitor.get("/api/search?q=ink").await.status, 429);
    ask(&elsewhere, "q=ink").await;
    server.clock.advance(20);
    ask(&mara, "q=ink").await;
    assert_eq!(mara.get("/api/search?q=ink").await.status, 429);
}

#[tokio::test]
async fn what_is_found_says_whether_it_can_be_read_in_a_published_book() {
    let server = TestServer::start().await;
    let book = server.book("Rivers", 2).await;
    let (mara, ana) = (server.member("mara").await, server.member("ana").await);
    write(&mara, &book, "Where rivers begin.").await;
    server.ask_more(&book, "boats", "Which rivers did you cross?").await;
    server.index().await;
    let hits = async |who: &Member| {
        let answer = ask(who, "q=rivers").await;
        let hits = answer["results"].as_array().unwrap().iter();
        let hits = hits.map(|hit| {
            assert_eq!(hit["bid"], json!(book));
            (hit["kind"].as_str().unwrap().to_owned(), hit["qid"].clone(), hit["published"].clone())
        });
        let mut hits: Vec<_> = hits.collect();
        hits.sort_by(|one, other| one.0.cmp(&other.0));
        hits
    };
    let expected = |memo: bool, book: bool| {
        [
            ("book".to_owned(), Value::Null, json!(book)),
            ("memo".to_owned(), json!("q1"), json!(memo)),
            ("question".to_owned(), json!("boats"), json!(book)),
        ]
    };
    assert_eq!(hits(&mara).await, expected(false, false));
    server.publish(&book).await;
    server.index().await;
    for who in [&mara, &ana] {
        assert_eq!(hits(who).await, expected(true, true));
    }
    // Written anew, it waits for the next edition.
    write(&mara, &book, "Where rivers end.").await;
    server.index().await;
    assert_eq!(hits(&mara).await, expected(false, true));
    assert_eq!(hits(&ana).await.len(), 2);
    let id = book.parse().unwrap();
    server
        .do_here(move |app| editions::unpublish(app, &Actor::Operator, id).map(drop))
        .await
        .unwrap();
    server.index().await;
    assert_eq!(hits(&mara).await, expected(false, false));
}

#[tokio::test]
async fn an_index_that_is_gone_or_damaged_is_made_anew() {
    let server = TestServer::start().await;
    let visitor = server.visitor();
    server.book_about("A year in ink", "").await;
    // Before it is made, nothing is said that is not so.
    assert_eq!(visitor.get("/api/search?q=ink").await.refusal(), (503, "busy".into()));
    server.index().await;
    let folder = server.search_folder();
    let restart = || async {
        server.app.search.distrust();
        server.index().await;
        assert_eq!(found(&visitor, "q=ink").await, ["book A year in [ink]"]);
    };
    restart().await;

    std::fs::remove_dir_all(&folder).unwrap();
    restart().await;

    // One file of each kind; their names change with every index.
    let kind = |path: &PathBuf| path.extension().unwrap_or_default().to_owned();
    let files = || {
        let entries = std::fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().path());
        entries.collect::<Vec<PathBuf>>()
    };
    let kinds: BTreeSet<_> = files().iter().map(kind).collect();
    for damaged in kinds {
        for damage in [&b""[..], b"garbage", &[0; 4096]] {
            for file in files().iter().filter(|file| kind(file) == damaged) {
                std::fs::File::create(file).unwrap().write_all(damage).unwrap();
            }
            restart().await;
        }
    }

    std::fs::remove_dir_all(&folder).unwrap();
    std::fs::File::create(&folder).unwrap();
    restart().await;
}

#[tokio::test]
async fn an_index_from_before_a_crash_catches_up() {
    let server = TestServer::start().await;
    let visitor = server.visitor();
    server.book_about("First", "").await;
    server.index().await;
    let (folder, copy) = (server.search_folder(), server.search_folder().with_extension("copy"));
    let copy_all = |from: &PathBuf, to: &PathBuf| {
        std::fs::create_dir_all(to).unwrap();
        for entry in std::fs::read_dir(from).unwrap() {
            let entry = entry.unwrap();
            std::fs::copy(entry.path(), to.join(entry.file_name())).unwrap();
        }
    };
    copy_all(&folder, &copy);
    // Committed, and never indexed: the server was killed in between.
    server.book_about("Second", "").await;
    server.app.search.distrust();
    server.index().await;
    assert_eq!(found(&visitor, "q=second").await, ["book [Second]"]);
    server.book_about("Third", "").await;
    server.index().await;

    // An older copy of the folder has missed what is noted no longer.
    server.app.search.distrust();
    std::fs::remove_dir_all(&folder).unwrap();
    std::fs::rename(&copy, &folder).unwrap();
    server.index().await;
    for name in ["First", "Second", "Third"] {
        assert_eq!(found(&visitor, &format!("q={name}")).await, [format!("book [{name}]")]);
    }
}

#[tokio::test]
async fn only_who_runs_the_community_rebuilds_the_index() {
    let server = TestServer::start().await;
    server.book_about("A year in ink", "").await;
    let refused = server.do_here(|app| search::rebuild(app, &Actor::Visitor).err()).await;
    assert!(matches!(refused, Some(Error::Denied(Denied::SignInRequired))));
    let done = server.do_here(|app| search::rebuild(app, &Actor::Operator).unwrap()).await;
    assert_eq!(done, 1);
}

#[tokio::test]
async fn a_change_is_found_within_a_second() {
    let community = Community::start().await;
    let mara = &community.member;
    // The question that it was made with, before anything else is measured.
    let until_found = |query: &'static str, count: usize| async move {
        let begun = Instant::now();
        loop {
            let reply = mara.get(&format!("/api/search?{query}")).await;
            if reply.json()["results"].as_array().is_some_and(|found| found.len() == count) {
                return begun.elapsed();
            }
            assert!(begun.elapsed() < Duration::from_secs(20), "{reply}");
        }
    };
    until_found("q=where", 1).await;
    answer(mara, &community.book, "a").await;
    let took = until_found("q=mara", 1).await;
    assert!(took < Duration::from_secs(1), "{took:?}");
}

#[tokio::test]
async fn the_command_line_finds_the_same_with_a_server_and_without() {
    let server = TestServer::start().await;
    let book = server.book("A year in ink", 2).await;
    let mara = server.member("mara").await;
    answer(&mara, &book, "q1").await;
    let folder = tempfile::tempdir().unwrap();
    let copy = folder.path().join("copy");
    std::fs::create_dir_all(&copy).unwrap();
    let data = server.app.config.data_dir.clone();
    std::fs::copy(data.join("inkfold.redb"), copy.join("inkfold.redb")).unwrap();
    inkfold::socket::listen(std::sync::Arc::clone(&server.app)).unwrap();
    for (args, lines) in [
        (&["search", "ink", "--json"][..], 1),
        (&["search", "mara", "--kind", "memo"], 1),
        (&["search", "mara", "--kind", "book"], 0),
        (&["search", "memory"], 2),
        (&["search", "rebuild", "--json"], 1),
        (&["search", "--", "rebuild"], 0),
        (&["search", "help"], 0),
        (&["search", "help", "ink"], 0),
    ] {
        let (online, offline) = (inkfold(&data, args), inkfold(&copy, args));
        assert!(online.status.success() && offline.status.success(), "{}", words(&offline));
        assert_eq!(online.stdout, offline.stdout, "{args:?}");
        assert_eq!(String::from_utf8_lossy(&online.stdout).lines().count(), lines, "{args:?}");
        assert!(
            words(&online).contains("by the running server") && words(&offline).contains("offline")
        );
    }
    let refused = inkfold(&copy, &["search", "ink", "--kind", "post"]);
    assert_eq!(refused.status.code(), Some(1));
    assert_eq!(inkfold(&copy, &["search"]).status.code(), Some(2));
    for help in [["search", "--help"], ["help", "search"]] {
        let told = String::from_utf8_lossy(&inkfold(&copy, &help).stdout).into_owned();
        assert!(told.contains("inkfold search -- rebuild"), "{told}");
    }
}
