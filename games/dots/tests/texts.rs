//! How edges and positions are written, spelt on the wire and drawn.

use dots::{Board, Boxes, Dots, Edge, Edges, Rules, Way};
use leitai_core::{
    Actor, DialectName, Form, Game, Lines, Options, Played, Position, Rng, Said, Seat, Seen, Span, Spot,
    State,
};

fn edge(text: &str) -> Edge {
    Dots::read(text).unwrap()
}

fn start(rows: u8, columns: u8) -> Board {
    Board::initial(&Rules::new(rows, columns, false).unwrap())
}

#[test]
fn edges_are_read_leniently_and_written_canonically() {
    for text in ["e2v", "(e2,v)", "E2V", " e 2 v ", "（ｅ２，ｖ）", "e2 V\r"] {
        let mut out = String::new();
        Dots::write(&edge(text), &mut out);
        assert_eq!(out, "e2v", "{text:?}");
    }
    for text in ["", "e2", "ev", "2ev", "e2x", "e22v", "e2vv", "ё2v", "e-2v", "\u{3}2v", "~2v"] {
        assert!(Dots::read(text).is_err(), "{text:?}");
    }
}

// The named dot is the left end of a horizontal, the lower end of a vertical.
#[test]
fn an_edge_is_named_by_its_left_or_lower_dot() {
    assert_eq!(edge("e2v"), Edge::new(Way::Upright, 4, 1).unwrap());
    assert_eq!(edge("e2h"), Edge::new(Way::Across, 4, 1).unwrap());
    assert_eq!(edge("a6h"), Edge::new(Way::Across, 0, 5).unwrap());
    assert_eq!(edge("f5v"), Edge::new(Way::Upright, 5, 4).unwrap());
}

// K `A` horizontal, `B` vertical; I the line that carries the edge, J the segment along it; from the top left.
#[test]
fn on_the_wire_lines_count_from_the_top_left() {
    let board = start(5, 5);
    let mut sau = Dots::dialect(DialectName::Sau, &Options::default()).unwrap();
    sau.hear(&board, b"name x").unwrap();
    for (wire, text) in [
        ("AAA", "a6h"),
        ("AAE", "e6h"),
        ("AFA", "a1h"),
        ("AFE", "e1h"),
        ("ABC", "c5h"),
        ("BAA", "a5v"),
        ("BAE", "a1v"),
        ("BFA", "f5v"),
        ("BFE", "f1v"),
        ("BED", "e2v"),
    ] {
        let said = sau.hear(&board, format!("move 1 {wire}").as_bytes());
        assert_eq!(said, Ok(Said::Acts(vec![edge(text)], Span::Turn)), "{wire}");
        let mut lines = Lines::default();
        let report = Played { by: Actor::Seat(Seat::Second), m: edge(text) };
        sau.report(&board, &report, false, &mut lines);
        assert_eq!(lines.bytes(), format!("move 1 {wire}\n").as_bytes());
    }
}

#[test]
fn on_the_wire_a_smaller_board_has_its_own_top() {
    let board = start(2, 3);
    let mut sau = Dots::dialect(DialectName::Sau, &Options::default()).unwrap();
    sau.hear(&board, b"name x").unwrap();
    for (wire, text) in [("AAA", "a3h"), ("ACC", "c1h"), ("BAA", "a2v"), ("BDB", "d1v")] {
        let said = sau.hear(&board, format!("move 1 {wire}").as_bytes());
        assert_eq!(said, Ok(Said::Acts(vec![edge(text)], Span::Turn)), "{wire}");
        let mut lines = Lines::default();
        let report = Played { by: Actor::Seat(Seat::Second), m: edge(text) };
        sau.report(&board, &report, false, &mut lines);
        assert_eq!(lines.bytes(), format!("move 1 {wire}\n").as_bytes());
    }
    for below in ["ADA", "BAC"] {
        assert!(sau.hear(&board, format!("move 1 {below}").as_bytes()).is_err(), "{below}");
    }
}

#[test]
fn every_edge_and_box_is_drawn_in_its_place() {
    for (rows, columns) in (1..=5).flat_map(|rows| (1..=5).map(move |columns| (rows, columns))) {
        let mut rng = Rng::new(9);
        let mut board = start(rows, columns);
        let rules = board.rules();
        while !board.free().is_empty() {
            let scene = Dots::scene(Seen::Truth(&board), &[]);
            assert_eq!(scene.places.len() as u32, rules.edges().len() + rules.boxes());
            for edge in rules.edges().iter() {
                let [Spot::Point(at)] = Dots::clicks(&rules, &edge)[..] else { panic!("one click") };
                let place = &scene.places[usize::from(at)];
                let mut name = String::new();
                Dots::write(&edge, &mut name);
                assert_eq!(place.name, name);
                let centre = match edge.way() {
                    Way::Across => (100 * edge.x() as i32 + 50, 100 * (rows - edge.y()) as i32),
                    Way::Upright => (100 * edge.x() as i32, 100 * (rows - edge.y()) as i32 - 50),
                };
                assert_eq!((place.x, place.y), centre, "{name} on {rows}x{columns}");
                assert_eq!(board.drawn().has(edge), scene.pieces.iter().any(|piece| piece.at == at));
            }
            for piece in scene.pieces.iter().filter(|piece| piece.form == Form::Box) {
                let place = &scene.places[usize::from(piece.at)];
                let (x, y) = ((place.x / 100) as u8, rows - 1 - (place.y / 100) as u8);
                let tone = board.owner(x, y).map(|seat| scene.seats[seat.index()]);
                assert_eq!(tone, Some(piece.tone), "box {}", place.name);
            }
            let owned = scene.pieces.iter().filter(|piece| piece.form == Form::Box).count() as u32;
            assert_eq!(owned, Boxes::completed(board.drawn()).len());
            let mut moves = Vec::new();
            board.moves(Actor::Seat(board.mover()), &mut moves);
            board.play(Actor::Seat(board.mover()), &moves[rng.below(moves.len())]);
        }
    }
}

