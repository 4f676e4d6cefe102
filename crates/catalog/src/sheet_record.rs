//! Makes the record of a game from a sheet.

use crate::listed::RuledGame;
use crate::sheets::ReadSheet;
use leitai_core::{
    Act, Outbox, Seat, Sentence, SheetEnd, SheetError, SheetResult, Span, Staging, Turn, Words, sentence,
};
use std::time::Duration;

/// The record of a game read from a sheet. `staging` states who sat where and when; a result that the rules do not give
/// is recorded as a ruling. A sheet without a result makes an unfinished record.
pub fn record_of(
    game: &dyn RuledGame,
    staging: Staging<'static>,
    scored: &ReadSheet,
) -> Result<Vec<u8>, SheetError> {
    // Dice that were thrown elsewhere are accepted as they are.
    let mut table = game.table(staging, None);
    let mut outbox = Outbox::default();
    let fail = |what: Sentence| SheetError::new(scored.lines, what);
    table.begin([None; 2], &mut outbox);
    for (by, text) in &scored.acts {
        let act = Act::Play { by: *by, acts: &[text], span: Span::Part };
        let played = table.act(act, Duration::ZERO, [None; 2], &mut outbox);
        played.map_err(|_| fail(sentence!("the move {text} cannot be played", "着法 {text} 无法走")))?;
    }
    let said = scored.heading.result.or(scored.end.map(|end| SheetResult::Won(end.loser().other())));
    if let (Some(end), Some(SheetResult::Won(winner))) = (scored.end, said)
        && end.loser() == winner
    {
        return Err(fail(sentence!(
            "the head says that who gave up has won",
            "开头写明的胜方正是认输或弃权的一方"
        )));
    }
    match (table.turn(), said) {
        (Turn::Over(outcome), Some(said)) if SheetResult::of(outcome.winner) != said => {
            let name = |result: SheetResult| match result.winner() {
                Some(Seat::First) => Words::new("first wins", "先手胜"),
                Some(Seat::Second) => Words::new("second wins", "后手胜"),
                None => Words::new("a draw", "和棋"),
            };
            let (said, by_rules) = (name(said), name(SheetResult::of(outcome.winner)));
            let wrong = sentence!("the head says {said}, but by the moves it is {by_rules}", "开头写的是{said}，按着法却是{by_rules}"; said, by_rules);
            return Err(fail(wrong));
        }
        (Turn::Over(_), _) | (_, None) => {}
        (_, Some(said)) => {
            let act = match scored.end {
                Some(SheetEnd::Resigned(seat)) => Act::Resign(seat),
                Some(SheetEnd::Forfeited(_)) => {
                    Act::Rule(said.winner(), "a forfeit that stands on the sheet")
                }
                None => Act::Rule(said.winner(), "the result that stands on the sheet"),
            };
            let ruled = table.act(act, Duration::ZERO, [None; 2], &mut outbox);
            ruled.map_err(|_| fail(Sentence::new("the result cannot be recorded", "无法记录该结果")))?;
        }
    }
    table.seal();
    let mut record = Vec::new();
    table.record(&mut record);
    Ok(record)
}
