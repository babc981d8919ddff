//! Registration of new members: anybody, those who are invited, those whom an admin accepts, or nobody.

use inkfold::config::{MailTransport, Registration};
use inkfold::domain::id::{BookId, InvitationId};
use inkfold::domain::policy::Actor;
use inkfold::services::accounts::invitations;
use inkfold::services::books;
use serde_json::{Value, json};

use crate::support::{Member, Reply, TestServer};

const DAY: i64 = 24 * 60 * 60;

async fn server(registration: Registration) -> TestServer {
    TestServer::start_with(|config| config.accounts.registration = registration).await
}

fn sign_up(name: &str, more: &Value) -> Value {
    let mut body = json!({
        "email": format!("{name}@example.org"),
        "password": "blue-ink-on-cream",
        "extra": { "username": name, "name": name },
    });
    body.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    body
}

async fn register(server: &TestServer, name: &str, more: Value) -> Reply {
    server.visitor().post("/register", sign_up(name, &more)).await
}

async fn invite(admin: &Member, options: Value) -> Value {
    let made = admin.post("/api/admin/invitations", options).await;
    assert_eq!(made.status, 201, "{made}");
    made.json()
}

fn code(invitation: &Value) -> String {
    invitation["code"]["code"].as_str().unwrap().to_owned()
}

fn error(reply: &Reply) -> String {
    reply.json()["error"].as_str().unwrap_or_default().to_owned()
}

#[tokio::test]
async fn default_registration_requires_an_invitation() {
    assert_eq!(inkfold::config::Config::default().accounts.registration, Registration::Invited);
    let server = server(Registration::Invited).await;
    let ada = server.admin("ada").await;
    let refused = register(&server, "mara", json!({})).await;
    assert_eq!(refused.status, 422);
    assert!(refused.json()["fields"]["invitation"].as_str().unwrap().contains("invited here"));

    let book = server.book("A year in ink", 2).await;
    let made = invite(&ada, json!({ "name": "Club", "uses": 2, "bid": book })).await;
    assert_eq!((&made["state"], &made["maxUses"]), (&json!("usable"), &json!(2)));
    assert!(made["code"]["link"].as_str().unwrap().contains("/signup?invitation="));
    assert!(made["code"]["qr"].as_str().unwrap().starts_with("data:image/svg+xml"));

    // Typed in lower case and without hyphens.
    let typed = code(&made).replace('-', "").to_lowercase();
    let shown = server.visitor().get(&format!("/api/invitations/{typed}")).await.json();
    assert_eq!(shown["invitedBy"], "ada");
    assert_eq!(shown["book"], "A year in ink");
    let registered = register(&server, "mara", json!({ "invitation": typed })).await;
    assert_eq!(registered.status, 201, "{registered}");
    assert_eq!(registered.json()["bid"], json!(book));
    assert_eq!(registered.json()["awaitsAcceptance"], false);

    let uid = registered.json()["uid"].as_str().unwrap().to_owned();
    let details = ada.get(&format!("/api/admin/members/{uid}")).await.json();
    assert_eq!(details["invitedBy"]["name"], "ada");
    let listed = ada.get("/api/admin/invitations").await.json();
    assert_eq!((&listed[0]["uses"], &listed[0]["state"]), (&json!(1), &json!("usable")));
}

