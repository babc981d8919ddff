//! Precedence of the sources, and reports of faults.

use std::fs;
use std::io::Write;
use std::os::unix::fs::PermissionsExt;
use std::path::PathBuf;

use tempfile::TempDir;

use super::*;
use crate::config::{MailTransport, Security};

const ABSENT: &str = "absent.toml";

/// Loads settings from variables alone.
fn load(list: &[(&str, &str)]) -> Result<Config, Error> {
    load_over(Path::new(ABSENT), list).map(|loaded| loaded.config)
}

fn load_over(file: &Path, list: &[(&str, &str)]) -> Result<ConfigWithSources, Error> {
    let variables = list.iter().map(|(name, value)| ((*name).into(), (*value).into()));
    super::load(file, file != Path::new(ABSENT), variables)
}

fn faults(error: Error) -> Vec<String> {
    match error {
        Error::Invalid(faults) => faults,
        Error::File { .. } => panic!("{error}"),
    }
}

/// Creates a file that only its owner can read.
fn file(folder: &TempDir, name: &str, text: &str) -> PathBuf {
    let path = folder.path().join(name);
    fs::File::create(&path).unwrap().write_all(text.as_bytes()).unwrap();
    fs::set_permissions(&path, fs::Permissions::from_mode(0o600)).unwrap();
    path
}

#[test]
fn environment_overrides_file_and_file_overrides_defaults() {
    let folder = tempfile::tempdir().unwrap();
    let settings = file(&folder, "inkfold.toml", "community = \"Ink Club\"\nmax_upload_mib = 8\n");
    let variables = [
        ("INKFOLD_MAX_UPLOAD_MIB", "9"),
        ("INKFOLD_MAIL__TRANSPORT", "none"),
        ("INKFOLD_TRUSTED_PROXIES", "[\"127.0.0.1\"]"),
        ("PATH", "x"),
    ];
    let mut loaded = load_over(&settings, &variables).unwrap();
    loaded.set_data_dir("--data-dir", Path::new("/srv/ink"));
    let config = &loaded.config;
    assert_eq!(config.community, "Ink Club");
    assert_eq!(config.max_upload_mib, 9);
    assert_eq!(config.mail.transport, MailTransport::None);
    assert_eq!(config.trusted_proxies, ["127.0.0.1".parse().unwrap()]);
    assert_eq!(config.listen, Config::default().listen);
    assert_eq!(loaded.changed().unwrap(), 5);

    let settings = loaded.settings().unwrap();
    let from = |key: &str| {
        let setting = settings.iter().find(|setting| setting.key == key).unwrap();
        setting.origin.to_string().replace(&folder.path().display().to_string(), "")
    };
    assert_eq!(from("community"), "/inkfold.toml, line 1");
    assert_eq!(from("max_upload_mib"), "the variable INKFOLD_MAX_UPLOAD_MIB");
    assert_eq!(from("data_dir"), "--data-dir");
    assert_eq!(from("listen"), "the defaults");
}

#[test]
fn all_config_errors_are_reported_together() {
    let folder = tempfile::tempdir().unwrap();
    let text = "listen = 'everywhere'\nmax_uplod_mib = 8\nmail = 3\n[mial]\n[prize]\nenabled = 1\n";
    let settings = file(&folder, "inkfold.toml", text);
    let variables = [("INKFOLD_MAIL_FROM", "a@b.org"), ("INKFOLD_MAIL__SMTP__PORT", "many")];
    let told = faults(load_over(&settings, &variables).unwrap_err()).join("\n");
    for words in [
        "inkfold.toml, line 2. Did you mean `max_upload_mib`?",
        "inkfold.toml, line 3 is not one setting but a section: [mail]",
        "unknown setting `mial` in ",
        "unknown setting `INKFOLD_MAIL_FROM` in the environment. Did you mean `INKFOLD_MAIL__FROM`?",
        "inkfold.toml, line 1 is \"everywhere\"",
        "inkfold.toml, line 6 is 1: true or false is wanted",
        "`mail.smtp.port` from the variable INKFOLD_MAIL__SMTP__PORT is \"many\": a whole number",
    ] {
        assert!(told.contains(words), "{words}: {told}");
    }
    assert_eq!(told.lines().count(), 7, "{told}");
    let error = super::load(Path::new(ABSENT), true, std::iter::empty()).unwrap_err();
    assert_eq!(error.to_string(), "the settings in absent.toml cannot be read");
}

