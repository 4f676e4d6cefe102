//! Results and rulings combined, as far as they are visible at one moment of the event.

use std::collections::{BTreeMap, BTreeSet};

use crate::decision::{Decision, Drawn, Ruling};
use crate::in_force::made;
use crate::ruled_outcome::{RuledOutcome, Slips};
use crate::{
    CountedOutcome, EntryId, GameId, How, MatchId, MatchPlan, Next, Progress, RecordedGame, Seat, Seed,
    Sentence, Spot, SubmittedProgram,
};
use leitai_core::sentence;

/// Why an entry no longer plays.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Left {
    /// It withdrew.
    Withdrawn,
    /// It did not appear in time.
    Absent,
    /// It was disqualified.
    Disqualified,
}

/// How an entry left, when, and when it came back. A ruling revoked before anything more was drawn counts as never
/// made, but what was drawn in between remains.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Leaving<'a> {
    /// The ruling's place in the history.
    ruling: u32,
    how: Left,
    /// The reason of the ruling.
    why: &'a str,
    from: Drawn,
    until: Option<Drawn>,
}

/// The accepted submissions of an entry.
#[derive(Clone, Copy, Default)]
struct Submissions<'a> {
    /// How many there were, revoked ones included: a number is used only once.
    count: u32,
    /// The newest one not revoked: its number and its program.
    in_force: Option<(u32, Option<&'a SubmittedProgram>)>,
}

/// The recorded games together with the rulings on them.
pub(crate) struct Docket<'a> {
    /// Every recorded game, sorted by id.
    games: &'a [RecordedGame],
    void: BTreeSet<GameId>,
    waiting: BTreeSet<GameId>,
    found: BTreeMap<GameId, RuledOutcome>,
    /// Matches to a game of which a ruling gives a result; all others are read directly from the results.
    touched: BTreeSet<MatchId>,
    left: BTreeMap<EntryId, Vec<Leaving<'a>>>,
    submissions: BTreeMap<EntryId, Submissions<'a>>,
    confirmed: BTreeSet<(GameId, EntryId)>,
    closed: bool,
}

impl<'a> Docket<'a> {
    /// Combines the results with the rulings made while no more than `until` was drawn. `games` are sorted by id.
    pub(crate) fn new(games: &'a [RecordedGame], rulings: &'a [Ruling], until: Drawn) -> Self {
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
        let (mut meddled, mut slips) = (BTreeSet::new(), Slips::new());
        for (number, ruling, revoked) in made(rulings, until) {
            docket.hear_of_leaving((number, ruling), revoked, &mut meddled);
            if let Decision::Submit { entry, accepted: true, program } = &ruling.decision {
                let own = docket.submissions.entry(*entry).or_default();
                if revoked.is_none() {
                    own.in_force = Some((own.count, program.as_ref()));
                }
                own.count += 1;
            }
            if revoked.is_none() {
                docket.hear(&ruling.decision, &mut slips);
            }
        }
        docket
    }

