//! One test per sentence of the rules: `RULES.md` 1, and the school text (五子棋项目). Each sentence is quoted
//! above its test.

use crate::table::{self, acts, after, end, free, play, reads, refused, rules};
use gomoku::{Bans, Board, Gomoku, Move, Point, Rules, Side, Start};
use leitai_core::{Actor, COMMON_OPTIONS, Game, Options, Position, Seat, State, Turn, perft};
use std::time::Duration;

/// H8, H9 and H10 shown, two fifth stones, sides kept, white's fourth on the axis.
const OPENED: &str = "H8 H9 H10 n:2 keep H7";

fn on_turn(board: &Board) -> Option<Seat> {
    Seat::BOTH.into_iter().find(|seat| board.turn().owes(Actor::Seat(*seat)))
}

fn moves(board: &Board) -> Vec<Move> {
    let mut moves = Vec::new();
    for seat in Seat::BOTH {
        board.moves(Actor::Seat(seat), &mut moves);
    }
    moves
}

fn options(given: &[(&str, &str)]) -> Rules {
    let specs = COMMON_OPTIONS.iter().chain(Gomoku::FACTS.options);
    Gomoku::rules(&Options::parse(specs, given.iter().copied()).unwrap()).unwrap()
}

// 棋盘：15×15围棋的棋盘。
#[test]
fn the_board_is_15_by_15_with_centre_h8() {
    assert_eq!(perft(&free(Bans::Off), 1), 225);
    assert_eq!(reads("H8"), Move::Place(Point::CENTRE));
    for corner in ["A1", "A15", "O1", "O15"] {
        assert!(free(Bans::Off).check(Actor::Seat(Seat::First), &reads(corner)).is_ok());
    }
    for outside in ["P1", "A0", "A16", "@1"] {
        assert!(Gomoku::read(outside).is_err(), "{outside}");
    }
}

// 开局：包括指定开局、自由开局两种，本次校赛采用指定开局模式。
#[test]
fn designated_is_the_default_and_the_schools() {
    assert_eq!(options(&[]), Rules::default());
    assert_eq!(Rules::default().start, Start::Designated);
    let school = Gomoku::FACTS.presets.iter().find(|preset| preset.name == "school").unwrap();
    let rules = options(school.options);
    assert_eq!((rules.start, rules.bans), (Start::Designated, Bans::Automatic));
}

#[test]
fn forbidden_moves_default_to_automatic_under_designated_and_to_none_under_free() {
    assert_eq!(options(&[("opening", "designated")]).bans, Bans::Automatic);
    assert_eq!(options(&[("opening", "free")]).bans, Bans::Off);
    for (word, bans) in [("automatic", Bans::Automatic), ("claimed", Bans::Claimed), ("off", Bans::Off)] {
        for opening in ["designated", "free"] {
            assert_eq!(options(&[("opening", opening), ("forbidden", word)]).bans, bans);
        }
    }
}

#[test]
fn the_school_clock_is_fifteen_minutes_a_side() {
    let school = Gomoku::FACTS.presets.iter().find(|preset| preset.name == "school").unwrap();
    assert_eq!(school.clock.game, Some(Duration::from_mins(15)));
    assert_eq!(school.clock.start, Some(Duration::from_secs(5)));
    assert_eq!(school.clock, Gomoku::FACTS.clock);
}

// 对局双方各执一色棋子，黑先、白后交替下在棋盘的交叉点上。每次只能下一子。
#[test]
fn black_and_white_in_turn_place_one_stone() {
    let mut board = free(Bans::Off);
    for (text, seat) in [("H8", Seat::First), ("A1", Seat::Second), ("C3", Seat::First)] {
        assert_eq!(on_turn(&board), Some(seat));
        let before = board.turn();
        play(&mut board, text);
        assert!(!before.goes_on(board.turn(), Actor::Seat(seat)));
    }
    assert_eq!(board.at(Point::CENTRE), Some(Side::Black));
    assert_eq!(refused(&board, "H8"), "point occupied");
    assert_eq!(
        board.check(Actor::Seat(Seat::First), &reads("B2")).unwrap_err().rule.en,
        "not this seat's turn"
    );
}

// 自由开局：由双方轮流行棋共同决定开局前3个棋子落于何处。
#[test]
fn a_free_opening_has_neither_swap_nor_offers() {
    let board = table::play_from(free(Bans::Off), "A1 B2 C3");
    assert_eq!(board.placed(), 3);
    for text in ["n:1", "swap", "keep", "?A2", "!A2"] {
        assert_eq!(refused(&board, text), "a stone is due", "{text}");
    }
}

// 最先在棋盘上形成五连的一方为胜。
#[test]
fn five_in_any_line_wins_at_once() {
    for bans in [Bans::Automatic, Bans::Claimed, Bans::Off] {
        for line in [
            "E8 F8 G8 H8 I8",
            "H5 H6 H7 H8 H9",
            "F6 G7 H8 I9 J10",
            "J6 I7 H8 G9 F10",
            "K1 L1 M1 N1 O1",
            "A11 A12 A13 A14 A15",
            "E8 F8 I8 H8 G8",
        ] {
            let board = table::black_makes(bans, line);
            assert_eq!(end(&board), (Some(Seat::First), "five in a row"), "{line}");
        }
    }
    for line in ["E8 F8 G8 H8 J8", "N5 O5 A4 B4 C4", "N5 O6 A7 B8 C9"] {
        assert_eq!(table::black_makes(Bans::Off, line).turn().outcome(), None, "{line}");
    }
}

