//! Full pages: a whole PDF page or picture as one answer.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use inkfold::domain::policy::Actor;
use inkfold::services::editions;
use lopdf::Document;
use reqwest::multipart::{Form, Part};

use crate::support::bad_files::{long_pdf, png_of_one_pixel};
use crate::support::exports::{pdf_of, stream};
use crate::support::{Member, Reply, TestServer};

/// A line across a page of 300 x 400 points, red above the middle.
const LINE: &[u8] = b"1 0 0 RG 8 w 30 260 m 270 300 l S";

/// A PDF whose pages all show `content`; `more` goes into the catalogue and into every page.
fn pdf(
    pages: usize,
    content: &[u8],
    [of_catalog, of_page]: [&str; 2],
    more: &[Vec<u8>],
) -> Vec<u8> {
    let kids: Vec<String> = (0..pages).map(|n| format!("{} 0 R", n + 4)).collect();
    let page = format!(
        "<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 400]/Contents 3 0 R/Resources<<>>{of_page}>>"
    );
    let mut objects = vec![
        format!("<</Type/Catalog/Pages 2 0 R{of_catalog}>>").into_bytes(),
        format!("<</Type/Pages/Kids[{}]/Count {pages}>>", kids.join(" ")).into_bytes(),
        stream("", content),
    ];
    objects.extend(std::iter::repeat_n(page.into_bytes(), pages));
    objects.extend_from_slice(more);
    pdf_of(&objects)
}

fn one_page(content: &[u8]) -> Vec<u8> {
    pdf(1, content, ["", ""], &[])
}

fn form(member: &Member, book: &str, question: &str) -> Form {
    let uid = member.uid.clone();
    Form::new().text("bid", book.to_owned()).text("uid", uid).text("qid", question.to_owned())
}

async fn send(member: &Member, book: &str, question: &str, file: Vec<u8>) -> Reply {
    let part = Part::bytes(file).file_name("page.pdf");
    let form = form(member, book, question).part("file", part).text("data", "{}");
    member.upload("/api/memo/page/publish", form).await
}

#[tokio::test]
async fn full_page_is_shown_and_printed_with_lines() {
    let server = TestServer::start().await;
    let book = server.book("A year in ink", 5).await;
    let mara = server.member("mara").await;
    let sent = send(&mara, &book, "q2", one_page(LINE)).await;
    assert_eq!(sent.status, 201, "{sent}");
    let memo = sent.json()["memo"].clone();
    assert_eq!((&memo["type"], &memo["question"]), (&"page".into(), &"What is memory 2?".into()));

    let shown = mara.get(memo["img"].as_str().unwrap()).await.bytes;
    let told = STANDARD.decode(sent.json()["base64Image"].as_str().unwrap()).unwrap();
    assert_eq!(shown, told);
    let picture = image::load_from_memory(&shown).unwrap().into_rgb8();
    assert_eq!(picture.dimensions(), (1800, 2400));
    assert_eq!(picture.get_pixel(900, 720).0, [255, 0, 0]);
    assert_eq!(picture.get_pixel(900, 2000).0, [255; 3]);

    // Another page replaces it; a picture is accepted as well.
    assert_eq!(send(&mara, &book, "q2", shown.clone()).await.status, 201);
    let counts =
        mara.post("/api/memo/usr/count", serde_json::json!({ "uid": mara.uid, "bid": book }));
    assert_eq!(counts.await.json()["page"], 1);

    assert_eq!(send(&mara, &book, "q3", one_page(LINE)).await.status, 201);
    server.publish(&book).await;
    let printed = server.visitor().get(&format!("/api/book/{book}/download")).await.bytes;
    let printed = Document::load_mem(&printed).unwrap();
    let drawn = printed.objects.values().filter_map(|object| object.as_stream().ok());
    let lines = drawn.filter_map(|stream| stream.decompressed_content().ok());
    let is_line = |content: Vec<u8>| content.windows(10).any(|words| words == b"30 260 m 2");
    assert!(lines.into_iter().any(is_line), "the page's lines are lines in the book");
}

/// PDF of a page with an incompressible grey picture of 24 MB.
fn scan(number: u64) -> Vec<u8> {
    let mut state = number + 1;
    let grey: Vec<u8> = std::iter::repeat_with(|| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state.to_le_bytes()
    })
    .take(3_000_000)
    .flatten()
    .collect();
    let picture = "/Type/XObject/Subtype/Image/Width 4000/Height 6000/BitsPerComponent 8/ColorSpace/DeviceGray";
    pdf_of(&[
        b"<</Type/Catalog/Pages 2 0 R>>".to_vec(),
        b"<</Type/Pages/Kids[4 0 R]/Count 1>>".to_vec(),
        stream("", b"300 0 0 400 0 0 cm /I Do"),
        b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 400]/Contents 3 0 R/Resources<</XObject<</I 5 0 R>>>>>>"
            .to_vec(),
        stream(picture, &grey),
    ])
}

