//! Shared by the fuzz targets (`tests/targets/`): bytes as choices, and inputs that are the same in every run.
//!
//! `cargo test -p leitai-fuzz` gives each target a fixed number of fixed inputs. With
//! `BOLERO_RANDOM_TEST_TIME_MS=60000` (or `BOLERO_RANDOM_ITERATIONS`, or the `BOLERO_RANDOM_SEED` of a failure) the
//! inputs are fresh; `LEITAI_LONG=1` adds fresh ones for a minute. Under `cargo bolero test` a fuzzing engine chooses
//! them.

mod bytes;
mod fixed;
mod game;

pub use bytes::Bytes;
pub use fixed::{Fixed, LONG, is_fresh};
pub use game::{Spoken, dice, game, ruled, setup, spoken};
pub use leitai_testkit::is_long;

/// Runs a fuzz target: `fuzz!(300, |bytes| …)` on that many fixed inputs, and if requested on fresh ones in addition or
/// instead.
#[macro_export]
macro_rules! fuzz {
    ($inputs:expr, $target:expr) => {{
        let target = |input: &[u8]| $target(&mut $crate::Bytes::new(input));
        if $crate::is_fresh() {
            bolero::check!().for_each(target);
        } else {
            bolero::TestTarget::new($crate::Fixed { inputs: $inputs }).for_each(target);
            if $crate::is_long() {
                bolero::check!().with_test_time($crate::LONG).for_each(target);
            }
        }
    }};
}
