//! The rule before: a game is played again if its program, or the stage, waited for the core for too long.

use super::machine::{Machine, Micros};
use super::stage::TOLERANCE;
use std::time::Duration;

/// What was seen of a turn.
#[derive(Clone, Copy, Default)]
pub(super) struct OldTurn {
    /// At the first check: when, what the program had used, and how long its unluckiest thread had waited.
    since: Option<[Micros; 3]>,
    /// How long the stage had waited at the last check.
    looked: Micros,
}

impl OldTurn {
    pub(super) fn look(&mut self, machine: &Machine, seat: usize) {
        let [delay, of_stage] = machine.delays(seat);
        self.since.get_or_insert([machine.now, machine.used(seat), delay]);
        self.looked = of_stage;
    }

    /// Whether a turn whose time is up, `late` ago, was disturbed.
    pub(super) fn delayed(
        &self,
        machine: &Machine,
        seat: usize,
        limit: Duration,
        late: Duration,
        has_said: bool,
    ) -> bool {
        let Some([at, used, waited]) = self.since else { return has_said && late > TOLERANCE.min(limit / 2) };
        let [delay, of_stage] = machine.delays(seat);
        // While it computed, its threads were kept waiting by each other.
        let idle = (machine.now - at).saturating_sub(machine.used(seat) - used);
        let of_program = Duration::from_micros((delay - waited).min(idle));
        let of_stage = Duration::from_micros(of_stage.saturating_sub(self.looked));
        let unheard = if has_said { late.max(of_stage) } else { Duration::ZERO };
        of_program + unheard > TOLERANCE.min(limit / 2)
    }
}
