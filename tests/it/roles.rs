//! Keepers of books and moderators of the threads: what they may, how they are named, and how they go.

use inkfold::config::Registration;
use inkfold::services::search;
use serde_json::{Value, json};

use crate::support::{Member, Reply, TestServer, fill, noise};

fn names(list: &Value, field: &str) -> Vec<String> {
    let items = list.as_array().unwrap().iter();
    items.map(|item| item[field].as_str().unwrap().to_owned()).collect()
}

async fn found(server: &TestServer, reader: &Member, words: &str) -> usize {
    server.run_service(|context| search::catch_up(context).unwrap()).await;
    let reply = reader.get(&format!("/api/search?q={words}&kind=memo")).await;
    reply.json()["results"].as_array().unwrap().len()
}

async fn keepers(caller: &Member, book: &str) -> Vec<String> {
    let reply = caller.get(&format!("/api/admin/books/{book}/keepers")).await;
    assert_eq!(reply.status, 200, "{reply}");
    names(&reply.json(), "username")
}

async fn appoint(admin: &Member, book: &str, member: &str) -> Reply {
    let path = format!("/api/admin/books/{book}/keepers");
    admin.post(&path, json!({ "member": member })).await
}

async fn change(admin: &Member, member: &Member, change: &str) -> Reply {
    let path = format!("/api/admin/members/{}/change", member.uid);
    admin.post(&path, json!({ "change": change })).await
}

async fn roles(member: &Member) -> Value {
    member.post("/check-admin", json!({ "uid": member.uid })).await.json()
}

#[tokio::test]
async fn keeper_looks_after_own_book_only() {
    let server = TestServer::start().await;
    let (own, other) = (server.book("Own", 2).await, server.book("Other", 2).await);
    let (mara, kim) = (server.member("mara").await, server.keeper("kim", &own).await);
    for book in [&own, &other] {
        mara.submit_text(book, "q1", "Thunderstorm over the harbour.").await;
    }

    assert_eq!(names(&kim.get("/api/admin/books").await.json(), "name"), ["Own"]);
    let memos = kim.get("/api/admin/memos").await.json();
    assert_eq!(memos["total"], 1, "{memos}");
    assert_eq!(found(&server, &kim, "thunderstorm").await, 1);

    for (book, may) in [(&own, true), (&other, false)] {
        let at = |what: &str| format!("/api/admin/books/{book}{what}");
        let calls = [
            kim.get(&at("")).await,
            kim.get(&at("/keepers")).await,
            kim.get(&at("/preview.pdf")).await,
            kim.get(&format!("/api/admin/memos?bid={book}")).await,
            kim.get(&format!("/api/admin/memos/filters?bid={book}")).await,
            kim.post(&at("/change"), json!({ "description": "By hand." })).await,
            kim.post(&at("/questions/import"), json!({ "format": "csv", "text": "q3,Which?" }))
                .await,
            kim.post("/api/admin/invitations", json!({ "bid": book })).await,
            kim.post(&at("/publish"), json!({})).await,
        ];
        for reply in calls {
            assert_eq!(reply.status < 300, may, "{reply}");
            assert!(may || reply.status == 403, "{reply}");
        }
    }
    server.run_jobs().await;
    let published = kim.get(&format!("/api/admin/books/{own}")).await.json();
    assert_eq!(published["book"]["edition"], 1);
    assert_eq!(kim.post(&format!("/api/admin/books/{own}/unpublish"), json!({})).await.status, 200);
    // The book itself is an admin's: it is neither made nor given away.
    assert_eq!(kim.post("/api/admin/books", json!({ "name": "Third" })).await.status, 403);
    assert_eq!(appoint(&kim, &own, "mara").await.status, 403);
}

#[tokio::test]
async fn keeper_sees_unpublished_pictures_of_own_book() {
    let server = TestServer::start().await;
    let (own, other) = (server.book("Own", 2).await, server.book("Other", 2).await);
    let mara = server.member("mara").await;
    let (kim, sam) = (server.keeper("kim", &own).await, server.keeper("sam", &other).await);
    let blank = mara.get(&format!("/assets/forms/{own}.pdf")).await.bytes;
    mara.submit(&own, fill(&blank, 2, &[0])).await;
    let memos = mara.post("/api/memo/list", json!({ "bid": own, "uid": mara.uid })).await.json();
    let picture = memos[0]["img"].as_str().unwrap().to_owned();
    for (caller, status) in [(&kim, 200), (&sam, 404), (&server.visitor(), 404)] {
        assert_eq!(caller.get(&picture).await.status, status);
    }
    let id = &memos[0]["id"];
    assert_eq!(kim.post("/get-memo", json!({ "id": id })).await.status, 200);
    assert_eq!(sam.post("/get-memo", json!({ "id": id })).await.status, 404);
    // A keeper's role ends with the next request.
    let ada = server.admin("ada").await;
    let gone = ada.delete(&format!("/api/admin/books/{own}/keepers/{}", kim.uid)).await;
    assert_eq!(gone.json(), json!([]));
    assert_eq!(kim.get(&picture).await.status, 404);
    assert_eq!(kim.get("/api/admin/books").await.status, 403);
}

