//! Single elimination.

use crate::section::{Ground, RankedEntry, Section};
use crate::{Bye, EntryId, Lot, Match, MatchId, MatchPlan, Seed, Sentence, Spot, Verdict};
use leitai_core::sentence;

/// The occupant of a place in a round.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Slot {
    /// Permanently empty.
    Empty,
    Taken(EntryId),
    /// The winner of a match that is not over.
    Open,
}

/// Derives a knock-out from its results. `bracket` has a power of two of places; the `members` of the section are
/// ordered by seed.
pub(crate) fn read(ground: &Ground<'_>, bracket: &[Option<EntryId>], section: &mut Section) {
    let mut slots: Vec<_> = bracket.iter().map(|place| place.map_or(Slot::Empty, Slot::Taken)).collect();
    let rounds = bracket.len().ilog2() as u16;
    for round in 0..rounds {
        let plan = ground.plan.format.round_plan(usize::from(rounds - round - 1), ground.plan.games);
        let mut winners = Vec::with_capacity(slots.len() / 2);
        for (table, pair) in (0..).zip(slots.chunks(2)) {
            winners.push(match (pair[0], pair[1]) {
                (Slot::Taken(a), Slot::Taken(b)) => meet(ground, section, plan, (round, table), [a, b]),
                (Slot::Taken(entry), Slot::Empty) | (Slot::Empty, Slot::Taken(entry)) => {
                    let why = why_rests(ground, section, round, entry, bracket.len());
                    section.byes.push(Bye { entry, round, scores: false, why });
                    Slot::Taken(entry)
                }
                (Slot::Empty, Slot::Empty) => Slot::Empty,
                _ => Slot::Open,
            });
        }
        slots = winners;
    }
    section.sort();
    section.rounds = rounds;
    section.is_played = slots != [Slot::Open];
}

fn meet(
    ground: &Ground<'_>,
    section: &mut Section,
    plan: MatchPlan,
    (round, table): (u16, u32),
    sides: [EntryId; 2],
) -> Slot {
    let id = section.id(Spot::Table { round, table });
    section.reasons.insert(id, why_meet(ground, section, (round, table), sides));
    match section.hold(ground, plan, id, sides) {
        Verdict::Open => Slot::Open,
        Verdict::Won(winner) => Slot::Taken(winner),
        Verdict::Nobody => Slot::Empty,
        Verdict::Drawn => {
            let lot = lot(ground.seed, id, sides);
            section.lots.push(lot.why);
            section.award_by_lot(id, lot.order[0]);
            Slot::Taken(lot.order[0])
        }
    }
}

/// The lot that decides a match which ended even.
pub(crate) fn lot(seed: &Seed, id: MatchId, sides: [EntryId; 2]) -> Lot<EntryId> {
    crate::draw::lot(seed, &format!("winner of {id}"), sides)
}

fn seed_of(section: &Section, entry: EntryId) -> usize {
    section.members.iter().position(|member| *member == entry).map_or(0, |at| at + 1)
}

fn why_meet(
    ground: &Ground<'_>,
    section: &Section,
    (round, table): (u16, u32),
    sides: [EntryId; 2],
) -> Sentence {
    let [(a, i), (b, j)] = sides.map(|entry| (ground.name(entry), seed_of(section, entry)));
    if round == 0 {
        return sentence!(
            "{a} (seed {i}) meets {b} (seed {j}), their places in the bracket",
            "{a}（{i}号种子）对{b}（{j}号种子），按签位表"
        );
    }
    let from = |half| section.id(Spot::Table { round: round - 1, table: 2 * table + half });
    sentence!("{a} comes from {}, {b} from {}", "{a}来自{}，{b}来自{}", from(0), from(1))
}

fn why_rests(ground: &Ground<'_>, section: &Section, round: u16, entry: EntryId, size: usize) -> Sentence {
    let (name, seed) = (ground.name(entry), seed_of(section, entry));
    if round > 0 {
        return sentence!(
            "{name} advances: nobody came out of the other match",
            "{name}直接晋级：另一场无人晋级"
        );
    }
    let count = section.members.len();
    sentence!(
        "{name} (seed {seed}) has a bye: {count} play on {size} places, and the opposite one is empty",
        "{name}（{seed}号种子）轮空：{count}队、{size}个签位，对面为空位"
    )
}

