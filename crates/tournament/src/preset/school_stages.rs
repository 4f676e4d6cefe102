//! Into which stages the school's contest divides its teams.

use std::collections::BTreeMap;

/// Most teams of a group: its three rounds fit into one opening of the hall by the clocks of most games.
const LARGEST: u32 = 4;
/// Fewest teams of a group.
const SMALLEST: u32 = 3;
/// Most who go through from a group.
const ADVANCE: u32 = 2;

/// A stage in groups.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct GroupStage {
    /// Most teams of a group.
    pub(super) of: u16,
    /// How many go through from each.
    pub(super) advance: u16,
}

/// Stages in groups that there are at least where more teams play than go on to the final at once, as in the source: groups,
/// second stage, final.
const STAGES: usize = 2;

/// How good a division is, the smaller the better: how many teams its final lacks of a full group, then how many go through,
/// counted below zero.
type Cost = (u32, i64);

/// The best division by teams and most stages, as far as it is known; none where there is none.
type Known = BTreeMap<(u32, usize), Option<(Cost, Vec<GroupStage>)>>;

/// The stages before the final, for so many teams: as few as possible, so that the event takes few openings of the hall, and
/// of these those in which most go through. Each takes fewer teams than the one before, and from every group somebody is out.
/// More than 6 teams can always be divided.
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

    /// Nobody waits for a list of entries however long.
    #[test]
    fn any_number_of_teams_is_divided() {
        assert!(group_stages(u32::from(u16::MAX) * 16).len() < 20);
    }
}
