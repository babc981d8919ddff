//! `inkfold mail deliver`: turns a mail on standard input into pages that wait to be published, or into an answer to be checked, for
//! mail servers that pipe mails to a program.

use std::fs::File;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use anyhow::Context as _;

use crate::client::{Client, EX_TEMPFAIL, ExitWith, resource};
use crate::output::{Output, counted};
use inkfold::http::operator::mails::{DeliveryReport, DeliveryStatus};
use inkfold::services::inbound_mail::RejectReason;

/// Exit codes from sysexits.h, as mail servers interpret them, beside [`EX_TEMPFAIL`].
const EX_DATAERR: u8 = 65;
const EX_NOUSER: u8 = 67;
const EX_NOPERM: u8 = 77;

/// Deliver a mail from standard input, for use as a mail server's delivery command
///
/// Pages become posts that are pending until their author publishes them; a reply to a question of the week becomes an answer that its author checks. Results of `authserv_id` in the mail are trusted: deliver only mail
/// that passed through that server. Exit codes as in sysexits.h: 65 the mail cannot be used, 67 unknown
/// recipient, 75 temporary failure, 77 the sender is not authenticated, or is suspended.
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:
  inkfold mail deliver --to mara.letters@post.example.org < mail.eml")]
pub(crate) struct Deliver {
    /// Recipient address
    #[arg(long, value_name = "ADDRESS")]
    to: String,
    /// Envelope sender; empty for bounces, which are never posted
    #[arg(long, value_name = "ADDRESS")]
    from: Option<String>,
    /// Mail file [default: standard input]
    #[arg(value_name = "FILE")]
    file: Option<PathBuf>,
}

/// Delivers a mail. Other failures than a refusal are temporary, so that the mail server tries again and does not return the
/// mail.
pub(super) fn run(args: &Deliver, client: &Client, out: &mut Output) -> anyhow::Result<()> {
    let later =
        |error: anyhow::Error| ExitWith { code: EX_TEMPFAIL, message: format!("{error:#}") };
    let delivered = submit(args, client).map_err(later)?;
    out.report(&delivered, |to| write(to, &delivered)).map_err(later)?;
    match (delivered.why, delivered.words) {
        (Some(why), Some(message)) => Err(ExitWith { code: exit_code(why), message }.into()),
        _ => Ok(()),
    }
}

fn submit(args: &Deliver, client: &Client) -> anyhow::Result<DeliveryReport> {
    let Deliver { to, from, file } = args;
    let mail = read(file.as_deref(), client.largest_mail())?;
    let received = resource("received-mails").with("to", to.as_str());
    client.post_mail(received.with("from", from.as_deref()), mail)
}

/// Reads a mail, at most one byte more than allowed, which shows that it is too large.
fn read(file: Option<&Path>, largest: usize) -> anyhow::Result<Vec<u8>> {
    let source: Box<dyn Read> = match file {
        Some(path) => Box::new(
            File::open(path).with_context(|| format!("{} cannot be read", path.display()))?,
        ),
        None => Box::new(io::stdin().lock()),
    };
    let mut mail = Vec::new();
    source.take(largest as u64 + 1).read_to_end(&mut mail)?;
    Ok(mail)
}

fn exit_code(why: RejectReason) -> u8 {
    match why {
        RejectReason::NoSuchAddress | RejectReason::Elsewhere => EX_NOUSER,
        RejectReason::NotProven | RejectReason::Suspended | RejectReason::Closed => EX_NOPERM,
        RejectReason::Loop
        | RejectReason::NoPage
        | RejectReason::BadPage
        | RejectReason::TooLarge
        | RejectReason::ShareFull => EX_DATAERR,
        RejectReason::DiskFull
        | RejectReason::TooMany
        | RejectReason::Busy
        | RejectReason::Failed
        | RejectReason::Off => EX_TEMPFAIL,
    }
}

fn write(to: &mut dyn Write, delivered: &DeliveryReport) -> io::Result<()> {
    match delivered.delivery_status {
        DeliveryStatus::Posted => {
            let pages = counted(delivered.posts.len(), "page waits", "pages wait");
            writeln!(to, "{pages} to be published.")
        }
        DeliveryStatus::Answered => {
            let answers = counted(delivered.answers, "answer waits", "answers wait");
            writeln!(to, "{answers} to be checked and handed in.")
        }
        DeliveryStatus::Repeated => {
            writeln!(to, "This mail was delivered before; its posts and answers are kept.")
        }
        DeliveryStatus::Ignored => {
            writeln!(to, "Accepted, but not used: the mail was sent by a program.")
        }
        // The reason is reported as an error.
        DeliveryStatus::Refused => Ok(()),
    }?;
    if delivered.left_out.is_empty() {
        return Ok(());
    }
    writeln!(to, "Left out: {}.", delivered.left_out.join(", "))
}
