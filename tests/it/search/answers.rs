//! Paging, rate limits, and unusual queries.

use super::*;

#[tokio::test]
async fn query_syntax_finds_no_private_memo() {
    let server = TestServer::start().await;
    let visitor = server.visitor();
    let mara = server.member("mara").await;
    let book = server.book("Ink", 1).await;
    answer(&mara, &book, "q1").await;
    server.index().await;
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
        // The query has no syntax, and the index's internal words have no effect.
        assert!(
            found(&visitor, query).await.iter().all(|line| !line.starts_with("memo")),
            "{query}"
        );
    }
}

#[tokio::test]
async fn unusual_queries_are_answered() {
    let server = TestServer::start().await;
    let (visitor, mara) = (server.visitor(), server.member("mara").await);
    let book = server.book("Ink", 100).await;
    answer(&mara, &book, "q1").await;
    server.index().await;
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
    ask(&visitor, "q=ink&page=0").await;
    ask(&visitor, "q=ink&page=18446744073709551615").await;
}

#[tokio::test]
async fn invalid_search_parameters_are_refused() {
    let server = TestServer::start().await;
    let visitor = server.visitor();
    for (query, field) in [
        (format!("q={}", "x".repeat(201)), "q"),
        (format!("q={}", "x".repeat(5_000)), "q"),
        (format!("q={}", "a+".repeat(500)), "q"),
        (format!("q={}", "%2A".repeat(5_000)), "q"),
        ("kind=pen".into(), "kind"),
        ("page=x".into(), "page"),
        ("page=-1".into(), "page"),
    ] {
        let refused = visitor.get(&format!("/api/search?{query}")).await;
        assert_eq!(refused.refusal(), (422, "invalid".into()), "{query}");
        assert!(refused.json()["fields"][field].is_string(), "{refused}");
    }
}

/// Percent-encodes every byte.
fn percent(words: &str) -> String {
    words.bytes().fold(String::new(), |address, byte| address + &format!("%{byte:02X}"))
}

#[tokio::test]
async fn endless_searcher_waits_and_others_do_not() {
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
    // Invalid queries do not count as tries, and all browsers of a member share the limit.
    let refused = mara.get("/api/search?q=ink&page=x").await;
    assert_eq!(refused.refusal(), (422, "invalid".into()));
    let mut phone = server.visitor_from("127.0.0.2");
    phone.sign_in("mara@example.org", crate::support::PASSWORD).await;
    for browser in [&mara, &phone] {
        let refused = browser.get("/api/search?q=ink").await;
        assert_eq!(refused.refusal(), (429, "rate-limited".into()));
        assert_eq!(refused.header("retry-after"), "20");
        assert!(refused.to_string().contains("Please wait 20 seconds and try again."), "{refused}");
    }
    ask(&ana, "q=ink").await;
    // All visitors with the same address share its limit.
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
async fn search_pages_cover_all_results_without_overlap() {
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
async fn search_result_shows_whether_book_is_readable() {
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
    // The rewritten memo is visible after the next edition.
    write(&mara, &book, "Where rivers end.").await;
    server.index().await;
    assert_eq!(hits(&mara).await, expected(false, true));
    assert_eq!(hits(&ana).await.len(), 2);
    let id = book.parse().unwrap();
    server
        .run_service(move |context| editions::unpublish(context, &Actor::Operator, id).map(drop))
        .await
        .unwrap();
    server.index().await;
    assert_eq!(hits(&mara).await, expected(false, false));
}
