//! Results and rulings read together, as far as one moment of the event may see them.

use std::collections::{BTreeMap, BTreeSet};

use crate::decision::{Decision, Drawn, Finding, Ruling};
use crate::{EntryId, Game, GameId, How, MatchId, MatchPlan, Next, Outcome, Progress, Seat, Seed};

/// Why an entry plays no more.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Left {
    /// It withdrew.
    Withdrawn,
    /// It was not there in time.
    Absent,
    /// It was disqualified.
    Disqualified,
}

/// Who left how, and when.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Leaving {
    pub(crate) how: Left,
    pub(crate) after: Drawn,
}

/// What a ruling makes of a game.
#[derive(Clone, Copy)]
enum Found {
    As(Finding, How),
    LostBy(EntryId, How),
}

/// The recorded games with what was ruled on them.
pub(crate) struct Docket<'a> {
    /// Every recorded game, by name.
    games: &'a [Game],
    void: BTreeSet<GameId>,
    waiting: BTreeSet<GameId>,
    found: BTreeMap<GameId, Found>,
    /// Matches that a ruling touches; all others are read straight off.
    touched: BTreeSet<MatchId>,
    left: BTreeMap<EntryId, Leaving>,
    /// Accepted submissions by entry.
    submissions: BTreeMap<EntryId, u32>,
    confirmed: BTreeSet<(GameId, EntryId)>,
    closed: bool,
}

/// The rulings made while no more than `until` was drawn and not taken back by then, with their places in the
/// history.
pub(crate) fn standing(rulings: &[Ruling], until: Drawn) -> impl Iterator<Item = (u32, &Ruling)> {
    let made = move || (0..).zip(rulings).filter(move |(_, ruling)| ruling.after <= until);
    let mut revoked = BTreeSet::new();
    for (place, ruling) in made().collect::<Vec<(u32, _)>>().into_iter().rev() {
        if let Decision::Revoke { ruling } = ruling.decision
            && !revoked.contains(&place)
        {
            revoked.insert(ruling);
        }
    }
    made().filter(move |(place, _)| !revoked.contains(place))
}

impl<'a> Docket<'a> {
    /// What was recorded, with the rulings made while no more than `until` was drawn. `games` are sorted by name.
    pub(crate) fn new(games: &'a [Game], rulings: &[Ruling], until: Drawn) -> Self {
        let mut docket = Docket {
            games,
            void: BTreeSet::new(),
            waiting: BTreeSet::new(),
            found: BTreeMap::new(),
            touched: BTreeSet::new(),
            left: BTreeMap::new(),
            submissions: BTreeMap::new(),
            confirmed: BTreeSet::new(),
            closed: false,
        };
        let mut meddled = BTreeSet::new();
        for (_, ruling) in standing(rulings, until) {
            docket.touched.extend(ruling.decision.game().map(|game| game.of));
            docket.hear(ruling, &mut meddled);
        }
        docket
    }

    fn leaves(&mut self, entry: EntryId, how: Left, after: Drawn) {
        self.left.entry(entry).and_modify(|left| left.how = how).or_insert(Leaving { how, after });
    }

    fn hear(&mut self, ruling: &Ruling, meddled: &mut BTreeSet<EntryId>) {
        match &ruling.decision {
            Decision::Withdraw { entry, .. } => self.leaves(*entry, Left::Withdrawn, ruling.after),
            Decision::Absent { entry } => self.leaves(*entry, Left::Absent, ruling.after),
            Decision::Disqualify { entries } => {
                for &entry in entries {
                    self.leaves(entry, Left::Disqualified, ruling.after);
                }
            }
            Decision::Meddling { game, by } => {
                if !meddled.insert(*by) {
                    self.leaves(*by, Left::Disqualified, ruling.after);
                }
                self.found.insert(*game, Found::LostBy(*by, How::Fault));
            }
            Decision::Forfeit { game, by } => {
                let found = match by[..] {
                    [one] => Found::LostBy(one, How::Forfeit),
                    _ => Found::As(Finding::Nobody, How::Forfeit),
                };
                self.found.insert(*game, found);
            }
            Decision::Override { game, finding } => {
                self.found.insert(*game, Found::As(*finding, How::Overridden));
                self.waiting.remove(game);
            }
            Decision::Question { game } => {
                self.waiting.insert(*game);
            }
            Decision::Replay { game, .. } => {
                self.waiting.remove(game);
                self.void.insert(*game);
            }
            Decision::Uphold { game } => {
                self.waiting.remove(game);
            }
            Decision::Submit { entry, accepted: true } => *self.submissions.entry(*entry).or_default() += 1,
            Decision::Close => self.closed = true,
            Decision::Confirm { game, by } => {
                self.confirmed.insert((*game, *by));
            }
            Decision::Submit { .. } | Decision::Excuse { .. } | Decision::Revoke { .. } => {}
        }
    }

    /// Who has left, and when.
    pub(crate) fn left(&self, entry: EntryId) -> Option<Leaving> {
        self.left.get(&entry).copied()
    }

    /// Everyone who has left.
    pub(crate) fn gone(&self) -> impl Iterator<Item = EntryId> {
        self.left.keys().copied()
    }

    /// Submissions of an entry that were accepted.
    pub(crate) fn submissions(&self, entry: EntryId) -> u32 {
        self.submissions.get(&entry).copied().unwrap_or(0)
    }

