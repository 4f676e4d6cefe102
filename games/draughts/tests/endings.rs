//! Checks the tables of endings against the rules: each fate must follow from the fates after all legal moves. Since
//! distances only shrink along a proof, tables that are consistent everywhere are right.

use draughts::players::{Endings, Field};
use draughts::{Board, Draughts, Piece, Rules, Square};
use leitai_core::{
    Actor, Budget, Game, Level, Means, NoShelf, Position, Rng, Seat, Shelf, ShelvedTable, State, TableSpec,
};
use leitai_search::Fate;
use leitai_testkit::is_long;
use std::sync::Arc;

const LONGEST: u16 = 500;

fn fate(endings: &Endings, board: &Board) -> Fate {
    let none = Seat::BOTH.map(|seat| board.men(seat) + board.kings(seat) == 0);
    if none[board.mover().index()] {
        return Fate::Lost(0);
    }
    endings.fate(&Field::of(board)).expect("the tables reach it")
}

fn agrees(endings: &Endings, board: &Board) -> bool {
    let mut paths = Vec::new();
    board.moves(Actor::Seat(board.mover()), &mut paths);
    let fates = paths.iter().map(|path| {
        let mut board = *board;
        board.play(Actor::Seat(board.mover()), path);
        fate(endings, &board)
    });
    let fates: Vec<Fate> = fates.collect();
    let lost = fates.iter().filter_map(|fate| if let Fate::Lost(acts) = fate { Some(*acts) } else { None });
    let won = fates.iter().map(|fate| if let Fate::Won(acts) = fate { Some(acts + 1) } else { None });
    let expected = match (lost.min(), won.collect::<Option<Vec<u8>>>()) {
        (Some(acts), _) => Fate::Won(acts + 1),
        (None, Some(all)) => Fate::Lost(all.into_iter().max().unwrap_or(0)),
        (None, None) => Fate::Open,
    };
    assert_eq!(fate(endings, board), expected, "{board:?}");
    expected != Fate::Open
}

const PIECES: [Piece; 4] = [
    Piece { seat: Seat::First, king: false },
    Piece { seat: Seat::First, king: true },
    Piece { seat: Seat::Second, king: false },
    Piece { seat: Seat::Second, king: true },
];

/// The position with these pieces, if it is valid and both sides have one.
fn board(plies: u16, pieces: &[(Square, Piece)]) -> Option<Board> {
    let both = Seat::BOTH.iter().all(|seat| pieces.iter().any(|(_, piece)| piece.seat == *seat));
    let at = |square| pieces.iter().find(|(on, _)| *on == square).map(|(_, piece)| *piece);
    both.then(|| Board::new(Rules::new(LONGEST).expect("in range"), plies, at).ok()).flatten()
}

#[test]
fn all_endings_of_two_and_three_pieces_agree_with_the_rules() {
    let endings = Endings::build(3, &mut |_| ());
    let dark: Vec<Square> = Square::all().filter(|square| square.is_dark()).collect();
    let (mut told, mut decided) = (0, 0);
    let mut judge = |pieces: &[(Square, Piece)], plies| {
        if let Some(board) = board(plies, pieces) {
            told += 1;
            decided += u32::from(agrees(&endings, &board));
        }
    };
    for (i, a) in dark.iter().enumerate() {
        for (j, b) in dark.iter().enumerate().skip(i + 1) {
            for (one, other) in (0..16).map(|n| (PIECES[n / 4], PIECES[n % 4])) {
                let two = [(*a, one), (*b, other)];
                judge(&two, 0);
                judge(&two, 1);
                for (k, c) in dark.iter().enumerate().skip(j + 1) {
                    let last = PIECES.map(|piece| [two[0], two[1], (*c, piece)]);
                    for three in &last {
                        judge(three, ((i + j + k) % 2) as u16);
                    }
                }
            }
        }
    }
    assert!(told > 190_000 && decided > told / 3, "{told} positions, {decided} decided");
}

/// A shelf with a single table.
struct Held(Arc<Bytes>);

struct Bytes(Vec<u8>);

impl Shelf for Held {
    fn open(&self, _: &TableSpec) -> Option<Arc<dyn ShelvedTable>> {
        Some(self.0.clone())
    }
}

impl ShelvedTable for Bytes {
    fn bytes(&self) -> u64 {
        self.0.len() as u64
    }

    fn read(&self, at: u64, into: &mut [u8]) -> bool {
        into.copy_from_slice(&self.0[at as usize..][..into.len()]);
        true
    }
}

