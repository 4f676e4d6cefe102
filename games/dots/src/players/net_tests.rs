use super::*;
use crate::Rules;
use crate::players::solver::Solver;
use leitai_core::Rng;
use leitai_testkit::extent;

/// Everything but the slots of the arcs: equal nets have equal lists.
fn list(net: &Net) -> String {
    let mut arcs: Vec<_> = (0..ARCS)
        .filter(|at| net.alive >> at & 1 == 1)
        .map(|at| net.arcs[at])
        .map(|Arc { ends: [one, other], boxes, .. }| (one.min(other), one.max(other), boxes))
        .collect();
    arcs.sort_unstable();
    let loose: Vec<usize> = (0..52).filter(|at| net.strings.has(at % 26, *at >= 26)).collect();
    format!("{} {} {arcs:?} {loose:?}", net.key, net.left())
}

/// Random games in which each turn gives away only what it must: a net that was cut equals the net of the board, and
/// every step matches a way of the solver in what it leads to. The only ways without a step open a chain longer than
/// another, or one of a pair.
#[test]
fn cutting_agrees_with_the_board() {
    let mut rng = Rng::new(12);
    for game in 0..extent("LEITAI_DOTS_NETS", 150, 10_000) {
        let rules = Rules::new(1 + (game % 5) as u8, 1 + (game / 5 % 5) as u8, false).unwrap();
        let solver = Solver::new(Grid::new(rules), 0);
        let grid = solver.grid();
        let mut free = grid.edges;
        while free != 0 {
            let net = Net::new(grid, free);
            let mut steps = [Step::default(); STEPS];
            let (count, _) = net.steps(-100, &mut steps, |_| ());
            let ways = solver.ways(free);
            let seen = |way: &crate::players::solver::Move| {
                let after = Net::new(grid, way.after);
                (after, way.boxes, way.left)
            };
            let seen: Vec<_> = ways.iter().map(seen).collect();
            for step in &steps[..count] {
                let mut after = net.clone();
                assert_eq!(after.cut(step.cut), i32::from(step.boxes), "{free:x} {step:?}");
                assert_eq!(after.key, step.key, "{free:x} {step:?}");
                let same = seen.iter().find(|(way, ..)| way.key == step.key);
                let (way, boxes, left) = same.expect("a way of the board");
                assert_eq!((list(way), *boxes, *left), (list(&after), step.boxes.into(), step.left.into()));
            }
            for (way, boxes, _) in &seen {
                let is_step = steps[..count].iter().any(|step| step.key == way.key);
                let shorter =
                    |step: &Step| !matches!(step.cut, Cut::Arc(_)) && i32::from(step.boxes) <= *boxes;
                // A way that opens one of a pair that cancels out: afterwards the other one counts.
                let of_pair = way.left() + boxes > net.left();
                assert!(
                    is_step || of_pair || steps[..count].iter().any(shorter),
                    "{free:x}: {:?}",
                    list(way)
                );
            }
            free = ways[rng.below(ways.len())].after;
        }
    }
}

/// Two chains of one box cancel out, and so do two of two boxes; two of five do not.
#[test]
fn pairs_of_short_chains_are_none() {
    let grid = Grid::new(Rules::default());
    // Upright edges of a row whose boxes have their other sides drawn form a chain from one side of the board to the
    // other, or a shorter one if it leaves the board at the bottom.
    let upright = |x: u64, y: u64| 1 << (11 * y + 5 + x);
    let below = |x: u64| 1 << x;
    let ones = below(0) | upright(0, 0) | below(4) | upright(5, 0);
    let twos = below(0) | upright(1, 0) | below(1) | below(3) | upright(4, 0) | below(4);
    let fives = |y| (0..=5).map(|x| upright(x, y)).sum::<u64>();
    for (free, left, value) in
        [(ones, 0, 0), (twos, 0, 0), (fives(1) | fives(3), 10, -6), (ones | fives(3), 5, -5)]
    {
        let net = Net::new(&grid, free);
        assert_eq!(net.left(), left, "{free:x}");
        assert_eq!(net.key == 0, left == 0, "{free:x}");
        assert_eq!(net.only_strings().expect("nothing else").value(), value);
    }
}
