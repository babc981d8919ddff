//! Templates of mails: the built-in ones, overridden by those of the operator in the data folder.
//!
//! A template is a file with a line `Subject: …`, a line `Why: …` for the footer, an empty line, and the body. Values are
//! never parsed as templates, and are escaped in HTML.

mod compiled;

use std::collections::BTreeMap;
use std::fs;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use minijinja::value::Serde;
use minijinja::{Value, context};

use super::content::MailContent;
use super::html_body::Parts;
use super::rendered_mail::RenderedMail;
use crate::config::Config;
use compiled::CompiledTemplate;

/// Folder in the data folder.
const FOLDER: &str = "templates/mail";
const ENDING: &str = ".txt";
const FOOTER: &str = "footer";
/// Maximum size of an operator's template, in bytes.
const MAX_BYTES: u64 = 64 << 10;

macro_rules! built_in {
    ($($name:literal),* $(,)?) => {
        [$(($name, include_str!(concat!("../../forms/mail/", $name, ".txt")))),*]
    };
}

static BUILT_IN: [(&str, &str); 24] = built_in![
    "answer-received",
    "application-accepted",
    "application-declined",
    "book-published",
    "change-email",
    "email-changes",
    "entry-hidden",
    "entry-removed",
    "entry-shown",
    "footer",
    "payout-approved",
    "payout-claimed",
    "payout-paid",
    "payout-rejected",
    "pictures-missing",
    "play-won",
    "reminder",
    "reset-password",
    "suggestion-accepted",
    "suggestion-declined",
    "test",
    "verify-email",
    "weekly-question",
    "wrong-codes",
];

fn built_in(name: &str) -> Option<&'static str> {
    BUILT_IN.iter().find(|(own, _)| *own == name).map(|(_, source)| *source)
}

/// Name and content of every built-in template, such as `book-published`.
pub fn all_built_in() -> &'static [(&'static str, &'static str)] {
    &BUILT_IN
}

/// Templates of mails.
#[derive(Clone, Debug, Default)]
pub struct Templates {
    folder: PathBuf,
    /// Operator's templates by name.
    own: BTreeMap<String, String>,
    /// Errors of files that could not be read, a sentence each.
    unread: Vec<String>,
}

impl Templates {
    /// Loads the operator's templates from the data folder, if there are any.
    pub fn read(data_dir: &Path) -> Self {
        let mut templates = Self { folder: data_dir.join(FOLDER), ..Self::default() };
        if let Err(error) = templates.read_folder() {
            let words = format!("{} cannot be read: {error}", templates.folder.display());
            templates.unread.push(words);
        }
        templates
    }

    fn read_folder(&mut self) -> io::Result<()> {
        let entries = match fs::read_dir(&self.folder) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
            entries => entries?,
        };
        for entry in entries {
            let path = entry?.path();
            let file = path.file_name().and_then(|file| file.to_str()).unwrap_or_default();
            // Hidden files and backup copies of editors.
            if file.is_empty() || file.starts_with('.') || file.ends_with('~') {
                continue;
            }
            let name = file.strip_suffix(ENDING).filter(|name| built_in(name).is_some());
            let place = path.display();
            match (name, read_text(&path)) {
                (None, _) => self.unread.push(format!("{place}: no mail has this template")),
                (_, Err(error)) => self.unread.push(format!("{place} cannot be read: {error}")),
                (Some(name), Ok(source)) => {
                    self.own.insert(name.to_owned(), source);
                }
            }
        }
        Ok(())
    }

    /// Faults of the operator's templates, a sentence each.
    pub fn faults(&self) -> Vec<String> {
        let mut faults = self.unread.clone();
        let config = Config::default();
        for content in MailContent::samples() {
            let fault = |name: &str| {
                let source = self.own.get(name)?;
                self.render_with(name, source, &values(&config, &content, "")).err()
            };
            faults.extend(fault(content.template()));
            faults.extend(fault(FOOTER));
        }
        faults.sort();
        faults.dedup();
        faults
    }

    /// Renders a mail; also returns faults of operator's templates that were replaced by built-in ones.
    ///
    /// # Errors
    /// If a built-in template fails.
    pub fn write(
        &self,
        config: &Config,
        content: &MailContent<'_>,
    ) -> Result<(RenderedMail, Vec<String>), String> {
        let mut faults = Vec::new();
        let mail = self.render(content.template(), &values(config, content, ""), &mut faults)?;
        let footer = self.render(FOOTER, &values(config, content, &mail.why), &mut faults)?;
        let settings = settings(config);
        let site = config.public_url.as_str();
        let mut links = vec![settings.as_str(), site];
        links.extend(content.button().map(|button| button.link));
        links.extend(content.unsubscribe());
        let unsubscribe = content.unsubscribe().map(str::to_owned);
        let mail = RenderedMail::new(&Parts {
            community: config.community.as_str(),
            site,
            subject: &mail.subject,
            body: &mail.body,
            footer: &footer.body,
            links: &links,
            button: content.button(),
        });
        let reply_to = content.reply_to().map(str::to_owned);
        Ok((RenderedMail { unsubscribe, reply_to, ..mail }, faults))
    }

    /// Renders the operator's template, or the built-in one where that fails.
    fn render(
        &self,
        name: &str,
        values: &Value,
        faults: &mut Vec<String>,
    ) -> Result<RenderedParts, String> {
        if let Some(own) = self.own.get(name) {
            match self.render_with(name, own, values) {
                Ok(rendered) => return Ok(rendered),
                Err(fault) => faults.push(fault),
            }
        }
        let source = built_in(name).ok_or_else(|| format!("there is no template {name}"))?;
        self.render_with(name, source, values)
    }

    fn render_with(
        &self,
        name: &str,
        source: &str,
        values: &Value,
    ) -> Result<RenderedParts, String> {
        let compiled = if name == FOOTER {
            Ok(CompiledTemplate::of_body(source))
        } else {
            CompiledTemplate::of_mail(source)
        };
        compiled.and_then(|compiled| compiled.render(values)).map_err(|fault| {
            let file = self.folder.join(format!("{name}{ENDING}"));
            format!("{}:{}: {}", file.display(), fault.line, fault.message)
        })
    }
}

/// Rendered parts of a mail.
struct RenderedParts {
    subject: String,
    why: String,
    body: String,
}

/// Values for the template of a mail.
fn values(config: &Config, content: &MailContent<'_>, why: &str) -> Value {
    context! {
        community => config.community.as_str(),
        site => config.public_url.as_str(),
        settings => settings(config),
        unsubscribe => content.unsubscribe(),
        why => why,
        ..Serde(content)
    }
}

fn settings(config: &Config) -> String {
    format!("{}/settings", config.public_url)
}

fn read_text(path: &Path) -> io::Result<String> {
    let mut text = String::new();
    fs::File::open(path)?.take(MAX_BYTES + 1).read_to_string(&mut text)?;
    if text.len() as u64 > MAX_BYTES { Err(io::ErrorKind::FileTooLarge.into()) } else { Ok(text) }
}

#[cfg(test)]
mod tests;