#[test]
fn public_url_must_be_usable_in_links() {
    let load = |url| load(&[("INKFOLD_PUBLIC_URL", url)]);
    let below = load("https://club.example.org/ink/").unwrap();
    assert_eq!(below.public_url, "https://club.example.org/ink");
    assert_eq!(below.base_path(), "/ink");
    for (url, words) in [
        ("https://club.example.org/ink?a=b", "no question mark"),
        ("https://club.example.org/my%20ink", "is made of letters"),
    ] {
        let told = faults(load(url).unwrap_err()).concat();
        assert!(told.contains("`public_url`") && told.contains(words), "{told}");
    }
}

#[test]
fn non_utf8_variable_is_named_in_error() {
    use std::os::unix::ffi::OsStringExt;
    let value = OsString::from_vec(vec![b'x', 0xff]);
    let variables = [("INKFOLD_COMMUNITY".into(), value)].into_iter();
    let error = super::load(Path::new(ABSENT), false, variables).unwrap_err();
    assert!(error.to_string().contains("INKFOLD_COMMUNITY is not text"), "{error}");
}

#[test]
fn secret_is_given_directly_or_by_file() {
    let folder = tempfile::tempdir().unwrap();
    let password = file(&folder, "password", "blue-black\n");
    let of_file = [
        ("INKFOLD_MAIL__SMTP__USERNAME", "ink"),
        ("INKFOLD_MAIL__SMTP__PASSWORD_FILE", password.to_str().unwrap()),
    ];
    let loaded = load_over(Path::new(ABSENT), &of_file).unwrap();
    assert_eq!(loaded.config.mail.smtp.password().unwrap(), "blue-black");
    assert_eq!(loaded.warnings, [""; 0]);

    let itself = [of_file[0], ("INKFOLD_MAIL__SMTP__PASSWORD", "0123")];
    assert_eq!(load(&itself).unwrap().mail.smtp.password().unwrap(), "0123");
    let both = [&of_file[..], &itself[1..]].concat();
    let told = faults(load(&both).unwrap_err());
    assert_eq!(told.len(), 1);
    assert!(told[0].contains("PASSWORD_FILE are both set: keep one of them"), "{told:?}");
    // An empty value counts as not set.
    assert!(load(&[of_file[0], of_file[1], ("INKFOLD_MAIL__SMTP__PASSWORD", "")]).is_ok());

    fs::remove_file(&password).unwrap();
    let told = faults(load(&of_file).unwrap_err()).concat();
    assert!(told.starts_with(password.to_str().unwrap()), "{told}");
    assert!(told.contains("`mail.smtp.password_file` from the variable"), "{told}");
    assert!(told.contains("cannot be read: No such file"), "{told}");
}

#[test]
fn secret_file_may_have_windows_line_ends() {
    let folder = tempfile::tempdir().unwrap();
    for (text, secret) in [
        ("\u{feff}blue-black\r\n", "blue-black"),
        ("blue-black\r\n", "blue-black"),
        ("\u{feff}blue-black", "blue-black"),
        (" blue\u{feff}black ", " blue\u{feff}black "),
    ] {
        let password = file(&folder, "password", text);
        let config = load(&[
            ("INKFOLD_MAIL__SMTP__USERNAME", "ink"),
            ("INKFOLD_MAIL__SMTP__PASSWORD_FILE", password.to_str().unwrap()),
            ("INKFOLD_OBSERVE__METRICS_TOKEN_FILE", password.to_str().unwrap()),
        ])
        .unwrap();
        assert_eq!(config.mail.smtp.password().unwrap(), secret, "{text:?}");
        let token = config.observe.metrics_token().unwrap();
        assert_eq!(token.as_deref(), Some(secret.trim()), "{text:?}");
    }
}

