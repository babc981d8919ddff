//! Every verb that asks for data answers the same with and without a running server: the same words, the same exit code.
//!
//! Two copies of one community, one of them served. What a verb changes is changed in both.

mod both_modes;
mod fixture;
mod lists;

use crate::support::verbs::verbs;
use both_modes::BothModes;
use fixture::community;

/// Verbs that need no data.
const ELSEWHERE: [&str; 14] = [
    "backup copy",
    "backup download",
    "backup fetch",
    "backup key",
    "completions",
    "config check",
    "config example",
    "config print",
    "form blank",
    "health",
    "man",
    "serve",
    "template export",
    "template list",
];

/// Verbs that a running server refuses, or that look at the server and its queue; `backups` and `doctor` look at them.
const NOT_THE_SAME: [&str; 5] = ["backup restore", "db compact", "db stats", "doctor", "restore"];

/// Verbs and the arguments of each call, in this order; a word in braces stands for an id that only the community has.
const CALLS: &[(&str, &[&str])] = &[
    // Without `--json` the output says whether the community is served.
    ("init", &["--json"]),
    ("handwriting run", &["", "--json"]),
    ("handwriting status", &["", "--json"]),
    ("search rebuild", &["--json", ""]),
    ("search", &["rivers", "memory --kind question --json", "nothing-like-it"]),
    ("user list", &["", "--json"]),
    ("user show", &["mara", "bo --json", "nobody", "marra"]),
    (
        "user add",
        &[
            "--email cy@example.org --username cy --name Cy --password-stdin",
            "--email cy@example.org --username dy --name Dy --password-stdin",
            "--email ed@example.org --username ed --name Ed --invite",
            "--email fi@example.org --username fi --name Fi",
        ],
    ),
    ("user promote", &["mara", "nobody", "bo"]),
    ("user verify", &["bo"]),
    ("user disable", &["bo --yes", "bo"]),
    ("user enable", &["bo --json"]),
    (
        "invitation add",
        &["--name Club --uses 3 --days 7", "--cards 2 --json", "--uses 0", "--book 01"],
    ),
    ("invitation list", &["", "--json"]),
    ("invitation cards", &["{invitation} --out {out}/cards.pdf", "01 --out {out}/cards.pdf"]),
    (
        "token add",
        &[
            "--email mara --name Upload --scope memos",
            "--email leo --name Look --scope read --days 9 --json",
            "--email mara --name Long --scope read --days 999",
            "--email nobody --name Look --scope read",
        ],
    ),
    ("token list", &["", "--json"]),
    ("token revoke", &["01 --yes", "{token}", "{token} --yes --json"]),
    ("invitation revoke", &["{invitation}", "{invitation} --yes --json", "01 --yes"]),
    ("user suspend", &["leo --days 7 --why Hush", "leo --days 0"]),
    ("user release", &["leo"]),
    ("user reset-link", &["mara", "mara --json"]),
    ("user remove-second-factor", &["leo", "leo --yes --json", "leo --yes"]),
    ("user sessions", &["mara", "mara --end 01", "mara --end-all"]),
    ("user export", &["mara --out {out}/mara.zip", "mara --out /nowhere/mara.zip"]),
    ("mail list", &["", "--limit 1 --json"]),
    ("mail show", &["{mail}", "{mail} --json", "01"]),
    ("mail retry", &["{mail}", "01"]),
    ("mail test", &["op@example.org", "nobody"]),
    (
        "mail deliver",
        &[
            "--to mara.letters@post.example.org --from mara@example.org {out}/page.eml",
            "--to mara.letters@post.example.org --json {out}/page.eml",
            "--to leo.letters@post.example.org {out}/page.eml",
            "--to mara.letters@post.example.org",
        ],
    ),
    ("topic add", &["--name Rain --code rain", "--name Rain --code rain"]),
    ("topic list", &["", "--json"]),
    ("topic edit", &["rain --name Snow --json", "hail --name Hail"]),
    ("topic remove", &["rain --yes", "letters --yes", "letters", "leters"]),
    ("post list", &["", "--topic letters --json", "--topic hail"]),
    ("post hide", &["{post} --note no", "01"]),
    ("post show", &["{post} --json"]),
    ("memo hide", &["{memo} --why Private.", "01 --why Private."]),
    ("memo list", &["", "--json", "--book {book}", "--book 01"]),
    ("memo show", &["{memo} --json"]),
    ("memo remove", &["{memo} --why Private.", "01 --why Private.", "{memo} --why Private. --yes"]),
    ("report list", &["", "--json", "--settled"]),
    ("report resolve", &["{report} --verdict show", "01 --verdict hide", "01 --verdict remove"]),
    ("post remove", &["{post}", "01", "{post} --yes"]),
    (
        "credit grant",
        &["--email mara --amount 2 --why lost", "--email nobody --amount 2 --why lost"],
    ),
    ("credit list", &["", "--email mara --json", "--problems"]),
    ("payout list", &["", "--status claimed --json", "--status paid"]),
    (
        "payout approve",
        &[
            "{won} --admin ada --password-stdin --yes",
            "01 --admin ada --password-stdin --yes",
            "01 --admin ada --password-stdin",
        ],
    ),
    ("payout reject", &["{lost} --reason no --yes --json", "01 --reason no --yes"]),
    (
        "payout paid",
        &[
            "{won} --admin ada",
            "{won} --admin ada --password-stdin --yes",
            "{won} --admin nobody --password-stdin --yes",
            "{won} --admin bo --password-stdin --yes",
            "{lost} --admin bo --password-stdin --yes",
        ],
    ),
    ("user demote", &["mara --yes --json", "mara", "bo --yes", "ada --yes"]),
    ("payout show", &["{won}", "{won} --json", "01"]),
    ("payout export", &["--csv", "--json"]),
    (
        "webhook add",
        &[
            "http://127.0.0.1:1/other --event book.published --event memo.submitted",
            "https://127.0.0.1:1/other --json",
            "https://169.254.169.254/",
            "nowhere",
        ],
    ),
    ("webhook list", &["", "--json"]),
    ("webhook show", &["{hook}", "{hook} --json", "01"]),
    ("webhook change", &["{hook} --event memo.submitted", "{hook} --url nowhere", "01 --url x"]),
    ("webhook pause", &["{hook}", "{hook} --json", "01"]),
    ("webhook resume", &["{hook}", "01"]),
    ("webhook test", &["{hook}", "{hook} --json", "01"]),
    ("webhook renew-secret", &["{hook}", "{hook} --yes", "01 --yes"]),
    ("webhook resend", &["{hook} {delivery}", "{hook} 01", "01 01"]),
    ("webhook remove", &["{hook}", "{hook} --yes --json", "01 --yes"]),
    ("suggestion list", &["", "--done --all --json"]),
    ("book list", &["", "--json"]),
    ("book add", &["--name Lakes --publish-at 3 --json", "--name Seas --publish-at 0"]),
    ("book show", &["{book}", "{book} --json", "01"]),
    ("book edit", &["{book} --description Wet. --json", "{book} --publish-at 0"]),
    ("guest link", &["{book}", "{book} --off --json", "01"]),
    ("guest list", &["{book}", "{book} --json", "01"]),
    ("guest waiting", &["{book}", "{book} --json"]),
    ("guest accept", &["01", "{waiting}"]),
    ("guest decline", &["01 --yes", "{declined} --yes --json"]),
    ("guest remove", &["{book} 01 --yes", "{book} {guest} --yes"]),
    ("book weekly", &["{book} --json", "{book} --day friday", "{book} --off", "01"]),
    ("book schedule", &["{book} --closes 2099-12-24 --json", "{book} --closes soon"]),
    (
        "question import",
        &[
            "--book {book} {out}/questions.csv",
            "--book 01 {out}/questions.csv",
            "--book {book} {out}/none.csv",
        ],
    ),
    (
        "question add",
        &["--book {book} rain Rain? --json", "--book {book} rain Rain?", "--book 01 rain Rain?"],
    ),
    ("question list", &["--book {book}", "--book {book} --json", "--book 01"]),
    ("question move", &["--book {book} q2 --to 1", "--book {book} q2 --to 9"]),
    (
        "question remove",
        &["--book {book} sound --yes --json", "--book {book} q1 --yes", "--book {book} q1"],
    ),
    ("question export", &["--book {book}", "--book {book} --out {out}/questions.toml --json"]),
    ("book form", &["{book} --out {out}/blank.pdf", "01 --out {out}/blank.pdf"]),
    ("form read", &["{out}/filled.pdf --json", "{out}/questions.csv"]),
    (
        "book compile",
        &[
            "{book} --out {out}/book.pdf --json",
            "{book} --out {out}/book.epub",
            "{book} --out {out}/book.pdf --for print --paper 120g --json",
            "{book} --out {out}/book.pdf --for booklet",
            "{book} --out {out}/book.pdf --for print --paper silk",
            "01 --out {out}/book.pdf",
        ],
    ),
    ("book publish", &["{book}", "{book} --yes"]),
    ("book editions", &["{book}", "{book} --json", "01"]),
    ("book answers", &["{book}", "{book} --json", "{book} --out {out}/answers.csv", "01"]),
    ("book export", &["{book} --out {out}/export --json", "{book} --out {out}/export"]),
    ("book unpublish", &["{book}", "{book} --yes", "{book} --yes"]),
    // A book with editions cannot be removed, even when they are unpublished.
    ("book remove", &["{empty}", "{empty} --yes", "{empty} --yes", "{book} --yes", "01"]),
    ("suggestion done", &["{suggestion} --words Yes. --json", "{suggestion} --words Yes.", "01"]),
    ("user remove", &["leo", "leo --yes"]),
    // These send mails, which the server sends at once.
    ("user applications", &["", "--json"]),
    ("user accept", &["ivo", "ivo", "mara", "nobody"]),
    ("user decline", &["una", "una --yes --json", "mara --yes"]),
    ("book remind", &["{book} --words Soon. --json", "{book}", "{empty}", "01"]),
    ("db check", &["", "--json"]),
    ("db repair", &["", "--json", "--from /nowhere"]),
    ("trash list", &["", "--json"]),
    ("trash restore", &["", "0000000000000000000000000000000000000000000000000000000000000000"]),
    ("trash sweep", &["", "--all --json"]),
    ("audit list", &["--all", "--limit 2 --json"]),
    ("backup now", &["", "--to /nowhere"]),
    ("backup list", &[""]),
    ("backup verify", &["", "01", "/nowhere/01", "--identity /nowhere/key.txt"]),
];