/// The title of an entry that is out, or first, when `left` entries are left.
fn title(left: u32) -> Sentence {
    match left {
        1 => Sentence::new("champion", "冠军"),
        2 => Sentence::new("runner-up", "亚军"),
        n => last(n),
    }
}

/// The title of an entry that is among the last `n`.
fn last(n: u32) -> Sentence {
    match n {
        2 => Sentence::new("finalist", "进入决赛"),
        4 => Sentence::new("semifinalist", "4强"),
        8 => Sentence::new("quarterfinalist", "8强"),
        n => sentence!("last {n}", "{n}强"),
    }
}

/// Places by the round in which an entry lost; entries that lost in the same round share a place. Those still in
/// play have the place they would get if they lost next. A place is earned: who has completed no game has none,
/// however far forfeits and byes carried it.
pub(crate) fn places(ground: &Ground<'_>, section: &Section) -> Vec<RankedEntry> {
    let mut places: Vec<_> = section.members.iter().map(|&entry| place(ground, section, entry)).collect();
    places.sort_by_key(|place| (place.place.is_none(), place.place, seed_of(section, place.entry)));
    places
}

fn place(ground: &Ground<'_>, section: &Section, entry: EntryId) -> RankedEntry {
    let name = ground.name(entry);
    if let Some(why) = ground.docket.why_out(entry, name) {
        return RankedEntry::without_place(entry, why);
    }
    let completed = section.completed_any(entry);
    if completed == Some(false) {
        let why =
            sentence!("{name} has completed no game, so it has no place", "{name}未能完成任何一局，不列名次");
        return RankedEntry::without_place(entry, why);
    }
    let round =
        |it: &Match<'_>| if let Spot::Table { round, .. } = it.id.spot { u32::from(round) } else { 0 };
    let mine = || section.matches().filter(|it| it.sides.contains(&entry));
    let rested =
        section.byes.iter().filter(|bye| bye.entry == entry).map(|bye| u32::from(bye.round) + 1).max();
    // A bye after its last match counts instead of it.
    let last_match = mine().max_by_key(round).filter(|it| rested.is_none_or(|rested| rested <= round(it)));
    let has_won = mine().any(|it| it.verdict == Verdict::Won(entry));
    let (through, is_in_play, why) = match last_match {
        Some(it) => {
            let [a, b] = it.sides;
            let against = if a == entry { b } else { a };
            let other = ground.name(against);
            match it.verdict {
                Verdict::Won(winner) if winner == entry && section.completed_any(against) != Some(true) => (
                    round(&it) + 1,
                    true,
                    sentence!(
                        "{name} goes on, as {other} completed no game",
                        "{other}未能完成对局，{name}晋级"
                    ),
                ),
                Verdict::Won(winner) if winner == entry => {
                    let why = sentence!("{name} won its last match, against {other}", "{name}末轮胜{other}");
                    (round(&it) + 1, true, why)
                }
                Verdict::Open => {
                    (round(&it), true, sentence!("{name} plays {other}", "{name}正与{other}对阵"))
                }
                Verdict::Nobody => {
                    let why = sentence!(
                        "neither {name} nor {other} won their match",
                        "{name}与{other}均未取胜，均出局"
                    );
                    (round(&it), false, why)
                }
                Verdict::Won(_) | Verdict::Drawn => (
                    round(&it),
                    false,
                    sentence!("{name} was knocked out by {other}", "{name}负于{other}出局"),
                ),
            }
        }
        None if rested.is_some() => {
            (rested.unwrap_or(0), true, sentence!("{name} had a bye", "{name}轮空晋级"))
        }
        None => (0, true, sentence!("{name} has nobody to play", "{name}没有对手")),
    };
    let rounds = u32::from(section.rounds);
    let left = 1u32 << (rounds - through.min(rounds));
    // The champion is first; an entry that was among the last 2^k when it lost comes after the 2^(k-1) that went
    // on.
    let place = if left == 1 { 1 } else { left / 2 + 1 };
    let title = match left {
        // Byes and forfeits carry an entry on, but nothing is completed by them.
        _ if completed.is_none() => None,
        1 => Some(title(1)),
        _ if !is_in_play => Some(title(left)),
        // Nothing is won before a match is, and nobody has come second before the final is lost.
        _ => has_won.then(|| last(left)),
    };
    RankedEntry { entry, place: Some(place), title, reached: None, points: None, why }
}
