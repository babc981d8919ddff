//! Attachments of a mail: those that become posts, and those that are refused.

use lopdf::{Document, Object, dictionary};

use crate::support::bombs;
use crate::support::fake_smtp_relay::{FakeSmtpRelay, PROOF, mail, pending, proven};
use crate::support::noise;

const MARA: &str = "mara.letters@post.example.org";

/// Attached files: declared media type, and content.
type Files<'a> = &'a [(&'a str, &'a [u8])];

fn letter(files: Files<'_>) -> Vec<u8> {
    mail(&format!("{PROOF}From: <mara@example.org>\r\nSubject: Rain\r\n"), files)
}

/// PDF whose pages have a square at different positions.
fn pdf(pages: i64) -> Vec<u8> {
    let mut pdf = Document::with_version("1.7");
    let tree = pdf.new_object_id();
    let kids: Vec<Object> = (0..pages)
        .map(|n| {
            let drawing = format!("{} 100 50 50 re f", 20 + 60 * n).into_bytes();
            let content = pdf.add_object(lopdf::Stream::new(dictionary! {}, drawing));
            let media = vec![0.into(), 0.into(), 351.into(), 468.into()];
            let page = dictionary! { "Type" => "Page", "Parent" => tree, "MediaBox" => media, "Contents" => content };
            Object::Reference(pdf.add_object(page))
        })
        .collect();
    pdf.set_object(tree, dictionary! { "Type" => "Pages", "Kids" => kids, "Count" => pages });
    let catalog = pdf.add_object(dictionary! { "Type" => "Catalog", "Pages" => tree });
    pdf.trailer.set("Root", catalog);
    let mut bytes = Vec::new();
    pdf.save_to(&mut bytes).unwrap();
    bytes
}

#[tokio::test]
async fn first_page_of_mailed_pdf_is_drawn() {
    let office = FakeSmtpRelay::open().await;
    let mara = office.server.member("mara").await;
    let posted = office.post(MARA, &letter(&[("application/pdf", &pdf(5))])).await;
    assert_eq!(posted, "250 2.0.0 Ok: 1 post pending");
    let posts = pending(&mara).await;
    assert_eq!((&posts[0]["width"], &posts[0]["height"]), (&1404.into(), &1872.into()));
    let picture = mara.get(posts[0]["dataUrl"].as_str().unwrap()).await.bytes;
    let picture = image::load_from_memory(&picture).unwrap().into_luma8();
    // The picture has four pixels per point, and shows the square of the first page only.
    let luma = |x: u32, y: u32| picture.get_pixel(x * 4, 1872 - y * 4).0[0];
    assert_eq!((luma(45, 125), luma(105, 125)), (0, 255));
}

#[tokio::test]
async fn every_page_of_mail_is_posted_or_none() {
    let office = FakeSmtpRelay::open().await;
    let mara = office.server.member("mara").await;
    let (one, two, three) = (noise(1, 40), noise(2, 40), pdf(1));
    // Declared media types do not matter.
    let files: [(&str, &[u8]); 3] = [
        ("application/octet-stream; name=page", &one),
        ("image/png", &two),
        ("application/octet-stream; name=page.pdf", &three),
    ];
    assert_eq!(office.post(MARA, &letter(&files)).await, "250 2.0.0 Ok: 3 posts pending");
    assert_eq!(pending(&mara).await.len(), 3);
    assert!(pending(&mara).await.iter().all(|post| post["caption"] == "Rain"));

    let broken: [(&str, &[u8]); 2] = [("image/png", &noise(3, 40)), ("image/png", b"no picture")];
    assert!(office.post(MARA, &letter(&broken)).await.starts_with("550 5.6.0 "));
    assert_eq!(pending(&mara).await.len(), 3);
}

#[tokio::test]
async fn files_beside_pages_are_named_in_reply() {
    let office = FakeSmtpRelay::open().await;
    office.server.member("mara").await;
    let page = noise(1, 40);
    let files: [(&str, &[u8]); 2] =
        [("image/png", &page), ("application/msword; name=a.doc", b"x")];
    assert_eq!(
        office.post(MARA, &letter(&files)).await,
        "250 2.0.0 Ok: 1 post pending (left out: a.doc)"
    );
}

