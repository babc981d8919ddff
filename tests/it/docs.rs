//! The book of documentation in `docs/`: what it tells people to type is typed, and what it shows them is what they see.
//!
//! How its pages are written:
//! - a block of `console` has commands behind `$ ` (and `> `, where one goes on), and below each what is seen; without that, the
//!   command must only succeed. A page's commands run one after the other in a folder of the page's own;
//! - in what is seen, `…` stands for anything, on a line of its own for any lines; an id stands for the one of this run,
//!   also in the commands after it;
//! - a command that shows `error: ` fails, every other succeeds; one that serves runs on, until a line `^C` or the page's end;
//! - a block whose language is followed by a name, as in `toml inkfold.toml`, is that file; every `toml` is settings that load;
//! - port 8080 is another one here. Other blocks, such as `sh` and `nginx`, are only shown.

mod links;
mod page;
mod seen;
mod shell;

use std::fs;
use std::path::Path;
use std::sync::LazyLock;
use std::sync::atomic::{AtomicU16, Ordering};
use std::thread;

use inkfold::config;

use crate::support::{exports, root, skip, source_files};
use page::{Page, pages};
use shell::Shell;

/// Programs that the pages use, and that are not installed on every machine.
const PROGRAMS: [&str; 3] = ["curl", "postfix", "promtool"];

/// Ports below those that the system gives to whoever asks for any; each process that tests has a hundred of its own.
static PORTS: LazyLock<AtomicU16> =
    LazyLock::new(|| AtomicU16::new(20_000 + (std::process::id() % 120) as u16 * 100));

#[test]
fn documented_commands_print_documented_output() {
    let pages = pages();
    let typed = pages.iter().filter(|page| {
        let missing = PROGRAMS.iter().find(|program| page.names(program) && !can_use(program));
        if let Some(program) = missing {
            skip(&format!("{program} cannot be used here, as {} does", page.name));
        }
        missing.is_none()
    });
    let failures: Vec<String> = thread::scope(|scope| {
        let running: Vec<_> = typed.map(|page| scope.spawn(|| type_in(page))).collect();
        running.into_iter().filter_map(|page| page.join().unwrap().err()).collect()
    });
    assert!(failures.is_empty(), "{}", failures.join("\n\n"));
}

/// Whether a program is installed. Postfix runs as root only.
fn can_use(program: &str) -> bool {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let is_there = std::env::split_paths(&path).any(|folder| folder.join(program).is_file());
    is_there && (program != "postfix" || rustix::process::getuid().is_root())
}

fn type_in(page: &Page) -> Result<(), String> {
    let folder = tempfile::tempdir().unwrap();
    let mut shell = Shell::open(folder.path(), free_port());
    for block in &page.blocks {
        let done = match (block.language.as_str(), &block.file) {
            ("console", _) => shell.follow(&block.body),
            (_, Some(file)) => {
                shell.put(file, &block.body);
                Ok(())
            }
            _ => Ok(()),
        };
        done.map_err(|words| format!("{}:{}: {words}", page.name, block.line))?;
    }
    Ok(())
}

/// Beginnings of commands in the README, and what is seen below them: the id that stands for `ID` from then on, or why
/// there is nothing to do in a new community.
const SEEN: [(&str, &str); 3] = [
    ("inkfold book add", "data data, offline\n01kbn4x7e2q8v6m3d9w5y1z0tr  A year in ink  …"),
    ("inkfold suggestion done", "data data, offline\nerror: This suggestion was not found: …\n…"),
    (
        "inkfold user remove-second-factor",
        "data data, offline\nerror: This member has no two-step verification.",
    ),
];

const OTHER_ADMIN: &str =
    "inkfold user add --email ada@example.org --username ada --name Ada --admin --invite";

#[test]
fn readme_commands_print_documented_output() {
    let readme = Page::read("README.md", &fs::read_to_string(root().join("README.md")).unwrap());
    let folder = tempfile::tempdir().unwrap();
    let mut shell = Shell::open(folder.path(), free_port());
    shell.put("questions.csv", "smell,\"What did it smell of?\"\n");
    // The sample community is the one of `make run`.
    let blocks = readme.blocks.iter().filter(|block| block.language == "sh");
    let blocks = blocks.filter(|block| !block.body.contains("alias inkfold="));
    let lines = blocks.flat_map(|block| block.body.lines());
    let commands = lines
        .filter(|line| line.starts_with("inkfold ") && !line.starts_with("inkfold serve"))
        .map(|line| line.split(" # ").next().unwrap().trim_end());
    // The other commands need the book, so removals come last.
    let (removals, mut commands): (Vec<&str>, Vec<&str>) =
        commands.partition(|command| command.starts_with("inkfold book remove"));
    assert!(commands.len() > 20, "{commands:?}");
    // The command line refuses to disable the last admin, so an earlier command makes another one.
    let start = commands.iter().position(|command| *command == "inkfold user list").unwrap();
    commands.insert(start, OTHER_ADMIN);
    for command in commands.into_iter().chain(removals) {
        let seen = SEEN.iter().find(|(beginning, _)| command.starts_with(beginning));
        let seen = seen.map_or("", |(_, seen)| seen);
        let command = command.replace(" ID", " 01kbn4x7e2q8v6m3d9w5y1z0tr");
        // Without a terminal, commands need `--yes` in place of a confirmation.
        let typed = shell.follow(&format!("$ {command} --yes\n{seen}"));
        assert_eq!(typed, Ok(()), "README.md");
    }
}

