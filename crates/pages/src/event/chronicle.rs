//! Several events together: what entries of the same name did across all of them.

use crate::event::computed_event::{Both, games};
use crate::event::games::plain_reason;
use crate::event::links::{Links, To, exports};
use crate::event::speech::Speech;
use crate::event::typed_table::{Cell, TypedTable};
use crate::event::view::is_open;
use crate::html::Html;
use leitai_catalog::{Cut, Secrets};
use leitai_core::{Actor, RecordError};
use leitai_hall::{History, Zone};
use leitai_tournament::{EntryId, GameId, How, RankedEntry, RecordedGame, Seat, Sentence, Spot};
use std::collections::BTreeMap;

/// The longest move of each seat in a game, First's before Second's.
pub type LongestMoves = [Option<LongestMove>; 2];

/// The longest move of a seat.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LongestMove {
    /// How long it took, in microseconds.
    pub us: u64,
    /// The step of the game, from 1, as numbered on its page.
    pub step: usize,
}

/// The longest moves of a record as far as they may be known; the first of equals.
pub fn longest_moves(cut: Cut) -> Result<LongestMoves, RecordError> {
    let (mut longest, mut playback) = (LongestMoves::default(), cut.playback()?);
    let mut number = 0;
    while let Some(step) = playback.step()? {
        number += 1;
        let (Some(Actor::Seat(seat)), Some(us)) = (step.by, step.us) else { continue };
        let known = &mut longest[seat.index()];
        if known.is_none_or(|known| us > known.us) {
            *known = Some(LongestMove { us, step: number });
        }
    }
    Ok(longest)
}

/// One of the events.
#[derive(Clone, Copy)]
pub struct Past<'a> {
    /// Its short id.
    pub id: &'a str,
    /// The event according to its journal.
    pub history: &'a History,
    /// When the public sees the hidden parts of its games, according to its file.
    pub secrets: Secrets,
    /// The [`longest_moves`] of its games, as far as they are known.
    pub longest: &'a BTreeMap<GameId, LongestMoves>,
}

/// A page and the tables on it, each of which is also exported as CSV and JSON.
#[derive(Clone, PartialEq, Debug)]
pub struct Shown {
    /// The page's body.
    pub body: Html,
    /// Its tables.
    pub tables: Vec<TypedTable>,
}

/// Events, computed once for all pages made of them. Entries of the same name are merged; nothing else links the
/// entries of one event to those of another.
pub struct Chronicle<'a> {
    pub(crate) events: Vec<Reckoned<'a>>,
    pub(crate) now: i64,
    pub(crate) zone: &'a Zone,
    pub(crate) links: &'a dyn Links,
}

/// An event with its places and games.
pub(crate) struct Reckoned<'a> {
    pub(crate) past: Past<'a>,
    pub(crate) ranking: Vec<RankedEntry>,
    pub(crate) is_over: bool,
    games: BTreeMap<GameId, Both<'a>>,
}

/// A game of one of the events.
#[derive(Clone, Copy)]
pub(crate) struct Line<'c> {
    pub(crate) past: Past<'c>,
    pub(crate) id: GameId,
    pub(crate) it: &'c Both<'c>,
    pub(crate) game: RecordedGame,
}

/// The results of some games from one side.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub(crate) struct Score {
    pub(crate) won: u32,
    pub(crate) drawn: u32,
    pub(crate) lost: u32,
    /// Those lost by a fault of the program.
    pub(crate) faults: u32,
}

impl<'a> Chronicle<'a> {
    /// Builds the chronicle of these events. `now` is in milliseconds since 1970-01-01 UTC and decides which secret
    /// games are open; people read times in `zone`.
    pub fn new(events: &[Past<'a>], now: i64, zone: &'a Zone, links: &'a dyn Links) -> Chronicle<'a> {
        let reckoned = |past: &Past<'a>| {
            let event = &past.history.event;
            let state = event.state();
            let games = games(event, &state, &past.history.details);
            Reckoned { past: *past, ranking: state.ranking(), is_over: state.is_over(), games }
        };
        Chronicle { events: events.iter().map(reckoned).collect(), now, zone, links }
    }

    /// Every game that was played, by event.
    pub(crate) fn lines(&self) -> impl Iterator<Item = Line<'_>> {
        self.events.iter().flat_map(Reckoned::lines)
    }

    /// The name of an entry; `None` if there is no such event or entry.
    pub(crate) fn name(&self, event: &str, entry: EntryId) -> Option<&str> {
        let found = self.events.iter().find(|it| it.past.id == event)?;
        let event = &found.past.history.event;
        event.entries().get(entry.index()).map(|entry| event.name(entry.id))
    }

