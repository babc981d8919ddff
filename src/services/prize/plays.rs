//! Plays: stored when a form is read, and drawn after it was submitted, each exactly once.

use std::collections::BTreeSet;

use crate::body_budgets::UploadedFile;
use crate::context::Context;
use crate::domain::id::{AccountId, BookId};
use crate::domain::item::Item;
use crate::domain::message::Message;
use crate::domain::policy::{self, Actor};
use crate::domain::prize::day::GameDay;
use crate::domain::prize::play::{Draw, Outcome, Play, PlayId, State, SubmissionRecord};
use crate::domain::secret::{Secret, SecretHash};
use crate::error::{Error, Required, Result};
use crate::mail::MailContent;
use crate::services::memos::reading::{self, PegGrid};
use crate::services::operations::outbox;
use crate::store::{ReadTx, WriteTx};

use super::submissions::submission_of;
use super::{days, ensure_enabled, get_own};

/// Maximum number of a member's undrawn plays on one day.
const MAX_WAITING: usize = 50;

/// Pegs that were read from a form, and the play that was stored for them.
#[derive(Debug)]
pub struct RecordedPlay {
    pub grid: PegGrid,
    /// `None` when no peg is marked, or no win is left.
    pub play: Option<Play>,
    /// Whether no win is left today, for all or for this member.
    pub reached_limit: bool,
    /// Commitment to the day's secret.
    pub commitment: String,
}

/// Reads the pegs of a form and stores them as an undrawn play. A repeated upload updates the same play with the pegs that were
/// read last.
pub fn record_play(
    context: &Context,
    actor: &Actor,
    email: &str,
    session: &Secret,
    book: Option<BookId>,
    file: &UploadedFile,
) -> Result<RecordedPlay> {
    ensure_enabled(context)?;
    get_own(&*context.read()?, actor, email)?;
    let grid = reading::read_pegs(context, actor, book, file)?;
    context.write_as_reloaded(actor, |tx, actor| {
        let account = policy::member(actor)?;
        let day = days::open(context, tx)?;
        let commitment = day.seed.commitment();
        let wins = wins_of(tx, account, &day)?;
        let reached_limit = !day.has_wins_left(wins);
        let plays = !reached_limit && !grid.picks.is_empty();
        let play = if plays {
            Some(upsert_play(context, tx, account, session, &grid, day)?)
        } else {
            remove_picks(tx, account, session)?;
            None
        };
        Ok(RecordedPlay { grid, play, reached_limit, commitment })
    })
}

/// Clears the picks of the undrawn play of this upload.
fn remove_picks(tx: &mut WriteTx, account: AccountId, session: &Secret) -> Result<()> {
    match tx.play_of_session(account, session.hash())? {
        Some(kept) if kept.state == State::Kept => {
            Ok(tx.put_play(&Play { picks: Vec::new(), ..kept })?)
        }
        Some(_) | None => Ok(()),
    }
}

fn upsert_play(
    context: &Context,
    tx: &mut WriteTx,
    account: AccountId,
    session: &Secret,
    grid: &PegGrid,
    day: GameDay,
) -> Result<Play> {
    let now = context.now();
    let (book, picks) = (grid.book, grid.picks.clone());
    let play = match tx.play_of_session(account, session.hash())? {
        Some(kept) if kept.state == State::Kept => Play { book, picks, kept_at: now, ..kept },
        Some(_) => {
            let message = Message::new(
                "play-drawn",
                "This upload was drawn already. Choose the file again to play once more.",
            );
            return Err(Error::Conflict { field: None, message });
        }
        None => {
            let today = tx.plays_of(account, Some(day.day))?;
            if today.iter().filter(|play| play.state == State::Kept).count() >= MAX_WAITING {
                let message = Message::new(
                    "too-many-plays",
                    "You have {max} uploads of today that aren't submitted yet. Submit one first.",
                )
                .with("max", MAX_WAITING);
                return Err(Error::Conflict { field: None, message });
            }
            let (id, session) = (number(tx, day)?, session.hash());
            Play { id, account, book, session, picks, kept_at: now, state: State::Kept }
        }
    };
    tx.put_play(&play)?;
    tx.put_play_of_session(&play)?;
    Ok(play)
}

/// Allocates the next play number of the day.
fn number(tx: &mut WriteTx, day: GameDay) -> Result<PlayId> {
    let number = day.plays + 1;
    let id = PlayId { day: day.day, number };
    tx.put_game_day(&GameDay { plays: number, ..day })?;
    Ok(id)
}

