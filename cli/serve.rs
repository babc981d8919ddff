//! `inkfold serve`.

mod mdns;
mod reload;
mod service_manager;
mod shutdown;

use std::io::{self, Write};
use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::{Context as _, anyhow};

use crate::args::{GlobalArgs, parse_listen};
use crate::init::SAMPLES;
use crate::output::{Output, eprint_note, progress};
use crate::{client, log, memory, open_files};
use inkfold::config::{Config, ConfigWithSources, Error, Listen};
use inkfold::context::Context;
use inkfold::domain::job::Queue;
use inkfold::http::operator::server::{BoundAddress, ServerAddress};
use inkfold::mail::templates::Templates;
use inkfold::paper::raster;
use inkfold::platform::system_resources::SystemResources;
use inkfold::resource_budget::ResourceBudget;
use inkfold::server::{self, Listeners, Timeouts, admin_socket};
use inkfold::services::accounts::setup;
use inkfold::{demo, jobs, smtp_server};

use serde::Serialize;
use tokio::signal::unix::{SignalKind, signal};
use tokio::sync::watch;

use mdns::MdnsAnnouncement;
use shutdown::{Signals, Threads};

const MIB: u64 = 1 << 20;

/// Run the server
#[derive(Clone, Debug, clap::Args)]
#[command(after_help = "Examples:
  inkfold serve
  inkfold serve --listen 0.0.0.0:8080        for everybody on the network
  inkfold serve --demo --data-dir demo       a sample community, to try it")]
pub(crate) struct Args {
    /// Address to listen on; port 0 picks a free one. `unix:/run/inkfold/http.sock` is a socket for a proxy
    #[arg(long, value_name = "ADDR", value_parser = parse_listen)]
    listen: Option<Listen>,
    /// Fill an empty data folder with a sample community
    #[arg(long)]
    demo: bool,
}

#[derive(Serialize)]
struct Listening {
    #[serde(rename = "listening")]
    web: String,
    /// Address from which plain http is redirected to https, if any.
    #[serde(skip_serializing_if = "Option::is_none")]
    redirect: Option<String>,
    /// URL by which the server is announced in the local network, if it is.
    #[serde(skip_serializing_if = "Option::is_none")]
    local: Option<String>,
    /// LMTP socket that takes mails, if any.
    #[serde(skip_serializing_if = "Option::is_none")]
    lmtp: Option<String>,
    /// SMTP address that takes mails, if any.
    #[serde(skip_serializing_if = "Option::is_none")]
    smtp: Option<String>,
}

impl Listening {
    fn write(&self, to: &mut dyn Write) -> io::Result<()> {
        writeln!(to, "listening on {}", self.web)?;
        if let Some(place) = &self.redirect {
            writeln!(to, "redirecting from {place}")?;
        }
        if let Some(name) = &self.local {
            writeln!(to, "on the local network at {name}")?;
        }
        for place in self.lmtp.iter().chain(&self.smtp) {
            writeln!(to, "receiving mail at {place}")?;
        }
        Ok(())
    }
}

impl Args {
    /// Loads the settings, which these options override.
    fn settings(&self, global: &GlobalArgs) -> Result<ConfigWithSources, Error> {
        let mut loaded = global.load()?;
        if let Some(listen) = &self.listen {
            loaded.set_listen("--listen", listen.clone());
        }
        if self.demo {
            demo::apply_sample_settings(&mut loaded.config);
        }
        Ok(loaded)
    }
}

pub(crate) fn run(args: &Args, global: GlobalArgs, out: &mut Output) -> anyhow::Result<()> {
    memory::give_back_large_blocks();
    open_files::allow_many();
    let (args, demo) = (args.clone(), args.demo);
    let reload = move || args.settings(&global);
    let mut loaded = reload()?;
    log::start(loaded.config.observe.log_format);
    for warning in &loaded.warnings {
        eprint_note(&format!("warning: {warning}"));
    }
    let listener = server::bind(&loaded.config.listen)?;
    let place = listener.local_address()?;
    if let Some(address) = place.address()
        && loaded.config.public_url == Config::default().public_url
    {
        // Without a configured public URL, use this machine's address and the port that was bound.
        loaded.config.public_url = mdns::own_address(&loaded.config, address);
    }
    let smtp = smtp_server::Listeners::open(&loaded.config.mail.inbound)
        .context("mail cannot be received")?;
    let open = if demo { client::create } else { client::open };
    let context = Arc::new(open(loaded.config.clone())?.with_origins(loaded));
    let http = Listeners::open(&context, listener)?;
    probe_renderer(&context)?;
    check_mail_templates(&context);
    if demo {
        client::with_bar(Some(progress(0, SAMPLES)), |report| demo::seed(&context, report))?;
        let (email, password) = demo::SIGN_IN;
        eprint_note(&format!(
            "the sample community: sign in as {email} or mara@example.org with {password}"
        ));
    }
    note_first_admin_link(&context)?;
    let is_https = context.config().tls.is_on() && place.address().is_some();
    let address = ServerAddress { listen: place.clone(), is_https };
    context.state::<BoundAddress>().0.get_or_init(|| address);
    admin_socket::listen(Arc::clone(&context)).context("the admin socket cannot be created")?;
    let start = |queue| jobs::start(Arc::clone(&context), queue);
    let threads = Threads {
        runner: start(Queue::Default).context("the job runner cannot be started")?,
        mails: start(Queue::Mail).context("cannot start the mail queue")?,
        webhooks: start(Queue::Webhooks).context("cannot start the webhook queue")?,
        indexer: jobs::start_indexing(Arc::clone(&context))
            .context("the indexer cannot be started")?,
        handwriting: jobs::start_reading(Arc::clone(&context))
            .context("the thread that reads handwriting cannot be started")?,
        copies: jobs::start_copying(Arc::clone(&context))
            .context("the thread that copies backups cannot be started")?,
    };
    let runtime = runtime()?;
    let (served, until) = runtime.block_on(async {
        let signals = Signals::install()?;
        let hangup = signal(SignalKind::hangup())?;
        let announced =
            place.address().and_then(|at| MdnsAnnouncement::start(&context.config(), at));
        let listening = Listening {
            web: web(&context.config(), &place),
            redirect: http.redirect().map(|address| format!("http://{address}")),
            local: announced.as_ref().map(|announced| announced.url.clone()),
            lmtp: context.config().mail.inbound.socket().map(|path| path.display().to_string()),
            smtp: smtp.smtp().map(|address| address.to_string()),
        };
        out.report(&listening, |to| listening.write(to))?;
        if place.address().is_some_and(|address| !address.ip().is_loopback()) {
            out.show_qr(&context.config().public_url)?;
        }
        service_manager::ready(&listening.web);
        tokio::spawn(service_manager::assure(Arc::clone(&context)));
        tokio::spawn(reload::on_sighup(hangup, Arc::clone(&context), listening.web, reload));
        let machine = SystemResources::detect();
        let budget = ResourceBudget::of(machine);
        tracing::info!(
            processors = machine.processors,
            memory_mib = machine.memory / MIB,
            database_cache_mib = budget.database_cache as u64 / MIB,
            body_memory_mib = budget.body_memory as u64 / MIB,
            concurrent_readings = budget.concurrent_readings,
            max_waiting_readings = budget.max_waiting_readings,
            children = budget.children,
            "resource budget"
        );
        anyhow::Ok(serve(&context, http, smtp, signals).await)
    })?;
    // Does not wait for the work of requests that were aborted.
    runtime.shutdown_background();
    threads.finish(&context, until);
    // The admin socket, and requests that were cut off, hold the context until the process ends.
    if let Err(error) = context.store.close() {
        tracing::warn!(
            error = &error as &dyn std::error::Error,
            "failed to close the database, repairing it at the next start"
        );
    }
    served
}

