//! The traits that hold the law of a game.

use crate::{Actor, Eye, Illegal, Rng, Seat, Turn};
use std::fmt::Debug;

/// What the truth and every view of it have in common: who is to act and what may be tried.
pub trait State: Clone + Debug + PartialEq + Send + Sync + 'static {
    /// One small act. A turn may be a run of several by one seat (two stones of Connect6).
    type Move: Clone + PartialEq + Debug + Send + Sync + 'static;

    /// Who owes the next act.
    fn turn(&self) -> Turn;

    /// Everything `by` may try now, as far as it can know, each once. Empty unless `turn().owes(by)`.
    /// Appends to `out`; somebody owes implies somebody can.
    fn moves(&self, by: Actor, out: &mut Vec<Self::Move>);

    /// One of [`moves`](State::moves), each with the same chance; none where there is none. A law that can
    /// draw one without making the list does so: random games are made of this.
    fn random_move(&self, by: Actor, rng: &mut Rng) -> Option<Self::Move> {
        random_of_list(self, by, rng)
    }

    /// Names the broken rule. Agrees with [`moves`](State::moves), plus the asides.
    fn check(&self, by: Actor, m: &Self::Move) -> Result<(), Illegal>;

    /// Acts open to a seat that is not on turn (claims). Appends to `out`.
    fn asides(&self, _by: Seat, _out: &mut Vec<Self::Move>) {}
}

/// [`State::random_move`] where a law has nothing faster: the number drawn is one in the list.
pub fn random_of_list<S: State>(state: &S, by: Actor, rng: &mut Rng) -> Option<S::Move> {
    let mut moves = Vec::new();
    state.moves(by, &mut moves);
    (!moves.is_empty()).then(|| moves.swap_remove(rng.below(moves.len())))
}

/// What one eye knows: exactly the fold of what it was told. A program on the far side of a pipe builds the
/// same value from its dialect's lines.
pub trait View: State {
    /// One thing told; as fine as the finest line of any dialect.
    type Report: Clone + PartialEq + Debug + Send + Sync + 'static;

    /// Takes in one report. Requires the reports of one game in the order they were told; one that is not
    /// [admitted](View::admits) may panic.
    fn learn(&mut self, report: &Self::Report);

    /// May the report follow on what is known? Every report of a game does. Some that no game tells may be let
    /// through, but none that [`learn`](View::learn) cannot take in: a program asks this of what it hears.
    fn admits(&self, report: &Self::Report) -> bool;
}

/// The truth: the only trait with rules in it.
pub trait Position: State {
    /// The law's options, checked.
    type Rules: Clone + Default + Debug + PartialEq + Send + Sync + 'static;
    /// What really happened (refused, captured, who fell): computed once, by `play`, never shown raw.
    type Effect: Debug;
    /// What one eye knows of it.
    type View: View<Move = Self::Move>;

    /// The start of a game.
    fn initial(rules: &Self::Rules) -> Self;

    /// What `eye` knows before anything was told.
    fn first_view(rules: &Self::Rules, eye: Eye) -> Self::View;

    /// Plays one act if the law lets `by`; what it refuses changes nothing. Whoever did not take the act from
    /// [`moves`](State::moves) plays by this.
    fn try_play(&mut self, by: Actor, m: &Self::Move) -> Result<Self::Effect, Illegal> {
        self.check(by, m)?;
        Ok(self.play(by, m))
    }

    /// Plays one act **unchecked**. Requires `check(by, m)`; anything else may panic or leave a position that no
    /// game has: [`try_play`](Position::try_play) is the checked form. Silent on search paths: an unused effect is
    /// optimised away.
    fn play(&mut self, by: Actor, m: &Self::Move) -> Self::Effect;

    /// What `eye` is told of an act, in order; `self` is the position after it. Nothing: it does not learn
    /// that anything happened.
    fn tell(&self, by: Actor, m: &Self::Move, effect: &Self::Effect, eye: Eye, out: &mut Vec<Report<Self>>);

    /// What `eye` knows, from scratch: the twin of folding [`View::learn`].
    fn view(&self, eye: Eye) -> Self::View;

    /// What the law counts at its end for each seat (stones, boxes, points), as the game stands; more is better. None: it
    /// counts nothing.
    fn tally(&self) -> Option<[u32; 2]> {
        None
    }

    /// Weighted outcomes of a draw, asked only at `Turn::Of(Actor::Chance)`.
    fn chances(&self, _out: &mut Vec<(Self::Move, u32)>) {}
}

/// What a position of this game tells.
pub type Report<P> = <<P as Position>::View as View>::Report;

/// The report of a game that hides nothing: the act itself.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Played<M> {
    /// The hand that acted.
    pub by: Actor,
    /// The act.
    pub m: M,
}

/// Nothing hidden: the position is its own view and a report is the act itself.
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

/// The parts of [`Position`] that a game without secrets need not write.
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

/// A truth can be drawn that fits what an eye knows.
pub trait Sample: Position {
    /// A truth that this view cannot tell from the real one: `sample(v).view(eye) == v`.
    fn sample(view: &Self::View, rng: &mut Rng) -> Self;
}

impl<P: Open> Sample for P {
    fn sample(view: &P, _: &mut Rng) -> P {
        view.clone()
    }
}
