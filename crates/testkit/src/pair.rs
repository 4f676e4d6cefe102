//! Two true games that one eye cannot tell apart.

use crate::walk::{default_rules, hand};
use leitai_core::{Actor, Eye, Game, MoveOf, Position, Report, Rng, State, Turn};

/// How many acts are tried to find one about which the eye is told the same in both games.
const TRIES: usize = 24;
/// How many acts of the second game are tried to match one of the first.
const PARTNERS: usize = 8;

/// Two true positions of one random game, grown act by act. Where their eye does not see, they are made to differ; the
/// eye is told the same in both, so by the rules it must not be able to tell one from the other.
pub struct Pair<G: Game> {
    eye: Eye,
    truths: [G::Position; 2],
    rng: Rng,
}

/// How a pair grew by an act.
pub struct Grown<G: Game> {
    /// The hand that acted.
    pub by: Actor,
    /// The act in the first position.
    pub one: MoveOf<G>,
    /// The act in the second position; `None` if nothing was done there, because the eye was told nothing of the first
    /// act.
    pub other: Option<MoveOf<G>>,
    /// The reports to the eye, equal in both.
    pub told: Vec<Report<G::Position>>,
    /// Whether the act belongs to a secret turn.
    pub secret: bool,
}

/// A true position after an act, and what the eye was told of that act.
struct Acted<P: Position> {
    truth: P,
    told: Vec<Report<P>>,
}

impl<G: Game> Pair<G> {
    /// A pair at the start of a game under default rules; all acts follow from `seed`.
    pub fn new(eye: Eye, seed: u64) -> Self {
        let start = G::Position::initial(&default_rules::<G>());
        Pair { eye, truths: [start.clone(), start], rng: Rng::new(seed) }
    }

    /// The two true positions.
    pub fn truths(&self) -> &[G::Position; 2] {
        &self.truths
    }

    /// Whether the two positions differ now.
    pub fn differs(&self) -> bool {
        self.truths[0] != self.truths[1]
    }

    /// Grows the pair by one act; `None` when the game is over, or when no act was found about which the eye would be
    /// told the same.
    pub fn grow(&mut self) -> Option<Grown<G>> {
        let turn = self.truths[0].turn();
        let by = hand(turn, &mut self.rng)?;
        let secret = matches!(turn, Turn::Secret(_));
        for _ in 0..TRIES {
            let one = self.draw(0, by)?;
            let Acted { truth, told } = self.act(0, by, &one);
            let Some((other, second)) = self.partner(by, &one, &told, secret) else { continue };
            self.truths = [truth, second];
            return Some(Grown { by, one, other, told, secret });
        }
        None
    }

    /// The act in the second position, and what becomes of that position.
    fn partner(
        &mut self,
        by: Actor,
        one: &MoveOf<G>,
        told: &[Report<G::Position>],
        secret: bool,
    ) -> Option<(Option<MoveOf<G>>, G::Position)> {
        // In a secret turn each seat owes a number of acts: neither position may fall behind.
        let idle = told.is_empty() && !secret && !self.is_own(by);
        if idle && self.rng.below(2) == 0 {
            return Some((None, self.truths[1].clone()));
        }
        let partners = if self.is_own(by) || by == Actor::Chance { 0 } else { PARTNERS };
        for i in 0..=partners {
            let other = if i < partners { self.draw(1, by)? } else { one.clone() };
            if self.truths[1].check(by, &other).is_ok() {
                let acted = self.act(1, by, &other);
                if acted.told == told {
                    return Some((Some(other), acted.truth));
                }
            }
        }
        idle.then(|| (None, self.truths[1].clone()))
    }

    fn is_own(&self, by: Actor) -> bool {
        matches!((self.eye, by), (Eye::Seat(own), Actor::Seat(seat)) if own == seat)
    }

    /// Draws an act that `by` may do in one of the positions.
    fn draw(&mut self, truth: usize, by: Actor) -> Option<MoveOf<G>> {
        let mut moves = Vec::new();
        self.truths[truth].moves(by, &mut moves);
        (!moves.is_empty()).then(|| moves.swap_remove(self.rng.below(moves.len())))
    }

    fn act(&self, truth: usize, by: Actor, m: &MoveOf<G>) -> Acted<G::Position> {
        let mut truth = self.truths[truth].clone();
        let effect = truth.play(by, m);
        let mut told = Vec::new();
        truth.tell(by, m, &effect, self.eye, &mut told);
        Acted { truth, told }
    }
}