#[test]
fn positions_that_no_game_reaches_are_refused_with_the_reason() {
    let set = |texts: &str| texts.split(' ').map(edge).collect::<Edges>();
    let mut corner = Boxes::default();
    corner.insert(0, 0);
    let none = Boxes::default();
    let small = Rules::new(1, 1, false).unwrap();
    let (all, three) = (set("a1h a2h a1v b1v"), set("a1h a2h a1v"));
    let reason = |rules, drawn, boxes, mover| Board::new(rules, drawn, boxes, mover).unwrap_err().en;
    assert!(reason(small, set("c3h"), [none, none], Seat::Second).contains("off the board"));
    assert!(reason(small, all, [corner, corner], Seat::Second).contains("one owner"));
    assert!(reason(small, all, [none, none], Seat::Second).contains("four edges"));
    assert!(reason(small, three, [none, corner], Seat::Second).contains("four edges"));
    assert!(reason(small, three, [none, none], Seat::First).contains("turn passes"));
    assert!(reason(small, all, [none, corner], Seat::First).contains("turn passes"));
    // Three edges pass the turn: the fourth is blue's.
    assert!(reason(small, all, [corner, none], Seat::Second).contains("last edge"));
    assert!(reason(small, all, [corner, none], Seat::First).contains("turn passes"));
    assert!(Board::new(small, all, [none, corner], Seat::Second).is_ok());
    // Over half by more than a single edge can give, or by the side that is not to move.
    let early = Rules::new(5, 5, true).unwrap();
    let most = |boxes: &str, mover| {
        let text = format!("-----/|r|r|r|r|r|/-----/|r|r|r|r|r|/-----/{boxes}/-----/11/5/11/5 {mover}");
        Dots::read_position(&text, &early).map_err(|error| error.0)
    };
    for (boxes, mover, fits) in
        [("|r|r|r|r|b|", 'r', true), ("|r|r|r|r|b|", 'b', false), ("|r|r|r|r|r|", 'r', false)]
    {
        let read = most(boxes, mover);
        assert_eq!(read.is_ok(), fits, "{boxes} {mover}: {read:?}");
        assert!(read.is_ok_and(|board| board.turn().outcome().is_some()) == fits);
    }
}

#[test]
fn position_texts_are_read_with_clear_errors() {
    let start = "5/11/5/11/5/11/5/11/5/11/5";
    for (text, why) in [
        (format!("{start} r"), ""),
        (format!("  {start}  R "), ""),
        (start.replace("11", "...........").replace('5', ".2..") + " r", ""),
        (format!("{start} b"), "turn passes"),
        (format!("{start} x"), "neither r nor b"),
        (format!("{start} rr"), "neither r nor b"),
        (start.to_owned(), "r or b on turn"),
        (String::new(), "r or b on turn"),
        ("5/11/5 r".to_owned(), "11 lines joined by /, not 3"),
        (start.replacen('5', "4", 1) + " r", "line 1: it must have 5 places"),
        (start.replacen('5', "6", 1) + " r", "line 1: it must have 5 places"),
        (start.replacen('5', "5-", 1) + " b", "line 1: it must have 5 places"),
        (start.replacen("11", "99999999999999999999", 1) + " r", "line 2: it must have 11 places"),
        (start.replacen('5', "2|2", 1) + " b", "line 1: `|` is not possible at place 3"),
        (start.replacen("11", "1-9", 1) + " b", "line 2: `-` is not possible at place 2"),
        (start.replacen("11", "r10", 1) + " r", "line 2: `r` is not possible at place 1"),
        (start.replacen("11", "1r9", 1) + " r", "no game reaches"),
    ] {
        match Dots::read_position(&text, &Rules::default()) {
            Ok(_) => assert_eq!(why, "", "{text}"),
            Err(error) => assert!(!why.is_empty() && error.to_string().contains(why), "{text}: {error}"),
        }
    }
    let small = Rules::new(1, 2, false).unwrap();
    assert!(Dots::read_position("2/5/2 r", &small).is_ok());
    assert!(Dots::read_position(&format!("{start} r"), &small).is_err());
}