    /// An entry as a cell.
    pub(crate) fn entry(&self, past: Past<'_>, entry: EntryId) -> Cell {
        let href = self.links.address(To::Entry(past.id, entry));
        Cell::Name(past.history.event.name(entry).to_owned(), href)
    }

    /// An event as a cell.
    pub(crate) fn event(&self, past: Past<'_>) -> Cell {
        Cell::Name(past.history.begun.name.clone(), self.links.address(To::Event(past.id)))
    }

    /// A game as a cell.
    pub(crate) fn game(&self, line: Line<'_>) -> Cell {
        Cell::Game(line.id.to_string(), self.links.address(To::Game(line.past.id, line.id)))
    }

    /// A game's record, as far as the public may have it.
    pub(crate) fn record(&self, line: Line<'_>) -> Cell {
        let is_open = self.is_open(line);
        let may = is_open || line.past.secrets == Secrets::Public;
        match self
            .links
            .address(To::Record(line.past.id, line.id))
            .filter(|_| may && line.it.details.is_some())
        {
            Some(href) => Cell::File(href, Sentence::new("record", "记录")),
            None if is_open => Cell::Nothing,
            None => Cell::Instead(Sentence::new("not public yet", "尚未公开")),
        }
    }

    /// Whether everything about a game is open to the public.
    pub(crate) fn is_open(&self, line: Line<'_>) -> bool {
        is_open(line.past.history, line.past.secrets, line.id, self.now)
    }

    /// Why a game ended as it did, as far as the public may know.
    pub(crate) fn reason(&self, line: Line<'_>) -> Sentence {
        let Some(how) = line.it.details else { return Sentence::default() };
        if self.is_open(line) { how.reason.clone() } else { plain_reason(how).unwrap_or_default() }
    }

    /// The longest move of a seat, if it may be known.
    pub(crate) fn longest(&self, line: Line<'_>, seat: Seat) -> Option<LongestMove> {
        let moves = line.past.longest.get(&line.id).filter(|_| self.is_open(line))?;
        moves[seat.index()]
    }

    /// Links to a table as data.
    pub(crate) fn exports(&self, of: To<'_>, table: &TypedTable) -> Html {
        exports(self.links, of, table.name)
    }
}

impl Reckoned<'_> {
    fn lines(&self) -> impl Iterator<Item = Line<'_>> {
        self.games.iter().filter_map(|(id, it)| {
            it.recorded?;
            Some(Line { past: self.past, id: *id, it, game: it.game()? })
        })
    }
}

impl<'c> Line<'c> {
    pub(crate) fn ended(&self) -> i64 {
        self.it.details.map_or(0, |how| how.ended)
    }

    pub(crate) fn name(&self, seat: Seat) -> &'c str {
        self.past.history.event.name(self.game.at(seat))
    }

    /// Which of its submissions a seat played with, from 1; `None` where each entry has one program.
    pub(crate) fn submission(&self, seat: Seat) -> Option<u32> {
        let Spot::Pair(a, b) = self.id.of.spot else { return None };
        let side = [a, b].into_iter().find(|side| side.entry == self.game.at(seat))?;
        (side.submission > 0).then_some(side.submission)
    }
}

impl Score {
    /// Counts a game for the player in that seat, if the game counts.
    pub(crate) fn count(&mut self, line: Line<'_>, seat: Seat) {
        if let Some(game) = &line.it.counted {
            self.count_one(game, seat);
        }
    }

    /// Counts a game that counts, for the player in that seat.
    pub(crate) fn count_one(&mut self, game: &RecordedGame, seat: Seat) {
        match game.winner() {
            Some(winner) if winner == game.at(seat) => self.won += 1,
            None if game.outcome == leitai_tournament::CountedOutcome::Draw => self.drawn += 1,
            _ => {
                self.lost += 1;
                self.faults += u32::from(game.how == How::Fault);
            }
        }
    }

    pub(crate) fn games(self) -> u32 {
        self.won + self.drawn + self.lost
    }

    /// 1 for a win, ½ for a draw.
    pub(crate) fn points(self) -> leitai_tournament::Points {
        leitai_tournament::Points::halves(i64::from(2 * self.won + self.drawn))
    }

    /// Games, won, drawn, lost, points.
    pub(crate) fn cells(self) -> [Cell; 5] {
        [
            Cell::number(self.games()),
            Cell::number(self.won),
            Cell::number(self.drawn),
            Cell::number(self.lost),
            Cell::number(self.points()),
        ]
    }
}

/// A heading, the table under it, and links to its exports.
pub(crate) fn shown(
    chronicle: &Chronicle<'_>,
    speech: Speech,
    of: To<'_>,
    title: &Sentence,
    table: &TypedTable,
) -> Html {
    html! {
        h2 { (speech.said(title)) }
        (chronicle.exports(of, table))
        (table.html(speech, table.name, title))
    }
}