    /// Records who leaves by a ruling, unless it was revoked before more was drawn.
    fn hear_of_leaving(
        &mut self,
        (number, ruling): (u32, &'a Ruling),
        until: Option<Drawn>,
        meddled: &mut BTreeSet<EntryId>,
    ) {
        let (entries, how) = match &ruling.decision {
            Decision::Withdraw { entry, .. } => (std::slice::from_ref(entry), Left::Withdrawn),
            Decision::Absent { entry } => (std::slice::from_ref(entry), Left::Absent),
            Decision::Disqualify { entries } | Decision::Hearing { entries, copied: true } => {
                (&entries[..], Left::Disqualified)
            }
            Decision::Meddling { by, .. } => {
                let again = meddled.contains(by);
                if until.is_none() {
                    meddled.insert(*by);
                }
                (if again { std::slice::from_ref(by) } else { &[] }, Left::Disqualified)
            }
            _ => return,
        };
        if until.is_none_or(|until| until > ruling.after) {
            for &entry in entries {
                let leaving = Leaving { ruling: number, how, why: &ruling.reason, from: ruling.after, until };
                self.left.entry(entry).or_default().push(leaving);
            }
        }
    }

    fn hear(&mut self, decision: &Decision, slips: &mut Slips) {
        if let Some((game, found)) = RuledOutcome::of(decision, slips) {
            self.touched.insert(game.of);
            self.found.insert(game, found);
        }
        match decision {
            Decision::Override { game, .. } | Decision::Uphold { game } => {
                self.waiting.remove(game);
            }
            Decision::Question { game } => {
                self.waiting.insert(*game);
            }
            Decision::Replay { game, .. } => {
                self.waiting.remove(game);
                self.void.insert(*game);
            }
            Decision::Close => self.closed = true,
            Decision::Confirm { game, by } => {
                self.confirmed.insert((*game, *by));
            }
            _ => {}
        }
    }

    /// How an entry left, if it has not come back.
    pub(crate) fn left(&self, entry: EntryId) -> Option<Left> {
        self.leaving(entry).map(|leaving| leaving.how)
    }

    /// The latest of its leavings; but who is out of the event stays out, even by withdrawing afterwards.
    fn leaving(&self, entry: EntryId) -> Option<&Leaving<'a>> {
        let left = self.left.get(&entry)?.iter().filter(|leaving| leaving.until.is_none());
        left.max_by_key(|leaving| leaving.how != Left::Withdrawn)
    }

    /// Why an entry is out of the event, in which it then has no place; `None` if it is not. Who withdraws keeps the
    /// place of what was played.
    pub(crate) fn why_out(&self, entry: EntryId, name: &str) -> Option<Sentence> {
        let Leaving { how, why, .. } = self.leaving(entry)?;
        match how {
            Left::Disqualified => {
                Some(sentence!("{name} was disqualified: {why}", "{name}被取消资格：{why}"))
            }
            Left::Absent => Some(sentence!("{name} is out of the event: {why}", "{name}出局：{why}")),
            Left::Withdrawn => None,
        }
    }

    /// Whether an entry is out of the event.
    pub(crate) fn is_out(&self, entry: EntryId) -> bool {
        matches!(self.left(entry), Some(Left::Disqualified | Left::Absent))
    }

    /// Every entry that ever left.
    pub(crate) fn gone(&self) -> impl Iterator<Item = EntryId> {
        self.left.keys().copied()
    }

    /// Whether an entry forfeits its unplayed games of a match.
    pub(crate) fn is_gone(&self, entry: EntryId, of: MatchId) -> bool {
        self.gone_by(entry, of).is_some()
    }

    /// The ruling since which an entry forfeits its unplayed games of a match, if it does.
    fn gone_by(&self, entry: EntryId, of: MatchId) -> Option<u32> {
        let drawn_before = |until: Drawn| match of.spot {
            Spot::Table { round, .. } if of.stage == until.stage => round < until.rounds,
            _ => of.stage < until.stage,
        };
        let gone = |leaving: &Leaving| {
            leaving.until.is_none_or(|until| leaving.from.stage <= of.stage && drawn_before(until))
        };
        self.left.get(&entry)?.iter().find(|leaving| gone(leaving)).map(|leaving| leaving.ruling)
    }

    /// The number of an entry's submission in force, from 0, and its program, if known; `None` without a
    /// submission.
    pub(crate) fn in_force(&self, entry: EntryId) -> Option<(u32, Option<&'a SubmittedProgram>)> {
        self.submissions.get(&entry)?.in_force
    }

    /// Whether a side confirmed a result.
    pub(crate) fn is_confirmed(&self, game: GameId, by: EntryId) -> bool {
        self.confirmed.contains(&(game, by))
    }