#[tokio::test]
async fn unusable_invitations_are_refused_in_words() {
    let server = server(Registration::Invited).await;
    let ada = server.admin("ada").await;
    let once = code(&invite(&ada, json!({})).await);
    assert_eq!(register(&server, "mara", json!({ "invitation": once })).await.status, 201);
    let used = register(&server, "ana", json!({ "invitation": once })).await;
    assert_eq!(error(&used), "This invitation was used already.");
    assert_eq!(used.status, 422);

    let short = code(&invite(&ada, json!({ "days": 1, "uses": 5 })).await);
    // It works until the end of its last day.
    server.clock.advance(DAY + DAY / 2);
    let path = format!("/api/invitations/{short}");
    assert_eq!(server.visitor().get(&path).await.status, 200);
    server.clock.advance(DAY / 2);
    let expired = register(&server, "ana", json!({ "invitation": short })).await;
    assert_eq!(error(&expired), "This invitation has expired.");

    let ada = {
        let mut again = server.visitor();
        again.sign_in("ada@example.org", "blue-ink-on-cream").await;
        again
    };
    let made = invite(&ada, json!({ "uses": 5 })).await;
    let path = format!("/api/admin/invitations/{}/revoke", made["id"].as_str().unwrap());
    for _ in 0..2 {
        assert_eq!(ada.post(&path, json!({})).await.json()["state"], "revoked");
    }
    let revoked = register(&server, "ana", json!({ "invitation": code(&made) })).await;
    assert_eq!(error(&revoked), "This invitation was withdrawn.");
    let shown = server.visitor().get(&format!("/api/invitations/{}", code(&made))).await;
    assert_eq!(error(&shown), "This invitation was withdrawn.");

    for foreign in ["AAAA-AAAA-AAAA", "x", "", "🖋"] {
        let refused = register(&server, "ana", json!({ "invitation": foreign })).await;
        assert!(error(&refused).contains("no invitation with this code"), "{refused}");
    }
    let audit = ada.get("/api/admin/audit").await.to_string();
    assert!(audit.contains("add-invitation") && audit.contains("revoke-invitation"));
}

#[tokio::test]
async fn last_use_goes_to_one_of_two() {
    let server = server(Registration::Invited).await;
    let ada = server.admin("ada").await;
    let code = code(&invite(&ada, json!({})).await);
    let with = || json!({ "invitation": code });
    let (one, other) =
        tokio::join!(register(&server, "mara", with()), register(&server, "ana", with()));
    let mut statuses = [one.status, other.status];
    statuses.sort_unstable();
    assert_eq!(statuses, [201, 422]);
    let members = ada.get("/api/admin/members").await.json();
    assert_eq!(members.as_array().unwrap().len(), 2);
}

#[tokio::test]
async fn invitation_ends_with_its_inviter() {
    let server = server(Registration::Invited).await;
    let (ada, bea) = (server.admin("ada").await, server.admin("bea").await);
    let by_bea = code(&invite(&bea, json!({ "uses": 9 })).await);
    let change = format!("/api/admin/members/{}/change", bea.uid);
    assert_eq!(ada.post(&change, json!({ "change": "demote" })).await.status, 200);
    let refused = register(&server, "mara", json!({ "invitation": by_bea })).await;
    assert_eq!(refused.status, 422, "{refused}");
    assert_eq!(ada.post(&change, json!({ "change": "promote" })).await.status, 200);
    let again = register(&server, "mara", json!({ "invitation": by_bea })).await;
    assert_eq!(error(&again), "This invitation was withdrawn.");
    invite(&bea, json!({})).await;
    let delete = format!("/api/admin/members/{}/delete", bea.uid);
    let gone = ada.post(&delete, json!({ "password": "blue-ink-on-cream" })).await;
    assert_eq!(gone.status, 204);
    let listed = ada.get("/api/admin/invitations").await.json();
    for ended in listed.as_array().unwrap() {
        assert_eq!((&ended["state"], &ended["code"]), (&json!("revoked"), &Value::Null));
    }
}

#[tokio::test]
async fn applicant_reads_until_an_admin_accepts() {
    let server = server(Registration::Approved).await;
    let ada = server.admin("ada").await;
    let book = server.book("A year in ink", 2).await;
    let silent = register(&server, "mara", json!({})).await;
    assert!(silent.json()["fields"]["application"].as_str().unwrap().contains("sentence"));

    let words = "I write letters to my sister.";
    let registered = register(&server, "mara", json!({ "application": words })).await;
    assert_eq!(registered.json()["awaitsAcceptance"], true);
    let uid = registered.json()["uid"].as_str().unwrap().to_owned();
    let verify = format!("/api/admin/members/{uid}/change");
    assert_eq!(ada.post(&verify, json!({ "change": "verify" })).await.status, 200);
    let mut mara = server.visitor();
    mara.sign_in("mara@example.org", "blue-ink-on-cream").await;
    assert_eq!(mara.get("/api/account/application").await.json()["state"], "waiting");
    let refused = mara.submit_text(&book, "q1", "Hello.").await;
    assert_eq!(refused.refusal(), (403, "acceptance-required".into()));
    assert!(error(&refused).contains("Until then you can read"), "{refused}");
    let idea = json!({ "uid": mara.uid, "suggestion": "A book about rain." });
    assert_eq!(mara.post("/api/suggestion/send", idea).await.status, 403);

    let waiting = ada.get("/api/admin/applications").await.json();
    assert_eq!(waiting[0]["words"], words);
    let decide = format!("/api/admin/applications/{uid}");
    assert_eq!(ada.post(&decide, json!({ "accept": true })).await.json()["accepted"], true);
    let again = ada.post(&decide, json!({ "accept": false })).await;
    assert_eq!(again.status, 409, "{again}");
    assert_eq!(ada.get("/api/admin/applications").await.json(), json!([]));
    assert_eq!(mara.submit_text(&book, "q1", "Hello.").await.status, 201);
    assert_eq!(mara.get("/api/account/application").await.json()["state"], "accepted");
    assert_eq!(mara.post("/api/account/application/seen", json!({})).await.status, 204);
    assert_eq!(mara.get("/api/account/application").await.json()["state"], "none");
    server.run_jobs().await;
    assert!(server.mails().iter().any(|mail| mail.contains("You are a member of")));
    assert!(ada.get("/api/admin/audit").await.to_string().contains("accept-member"));
}

