//! Scores one level against another: `ladder LEVEL LEVEL GAMES NODES NODES`, with the nodes given per turn.

use nogo::NoGo;

fn main() {
    leitai_testkit::ladder::<NoGo>();
}
