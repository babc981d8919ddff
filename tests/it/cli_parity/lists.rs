//! Every list: its headings, and the remark about what it leaves out.

use serde_json::json;

use super::both_modes::BothModes;
use super::fixture::community;
use crate::support::verbs::verbs;
use crate::support::{PASSWORD, noise};

/// Lists with their arguments and their first heading.
const LISTS: [(&str, &str, &str); 22] = [
    ("audit list", "", "AT"),
    ("backup list", "", "NAME"),
    ("book answers", "{book}", "USERNAME"),
    ("book editions", "{book}", "EDITION"),
    ("book list", "", "ID"),
    ("credit list", "", "MADE"),
    ("guest list", "{book}", "ID"),
    ("invitation list", "", "ID"),
    ("mail list", "", "ID"),
    ("memo list", "--book {book}", "ID"),
    ("payout list", "", "ID"),
    ("post list", "", "ID"),
    ("question list", "--book {book}", "NUMBER"),
    ("report list", "", "KIND"),
    ("suggestion list", "", "ID"),
    ("template list", "", "TEMPLATE"),
    ("token list", "", "ID"),
    ("topic list", "", "CODE"),
    ("trash list", "", "SINCE"),
    ("user list", "", "EMAIL"),
    ("user sessions", "mara", "ID"),
    ("webhook list", "", "ID"),
];
/// List that stays empty, because no verb adds to it.
const EMPTY: &str = "trash list";

#[test]
fn every_list_verb_is_in_the_table() {
    let is_list = |name: &String| {
        name.ends_with(" list")
            || matches!(name.as_str(), "book answers" | "book editions" | "user sessions")
    };
    let mut lists: Vec<String> = verbs().into_iter().map(|verb| verb.name).collect();
    lists.retain(is_list);
    lists.sort_unstable();
    assert_eq!(lists, LISTS.map(|(verb, ..)| verb), "give a new list a line in `LISTS`");
}

#[tokio::test]
async fn every_list_has_headings_and_remark() {
    let (server, fixture) = community().await;
    let mut mara = server.visitor();
    mara.sign_in("mara@example.org", PASSWORD).await;
    let mut ada = server.visitor();
    ada.sign_in("ada@example.org", PASSWORD).await;
    let suggestion = json!({ "suggestion": "A book about seas.", "uid": mara.uid });
    assert_eq!(mara.post("/api/suggestion/send", suggestion).await.status, 201);
    let post = mara.post_and_publish(&server.topic("drawings").await, &noise(3, 40)).await;
    let report = json!({ "kind": "post", "id": post, "reason": "Unkind words." });
    assert_eq!(ada.post("/api/report", report).await.status, 202);

    let both_modes = BothModes::of(&server.context.config().data_dir, &fixture);
    for (verb, args) in [
        ("book publish", "{book} --yes"),
        ("credit grant", "--email mara --amount 2 --why lost"),
        ("backup now", ""),
        ("invitation add", ""),
        ("webhook add", "http://127.0.0.1:1/hook"),
    ] {
        for _ in 0..2 {
            let (code, _, remarks) = both_modes.answer(verb, &fixture.name_in(args));
            assert_eq!(code, Some(0), "{verb}: {remarks}");
        }
    }
    for (verb, args, heading) in LISTS.into_iter().filter(|(verb, ..)| *verb != EMPTY) {
        let args = fixture.name_in(args);
        let (code, some, remarks) = both_modes.answer(verb, &format!("{args} --limit 1"));
        assert_eq!(code, Some(0), "{verb}: {remarks}");
        assert!(some.starts_with(&format!("{heading} ")), "{verb}: {some}");
        let remark = remarks.lines().last().unwrap_or_default();
        let left = remark.strip_prefix("1 of ").and_then(|of| of.strip_suffix("; --all shows all"));
        let count: usize = left.unwrap_or_else(|| panic!("{verb}: {remarks}")).parse().unwrap();
        assert!(count > 1, "{verb}: {remark}");
        let (_, all, remarks) = both_modes.answer(verb, &format!("{args} --all"));
        assert!(all.lines().count() > count && !remarks.contains("--all"), "{verb}: {remarks}");
    }
    let (_, _, remarks) = both_modes.answer(EMPTY, "");
    assert!(remarks.contains("the trash is empty"), "{remarks}");
}