#[tokio::test]
async fn each_recipient_gets_own_reply() {
    let office = FakeSmtpRelay::open().await;
    let mara = office.server.member("mara").await;
    office.server.topic("maps").await;
    let to = ["RCPT TO:<mara.maps@post.example.org>", "RCPT TO:<mara.letters@post.example.org>"];
    let mut client = office.lmtp().await;
    client.send_command("MAIL FROM:<mara@example.org>").await;
    for line in to {
        assert_eq!(client.send_command(line).await, "250 2.1.5 Recipient OK");
    }
    // The refused recipient gets no reply after the data.
    assert!(
        client.send_command("RCPT TO:<ana.letters@post.example.org>").await.starts_with("550 ")
    );
    assert!(client.send_command("DATA").await.starts_with("354 "));
    client.send(&proven("mara", "Both", &noise(1, 40))).await;
    let posted = "250 2.0.0 Ok: 1 post pending";
    assert_eq!(
        (client.send_command(".").await, client.read_reply().await),
        (posted.into(), posted.into())
    );
    assert_eq!(client.send_command("NOOP").await, "250 2.0.0 OK");
    assert_eq!(pending(&mara).await.len(), 2);
}

#[tokio::test]
async fn mail_without_page_is_refused_and_not_kept() {
    let office = FakeSmtpRelay::open().await;
    let mara = office.server.member("mara").await;
    let jpeg: &[u8] = b"\xff\xd8\xff\xe0\0\x10JFIF\0";
    let damaged = "550 5.6.0 This file is not a PDF or PNG, or it is damaged.";
    let locked = include_bytes!("../../fixtures/encrypted.pdf");
    let with_tail = [&noise(1, 40)[..], b"<script>"].concat();
    let cases: [(&str, Files<'_>, &str); 9] = [
        ("nothing", &[], "550 5.6.1 there is no page in this mail"),
        ("a JPEG", &[("image/jpeg", jpeg)], "550 5.6.1 there is a JPEG picture in this mail"),
        (
            "a document",
            &[("application/msword; name=a.doc", b"x")],
            "550 5.6.1 there is no page in this mail: attach a PNG or a PDF (left out: a.doc)",
        ),
        (
            "a JPEG that says PNG",
            &[("image/png; name=page.png", jpeg)],
            "550 5.6.1 there is a JPEG",
        ),
        ("an empty file", &[("image/png; name=page.png", b"")], "550 5.6.0 This file is empty"),
        ("half a PDF", &[("application/pdf", &pdf(1)[..200])], damaged),
        ("a locked PDF", &[("application/pdf", locked)], "550 5.6.0 This PDF is locked"),
        ("a script behind", &[("image/png", &with_tail)], "550 5.6.0 This file has something else"),
        ("too many", &[("image/png", b"x".as_slice()); 11], "550 5.6.0 there are too many pages"),
    ];
    for (what, files, words) in cases {
        let reply = office.post(MARA, &letter(files)).await;
        assert!(reply.starts_with(words), "{what}: {reply}");
    }
    assert_eq!((pending(&mara).await.len(), office.server.files()), (0, 0));
}

#[tokio::test]
async fn mailed_bombs_are_answered_and_server_keeps_listening() {
    let office = FakeSmtpRelay::open().await;
    office.server.member("mara").await;
    let from = format!("{PROOF}From: <mara@example.org>\r\n");
    let doll = "--=b\r\nContent-Type: message/rfc822\r\n\r\n".repeat(20_000);
    let many = "--=b\r\n\r\nx\r\n".repeat(20_000);
    let kind = "Content-Type: multipart/mixed; boundary=\"=b\"\r\n\r\n";
    let mut mails = vec![
        ("mails within mails", format!("{from}{kind}{doll}").into_bytes()),
        ("many parts", format!("{from}{kind}{many}").into_bytes()),
        ("a long head", format!("{}{from}\r\n", "X-Y: z\r\n".repeat(20_000)).into_bytes()),
        ("a loop", format!("{}{from}\r\n", "Received: by x\r\n".repeat(60)).into_bytes()),
    ];
    mails.extend(bombs::all().into_iter().map(|(what, bomb)| {
        let kind = if bomb.starts_with(b"%PDF") { "application/pdf" } else { "image/png" };
        (what, letter(&[(kind, &bomb)]))
    }));
    for (what, mail) in mails {
        let reply = office.post(MARA, &mail).await;
        assert!(reply.starts_with(['2', '5']) || reply.starts_with("451 4.7.1"), "{what}: {reply}");
    }
    assert_eq!(office.lmtp().await.send_command("NOOP").await, "250 2.0.0 OK");
}
