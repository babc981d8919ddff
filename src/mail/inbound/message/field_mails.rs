//! Mails as mail programs write them, from files beside the repository.

#[path = "../../../../tests/it/support/skips.rs"]
mod skips;

use std::fs;
use std::path::Path;

use super::*;

const RAIN: &str = "It rained all night.\n\nThen the road was gone.";

/// Answer of a mail, or else its pages or the reason that it has none. `automatic` for mails of programs.
fn outcome(mail: &[u8]) -> String {
    let message = InboundMessage::read(mail).unwrap();
    if message.is_automatic {
        return "automatic".to_owned();
    }
    let own = OwnWords {
        addresses: vec!["inkfold@localhost".into(), "@post.example.org".into()],
        member: "mara@example.org".into(),
        name: "inkfold".into(),
        lines: Vec::new(),
    };
    let answer = message.answer(own).unwrap();
    if answer.has_pages_within && !answer.text.is_empty() {
        return answer.text;
    }
    let pages = message.require_pages();
    pages.map_or_else(|refused| refused.to_string(), |pages| format!("{} pages", pages.len()))
}

/// Expected outcome by the name of a file, or its beginning.
const EXPECTED: [(&str, &str); 23] = [
    ("below-the-quote", "there is no page"),
    ("charset-big5", "下雨的聲音"),
    ("charset-euc-kr", "빗소리"),
    ("charset-gb18030", "下雨的声音"),
    ("charset-koi8-r", "Шум дождя"),
    ("charset-missing-8bit", "Grüße aus dem Süden"),
    ("charset-shift_jis", "雨の音"),
    ("charset-windows-1251", "Шум дождя"),
    ("charset-windows-1252", "“It rained” – naïve"),
    ("flowed-delsp-stuffed", "From the sea it rained."),
    ("forwarded-as-eml", "1 pages"),
    ("heic-attached", "there is a HEIC picture"),
    ("html-", RAIN),
    ("jpeg-", "there is a JPEG picture"),
    ("pdf-", "1 pages"),
    ("pgp-encrypted", "there is no page"),
    ("post-google-group", "automatic"),
    ("post-jpeg-and-logo", "there is a JPEG picture"),
    ("post-pdf-and-png-two", "2 pages"),
    ("post-", "1 pages"),
    ("read-receipt", "automatic"),
    ("reply-", RAIN),
    ("signature-", RAIN),
];

#[test]
fn mails_of_many_programs_are_read() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/testdata/field/mail");
    let Ok(files) = fs::read_dir(&folder) else {
        skips::skip("../shared/testdata/field/mail is not beside the project");
        return;
    };
    let mut wrong = Vec::new();
    for file in files.map(Result::unwrap) {
        let name = file.file_name().into_string().unwrap();
        let expected = EXPECTED.iter().find(|(beginning, _)| name.starts_with(beginning));
        let (_, expected) = expected.unwrap_or_else(|| panic!("{name} is not in the table"));
        let outcome = outcome(&fs::read(file.path()).unwrap());
        let is_right = outcome == *expected
            || (outcome.starts_with("there is") && outcome.starts_with(expected));
        if !is_right {
            wrong.push(format!("{name}: {outcome}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