#[tokio::test]
async fn moderator_decides_on_posts_and_comments_only() {
    let server = TestServer::start().await;
    let book = server.book("A year in ink", 2).await;
    let (mara, ana, mo) =
        (server.member("mara").await, server.member("ana").await, server.moderator("mo").await);
    let topic = server.topic("letters").await;
    let post = mara.post_and_publish(&topic, &noise(1, 40)).await;
    let said = json!({ "text": "Lovely.", "uid": mara.uid, "pid": post });
    let comment = mara.post("/api/comments/add", said).await.json();
    let memo = mara.submit_text(&book, "q1", "It rained.").await.json();
    mara.submit_text(&book, "q2", "We sang.").await;
    server.publish(&book).await;
    for (kind, id) in [("post", json!(post)), ("memo", memo["memo"]["id"].clone())] {
        let body = json!({ "kind": kind, "id": id, "reason": "It names my neighbour." });
        let reported = ana.post("/api/report", body).await;
        assert_eq!(reported.status, 202, "{reported}");
    }

    let open = mo.get("/api/admin/reports").await.json();
    assert_eq!(names(&open, "kind"), ["post"]);
    let settle = async |kind: &str, id: &Value, verdict: &str| {
        let body = json!({ "kind": kind, "id": id, "verdict": verdict, "why": if kind == "memo" { "Names" } else { "" } });
        mo.post("/api/admin/reports/settle", body).await.status
    };
    assert_eq!(settle("memo", &memo["memo"]["id"], "hide").await, 403);
    assert_eq!(settle("post", &json!(post), "hide").await, 200);
    // The moderator still sees what is hidden, to show it again.
    assert_eq!(mo.get(&format!("/api/posts/{post}")).await.status, 200);
    assert_eq!(ana.get(&format!("/api/posts/{post}")).await.status, 404);
    assert_eq!(settle("post", &json!(post), "show").await, 200);
    let removal = format!("/api/comments/remove/{}", comment["id"].as_str().unwrap());
    assert_eq!(mo.delete(&removal).await.status, 204);

    for path in
        ["/api/admin/books", "/api/admin/members", "/api/admin/memos", "/api/admin/invitations"]
    {
        assert_eq!(mo.get(path).await.status, 403, "{path}");
    }
    let ada = server.admin("ada").await;
    assert_eq!(change(&ada, &mo, "dismiss-moderator").await.json()["isModerator"], false);
    assert_eq!(mo.get("/api/admin/reports").await.status, 403);
}

#[tokio::test]
async fn admins_name_keepers_and_moderators() {
    let server = TestServer::start().await;
    let book = server.book("A year in ink", 2).await;
    let (ada, mara) = (server.admin("ada").await, server.member("mara").await);
    assert_eq!(keepers(&ada, &book).await, [""; 0]);
    for _ in 0..2 {
        assert_eq!(appoint(&ada, &book, "mara@example.org").await.status, 200);
    }
    assert_eq!(keepers(&mara, &book).await, ["mara"]);
    assert_eq!(change(&ada, &mara, "appoint-moderator").await.json()["isModerator"], true);
    assert_eq!(
        roles(&mara).await,
        json!({ "isAdmin": false, "isModerator": true, "keeperOf": [book], "guestOf": null })
    );
    let profile = mara.post("/query-profile", json!({ "uid": mara.uid })).await.json();
    assert_eq!((&profile["isKeeper"], &profile["isModerator"]), (&json!(true), &json!(true)));
    let details = ada.get(&format!("/api/admin/members/{}", mara.uid)).await.json();
    assert_eq!(details["keeperOf"], json!([{ "bid": book, "name": "A year in ink" }]));
    let audit = ada.get("/api/admin/audit").await.to_string();
    assert_eq!(audit.matches("keeper of A year in ink").count(), 1, "{audit}");

    let eve = server.member("eve").await;
    server.disable(&eve).await;
    assert_eq!(appoint(&ada, &book, "eve").await.status, 409);
    assert_eq!(appoint(&ada, &book, "nobody-at-all").await.status, 404);
    assert_eq!(appoint(&ada, "00000000000000000000000000", "mara").await.status, 404);
    assert_eq!(appoint(&mara, &book, "eve").await.status, 403);
    assert_eq!(change(&mara, &mara, "promote").await.status, 403);
}

