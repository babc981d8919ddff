//! Metadata of a page and of the community before any script runs.

use crate::http::pages::site_map;

use super::*;

fn head(config: &Config, page: Option<&Page>, subject: &Subject, path: &str) -> String {
    crate::http::pages::html_head::head(config, page, subject, path).into_string()
}

fn config() -> Config {
    Config {
        public_url: "https://ink.example.org".into(),
        community: "Pen \"& Paper\" <Club>".into(),
        contact: "hello@example.org".into(),
        ..Config::default()
    }
}

#[test]
fn public_page_has_title_and_canonical_url() {
    let head = head(&config(), site_map::find("/home"), &Subject::Any, "/home");
    assert!(head.contains("<link rel=\"canonical\" href=\"https://ink.example.org/\">"));
    assert!(head.contains("<meta name=\"description\""));
    assert!(head.contains("<meta name=\"inkfold:contact\" content=\"hello@example.org\">"));
    assert!(!head.contains("inkfold:partner"));
    assert!(head.contains("manifest.webmanifest"));
}

#[test]
fn head_has_base_path_of_public_url() {
    let mut config = config();
    assert!(!head(&config, None, &Subject::Any, "/").contains("inkfold:base"));
    config.public_url = "https://club.example.org/ink".into();
    let head = head(&config, site_map::find("/help"), &Subject::Any, "/help");
    assert!(head.contains("<meta name=\"inkfold:base\" content=\"/ink\">"), "{head}");
    assert!(head.contains("rel=\"canonical\" href=\"https://club.example.org/ink/help\""));
    assert!(head.contains("rel=\"manifest\" href=\"/ink/manifest.webmanifest\""));
}

#[test]
fn head_has_mail_none_when_mail_disabled() {
    let mut config = config();
    assert!(!head(&config, None, &Subject::Any, "/").contains("inkfold:mail"));
    config.mail.transport = MailTransport::None;
    let head = head(&config, None, &Subject::Any, "/");
    assert!(head.contains("<meta name=\"inkfold:mail\" content=\"none\">"));
}

#[test]
fn head_has_configured_upload_limit() {
    let mut config = config();
    let at_first = head(&config, None, &Subject::Any, "/");
    assert!(at_first.contains("<meta name=\"inkfold:max-upload\" content=\"32\">"), "{at_first}");
    config.max_upload_mib = 64;
    let raised = head(&config, None, &Subject::Any, "/");
    assert!(raised.contains("<meta name=\"inkfold:max-upload\" content=\"64\">"), "{raised}");
}

#[test]
fn head_mentions_no_game_when_disabled() {
    let mut config = config();
    assert!(!head(&config, None, &Subject::Any, "/").contains("prize"));
    config.prize.enabled = true;
    let head = head(&config, None, &Subject::Any, "/");
    assert!(head.contains("<meta name=\"inkfold:prize\" content=\"on\">"));
    assert!(head.contains("<meta name=\"inkfold:reward\" content=\"a small reward\">"));
}

#[test]
fn head_escapes_configured_names() {
    let head = head(&config(), site_map::find("/features"), &Subject::Any, "/features");
    assert!(head.contains("Pen &quot;&amp; Paper&quot; &lt;Club&gt;</title>"));
    assert!(!head.contains("<Club>"));
}

#[test]
fn titles_descriptions_and_pictures_are_escaped() {
    let markup = || "<script>\"a\" & 'b'</script>".to_owned();
    let image = Image { path: "/media/x.png".into(), width: 3, height: 2, alt: markup() };
    let feed = Some("/thread/a&b/feed.atom".into());
    let public =
        PublicMetadata { title: markup(), description: markup(), image: Some(image), feed };
    let page = site_map::find("/help");
    let head = head(&config(), page, &Subject::Public(public), "/help");
    let escaped = "&lt;script&gt;&quot;a&quot; &amp; 'b'&lt;/script&gt;";
    assert!(head.contains(&format!("<title>{escaped} · Pen ")), "{head}");
    for name in ["name=\"description", "property=\"og:title", "property=\"og:image:alt"] {
        assert!(head.contains(&format!("<meta {name}\" content=\"{escaped}\">")), "{name}: {head}");
    }
    let feed = "href=\"https://ink.example.org/thread/a&amp;b/feed.atom\"";
    assert!(head.contains(&format!("title=\"{escaped}\" {feed}>")), "{head}");
    assert!(!head.contains("<script"), "{head}");
}

#[test]
fn member_page_is_not_indexed() {
    let head = head(&config(), site_map::find("/settings"), &Subject::Any, "/settings");
    assert!(head.contains("noindex"));
    assert!(!head.contains("canonical"));
}

#[test]
fn plain_http_offers_nothing_to_install() {
    let head = head(&Config::default(), site_map::find("/"), &Subject::Any, "/");
    assert!(!head.contains("manifest"));
}