#[tokio::test]
async fn declined_applicant_learns_so_at_sign_in() {
    let server = TestServer::start_with(|config| {
        config.accounts.registration = Registration::Approved;
        config.mail.transport = MailTransport::None;
    })
    .await;
    let ada = server.admin("ada").await;
    let mut mara = server.visitor();
    let body = sign_up("mara", &json!({ "application": "I sell watches." }));
    let registered = mara.post("/register", body).await;
    assert_eq!(registered.json()["signedIn"], true);
    let uid = registered.json()["uid"].as_str().unwrap().to_owned();
    let decide = format!("/api/admin/applications/{uid}");
    assert_eq!(ada.post(&decide, json!({ "accept": false })).await.status, 200);
    assert!(!mara.is_signed_in().await);
    let refused = mara.sign_in("mara@example.org", "blue-ink-on-cream").await;
    assert_eq!(refused.status, 401);
    assert!(error(&refused).contains("declined your application"));
    // Whoever does not know the password learns nothing.
    let guess = mara.sign_in("mara@example.org", "not-the-password").await;
    assert!(error(&guess).contains("Incorrect email or password"));
}

#[tokio::test]
async fn declined_applicant_gets_a_mail_if_verified() {
    let server = server(Registration::Approved).await;
    let ada = server.admin("ada").await;
    let decline = async |name: &str| {
        let applicant = server.applicant(name).await;
        let decide = format!("/api/admin/applications/{}", applicant.uid);
        assert_eq!(ada.post(&decide, json!({ "accept": false })).await.status, 200);
        applicant
    };
    let mara = decline("mara").await;
    let application = json!({ "application": "I sell watches." });
    assert_eq!(register(&server, "eve", application).await.status, 201);
    let waiting = ada.get("/api/admin/applications").await.json();
    let eve = waiting[0]["uid"].as_str().unwrap();
    ada.post(&format!("/api/admin/applications/{eve}"), json!({ "accept": false })).await;
    server.run_jobs().await;
    let mut told = server.mails();
    told.retain(|mail| mail.contains("application"));
    assert_eq!(told.len(), 1, "an unverified address may be a stranger's: {told:?}");
    assert!(told[0].contains("To: mara@example.org"), "{told:?}");
    assert!(!mara.is_signed_in().await);
}

#[tokio::test]
async fn invited_member_needs_no_acceptance() {
    let server = server(Registration::Approved).await;
    let ada = server.admin("ada").await;
    let code = code(&invite(&ada, json!({})).await);
    let registered = register(&server, "mara", json!({ "invitation": code })).await;
    assert_eq!(registered.json()["awaitsAcceptance"], false);
    assert_eq!(ada.get("/api/admin/applications").await.json(), json!([]));
}

#[tokio::test]
async fn closed_community_refuses_every_sign_up() {
    let server = server(Registration::Closed).await;
    let ada = server.admin("ada").await;
    let invited = code(&invite(&ada, json!({})).await);
    for more in [json!({}), json!({ "invitation": invited }), json!({ "application": "Please." })] {
        let refused = register(&server, "mara", more).await;
        assert_eq!(refused.refusal(), (403, "registration-closed".into()));
        assert_eq!(error(&refused), "This community takes no new members at present.");
    }
    // The address is taken, which nobody may find out.
    let guess = register(&server, "ada", json!({ "setup": "x" })).await;
    assert_eq!(guess.status, 401, "{guess}");
}