    /// Whether a side confirmed a result.
    pub(crate) fn is_confirmed(&self, game: GameId, by: EntryId) -> bool {
        self.confirmed.contains(&(game, by))
    }

    /// Whether submissions are closed.
    pub(crate) fn is_closed(&self) -> bool {
        self.closed
    }

    /// The recorded games of a section.
    pub(crate) fn section(&self, stage: u16, section: u16) -> &'a [Game] {
        let key = |game: &Game| (game.id.of.stage, game.id.of.section);
        let from = self.games.partition_point(|game| key(game) < (stage, section));
        let to = from + self.games[from..].partition_point(|game| key(game) == (stage, section));
        &self.games[from..to]
    }

    /// Matches of a section that a ruling decides or touches while none of their games is recorded.
    pub(crate) fn ruled_unplayed(&self, stage: u16, section: u16) -> impl Iterator<Item = MatchId> + '_ {
        let ruled = self.touched.iter().copied();
        ruled.filter(move |id| (id.stage, id.section) == (stage, section) && self.of(*id).is_empty())
    }

    /// The recorded games of a match.
    pub(crate) fn of(&self, id: MatchId) -> &'a [Game] {
        let from = self.games.partition_point(|game| game.id.of < id);
        let to = from + self.games[from..].partition_point(|game| game.id.of == id);
        &self.games[from..to]
    }

    /// A game's outcome as found; none where the finding is not about these two.
    fn outcome(found: Found, first: EntryId, second: EntryId) -> Option<(Outcome, How)> {
        let seat = |entry| match entry {
            e if e == first => Some(Seat::First),
            e if e == second => Some(Seat::Second),
            _ => None,
        };
        match found {
            Found::As(Finding::Won(entry), how) => Some((Outcome::Win(seat(entry)?), how)),
            Found::As(Finding::Drawn, how) => Some((Outcome::Draw, how)),
            Found::As(Finding::Nobody, how) => Some((Outcome::Nobody, how)),
            Found::LostBy(entry, how) => Some((Outcome::Win(!seat(entry)?), how)),
        }
    }

    /// Adds to `counted` the games of a match that count, each number once, as ruled.
    fn read(&self, recorded: &[Game], sides: [EntryId; 2], counted: &mut Vec<Game>) {
        let from = counted.len();
        for game in recorded {
            let between = sides.contains(&game.first) && sides.contains(&game.second);
            let again = counted[from..].last().is_some_and(|last| last.id.number == game.id.number);
            if !between || again || self.void.contains(&game.id) || self.waiting.contains(&game.id) {
                continue;
            }
            let mut game = *game;
            if let Some(&found) = self.found.get(&game.id)
                && let Some((outcome, how)) = Self::outcome(found, game.first, game.second)
            {
                (game.outcome, game.how) = (outcome, how);
            }
            counted.push(game);
        }
    }

    /// How often a game of a match was played and does not count, so the repetition to play; none while the last
    /// of them waits for a ruling.
    pub(crate) fn repetition(&self, id: MatchId, number: u16, sides: [EntryId; 2]) -> Option<u16> {
        let mut repetition = 0;
        for game in self.of(id).iter().filter(|game| game.id.number == number) {
            let between = sides.contains(&game.first) && sides.contains(&game.second);
            if between && self.waiting.contains(&game.id) {
                return None;
            }
            repetition = game.id.repetition + 1;
        }
        Some(repetition)
    }

    /// The result that a ruling gives to a game not played: forfeited, or lost as one of the sides has left.
    fn unplayed(&self, id: MatchId, sides: [EntryId; 2], next: Next) -> Option<Game> {
        let repetition = self.repetition(id, next.number, sides)?;
        let game = GameId { of: id, number: next.number, repetition };
        let gone = [next.first, next.second].map(|side| self.left.contains_key(&side));
        let found = self.found.get(&game).and_then(|&found| Self::outcome(found, next.first, next.second));
        let (outcome, how) = match (found, gone) {
            (Some(found), _) => found,
            (None, [false, false]) => return None,
            (None, [true, true]) => (Outcome::Nobody, How::Forfeit),
            (None, [true, false]) => (Outcome::Win(Seat::Second), How::Forfeit),
            (None, [false, true]) => (Outcome::Win(Seat::First), How::Forfeit),
        };
        Some(Game { id: game, first: next.first, second: next.second, outcome, how, faults: [0; 2] })
    }

    /// Reads a match: adds those of its recorded games that count to `counted`, and those that rulings give, and
    /// says where it stands.
    pub(crate) fn hold(
        &self,
        recorded: &[Game],
        plan: MatchPlan,
        id: MatchId,
        sides: [EntryId; 2],
        seed: &Seed,
        counted: &mut Vec<Game>,
    ) -> Progress {
        let from = counted.len();
        self.read(recorded, sides, counted);
        loop {
            let progress = plan.progress(id, sides, seed, &counted[from..]);
            if !self.touched.contains(&id) && !sides.iter().any(|side| self.left.contains_key(side)) {
                return progress;
            }
            let given: Vec<_> =
                progress.due.iter().filter_map(|&next| self.unplayed(id, sides, next)).collect();
            if given.is_empty() {
                return progress;
            }
            counted.extend(given);
            counted[from..].sort_unstable_by_key(|game| game.id);
        }
    }
}
