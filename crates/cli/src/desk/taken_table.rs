//! A table that a desk without a network has taken along, opened at that desk.

use super::played::{Played, ROOT, announces};
use crate::failure::Failure;
use crate::results_until::results_until;
use leitai_arena::Conditions;
use leitai_core::{Lang, Seat, Sentence, say, sentence};
use leitai_hall::{
    DeskFolder, DeskGames, DeskSetup, DeskState, TakenGame, TakenMatchSetup, TakenTables, Zone,
};
use leitai_sandbox::Sandbox;
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// The tables of a file, and where the records of their games are kept.
pub(super) struct TakenFile {
    file: PathBuf,
    tables: TakenTables,
    folder: PathBuf,
}

impl TakenFile {
    /// Reads the file. The folder is named after it and below `desk` unless another is given.
    pub(super) fn read(file: &Path, folder: Option<&Path>) -> Result<TakenFile, Failure> {
        let bytes = fs::read(file).map_err(|error| Failure::file(file, &error))?;
        let tables = TakenTables::read(&bytes).map_err(|why| Failure::file(file, &why))?;
        let usual = || Path::new(ROOT).join(file.file_stem().unwrap_or_default());
        let folder = folder.map_or_else(usual, Path::to_owned);
        Ok(TakenFile { file: file.to_owned(), tables, folder })
    }

    /// The lines that tell how the results are brought back, and until when.
    pub(super) fn brings_back(&self, lang: Lang) -> String {
        let (file, folder) = (self.file.display(), self.folder.display());
        let said = say!(
            lang,
            "the records are in {folder}; once they are to go back: `leitai contest seal {file} {folder} --to back.leitai`",
            "记录在 {folder}；带回成绩时：`leitai contest seal {file} {folder} --to back.leitai`"
        );
        let until = self.tables.until_ms.map(|until| results_until(&Zone::of_machine(), until, lang));
        until.map_or_else(|| said.clone(), |until| format!("{said}\n{until}"))
    }

    /// Opens the first match of a table that is not over. Without a table, that of the only one.
    pub(super) fn open(&self, table: Option<u32>, played: &Played<'_>) -> Result<DeskFolder, Failure> {
        let table = self.table(table)?;
        let matches = self.tables.matches.iter().filter(|of| of.table == table && !of.games.is_empty());
        for (number, of) in matches.enumerate() {
            let folder = self.folder.join(format!("table-{table}-{}", number + 1));
            // Nothing runs here that a sandbox could confine.
            let conditions = Conditions::of(Sandbox::off());
            let taken = DeskFolder::take(folder, setup(of, played).map_err(Failure::Usage)?, conditions);
            let taken = taken.map_err(|error| crate::operate::terminal::failure(&error))?;
            if taken.desk().shown().state != DeskState::Over {
                return Ok(taken);
            }
        }
        let (file, folder) = (self.file.display(), self.folder.display());
        Err(Failure::Usage(sentence!(
            "all games of table {table} are over: `leitai contest seal {file} {folder} --to back.leitai`",
            "{table} 号桌的对局均已结束：`leitai contest seal {file} {folder} --to back.leitai`"
        )))
    }

    fn table(&self, wanted: Option<u32>) -> Result<u32, Failure> {
        let there: BTreeSet<u32> = self.tables.games().map(|(of, _)| of.table).collect();
        let listed = there.iter().map(u32::to_string).collect::<Vec<_>>().join(", ");
        let file = self.file.display();
        match (wanted, there.first()) {
            (_, None) => Err(Failure::Usage(sentence!("{file} has no games", "{file} 中没有对局"))),
            (Some(table), _) if there.contains(&table) => Ok(table),
            (Some(table), _) => Err(Failure::Usage(sentence!(
                "table {table} was not taken along in {file}, which has {listed}",
                "{file} 中没有 {table} 号桌，只有 {listed}"
            ))),
            (None, Some(table)) if there.len() == 1 => Ok(*table),
            (None, _) => Err(Failure::Usage(sentence!(
                "{file} has several tables: name one of {listed} with --table",
                "{file} 有多张棋桌：请用 --table 指定其一：{listed}"
            ))),
        }
    }
}

/// What a desk is set up for by a match that was taken along.
fn setup(of: &TakenMatchSetup, played: &Played<'_>) -> Result<DeskSetup, Sentence> {
    let Some((first, game)) = of.games.first().zip(Some(of.listed()?)) else {
        return Err(sentence!("{} has no game", "{} 没有对局", of.of));
    };
    // Who says what at a desk is otherwise than on the stage, whatever the event says of the stage.
    let at_desk = game.at_desk();
    let is_stages = |(name, _): &&(String, String)| !at_desk.iter().any(|(own, _)| own == name);
    let owned = |(name, value): &(&str, &str)| ((*name).to_owned(), (*value).to_owned());
    let options = at_desk.iter().map(owned).chain(of.options.iter().filter(is_stages).cloned());
    Ok(DeskSetup {
        game,
        options: options.collect(),
        program: None,
        seat: Seat::First,
        teams: first.seats.clone(),
        operator: played.referee.to_owned(),
        clock: first.clock(),
        by_hand: played.go_ahead.unwrap_or(announces(game.facts())),
        games: order(&of.games).ok_or_else(|| {
            sentence!(
                "the games of {} are in an order that no desk has: play each at its own",
                "{} 各局的先后手次序无法在同一裁判席进行：请分别进行",
                of.of
            )
        })?,
        rehearsal: None,
    })
}

/// The order of a match in which the games that were due have these seats.
fn order(games: &[TakenGame]) -> Option<DeskGames> {
    let count = u32::try_from(games.len()).ok()?;
    let first = games.first()?;
    let fits = |order: &DeskGames| {
        (0..).zip(games).all(|(number, game)| order.is_as_first(number) == (game.seats == first.seats))
    };
    let race = (count == DeskGames::FirstToFour.most()).then_some(DeskGames::FirstToFour);
    race.into_iter().chain([DeskGames::Swapped(count)]).find(fits)
}