#[tokio::test]
async fn guessed_codes_are_limited_by_address() {
    let server = server(Registration::Invited).await;
    let stranger = server.visitor();
    let mut limited = 0;
    for _ in 0..400 {
        let guess = stranger.get("/api/invitations/AAAA-AAAA-AAAA").await;
        limited += u32::from(guess.status == 429);
    }
    assert!(limited >= 100, "{limited}");
}

#[tokio::test]
async fn cards_show_unused_codes() {
    let server = server(Registration::Invited).await;
    let ada = server.admin("ada").await;
    let made = invite(&ada, json!({ "cards": 12, "name": "Class 7b", "days": 30 })).await;
    assert_eq!((&made["cards"], &made["code"]), (&json!(12), &Value::Null));
    let id: InvitationId = made["id"].as_str().unwrap().parse().unwrap();
    let path = format!("/api/admin/invitations/{id}/cards.pdf");
    let pdf = ada.get(&path).await;
    assert_eq!((pdf.status, pdf.header("content-type")), (200, "application/pdf"));
    assert!(pdf.bytes.starts_with(b"%PDF"));
    assert_eq!(pdf.header("cache-control"), "no-store");
    assert_eq!(server.member("mara").await.get(&path).await.status, 403);

    let codes = server
        .run_service(move |context| invitations::get(context, &Actor::Operator, id).unwrap())
        .await;
    assert_eq!(pages(&pdf.bytes), 2, "ten cards on a sheet");
    for (number, card) in codes.invitation.cards.iter().enumerate() {
        if number == 2 {
            assert_eq!(pages(&ada.get(&path).await.bytes), 1, "used cards are left out");
        }
        let with = json!({ "invitation": card.code.to_string() });
        let visitor = server.visitor_from(&format!("127.0.1.{number}"));
        let name = format!("pupil{number}");
        assert_eq!(visitor.post("/register", sign_up(&name, &with)).await.status, 201);
    }
    let none_left = ada.get(&path).await;
    assert_eq!(none_left.status, 409, "{none_left}");
}

#[tokio::test]
async fn impossible_invitations_are_refused() {
    let server = server(Registration::Invited).await;
    let ada = server.admin("ada").await;
    for (wrong, field) in [
        (json!({ "uses": 0 }), "uses"),
        (json!({ "cards": 1_000 }), "cards"),
        (json!({ "days": 4_000 }), "days"),
        (json!({ "name": "a\u{202e}b" }), "name"),
    ] {
        let refused = ada.post("/api/admin/invitations", wrong).await;
        assert!(refused.json()["fields"][field].is_string(), "{refused}");
    }
    let unknown = json!({ "bid": "01k0000000000000000000000" });
    assert_eq!(ada.post("/api/admin/invitations", unknown).await.status, 404);
}

#[tokio::test]
async fn invitation_to_removed_book_leads_nowhere() {
    let server = server(Registration::Invited).await;
    let ada = server.admin("ada").await;
    let book = server.book("A year in ink", 2).await;
    let invited = code(&invite(&ada, json!({ "bid": book })).await);
    let id: BookId = book.parse().unwrap();
    server
        .run_service(move |context| {
            books::remove(context, &Actor::Operator, id).unwrap();
        })
        .await;
    let registered = register(&server, "mara", json!({ "invitation": invited })).await;
    assert_eq!((registered.status, &registered.json()["bid"]), (201, &Value::Null));
}

#[tokio::test]
async fn unknown_code_reveals_no_taken_address() {
    let server = server(Registration::Invited).await;
    server.admin("ada").await;
    for name in ["ada", "mara"] {
        let guess = register(&server, name, json!({ "invitation": "AAAA-AAAA-AAAA" })).await;
        assert_eq!(guess.status, 422, "{guess}");
    }
}

