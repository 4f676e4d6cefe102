use super::*;
use crate::{Board, Boxes, Edges, Rules, Way};
use leitai_core::{Actor, Position, Rng, State, Turn};
use leitai_testkit::extent;

fn solver(rules: Rules) -> Solver {
    Solver::new(Grid::new(rules), 0)
}

fn word(edges: impl Iterator<Item = Edge>) -> u64 {
    edges.map(bit).sum()
}

/// `count` edges of a board, chosen at random.
fn some(board: Edges, count: usize, rng: &mut Rng) -> Vec<Edge> {
    let mut edges: Vec<_> = board.iter().collect();
    while edges.len() > count {
        edges.swap_remove(rng.below(edges.len()));
    }
    edges
}

/// The margin after every subset of `edges` is drawn in addition, by trying every order of play; bit `i` of
/// an index stands for `edges[i]`.
fn plain(edges: &[Edge], drawn: Edges) -> Vec<i32> {
    let all = 1_usize << edges.len();
    let mut values = vec![0; all];
    for subset in (0..all - 1).rev() {
        let chosen = |at: usize| subset >> at & 1 == 1;
        let before = drawn.or((0..edges.len()).filter(|at| chosen(*at)).map(|at| edges[at]).collect());
        let value = |at: usize| {
            let boxes = Boxes::completed_by(edges[at], before.with(edges[at])).len() as i32;
            let rest: i32 = values[subset | 1 << at];
            if boxes > 0 { boxes + rest } else { -rest }
        };
        let best = (0..edges.len()).filter(|at| !chosen(*at)).map(value).max();
        values[subset] = best.unwrap_or(0);
    }
    values
}

#[test]
fn values_are_those_of_plain_search() {
    let mut rng = Rng::new(25);
    let times = extent("LEITAI_DOTS_VALUES", 1, 100);
    for (rows, columns, left, positions) in
        [(1, 5, 13, 10), (3, 3, 14, 30), (2, 5, 13, 30), (3, 4, 14, 40), (4, 4, 13, 100), (5, 5, 13, 200)]
    {
        let rules = Rules::new(rows, columns, false).unwrap();
        let mut solver = solver(rules);
        for _ in 0..positions * times {
            let edges = some(rules.edges(), left, &mut rng);
            let free = word(edges.iter().copied());
            let known = plain(&edges, rules.edges().without(edges.iter().copied().collect()))[0];
            assert_eq!(value(&mut solver, free), known, "{free:x}");
            // The best of the plans is worth exactly that.
            let bound = known + rng.below(5) as i32 - 2;
            let (_, plans) = plans(&solver, free, 0);
            let mut reaches = |plan: &Plan| plan.reaches(bound, &mut solver, &mut |_| false);
            let any = plans.iter().any(|plan| reaches(plan) == Some(true));
            assert_eq!(any, known >= bound, "{free:x}: {known} against {bound}");
        }
    }
}

#[test]
fn of_a_closed_chain_four_boxes_are_left_or_none() {
    let upright = |x, y| Edge::new(Way::Upright, x, y).unwrap();
    // A chain of five that nobody wants to open, and a closed chain of three, four or five boxes.
    for (closed, margin) in [(2, 3 - 5), (3, -4 + 5), (4, 1 - 4 + 5)] {
        let chain = (0..=5).map(|x| upright(x, 2));
        let edges: Vec<_> = (1..=closed).map(|x| upright(x, 0)).chain(chain).collect();
        let drawn = Rules::default().edges().without(edges.iter().copied().collect());
        assert_eq!(plain(&edges, drawn)[0], margin, "{closed} edges");
        assert_eq!(value(&mut solver(Rules::default()), word(edges.into_iter())), margin, "{closed} edges");
    }
}

#[test]
fn boards_have_their_published_values() {
    let published =
        [(1, 1, -1), (1, 2, 0), (1, 3, -1), (2, 2, 2), (2, 3, -2), (3, 2, -2), (2, 4, 2), (3, 3, -3)];
    for (rows, columns, margin) in published {
        let mut solver = solver(Rules::new(rows, columns, false).unwrap());
        let free = solver.grid().edges;
        assert_eq!(value(&mut solver, free), margin, "{rows}x{columns}");
    }
}

#[test]
fn a_board_turned_or_mirrored_has_the_same_value() {
    let (mut rng, mut solver) = (Rng::new(4), solver(Rules::default()));
    // A quarter turn moves the dot (x, y) to (5 - y, x).
    let turned = |edge: Edge| match edge.way() {
        Way::Across => Edge::new(Way::Upright, 5 - edge.y(), edge.x()),
        Way::Upright => Edge::new(Way::Across, 4 - edge.y(), edge.x()),
    };
    let mirrored = |edge: Edge| match edge.way() {
        Way::Across => Edge::new(Way::Across, 4 - edge.x(), edge.y()),
        Way::Upright => Edge::new(Way::Upright, 5 - edge.x(), edge.y()),
    };
    for _ in 0..30 {
        let edges = some(Rules::default().edges(), 24, &mut rng);
        let own = value(&mut solver, word(edges.iter().copied()));
        let others = [
            word(edges.iter().map(|edge| turned(*edge).expect("an edge"))),
            word(edges.iter().map(|edge| mirrored(*edge).expect("an edge"))),
        ];
        assert_eq!(others.map(|other| value(&mut solver, other)), [own; 2]);
    }
}

#[test]
fn what_is_asked_of_a_small_table_is_what_is_asked_of_a_large_one() {
    let mut rng = Rng::new(31);
    let grid = Grid::new(Rules::default());
    let mut large = Solver::new(grid, 64 << 20);
    for _ in 0..5 {
        let free = word(some(Rules::default().edges(), 28, &mut rng).into_iter());
        assert_eq!(value(&mut Solver::new(grid, 0), free), value(&mut large, free));
    }
}

/// In random games, every turn a plan: its acts are legal, it reaches the lead that the rules count, and the turn
/// ends where it says.
#[test]
fn plans_agree_with_the_rules() {
    let mut rng = Rng::new(8);
    for game in 0..extent("LEITAI_DOTS_PLANS", 250, 10_000) {
        let rules = Rules::new(1 + (game % 5) as u8, 1 + (game / 5 % 5) as u8, false).unwrap();
        let (mut board, solver) = (Board::initial(&rules), solver(rules));
        let grid = solver.grid();
        while let Turn::Of(by @ Actor::Seat(me)) = board.turn() {
            let free = grid.free(board.drawn());
            let takes = |edge: &Edge| !Boxes::completed_by(*edge, board.drawn().with(*edge)).is_empty();
            assert_eq!(word(board.free().iter().filter(takes)), sides(grid.ready(free)) & free);
            let margin = |board: &Board| board.boxes(me).len() as i32 - board.boxes(me.other()).len() as i32;
            let (_, plans) = plans(&solver, free, margin(&board));
            let plan = &plans[rng.below(plans.len())];
            for edge in &plan.edges {
                board.try_play(by, edge).expect("a legal act");
            }
            assert!(!board.turn().owes(by), "the turn has ended");
            // The boxes that the other side takes next count in the lead if they were left, otherwise in the way.
            let (rest, given) = grid.take_all(grid.free(board.drawn()));
            assert_eq!(grid.normal(rest), plan.way.after);
            assert_eq!(given, if plan.leaves { given } else { plan.way.boxes });
            assert_eq!(margin(&board) - if plan.leaves { given } else { 0 }, plan.lead);
        }
    }
}
