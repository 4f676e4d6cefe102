use super::*;
use crate::Edges;
use leitai_core::Turn;
use leitai_testkit::extent;

/// How many more boxes than the other side the side to move can still win, by trying every order of play.
struct Plain {
    edges: Vec<Edge>,
    known: Vec<Option<i8>>,
}

impl Plain {
    fn new(board: &Board) -> Plain {
        let edges: Vec<Edge> = board.free().iter().collect();
        Plain { known: vec![None; 1 << edges.len()], edges }
    }

    fn value(&mut self, free: Edges, drawn: Edges) -> i32 {
        let at =
            (0..self.edges.len()).filter(|at| free.has(self.edges[*at])).map(|at| 1 << at).sum::<usize>();
        if let Some(value) = self.known[at] {
            return i32::from(value);
        }
        let mut best = None;
        for edge in free.iter() {
            let after = drawn.with(edge);
            let boxes = crate::Boxes::completed_by(edge, after).len() as i32;
            let rest = self.value(free.without([edge].into_iter().collect()), after);
            best = best.max(Some(if boxes > 0 { boxes + rest } else { -rest }));
        }
        let value = best.unwrap_or(0);
        self.known[at] = Some(value as i8);
        value
    }

    /// The margin of a seat at the end of the game.
    fn margin(&mut self, board: &Board, me: Seat) -> i32 {
        let [own, others] = [me, me.other()].map(|seat| board.boxes(seat).len() as i32);
        let rest = self.value(board.free(), board.drawn());
        own - others + if board.mover() == me { rest } else { -rest }
    }
}

/// A position of a random game with at most that many free edges left.
fn some(rules: Rules, edges: u32, rng: &mut Rng) -> Board {
    let mut board = Board::initial(&rules);
    while board.free().len() > edges {
        let free: Vec<Edge> = board.free().iter().collect();
        board.play(Actor::Seat(board.mover()), &free[rng.below(free.len())]);
    }
    board
}

fn played(board: &Board, edges: &[Edge]) -> Board {
    let mut board = *board;
    for edge in edges {
        board.try_play(Actor::Seat(board.mover()), edge).expect("a legal act");
    }
    board
}

/// The number of winning replies to a position, and the number of all replies.
fn answers(board: &Board, plain: &mut Plain) -> (usize, usize) {
    let me = board.mover();
    let solver = Solver::new(Grid::new(board.rules()), 0);
    let lead = board.boxes(me).len() as i32 - board.boxes(me.other()).len() as i32;
    let (_, replies) = plans(&solver, solver.grid().free(board.drawn()), lead);
    let wins = replies.iter().filter(|reply| plain.margin(&played(board, &reply.edges), me) > 0).count();
    (wins, replies.len())
}

/// `best` wins or draws if it can, and wins by the largest possible margin. If it loses, no other turn leaves the
/// other side a smaller share of winning replies.
#[test]
fn best_plays_the_end_as_every_order_of_play_has_it() {
    let mut rng = Rng::new(6);
    let (mut won, mut lost) = (0, 0);
    for game in 0..extent("LEITAI_DOTS_ENDS", 90, 5_000) {
        let (rows, columns) = [(3, 3), (2, 4), (3, 4), (1, 5), (4, 3), (2, 3)][game as usize % 6];
        let board = some(Rules::new(rows, columns, false).unwrap(), 10 + game as u32 % 3, &mut rng);
        let Turn::Of(Actor::Seat(me)) = board.turn() else { continue };
        let mut best = Deep::new(Reach::BEST, &Means::seeded(u64::from(game as u32)));
        let (mut turn, mut proved) = (Vec::new(), None);
        let mut say = |info: Info<Edge>| proved = info.proved;
        best.think(me, &board, &Budget::UNTIMED, &mut say, &mut turn);
        let mut plain = Plain::new(&board);
        let margin = plain.margin(&board, me);
        let after = played(&board, &turn);
        let reached = plain.margin(&after, me);
        assert_eq!(reached.signum(), margin.signum(), "{board:?}");
        let winner = [Some(me.other()), None, Some(me)][(margin.signum() + 1) as usize];
        if let Some(proved) = proved {
            assert_eq!(proved.winner, winner, "{board:?}");
        }
        if margin > 0 {
            won += 1;
            assert_eq!(reached, margin, "{board:?}");
        } else if margin < 0 && matches!(after.turn(), Turn::Of(_)) {
            lost += 1;
            let (wins, of) = answers(&after, &mut plain);
            let solver = Solver::new(Grid::new(board.rules()), 0);
            let (_, own) = plans(&solver, solver.grid().free(board.drawn()), 0);
            for plan in own {
                let (others_wins, others_of) = answers(&played(&board, &plan.edges), &mut plain);
                assert!(wins * others_of <= others_wins * of, "{board:?}: {:?} leaves fewer", plan.edges);
            }
        }
    }
    assert!(won > 20 && lost > 10, "{won} won, {lost} lost");
}