/// Declining somebody, and second thoughts about it.
#[tokio::test]
async fn enabled_applicant_waits_again_promoted_one_does_not() {
    let server = server(Registration::Approved).await;
    let ada = server.admin("ada").await;
    let application = json!({ "application": "I write letters." });
    let registered = register(&server, "mara", application).await;
    let uid = registered.json()["uid"].as_str().unwrap().to_owned();
    let decide = format!("/api/admin/applications/{uid}");
    let change = format!("/api/admin/members/{uid}/change");
    assert_eq!(ada.post(&decide, json!({ "accept": false })).await.status, 200);
    assert_eq!(ada.get("/api/admin/applications").await.json(), json!([]));
    assert_eq!(ada.post(&decide, json!({ "accept": true })).await.status, 409);
    assert_eq!(ada.post(&change, json!({ "change": "enable" })).await.status, 200);
    assert_eq!(ada.get("/api/admin/overview").await.json()["waitingApplications"], 1);
    let mut mara = server.visitor();
    mara.sign_in("mara@example.org", "blue-ink-on-cream").await;
    assert_eq!(mara.get("/api/account/application").await.json()["state"], "waiting");
    let idea = json!({ "uid": mara.uid, "suggestion": "A book about rain." });
    let refused = mara.post("/api/suggestion/send", idea.clone()).await;
    assert_eq!(refused.refusal(), (403, "acceptance-required".into()));

    assert_eq!(ada.post(&change, json!({ "change": "promote" })).await.status, 200);
    assert_eq!(ada.get("/api/admin/applications").await.json(), json!([]));
    assert_eq!(ada.post(&decide, json!({ "accept": false })).await.status, 404);
    assert_eq!(ada.post(&change, json!({ "change": "demote" })).await.status, 200);
    assert_eq!(mara.post("/api/suggestion/send", idea).await.status, 201);
}

fn pages(pdf: &[u8]) -> usize {
    lopdf::Document::load_mem(pdf).unwrap().get_pages().len()
}

async fn exported_account(member: &Member) -> Value {
    let archive = member.get("/api/account/export").await.bytes;
    let mut archive = zip::ZipArchive::new(std::io::Cursor::new(archive)).unwrap();
    serde_json::from_reader(archive.by_name("account.json").unwrap()).unwrap()
}

#[tokio::test]
async fn export_names_inviter_and_application() {
    let server = server(Registration::Approved).await;
    let ada = server.admin("ada").await;
    let mut mara = server.visitor();
    let words = "I write letters.";
    mara.post("/register", sign_up("mara", &json!({ "application": words }))).await;
    mara.sign_in("mara@example.org", "blue-ink-on-cream").await;
    let account = exported_account(&mara).await;
    assert_eq!(account["application"]["words"], words);
    assert_eq!((&account["invitedBy"], &account["invitations"]), (&Value::Null, &json!([])));

    let invited = code(&invite(&ada, json!({ "name": "Club" })).await);
    let mut ana = server.visitor();
    ana.post("/register", sign_up("ana", &json!({ "invitation": invited }))).await;
    ana.sign_in("ana@example.org", "blue-ink-on-cream").await;
    assert_eq!(exported_account(&ana).await["invitedBy"], "ada");
    let made = &exported_account(&ada).await["invitations"][0];
    assert_eq!((&made["name"], &made["uses"]), (&json!("Club"), &json!(1)));
    assert!(!made.to_string().contains(&invited));
}

#[tokio::test]
async fn keeper_has_a_share_of_all_invitations() {
    let server = server(Registration::Invited).await;
    let book = server.book("A year in ink", 1).await;
    let (kim, leo) = (server.keeper("kim", &book).await, server.keeper("leo", &book).await);
    let invite =
        async |keeper: &Member| keeper.post("/api/admin/invitations", json!({ "bid": book })).await;
    let first = invite(&kim).await.json()["id"].as_str().unwrap().to_owned();
    for number in 1..100 {
        assert_eq!(invite(&kim).await.status, 201, "{number}");
    }
    let refused = invite(&kim).await;
    assert_eq!((refused.status, &refused.json()["key"]), (409, &json!("too-many-own-invitations")));
    for other in [&leo, &server.admin("ada").await] {
        assert_eq!(invite(other).await.status, 201);
    }
    let withdrawn = kim.post(&format!("/api/admin/invitations/{first}/revoke"), json!({})).await;
    assert_eq!(withdrawn.status, 200, "{withdrawn}");
    assert_eq!(invite(&kim).await.status, 201);
}