/// Number of a member's wins of a day: those that were drawn on it, and those that were submitted on it and drawn later.
fn wins_of(tx: &ReadTx, account: AccountId, day: &GameDay) -> Result<u32> {
    let mut wins = 0;
    for play in tx.plays_of(account, None)?.into_iter().filter(Play::is_won) {
        let submitted = tx.submitted(account, play.session)?;
        let is_of_day = play.id.day == day.day || submitted.is_some_and(|one| one.day == day.day);
        wins += u32::from(is_of_day);
    }
    Ok(wins)
}

/// Play with its draw, and the commitment to its day's secret.
#[derive(Debug)]
pub struct DrawnPlay {
    pub play: Play,
    pub commitment: String,
}

/// Draws the stored play whose handwriting was submitted: the given one, or else the latest. Idempotent.
///
/// A play of an earlier day is drawn as one of today: the secret of its own day is public.
pub fn draw_play(
    context: &Context,
    actor: &Actor,
    email: &str,
    play: Option<&str>,
) -> Result<DrawnPlay> {
    ensure_enabled(context)?;
    let named = play.map(|play| play.parse::<PlayId>().ok().required(Item::Play)).transpose()?;
    context.rate_limits.check_play(policy::member(actor)?)?;
    context.write_as_reloaded(actor, |tx, actor| {
        let account = get_own(tx, actor, email)?.id;
        let play = match named {
            Some(id) => load(tx, account, id)?,
            None => latest(tx, account)?,
        };
        let play = match &play.state {
            State::Kept => finalize_draw(context, tx, play)?,
            State::Drawn(_) => play,
            State::Moved(to) => load(tx, account, *to)?,
        };
        let day = tx.game_day(play.id.day)?.required(Item::Play)?;
        Ok(DrawnPlay { play, commitment: day.seed.commitment() })
    })
}

fn load(tx: &ReadTx, account: AccountId, id: PlayId) -> Result<Play> {
    tx.play(id)?.filter(|play| play.account == account).required(Item::Play)
}

/// Finds the latest play that was drawn, or can be.
fn latest(tx: &ReadTx, account: AccountId) -> Result<Play> {
    let submitted = tx.all_submitted(account)?;
    let is_submitted = |play: &Play| {
        let belongs = |(session, one): &(SecretHash, SubmissionRecord)| {
            *session == play.session
                || (!one.is_named && one.book == play.book && one.made_at >= play.kept_at)
        };
        submitted.iter().any(belongs)
    };
    tx.plays_of(account, None)?.into_iter().find(is_submitted).required(Item::Play)
}

/// Draws a play. A form that was submitted on an earlier day must find a win left on that day, too, and takes it from both days,
/// so that waiting for the draw gains nothing.
fn finalize_draw(context: &Context, tx: &mut WriteTx, play: Play) -> Result<Play> {
    let Some(submitted) = submission_of(tx, &play)? else {
        let message = Message::new(
            "questionnaire-not-submitted",
            "Submit your questionnaire first. Your peg is drawn after that.",
        );
        return Err(Error::Conflict { field: None, message });
    };
    let today = days::open(context, tx)?;
    let play = if play.id.day == today.day { play } else { move_to(tx, play, today)? };
    let days = BTreeSet::from([today.day, submitted.day]);
    let mut is_win_left = true;
    for day in &days {
        let day = tx.game_day(*day)?.required(Item::Play)?;
        is_win_left &= day.has_wins_left(wins_of(tx, play.account, &day)?);
    }
    let (winning, outcome) = play.drawn(&today, is_win_left);
    let mut reward = String::new();
    if outcome == Outcome::Won {
        for day in days {
            let day = tx.game_day(day)?.required(Item::Play)?;
            tx.put_game_day(&GameDay { won: day.won + 1, ..day })?;
        }
        reward.clone_from(&context.config().prize.reward);
        notify_winner(context, tx, play.account)?;
    }
    let draw = Draw { decided_at: context.now(), winning, outcome, reward };
    let play = Play { state: State::Drawn(draw), ..play };
    tx.put_play(&play)?;
    Ok(play)
}

/// Mails the winner, who may have closed the page before it showed the win.
fn notify_winner(context: &Context, tx: &mut WriteTx, winner: AccountId) -> Result<()> {
    let Some(winner) = tx.account(winner)? else { return Ok(()) };
    let config = context.config();
    let (name, reward) = (winner.name.as_str(), config.prize.reward.as_str());
    let link = &format!("{}/payout", config.public_url);
    outbox::enqueue_unlimited(
        context,
        tx,
        &winner.email,
        &MailContent::PlayWon { name, reward, link },
    )
}

fn move_to(tx: &mut WriteTx, play: Play, day: GameDay) -> Result<Play> {
    let id = number(tx, day)?;
    tx.put_play(&Play { state: State::Moved(id), ..play.clone() })?;
    let moved = Play { id, ..play };
    tx.put_play_of_session(&moved)?;
    Ok(moved)
}
