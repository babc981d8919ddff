//! Basic pages: for browsers without scripts, and for those whose scripts are too old for ours.

use inkfold::domain::book::NewBook;
use inkfold::domain::policy::Actor;
use inkfold::services::books;
use reqwest::Method;

use crate::support::{Member, Reply, TestServer, fill};

const KOBO: &str = "Mozilla/5.0 (Linux; U; Android 2.0; en-us;) AppleWebKit/538.1 (KHTML, like Gecko) \
    Version/4.0 Mobile Safari/538.1 (Kobo Touch 0373/4.38.21908)";
const OLD_KINDLE: &str = "Mozilla/5.0 (X11; U; Linux armv7l like Android; en-us) AppleWebKit/531.2+ \
    (KHTML, like Gecko) Version/5.0 Safari/533.2+ Kindle/3.0+";
const YOUNG: [&str; 6] = [
    "Mozilla/5.0 (X11; Linux armv7l) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/75.0.3765.0 Safari/537.36 Kindle/3.0+",
    "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/15.0 Safari/605.1.15",
    "Mozilla/5.0 (X11; Linux x86_64; rv:102.0) Gecko/20100101 Firefox/102.0",
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/143.0.0.0 Safari/537.36",
    "Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm)",
    "curl/8.5.0",
];
/// Every page that works without scripts, except the library, which is not rendered on the server.
const PAGES: [&str; 13] = [
    "/",
    "/features",
    "/about",
    "/contact",
    "/privacy",
    "/help",
    "/help/remarkable",
    "/help/supernote",
    "/help/boox",
    "/help/scribe",
    "/help/ipad",
    "/help/mobile",
    "/help/prizepeg",
];

async fn read(visitor: &Member, path: &str, browser: &str) -> (u16, String) {
    let request = visitor.request(Method::GET, path).header("user-agent", browser);
    let reply = Reply::of(request).await;
    (reply.status, String::from_utf8(reply.bytes).unwrap())
}

async fn read_basic(visitor: &Member, path: &str) -> (u16, String) {
    read(visitor, &format!("/basic{path}"), YOUNG[3]).await
}

#[tokio::test]
async fn basic_pages_mention_no_game_when_disabled() {
    let server = TestServer::start().await;
    let mara = server.visitor();
    for path in PAGES {
        let basic = if path == "/" { String::new() } else { path.to_owned() };
        let (status, html) = read_basic(&mara, &basic).await;
        let is_the_games = path == "/help/prizepeg";
        assert_eq!(status, if is_the_games { 404 } else { 200 }, "{path}");
        assert!(is_the_games || !html.to_lowercase().contains("prize"), "{path}");
    }
}

#[tokio::test]
async fn public_pages_have_basic_version_without_script() {
    let server = TestServer::start_with(|config| config.prize.enabled = true).await;
    let mara = server.visitor();
    for path in PAGES {
        let basic = if path == "/" { String::new() } else { path.to_owned() };
        let (status, html) = read_basic(&mara, &basic).await;
        assert_eq!(status, 200, "{path}");
        assert_eq!(html.matches("<h1").count(), 1, "{path}");
        assert!(!html.contains("<script"), "{path}");
        assert!(html.contains("<meta name=\"robots\" content=\"noindex\">"), "{path}");
        let canonical = format!("<link rel=\"canonical\" href=\"http://127.0.0.1:8080{path}\">");
        assert!(html.contains(&canonical), "{path}");
        let whole = mara.get(path).await;
        let words = String::from_utf8(whole.bytes).unwrap();
        assert!(words.contains(&format!("href=\"/basic{basic}\"")), "{path} leads there");
    }
    let (_, boox) = read_basic(&mara, "/help/boox").await;
    assert!(boox.contains("<title>Help for Boox · Inkfold</title>"), "{boox}");
    assert!(boox.contains("href=\"/basic/help/scribe\""), "{boox}");
    assert!(boox.contains("<details open"), "{boox}");
}

#[tokio::test]
async fn old_browser_gets_basic_page_at_same_address() {
    let server = TestServer::start_with(|config| config.prize.enabled = true).await;
    let mara = server.visitor();
    for browser in [KOBO, OLD_KINDLE] {
        for path in PAGES {
            let (status, html) = read(&mara, path, browser).await;
            assert_eq!(status, 200, "{path}");
            assert!(!html.contains("<script") && html.contains("<body class=\"basic\">"), "{path}");
            assert!(
                !html.contains("href=\"/basic\"") && !html.contains("href=\"/basic/"),
                "{path}"
            );
            assert!(!html.contains("noindex"), "{path}");
        }
    }
    let (status, html) = read(&mara, "/signin", KOBO).await;
    assert_eq!(status, 200);
    assert!(html.contains("<h1>Sign in</h1>") && html.contains("a newer browser"), "{html}");
    let (status, html) = read(&mara, "/nowhere", KOBO).await;
    assert_eq!(status, 404);
    assert!(html.contains("<h1>Page not found</h1>"), "{html}");
}

