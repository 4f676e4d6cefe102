//! Records to sheets and back.

use crate::live_table::text as canonical;
use crate::ruled::{Ruled, RuledGame};
use crate::{GAMES, ListedGame, Setup};
use leitai_core::{
    Act, Actor, Game, Heading, Line, Position, Post, Record, RecordError, Seat, Sentence, SheetError,
    SheetName, SheetResult, Span, Staging, State, Turn, Words, sentence,
};
use std::time::Duration;

/// A game read from a sheet.
#[derive(Clone, PartialEq, Debug)]
pub struct ReadSheet {
    /// The head.
    pub heading: Heading,
    /// The acts in canonical text, with their hands.
    pub acts: Vec<(Actor, String)>,
    /// The last line of the sheet.
    lines: usize,
}

/// A game as a sheet.
#[derive(Clone, PartialEq, Debug)]
pub struct WrittenSheet {
    /// The name that its file has by the rule.
    pub file_name: String,
    /// Its text.
    pub text: String,
}

/// The game and the form of a sheet, by its head.
pub fn recognise(text: &str) -> Option<(ListedGame, SheetName)> {
    let known =
        |name: &SheetName| GAMES.iter().find(|game| game.knows_sheet(*name, text)).map(|g| (*g, *name));
    SheetName::ALL.iter().find_map(known)
}

/// The record of a game read from a sheet. `staging` says who sat where and when; a result that the law does not
/// give is recorded as a ruling. A sheet without a result makes a record that breaks off.
pub fn record_of(
    game: &dyn RuledGame,
    staging: Staging<'static>,
    scored: &ReadSheet,
) -> Result<Vec<u8>, SheetError> {
    // Dice that were thrown elsewhere are taken as they stand.
    let mut table = game.table(staging, None);
    let mut post = Post::default();
    let fail = |what: Sentence| SheetError::new(scored.lines, what);
    table.begin([None; 2], &mut post);
    for (by, text) in &scored.acts {
        let act = Act::Play { by: *by, acts: &[text], span: Span::Part };
        let played = table.act(act, Duration::ZERO, [None; 2], &mut post);
        played.map_err(|_| fail(sentence!("the move {text} cannot be played", "着法 {text} 无法走")))?;
    }
    match (table.turn(), scored.heading.result) {
        (Turn::Over(outcome), Some(said)) if SheetResult::of(outcome.winner) != said => {
            let name = |result: SheetResult| match result.winner() {
                Some(Seat::First) => Words::new("first wins", "先手胜"),
                Some(Seat::Second) => Words::new("second wins", "后手胜"),
                None => Words::new("a draw", "和棋"),
            };
            let (said, law) = (name(said), name(SheetResult::of(outcome.winner)));
            let wrong = sentence!("the head says {said}, but the moves say {law}", "开头写的是{said}，按着法却是{law}"; said, law);
            return Err(fail(wrong));
        }
        (Turn::Over(_), _) | (_, None) => {}
        (_, Some(said)) => {
            let act = Act::Rule(said.winner(), "the result that stands on the sheet");
            let ruled = table.act(act, Duration::ZERO, [None; 2], &mut post);
            ruled.map_err(|_| fail(Sentence::new("the result cannot be recorded", "无法记录该结果")))?;
        }
    }
    table.seal();
    let mut record = Vec::new();
    table.record(&mut record);
    Ok(record)
}

/// The game of a record as a sheet; none if it has no such form.
pub(crate) fn sheet_of<G: Game>(
    record: &Record,
    name: SheetName,
    heading: &Heading,
) -> Option<Result<WrittenSheet, RecordError>> {
    let sheet = G::sheet(name)?;
    let written = || {
        let fail = |line: usize, what: Sentence| RecordError { line, what };
        if record.about.position.is_some() {
            return Err(fail(
                1,
                Sentence::new("a sheet cannot say another starting position", "棋谱无法写出其他初始局面"),
            ));
        }
        let ruled = Ruled::<G>::open(&Setup::of(&record.about));
        let rules = ruled.map_err(|error| fail(1, Sentence::of(&error)))?.rules;
        let mut position = G::Position::initial(&rules);
        let mut played = Vec::new();
        for (at, line) in &record.lines {
            let Line::Play { by, acts, .. } = line else { continue };
            for text in acts {
                let m = G::read(text).map_err(|error| fail(*at, error.0))?;
                position.check(*by, &m).map_err(|why| fail(*at, why.reason()))?;
                position.play(*by, &m);
                played.push((*by, m));
            }
        }
        Ok(WrittenSheet { file_name: sheet.file_name(heading), text: sheet.write(heading, &rules, &played) })
    };
    Some(written())
}

impl<G: Game> Ruled<G> {
    /// Reads a sheet under these rules; none if the game has no such form.
    pub(crate) fn of_sheet(&self, name: SheetName, text: &str) -> Option<Result<ReadSheet, SheetError>> {
        let sheet = G::sheet(name)?;
        Some(sheet.read(&self.rules, text).map(|leitai_core::SheetGame { heading, acts }| {
            let acts = acts.iter().map(|(by, m)| (*by, canonical::<G>(m))).collect();
            ReadSheet { heading, acts, lines: text.lines().count().max(1) }
        }))
    }
}
