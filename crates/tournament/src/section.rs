//! A group, a class or the whole field of a stage, with its results.

use std::collections::BTreeMap;

use crate::docket::Docket;
use crate::plan::StagePlan;
use crate::{
    Bye, EntryId, Event, GameId, Match, MatchId, MatchPlan, Points, RecordedGame, Seed, Sentence, Verdict,
};

/// One section of a stage: its draw, its matches and how far it has been played.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Section {
    /// The stage, from 0.
    pub stage: u16,
    /// Its number in the stage, from 0.
    pub number: u16,
    /// Its name: "group 2", a class.
    pub name: Sentence,
    /// The entries that play in it: by seed in a knock-out, otherwise in the order of the draw.
    pub members: Vec<EntryId>,
    /// Lots that were drawn for it and within it.
    pub lots: Vec<Sentence>,
    /// The byes, in a Swiss system and a knock-out.
    pub byes: Vec<Bye>,
    /// Rounds drawn so far, in a Swiss system or a knock-out.
    pub rounds: u16,
    /// Why a Swiss system ended before its last round.
    pub note: Option<Sentence>,
    pub(crate) rows: Vec<Row>,
    pub(crate) games: Vec<RecordedGame>,
    pub(crate) reasons: BTreeMap<MatchId, Sentence>,
    /// All matches of the schedule are drawn and decided; play-offs are not considered.
    pub(crate) is_played: bool,
    /// Every match is decided, including play-offs.
    pub is_over: bool,
}

/// A match of a section; its games are a range of the section's games.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Row {
    pub(crate) id: MatchId,
    pub(crate) sides: [EntryId; 2],
    from: u32,
    to: u32,
    won: [u16; 2],
    by_lot: bool,
    pub(crate) verdict: Verdict,
}

/// An entry's place in a section or an event.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RankedEntry {
    /// Who.
    pub entry: EntryId,
    /// The place, from 1; equal entries share it. `None` if the entry is out of the event, or plays in a knock-out and
    /// has completed no game of it.
    pub place: Option<u32>,
    /// The title of the place: 冠军, 亚军, 4强; `None` before the entry has earned one.
    pub title: Option<Sentence>,
    /// In a ranking of several stages or sections: the stage and the section, both from 0, whose points and place
    /// led to this place.
    pub reached: Option<[u16; 2]>,
    /// Points, if points are counted.
    pub points: Option<Points>,
    /// The reason for its place.
    pub why: Sentence,
}

/// A game that may be played now.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Due {
    /// Its name.
    pub id: GameId,
    /// Who sits First.
    pub first: EntryId,
    /// Who sits Second.
    pub second: EntryId,
    /// The time of each side, in milliseconds.
    pub side_ms: u64,
}

/// What a section is derived from.
pub(crate) struct Ground<'a> {
    pub(crate) event: &'a Event,
    pub(crate) seed: &'a Seed,
    pub(crate) plan: &'a StagePlan,
    pub(crate) docket: &'a Docket<'a>,
}

impl<'a> Ground<'a> {
    pub(crate) fn name(&self, entry: EntryId) -> &'a str {
        self.event.name(entry)
    }
}

impl RankedEntry {
    /// An entry that has no place, with the reason.
    pub(crate) fn without_place(entry: EntryId, why: Sentence) -> Self {
        RankedEntry { entry, place: None, title: None, reached: None, points: None, why }
    }
}

impl Section {
    /// A section before its first game.
    pub(crate) fn new(stage: u16, number: u16, name: Sentence, members: Vec<EntryId>) -> Self {
        Section {
            stage,
            number,
            name,
            members,
            lots: Vec::new(),
            byes: Vec::new(),
            rounds: 0,
            note: None,
            rows: Vec::new(),
            games: Vec::new(),
            reasons: BTreeMap::new(),
            is_played: false,
            is_over: false,
        }
    }

    /// Its matches, as far as they are drawn and begun, by name. Matches of a round robin that wait for their first
    /// game are not listed.
    pub fn matches(&self) -> impl Iterator<Item = Match<'_>> {
        self.rows.iter().map(|row| self.view(row))
    }

    /// One match; `None` if it is not drawn or not begun.
    pub fn a_match(&self, id: MatchId) -> Option<Match<'_>> {
        self.row(id).map(|row| self.view(row))
    }

    /// Whether an entry has [completed](RecordedGame::completed) any game here; `None` before the first that says so.
    pub(crate) fn completed_any(&self, entry: EntryId) -> Option<bool> {
        self.games.iter().filter_map(|game| game.completed(entry)).reduce(|any, one| any || one)
    }

    pub(crate) fn row(&self, id: MatchId) -> Option<&Row> {
        self.rows.binary_search_by_key(&id, |row| row.id).ok().map(|at| &self.rows[at])
    }

    fn view(&self, row: &Row) -> Match<'_> {
        Match {
            id: row.id,
            sides: row.sides,
            games: &self.games[row.from as usize..row.to as usize],
            won: row.won,
            by_lot: row.by_lot,
            verdict: row.verdict,
        }
    }

    /// Reserves space for this many games.
    pub(crate) fn expect(&mut self, games: usize) {
        self.games.reserve(games);
        self.rows.reserve(games / 2);
    }

    /// Adds a match: its games and verdict are kept as a row. Returns the verdict.
    pub(crate) fn hold(
        &mut self,
        ground: &Ground<'_>,
        plan: MatchPlan,
        id: MatchId,
        sides: [EntryId; 2],
    ) -> Verdict {
        self.hold_recorded(ground, ground.docket.of(id), plan, id, sides)
    }

    /// [`Section::hold`] for a caller that already has the recorded games.
    pub(crate) fn hold_recorded(
        &mut self,
        ground: &Ground<'_>,
        recorded: &[RecordedGame],
        plan: MatchPlan,
        id: MatchId,
        sides: [EntryId; 2],
    ) -> Verdict {
        let from = self.games.len() as u32;
        let progress = ground.docket.hold(recorded, plan, id, sides, ground.seed, &mut self.games);
        let (to, by_lot) = (self.games.len() as u32, !progress.lots.is_empty());
        self.lots.extend(progress.lots);
        self.rows.push(Row { id, sides, from, to, won: progress.won, by_lot, verdict: progress.verdict });
        progress.verdict
    }

    /// Awards a match that ended level to the side drawn by lot.
    pub(crate) fn award_by_lot(&mut self, id: MatchId, winner: EntryId) {
        if let Some(row) = self.rows.iter_mut().rev().find(|row| row.id == id) {
            (row.verdict, row.by_lot) = (Verdict::Won(winner), true);
        }
    }

    /// Sorts the rows by id, by which they are looked up.
    pub(crate) fn sort(&mut self) {
        if !self.rows.is_sorted_by_key(|row| row.id) {
            self.rows.sort_unstable_by_key(|row| row.id);
        }
    }

    pub(crate) fn id(&self, spot: crate::Spot) -> MatchId {
        MatchId { stage: self.stage, section: self.number, spot }
    }
}
