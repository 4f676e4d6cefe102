//! A swap is sent in a way that every Hex program understands.

use hex::{Board, Cell, Hex, Move, Rules};
use leitai_core::{Actor, Cue, DialectName, Game, Lines, Options, Played, Position, Seat, View};

/// After a swap, both programs know the same board as the referee, wherever the first stone stood.
#[test]
fn both_programs_know_the_board_after_a_swap() {
    let rules = Rules::new(5, true, false).expect("a board");
    for seat in Seat::BOTH {
        for first in Cell::all(5) {
            let mut dialect = Hex::dialect(DialectName::Htp, &Options::default()).expect("it is spoken");
            let mut client = Hex::client(DialectName::Htp).expect("it is spoken");
            let mut position = Board::initial(&rules);
            let mut known = Board::initial(&Rules::default());
            let mut out = Lines::default();
            dialect.open(seat, &rules, &mut out);
            for answer in ["= boardsize clear_board param_game genmove", "= 2", "= x"] {
                dialect.hear(&position, answer.as_bytes()).expect("it is understood");
            }
            dialect.open_further(&mut out);
            for (by, m) in [(Seat::First, Move::Stone(first)), (Seat::Second, Move::Swap)] {
                if by == seat {
                    dialect.ask(&position, [None; 2], &mut out);
                }
                let mut cues = Vec::new();
                for line in out.bytes().split(|b| *b == b'\n') {
                    client.hear(&known, line, &mut cues);
                    learn(&mut known, &mut cues);
                }
                out.clear();
                if by == seat {
                    client.say(&known, &[m], &mut Lines::default(), &mut cues);
                    learn(&mut known, &mut cues);
                }
                let by = Actor::Seat(by);
                position.try_play(by, &m).expect("a legal act");
                dialect.report(&position, &Played { by, m }, false, &mut out);
            }
            for line in out.bytes().split(|b| *b == b'\n') {
                let mut cues = Vec::new();
                client.hear(&known, line, &mut cues);
                learn(&mut known, &mut cues);
            }
            assert_eq!(known, position, "{seat}, {first:?}");
        }
    }
}

fn learn(known: &mut Board, cues: &mut Vec<Cue<Board>>) {
    for cue in cues.drain(..) {
        match cue {
            Cue::Start(_, rules) => *known = Board::initial(&rules),
            Cue::Learn(report) => known.learn(&report),
            Cue::Answer(line) => assert!(!line.starts_with('?'), "{line}"),
            _ => {}
        }
    }
}