#[tokio::test]
async fn appointment_accepts_an_applicant() {
    let server = TestServer::start().await;
    let book = server.book("A year in ink", 2).await;
    let (ada, ivo) = (server.admin("ada").await, server.applicant("ivo").await);
    assert_eq!(appoint(&ada, &book, "ivo").await.status, 200);
    assert_eq!(ivo.submit_text(&book, "q1", "It rained.").await.status, 201);
    assert_eq!(ada.get("/api/admin/applications").await.json(), json!([]));
}

#[tokio::test]
async fn last_keeper_leaves_the_book_to_admins() {
    let server = TestServer::start().await;
    let book = server.book("A year in ink", 2).await;
    let (ada, kim) = (server.admin("ada").await, server.keeper("kim", &book).await);
    let other = server.keeper("lou", &book).await;
    let invited = kim.post("/api/admin/invitations", json!({ "bid": book, "uses": 9 })).await;
    let invited = invited.json();
    let path = |member: &Member| format!("/api/admin/books/{book}/keepers/{}", member.uid);

    assert_eq!(
        kim.delete(&path(&other)).await.status,
        403,
        "another keeper is not theirs to dismiss"
    );
    assert_eq!(kim.delete(&path(&kim)).await.status, 200, "a keeper may resign");
    assert_eq!(keepers(&ada, &book).await, ["lou"]);
    let left = ada.delete(&path(&other)).await;
    assert_eq!((left.status, left.json()), (200, json!([])));
    assert_eq!(ada.delete(&path(&other)).await.status, 200, "repeating it changes nothing");
    assert_eq!(ada.get(&format!("/api/admin/books/{book}")).await.status, 200);

    // The invitation ended with the role of its inviter.
    let code = invited["code"]["code"].as_str().unwrap();
    let shown = server.visitor().get(&format!("/api/invitations/{code}")).await;
    assert_eq!(shown.json()["error"], "This invitation was withdrawn.");
}

#[tokio::test]
async fn keeper_manages_invitations_to_own_book() {
    let server = TestServer::start().await;
    let (own, other) = (server.book("Own", 2).await, server.book("Other", 2).await);
    let (ada, kim) = (server.admin("ada").await, server.keeper("kim", &own).await);
    let invite =
        async |caller: &Member, body: Value| caller.post("/api/admin/invitations", body).await;
    let of_admin = invite(&ada, json!({ "bid": other })).await.json();
    invite(&ada, json!({})).await;
    let colleague = invite(&ada, json!({ "bid": own, "role": "keeper" })).await.json();
    let class = invite(&kim, json!({ "bid": own, "name": "Class 7b", "cards": 3 })).await.json();

    let listed = kim.get("/api/admin/invitations").await.json();
    assert_eq!(names(&listed, "name"), ["Class 7b"]);
    let cards = format!("/api/admin/invitations/{}/cards.pdf", class["id"].as_str().unwrap());
    assert_eq!(kim.get(&cards).await.status, 200);
    for foreign in [&of_admin, &colleague] {
        let path = format!("/api/admin/invitations/{}", foreign["id"].as_str().unwrap());
        assert_eq!(kim.post(&format!("{path}/revoke"), json!({})).await.status, 404);
        assert_eq!(kim.get(&format!("{path}/cards.pdf")).await.status, 404);
    }
    for refused in
        [json!({}), json!({ "bid": own, "role": "keeper" }), json!({ "role": "moderator" })]
    {
        assert_eq!(invite(&kim, refused).await.status, 403);
    }
    let nameless = invite(&ada, json!({ "role": "keeper" })).await;
    assert_eq!(nameless.json()["fields"]["book"], "Choose the book of the keeper.");
    assert_eq!(invite(&ada, json!({ "role": "admin" })).await.status, 422);
}