#[tokio::test]
async fn modern_browser_gets_page_with_script() {
    let server = TestServer::start().await;
    let mara = server.visitor();
    for browser in YOUNG {
        let (_, html) = read(&mara, "/help/boox", browser).await;
        assert!(html.contains("<script type=\"module\""), "{browser}");
    }
}

#[tokio::test]
async fn basic_library_links_form_and_book_files() {
    let server = TestServer::start().await;
    let mara = server.visitor();
    let (_, html) = read_basic(&mara, "/library").await;
    assert!(html.contains("There are no books yet."), "{html}");

    let book = server.book("A year in ink", 5).await;
    let empty = server.book("No questions yet", 0).await;
    let (form, download) =
        (format!("/assets/forms/{book}.pdf"), format!("/api/book/{book}/download"));
    let (status, html) = read_basic(&mara, "/library").await;
    assert_eq!(status, 200);
    assert!(html.contains("<h2>A year in ink</h2>"), "{html}");
    assert!(html.contains("0 entries, not published yet"), "{html}");
    assert!(html.contains(&form) && !html.contains(&download), "{html}");
    assert!(!html.contains(&format!("/assets/forms/{empty}.pdf")), "{html}");
    let pdf = mara.get(&form).await;
    assert!(pdf.bytes.starts_with(b"%PDF-"));

    server.publish_threshold(&book, 1).await;
    let ana = server.member("ana").await;
    ana.submit(&book, fill(&pdf.bytes, 2, &[0])).await;
    server.run_jobs().await;
    let (_, html) = read(&mara, "/library", KOBO).await;
    assert!(html.contains("1 entry, published") && html.contains(&download), "{html}");
    assert!(mara.get(&download).await.bytes.starts_with(b"%PDF-"));
}

#[tokio::test]
async fn basic_library_escapes_names() {
    let server = TestServer::start_with(|config| {
        config.community = "Pen & \"Paper\" <script>alert(1)</script>".into();
        config.contact = "\"><b>@example.org".into();
    })
    .await;
    server
        .run_service(|context| {
            let name = "<script>alert(\"2\" & '2')</script>";
            let new = NewBook::parse(name, "<img src=x onerror=alert(3)>", None, Vec::new());
            books::add(context, &Actor::Operator, new.unwrap()).unwrap();
        })
        .await;
    let (_, html) = read_basic(&server.visitor(), "/library").await;
    let name = "&lt;script&gt;alert(&quot;2&quot; &amp; '2')&lt;/script&gt;";
    assert!(html.contains(&format!("<h2>{name}</h2>")), "{html}");
    assert!(html.contains("Pen &amp; &quot;Paper&quot; &lt;script&gt;"), "{html}");
    for raw in ["<script", "<img", "\"><b>"] {
        assert!(!html.contains(raw), "{raw} in {html}");
    }
}

#[tokio::test]
async fn basic_page_ends_with_mail_address() {
    let server = TestServer::start().await;
    let (_, html) = read_basic(&server.visitor(), "/contact").await;
    assert!(
        html.contains(
            "There is no email address for questions. Ask whoever invited you who runs this site"
        ),
        "{html}"
    );
    let server = TestServer::start_with(|config| {
        config.community = "The Tuesday Table".into();
        config.contact = "ink@example.org".into();
    })
    .await;
    let (_, html) = read_basic(&server.visitor(), "/contact").await;
    let ask =
        "Questions about The Tuesday Table: <a href=\"mailto:ink@example.org\">ink@example.org</a>";
    assert!(html.contains(ask), "{html}");
}

#[tokio::test]
async fn unknown_basic_pages_are_404() {
    let server = TestServer::start().await;
    let mara = server.visitor();
    for path in ["/nowhere", "/signin", "/help/boox.html", "/home.html", "/help%2Fboox"] {
        let (status, html) = read_basic(&mara, path).await;
        assert_eq!(status, 404, "{path}");
        assert!(!html.contains("<script type"), "{path}");
    }
    for path in ["/", "/home", "/help/"] {
        assert_eq!(read_basic(&mara, path).await.0, 200, "{path}");
    }
    let signin = String::from_utf8(mara.get("/signin").await.bytes).unwrap();
    assert!(signin.contains("href=\"/basic\""), "{signin}");
}