// 白棋长连视同五连。
#[test]
fn white_wins_with_more_than_five() {
    for bans in [Bans::Automatic, Bans::Claimed, Bans::Off] {
        let board = table::play_from(free(bans), "A1 E8 C1 F8 E1 G8 G1 I8 A3 J8 C3 H8");
        assert_eq!(end(&board), (Some(Seat::Second), "five in a row"));
    }
}

#[test]
fn without_forbidden_moves_black_wins_with_more_than_five_too() {
    assert_eq!(
        end(&table::black_makes(Bans::Off, "E8 F8 G8 I8 J8 H8")),
        (Some(Seat::First), "five in a row")
    );
    // A double-three then means nothing.
    assert_eq!(table::black_makes(Bans::Off, "F8 G8 H9 H10 H8").turn().outcome(), None);
}

// 对局中如果使用三三禁手、四四禁手、长连禁手，将被判负。 黑方出现禁手，则判白方胜。
#[test]
fn automatic_a_forbidden_stone_loses_at_once_by_name() {
    for (line, why) in [
        ("E8 F8 G8 I8 J8 H8", "black's overline is forbidden"),
        ("E8 F8 G8 H9 H10 H11 H8", "black's double-four is forbidden"),
        ("F8 G8 H9 H10 H8", "black's double-three is forbidden"),
    ] {
        let board = table::black_makes(Bans::Automatic, line);
        assert_eq!(end(&board), (Some(Seat::Second), why));
        assert_eq!(board.at(Point::CENTRE), Some(Side::Black), "the stone stays to be seen");
    }
}

#[test]
fn forbidden_moves_bind_black_only() {
    for (line, bans) in [("E8 F8 G8 H9 H10 H11 H8", Bans::Automatic), ("F8 G8 H9 H10 H8", Bans::Claimed)] {
        let board = table::white_makes(bans, line);
        assert_eq!(board.turn().outcome(), None, "{line}");
        assert_eq!(
            refused(&board, "claim"),
            if bans == Bans::Claimed {
                "only white claims forbidden moves"
            } else {
                "forbidden moves are not claimed under these rules"
            }
        );
    }
}

// 黑方五连与禁手同时形成，禁手失效，黑方胜。
#[test]
fn black_wins_with_five_even_if_the_stone_is_also_forbidden() {
    for line in ["D8 E8 F8 G8 H9 H10 I9 J10 H8", "D8 E8 F8 G8 H4 H5 H6 H7 H9 H8"] {
        for bans in [Bans::Automatic, Bans::Claimed] {
            let position = table::black_board(line);
            let board =
                Gomoku::read_position(&position, &Rules { start: Start::Free, bans, ..Rules::default() });
            let board = table::play_from(board.unwrap(), line.rsplit(' ').next().unwrap());
            assert_eq!(end(&board), (Some(Seat::First), "five in a row"), "{line} {bans:?}");
        }
    }
}

// 如白方在黑方出现禁手后，未立即指出而又落下一白子，则黑方禁手不再成立。
#[test]
fn claimed_a_double_three_or_four_counts_only_before_whites_next_stone() {
    for (line, why) in [
        ("E8 F8 G8 H9 H10 H11 H8", "white claimed black's double-four"),
        ("F8 G8 H9 H10 H8", "white claimed black's double-three"),
    ] {
        let board = table::black_makes(Bans::Claimed, line);
        assert!(moves(&board).contains(&Move::Claim));
        assert_eq!(end(&table::play_from(board, "claim")), (Some(Seat::Second), why));
        let missed = table::play_from(board, "O15");
        assert_eq!(table::asides(&missed), []);
        let later = table::play_from(missed, "O1");
        assert!(!moves(&later).contains(&Move::Claim));
        assert_eq!(refused(&later, "claim"), "black made no forbidden move that still counts");
    }
}

#[test]
fn a_wrong_claim_is_refused_and_costs_only_time() {
    let board = table::black_makes(Bans::Claimed, "O15");
    for seat in Seat::BOTH {
        assert!(matches!(board.check(Actor::Seat(seat), &Move::Claim), Err(why) if why.free), "{seat}");
    }
    let automatic = table::black_makes(Bans::Automatic, "O15");
    assert!(matches!(automatic.check(Actor::Seat(Seat::Second), &Move::Claim), Err(why) if !why.free));
}

#[test]
fn a_pass_is_no_stone_and_voids_no_claim() {
    let board = table::black_makes(Bans::Claimed, "F8 G8 H9 H10 H8");
    let passed = table::play_from(board, "pass");
    assert_eq!(table::asides(&passed), [Move::Claim], "out of turn");
    let later = table::play_from(passed, "O1");
    assert!(moves(&later).contains(&Move::Claim));
}

