//! `leitai contest teams`.

use super::site::{SiteArgs, refused};
use crate::failure::Failure;
use crate::out;
use leitai_core::{Lang, Sentence, say, sentence};
use leitai_hall::game_written;
use leitai_pages::registry;
use leitai_roster::Table;
use leitai_store::Actor;
use leitai_tournament::contest::{ContestDeed, WrongLine};
use std::fs;
use std::path::PathBuf;

/// So many wrong lines of a table are shown: whoever mends them is told of the next ones.
const MOST_SHOWN: usize = 20;

#[derive(clap::Args)]
pub(super) struct Args {
    /// The contest's name
    name: String,
    /// As CSV, which a registry takes
    #[arg(long)]
    csv: bool,
    /// One JSON object
    #[arg(long, conflicts_with = "csv")]
    json: bool,
    /// Import the teams of this file, one a line; nothing is taken while a line is wrong
    #[arg(long, value_name = "FILE", conflicts_with_all = ["csv", "json"])]
    import: Option<PathBuf>,
    #[command(flatten)]
    site: SiteArgs,
}

pub(super) fn run(args: &Args, lang: Lang) -> Result<(), Failure> {
    let (store, _) = args.site.open()?;
    let kept = store.contest(&args.name).map_err(|error| refused(error, &args.name))?;
    let Some(path) = &args.import else {
        if args.csv {
            out::text(&registry(&kept.contest).csv());
        } else if args.json {
            out::line(&registry(&kept.contest).json());
        } else {
            for team in kept.contest.teams().iter().filter(|team| team.withdrawn.is_none()) {
                let games: Vec<_> = team.form.games.iter().map(ToString::to_string).collect();
                let (id, name, games) = (team.id, &team.form.name, games.join(", "));
                out::line(&say!(lang, "{id}  {name}: {games}", "{id}  {name}：{games}"; id, name, games));
            }
        }
        return Ok(());
    };
    let bytes = fs::read(path).map_err(|error| Failure::file(path, &error))?;
    let table = Table::read(&bytes).map_err(|why| Failure::file(path, &why))?;
    let rows: Vec<_> = table.rows.into_iter().map(|row| (row.line, row.cells)).collect();
    let forms = kept
        .contest
        .team_lines(&rows, &game_written)
        .map_err(|wrong| Failure::file(path, &said_of(&wrong)))?;
    let count = forms.len();
    for form in forms {
        let deed = ContestDeed::SignUp { form, account: None };
        store
            .do_in_contest(Actor::CONSOLE, &args.name, &deed, None)
            .map_err(|error| refused(error, &args.name))?;
    }
    out::line(&say!(lang, "{count} teams imported", "已导入 {count} 队"; count));
    Ok(())
}

/// What is wrong with which lines; of many the first ones, and how many more there are.
fn said_of(wrong: &[WrongLine]) -> Sentence {
    let shown = wrong.iter().take(MOST_SHOWN).map(|line| {
        let (number, what) = (line.line, &line.what);
        sentence!("line {number}: {what}", "第 {number} 行：{what}"; number, what)
    });
    let all = shown.reduce(|all, what| all.then(&sentence!("; {what}", "；{what}"; what)));
    let all = all.unwrap_or_else(Sentence::default);
    match wrong.len().saturating_sub(MOST_SHOWN) {
        0 => all,
        more => all.then(&sentence!("; and {more} more", "；另有 {more} 处")),
    }
}
