//! A desk: a match that is relayed by an operator, or entered by a referee, game after game.

use super::agreed_end::AgreedEnd;
use super::corrections::CORRECTIONS;
use super::desk_deed::{DeskDeed, DeskError};
use super::desk_file::{ClockFile, MatchFile};
use super::desk_setup::DeskSetup;
use super::desk_shown::{DeskResult, DeskShown, DeskState};
use super::desk_views::{DeskEye, DeskLook};
use super::machine_clocks::{ReadsClocks, ThisMachine};
use super::said_file::Confirmed;
use crate::locked::locked;
use leitai_arena::{Conditions, RecordFile, SAID_FILE};
use leitai_core::{Actor, Record, Seat, Sentence};
use leitai_sandbox::system::LocalStream;
use std::collections::VecDeque;
use std::fs;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use tokio::sync::watch;

/// A game that runs, for whoever has something to say in it: each seat that is entered here has a line of its own.
#[derive(Default)]
pub(super) struct Line {
    pub(super) lines: [Option<LocalStream>; 2],
    pub(super) deeds: [VecDeque<DeskDeed>; 2],
    /// Both sides have agreed to play no more: each passes when it is its turn.
    pub(super) stops: bool,
    lays: Option<LaysAgain>,
}

/// A layout that was right and goes back with another one, which was mistyped: it is entered again as it was.
struct LaysAgain {
    seat: Seat,
    /// `None` once they were sent; they are not on the board yet.
    acts: Option<String>,
    /// The game goes back to so many plies.
    to: u32,
    /// Whether it has. What is shown until then is of the game as it was.
    is_back: bool,
}

impl Line {
    /// Something is to be done by the hand of this seat.
    fn take(&mut self, seat: Seat, deed: DeskDeed) {
        self.deeds[seat].push_back(deed);
        // Once the game is over nobody reads, and nothing is to be done.
        let _ = self.lines[seat].as_mut().map(|lines| lines.write_all(b"\n"));
    }
}

/// The desk of an operator, or of a referee. One match is played there, from its first game to its last, whatever happens to
/// this process: what counts is on the disk before it is shown.
pub struct Desk {
    pub(super) folder: PathBuf,
    pub(super) setup: DeskSetup,
    pub(super) conditions: Conditions,
    pub(super) line: Mutex<Option<Line>>,
    pub(super) stop: AtomicBool,
    pub(super) machine: Box<dyn ReadsClocks>,
    shown: Mutex<Arc<DeskShown>>,
    bell: watch::Sender<u64>,
}

impl Desk {
    /// Opens the desk of a match whose records are in `folder`, which is created. Errors if another match is there.
    pub fn open(folder: PathBuf, setup: DeskSetup, conditions: Conditions) -> Result<Arc<Desk>, DeskError> {
        Desk::on(Box::new(ThisMachine), folder, setup, conditions)
    }

    /// The same with the clocks of that machine.
    pub(super) fn on(
        clocks: Box<dyn ReadsClocks>,
        folder: PathBuf,
        setup: DeskSetup,
        conditions: Conditions,
    ) -> Result<Arc<Desk>, DeskError> {
        let machine = |error: io::Error| DeskError::Machine(Sentence::of(&error));
        fs::create_dir_all(&folder).map_err(machine)?;
        MatchFile::of(&setup).settle(&folder)?;
        let mut shown = DeskShown::before(setup.seat);
        let desk = Desk {
            folder,
            setup,
            conditions,
            line: Mutex::new(None),
            stop: AtomicBool::new(false),
            machine: clocks,
            shown: Mutex::new(Arc::new(shown.clone())),
            bell: watch::Sender::new(0),
        };
        shown.results = desk.results()?;
        desk.put(|_| shown);
        desk.wait_for_next();
        Ok(Arc::new(desk))
    }

    /// What it is set up for.
    pub fn setup(&self) -> &DeskSetup {
        &self.setup
    }

    /// The folder of its match.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// The teams in the seats of First and Second of the game that is shown.
    pub fn seated(&self) -> [String; 2] {
        let [own, other] = self.setup.teams.clone();
        if self.shown().seat == Seat::First { [own, other] } else { [other, own] }
    }

    /// Whether the game that is due was broken off, and goes on where it stood.
    pub fn stands_again(&self) -> bool {
        let left = RecordFile::left(&self.record(self.shown().game));
        matches!(left, Ok(Some(text)) if !text.is_empty())
    }

    /// What is shown now.
    pub fn shown(&self) -> Arc<DeskShown> {
        Arc::clone(&locked(&self.shown))
    }

    /// Chooses whose board a referee's own screen shows. Errors if nothing is hidden there, or if the other side lays out its
    /// pieces first.
    pub fn look(&self, look: DeskLook) -> Result<(), DeskError> {
        let shown = self.shown();
        if shown.views.is_none() {
            return Err(DeskError::NoGame);
        }
        if let (true, DeskLook::Side(seat), Some(Actor::Seat(first))) = (shown.is_laying, look, shown.hand)
            && seat != first
        {
            return Err(DeskError::LaysFirst(self.setup.team(first, shown.seat).to_owned()));
        }
        self.change(|shown| shown.look = look);
        Ok(())
    }

