//! Shell in which the commands of a page run.

use std::fmt::Write as _;
use std::fs::{self, File};
use std::io::{BufRead, BufReader, Read, Write};
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::thread;

use super::seen::Ids;
use crate::support::executable;

/// Marker after the output of a command.
const END: &str = "--- the command has ended:";
/// Port in the documentation.
const PORT: &str = "8080";
/// Timeout of a page in seconds; a page that hangs ends with an error.
const TIMEOUT_SECONDS: &str = "120";

pub(super) struct Shell {
    child: Child,
    input: Option<ChildStdin>,
    output: BufReader<ChildStdout>,
    folder: PathBuf,
    port: String,
    ids: Ids,
    /// Process ids of running servers.
    servers: Vec<String>,
}

/// A command of a page with what it shows.
struct Step<'a> {
    command: String,
    shown: Vec<&'a str>,
}

impl Shell {
    /// Opens a shell with the tested executable as `inkfold`, and a folder to work in.
    pub(super) fn open(folder: &Path, port: u16) -> Self {
        let (programs, work) = (folder.join("programs"), folder.join("work"));
        fs::create_dir(&programs).unwrap();
        fs::create_dir(&work).unwrap();
        symlink(executable(), programs.join("inkfold")).unwrap();
        let path = format!("{}:{}", programs.display(), std::env::var("PATH").unwrap());
        let mut child = Command::new("timeout")
            .args([TIMEOUT_SECONDS, "bash", "--noprofile", "--norc"])
            .current_dir(&work)
            .env_clear()
            .env("PATH", path)
            .env("HOME", &work)
            .env("LC_ALL", "C.UTF-8")
            .env("NO_COLOR", "1")
            // mDNS would depend on the network of the machine that runs the tests.
            .env("INKFOLD_SERVE__MDNS", "false")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        Self {
            input: child.stdin.take(),
            output: BufReader::new(child.stdout.take().unwrap()),
            child,
            folder: folder.to_owned(),
            port: port.to_string(),
            ids: Ids::default(),
            servers: Vec::new(),
        }
    }

    /// Writes a file whose content a page shows.
    pub(super) fn put(&self, file: &str, content: &str) {
        let path = self.folder.join("work").join(file);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        File::create(path).unwrap().write_all(self.here(content).as_bytes()).unwrap();
    }

    /// Runs the commands of a block and compares their output.
    pub(super) fn follow(&mut self, block: &str) -> Result<(), String> {
        steps(block).iter().try_for_each(|step| {
            if step.command.contains("inkfold serve") && !step.fails() {
                self.serve(step)
            } else {
                self.run(step)
            }
        })
    }

    fn run(&mut self, step: &Step) -> Result<(), String> {
        let (said, code) = self.type_in(&self.here(&step.command))?;
        let said = said.replace(&self.port, PORT);
        let seen: Vec<&str> = said.trim_end().lines().collect();
        if step.fails() == (code == 0) {
            return Err(format!("`{}` ended with {code} and said\n{said}", step.command));
        }
        if !step.shown.is_empty() && !self.ids.fit(&step.shown, &seen) {
            let shown = step.shown.join("\n");
            return Err(format!("`{}` shows\n{shown}\nand says\n{said}", step.command));
        }
        Ok(())
    }

    /// Starts a server, waits for the lines on the page (others may come in between), and reads on so that the server can
    /// write.
    fn serve(&mut self, step: &Step) -> Result<(), String> {
        let pipe = self.folder.join(format!("server-{}", self.servers.len()));
        let (pipe_name, command) = (pipe.display(), self.here(&step.command));
        let start = format!(
            "mkfifo {pipe_name}; {{ exec {command}; }} < /dev/null > {pipe_name} 2>&1 & echo $!"
        );
        let server = self.type_in(&start)?.0.trim().to_owned();
        self.servers.push(server.clone());
        let mut lines =
            BufReader::new(File::open(&pipe).map_err(|error| error.to_string())?).lines();
        // The next server makes a pipe with the same name.
        fs::remove_file(&pipe).map_err(|error| error.to_string())?;
        let ends = step.shown.last() == Some(&"^C");
        let mut text = String::new();
        for wanted in step.shown.iter().filter(|line| !["^C", "…"].contains(line)) {
            loop {
                let Some(Ok(line)) = lines.next() else {
                    return Err(format!("`{}` never says {wanted:?}, but\n{text}", step.command));
                };
                let line = line.replace(&self.port, PORT);
                _ = writeln!(text, "{line}");
                if self.ids.fit_line(wanted, &line) {
                    break;
                }
            }
        }
        thread::spawn(move || lines.for_each(drop));
        if ends {
            let (words, code) = self.type_in(&format!("kill -TERM {server}; wait {server}"))?;
            self.servers.pop();
            if code != 0 {
                return Err(format!("`{}` stopped with {code}: {words}", step.command));
            }
        }
        Ok(())
    }

    /// Text of the page with the ids and the port of this run.
    fn here(&self, words: &str) -> String {
        self.ids.put_into(words).replace(PORT, &self.port)
    }

    /// Runs a command; returns its standard output and error together, and its exit code.
    fn type_in(&mut self, command: &str) -> Result<(String, i32), String> {
        let input = self.input.as_mut().unwrap();
        // The braces redirect standard input of the command, and not that of the shell.
        let line = format!("{{ {command}\n}} < /dev/null 2>&1\nprintf '\\n%s %d\\n' '{END}' $?\n");
        input
            .write_all(line.as_bytes())
            .and_then(|()| input.flush())
            .map_err(|error| error.to_string())?;
        let mut text = String::new();
        loop {
            let mut line = Vec::new();
            if self.output.read_until(b'\n', &mut line).map_err(|error| error.to_string())? == 0 {
                return Err(format!("`{command}` ended the shell, or took too long:\n{text}"));
            }
            let line = String::from_utf8_lossy(&line);
            if let Some(code) = line.strip_prefix(END) {
                return Ok((text, code.trim().parse().unwrap()));
            }
            text += &line;
        }
    }
}

impl Drop for Shell {
    fn drop(&mut self) {
        for server in &self.servers {
            _ = Command::new("kill").args(["-KILL", server]).status();
        }
        drop(self.input.take());
        _ = self.output.read_to_end(&mut Vec::new());
        _ = self.child.wait();
    }
}

fn steps(block: &str) -> Vec<Step<'_>> {
    let mut steps: Vec<Step<'_>> = Vec::new();
    for line in block.lines() {
        match (line.strip_prefix("$ "), line.strip_prefix("> "), steps.last_mut()) {
            (Some(command), _, _) => {
                steps.push(Step { command: command.to_owned(), shown: Vec::new() });
            }
            (None, Some(more), Some(step)) if step.shown.is_empty() => {
                _ = write!(step.command, "\n{more}");
            }
            (None, _, Some(step)) => step.shown.push(line),
            (None, _, None) => panic!("{line:?} is shown by no command"),
        }
    }
    steps
}

impl Step<'_> {
    fn fails(&self) -> bool {
        self.shown.iter().any(|line| line.starts_with("error: "))
    }
}
