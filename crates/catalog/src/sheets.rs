//! Games as sheets, by their types.

use crate::live_table::text as canonical;
use crate::setup::Setup;
use leitai_core::{
    Actor, Game, Heading, Line, Position, Record, RecordError, RulesOf, Sentence, SheetError, SheetGame,
    SheetName, State,
};

/// A game read from a sheet.
#[derive(Clone, PartialEq, Debug)]
pub struct ReadSheet {
    /// The head.
    pub heading: Heading,
    /// The acts in canonical text, with their hands.
    pub acts: Vec<(Actor, String)>,
    /// The last line of the sheet.
    pub(crate) lines: usize,
}

/// A game as a sheet.
#[derive(Clone, PartialEq, Debug)]
pub struct WrittenSheet {
    /// The file name that the rules for sheets prescribe.
    pub file_name: String,
    /// Its text.
    pub text: String,
}

/// The game of a record as a sheet; `None` if the game has no such form.
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
                Sentence::new(
                    "a sheet cannot give a different starting position",
                    "棋谱无法写出其他初始局面",
                ),
            ));
        }
        let rules = Setup::of(&record.about).rules::<G>();
        let (_, rules) = rules.map_err(|error| fail(1, Sentence::of(&error)))?;
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

/// Reads a sheet under these rules; `None` if the game has no such form.
pub(crate) fn read_sheet<G: Game>(
    rules: &RulesOf<G>,
    name: SheetName,
    text: &str,
) -> Option<Result<ReadSheet, SheetError>> {
    let sheet = G::sheet(name)?;
    Some(sheet.read(rules, text).map(|SheetGame { heading, acts }| {
        let acts = acts.iter().map(|(by, m)| (*by, canonical::<G>(m))).collect();
        ReadSheet { heading, acts, lines: text.lines().count().max(1) }
    }))
}
