//! The traits that hold the rules of a game.

use crate::{Actor, Eye, Illegal, Rng, Ruling, Seat, Turn};
use std::fmt::Debug;

/// What the true position and every view of it have in common: whose act is due and what may be tried.
pub trait State: Clone + Debug + PartialEq + Send + Sync + 'static {
    /// One small act. A turn may be a run of several by one seat (two stones of Connect6).
    type Move: Clone + PartialEq + Debug + Send + Sync + 'static;

    /// Who owes the next act.
    fn turn(&self) -> Turn;

    /// Appends everything `by` may try now, as far as it can know, each act once. Appends nothing unless
    /// `turn().owes(by)`; whoever owes an act has at least one.
    fn moves(&self, by: Actor, out: &mut Vec<Self::Move>);

    /// One of the [`moves`](State::moves), uniformly at random; `None` if there is none. Rules that can draw a move
    /// without building the list should override this: random games are made of it.
    fn random_move(&self, by: Actor, rng: &mut Rng) -> Option<Self::Move> {
        random_of_list(self, by, rng)
    }

    /// Checks one act and names the rule it breaks. Agrees with [`moves`](State::moves), plus the asides.
    fn check(&self, by: Actor, m: &Self::Move) -> Result<(), Illegal>;

    /// Appends the acts open to a seat that is not on turn (claims) to `out`.
    fn asides(&self, _by: Seat, _out: &mut Vec<Self::Move>) {}
}

/// The fallback for [`State::random_move`]: lists the moves and draws one.
pub fn random_of_list<S: State>(state: &S, by: Actor, rng: &mut Rng) -> Option<S::Move> {
    let mut moves = Vec::new();
    state.moves(by, &mut moves);
    (!moves.is_empty()).then(|| moves.swap_remove(rng.below(moves.len())))
}

/// What one eye knows: exactly the fold of the reports it received. A program at the other end of a pipe builds the
/// same value from the lines of its dialect.
pub trait View: State {
    /// One report; as fine-grained as the finest line of any dialect.
    type Report: Clone + PartialEq + Debug + Send + Sync + 'static;

    /// Takes in one report. Requires the reports of one game in their original order; a report that is not
    /// [admitted](View::admits) may panic.
    fn learn(&mut self, report: &Self::Report);

    /// Whether the report may follow what is known. Every report of a game does. Some reports that occur in no game
    /// may be let through, but none that [`learn`](View::learn) cannot take in: programs check what they hear with
    /// this.
    fn admits(&self, report: &Self::Report) -> bool;
}

/// The true position: the only trait that contains rules.
pub trait Position: State {
    /// The options of the rules, checked.
    type Rules: Clone + Default + Debug + PartialEq + Send + Sync + 'static;
    /// What really happened (refused, captured, who fell): computed once, by `play`, and never shown as it is.
    type Effect: Debug;
    /// What one eye knows of the position.
    type View: View<Move = Self::Move>;

    /// The start of a game.
    fn initial(rules: &Self::Rules) -> Self;

    /// What `eye` knows before any report.
    fn first_view(rules: &Self::Rules, eye: Eye) -> Self::View;

    /// Plays one act if the rules allow it to `by`; a refused act changes nothing. For callers whose act does not
    /// come from [`moves`](State::moves).
    fn try_play(&mut self, by: Actor, m: &Self::Move) -> Result<Self::Effect, Illegal> {
        self.check(by, m)?;
        Ok(self.play(by, m))
    }

    /// Plays one act **unchecked**. Requires `check(by, m)`; anything else may panic or leave an unreachable
    /// position. [`try_play`](Position::try_play) is the checked form. Free on search paths: an unused effect is
    /// optimised away.
    fn play(&mut self, by: Actor, m: &Self::Move) -> Self::Effect;

    /// Appends the reports that `eye` receives of an act, in order; `self` is the position after it. If none is
    /// appended, the eye does not learn that anything happened.
    fn tell(&self, by: Actor, m: &Self::Move, effect: &Self::Effect, eye: Eye, out: &mut Vec<Report<Self>>);

    /// What `eye` knows, computed from scratch; equal to folding [`View::learn`].
    fn view(&self, eye: Eye) -> Self::View;

    /// Whether an eye does not know all of this position. Once it is false it stays false, and nothing of the game is
    /// secret any more: secrecy belongs to a phase of a game.
    fn keeps_secrets(&self) -> bool;

    /// What the referee is to say about the last act of a seat, while that is so: until then its turn goes on. `None` while
    /// nothing is asked of him, and where he acts on his own after the last ply.
    fn ruling(&self) -> Option<Ruling> {
        None
    }

    /// Whose ply an act of that hand completed that led here from a position in which this was asked of the referee;
    /// `goes_on`: the hand's own turn [does](Turn::goes_on).
    fn completed(&self, by: Actor, ruling: Option<Ruling>, goes_on: bool) -> Option<Seat> {
        if self.ruling().is_some() {
            return None;
        }
        match by {
            Actor::Seat(seat) => (!goes_on).then_some(seat),
            // A try that was refused is followed by another in the same turn.
            Actor::Arbiter => Some(ruling?.of).filter(|seat| !self.turn().owes(Actor::Seat(*seat))),
            Actor::Chance => None,
        }
    }

    /// What the rules count at the end of the game for each seat (stones, boxes, points), in the current position;
    /// more is better. `None` if they count nothing.
    fn tally(&self) -> Option<[u32; 2]> {
        None
    }

    /// Appends the weighted outcomes of a draw; called only at `Turn::Of(Actor::Chance)`.
    fn chances(&self, _out: &mut Vec<(Self::Move, u32)>) {}
}

/// The reports of this game.
pub type Report<P> = <<P as Position>::View as View>::Report;

/// The report of a game without hidden information: the act itself.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Played<M> {
    /// The hand that acted.
    pub by: Actor,
    /// The act.
    pub m: M,
}

/// A game without hidden information: the position is its own view, and a report is the act itself.
pub trait Open: Position<View = Self> {}

impl<P: Open> View for P {
    type Report = Played<P::Move>;
    fn learn(&mut self, report: &Self::Report) {
        self.play(report.by, &report.m);
    }
    fn admits(&self, report: &Self::Report) -> bool {
        self.check(report.by, &report.m).is_ok()
    }
}

/// The parts of [`Position`] that a game without hidden information need not write.
#[macro_export]
macro_rules! open_information {
    () => {
        type View = Self;
        fn first_view(rules: &Self::Rules, _: $crate::Eye) -> Self {
            <Self as $crate::Position>::initial(rules)
        }
        fn view(&self, _: $crate::Eye) -> Self {
            self.clone()
        }
        fn keeps_secrets(&self) -> bool {
            false
        }
        fn tell(
            &self,
            by: $crate::Actor,
            m: &Self::Move,
            _: &Self::Effect,
            _: $crate::Eye,
            out: &mut Vec<$crate::Report<Self>>,
        ) {
            out.push($crate::Played { by, m: m.clone() });
        }
    };
}

/// Positions from which a truth consistent with a view can be sampled.
pub trait Sample: Position {
    /// A position that this view cannot distinguish from the real one: `sample(v).view(eye) == v`.
    fn sample(view: &Self::View, rng: &mut Rng) -> Self;
}

impl<P: Open> Sample for P {
    fn sample(view: &P, _: &mut Rng) -> P {
        view.clone()
    }
}
