use super::*;
use crate::Rules;
use leitai_core::Rng;
use leitai_testkit::extent;

/// A position from a random game with no box to take and at most that many free edges.
fn some(solver: &Solver, edges: u32, rng: &mut Rng) -> u64 {
    let mut free = solver.grid.edges;
    while free.count_ones() > edges {
        let ways = solver.ways(free);
        free = ways[rng.below(ways.len())].after;
    }
    free
}

/// Whatever is queried, in whatever order, every answer bounds the same margin from the side it claims.
#[test]
fn every_bound_is_on_its_side_of_the_margin() {
    let mut rng = Rng::new(21);
    let mut sharper = 0;
    for game in 0..extent("LEITAI_DOTS_BOUNDS", 60, 3_000) {
        let rules = Rules::new(3 + (game % 3) as u8, 3 + (game / 3 % 3) as u8, false).unwrap();
        let mut solver = Solver::new(Grid::new(rules), 0);
        for _ in 0..4 {
            let free = some(&solver, 14 + rng.below(10) as u32, &mut rng);
            let margin = Solver::new(*solver.grid(), 0).margin(free);
            let net = Net::new(solver.grid(), free);
            for _ in 0..8 {
                let bound = rng.below(27) as i32 - 13;
                let answer = solver.value(&net, bound, &mut |_| false);
                if answer >= bound {
                    assert!(answer <= margin, "{free:x}: at least {answer}, and {margin}");
                    sharper += u32::from(answer > bound + 1);
                } else {
                    assert!(answer >= margin, "{free:x}: at most {answer}, and {margin}");
                    sharper += u32::from(answer < bound - 2);
                }
            }
        }
    }
    assert!(sharper > 100, "{sharper} answers say more than was asked");
}
