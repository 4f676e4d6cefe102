//! The inputs of an ordinary test run.

use bolero::generator::bolero_generator::driver::Options;
use bolero::{Engine, Test};
use leitai_core::Rng;
use std::time::Duration;

/// The length of a fixed input in bytes; beyond that a target gets what [`Bytes`](crate::Bytes) derives.
const LENGTH: usize = 96;
/// How long each target gets fresh inputs in a long run.
pub const LONG: Duration = Duration::from_mins(1);

/// An engine whose inputs are the same in every run. The first byte counts up, so that a target's first choice is
/// evenly distributed.
pub struct Fixed {
    /// The number of inputs.
    pub inputs: u64,
}

impl<T: Test> Engine<T> for Fixed {
    type Output = ();

    fn run(self, mut test: T, _: Options) {
        for number in 0..self.inputs {
            let mut rng = Rng::new(number);
            let mut input: Vec<u8> = (0..LENGTH).map(|_| rng.next() as u8).collect();
            input[0] = number as u8;
            if let Err(error) = test.test(&mut &input[..]) {
                panic!("fixed input {number}: {error}");
            }
        }
    }
}

/// Whether fresh inputs are requested. `cargo bolero` also requests them, by variables with its name.
pub fn is_fresh() -> bool {
    std::env::vars_os().any(|(name, _)| name.to_string_lossy().contains("BOLERO_"))
}
