//! Tables that a desk without a network takes along.

use super::kept_contest::KeptContest;
use super::taken_tables::{TakenGame, TakenMatchSetup, TakenTables};
use crate::deed_error::DeedError;
use crate::random_key::random_key;
use crate::shared_store::SharedStore;
use leitai_core::{Seat, Sentence, sentence};
use leitai_store::Actor;
use leitai_tournament::contest::{ContestDeed, DueMatch, TakenMatch, TakingId, TeamId};
use leitai_tournament::table_plan::{Pairing, event_fixtures};
use leitai_tournament::{CountedOutcome, Due, EntryId, Event, GameId, How, MatchId, RecordedGame};
use std::collections::{BTreeMap, BTreeSet};

/// Letters and digits of what a taking is called, and of its key: nobody guesses the key.
const ID: usize = 8;
const KEY: usize = 52;
/// So much longer results are expected once that is extended.
const A_DAY_MS: i64 = 24 * 3_600_000;
/// More games than the longest match can have.
const MOST_GAMES: usize = 9;

/// What a desk is to take along.
#[derive(Clone, Copy, Debug)]
pub struct Wanted<'a> {
    /// What the desk, or whoever has it, is called.
    pub with: &'a str,
    /// The tables, from 1.
    pub tables: &'a [u32],
    /// All matches of this round that can be called, from 1, dealt over those of the tables that are free; without it each free
    /// table takes the next match that can be called.
    pub round: Option<u16>,
}

impl SharedStore {
    /// Lets a desk take tables of a contest along: what sits there, and what can be called to those that are free. From now on
    /// these matches are called nowhere else until they are back or called off. Refused if nothing of them is due.
    pub fn take_along(
        &self,
        by: Actor<'_>,
        contest: &str,
        wanted: &Wanted<'_>,
    ) -> Result<TakenTables, DeedError> {
        let taking: TakingId = random_key(ID).parse().map_err(|error| DeedError::because(&error))?;
        let key = random_key(KEY);
        let kept = self.contest(contest)?;
        let matches = self.chosen(&kept, wanted)?;
        let until_ms = Some(kept.contest.results_until(self.now()?));
        let with = wanted.with.trim().to_owned();
        let deed = ContestDeed::Take { taking: taking.clone(), with, matches, until_ms };
        self.do_with_secret(by, contest, &deed, Some(&key))?;
        self.taken_along(contest, &taking)
    }

    /// Lets the results of a taking be expected for a day longer, from now on if they are late already. For organisers.
    pub fn extend_taking(&self, by: Actor<'_>, contest: &str, taking: &TakingId) -> Result<i64, DeedError> {
        let kept = self.contest(contest)?;
        let known = kept.contest.taking(taking).ok_or(DeedError::Nothing)?;
        let now = self.now()?;
        let until_ms = known.until_ms.map_or(now, |until| until.max(now)).saturating_add(A_DAY_MS);
        let deed = ContestDeed::Extend { taking: taking.clone(), until_ms };
        self.do_in_contest(by, contest, &deed, None)?;
        Ok(until_ms)
    }

    /// The file of a taking, with the games of its matches that are due now.
    pub fn taken_along(&self, contest: &str, taking: &TakingId) -> Result<TakenTables, DeedError> {
        let kept = self.contest(contest)?;
        let known = kept.contest.taking(taking).zip(kept.key_of(taking));
        let (known, key) = known.ok_or(DeedError::Nothing)?;
        if known.recalled_ms.is_some() {
            return Err(DeedError::Refused(sentence!("{taking} was called off", "{taking} 已收回")));
        }
        let mut matches = Vec::new();
        for taken in &known.all {
            matches.push(self.set_up(&kept, taken)?);
        }
        matches.sort_by_key(|of| of.table);
        let times = (known.taken_ms, known.until_ms);
        Ok(TakenTables::new(contest, (taking, key), (&known.with, times), matches))
    }

    fn set_up(&self, kept: &KeptContest, taken: &TakenMatch) -> Result<TakenMatchSetup, DeedError> {
        let contest = &kept.contest;
        let drawn = contest.drawn(&taken.game).ok_or(DeedError::Nothing)?;
        let name = |team: Option<TeamId>| {
            let team = team.and_then(|team| contest.team(team));
            team.map(|team| team.form.name.clone()).unwrap_or_default()
        };
        self.of_event(&drawn.event, |history| {
            let games = due_and_following(&history.event, taken.of).into_iter().map(|due| TakenGame {
                of: due.id,
                seats: [due.first, due.second].map(|entry| name(drawn.team(entry))),
                side_ms: due.side_ms,
            });
            TakenMatchSetup {
                table: taken.table,
                of_game: taken.game.clone(),
                of: taken.of,
                teams: taken.teams.map(|team| name(Some(team))),
                // Whose secrets a desk knows is the desk's matter.
                options: history.begun.options.iter().filter(|(name, _)| name != "seen").cloned().collect(),
                games: games.collect(),
            }
        })
        .map_err(DeedError::Hall)
    }