#[tokio::test]
async fn pages_without_room_are_reported_when_published() {
    let server = TestServer::start().await;
    let book = server.book("A year in ink", 3).await;
    let mara = server.member("mara").await;
    for (number, question) in (1..).zip(["q1", "q2", "q3"]) {
        let sent = send(&mara, &book, question, scan(number)).await;
        assert_eq!(sent.status, 201, "{sent}");
    }
    assert!(server.kept_pdfs().iter().map(Vec::len).sum::<usize>() > 64 << 20);
    let id = book.parse().unwrap();
    let published = server.run_service(move |context| {
        editions::publish(context, &Actor::Operator, id).map_err(|error| error.to_string())
    });
    let (_, notices) = published.await.unwrap();
    let words = "printed 1 full page as a picture: a section has room for 64 MB of PDFs";
    assert_eq!(notices, [words]);
}

#[tokio::test]
async fn page_pdf_keeps_only_its_drawing() {
    let server = TestServer::start().await;
    let book = server.book("A year in ink", 5).await;
    let mara = server.member("mara").await;
    let catalog =
        "/OpenAction 6 0 R/Names<</EmbeddedFiles<</Names[(a) 5 0 R]>>>>/AcroForm<</Fields[]>>";
    let page = "/AA<</O 6 0 R>>/Annots[<</Type/Annot/Subtype/Link/Rect[0 0 9 9]/A<</S/URI/URI(http://x.example)>>>>]";
    let more =
        [stream("/Type/EmbeddedFile", b"payload"), b"<</S/JavaScript/JS(app.alert(1))>>".to_vec()];
    let file = pdf(1, LINE, [catalog, page], &more);
    assert_eq!(send(&mara, &book, "q1", file).await.status, 201);
    let kept = server.kept_pdfs();
    assert_eq!(kept.len(), 1);
    for word in
        ["JavaScript", "x.example", "EmbeddedFile", "AcroForm", "Annots", "OpenAction", "payload"]
    {
        assert!(!String::from_utf8_lossy(&kept[0]).contains(word), "{word}");
    }
    let whole = Document::load_mem(&kept[0]).unwrap();
    assert_eq!(whole.get_pages().len(), 1);

    // The sanitized PDF would lack the annotation's ink. So only the picture is stored, which shows it.
    let ink = "/Annots[<</Type/Annot/Subtype/Ink/F 4/Rect[0 0 300 400]/C[0 0 1]/InkList[[30 60 270 90]]/BS<</W 9>>>>]";
    let sent = send(&mara, &book, "q2", pdf(1, b"", ["", ink], &[])).await;
    assert_eq!(sent.status, 201, "{sent}");
    assert_eq!(server.kept_pdfs().len(), 1);
}

#[tokio::test]
async fn invalid_page_is_refused_without_loss() {
    let server = TestServer::start().await;
    let book = server.book("A year in ink", 5).await;
    let mara = server.member("mara").await;
    assert_eq!(send(&mara, &book, "q1", one_page(LINE)).await.status, 201);
    let cases: [(&str, Vec<u8>, &str); 9] = [
        ("forty pages", pdf(40, LINE, ["", ""], &[]), "several-pages"),
        ("ten thousand pages", long_pdf(), "several-pages"),
        ("an empty page", one_page(b""), "empty-page"),
        ("words", b"Dear diary, today I wrote nothing.".to_vec(), "unreadable"),
        ("nothing", Vec::new(), "empty-file"),
        ("half a PDF", one_page(LINE)[..80].to_vec(), "unreadable"),
        ("a JPEG", b"\xff\xd8\xff\xe0\0\x10JFIF".to_vec(), "jpeg"),
        ("one pixel", png_of_one_pixel(), "picture-too-small"),
        ("a locked PDF", include_bytes!("../fixtures/encrypted.pdf").to_vec(), "encrypted"),
    ];
    for (what, file, code) in cases {
        let refused = send(&mara, &book, "q1", file).await;
        assert_eq!(refused.refusal(), (422, code.into()), "{what}: {refused}");
    }
    let asked = send(&mara, &book, "q9", one_page(LINE)).await;
    assert_eq!(asked.json()["fields"]["questions"], "This book doesn't ask that question.");
    let without = mara.upload("/api/memo/page/publish", form(&mara, &book, "q1")).await;
    assert_eq!(without.json()["fields"]["file"], "Choose a PDF or PNG file.");
    let query = serde_json::json!({ "uid": mara.uid, "bid": book });
    let listed = mara.post("/api/memo/list", query).await.json();
    assert_eq!(listed.as_array().unwrap().len(), 1, "the first page is still there");
}

#[tokio::test]
async fn page_for_another_member_is_refused() {
    let server = TestServer::start().await;
    let book = server.book("A year in ink", 5).await;
    let (mara, jo) = (server.member("mara").await, server.member("jo").await);
    let part = || Part::bytes(one_page(LINE)).file_name("page.pdf");
    let as_mara = || form(&mara, &book, "q1").part("pdf", part());
    assert_eq!(jo.upload("/api/memo/page/publish", as_mara()).await.status, 403);
    assert_eq!(server.visitor().upload("/api/memo/page/publish", as_mara()).await.status, 401);
    assert_eq!(mara.upload("/api/memo/page/publish", as_mara()).await.status, 201);
}