#[test]
fn secret_file_readable_by_others_gives_warning() {
    let folder = tempfile::tempdir().unwrap();
    let text = "[mail.smtp]\nusername = \"ink\"\npassword = \"blue-black\"\n";
    let settings = file(&folder, "inkfold.toml", text);
    assert_eq!(load_over(&settings, &[]).unwrap().warnings, [""; 0]);
    fs::set_permissions(&settings, fs::Permissions::from_mode(0o644)).unwrap();
    let warnings = load_over(&settings, &[]).unwrap().warnings.concat();
    assert!(warnings.starts_with("`mail.smtp.password` is in "), "{warnings}");
    assert!(warnings.contains("hint: chmod o= "), "{warnings}");
    assert!(!warnings.contains("blue-black"), "{warnings}");
}

#[test]
fn smtp_needs_host_and_complete_login() {
    let load = |more: &[(&str, &str)]| {
        let smtp = [("INKFOLD_MAIL__TRANSPORT", "smtp")];
        load(&[&smtp, more].concat())
    };
    assert!(load(&[]).unwrap_err().to_string().contains("set `host` in [mail.smtp]"));
    let host = ("INKFOLD_MAIL__SMTP__HOST", "smtp.example.org");
    assert_eq!(load(&[host]).unwrap().mail.smtp.security, Security::StartTls);
    let half = load(&[host, ("INKFOLD_MAIL__SMTP__USERNAME", "ink")]);
    assert!(half.unwrap_err().to_string().contains("go together"));
}

#[test]
fn inbound_mail_needs_host_name_and_address() {
    let host = ("INKFOLD_MAIL__INBOUND__HOST", "post.example.org");
    let listen = |to| ("INKFOLD_MAIL__INBOUND__SMTP_LISTEN", to);
    let socket = ("INKFOLD_MAIL__INBOUND__LMTP_SOCKET", "/run/inkfold/lmtp.sock");
    assert!(load(&[host, listen("127.0.0.1:2525"), socket]).unwrap().mail.inbound.is_on());
    for (wrong, word) in [
        (&[socket][..], "set `host`"),
        (&[listen("127.0.0.1:2525")], "set `host`"),
        (&[host, listen("everywhere")], "`smtp_listen`"),
        (&[("INKFOLD_MAIL__INBOUND__HOST", "a@b.org")], "`host`"),
        (&[host, ("INKFOLD_MAIL__INBOUND__FRONT_SERVERS", "[\"10.0.0.1\"]")], "`authserv_id`"),
    ] {
        let words = load(wrong).unwrap_err().to_string();
        assert!(words.contains(word), "{words}");
    }
}

#[test]
fn unusable_settings_are_refused_before_serving() {
    for (name, value, words) in [
        ("PUBLIC_URL", "ink.example.org", "`public_url` is the address"),
        ("PUBLIC_URL", "ftp://ink.example.org", "`public_url` is the address"),
        ("MAIL__FROM", "nobody", "`from` in [mail] is a mail address"),
        ("MAIL__FROM", "", "`from` in [mail] is a mail address"),
        ("CONTACT", "notanaddress", "`contact` is a mail address"),
        ("MAX_UPLOAD_MIB", "0", "`max_upload_mib` is at least 1"),
        ("PARTNER__URL", "foo", "`url` in [partner] is an address"),
        ("DATA_DIR", "", "`data_dir` is a folder"),
    ] {
        let name = format!("INKFOLD_{name}");
        let told = faults(load(&[(&name, value)]).unwrap_err());
        assert_eq!(told.len(), 1, "{told:?}");
        assert!(told[0].starts_with(words), "{told:?}");
    }
    let good = [
        ("INKFOLD_MAIL__FROM", "ink@club.lan"),
        ("INKFOLD_CONTACT", "club@example.org"),
        ("INKFOLD_PARTNER__URL", "https://tablets.example.org/"),
        ("INKFOLD_MAX_UPLOAD_MIB", "1"),
    ];
    assert_eq!(load(&good).unwrap().contact, "club@example.org");
}
