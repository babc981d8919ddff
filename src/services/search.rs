//! Search for books, questions, memos, topics, posts and comments, and maintenance of its index.

mod documents;
mod handwriting;
mod shown;

use std::collections::BTreeSet;
use std::time::{Duration, Instant};

use crate::context::Context;
use crate::domain::client_address::ClientAddress;
use crate::domain::message::Message;
use crate::domain::policy::{self, Actor};
use crate::domain::progress::{Progress, ProgressFn};
use crate::domain::search::{Kind, Subject};
use crate::error::{Error, Result};
use crate::platform::BoundedSemaphore;
use crate::search::{self, IndexQuery, Terms, Writer};
use crate::services::moderation::HiddenContentFilter;
use crate::store::{self, ReadTx};

use handwriting::QueryTerms;

pub use crate::search::MarkedText;
pub use handwriting::HandwritingMatch;
pub use shown::SearchResultDetails;

const MAX_QUERY_LENGTH: usize = 200;
/// Timeout of a search, because others wait for the processor.
const TIMEOUT: Duration = Duration::from_secs(2);
/// Results on one page.
const PAGE: usize = 20;
/// Maximum page number; results after it are not shown.
const MAX_PAGE: usize = 50;
/// Maximum number of documents in whose handwriting a word is looked for that was not read there.
const MAX_FUZZY: usize = PAGE;
/// Timeout of that. What was found so far is shown.
const NEAR_TIMEOUT: Duration = Duration::from_millis(300);
/// Changes that are indexed in one batch.
const CHANGES: usize = 4_000;
/// Memos or posts that are read per transaction of the store.
const AT_ONCE: usize = 256;

/// Maximum number of queued searches.
const MAX_QUEUED: usize = 32;

/// Semaphore for searches, one per processor: a hard search keeps a processor busy.
struct SearchSlots(BoundedSemaphore);

impl Default for SearchSlots {
    fn default() -> Self {
        Self(BoundedSemaphore::per_processor(MAX_QUEUED))
    }
}

/// Search request.
#[derive(Clone, Debug, Default)]
pub struct Search {
    pub query: String,
    /// `None` for all kinds.
    pub kind: Option<Kind>,
    /// Counted from 1.
    pub page: usize,
}

/// Page of results.
#[derive(Clone, Debug)]
pub struct Results {
    /// Number of results on all pages.
    pub total: usize,
    pub page: usize,
    pub pages: usize,
    pub results: Vec<SearchResultDetails>,
}

/// Finds documents that the actor may see and that contain all words, best first. A query without words finds nothing.
pub fn find(context: &Context, actor: &Actor, search: &Search) -> Result<Results> {
    if search.query.chars().count() > MAX_QUERY_LENGTH {
        return Err(Error::invalid(
            "q",
            Message::new(
                "query-too-long",
                "This is too long to search for, {max} characters at most.",
            )
            .with("max", MAX_QUERY_LENGTH),
        ));
    }
    let page = search.page.clamp(1, MAX_PAGE);
    let terms = Terms::parse(&search.query);
    let wanted = IndexQuery { terms, kind: search.kind, audiences: policy::audiences(actor) };
    let slots = &context.state::<SearchSlots>().0;
    slots.run(|| find_page(context, actor, &wanted, page))?
}

/// Page of the documents that contain the words. If there are fewer than a page, those in whose handwriting the words may stand, although
/// other ones were read, come after them.
fn find_page(
    context: &Context,
    actor: &Actor,
    wanted: &IndexQuery,
    page: usize,
) -> Result<Results> {
    let map = |error| map_index_error(context, &error);
    let found = context.search.find(wanted, (page - 1) * PAGE, PAGE, TIMEOUT).map_err(map)?;
    let tx = context.read()?;
    let unseen = HiddenContentFilter::of(&tx, actor)?;
    let sought = QueryTerms::words(&wanted.terms);
    let show = |target| shown::load_result(&tx, actor, &unseen, &sought, target);
    let shown = found.targets.iter().map(show);
    let mut results: Vec<_> = shown.filter_map(Result::transpose).collect::<Result<_>>()?;
    let mut total = found.total;
    if page == 1 && total < PAGE && matches!(wanted.kind, None | Some(Kind::Memo | Kind::Post)) {
        let deadline = Instant::now() + NEAR_TIMEOUT;
        let near = match context.search.fuzzy_search(wanted, MAX_FUZZY, NEAR_TIMEOUT) {
            Err(search::Error::TooSlow) => Vec::new(),
            near => near.map_err(map)?,
        };
        let sought = QueryTerms::similar(&wanted.terms);
        for target in near {
            if Instant::now() > deadline {
                break;
            }
            if let Some(shown) = shown::load_result(&tx, actor, &unseen, &sought, &target)? {
                results.push(shown);
                total += 1;
            }
            if total == PAGE {
                break;
            }
        }
    }
    Ok(Results { total, page, pages: total.div_ceil(PAGE).clamp(1, MAX_PAGE), results })
}

/// Rate-limited [`find`], by actor and address.
pub fn find_rate_limited(
    context: &Context,
    actor: &Actor,
    from: ClientAddress,
    search: &Search,
) -> Result<Results> {
    context.rate_limits.check_search(actor, from)?;
    find(context, actor, search)
}

