//! `leitai contest seal`: the sealed file with which a desk brings its results back.

use super::take::{ends_as_desk_file, write};
use crate::failure::Failure;
use crate::language::note;
use crate::out;
use crate::tournament::{How, how};
use leitai_arena::now_ms;
use leitai_core::{Lang, Noun, Sentence, say, sentence};
use leitai_hall::{SheetWinner, TakenResult, TakenShown, TakenTables};
use leitai_tournament::GameId;
use serde::Serialize;
use std::fs;
use std::path::PathBuf;

#[derive(clap::Args)]
pub(super) struct Args {
    /// The file that the desk took along
    taken: PathBuf,
    /// The folder with the records of its games; those in folders below it too
    folder: PathBuf,
    /// A result of which nothing but a signed sheet was kept: game, number, who won (a team, or draw, or nobody), how it ended
    /// (rules, resigned, agreed, time, crash, ruled) and, if need be, the referee's words: 'hex,0.0.e0-e1.g0,Eagles,time'
    #[arg(long, value_name = "GAME,NUMBER,WINNER,HOW", allow_hyphen_values = true)]
    sheet: Vec<String>,
    /// The referee who answers for the results
    #[arg(long, value_name = "NAME")]
    referee: Option<String>,
    /// The file to bring back
    #[arg(long, value_name = "FILE")]
    to: PathBuf,
    /// One JSON object
    #[arg(long)]
    json: bool,
}

/// What was sealed, in JSON.
#[derive(Serialize)]
struct Line {
    r#type: &'static str,
    file: String,
    results: usize,
    missing: Vec<String>,
    left_out: Vec<LeftOut>,
}

/// A file that is of no game that was taken along, or cannot count.
#[derive(Serialize)]
struct LeftOut {
    file: String,
    why: String,
}

pub(super) fn run(args: &Args, lang: Lang) -> Result<(), Failure> {
    let bytes = fs::read(&args.taken).map_err(|error| Failure::file(&args.taken, &error))?;
    let taken = TakenTables::read(&bytes).map_err(|why| Failure::file(&args.taken, &why))?;
    ends_as_desk_file(&args.to)?;
    let sheets = args.sheet.iter().map(|text| sheet(&taken, text)).collect::<Result<Vec<_>, _>>();
    let collected = taken.collect(&args.folder, sheets.map_err(Failure::Usage)?).map_err(Failure::Usage)?;
    let (mut results, missing, left_out) = (collected.results, collected.missing, collected.left_out);
    for result in &mut results {
        result.referee.clone_from(&args.referee);
    }
    if results.is_empty() {
        let folder = args.folder.display();
        let why = sentence!(
            "no game that was taken along has a result in {folder}",
            "{folder} 中没有所取走对局的成绩"
        );
        return Err(Failure::Usage(match left_out.first() {
            Some((path, first)) => {
                let path = path.display().to_string();
                why.then(&sentence!("; {path}: {first}", "；{path}：{first}"; path, first))
            }
            None => why,
        }));
    }
    let count = results.len();
    write(&args.to, &taken.seal(results, now_ms())).map_err(|error| Failure::file(&args.to, &error))?;
    let missing: Vec<String> =
        missing.into_iter().map(|(table, game, of)| format!("{table}: {game} {of}")).collect();
    if args.json {
        let left_out = left_out
            .into_iter()
            .map(|(path, why)| LeftOut { file: path.display().to_string(), why: why.to(lang).to_owned() });
        let (file, left_out) = (args.to.display().to_string(), left_out.collect());
        out::json(&Line { r#type: "sealed", file, results: count, missing, left_out });
        return Ok(());
    }
    for (path, why) in left_out {
        let path = path.display().to_string();
        note(&sentence!("left out: {path}: {why}", "未计入：{path}：{why}"; path, why));
    }
    for game in &missing {
        note(&sentence!(
            "no result: table {game} (none is needed if its match was decided before)",
            "没有成绩：桌号 {game}（所在场次此前已分胜负的，无需成绩）"
        ));
    }
    let (games, to) = (Noun::GAMES.of(count), args.to.display().to_string());
    out::line(&say!(
        lang,
        "{games} sealed in {to}: bring it back by `leitai contest back {to}`, or on the page of the tables",
        "已将 {games} 局的成绩封存至 {to}：请用 `leitai contest back {to}` 或在棋桌页面带回"; games, to
    ));
    Ok(())
}

/// A sheet as it was typed.
fn sheet(taken: &TakenTables, text: &str) -> Result<TakenResult, Sentence> {
    let parts: Vec<&str> = text.splitn(5, [',', '，']).map(str::trim).collect();
    let [game, number, winner, ended, said @ ..] = &parts[..] else {
        return Err(sentence!(
            "`{text}`: write game, number, winner and how it ended, such as `hex,0.0.e0-e1.g0,Eagles,time`",
            "“{text}”：请写棋种、对局编号、胜者与终局方式，例如 `hex,0.0.e0-e1.g0,Eagles,time`"
        ));
    };
    let of: GameId = number.parse().map_err(|error| Sentence::of(&error))?;
    let found = taken.games().find(|(match_of, own)| *match_of.of_game == **game && own.of == of);
    let Some((match_of, own)) = found else {
        return Err(sentence!("{game} {of} was not taken along", "{game} {of} 没有被取走"));
    };
    let winner = match *winner {
        "draw" => SheetWinner::Draw,
        "nobody" => SheetWinner::Nobody,
        name if name == own.seats[0] => SheetWinner::First,
        name if name == own.seats[1] => SheetWinner::Second,
        name => {
            let [first, second] = &own.seats;
            return Err(sentence!(
                "{name} does not play {of}: {first} or {second}",
                "{name} 不参加 {of}：应为 {first} 或 {second}"
            ));
        }
    };
    let How(verdict) = how(ended)?;
    let said = said.first().map(|said| (*said).to_owned()).unwrap_or_default();
    let shown = TakenShown::Sheet { winner, how: verdict, said };
    Ok(TakenResult { table: match_of.table, of_game: match_of.of_game.clone(), of, referee: None, shown })
}
