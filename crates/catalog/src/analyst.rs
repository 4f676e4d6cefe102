//! The worth of the positions of one game, as judged by a built-in player at each of them.

use leitai_core::{
    Actor, Budget, Engine, Eye, Game, Garbled, Illegal, Info, Level, Means, MoveOf, Position, Proved, Seat,
    Seen, Sentence, State, Turn, View, ViewOf,
};

/// Follows one game and judges its current position by what the seat on turn may know.
pub trait Analyst {
    /// Advances the game by an act.
    ///
    /// # Errors
    /// The text is not an act, or the rules forbid it.
    fn play(&mut self, by: Actor, act: &str) -> Result<(), Sentence>;

    /// Whose turn it is.
    fn turn(&self) -> Turn;

    /// Whether both sides know everything at present, so that one side's gain is the other's loss.
    fn is_open(&self) -> bool;

    /// What the game is worth to the seat on turn, after a search of `nodes` nodes; the same nodes give the same
    /// judgement. `None` if no seat is to act (the game is over or the dice are due), or the player had nothing to
    /// think about.
    fn judge(&mut self, nodes: u64) -> Option<Judgement>;

    /// What the game is worth to First in the true position, whatever either seat knows of it: the mean result of
    /// [`TRUTH_GAMES`](crate::TRUTH_GAMES) games that two `easy` players play on from here. `None` if the game is over
    /// or waits for a referee.
    fn judge_truth(&self) -> Option<f32>;

    /// The acts that the player would play for a seat that owes some, within the limits of its level; at least one. In
    /// a game with secrets, as many as it decides on before it hears an answer.
    fn turn_of(&mut self, seat: Seat) -> Vec<String>;

    /// What the game is worth to First before the dice that are due are thrown: the mean over their faces.
    fn judge_throw(&mut self, nodes: u64) -> Option<f32>;
}

/// What a position is worth.
#[derive(Clone, PartialEq, Debug)]
pub struct Judgement {
    /// The seat that is to act.
    pub seat: Seat,
    /// Its expected result, 0 to 1.
    pub expected: f32,
    /// The proved result, if one was found.
    pub proved: Option<Proved>,
    /// The principal variation, in the game's notation.
    pub line: Vec<String>,
    /// The depth that the search reached.
    pub depth: u32,
    /// The number of nodes searched.
    pub nodes: u64,
    /// Whether the seat had one turn only: what it played is neither its merit nor its fault.
    pub is_forced: bool,
}

impl Judgement {
    /// The expected result of First, 0 to 1.
    pub fn for_first(&self) -> f32 {
        match self.seat {
            Seat::First => self.expected,
            Seat::Second => 1.0 - self.expected,
        }
    }
}

/// The only implementation.
pub(crate) struct PlayerAnalyst<G: Game> {
    position: G::Position,
    views: [ViewOf<G>; 2],
    engines: [Box<dyn Engine<G::Position>>; 2],
}

impl<G: Game> PlayerAnalyst<G> {
    /// Creates an analyst that starts at `position`; `None` if the game has no such level.
    pub(crate) fn new(position: G::Position, level: Level, means: &Means<'_>) -> Option<Self> {
        let [first, second] = Seat::BOTH.map(|_| G::engine(level, means));
        let views = Seat::BOTH.map(|seat| position.view(Eye::Seat(seat)));
        Some(PlayerAnalyst { position, views, engines: [first?, second?] })
    }

    fn judged(&mut self, seat: Seat, position: &G::Position, nodes: u64) -> Option<Judgement> {
        let (mut last, mut turn) = (None, Vec::new());
        let budget = Budget { nodes: Some(nodes), ..Budget::UNTIMED };
        let view = position.view(Eye::Seat(seat));
        let mut say = |info: Info<MoveOf<G>>| last = Some(info);
        self.engines[seat.index()].think(seat, &view, &budget, &mut say, &mut turn);
        let info = last.filter(|info| info.depth > 0)?;
        let expected = match info.proved {
            Some(Proved { winner, .. }) => seat.result(winner),
            None => info.expected,
        };
        let line = info.line.iter().map(crate::live_table::text::<G>).collect();
        let Info { proved, depth, nodes, .. } = info;
        let is_forced = is_forced::<G>(seat, position, &view);
        Some(Judgement { seat, expected, proved, line, depth, nodes, is_forced })
    }
}

/// Whether the seat has one act only, as far as it knows, and that act ends its turn.
fn is_forced<G: Game>(seat: Seat, position: &G::Position, view: &ViewOf<G>) -> bool {
    let (by, mut legal) = (Actor::Seat(seat), Vec::new());
    view.moves(by, &mut legal);
    let mut after = position.clone();
    matches!(&legal[..], [only] if after.try_play(by, only).is_ok())
        && !position.turn().goes_on(after.turn(), by)
}

impl<G: Game> Analyst for PlayerAnalyst<G> {
    fn play(&mut self, by: Actor, act: &str) -> Result<(), Sentence> {
        let m = G::read(act).map_err(|Garbled(expected)| expected)?;
        let effect = self.position.try_play(by, &m).map_err(Illegal::reason)?;
        for seat in Seat::BOTH {
            let mut reports = Vec::new();
            self.position.tell(by, &m, &effect, Eye::Seat(seat), &mut reports);
            let view = &mut self.views[seat.index()];
            for report in &reports {
                view.learn(report);
                self.engines[seat.index()].observe(report, view);
            }
        }
        Ok(())
    }

    fn turn(&self) -> Turn {
        self.position.turn()
    }

    fn is_open(&self) -> bool {
        let public = self.position.view(Eye::Public);
        !G::FACTS.hidden
            || G::scene(Seen::Truth(&self.position), &[]) == G::scene(Seen::Eye(Eye::Public, &public), &[])
    }

    fn judge(&mut self, nodes: u64) -> Option<Judgement> {
        let Some(Actor::Seat(seat)) = self.position.turn().next() else { return None };
        let position = self.position.clone();
        self.judged(seat, &position, nodes)
    }

    fn judge_truth(&self) -> Option<f32> {
        match self.position.turn() {
            Turn::Over(_) => None,
            _ => crate::truth::worth::<G>(&self.position),
        }
    }

    fn turn_of(&mut self, seat: Seat) -> Vec<String> {
        let (view, mut turn) = (self.position.view(Eye::Seat(seat)), Vec::new());
        let engine = &mut self.engines[seat.index()];
        engine.think(seat, &view, &Budget::UNTIMED, &mut |_| (), &mut turn);
        turn.iter().map(crate::live_table::text::<G>).collect()
    }

    fn judge_throw(&mut self, nodes: u64) -> Option<f32> {
        if !self.position.turn().owes(Actor::Chance) {
            return None;
        }
        let mut faces = Vec::new();
        self.position.chances(&mut faces);
        let total: u32 = faces.iter().map(|(_, weight)| weight).sum();
        let mut sum = 0.0;
        for (face, weight) in &faces {
            let mut after = self.position.clone();
            after.play(Actor::Chance, face);
            let Some(Actor::Seat(seat)) = after.turn().next() else { return None };
            sum += self.judged(seat, &after, nodes)?.for_first() * *weight as f32;
        }
        Some(sum / total.max(1) as f32)
    }
}