fn free_port() -> u16 {
    let ports = std::iter::repeat_with(|| PORTS.fetch_add(1, Ordering::Relaxed));
    let mut free = ports.filter(|port| std::net::TcpListener::bind(("0.0.0.0", *port)).is_ok());
    free.next().unwrap()
}

#[test]
fn documented_settings_load_without_errors() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("inkfold.toml");
    for page in pages() {
        for block in page.blocks.iter().filter(|block| block.language == "toml") {
            // Folder in which the pages put files with secrets.
            let body = block.body.replace("/srv/inkfold", &folder.path().display().to_string());
            let files = body.lines().filter(|line| line.contains("_file = "));
            for file in files.map(|line| Path::new(line.split('"').nth(1).unwrap())) {
                // Other files are read only when the server starts.
                if file.starts_with(&folder) {
                    exports::write(file, b"secret");
                }
            }
            exports::write(&file, body.as_bytes());
            let loaded = config::load(&file, true, std::iter::empty());
            assert!(loaded.is_ok(), "{}:{}: {:?}", page.name, block.line, loaded.err());
        }
    }
}

/// A table of the settings is written in brackets: `[mail.smtp]`.
#[test]
fn documented_setting_tables_exist_in_example_config() {
    let example = fs::read_to_string(root().join("config.example.toml")).unwrap();
    for page in pages() {
        for code in page.code_in_text() {
            let inner = code.strip_prefix('[').and_then(|rest| rest.strip_suffix(']'));
            if inner.is_some_and(|name| name.chars().all(|c| c.is_ascii_lowercase() || c == '.')) {
                let is_there = example.lines().any(|line| line == code);
                assert!(is_there, "{} names {code}", page.name);
            }
        }
    }
}

/// Asserts that symptoms on the troubleshooting pages are quoted from the sources, so that readers can search for a message.
#[test]
fn troubleshooting_quotes_real_messages() {
    let sources = [("src", ".rs"), ("cli", ".rs"), ("ui/src", ".ts"), ("ui/src", ".tsx")];
    let files = sources.iter().flat_map(|(folder, ending)| source_files(folder, &[ending]));
    let said: Vec<String> = files.map(|(_, text)| on_one_line(&text)).collect();
    let pages = pages();
    let page = |name: &str| pages.iter().find(|page| page.name.ends_with(name)).unwrap();
    let mut symptoms: Vec<&str> =
        page("troubleshooting.md").headings().filter_map(words_in).collect();
    assert!(symptoms.len() > 20, "{symptoms:?}");
    let messages =
        page("damage.md").first_cells().flat_map(|cell| cell.split('`').skip(1).step_by(2));
    symptoms.extend(messages);
    assert!(symptoms.len() > 40, "{symptoms:?}");
    let pieces = symptoms.iter().flat_map(|words| words.split('…')).map(str::trim);
    let pieces = pieces.filter(|words| !words.is_empty());
    let unheard: Vec<&str> =
        pieces.filter(|words| !said.iter().any(|text| text.contains(words))).collect();
    assert_eq!(unheard, Vec::<&str>::new(), "nothing here says this");
}

/// Returns the first text in backticks.
fn words_in(heading: &str) -> Option<&str> {
    heading.split('`').nth(1)
}

/// Joins string literals that continue on the next line.
fn on_one_line(source: &str) -> String {
    let lines = source.lines().map(str::trim_start);
    let joined = lines.fold(String::new(), |text, line| match text.strip_suffix('\\') {
        Some(text) => text.to_owned() + line,
        None => text + " " + line,
    });
    joined.split_whitespace().collect::<Vec<_>>().join(" ").replace("\\\"", "\"")
}

#[test]
fn every_page_is_listed_and_links_resolve() {
    let pages = pages();
    let summary = pages.iter().find(|page| page.name.ends_with("/SUMMARY.md")).unwrap();
    let listed: Vec<String> = summary.links().map(|link| format!("docs/src/{link}")).collect();
    for page in pages.iter().filter(|page| page.name != summary.name) {
        let times = listed.iter().filter(|listed| **listed == page.name).count();
        assert_eq!(times, 1, "{} stands {times} times in the summary", page.name);
    }
    let readme = Page::read("README.md", &fs::read_to_string(root().join("README.md")).unwrap());
    for page in pages.iter().chain([&readme]) {
        for link in page.links() {
            assert!(links::leads(page, link, &pages), "{}: {link} leads nowhere", page.name);
        }
    }
    assert!(Path::new(&root().join("docs/book.toml")).exists());
}
