//! What the folder of a desk has of the games that it took along.

use super::taken_result::{TakenResult, TakenShown};
use super::taken_tables::{TakenGame, TakenMatchSetup, TakenTables};
use crate::table_result::{DeskRecord, GameRecords, check_records, looks_alike};
use leitai_arena::{BesideRecord, is_named_as_record};
use leitai_core::{GameName, Sentence, sentence};
use leitai_tournament::GameId;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// How deep below the folder of a desk its records are looked for.
const DEEPEST: usize = 3;

/// What was found in the folder of a desk.
#[derive(Debug, Default)]
pub struct Collected {
    /// The results, records first.
    pub results: Vec<TakenResult>,
    /// Files that are of no game that was taken along, or cannot count, and why.
    pub left_out: Vec<(PathBuf, Sentence)>,
    /// The games that have no result here, each with its table.
    pub missing: Vec<(u32, GameName<'static>, GameId)>,
}

impl TakenTables {
    /// Collects the results of the games that were taken along from the records in a folder and in those below it. A record is
    /// of the first game between its two names in its seats that has none yet, in the order in which they began; the records of
    /// both desks of a relayed table are compared. `sheets` are the results of which nothing but a signed sheet was kept: where
    /// there is a record too, it counts.
    pub fn collect(&self, folder: &Path, sheets: Vec<TakenResult>) -> Result<Collected, Sentence> {
        let mut paths = Vec::new();
        records_below(folder, DEEPEST, &mut paths).map_err(|error| failed(folder, &error))?;
        paths.sort();
        let (mut records, mut collected) = (Vec::new(), Collected::default());
        for path in paths {
            let text = fs::read_to_string(&path).map_err(|error| failed(&path, &error))?;
            match DeskRecord::read(path.clone(), text) {
                Ok(record) if record.is_over() => records.push(record),
                Ok(_) => {
                    collected.left_out.push((path, Sentence::new("the game is not over", "对局尚未结束")));
                }
                Err(error) => collected.left_out.push((path, Sentence::of(&error))),
            }
        }
        records.sort_by_key(DeskRecord::started_ms);
        let (games, unpaired) = GameRecords::of(records);
        collected.left_out.extend(unpaired);
        for game in games {
            self.take_in(game, &mut collected);
        }
        for sheet in sheets {
            if collected.has(&sheet.of_game, sheet.of) {
                let why = sentence!(
                    "{} has a record, which counts, not its sheet",
                    "{} 有对局记录，以记录为准",
                    sheet.of
                );
                collected.left_out.push((folder.to_owned(), why));
            } else {
                collected.results.push(sheet);
            }
        }
        let missing = self.games().filter(|(of, game)| !collected.has(&of.of_game, game.of));
        collected.missing = missing.map(|(of, game)| (of.table, of.of_game.clone(), game.of)).collect();
        Ok(collected)
    }

    /// Takes in the records of one game.
    fn take_in(&self, GameRecords { record, other }: GameRecords, collected: &mut Collected) {
        let (id, seats) = &record.between;
        let is_it = |(of, game): &(&TakenMatchSetup, &TakenGame)| {
            *of.of_game == **id && looks_alike(&game.seats, seats) && !collected.has(&of.of_game, game.of)
        };
        let found = self.games().find(is_it).map(|(of, game)| (of.table, of.of_game.clone(), game.of));
        let Some((table, of_game, of)) = found else {
            let [first, second] = seats.clone();
            let why = sentence!(
                "no game of {id} with {first} first against {second} was taken along that has no result yet",
                "取走的对局中没有尚缺成绩的 {id}：{first}（先手）对 {second}"
            );
            collected.left_out.push((record.path, why));
            return;
        };
        if let Err(why) = check_records(&record.text, other.as_ref().map(|other| &*other.text)) {
            collected.left_out.push((record.path, why));
            return;
        }
        let shown = TakenShown::Record { text: record.text, other: other.map(|other| other.text) };
        collected.results.push(TakenResult { table, of_game, of, referee: None, shown });
    }
}

impl Collected {
    fn has(&self, game: &GameName<'_>, of: GameId) -> bool {
        self.results.iter().any(|result| result.of_game == *game && result.of == of)
    }
}

fn failed(at: &Path, error: &io::Error) -> Sentence {
    let at = at.display();
    sentence!("{at}: {error}", "{at}：{error}")
}

/// The records in a folder and below.
fn records_below(folder: &Path, deepest: usize, found: &mut Vec<PathBuf>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            if deepest > 0 {
                records_below(&path, deepest - 1, found)?;
            }
        } else if is_named_as_record(&path) || BesideRecord::of(&path) == Some(BesideRecord::Broken) {
            // What is left of a game in which the stage failed is named, with why it does not count.
            found.push(path);
        }
    }
    Ok(())
}
