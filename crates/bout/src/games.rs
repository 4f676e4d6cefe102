//! Games as if they had been played, and matches that can be played anywhere.

use crate::contestant::Contestant;
use crate::match_event::{MatchEnd, MatchError, MatchEvent};
use crate::match_setup::{Match, Origin};
use crate::openings::Openings;
use crate::pairing::{Pairing, Play};
use crate::plan::Plan;
use leitai_arena::{Affinity, Conditions, Ended, Launch, Player, SeriesGame};
use leitai_catalog::{RuledGame, Setup, find};
use leitai_core::{Clock, DialectName, Outcome, Sentence};
use leitai_sandbox::Sandbox;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// A player of tic-tac-toe that takes the first free cell of those listed after it.
const CELLS: &str = r#"
while read -r word side cell; do
  case $word in
    name?) echo "name Cells" ;;
    new) taken=" " ;;
    told) taken="$taken$cell " ;;
    turn) for cell; do case $taken in *" $cell "*) ;; *) echo "move $cell"; break ;; esac; done ;;
    quit) exit ;;
  esac
done
"#;

/// A game of a match that ended like this; A has the first seat in even ones.
pub(crate) fn ended(index: u32, outcome: Outcome) -> SeriesGame {
    let ended = Ended {
        outcome,
        reason: Sentence::default(),
        plies: 9,
        used: [(Duration::ZERO, Duration::ZERO); 2],
        cpu: [Duration::ZERO; 2],
        digest: index.to_string(),
        played: Duration::ZERO,
        late: None,
        given_back: [Duration::ZERO; 2],
        disturbed: None,
    };
    let a_first = index.is_multiple_of(2);
    SeriesGame {
        index,
        a_first,
        opening: None,
        ended,
        announced: [None, None],
        record: None,
        replays: 0,
        text: None,
    }
}

/// A game by its usual rules.
pub(crate) fn game(id: &str) -> Arc<dyn RuledGame> {
    find(id).expect("a game").open(&Setup::default()).expect("its usual rules")
}

/// A player that runs this shell script with these arguments.
pub(crate) fn script(name: &str, script: &str, args: &[&str]) -> Contestant {
    let args = ["-c", script, name].iter().chain(args).map(|word| (*word).into()).collect();
    let launch = Launch::alone("/bin/sh".into(), args);
    let player = Player { name: name.to_owned(), launch, dialect: DialectName::Sau };
    Contestant { named: format!("cmd:{name}"), player, settings: Vec::new() }
}

/// A player that takes the cells of tic-tac-toe in this order.
pub(crate) fn cells(name: &str, order: [u8; 9]) -> Contestant {
    script(name, CELLS, &order.map(|cell| cell.to_string()).each_ref().map(String::as_str))
}

/// A match between `rows` and `corners`, who play tic-tac-toe from its usual start with time to spare.
pub(crate) fn tictactoe(games: u32) -> Match {
    let game = game("tictactoe");
    Match {
        allowances: [(); 2].map(|()| "start=60s,move=60s".parse::<Clock>().expect("a clock").into()),
        game,
        openings: Openings::default(),
        players: vec![
            cells("rows", [0, 1, 2, 3, 4, 5, 6, 7, 8]),
            cells("corners", [4, 2, 6, 0, 8, 1, 3, 5, 7]),
        ],
        is_gauntlet: false,
        conditions: Conditions::of(Sandbox::off()),
        games,
        test: None,
        seed: 7,
        is_seeded: true,
    }
}

/// Nine openings of tic-tac-toe: with them, eighteen games are different.
pub(crate) fn any_two(game: &dyn RuledGame) -> Openings {
    let lines: Vec<String> = (0..9).map(|first| format!("{first} {}", (first + 1) % 9)).collect();
    Openings::of_lines(&lines, game).expect("openings")
}

/// The identity of a match.
pub(crate) fn plan(of: &Match) -> Plan {
    of.plan(Origin { version: "1".to_owned(), args: Vec::new(), folder: "/".into() })
}

/// A game in short: its number, who won, in how many plies, and why.
pub(crate) type Short = (u32, Option<usize>, u32, String);

/// Plays a match into a folder, or the rest of the one that is there; returns how it ended, the games in short, and
/// how many of them were played before.
pub(crate) fn played(
    of: &Match,
    out: &Path,
    how: Play<'_>,
) -> Result<(MatchEnd, Vec<Short>, usize), MatchError> {
    let begun = Plan::of(out).transpose().expect("a plan");
    let (mut games, mut before) = (Vec::new(), 0);
    let how = Play { out: Some(out.to_owned()), ..how };
    let end = of.play(&plan(of), begun.as_ref(), &how, &mut |_: &Pairing<'_>, event| match event {
        MatchEvent::Resumed { played, .. } => before += played,
        MatchEvent::Played { game, .. } => {
            let ended = &game.ended;
            games.push((game.index, game.winner(), ended.plies, ended.reason.to_string()));
        }
        _ => {}
    })?;
    Ok((end, games, before))
}

/// Two games at once, wherever there is room.
pub(crate) fn how(stop: &AtomicBool) -> Play<'_> {
    Play {
        jobs: Some(2),
        affinity: Affinity::None,
        out: None,
        talk: None,
        games_file: None,
        stops_on_fault: false,
        in_full: true,
        stop,
    }
}
