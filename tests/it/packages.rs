//! Packages and images: their files exist, and their commands can be run.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::Command;

use inkfold::config::{self, ConfigWithSources};

use crate::support::{executable, exports, root};

fn text(path: &str) -> String {
    fs::read_to_string(root().join(path)).unwrap()
}

/// Value of `NAME=` in a systemd unit.
fn setting(unit: &str, name: &str) -> String {
    let mut values = unit.lines().filter_map(|line| line.strip_prefix(name)?.strip_prefix('='));
    values.next().unwrap_or_else(|| panic!("no {name}")).to_owned()
}

/// Returns the source and the target of each file in the Debian package.
fn assets() -> Vec<(String, String)> {
    let manifest: toml::Value = toml::from_str(&text("Cargo.toml")).unwrap();
    let assets = manifest["package"]["metadata"]["deb"]["assets"].as_array().unwrap();
    let words = |asset: &toml::Value, at: usize| asset[at].as_str().unwrap().to_owned();
    assets.iter().map(|asset| (words(asset, 0), words(asset, 1))).collect()
}

/// Settings as the packages have them.
fn packaged_settings() -> ConfigWithSources {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("inkfold.toml");
    let made = Command::new("sed")
        .args(["-f", "cli/packaging/settings.sed", "config.example.toml"])
        .current_dir(root())
        .output()
        .unwrap();
    exports::write(&file, &made.stdout);
    config::load(&file, true, std::iter::empty()).unwrap()
}

/// Whether the command line accepts these arguments, without running them.
fn can_be_typed(words: &[&str]) -> bool {
    let help = Command::new(executable()).args(words).arg("--help").output().unwrap();
    help.status.success()
}

#[test]
fn package_assets_exist_or_are_built() {
    let script = text("cli/packaging/packages.sh");
    for (source, _) in assets() {
        if let Some(made) = source.strip_prefix("target/packaged/") {
            let folder_or_file = made.split("/*").next().unwrap();
            assert!(script.contains(folder_or_file), "nothing makes {source}");
        } else if !source.starts_with("target/release/") && !source.starts_with("ui/dist/") {
            let before_star = source.split('*').next().unwrap();
            let (folder, beginning) = before_star.rsplit_once('/').unwrap_or((".", before_star));
            let files = fs::read_dir(root().join(folder)).unwrap();
            let mut names = files.map(|file| file.unwrap().file_name().into_string().unwrap());
            assert!(names.any(|name| name.starts_with(beginning)), "no {source}");
        }
    }
}

#[test]
fn service_unit_starts_installed_program() {
    let unit = text("cli/packaging/inkfold.service");
    let installed: BTreeSet<String> = assets()
        .into_iter()
        .map(|(source, to)| format!("/{to}{}", source.rsplit('/').next().unwrap()))
        .collect();
    let start = setting(&unit, "ExecStart");
    let words: Vec<&str> = start.split(' ').collect();
    for path in [words[0], words[2]] {
        assert!(installed.contains(path), "{path} is not in the package: {installed:?}");
    }
    assert_eq!(words[1], "--config");
    assert!(can_be_typed(&words[1..]), "{start}");

    let user = setting(&unit, "User");
    assert!(text("cli/packaging/inkfold.sysusers").contains(&format!("\nu {user} ")));
    let settings = packaged_settings();
    let data = format!("/var/lib/{}", setting(&unit, "StateDirectory"));
    assert_eq!(settings.config.data_dir.to_str(), Some(data.as_str()));
    assert_eq!(settings.warnings, Vec::<String>::new());
    // A port below 1024 needs the capability that the unit grants.
    assert_eq!(settings.config.listen.to_string(), "0.0.0.0:80");
    assert_eq!(setting(&unit, "AmbientCapabilities"), "CAP_NET_BIND_SERVICE");
    assert_eq!(setting(&unit, "MemoryMax"), "75%");
}

#[test]
fn service_makes_folder_of_postfix_socket() {
    let unit = text("cli/packaging/inkfold.service");
    let page = text("docs/src/postfix.md");
    let socket = page.lines().find_map(|line| line.strip_prefix("lmtp_socket = ")).unwrap();
    let folder = Path::new(socket.trim_matches('"')).parent().unwrap().to_str().unwrap();
    let writable = setting(&unit, "ReadWritePaths");
    assert!(writable.split(' ').any(|path| path == format!("-{folder}")), "{writable}");
    let (user, before) = (setting(&unit, "User"), setting(&unit, "ExecStartPre"));
    // Files in a setgid folder belong to its group, so Postfix need not be a member of ours.
    let made = format!("install -d -o {user} -g postfix -m 2750 {folder};");
    assert!(before.starts_with("+/bin/sh -c '") && before.contains(&made), "{before}");
    let script = before.split('\'').nth(1).unwrap();
    let parsed = Command::new("sh").args(["-n", "-c", script]).status().unwrap();
    assert!(parsed.success(), "{script}");
}

#[test]
fn image_copies_and_commands_are_valid() {
    let dockerfile = text("cli/packaging/Dockerfile");
    let script = text("cli/packaging/packages.sh");
    let lines = |word: &str| -> Vec<String> {
        let lines =
            dockerfile.lines().filter_map(|line| line.strip_prefix(word)?.strip_prefix(' '));
        lines.map(str::to_owned).collect()
    };
    for copy in lines("COPY") {
        let mut words = copy.split(' ').filter(|word| !word.starts_with("--"));
        let source = words.next().unwrap().replace("${TARGETARCH}", "$machine");
        let is_made = script.contains(&source) || text("Makefile").contains(&source);
        assert!(is_made, "nothing makes {source}");
    }
    // ["inkfold", "health"], wherever it stands in the line.
    for line in ["CMD", "HEALTHCHECK"].iter().flat_map(|word| lines(word)) {
        let list = &line[line.find('[').unwrap()..];
        let words: Vec<String> = serde_json::from_str(list).unwrap();
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        assert!(can_be_typed(words.strip_prefix(&["inkfold"]).unwrap_or(&words)), "{line}");
    }
    let given = lines("ENV").join(" ");
    let variables = given.split(' ').filter_map(|pair| pair.split_once('='));
    let variables = variables.map(|(name, value)| (name.into(), value.into()));
    let settings = config::load(&root().join("inkfold.toml"), false, variables).unwrap();
    assert_eq!(lines("VOLUME"), [settings.config.data_dir.to_str().unwrap()]);
    assert_eq!(lines("EXPOSE"), [settings.config.listen.address().unwrap().port().to_string()]);
}