    /// The matches for the tables that are wanted.
    fn chosen(&self, kept: &KeptContest, wanted: &Wanted<'_>) -> Result<Vec<TakenMatch>, DeedError> {
        let contest = &kept.contest;
        let refuse = |why: Sentence| Err(DeedError::Refused(why));
        let mut tables: Vec<u32> = wanted.tables.to_vec();
        tables.sort_unstable();
        tables.dedup();
        let most = contest.terms().tables;
        if let Some(table) = tables.iter().find(|table| !(1..=most).contains(*table)) {
            return refuse(sentence!(
                "there is no table {table} of {most}",
                "共 {most} 张棋桌，没有 {table} 号桌"
            ));
        }
        let due: Vec<DueMatch> = self.due_at_tables(kept)?.into_iter().map(|(due, _)| due).collect();
        let taken = |table: u32, due: &DueMatch| {
            let DueMatch { game, of, teams, .. } = due.clone();
            TakenMatch { table, game, of, teams }
        };
        let sits = |table: u32| due.iter().find(|due| due.table == Some(table));
        let mut chosen: Vec<TakenMatch> =
            tables.iter().filter_map(|table| sits(*table).map(|due| taken(*table, due))).collect();
        let free: Vec<u32> = tables
            .into_iter()
            .filter(|table| contest.table(*table).is_none() && !contest.is_out(*table))
            .collect();
        let rounds = match wanted.round {
            Some(_) => self.rounds(kept)?,
            None => BTreeMap::new(),
        };
        let is_of_round = |due: &&DueMatch| match wanted.round {
            None => true,
            Some(round) => rounds.get(&(due.game.to_string(), due.of)).is_some_and(|own| *own + 1 == round),
        };
        let mut busy: BTreeSet<TeamId> = chosen.iter().flat_map(|taken| taken.teams).collect();
        let (mut at, mut dealt) = (0, 0);
        for due in due.iter().filter(|due| due.is_callable()).filter(is_of_round) {
            let is_full = wanted.round.is_none() && dealt >= free.len();
            if free.is_empty() || is_full {
                break;
            }
            if due.teams.iter().any(|team| busy.contains(team)) {
                continue;
            }
            busy.extend(due.teams);
            chosen.push(taken(free[at % free.len()], due));
            (at, dealt) = (at + 1, dealt + 1);
        }
        if chosen.is_empty() {
            return refuse(Sentence::new(
                "no match is due at these tables, and none can be called to them",
                "这些棋桌没有待赛的场次，也没有可叫号的场次",
            ));
        }
        Ok(chosen)
    }

    /// The round of each match that is drawn, from 0.
    fn rounds(&self, kept: &KeptContest) -> Result<BTreeMap<(String, MatchId), u16>, DeedError> {
        let mut rounds = BTreeMap::new();
        for (game, drawn) in kept.contest.events() {
            let team = |entry| drawn.team(entry).unwrap_or(TeamId(u32::MAX));
            let fixtures = self.of_event(&drawn.event, |history| event_fixtures(0, &history.event, team))?;
            for fixture in fixtures.map_err(|error| DeedError::because(&error))? {
                if let Pairing::Drawn(of) = fixture.id.pairing {
                    rounds.insert((game.to_string(), of), fixture.round);
                }
            }
        }
        Ok(rounds)
    }
}

/// The games of a match that are due, and those that are due later if its teams win in turns: a match that is decided earlier
/// needs no more of them.
fn due_and_following(event: &Event, of: MatchId) -> Vec<Due> {
    let (mut event, mut games) = (event.clone(), Vec::new());
    let mut won: BTreeMap<EntryId, u32> = BTreeMap::new();
    for winner in event.games().iter().filter(|game| game.id.of == of).filter_map(RecordedGame::winner) {
        *won.entry(winner).or_default() += 1;
    }
    while games.len() < MOST_GAMES {
        let due: Vec<Due> = event.state().due().filter(|due| due.id.of == of).collect();
        for Due { id, first, second, .. } in &due {
            let wins = |entry: &EntryId| won.get(entry).copied().unwrap_or_default();
            let seat = if wins(first) <= wins(second) { Seat::First } else { Seat::Second };
            let (outcome, how) = (CountedOutcome::Win(seat), How::Played);
            let game = RecordedGame { id: *id, first: *first, second: *second, outcome, how, faults: [0; 2] };
            *won.entry(game.at(seat)).or_default() += 1;
            if !matches!(event.record(game), Ok(true)) {
                return games;
            }
        }
        if due.is_empty() {
            break;
        }
        games.extend(due);
    }
    games
}

/// Which match a game that came back belongs to, among those that were taken along.
pub(super) fn match_of<'a>(
    taken: &'a [TakenMatch],
    game: &leitai_core::GameName<'_>,
    of: GameId,
) -> Option<&'a TakenMatch> {
    taken.iter().find(|taken| taken.game == *game && taken.of == of.of)
}

#[cfg(test)]
mod tests {
    use super::*;
    use leitai_tournament::{Entry, MatchPlan, Plan, Seed};

    /// The school's text, 8.7: one side begins games 1, 4 and 5, the other 2, 3, 6 and 7.
    #[test]
    fn a_match_is_taken_along_with_all_the_games_that_it_can_have() {
        let entries = vec![Entry::new(0, "a"), Entry::new(1, "b")];
        let begins = |games: MatchPlan| {
            let plan = Plan::school(2, 600_000, games);
            let event = Event::new(plan, entries.clone(), Seed::new("1")).expect("a plan");
            let of = event.state().due().next().expect("a game is due").id.of;
            due_and_following(&event, of).into_iter().map(|due| due.first).collect::<Vec<_>>()
        };
        let race = begins(MatchPlan::FirstToFour);
        let is_as_first: Vec<bool> = race.iter().map(|first| *first == race[0]).collect();
        assert_eq!(is_as_first, [true, false, false, true, true, false, false]);
        assert_eq!(begins(MatchPlan::Games(2)).len(), 2);
    }
}
