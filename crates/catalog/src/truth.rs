//! The true worth of a position that its seats do not fully know: how games played on from it end.

use leitai_core::{
    Actor, Budget, Engine, Eye, Game, Level, Means, Position, Rng, Seat, State, Turn, View, ViewOf,
};

/// The number of games played on from a position: their mean is accurate to about 0.05.
pub const TRUTH_GAMES: u32 = 100;

/// The mean result for First of games that two `easy` players play on from `position`, each by what it knows and
/// neither by earlier reports. The same position gives the same mean. `None` if the game has no such player, or has to
/// wait for a referee.
pub(crate) fn worth<G: Game>(position: &G::Position) -> Option<f32> {
    let mut sum = 0.0;
    for number in 0..TRUTH_GAMES {
        sum += played_on::<G>(position.clone(), u64::from(number))?;
    }
    Some(sum / TRUTH_GAMES as f32)
}

/// The result for First of one such game.
fn played_on<G: Game>(mut position: G::Position, number: u64) -> Option<f32> {
    let mut rng = Rng::new(number);
    let mut engines = Vec::with_capacity(2);
    for _ in Seat::BOTH {
        engines.push(G::engine(Level::Easy, &Means::seeded(rng.next()))?);
    }
    let mut views = Seat::BOTH.map(|seat| position.view(Eye::Seat(seat)));
    loop {
        match position.turn() {
            Turn::Over(outcome) => return Some(Seat::First.result(outcome.winner)),
            Turn::Of(Actor::Arbiter) => return None,
            Turn::Of(Actor::Chance) => {
                let face = thrown(&position, &mut rng)?;
                played::<G>(&mut position, Actor::Chance, &face, &mut views, &mut engines);
            }
            turn @ (Turn::Of(_) | Turn::Secret(_)) => {
                let Some(Actor::Seat(seat)) = turn.next() else { return None };
                let by = Actor::Seat(seat);
                let mut acts = Vec::new();
                let view = &views[seat.index()];
                engines[seat.index()].think(seat, view, &Budget::UNTIMED, &mut |_| (), &mut acts);
                let mut is_stuck = true;
                for m in &acts {
                    // What a player learns from its own act, or what that act causes, may spoil the rest of its plan.
                    if position.check(by, m).is_err() {
                        break;
                    }
                    played::<G>(&mut position, by, m, &mut views, &mut engines);
                    is_stuck = false;
                }
                if is_stuck {
                    return None;
                }
            }
        }
    }
}

/// Throws the dice: each face is as likely as its weight.
fn thrown<P: Position>(position: &P, rng: &mut Rng) -> Option<P::Move> {
    let mut faces = Vec::new();
    position.chances(&mut faces);
    let total: u32 = faces.iter().map(|(_, weight)| weight).sum();
    let mut at = rng.below(total.max(1) as usize) as u32;
    let face = faces.into_iter().find(|(_, weight)| {
        let is_here = at < *weight;
        at = at.saturating_sub(*weight);
        is_here
    });
    face.map(|(face, _)| face)
}

fn played<G: Game>(
    position: &mut G::Position,
    by: Actor,
    m: &<G::Position as State>::Move,
    views: &mut [ViewOf<G>; 2],
    engines: &mut [Box<dyn Engine<G::Position>>],
) {
    let effect = position.play(by, m);
    for seat in Seat::BOTH {
        let mut reports = Vec::new();
        position.tell(by, m, &effect, Eye::Seat(seat), &mut reports);
        for report in &reports {
            views[seat.index()].learn(report);
            engines[seat.index()].observe(report, &views[seat.index()]);
        }
    }
}