#[test]
fn a_player_reads_the_shelf_and_does_without_a_table_of_another_size() {
    let board =
        Draughts::read_position("1W1W4/8/8/8/8/8/8/4B1B1 b 0", &Rules::default()).expect("a position");
    let told = |shelf: &dyn Shelf| {
        let mut player =
            Draughts::engine(Level::Best, &Means { shelf, ..Means::seeded(1) }).expect("there is one");
        let budget = Budget { nodes: Some(40), ..Budget::UNTIMED };
        let (mut last, mut turn) = (None, Vec::new());
        player.think(Seat::First, &board, &budget, &mut |info| last = Some(info), &mut turn);
        last.expect("it says something").proved.and_then(|proved| proved.winner)
    };
    // A table that says the mover has lost at once in every position of four pieces: only a table could claim that.
    let all_lost = |bytes: u64| Held(Arc::new(Bytes(vec![Fate::Lost(0).byte(); bytes as usize])));
    let bytes = Draughts::TABLES[0].bytes;
    assert_eq!(told(&all_lost(bytes)), Some(Seat::First));
    assert_eq!(told(&all_lost(bytes - 1)), None);
    assert_eq!(told(&NoShelf), None);
}

/// A shelf with these tables, which claim that every position is lost in two plies.
struct Lost<'a>(&'a [&'static str]);

struct LostInTwo(u64);

impl Shelf for Lost<'_> {
    fn open(&self, table: &TableSpec) -> Option<Arc<dyn ShelvedTable>> {
        self.0.contains(&table.name).then(|| Arc::new(LostInTwo(table.bytes)) as Arc<dyn ShelvedTable>)
    }
}

impl ShelvedTable for LostInTwo {
    fn bytes(&self) -> u64 {
        self.0
    }

    fn read(&self, _: u64, into: &mut [u8]) -> bool {
        into.fill(Fate::Lost(2).byte());
        true
    }
}

#[test]
fn three_against_two_are_read_where_they_lie() {
    let told = |text: &str, tables: &[&'static str], level| {
        let shelf = Lost(tables);
        let board = Draughts::read_position(text, &Rules::default()).expect("a position");
        let mut player =
            Draughts::engine(level, &Means { shelf: &shelf, ..Means::seeded(1) }).expect("there is one");
        let budget = Budget { nodes: Some(40), ..Budget::UNTIMED };
        let (mut last, mut turn) = (None, Vec::new());
        player.think(Seat::First, &board, &budget, &mut |info| last = Some(info), &mut turn);
        last.expect("it says something").proved.and_then(|proved| proved.winner)
    };
    let [four, five] = Draughts::TABLES else { panic!("there are two") };
    let (four, five) = (four.name, five.name);
    let (two, one) = ("1W1W4/8/8/8/8/8/5B2/4B1B1 b 0", "1W6/8/8/8/8/2B5/5B2/4B1B1 b 0");
    // The tables claim that the mover always loses, so every first move wins.
    assert_eq!(told(two, &[four, five], Level::Best), Some(Seat::First));
    assert_eq!(told(two, &[four], Level::Best), None);
    assert_eq!(told(one, &[four, five], Level::Best), None, "four against one is in no table");
    assert_eq!(told(two, &[five], Level::Best), None, "what five pieces lead to is missing");
    assert_eq!(told(two, &[four, five], Level::Medium), None, "a limit of nodes is the same everywhere");
}

/// Checks `wanted` random positions of `count` pieces against the rules. Returns how many of them are decided.
fn sampled(endings: &Endings, count: usize, wanted: u32) -> u32 {
    let dark: Vec<Square> = Square::all().filter(|square| square.is_dark()).collect();
    let mut rng = Rng::new(1);
    let (mut told, mut decided) = (0, 0);
    while told < wanted {
        let pieces: Vec<_> = (0..count).map(|_| (dark[rng.below(32)], PIECES[rng.below(4)])).collect();
        let apart = (1..count).all(|i| pieces[..i].iter().all(|(square, _)| *square != pieces[i].0));
        let black = pieces.iter().filter(|(_, piece)| piece.seat == Seat::First).count();
        let held = count < 5 || black == 2 || black == 3;
        if let Some(board) = board(rng.below(2) as u16, &pieces).filter(|_| apart && held) {
            told += 1;
            decided += u32::from(agrees(endings, &board));
        }
    }
    decided
}

#[test]
fn endings_of_four_and_five_pieces_agree_with_the_rules() {
    if !is_long() {
        return;
    }
    let mut parts = Vec::new();
    let endings = Endings::build(5, &mut |part| parts.push(part));
    assert!(parts.is_sorted() && parts.last() == Some(&1.0));
    for count in [4, 5] {
        let decided = sampled(&endings, count, 200_000);
        assert!(decided > 60_000, "{decided} of 200,000 with {count} pieces");
    }
}
