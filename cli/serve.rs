//! `inkfold serve`.

use std::io::{self, Write};
use std::net::{SocketAddr, TcpListener};
use std::sync::Arc;

use anyhow::{Context, anyhow};
use inkfold::app::App;
use inkfold::config::{Config, Loaded};
use inkfold::mail_in::{self, Doors};
use inkfold::paper::raster;
use inkfold::services::setup;
use inkfold::{demo, http, jobs, socket};
use serde::Serialize;
use tokio::signal::unix::{SignalKind, signal};
use tokio::sync::watch;
use tracing_subscriber::EnvFilter;

use crate::args::parse_address;
use crate::client;
use crate::output::{Output, note};
use crate::{memory, open_files};

/// Run the server
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  inkfold serve
  inkfold serve --listen 0.0.0.0:8080        for everybody on the network
  inkfold serve --demo --data-dir demo       a sample community, to try it")]
pub(crate) struct Args {
    /// Address to listen on; port 0 takes a free one
    #[arg(long, value_name = "ADDR", value_parser = parse_address)]
    listen: Option<SocketAddr>,
    /// Fill an empty data folder with a sample community
    #[arg(long)]
    demo: bool,
}

#[derive(Serialize)]
struct Listening {
    #[serde(rename = "listening")]
    web: String,
    /// The socket where mails are handed over, if there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    lmtp: Option<String>,
    /// The address where mails are taken, if there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    smtp: Option<String>,
}

impl Listening {
    fn write(&self, to: &mut dyn Write) -> io::Result<()> {
        writeln!(to, "listening on {}", self.web)?;
        for place in self.lmtp.iter().chain(&self.smtp) {
            writeln!(to, "taking mail at {place}")?;
        }
        Ok(())
    }
}

pub(crate) fn run(args: &Args, settings: Loaded, out: &mut Output) -> anyhow::Result<()> {
    memory::give_back_large_blocks();
    open_files::allow_many();
    start_log();
    let Loaded { mut config, warnings, .. } = settings;
    for warning in &warnings {
        note(&format!("warning: {warning}"));
    }
    let listener = bind(args.listen.unwrap_or(config.listen))?;
    let address = listener.local_addr()?;
    if config.public_url == Config::default().public_url {
        // Nobody said where members come in: on this machine, then, at the port that it is.
        config.public_url = format!("http://127.0.0.1:{}", address.port());
    }
    let doors = Doors::open(&config.mail.inbound).context("no mail can be taken")?;
    let app = Arc::new(client::open(config)?);
    probe_renderer(&app)?;
    if args.demo {
        demo::seed(&app)?;
        let (email, password) = demo::SIGN_IN;
        note(&format!(
            "the sample community: sign in as {email} or mara@example.org with {password}"
        ));
    }
    note_first_admin_link(&app)?;
    socket::listen(Arc::clone(&app)).context("the admin socket cannot be made")?;
    let runner = jobs::start(Arc::clone(&app)).context("the job runner cannot be started")?;
    let indexer =
        jobs::start_indexing(Arc::clone(&app)).context("the indexer cannot be started")?;
    let listening = Listening {
        web: format!("http://{address}"),
        lmtp: app.config.mail.inbound.socket().map(|path| path.display().to_string()),
        smtp: doors.smtp().map(|address| address.to_string()),
    };
    out.report(&listening, |to| listening.write(to))?;
    let served = runtime()?.block_on(serve(Arc::clone(&app), listener, doors));
    app.bell.close();
    app.changed.close();
    if indexer.join().is_err() {
        note("the indexer died; search catches up at the next start");
    }
    if runner.join().is_err() {
        note("the job runner died; unfinished jobs are done at the next start");
    }
    served
}

/// A library that cannot be loaded is told now, and not to the first member who uploads a form.
fn probe_renderer(app: &App) -> anyhow::Result<()> {
    if app.worker.library().is_some() {
        raster::probe(&app.worker).map_err(anyhow::Error::new).map_err(|error| {
            anyhow!("pdfium cannot draw pages here: {error:#}\nhint: name its library in `pdfium_library` of [pdf], or remove `engine`")
        })?;
    }
    Ok(())
}

/// The link that makes the first admin. One that `inkfold init` has just printed stays good.
fn note_first_admin_link(app: &App) -> anyhow::Result<()> {
    if let Some(until) = setup::link_stands_until(app)? {
        note(&format!(
            "make the first admin with the link that was printed before, until {until}; `inkfold init` prints a new one"
        ));
    } else if let Some(link) = setup::first_admin_link(app)? {
        note(&format!("make the first admin within half an hour (once): {link}"));
    }
    Ok(())
}

fn bind(wanted: SocketAddr) -> anyhow::Result<TcpListener> {
    let listener = TcpListener::bind(wanted).with_context(|| {
        format!("nothing can listen on {wanted}\nhint: is another server running there? Name another port with --listen 127.0.0.1:8081 or INKFOLD_LISTEN")
    })?;
    listener.set_nonblocking(true)?;
    Ok(listener)
}

fn runtime() -> anyhow::Result<tokio::runtime::Runtime> {
    tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()
        .context("the server's threads cannot be started")
}

async fn serve(app: Arc<App>, listener: TcpListener, doors: Doors) -> anyhow::Result<()> {
    let mut terminate = signal(SignalKind::terminate())?;
    let (stop, stopping) = watch::channel(false);
    let stopped = async move {
        tokio::select! {
            _ = tokio::signal::ctrl_c() => {}
            _ = terminate.recv() => {}
        }
        stop.send_replace(true);
    };
    let served = http::serve(Arc::clone(&app), listener.try_into()?, stopped);
    let (served, mail) = tokio::join!(served, mail_in::serve(app, doors, stopping));
    Ok(served.and(mail)?)
}

/// Warnings and errors on stderr; `RUST_LOG` asks for more.
fn start_log() {
    let filter =
        EnvFilter::try_from_default_env().unwrap_or_else(|_| EnvFilter::new("warn,inkfold=info"));
    tracing_subscriber::fmt().with_env_filter(filter).with_writer(std::io::stderr).init();
}
