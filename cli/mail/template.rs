//! `inkfold mail template`: the built-in words of mails, to be changed.

use inkfold::mail::templates;

use crate::output::Output;

/// Print a built-in mail template, or the names of all of them
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  inkfold mail template
  inkfold mail template book-published > data/templates/mail/book-published.txt")]
pub(crate) struct Template {
    /// Which one
    #[arg(value_name = "NAME")]
    name: Option<String>,
}

/// Needs neither data nor a server.
pub(super) fn run(args: &Template, out: &mut Output) -> anyhow::Result<()> {
    let Some(name) = &args.name else {
        let names: Vec<&str> = templates::names().collect();
        return out.list(&names, "there are no templates", |to, name| writeln!(to, "{name}"));
    };
    let source = templates::built_in(name).ok_or_else(|| {
        anyhow::anyhow!("no mail has the template {name}\nhint: `inkfold mail template` lists them")
    })?;
    out.report(&source, |to| to.write_all(source.as_bytes()))
}
