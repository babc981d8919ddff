//! Template split into its parts, and rendering with errors by line.

use minijinja::syntax::SyntaxConfig;
use minijinja::{Environment, Error, ErrorKind, UndefinedBehavior, Value};

use super::RenderedParts;

/// Fault of a template, with its line, counted from 1.
#[derive(Debug)]
pub(super) struct Fault {
    pub(super) line: usize,
    pub(super) message: String,
}

impl Fault {
    fn new(line: usize, message: impl Into<String>) -> Self {
        Self { line, message: message.into() }
    }
}

impl From<Error> for Fault {
    fn from(error: Error) -> Self {
        let words = error.detail().map_or_else(|| error.kind().to_string(), str::to_owned);
        Self::new(error.line().unwrap_or(1), words)
    }
}

/// Parts of a template. Each is preceded by empty lines, so that its line numbers are those of the file.
pub(super) struct CompiledTemplate {
    subject: String,
    why: String,
    body: String,
}

impl CompiledTemplate {
    /// Parses the template of a mail, with its two headers.
    pub(super) fn of_mail(source: &str) -> Result<Self, Fault> {
        let source = source.replace("\r\n", "\n");
        let (mut subject, mut why, mut count) = (None, None, 0);
        for line in source.lines().take_while(|line| !line.trim().is_empty()) {
            let before = "\n".repeat(count);
            count += 1;
            match line.split_once(':') {
                Some(("Subject", value)) => subject = Some(before + value.trim()),
                Some(("Why", value)) => why = Some(before + value.trim()),
                _ => {
                    return Err(Fault::new(
                        count,
                        "expected `Subject: …`, `Why: …` or an empty line",
                    ));
                }
            }
        }
        let missing = |name: &str| Fault::new(1, format!("the line `{name}: …` is missing"));
        let body: Vec<&str> = source.lines().skip(count).collect();
        Ok(Self {
            subject: subject.ok_or_else(|| missing("Subject"))?,
            why: why.ok_or_else(|| missing("Why"))?,
            body: "\n".repeat(count) + &body.join("\n"),
        })
    }

    /// Parses a template without headers.
    pub(super) fn of_body(source: &str) -> Self {
        Self { subject: String::new(), why: String::new(), body: source.to_owned() }
    }

    pub(super) fn render(&self, values: &Value) -> Result<RenderedParts, Fault> {
        let environment = environment();
        let part = |source: &str| render_part(&environment, source, values);
        Ok(RenderedParts {
            subject: part(&self.subject)?,
            why: part(&self.why)?,
            body: part(&self.body)?,
        })
    }
}

/// Maximum number of steps to render one part: far more than a mail needs, and done in milliseconds.
const MAX_STEPS: u64 = 50_000;

/// Template environment for plain text. Unknown names are errors, so that misspelt ones are reported.
fn environment() -> Environment<'static> {
    let mut environment = Environment::new();
    environment.set_undefined_behavior(UndefinedBehavior::Strict);
    environment.set_fuel(Some(MAX_STEPS));
    environment.add_filter("quoted", quoted);
    let syntax = SyntaxConfig::builder().trim_blocks(true).lstrip_blocks(true).build();
    environment.set_syntax(syntax.expect("all delimiters are the usual ones"));
    environment
}

/// Text as a quotation, as in a reply: `> ` before each line.
fn quoted(text: &str) -> String {
    let lines = text.trim().lines().map(|line| format!("> {line}").trim_end().to_owned());
    lines.collect::<Vec<_>>().join("\n")
}

fn render_part(environment: &Environment, source: &str, values: &Value) -> Result<String, Fault> {
    let template = environment.template_from_str(source)?;
    let mut unknown: Vec<String> = template
        .undeclared_variables(false)
        .into_iter()
        .filter(|name| values.get_attr(name).is_ok_and(|value| value.is_undefined()))
        .filter(|name| !environment.globals().any(|(global, _)| global == name))
        .collect();
    unknown.sort();
    if let Some(name) = unknown.first() {
        let line = 1 + source.lines().take_while(|line| !line.contains(name.as_str())).count();
        return Err(Fault::new(line, format!("unknown variable: {name}")));
    }
    match template.render(values) {
        Ok(text) => Ok(text.trim().to_owned()),
        Err(error) if error.kind() == ErrorKind::UndefinedError => {
            Err(Fault::new(error.line().unwrap_or(1), "unknown variable"))
        }
        Err(error) => Err(error.into()),
    }
}