#[test]
fn every_verb_is_in_the_parity_table() {
    let known = CALLS.iter().map(|(verb, _)| *verb).chain(ELSEWHERE).chain(NOT_THE_SAME);
    let mut known: Vec<&str> = known.collect();
    known.sort_unstable();
    let verbs = verbs();
    let mut there: Vec<&str> =
        verbs.iter().filter(|verb| verb.is_whole).map(|verb| verb.name.as_str()).collect();
    there.sort_unstable();
    assert_eq!(there, known, "give a new verb a line in `CALLS`, or in `ELSEWHERE`");
}

#[tokio::test]
async fn verb_answers_same_with_and_without_server() {
    let (server, fixture) = community().await;
    let data = &server.context.config().data_dir;
    let (offline, online) = (BothModes::of(data, &fixture), BothModes::of(data, &fixture).serve());
    let (mut done, mut apart) = (Vec::new(), Vec::new());
    for (verb, calls) in CALLS {
        for call in *calls {
            let args = fixture.name_in(call);
            let answer = offline.answer(verb, &args);
            let other = online.answer(verb, &args);
            if answer != other || answer.0 == Some(2) {
                apart.push(format!("{verb} {call}:\n  {answer:?}\n  {other:?}"));
            }
            done.extend((answer.0 == Some(0)).then_some(*verb));
        }
    }
    assert!(apart.is_empty(), "offline, then through the server:\n{}", apart.join("\n"));
    let refused: Vec<&str> =
        CALLS.iter().map(|(verb, _)| *verb).filter(|verb| !done.contains(verb)).collect();
    assert!(refused.is_empty(), "these were only refused: {refused:?}");
}
