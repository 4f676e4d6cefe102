//! Games in simulated time: a stage that calls the real rule, in the order in which a game does, on a machine with programs
//! that cheat, programs that do not, neighbours, and a host that takes the cores.

mod attacks;
mod honest;
mod interleavings;
mod machine;
mod old_rule;
mod players;
mod stage;
mod surroundings;
mod task;

/// Random numbers, the same in each run.
#[derive(Clone)]
struct Dice(u64);

impl Dice {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mixed = (self.0 ^ self.0 >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ mixed >> 31
    }

    /// A number from `from` up to, but without, `to`.
    fn within(&mut self, from: u64, to: u64) -> u64 {
        from + self.next() % (to - from)
    }
}
