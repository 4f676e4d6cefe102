//! `leitai tournament renew`: games that failed too often are tried again.

use super::event_folder::{folder_of, read};
use crate::failure::Failure;
use crate::out;
use crate::store_args::SharedArgs;
use leitai_core::{Lang, Noun, say, sentence};
use leitai_hall::Hall;
use leitai_tournament::{GameId, Seed};
use std::path::PathBuf;

#[derive(clap::Args)]
pub(super) struct Args {
    /// The file that describes the event, corrected first if it was to blame
    file: PathBuf,
    /// The games, named as in the report; default: all that failed too often
    games: Vec<String>,
    /// The folder of its records; default: next to the file, with the same name
    #[arg(long)]
    out: Option<PathBuf>,
    /// The store in which the event runs: `postgres://USER@HOST/NAME`, or `sqlite:PATH`
    #[arg(long, value_name = "ADDRESS")]
    store: String,
    #[command(flatten)]
    shared: SharedArgs,
}

pub(super) fn run(args: &Args, lang: Lang) -> Result<(), Failure> {
    let wanted = args.games.iter().map(|text| super::rule::game(text)).collect::<Result<Vec<GameId>, _>>()?;
    let file = read(&args.file)?;
    let folder = folder_of(&args.file, args.out.as_ref());
    let shared = args.shared.open(&args.store)?;
    let hall = Hall::open_shared(file, &shared, &folder, false, || Seed::new(""));
    let hall = hall.map_err(|error| Failure::hall(&error))?;
    let renewed = hall.renew(&wanted).map_err(|error| Failure::hall(&error))?;
    let left: Vec<_> = wanted.iter().filter(|game| !renewed.contains(game)).map(GameId::to_string).collect();
    for game in &renewed {
        out::line(&say!(lang, "{game} will be retried", "{game} 将重试"));
    }
    if !left.is_empty() {
        let left = left.join(", ");
        return Err(Failure::Usage(sentence!(
            "not among the games that failed too often: {left}",
            "不在多次失败的对局之中：{left}"
        )));
    }
    let games = Noun::GAMES.of(renewed.len());
    out::line(&say!(
        lang,
        "{games} to retry, as the file says now; the process that runs the event continues with them",
        "共 {games} 局将按文件现在的内容重试；正在主持赛事的进程会继续",
        games = games
    ));
    Ok(())
}
