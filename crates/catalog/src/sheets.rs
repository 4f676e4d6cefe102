//! Games as sheets, by their types.

use crate::live_table::text as canonical;
use crate::setup::Setup;
use leitai_core::{
    Actor, Foreign, Game, Heading, Line, Position, Record, RecordError, RulesOf, Sentence, SheetEnd,
    SheetError, SheetForm, SheetGame, SheetName, State,
};

/// A game read from a sheet.
#[derive(Clone, Default, PartialEq, Debug)]
pub struct ReadSheet {
    /// The head.
    pub heading: Heading,
    /// The position that was set up before the first act, in its text, if it is not the game's own start.
    pub start: Option<String>,
    /// The acts in canonical text, with their hands.
    pub acts: Vec<(Actor, String)>,
    /// How it ended, if not by an act.
    pub end: Option<SheetEnd>,
    /// How many moves stand in variations and other games of the text, which are not read.
    pub aside: usize,
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
    form: SheetForm,
    text: &str,
) -> Option<Result<ReadSheet, SheetError>> {
    let read = match form {
        SheetForm::Sheet(name) => G::sheet(name)?.read(rules, text),
        SheetForm::Foreign(_) => foreign::<G>(form)?.read(rules, text),
    };
    Some(read.map(|SheetGame { heading, start, acts, end, aside }| {
        let acts = acts.iter().map(|(by, m)| (*by, canonical::<G>(m))).collect();
        let start = start.map(|position| {
            let mut text = String::new();
            G::write_position(&position, &mut text);
            text
        });
        ReadSheet { heading, start, acts, end, aside, lines: text.lines().count().max(1) }
    }))
}

/// The form that a text is in, if it is one of the game's.
pub(crate) fn form_of<G: Game>(text: &str) -> Option<SheetForm> {
    let is_sheet = |name: &SheetName| G::sheet(*name).is_some_and(|sheet| sheet.knows(text));
    let sheet = SheetName::ALL.into_iter().find(is_sheet).map(SheetForm::Sheet);
    let foreign =
        || G::foreign().iter().find(|form| form.knows(text)).map(|form| SheetForm::Foreign(form.name()));
    sheet.or_else(foreign)
}

/// The rule options that a text in this form states.
pub(crate) fn options_of<G: Game>(form: SheetForm, text: &str) -> Vec<(&'static str, String)> {
    match form {
        SheetForm::Sheet(name) => G::sheet(name).map(|sheet| sheet.options(text)),
        SheetForm::Foreign(_) => foreign::<G>(form).map(|form| form.options(text)),
    }
    .unwrap_or_default()
}

fn foreign<G: Game>(form: SheetForm) -> Option<Box<dyn Foreign<G::Position>>> {
    G::foreign().into_iter().find(|its| its.name() == form.name())
}
