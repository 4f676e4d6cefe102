//! Scores one level against another: `ladder LEVEL LEVEL GAMES NODES NODES`, with the nodes given per turn.

use hex::Hex;

fn main() {
    leitai_testkit::ladder::<Hex>();
}