    /// How often there was something new to an eye. Results and who has confirmed them are no secret.
    pub fn news_to(&self, eye: DeskEye) -> u64 {
        let shown = self.shown();
        let confirmed = |result: &DeskResult| {
            let sides = result.confirmed.sides.iter().map(|is| u64::from(*is)).sum::<u64>();
            1 + sides + u64::from(result.confirmed.referee)
        };
        shown.news()[eye.index()] + shown.results.iter().map(confirmed).sum::<u64>()
    }

    /// How often there was something new.
    pub fn news(&self) -> u64 {
        *self.bell.borrow()
    }

    /// Waits until there was something new more often than that.
    pub async fn newer(&self, news: u64) {
        // The sender lives as long as this does.
        let _ = self.bell.subscribe().wait_for(|now| *now > news).await;
    }

    /// Does something in the game that runs. Whether it was refused is shown.
    pub fn deed(&self, deed: DeskDeed) -> Result<(), DeskError> {
        let shown = self.shown();
        match deed {
            DeskDeed::Resigns(seat) if !self.is_entered(seat, &shown) => return Err(DeskError::OwnProgram),
            DeskDeed::Proposes(..) | DeskDeed::Accepts(_) | DeskDeed::Declines(_) => {
                return self.consents(&deed, &shown);
            }
            _ => {}
        }
        if let DeskDeed::Back { penalty: Some((seat, _)), consent: false, .. } = &deed
            && shown.corrections[*seat] >= CORRECTIONS
        {
            return Err(DeskError::Consent(self.setup.team(*seat, shown.seat).to_owned()));
        }
        let parts = parts(deed, shown.state == DeskState::Runs);
        let mut line = locked(&self.line);
        let Some(line) = line.as_mut() else { return Err(DeskError::NoGame) };
        self.put(|before| DeskShown { refused: None, ..before });
        if let Some(DeskDeed::Back { plies, .. }) =
            parts.iter().find(|part| matches!(part, DeskDeed::Back { .. }))
        {
            let lays = |(seat, acts)| LaysAgain { seat, acts: Some(acts), to: *plies, is_back: false };
            line.lays = shown.laid_right(*plies).map(lays);
        }
        for part in parts {
            line.take(self.whose(&part, &shown), part);
        }
        Ok(())
    }

    /// Whether what that seat plays is entered here.
    pub(super) fn is_entered(&self, seat: Seat, shown: &DeskShown) -> bool {
        self.setup.is_referees() || seat != shown.seat
    }

    /// By the line of which seat something is done. The stage takes whoever has the first of them for the referee.
    fn whose(&self, deed: &DeskDeed, shown: &DeskShown) -> Seat {
        match (deed, shown.hand) {
            _ if !self.setup.is_referees() => shown.seat.other(),
            (DeskDeed::Resigns(seat), _) => *seat,
            (DeskDeed::Play { .. } | DeskDeed::Why { .. } | DeskDeed::Start, Some(Actor::Seat(seat))) => seat,
            _ => Seat::First,
        }
    }

    /// What was entered for one seat is an act of the other, which speaks up out of its turn.
    pub(super) fn pass_on(&self, seat: Seat, deed: DeskDeed) {
        if let Some(line) = locked(&self.line).as_mut() {
            line.take(seat, deed);
        }
    }

    /// Both sides have agreed to end the game so.
    pub(super) fn end_by_consent(&self, end: AgreedEnd) -> Result<(), DeskError> {
        let mut line = locked(&self.line);
        let Some(line) = line.as_mut() else { return Err(DeskError::NoGame) };
        match end {
            AgreedEnd::Draw => line.take(Seat::First, DeskDeed::Agree),
            AgreedEnd::Stop => {
                line.stops = true;
                let shown = self.shown();
                if let (Some(Actor::Seat(seat)), Some(pass)) = (shown.hand, shown.pass()) {
                    line.take(seat, pass);
                }
            }
        }
        Ok(())
    }

    /// A side passes that has agreed to play no more, once it is asked.
    pub(super) fn passes_by_consent(&self, shown: &DeskShown) {
        let mut line = locked(&self.line);
        let Some(line) = line.as_mut().filter(|line| line.stops) else { return };
        match (shown.hand, shown.pass()) {
            (Some(Actor::Seat(seat)), Some(pass)) => line.take(seat, pass),
            _ => line.stops = false,
        }
    }

    /// The layout is entered again that went back with another one, once that one is complete.
    pub(super) fn lays_again(&self, shown: &DeskShown) {
        let mut line = locked(&self.line);
        let Some(line) = line.as_mut() else { return };
        let Some(lays) = &mut line.lays else { return };
        lays.is_back |= shown.plies <= lays.to;
        if !lays.is_back {
            return;
        }
        if shown.is_laying && shown.hand == Some(Actor::Seat(lays.seat)) {
            let (seat, acts) = (lays.seat, lays.acts.take());
            if let Some(acts) = acts {
                line.take(seat, DeskDeed::Play { version: shown.version, acts });
            }
        } else if lays.acts.is_none() || !shown.is_laying {
            // Sent, and laid by now; or play has begun.
            line.lays = None;
        }
    }