#[tokio::test]
async fn invitation_gives_its_role() {
    let invited = |config: &mut inkfold::config::Config| {
        config.accounts.registration = Registration::Invited;
    };
    let server = TestServer::start_with(invited).await;
    let book = server.book("A year in ink", 2).await;
    let ada = server.admin("ada").await;
    let join = async |name: &str, options: Value| {
        let made = ada.post("/api/admin/invitations", options).await.json();
        let code = &made["code"]["code"];
        let path = format!("/api/invitations/{}", code.as_str().unwrap());
        let role = server.visitor().get(&path).await.json()["role"].clone();
        let sign_up = json!({
            "email": format!("{name}@example.org"), "password": "blue-ink-on-cream", "invitation": code,
            "extra": { "username": name, "name": name },
        });
        let registered = server.visitor().post("/register", sign_up).await;
        assert_eq!(registered.status, 201, "{registered}");
        let uid = registered.json()["uid"].as_str().unwrap().to_owned();
        (role, ada.get(&format!("/api/admin/members/{uid}")).await.json())
    };
    let (role, kim) = join("kim", json!({ "bid": book, "role": "keeper" })).await;
    assert_eq!((&role, &kim["keeperOf"][0]["name"]), (&json!("keeper"), &json!("A year in ink")));
    let (role, mo) = join("mo", json!({ "role": "moderator" })).await;
    assert_eq!((&role, &mo["member"]["isModerator"]), (&json!("moderator"), &json!(true)));
    let audit = ada.get("/api/admin/audit").await.to_string();
    assert!(
        audit.contains("keeper of A year in ink") && audit.contains("(as moderator)"),
        "{audit}"
    );
    let (role, ana) = join("ana", json!({ "bid": book })).await;
    assert_eq!((&role, &ana["keeperOf"]), (&json!("member"), &json!([])));
}

#[tokio::test]
async fn keeper_cannot_read_why_memo_is_hidden() {
    let server = TestServer::start().await;
    let book = server.book("A year in ink", 1).await;
    let (ada, kim) = (server.admin("ada").await, server.keeper("kim", &book).await);
    let mara = server.member("mara").await;
    let memo = mara.submit_text(&book, "q1", "It rained.").await.json()["memo"]["id"].clone();
    let hide =
        json!({ "kind": "memo", "id": memo, "verdict": "hide", "why": "It names a neighbour." });
    assert_eq!(ada.post("/api/admin/reports/settle", hide).await.status, 200);
    let why = async |caller: &Member| {
        let shown = caller.post("/get-memo", json!({ "id": memo })).await.json();
        shown["hidden"]["why"].as_str().unwrap().to_owned()
    };
    assert_eq!(why(&kim).await, "");
    assert_eq!(why(&mara).await, "It names a neighbour.");
}

#[tokio::test]
async fn roles_end_with_book_and_account() {
    let server = TestServer::start().await;
    let (book, ada) = (server.book("Draft", 1).await, server.admin("ada").await);
    let kim = server.keeper("kim", &book).await;
    let invited = kim.post("/api/admin/invitations", json!({ "bid": book })).await.json();
    let id = book.parse().unwrap();
    server
        .run_service(move |context| {
            let operator = inkfold::domain::policy::Actor::Operator;
            inkfold::services::books::remove(context, &operator, id).unwrap();
        })
        .await;
    assert_eq!(roles(&kim).await["keeperOf"], json!([]));
    assert_eq!(kim.get("/api/admin/books").await.status, 403);
    let code = invited["code"]["code"].as_str().unwrap();
    let shown = server.visitor().get(&format!("/api/invitations/{code}")).await;
    assert_eq!(shown.json()["error"], "This invitation was withdrawn.");

    let book = server.book("Second", 1).await;
    assert_eq!(appoint(&ada, &book, "kim").await.status, 200);
    let body = json!({ "password": "blue-ink-on-cream", "name": "kim" });
    assert_eq!(kim.post("/api/account/delete", body).await.status, 204);
    assert_eq!(keepers(&ada, &book).await, [""; 0]);
}

#[tokio::test]
async fn export_names_the_kept_books() {
    let server = TestServer::start().await;
    let book = server.book("A year in ink", 1).await;
    let kim = server.keeper("kim", &book).await;
    let archive = kim.get("/api/account/export").await.bytes;
    let mut archive = zip::ZipArchive::new(std::io::Cursor::new(archive)).unwrap();
    let account: Value = serde_json::from_reader(archive.by_name("account.json").unwrap()).unwrap();
    assert_eq!(
        (&account["keeperOf"], &account["moderator"]),
        (&json!(["A year in ink"]), &json!(false))
    );
}