/// Address for people to type, or for the configuration of a proxy.
fn web(config: &Config, place: &Listen) -> String {
    match place {
        Listen::Address(address) if config.tls.is_on() => format!("https://{address}"),
        Listen::Address(address) => format!("http://{address}"),
        Listen::Socket(_) => place.to_string(),
    }
}

/// Checks that a configured renderer can be loaded, so that it does not fail at the first upload of a form.
fn probe_renderer(context: &Context) -> anyhow::Result<()> {
    if context.sandbox.library().is_some() {
        raster::probe(&context.sandbox).map_err(anyhow::Error::new).map_err(|error| {
            anyhow!("pdfium cannot draw pages here: {error:#}\nhint: name its library in `pdfium_library` of [pdf], or remove `engine`")
        })?;
    }
    Ok(())
}

/// Prints the link that makes the first admin. A link that `inkfold init` has just printed stays valid.
fn note_first_admin_link(context: &Context) -> anyhow::Result<()> {
    if let Some(until) = setup::first_admin_link_expiry(context)? {
        eprint_note(&format!(
            "make the first admin with the link that was printed before, until {until}; `inkfold init` prints a new one"
        ));
    } else if let Some(link) = setup::first_admin_link(context)? {
        eprint_note(&format!("make the first admin within half an hour (once): {link}"));
    }
    Ok(())
}

/// Logs problems of the operator's mail templates; the built-in ones are used instead.
fn check_mail_templates(context: &Context) {
    for fault in Templates::read(&context.config().data_dir).faults() {
        tracing::warn!(fault, "mail template cannot be used, using the built-in one");
    }
}

fn runtime() -> anyhow::Result<tokio::runtime::Runtime> {
    tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()
        .context("the server's threads cannot be started")
}

/// Serves until a signal to stop. Returns the result, and the deadline by which everything else has to end.
async fn serve(
    context: &Arc<Context>,
    http: Listeners,
    smtp: smtp_server::Listeners,
    signals: Signals,
) -> (anyhow::Result<()>, Instant) {
    let timeouts = Timeouts::of(&context.config().serve);
    let (stop, stopping) = watch::channel(None);
    let stopped = {
        let context = Arc::clone(context);
        async move {
            signals.recv().await;
            service_manager::stopping();
            // No further job is started.
            context.job_wakeups.close();
            context.reading_wakeup.close();
            stop.send_replace(Some(Instant::now() + timeouts.stop));
        }
    };
    let web = server::serve_at(Arc::clone(context), http, timeouts, stopped);
    let (served, mail) =
        tokio::join!(web, take_mail(context, smtp, timeouts.stop, stopping.clone()));
    let until = stopping.borrow().unwrap_or_else(Instant::now);
    (served.and(mail).map_err(Into::into), until)
}

/// Takes mail until the stop; a conversation that lasts longer than the timeout is cut off, and its mail is sent again.
async fn take_mail(
    context: &Arc<Context>,
    smtp: smtp_server::Listeners,
    timeout: Duration,
    mut stopping: watch::Receiver<Option<Instant>>,
) -> io::Result<()> {
    let (stop, stopped) = watch::channel(false);
    let end = async {
        let _ = stopping.wait_for(Option::is_some).await;
        stop.send_replace(true);
        tokio::time::sleep(timeout).await;
    };
    tokio::select! {
        taken = smtp_server::serve(Arc::clone(context), smtp, stopped) => taken,
        () = end => Ok(()),
    }
}
