//! The weakest player: uniform over the legal acts.

use leitai_core::{Actor, Budget, Engine, Info, Open, Position, Rng, Seat};

/// Plays each act uniformly at random.
pub struct Random(Rng);

impl Random {
    /// A player whose choices follow from `seed`.
    pub fn new(seed: u64) -> Self {
        Random(Rng::new(seed))
    }
}

impl<P: Open> Engine<P> for Random {
    fn think(
        &mut self,
        me: Seat,
        view: &P,
        _: &Budget<'_>,
        _: &mut dyn FnMut(Info<P::Move>),
        turn: &mut Vec<P::Move>,
    ) {
        random_turn(view, Actor::Seat(me), &mut self.0, turn);
    }
}

/// Appends a whole turn of `by`, each act drawn uniformly from the legal ones. Requires that `by` owes an act.
pub fn random_turn<P: Open>(position: &P, by: Actor, rng: &mut Rng, turn: &mut Vec<P::Move>) {
    let mut position = position.clone();
    while let Some(m) = position.random_move(by, rng) {
        let before = position.turn();
        Position::play(&mut position, by, &m);
        turn.push(m);
        if !before.goes_on(position.turn(), by) {
            return;
        }
    }
}
