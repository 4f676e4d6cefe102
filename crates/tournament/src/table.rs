//! Places of a section, and the play-offs that part equal ones.

use crate::plan::Format;
use crate::section::{Ground, RankedEntry, Section};
use crate::{EntryId, Match, Results, Rules, Spot, Standings, TieBreak, Verdict, knockout, rounds};
use leitai_core::sentence;

/// Ranks a section by points and tie-breaks. An entry that is out of the event is not ranked; its points still count
/// for its opponents.
fn standings(ground: &Ground<'_>, section: &Section) -> Standings {
    let ranked = |entry: &EntryId| !ground.docket.is_out(*entry);
    let entries: Vec<_> = section.members.iter().copied().filter(ranked).collect();
    let matches: Vec<Match<'_>> = section.matches().collect();
    let results = Results { entries: &entries, matches: &matches, byes: &section.byes };
    let label = format!("places of {}.{}", section.stage, section.number);
    let rules = Rules {
        scoring: ground.plan.scoring,
        bye: rounds::bye_points(ground.plan),
        tie_breaks: &ground.plan.tie_breaks,
        seed: ground.seed,
        lot: &label,
    };
    Standings::new(results, rules)
}

/// Holds the play-offs of a section that is played, as far as its ties require them, and sets whether the section
/// is over.
pub(crate) fn play_off(ground: &Ground<'_>, section: &mut Section) {
    let plays = |criterion| ground.plan.tie_breaks.contains(&criterion);
    let is_knockout = matches!(ground.plan.format, Format::KnockOut { .. });
    section.is_over = section.is_played;
    if !section.is_played || is_knockout || !(plays(TieBreak::PlayOff) || plays(TieBreak::DecidingGame)) {
        return;
    }
    loop {
        let mut added = false;
        let standings = standings(ground, section);
        section.is_over = standings.ties().is_empty();
        for tie in standings.ties() {
            for (at, &a) in tie.entries.iter().enumerate() {
                for &b in &tie.entries[at + 1..] {
                    let id = section.id(Spot::PlayOff(a.min(b), a.max(b)));
                    if section.row(id).is_some() {
                        continue;
                    }
                    let [a_name, b_name] = [a, b].map(|entry| ground.name(entry));
                    let why = sentence!(
                        "{a_name} and {b_name} share place {} and nothing else separates them",
                        "{a_name}与{b_name}并列第{}名，其余各项均无法区分，须加赛",
                        tie.rank
                    );
                    section.reasons.insert(id, why);
                    let verdict = section.hold(ground, ground.plan.play_off(), id, [a, b]);
                    section.sort();
                    added |= verdict != Verdict::Open;
                }
            }
        }
        if !added {
            return;
        }
    }
}

/// The current places of a section.
pub(crate) fn places(ground: &Ground<'_>, section: &Section) -> Vec<RankedEntry> {
    if matches!(ground.plan.format, Format::KnockOut { .. }) {
        return knockout::places(ground, section);
    }
    let standings = standings(ground, section);
    let mut places: Vec<_> = standings
        .rows()
        .iter()
        .enumerate()
        .map(|(at, row)| RankedEntry {
            entry: row.entry,
            place: Some(row.rank),
            title: None,
            reached: None,
            points: Some(row.tally.points),
            why: standings.why(at, |entry| ground.name(entry)).unwrap_or_default(),
        })
        .collect();
    let out = section.members.iter();
    places.extend(out.filter_map(|&entry| {
        let why = ground.docket.why_out(entry, ground.name(entry))?;
        Some(RankedEntry::without_place(entry, why))
    }));
    places
}
