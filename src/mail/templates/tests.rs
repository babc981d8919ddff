//! Templates, built-in and an operator's own, whole and broken.

use super::super::content::ModeratedMemo;
use super::*;

fn config() -> Config {
    Config {
        community: "Club".into(),
        public_url: "https://ink.example.org".into(),
        ..Config::default()
    }
}

fn mail(content: &MailContent<'_>) -> RenderedMail {
    let (mail, faults) = Templates::default().write(&config(), content).unwrap();
    assert_eq!(faults, Vec::<String>::new());
    mail
}

/// Templates of a data folder with these files.
fn templates_with(files: &[(&str, &str)]) -> (tempfile::TempDir, Templates) {
    let data = tempfile::tempdir().unwrap();
    let folder = data.path().join(FOLDER);
    fs::create_dir_all(&folder).unwrap();
    for (name, source) in files {
        let mut file = fs::File::create(folder.join(name)).unwrap();
        io::Write::write_all(&mut file, source.as_bytes()).unwrap();
    }
    let templates = Templates::read(data.path());
    (data, templates)
}

#[test]
fn built_in_templates_render_every_mail() {
    let mut used: Vec<&str> = vec![FOOTER];
    for content in MailContent::samples() {
        let mail = mail(&content);
        used.push(content.template());
        assert!(!mail.subject.is_empty() && !mail.subject.contains('{'), "{mail:?}");
        assert!(mail.text.contains("\n\n-- \nYou get this mail because "), "{}", mail.text);
        assert!(!mail.text.contains("\n\n\n") && !mail.text.contains("{%"), "{}", mail.text);
        let button = content.button();
        for link in button.map(|button| button.link).into_iter().chain(content.unsubscribe()) {
            assert!(mail.text.lines().any(|line| line == link), "{}", mail.text);
            assert!(mail.html.contains(&format!("href=\"{link}\"")), "{}", mail.html);
        }
        let buttons = mail.html.matches("class=\"button\"").count();
        assert_eq!(buttons, usize::from(button.is_some()), "{}", mail.html);
        assert_eq!(mail.unsubscribe.as_deref(), content.unsubscribe());
        assert_eq!(mail.text.contains("/unsubscribe/"), mail.unsubscribe.is_some());
    }
    used.sort_unstable();
    assert!(used.into_iter().eq(all_built_in().iter().map(|(name, _)| *name)));
}

#[test]
fn values_cannot_add_markup_headers_or_templates() {
    let name = "<b>Mara</b>\r\nBcc: x@y.org {{ community }}";
    let (book, link) = ("<i>Rivers</i>\r\nBcc: eve@example.org", "https://host/a?b=c&d");
    let content = MailContent::PicturesMissing { name, book, edition: 2, pictures: 3, link };
    let hidden = mail(&content);
    let subject = "Edition 2 of \u{201c}<i>Rivers</i> Bcc: eve@example.org\u{201d} was published without 3 pictures";
    assert_eq!(hidden.subject, subject);
    assert!(hidden.text.contains("{{ community }}"), "{}", hidden.text);
    assert!(hidden.html.contains("&lt;b&gt;Mara&lt;/b&gt;") && !hidden.html.contains("<b>Mara"));
    assert!(hidden.html.contains("href=\"https://host/a?b=c&amp;d\""), "{}", hidden.html);
    let one = MailContent::PicturesMissing { name, book, edition: 2, pictures: 1, link };
    assert!(mail(&one).subject.ends_with("without 1 picture"));
}

#[test]
fn line_breaks_of_reasons_are_kept() {
    let memo = ModeratedMemo {
        name: "Mara",
        book: "Rivers",
        question: "What is blue?",
        reason: "It names a neighbour.\r\nAnd a street.\r\n\r\nPlease write it anew.",
        link: "https://host/entries",
    };
    let mail = mail(&MailContent::MemoHidden(memo));
    let text = "It names a neighbour.\nAnd a street.\n\nPlease write it anew.\n";
    assert!(mail.text.contains(text), "{}", mail.text);
    for html in ["It names a neighbour.<br>And a street.</p>", ">Please write it anew.</p>"] {
        assert!(mail.html.contains(html), "{}", mail.html);
    }
}

#[test]
fn own_template_takes_the_place_of_built_in() {
    let source =
        "Subject: Hooray, {{ book }}!\nWhy: You wrote in it.\n\nDear {{ name }},\n\n{{ link }}\n";
    let footer = "{{ why }} Yours, {{ community }}.";
    let files =
        [("book-published.txt", source), ("footer.txt", footer), (".x.txt", ""), ("a~", "")];
    let (_data, templates) = templates_with(&files);
    assert_eq!(templates.faults(), Vec::<String>::new());
    let samples = MailContent::samples();
    let published = samples.iter().find(|content| content.template() == "book-published").unwrap();
    let (mail, faults) = templates.write(&config(), published).unwrap();
    assert_eq!(faults, Vec::<String>::new());
    assert_eq!(mail.subject, "Hooray, A year in ink!");
    let text = "Dear Mara,\n\nhttps://ink.example.org/link\n\n-- \nYou wrote in it. Yours, Club.";
    assert_eq!(mail.text, text);
    assert_eq!(mail.unsubscribe.as_deref(), published.unsubscribe());
}

#[test]
fn broken_template_is_named_and_not_used() {
    for (source, fault) in [
        ("Subject: Hi\nWhy: So.\n\nDear {{ nmae }},\n", "test.txt:4: unknown variable: nmae"),
        ("Subject: {{ communty }}\nWhy: So.\n\nHi\n", "test.txt:1: unknown variable: communty"),
        ("Subject: Hi\nWhy: So.\n\n{% if site %}\nHi\n", "test.txt:5: unexpected end of input"),
        ("Subject: Hi\n\nHello\n", "test.txt:1: the line `Why: …` is missing"),
        ("Subject: Hi\nBcc: eve\n\nHello\n", "test.txt:2: expected `Subject: …`"),
        ("Subject: Hi\nWhy: So.\n\n{{ community.x.y }}\n", "test.txt:4: unknown variable"),
        (
            "Subject: Hi\nWhy: So.\n\n{% for a in range(9999) %}{% for b in range(9999) %}ink{% endfor %}{% endfor %}\n",
            "test.txt:4: engine ran out of fuel",
        ),
    ] {
        let (_data, templates) = templates_with(&[("test.txt", source)]);
        let [told] = templates.faults().try_into().unwrap();
        assert!(told.contains(fault), "{told}");
        let (written, faults) = templates.write(&config(), &MailContent::Test {}).unwrap();
        assert_eq!(written, mail(&MailContent::Test {}));
        assert_eq!(faults, [told]);
    }
}

#[test]
fn unknown_and_unreadable_templates_are_named() {
    let large = "x".repeat(MAX_BYTES as usize + 1);
    let (_data, templates) =
        templates_with(&[("tset.txt", "Hi"), ("test.html", "Hi"), ("test.txt", &large)]);
    let faults = templates.faults();
    assert_eq!(faults.len(), 3, "{faults:?}");
    assert!(faults[0].ends_with("test.html: no mail has this template"), "{faults:?}");
    assert!(faults[1].contains("test.txt cannot be read: "), "{faults:?}");
    assert!(faults[2].ends_with("tset.txt: no mail has this template"), "{faults:?}");
}
