//! The matches of an event as the table plan needs them.

use leitai_core::errors;

use super::fixture::{Fixture, FixtureId, Pairing, Phase, Sides, TeamId};
use crate::plan::{Entrants, Format, Plan, Sections, StagePlan};
use crate::state::pairings::Paired;
use crate::{Entry, EntryId, Event, Sentence, TieBreak};

errors! {
    /// Why no table plan can be made for an event.
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub enum NoTablePlan {
        /// Its matches have no longest time.
        Endless =>
            "its clock limits neither a game nor a move, so nobody can say when a table is free again (set `game` or `move`)",
            "时限既不限全局也不限每手，无法排定棋桌（请设 game 或 move）";
    }
}

/// The matches of a running event, or of one that is drawn: those of the drawn stages with their sides, those of later
/// stages with all who may still reach them. Decided ones are [over](Phase::Over), all others wait: set the phase of
/// those that are being played, and where the played ones were.
///
/// `event` is its place in the contest's list, and `team` says which team of the contest an entry is.
pub fn event_fixtures(
    number: u16,
    event: &Event,
    team: impl Fn(EntryId) -> TeamId,
) -> Result<Vec<Fixture>, NoTablePlan> {
    let (state, plan) = (event.state(), event.plan());
    let mut fixtures = Vec::new();
    let mut may: Vec<TeamId> = event.entries().iter().map(|entry| team(entry.id)).collect();
    for (stage, stage_plan) in state.stages().iter().zip(&plan.stages) {
        may.clear();
        for section in &stage.sections {
            let in_play = section.members.iter().filter(|entry| state.left(**entry).is_none());
            let members: Vec<TeamId> = in_play.map(|entry| team(*entry)).collect();
            for it in state.pairings(stage_plan, section) {
                let sides = it
                    .sides
                    .map_or_else(|| Sides::Open(members.clone()), |sides| Sides::Known(sides.map(&team)));
                fixtures.push(drawn(number, plan, it, sides)?);
            }
            may.extend(members);
        }
    }
    expected(number, plan, (event.entries(), state.stages().len()), &may, &mut fixtures)?;
    Ok(fixtures)
}

/// The matches of an event before its draw: of each round only how many there are at most, and that any entry may play
/// in it.
pub fn plan_fixtures(
    number: u16,
    plan: &Plan,
    entries: &[Entry],
    team: impl Fn(EntryId) -> TeamId,
) -> Result<Vec<Fixture>, NoTablePlan> {
    let mut fixtures = Vec::new();
    let may: Vec<TeamId> = entries.iter().map(|entry| team(entry.id)).collect();
    expected(number, plan, (entries, 0), &may, &mut fixtures)?;
    Ok(fixtures)
}

/// The plan with its first stage, a round robin, drawn into groups of at most `of` entries. The best two of each go on,
/// as in the school's contest; a plan without a further stage gets a final. `None` if the first stage is something
/// else, or its groups are as small already.
pub fn in_groups(plan: &Plan, entries: u32, of: u16) -> Option<Plan> {
    let first = plan.stages.first().filter(|stage| stage.format == Format::RoundRobin && of >= 2)?;
    let mut plan = plan.clone();
    match first.sections {
        Sections::Groups { of: before } if before > of => plan.stages[0].sections = Sections::Groups { of },
        Sections::One if plan.stages.len() == 1 && entries > u32::from(of) => {
            // Only in the final are ties played off.
            let is_kept = |criterion: &TieBreak| {
                !matches!(criterion, TieBreak::PlayOff | TieBreak::DecidingGame | TieBreak::Lot)
            };
            let groups = StagePlan {
                name: Sentence::new("groups", "小组赛"),
                sections: Sections::Groups { of },
                tie_breaks: first.tie_breaks.iter().copied().filter(is_kept).chain([TieBreak::Lot]).collect(),
                ..first.clone()
            };
            plan.stages[0].entrants = Entrants::Best(2);
            plan.stages.insert(0, groups);
        }
        _ => return None,
    }
    Some(plan)
}

fn drawn(event: u16, plan: &Plan, it: Paired, sides: Sides) -> Result<Fixture, NoTablePlan> {
    let game = plan.game_ms(it.side_ms).ok_or(NoTablePlan::Endless)?;
    Ok(Fixture {
        id: FixtureId { event, pairing: Pairing::Drawn(it.id) },
        round: it.round,
        sides,
        longest_ms: game.saturating_mul(it.games.into()),
        pause_ms: plan.pause_ms,
        phase: if it.is_over { Phase::Over(None) } else { Phase::Waiting },
    })
}

/// Adds the matches of the stages from number `from` on, of which only the sizes are known.
fn expected(
    event: u16,
    plan: &Plan,
    (entries, from): (&[Entry], usize),
    may: &[TeamId],
    fixtures: &mut Vec<Fixture>,
) -> Result<(), NoTablePlan> {
    let rounds = plan.rounds_of_stages(entries);
    for (stage, (stage_plan, rounds)) in (0u16..).zip(plan.stages.iter().zip(rounds)).skip(from) {
        let game = plan.game_ms(stage_plan.side_ms).ok_or(NoTablePlan::Endless)?;
        for (round, it) in (0u16..).zip(rounds) {
            for number in 0..u32::try_from(it.matches).unwrap_or(u32::MAX) {
                fixtures.push(Fixture {
                    id: FixtureId { event, pairing: Pairing::Expected { stage, round, number } },
                    round,
                    sides: Sides::Open(may.to_vec()),
                    longest_ms: game.saturating_mul(it.games),
                    pause_ms: plan.pause_ms,
                    phase: Phase::Waiting,
                });
            }
        }
    }
    Ok(())
}