// 若黑方走出长连禁手，白方只要是在终局前指出此禁手，判白方胜。
#[test]
fn claimed_an_overline_counts_any_time_before_the_end() {
    let mut board = table::black_makes(Bans::Claimed, "E8 F8 G8 I8 J8 H8");
    for stones in ["O15 O1", "L15 L1"] {
        assert!(moves(&board).contains(&Move::Claim));
        let (white, black) = stones.split_once(' ').unwrap();
        board = table::play_from(board, white);
        assert_eq!(table::asides(&board), [Move::Claim], "while black thinks");
        assert!(!moves(&board).contains(&Move::Claim), "the tree of acts has it in turn only");
        let mut claimed = board;
        assert_eq!(claimed.check(Actor::Seat(Seat::Second), &Move::Claim), Ok(()));
        claimed.play(Actor::Seat(Seat::Second), &Move::Claim);
        assert_eq!(end(&claimed), (Some(Seat::Second), "white claimed black's overline"));
        board = table::play_from(board, black);
    }
    // It does not win either, but five elsewhere still does.
    assert_eq!(board.turn().outcome(), None);
}

#[test]
fn a_wrong_claim_is_refused_by_name() {
    let board = table::black_makes(Bans::Claimed, "F8 G8 H8");
    assert_eq!(refused(&board, "claim"), "black made no forbidden move that still counts");
    assert_eq!(
        board.check(Actor::Seat(Seat::First), &Move::Claim).unwrap_err().rule.en,
        "only white claims forbidden moves"
    );
    assert_eq!(refused(&free(Bans::Off), "claim"), "forbidden moves are not claimed under these rules");
    assert_eq!(
        refused(&Board::initial(&rules(&[("forbidden", "claimed")])), "claim"),
        "only white claims forbidden moves"
    );
}

#[test]
fn blacks_last_stone_on_a_full_board_may_still_be_claimed() {
    let position = table::full_but_one("x");
    let rules = Rules { start: Start::Free, bans: Bans::Claimed, ..Rules::default() };
    let board = Gomoku::read_position(&position, &rules).unwrap();
    let full = table::play_from(board, "H8");
    assert_eq!(moves(&full), [Move::Pass, Move::Claim]);
    assert_eq!(end(&table::play_from(full, "claim")), (Some(Seat::Second), "white claimed black's overline"));
    assert_eq!(end(&table::play_from(full, "pass")), (None, "board full"));
}

// 对局双方同一回合均放弃行棋权。
#[test]
fn two_passes_in_a_row_are_a_draw() {
    let board = table::play_from(free(Bans::Off), "H8 pass");
    assert_eq!(board.turn().outcome(), None);
    assert_eq!(end(&table::play_from(board, "pass")), (None, "both passed"));
    // With a stone between them they are not consecutive.
    assert_eq!(table::play_from(board, "A1 pass").turn().outcome(), None);
}

#[test]
fn a_pass_is_open_from_move_2_of_a_free_opening_and_from_move_6_of_a_designated_one() {
    assert_eq!(refused(&free(Bans::Off), "pass"), "the first move cannot be a pass");
    assert!(moves(&table::play_from(free(Bans::Off), "H8")).contains(&Move::Pass));
    for text in
        ["", "H8", "H8 H9 H10", "H8 H9 H10 n:1", "H8 H9 H10 n:1 keep", OPENED, "H8 H9 H10 n:1 keep A1 ?A2"]
    {
        assert!(!moves(&after(text)).contains(&Move::Pass), "{text}");
        assert!(!refused(&after(text), "pass").is_empty());
    }
    let sixth = after("H8 H9 H10 n:1 keep A1 ?A2 !A2");
    assert!(moves(&sixth).contains(&Move::Pass));
    assert_eq!(end(&table::play_from(sixth, "pass pass")), (None, "both passed"));
}

// 全盘下满，且无胜局出现。
#[test]
fn a_full_board_is_a_draw() {
    let rules = Rules { start: Start::Free, bans: Bans::Off, ..Rules::default() };
    let board = Gomoku::read_position(&table::drawn_but_one(), &rules).unwrap();
    assert_eq!(board.placed(), 224);
    let last = moves(&board)[0];
    assert_eq!(moves(&board).len(), 2, "the point and a pass");
    assert_eq!(end(&table::play_from(board, &table::text(last))), (None, "board full"));
}

#[test]
fn nothing_is_played_after_the_end() {
    let board = table::black_makes(Bans::Automatic, "E8 F8 G8 H8 I8");
    assert!(moves(&board).is_empty() && table::asides(&board).is_empty());
    for seat in Seat::BOTH {
        for text in ["A1", "pass", "claim", "swap", "n:1"] {
            assert_eq!(
                board.check(Actor::Seat(seat), &reads(text)).unwrap_err().rule.en,
                "not this seat's turn"
            );
        }
    }
    assert!(matches!(board.turn(), Turn::Over(_)));
    assert!(acts("A1 B2").len() == 2);
}
