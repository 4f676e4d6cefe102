//! What one level reaches against another: `ladder LEVEL LEVEL GAMES NODES NODES`, the nodes being those of a turn.

use hex::Hex;

fn main() {
    leitai_testkit::ladder::<Hex>();
}
