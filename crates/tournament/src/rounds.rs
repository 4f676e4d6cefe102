//! A Swiss section, round by round.

use crate::docket::Docket;
use crate::section::{Ground, Section};
use crate::swiss::{self, Player};
use crate::{
    Bye, CountedOutcome, Drawn, EntryId, Points, ScoredUnit, Scoring, Seat, Sentence, Spot, Verdict,
};
use leitai_core::{Noun, sentence};

/// Derives a Swiss section from its results. A round is drawn once all earlier rounds are decided, from the rulings
/// made by then: `seen(rounds)` is the docket at the time when `rounds` rounds had been drawn, if it differs from
/// the current one. A round that has been drawn is not changed.
pub(crate) fn read<'a>(
    ground: &Ground<'_>,
    rounds: u16,
    section: &mut Section,
    seen: impl Fn(u16) -> Option<Docket<'a>>,
) {
    let mut drawn: Vec<swiss::Round> = Vec::new();
    for round in 0..rounds {
        let earlier = seen(round);
        let then = Ground { docket: earlier.as_ref().unwrap_or(ground.docket), ..*ground };
        let players = if earlier.is_none() {
            players(&then, section, &section.members)
        } else {
            let mut held = Section::new(section.stage, section.number, Sentence::default(), Vec::new());
            (0..).zip(&drawn).for_each(|(round, paired)| keep(&then, &mut held, round, paired));
            players(&then, &held, &section.members)
        };
        let Some(players) = players else { break };
        if players.len() < 2 {
            section.note = Some(Sentence::new("fewer than two remain to be paired", "可编排者不足两人"));
            break;
        }
        let Some(paired) = swiss::pair(&players) else {
            section.note = Some(sentence!(
                "after {rounds} all who remain have met, and no further pairing exists",
                "{rounds}轮后已无不重复的编排"; rounds = Noun::ROUNDS.of(round)
            ));
            break;
        };
        keep(ground, section, round, &paired);
        drawn.push(paired);
    }
    section.sort();
    section.rounds = drawn.len() as u16;
    let played = section.rows.iter().all(|row| row.verdict != Verdict::Open);
    section.is_played = played && (section.rounds == rounds || section.note.is_some());
}

/// Holds the matches of a round.
fn keep(ground: &Ground<'_>, section: &mut Section, round: u16, paired: &swiss::Round) {
    for (table, pair) in (0..).zip(&paired.pairs) {
        let id = section.id(Spot::Table { round, table });
        section.hold(ground, ground.plan.games, id, pair.sides);
        section.reasons.insert(id, pair.why.clone());
    }
    if let Some((entry, why)) = &paired.bye {
        section.byes.push(Bye { entry: *entry, round, scores: true, why: why.clone() });
    }
}

/// The players to be paired after the rounds that were held, best first; `None` while a match is open.
fn players<'a>(ground: &Ground<'a>, held: &Section, members: &[EntryId]) -> Option<Vec<Player<'a>>> {
    let mut place = vec![usize::MAX; ground.event.entries.len()];
    let mut players = Vec::with_capacity(members.len());
    for (at, &entry) in members.iter().enumerate() {
        place[entry.index()] = at;
        let (name, points) = (ground.name(entry), Points::ZERO);
        players.push(Player { entry, name, points, met: Vec::new(), balance: 0, last: None, byes: 0 });
    }
    for it in held.matches() {
        if it.verdict == Verdict::Open {
            return None;
        }
        for (side, seat) in [(0, Seat::First), (1, Seat::Second)] {
            let player = &mut players[place[it.sides[side].index()]];
            player.points += points(ground.plan.scoring, &it, side);
            player.met.push(it.sides[1 - side]);
            player.balance += if seat == Seat::First { 1 } else { -1 };
            player.last = Some(seat);
        }
    }
    for bye in &held.byes {
        let player = &mut players[place[bye.entry.index()]];
        player.byes += 1;
        player.points += bye_points(ground.plan);
    }
    players.retain(|player| ground.docket.left(player.entry).is_none());
    for player in &mut players {
        player.met.sort_unstable();
    }
    players.sort_by_key(|player| std::cmp::Reverse(player.points));
    Some(players)
}

/// The points for a bye that scores: a match won, with all its games.
pub(crate) fn bye_points(plan: &crate::StagePlan) -> Points {
    match (plan.scoring.per, plan.games) {
        (ScoredUnit::Games, crate::MatchPlan::Games(count)) => (0..count).map(|_| plan.scoring.win).sum(),
        _ => plan.scoring.win,
    }
}

/// The points of one side from a match.
fn points(scoring: Scoring, it: &crate::Match<'_>, side: usize) -> Points {
    let entry = it.sides[side];
    match scoring.per {
        ScoredUnit::Games => {
            it.games.iter().filter_map(|game| Some(scoring.of(game.outcome, game.seat_of(entry)?))).sum()
        }
        ScoredUnit::Matches => {
            let outcome = match it.verdict {
                Verdict::Won(winner) if winner == entry => CountedOutcome::Win(Seat::First),
                Verdict::Won(_) => CountedOutcome::Win(Seat::Second),
                Verdict::Drawn => CountedOutcome::Draw,
                Verdict::Open | Verdict::Nobody => CountedOutcome::Nobody,
            };
            scoring.of(outcome, Seat::First)
        }
    }
}

/// Whether a ruling was made after that moment, so that the docket of all rulings contains too much for it.
pub(crate) fn is_later(rulings: &[crate::Ruling], then: Drawn) -> bool {
    rulings.iter().any(|ruling| ruling.after > then)
}
