//! Acts tried on a copy of the position: committed all together, or not at all.

use leitai_core::{
    Actor, Eye, Game, Illegal, MoveOf, Position, Report, Span, State, Turn, View, ViewOf, Words,
};

/// The result of a run of acts.
pub(crate) struct AtomicTurn<P: Position> {
    /// The position after them.
    pub(crate) position: P,
    /// For each report, in the order of telling: the eye, the report, and whether the turn goes on after its act.
    pub(crate) told: Vec<(Eye, Report<P>, bool)>,
    /// How many of the acts count: anything after the end of the game is ignored.
    pub(crate) played: usize,
    /// Whether the turn is unfinished.
    pub(crate) goes_on: bool,
}

static UNFINISHED: Words = Words::new("the turn is not finished", "本回合尚未走完");
static TOO_MANY: Words = Words::new("more than one turn on a line", "这一行超出了本回合");

impl<P: Position> AtomicTurn<P> {
    /// Tries the `acts` of one hand in order; returns the broken rule if any of them breaks one.
    pub(crate) fn of<G: Game<Position = P>>(
        position: &P,
        views: &[ViewOf<G>; 3],
        by: Actor,
        acts: &[MoveOf<G>],
        span: Span,
    ) -> Result<AtomicTurn<P>, Illegal> {
        let mut position = position.clone();
        let mut told = Vec::new();
        let mut reports = Vec::new();
        // A seat's acts are checked against what it knows, so that a refusal reveals nothing more.
        let mut known = match by {
            Actor::Seat(seat) => Some((Eye::Seat(seat), views[seat.index()].clone())),
            Actor::Chance | Actor::Arbiter => None,
        };
        let mut goes_on = true;
        for (at, m) in acts.iter().enumerate() {
            if !goes_on {
                return Err(Illegal { rule: &TOO_MANY, at, free: false });
            }
            match &known {
                Some((_, view)) => view.check(by, m),
                None => position.check(by, m),
            }
            .map_err(|illegal| Illegal { at, ..illegal })?;
            let before = position.turn();
            let effect = position.play(by, m);
            let after = position.turn();
            goes_on = before.goes_on(after, by);
            for eye in Eye::ALL {
                position.tell(by, m, &effect, eye, &mut reports);
                for report in reports.drain(..) {
                    if let Some((own, view)) = &mut known
                        && *own == eye
                        && at + 1 < acts.len()
                    {
                        view.learn(&report);
                    }
                    told.push((eye, report, goes_on));
                }
            }
            if matches!(after, Turn::Over(_)) {
                return Ok(AtomicTurn { position, told, played: at + 1, goes_on: false });
            }
        }
        if goes_on && span == Span::Turn {
            return Err(Illegal { rule: &UNFINISHED, at: acts.len().saturating_sub(1), free: false });
        }
        Ok(AtomicTurn { position, told, played: acts.len(), goes_on })
    }
}
