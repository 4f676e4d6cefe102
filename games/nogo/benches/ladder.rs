//! What one level reaches against another: `ladder LEVEL LEVEL GAMES NODES NODES`, the nodes being those of a turn.

use nogo::NoGo;

fn main() {
    leitai_testkit::ladder::<NoGo>();
}
