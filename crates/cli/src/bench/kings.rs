//! The game that measures the stage: two lone kings, whose programs answer at once.

use crate::failure::Failure;
use crate::instant::KINGS;
use leitai_arena::{Launch, Player};
use leitai_catalog::{RuledGame, Setup, find};
use leitai_core::{Clock, DialectName, Sentence, Words, sentence};
use std::sync::Arc;

/// Rounds of the option that makes the kings' game 300 plies long.
const ROUNDS: u32 = 150;

/// A game between two lone kings who move to and fro for 300 plies, and its players.
pub(crate) fn kings() -> Result<(Arc<dyn RuledGame>, [Player; 2]), Failure> {
    let lacking = || Failure::Stage(sentence!("the stage bench plays draughts", "擂台测量用的是国际跳棋"));
    let game = find("draughts").ok_or_else(lacking)?;
    let own = |e| Failure::system(&Words::new("this program's own file", "本程序自身的文件"), &e);
    let binary = std::env::current_exe().map_err(own)?;
    let king = |name: &str| Player {
        name: name.to_owned(),
        launch: Launch::alone(binary.clone().into(), vec!["instant".into(), "king".into()]),
        dialect: DialectName::Judge,
    };
    let setup = Setup {
        options: vec![("max_rounds".to_owned(), ROUNDS.to_string())],
        position: Some(KINGS.to_owned()),
    };
    let game = game.open(&setup).map_err(|e| Failure::stage(&e))?;
    Ok((game, [king("a"), king("b")]))
}

/// A clock too generous to lose on.
pub(crate) fn patient(game: &dyn RuledGame) -> Clock {
    Clock { turn: Some(std::time::Duration::from_secs(20)), ..game.facts().clock }
}

/// The failure of a bench game that was lost by a fault, which must not happen.
pub(crate) fn lost(reason: &Sentence) -> Failure {
    Failure::Stage(sentence!(
        "a game of the bench was lost by a fault: {reason}", "测量用的一局因违规判负：{reason}"; reason
    ))
}