/// Converts an error of the index for the client. Unless it was a timeout, the index is checked, and rebuilt if damaged.
fn map_index_error(context: &Context, error: &search::Error) -> Error {
    if matches!(error, search::Error::TooSlow) {
        return Error::invalid(
            "q",
            Message::new("query-too-slow", "This search takes too long. Try fewer or rarer words."),
        );
    }
    context.search.invalidate();
    context.index_wakeup.notify();
    tracing::warn!(error = error as &dyn std::error::Error, "search index query failed");
    Error::Busy
}

/// Indexes all changes that were made before the call; idempotent, and cheap when there are none. Those made meanwhile are left to the
/// next call: while members write without pause, one commit of the index would follow the other.
pub fn catch_up(context: &Context) -> Result<()> {
    let _write_lock = context.search.lock();
    loop {
        let tx = context.read()?;
        let changes = match context.search.position() {
            Some(position) => tx.changes_since(position, CHANGES)?,
            None => None,
        };
        let Some(changes) = changes else {
            drop(tx);
            build_index(context, &mut |_| {})?;
            continue;
        };
        let Some((last, _)) = changes.last().copied() else { return Ok(()) };
        let may_be_more = changes.len() == CHANGES;
        let mut subjects = BTreeSet::new();
        for (_, subject) in changes {
            subjects.extend(documents::affected_subjects(&tx, subject)?);
        }
        let writer = context.search.change()?;
        for subject in subjects {
            writer.remove(subject);
            add_documents(&writer, documents::documents_of(&tx, subject)?)?;
        }
        drop(tx);
        commit(context, writer, last)?;
        if !may_be_more {
            return Ok(());
        }
    }
}

/// Rebuilds the index from the store; returns its number of documents. Until it is done, the old index serves searches.
pub fn rebuild(context: &Context, actor: &Actor, on_progress: ProgressFn<'_>) -> Result<usize> {
    policy::may_administrate(actor)?;
    let documents = {
        let _write_lock = context.search.lock();
        build_index(context, on_progress)?
    };
    catch_up(context)?;
    Ok(documents)
}

/// Builds a new index. Changes made meanwhile come after the position read at the start, and are indexed later.
fn build_index(context: &Context, on_progress: ProgressFn<'_>) -> Result<usize> {
    let (books, topics, position, counts) = {
        let tx = context.read()?;
        (tx.books()?, tx.topics()?, tx.last_change()?, tx.counts()?)
    };
    let (mut done, of) = (0, counts.memos + counts.posts);
    let writer = context.search.begin_rebuild()?;
    let mut count = add_documents(&writer, topics.iter().map(documents::of_topic))?;
    for book in books {
        count += add_documents(
            &writer,
            documents::documents_of(&*context.read()?, Subject::Book(book.id))?,
        )?;
    }
    let memos_after = |tx: &ReadTx, last| tx.memos_after(last, AT_ONCE);
    for_each_batch(
        context,
        memos_after,
        |memo| memo.id,
        |tx, memos| {
            done += memos.len() as u64;
            for memo in memos {
                count += add_documents(&writer, documents::of_memo(tx, &memo)?)?;
            }
            on_progress(Progress { done, of });
            Ok(())
        },
    )?;
    let posts_after = |tx: &ReadTx, last| tx.posts_after(last, AT_ONCE);
    for_each_batch(
        context,
        posts_after,
        |post| post.id,
        |tx, posts| {
            done += posts.len() as u64;
            for post in posts {
                count += add_documents(&writer, documents::of_thread(tx, &post)?)?;
            }
            on_progress(Progress { done, of });
            Ok(())
        },
    )?;
    writer.commit(position)?;
    context.search.replace()?;
    tracing::info!(documents = count, "search index rebuilt");
    context.store.write(|tx| tx.truncate_changes(position))?;
    Ok(count)
}

/// Reads all items in short transactions instead of one long snapshot: see `Store::read`.
fn for_each_batch<T, Id>(
    context: &Context,
    read_after: impl Fn(&ReadTx, Option<Id>) -> store::Result<Vec<T>>,
    id: impl Fn(&T) -> Id,
    mut handle: impl FnMut(&ReadTx, Vec<T>) -> Result<()>,
) -> Result<()> {
    let mut last = None;
    loop {
        let tx = context.read()?;
        let items = read_after(&tx, last)?;
        let Some(item) = items.last() else { return Ok(()) };
        last = Some(id(item));
        handle(&tx, items)?;
    }
}

fn add_documents(
    writer: &Writer,
    documents: impl IntoIterator<Item = search::Document>,
) -> Result<usize> {
    let mut count = 0;
    for document in documents {
        writer.put(&document)?;
        count += 1;
    }
    Ok(count)
}

/// Commits the index, then truncates the change log: changes may be removed only when the index on the disk contains them.
fn commit(context: &Context, writer: Writer, position: u32) -> Result<()> {
    writer.commit(position)?;
    Ok(context.store.write(|tx| tx.truncate_changes(position))?)
}