    /// The games whose results are in doubt and wait for a ruling.
    pub(crate) fn waiting(&self) -> impl Iterator<Item = GameId> + '_ {
        self.waiting.iter().copied()
    }

    /// Whether submissions are closed.
    pub(crate) fn is_closed(&self) -> bool {
        self.closed
    }

    /// The recorded games of a section.
    pub(crate) fn section(&self, stage: u16, section: u16) -> &'a [RecordedGame] {
        let key = |game: &RecordedGame| (game.id.of.stage, game.id.of.section);
        let from = self.games.partition_point(|game| key(game) < (stage, section));
        let to = from + self.games[from..].partition_point(|game| key(game) == (stage, section));
        &self.games[from..to]
    }

    /// Matches of a section that a ruling decides or affects and of which no game is recorded.
    pub(crate) fn ruled_unplayed(&self, stage: u16, section: u16) -> impl Iterator<Item = MatchId> + '_ {
        let ruled = self.touched.iter().copied();
        ruled.filter(move |id| (id.stage, id.section) == (stage, section) && self.of(*id).is_empty())
    }

    /// The recorded games of a match.
    pub(crate) fn of(&self, id: MatchId) -> &'a [RecordedGame] {
        let from = self.games.partition_point(|game| game.id.of < id);
        let to = from + self.games[from..].partition_point(|game| game.id.of == id);
        &self.games[from..to]
    }

    /// Adds to `counted` the games of a match that count, each number once, with rulings applied.
    fn read(&self, recorded: &[RecordedGame], sides: [EntryId; 2], counted: &mut Vec<RecordedGame>) {
        let from = counted.len();
        for game in recorded {
            let between = sides.contains(&game.first) && sides.contains(&game.second);
            let again = counted[from..].last().is_some_and(|last| last.id.number == game.id.number);
            if !between || again || self.void.contains(&game.id) || self.waiting.contains(&game.id) {
                continue;
            }
            let mut game = *game;
            if let Some(&found) = self.found.get(&game.id)
                && let Some((outcome, how)) = found.between(game.first, game.second)
            {
                (game.outcome, game.how) = (outcome, how);
            }
            counted.push(game);
        }
    }

    /// How many times a game of a match was played without counting, which is the repetition to play next; `None`
    /// while one of them waits for a ruling.
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

    /// The result that rulings give to a game not played: forfeited, or lost because a side has left.
    fn unplayed(&self, id: MatchId, sides: [EntryId; 2], next: Next) -> Option<RecordedGame> {
        let repetition = self.repetition(id, next.number, sides)?;
        let game = GameId { of: id, number: next.number, repetition };
        let gone = [next.first, next.second].map(|side| self.gone_by(side, id));
        // The ruling may be older than a game between other entries that were once in this match.
        let found = (0..=repetition).map(|repetition| GameId { repetition, ..game }).find_map(|id| {
            let found = self.found.get(&id).filter(|_| !self.void.contains(&id))?;
            found.between(next.first, next.second)
        });
        let (outcome, how) = match (found, gone) {
            (Some(found), _) => found,
            (None, [None, None]) => return None,
            (None, [Some(first), Some(second)]) if first == second => (CountedOutcome::Nobody, How::Forfeit),
            // Whoever left first forfeited the game then: the other side's leaving takes no result away.
            (None, [Some(first), second]) if second.is_none_or(|second| first < second) => {
                (CountedOutcome::Win(Seat::Second), How::Forfeit)
            }
            (None, _) => (CountedOutcome::Win(Seat::First), How::Forfeit),
        };
        Some(RecordedGame { id: game, first: next.first, second: next.second, outcome, how, faults: [0; 2] })
    }

    /// Reads a match: adds to `counted` those of its recorded games that count and those that rulings give, and
    /// returns the state of the match.
    pub(crate) fn hold(
        &self,
        recorded: &[RecordedGame],
        plan: MatchPlan,
        id: MatchId,
        sides: [EntryId; 2],
        seed: &Seed,
        counted: &mut Vec<RecordedGame>,
    ) -> Progress {
        let from = counted.len();
        self.read(recorded, sides, counted);
        loop {
            let progress = plan.progress(id, sides, seed, &counted[from..]);
            if !self.touched.contains(&id) && !sides.iter().any(|side| self.is_gone(*side, id)) {
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
