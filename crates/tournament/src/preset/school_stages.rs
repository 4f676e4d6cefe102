//! The stages into which the school's contest divides its teams.

use std::collections::BTreeMap;

/// Most teams of a group: with the clocks of most games, its three rounds fit into one opening of the hall.
const LARGEST: u32 = 4;
/// Fewest teams of a group.
const SMALLEST: u32 = 3;
/// Most teams that go through from a group.
const ADVANCE: u32 = 2;

/// A group stage.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct GroupStage {
    /// Most teams of a group.
    pub(super) of: u16,
    /// How many go through from each group.
    pub(super) advance: u16,
}

/// Fewest group stages if more teams play than go on to the final directly, as in the source: groups, second stage,
/// final.
const STAGES: usize = 2;

/// The cost of a division, less is better: how many teams its final lacks of a full group, then the number of teams
/// that go through, negated.
type Cost = (u32, i64);

/// The best division by number of teams and most stages, as far as it is known; `None` if there is none.
type Known = BTreeMap<(u32, usize), Option<(Cost, Vec<GroupStage>)>>;

/// The stages before the final for this many teams: as few as possible, so that the event takes few openings of the
/// hall, and among those the ones in which most teams go through. Each stage takes fewer teams than the one before,
/// and every group eliminates somebody. More than 6 teams can always be divided.
pub(super) fn group_stages(teams: u32) -> Vec<GroupStage> {
    let mut known = Known::new();
    // Each stage leaves two thirds at most.
    let most = 2 * teams.max(1).ilog2() as usize + STAGES;
    (STAGES..=most).find_map(|stages| best(teams, stages, &mut known)).map_or_else(Vec::new, |it| it.1)
}

fn best(teams: u32, stages: usize, known: &mut Known) -> Option<(Cost, Vec<GroupStage>)> {
    if teams <= LARGEST {
        return Some(((LARGEST - teams, 0), Vec::new()));
    }
    let left = stages.checked_sub(1)?;
    if let Some(known) = known.get(&(teams, stages)) {
        return known.clone();
    }
    let mut found: Option<(Cost, Vec<GroupStage>)> = None;
    for of in (SMALLEST..=LARGEST).filter(|of| teams / teams.div_ceil(*of) >= SMALLEST) {
        for advance in 1..=ADVANCE {
            let through = teams.div_ceil(of) * advance;
            let Some(((lacks, out), rest)) = best(through, left, known) else { continue };
            let cost = (lacks, out - i64::from(through));
            if found.as_ref().is_none_or(|(least, _)| cost < *least) {
                let first = GroupStage { of: of as u16, advance: advance as u16 };
                found = Some((cost, [first].into_iter().chain(rest).collect()));
            }
        }
    }
    known.insert((teams, stages), found.clone());
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn stages(teams: u32) -> Vec<(u16, u16)> {
        group_stages(teams).into_iter().map(|stage| (stage.of, stage.advance)).collect()
    }

    #[test]
    fn few_stages_lead_to_a_final_of_four() {
        assert_eq!(stages(4), []);
        assert_eq!(stages(8), [(4, 2)]);
        assert_eq!(stages(12), [(3, 2), (4, 2)]);
        assert_eq!(stages(16), [(4, 2), (4, 2)]);
        assert_eq!(stages(32), [(4, 2), (4, 1)]);
        assert_eq!(stages(120), [(4, 2), (4, 1), (4, 1)]);
        assert_eq!(stages(500), [(4, 2), (4, 1), (4, 1), (4, 1)]);
    }

    /// The computation is fast however long the list of entries.
    #[test]
    fn any_number_of_teams_is_divided() {
        assert!(group_stages(u32::from(u16::MAX) * 16).len() < 20);
    }
}
