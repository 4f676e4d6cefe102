//! What built-in players must keep.

use crate::walk::default_rules;
use leitai_core::{Budget, By, Eye, Game, Position, Rng, Seat, State, Turn};
use std::time::Duration;

/// Every level plays a game against random play with legal acts only; without secrets, in whole turns.
pub fn built_in_players_play_whole_legal_turns<G: Game>() {
    for level in G::FACTS.levels {
        for me in Seat::BOTH {
            game::<G>(&mut *G::engine(*level, 5).expect("listed"), me);
        }
    }
}

fn game<G: Game>(engine: &mut dyn leitai_core::Engine<G::Position>, me: Seat) {
    let mut position = G::Position::initial(&default_rules::<G>());
    let mut rng = Rng::new(11);
    let budget = Budget { time: Duration::from_millis(50), elapsed: &|| Duration::ZERO };
    while let Some(by) = position.turn().next() {
        let mut turn = Vec::new();
        if by == By::Seat(me) {
            engine.think(me, &position.view(Eye::Seat(me)), &budget, &mut |_| (), &mut turn);
            assert!(!turn.is_empty(), "a player has to move");
        } else {
            turn.extend(position.random_move(by, &mut rng));
        }
        let mut before = position.turn();
        for (i, m) in turn.iter().enumerate() {
            assert_eq!(position.check(by, m), Ok(()), "act {i} of {turn:?}");
            before = position.turn();
            position.play(by, m);
        }
        let whole = !before.goes_on(position.turn(), by);
        assert!(G::FACTS.hidden || by != By::Seat(me) || whole, "{turn:?} is not a whole turn");
    }
    assert!(matches!(position.turn(), Turn::Over(_)));
}
