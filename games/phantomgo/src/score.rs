//! What is alive, what is dead, and who has the larger area: `RULES.md` 6.

use leitai_board::Points;
use leitai_core::Seat;

/// The unconditionally alive stones of `own` (Benson 1976): no play of the other side can capture them, even
/// if their own side always passes.
pub fn alive(own: Points, enemy: Points) -> Points {
    benson(own, enemy).0
}

/// Alive stones of `own`, and the regions that only they enclose.
fn benson(own: Points, enemy: Points) -> (Points, Vec<Points>) {
    let empty = Points::BOARD - own - enemy;
    let mut chains: Vec<_> = own.parts().collect();
    let mut regions: Vec<_> = (Points::BOARD - own).parts().collect();
    loop {
        let before = chains.len();
        // A region is vital to a chain if all its empty points are the chain's liberties.
        chains.retain(|chain| {
            let liberties = chain.border();
            let vital = |region: &&Points| {
                let bare = **region & empty;
                !bare.is_empty() && (bare - liberties).is_empty()
            };
            regions.iter().filter(vital).count() >= 2
        });
        let alive = chains.iter().fold(Points::NONE, |all, chain| all | *chain);
        regions.retain(|region| (region.border() - alive).is_empty());
        if chains.len() == before {
            return (alive, regions);
        }
    }
}

/// Both sides' dead stones: those in a region enclosed only by unconditionally alive chains of the other
/// side, all of whose empty points touch those chains. No play can save them.
pub fn dead(stones: [Points; 2]) -> Points {
    let mut dead = Points::NONE;
    for seat in Seat::BOTH {
        let (own, enemy) = (stones[seat.index()], stones[seat.other().index()]);
        let (alive, regions) = benson(own, enemy);
        // Without a living chain, nothing is enclosed.
        for region in regions.into_iter().filter(|_| !alive.is_empty()) {
            if ((region - enemy) - alive.border()).is_empty() {
                dead |= region & enemy;
            }
        }
    }
    dead
}

/// The area of each side in half points, dead stones removed: its stones, the empty regions that only it
/// borders, and half of those that both or neither border. The two add up to 162.
pub fn areas(stones: [Points; 2], dead: Points) -> [u32; 2] {
    let stones = stones.map(|side| side - dead);
    let mut areas = stones.map(|side| 2 * side.len());
    for region in (Points::BOARD - stones[0] - stones[1]).parts() {
        let touches = stones.map(|side| !(region.border() & side).is_empty());
        match touches {
            [true, false] => areas[0] += 2 * region.len(),
            [false, true] => areas[1] += 2 * region.len(),
            _ => areas = areas.map(|area| area + region.len()),
        }
    }
    areas
}

/// The side with the larger area; white if the areas are equal.
pub fn winner(stones: [Points; 2], dead: Points) -> Seat {
    let [black, white] = areas(stones, dead);
    if black > white { Seat::First } else { Seat::Second }
}
