//! Time: how our program interprets a controller's time commands, and which programs our controller sends
//! them to.

use leitai_core::{Actor, Client, Cue, DialectName, Game, Lines, Options, Position, Seat, State, View};
use nogo::{Board, NoGo, Rules};
use std::time::Duration;

/// The times that black gets for its first acts after `commands`, in milliseconds.
fn times(commands: &str, acts: usize) -> Vec<Option<u128>> {
    let mut client = NoGo::client(DialectName::Gtp).expect("it is spoken");
    let mut board = Board::initial(&Rules::default());
    let mut times = Vec::new();
    let mut hear = |client: &mut Box<dyn Client<Board>>, board: &mut Board, line: &str| {
        let mut cues = Vec::new();
        client.hear(board, line.as_bytes(), &mut cues);
        let mut thinks = false;
        for cue in cues {
            match cue {
                Cue::Start(_, rules) => *board = Board::initial(&rules),
                Cue::Learn(report) => board.learn(&report),
                Cue::Think(time) => {
                    thinks = true;
                    times.push(time.map(|time| time.as_millis()));
                }
                _ => {}
            }
        }
        thinks
    };
    for line in commands.lines() {
        hear(&mut client, &mut board, line);
    }
    for _ in 0..acts {
        assert!(hear(&mut client, &mut board, "genmove black"), "it is asked");
        let mut moves = Vec::new();
        board.moves(Actor::Seat(Seat::First), &mut moves);
        let mut cues = Vec::new();
        client.say(&board, &moves[..1], &mut Lines::default(), &mut cues);
        hear(&mut client, &mut board, "undo");
    }
    times
}

#[test]
fn time_is_what_the_controller_says_it_is() {
    let cases: [(&str, &[Option<u128>]); 8] = [
        ("", &[None, None]),
        ("time_left black 60 0", &[Some(60_000), Some(60_000)]),
        ("time_left b 0.5", &[Some(500)]),
        ("time_left white 60 0", &[None]),
        // Sent once for the whole game: every act is assumed to use a sixteenth of the remaining time.
        ("time_settings 160 0 0", &[Some(160_000), Some(150_000), Some(140_625)]),
        ("time_settings 160 0 0\ntime_left black 100 0", &[Some(100_000), Some(100_000)]),
        // Without main time, each stone gets its share of the period. Without stones, there is no limit.
        ("time_settings 0 30 5", &[Some(6_000), Some(6_000)]),
        ("time_settings 0 30 0", &[None]),
    ];
    for (commands, expected) in cases {
        assert_eq!(times(commands, expected.len()), expected, "{commands}");
    }
}

/// The lines sent to a program that answers `list_commands` with `list`, until it is asked for its first act.
fn sent(list: &str) -> String {
    let mut dialect = NoGo::dialect(DialectName::Gtp, &Options::default()).expect("it is spoken");
    let board = Board::initial(&Rules::default());
    let mut out = Lines::default();
    dialect.open(Seat::First, &Rules::default(), &mut out);
    let answers = list.lines().chain(["", "= x", "", "=", "", "=", "", "=", ""]);
    for answer in answers {
        let _ = dialect.hear(&board, answer.as_bytes());
        dialect.open_further(&mut out);
    }
    let left = [Some(Duration::from_mins(1)); 2];
    dialect.begin(left, &mut out);
    dialect.ask(&board, left, &mut out);
    let text = String::from_utf8_lossy(out.bytes()).into_owned();
    text.trim_start_matches("list_commands\nname\n").replace('\n', ", ")
}

#[test]
fn a_program_is_told_what_it_lists() {
    let all = "= boardsize\nclear_board\nkomi\nplay\ngenmove\ntime_settings\ntime_left\n";
    let told_all = "boardsize 9, komi 0, clear_board, time_settings 60 0 0, time_left b 60 0, genmove b, ";
    assert_eq!(sent(all), told_all);
    assert_eq!(sent(&all.replace("time_settings\n", "")), told_all.replace("time_settings 60 0 0, ", ""));
    let fixed = "= clear_board\ngenmove\nplay\n";
    assert_eq!(sent(fixed), "clear_board, genmove b, ");
    let least = "boardsize 9, clear_board, genmove b, ";
    for list in ["=", "? unknown command", "= help\nversion\ntime_left"] {
        assert_eq!(sent(list), least, "{list}");
    }
}