    /// Lets the game rest that is being played; it [goes on](Desk::begin) from there. Returns at once.
    pub fn close(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }

    /// Whether the game has taken every deed that was done, and all that follows from what both sides have agreed on.
    pub fn has_heard(&self) -> bool {
        let hand = self.shown().hand;
        let lays = |line: &Line| {
            let is_next = |lays: &LaysAgain| lays.acts.is_none() || hand == Some(Actor::Seat(lays.seat));
            line.lays.as_ref().is_some_and(is_next)
        };
        locked(&self.line)
            .as_ref()
            .is_none_or(|line| !line.stops && !lays(line) && line.deeds.iter().all(VecDeque::is_empty))
    }

    /// The next deed that was done by the hand of this seat and not yet taken by the game.
    pub(super) fn next_deed(&self, seat: Seat) -> Option<DeskDeed> {
        locked(&self.line).as_mut()?.deeds[seat].pop_front()
    }

    /// What was to be taken back was not: nobody pays for it, and nothing is entered again.
    pub(super) fn drop_charge(&self, seat: Seat) {
        let mut line = locked(&self.line);
        let Some(line) = line.as_mut() else { return };
        line.lays = None;
        if let Some(DeskDeed::Charge(..)) = line.deeds[seat].front() {
            line.deeds[seat].pop_front();
        }
    }

    /// Says why the last deed was refused.
    pub(super) fn refuse(&self, why: Sentence) {
        self.change(|shown| shown.refused = Some(why));
    }

    /// Changes what is shown, and tells whoever waits.
    pub(super) fn change(&self, change: impl FnOnce(&mut DeskShown)) {
        self.put(|mut before| {
            change(&mut before);
            before
        });
        self.bell.send_modify(|news| *news += 1);
    }

    /// Changes what is shown, which is no news.
    pub(super) fn put(&self, change: impl FnOnce(DeskShown) -> DeskShown) {
        let mut shown = locked(&self.shown);
        *shown = Arc::new(change(DeskShown::clone(&shown)));
    }

    /// Shows that the next game is to be begun, or that there is none.
    pub(super) fn wait_for_next(&self) {
        let (setup, folder) = (&self.setup, &self.folder);
        self.change(|shown| {
            let game = shown.results.len() as u32;
            let count = |own: bool| {
                shown.results.iter().filter(|one| one.winner == Some(side(one.seat, own))).count()
            };
            let won = [count(true) as u32, count(false) as u32];
            let is_over = setup.games.is_over(won, game - won[0] - won[1]);
            if !is_over {
                shown.game = game;
                shown.seat = side(setup.seat, setup.games.is_as_first(game));
            }
            shown.state = if is_over { DeskState::Over } else { DeskState::Waits };
        });
        // It belongs to a game that is over.
        if !self.stands_again() {
            ClockFile::remove(folder);
        }
    }

    /// The record of a game, counted from 0.
    pub(super) fn record(&self, game: u32) -> PathBuf {
        self.folder.join(format!("game-{}.jsonl", game + 1))
    }

    /// The file of what is said beside a game, counted from 0.
    pub(super) fn said(&self, game: u32) -> PathBuf {
        self.folder.join(format!("game-{}{SAID_FILE}", game + 1))
    }

    /// The games that are over, by their records.
    fn results(&self) -> Result<Vec<DeskResult>, DeskError> {
        let mut results = Vec::new();
        for game in 0..self.setup.games.most() {
            let record = self.record(game);
            let text = match fs::read_to_string(&record) {
                Err(error) if error.kind() == io::ErrorKind::NotFound => break,
                text => text.map_err(|error| DeskError::Machine(Sentence::of(&error)))?,
            };
            let read = Record::read(&text).map_err(|error| DeskError::Machine(Sentence::of(&error)))?;
            let Some(end) = read.end else { break };
            let seat = side(self.setup.seat, self.setup.games.is_as_first(game));
            let confirmed = Confirmed::read(&self.said(game));
            results.push(DeskResult { seat, winner: end.winner, reason: end.reason, record, confirmed });
        }
        Ok(results)
    }
}

/// The seat, or the other.
fn side(seat: Seat, is_same: bool) -> Seat {
    if is_same { seat } else { seat.other() }
}

/// What a deed consists of: to go back stops the clocks and charges the penalty. They stand until both boards are put back.
fn parts(deed: DeskDeed, runs: bool) -> Vec<DeskDeed> {
    let DeskDeed::Back { penalty, reason, .. } = &deed else { return vec![deed] };
    let stop = runs.then(|| DeskDeed::Stop(reason.clone()));
    let charge = penalty.map(|(seat, time)| DeskDeed::Charge(seat, time, reason.clone()));
    stop.into_iter().chain([deed.clone()]).chain(charge).collect()
}
