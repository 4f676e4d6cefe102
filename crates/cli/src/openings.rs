//! `leitai openings`: makes or checks a suite of balanced openings.

use crate::args::{has_folder, pair, whole};
use crate::engine::{level, shelf_of};
use crate::export::save;
use crate::failure::Failure;
use crate::language::note;
use crate::named_game::NamedGame;
use crate::{out, stop};
use leitai_bout::{OpeningJudge, Openings, WantedSuite};
use leitai_catalog::{RuledGame, Setup};
use leitai_core::{Lang, Level, Noun, say, sentence};
use serde::Serialize;
use std::path::{Path, PathBuf};

#[derive(clap::Args)]
pub(crate) struct Args {
    /// The game
    game: NamedGame,
    /// Check the openings of this file (`leitai match --openings` takes it) instead of making some
    #[arg(long, value_name = "FILE")]
    check: Option<PathBuf>,
    /// How many to make
    #[arg(long, default_value_t = 16, value_parser = whole(1, 10_000))]
    count: u32,
    /// How many turns each of them has
    #[arg(long, default_value_t = 4, value_parser = whole(1, 1_000))]
    plies: u32,
    /// How far from even they may be, in percent of a point
    #[arg(long, default_value_t = 10, value_parser = whole(0, 50))]
    within: u32,
    /// The level that judges; default: the strongest built-in player of the game
    #[arg(long, value_parser = level)]
    level: Option<Level>,
    /// Nodes searched for each; the same number gives the same results
    #[arg(long, default_value_t = 20_000, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// Seed that they are drawn from
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// A rule option of the game, as name=value
    #[arg(long = "option", value_name = "NAME=VALUE", value_parser = pair)]
    options: Vec<(String, String)>,
    /// Write them into this file; otherwise they are printed
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// One JSON object per opening
    #[arg(long)]
    json: bool,
}

/// An opening and its value for the first seat, from 0 to 1.
#[derive(Serialize)]
struct Line<'a> {
    r#type: &'static str,
    game: &'static str,
    opening: &'a str,
    expected_first: Option<f32>,
    even: bool,
}

pub(crate) fn run(args: &Args, lang: Lang) -> Result<(), Failure> {
    let listed = args.game.0;
    let setup = Setup { options: args.options.clone(), ..Setup::default() };
    let game = listed.open(&setup).map_err(|error| Failure::usage(&error))?;
    let level = args.level.unwrap_or_else(|| listed.facts().strongest_level());
    if !listed.facts().levels.contains(&level) {
        return Err(crate::players::no_level(level, listed.facts()));
    }
    let (Args { nodes, within, .. }, shelf) = (args, shelf_of(listed));
    let judge = OpeningJudge { game: &*game, level, nodes: *nodes, within: *within, shelf: &*shelf };
    match &args.check {
        Some(path) => {
            let openings = read(path, &*game)?;
            check(args, &judge, &openings, lang)
        }
        None => make(args, &judge, lang),
    }
}

/// The openings of a file; says what was taken for its encoding.
pub(crate) fn read(path: &Path, game: &dyn RuledGame) -> Result<Openings, Failure> {
    let openings = Openings::read(path, game).map_err(|error| Failure::usage(&error))?;
    if let Some(taken) = openings.taken() {
        note(&sentence!("{path}: {taken}", "{path}：{taken}"; path, taken));
    }
    Ok(openings)
}

fn check(args: &Args, judge: &OpeningJudge<'_>, openings: &Openings, lang: Lang) -> Result<(), Failure> {
    let mut uneven = 0;
    for (game, line) in openings.games().iter().zip(openings.lines()) {
        let worth = judge.worth(&**game);
        let even = judge.is_even(worth);
        uneven += u32::from(!even);
        tell(args, line, worth, even, lang);
    }
    let all = Noun::LINES.of(openings.lines().len());
    if uneven > 0 {
        let within = args.within;
        return Err(Failure::Usage(sentence!(
            "{uneven} of {all} are more than {within} % from even", "{all} 个开局中有 {uneven} 个偏离均势超过 {within}%";
            uneven, all, within
        )));
    }
    if !args.json {
        out::line(&say!(lang, "{all}, all even", "共 {all} 个开局，全部均势"; all));
    }
    Ok(())
}

fn make(args: &Args, judge: &OpeningJudge<'_>, lang: Lang) -> Result<(), Failure> {
    let Args { count, plies, within, nodes, seed, .. } = *args;
    // Checked before minutes are spent on the openings.
    args.out.as_deref().map_or(Ok(()), has_folder)?;
    let stop = stop::flag();
    let made = judge.make(WantedSuite { count, plies, seed }, &stop, &mut |line, worth| {
        if args.out.is_some() || args.json {
            tell(args, line, worth, true, lang);
        }
    });
    let made = made.map_err(|error| Failure::usage(&error))?;
    if stop::raised(&stop) {
        return Err(Failure::Interrupted);
    }
    let (id, level, found) = (args.game.facts().id, judge.level, made.len());
    let mut text = format!(
        "# leitai openings {id} --count {count} --plies {plies} --within {within} --nodes {nodes} --seed {seed} --level {level}\n"
    );
    for line in &made {
        text += line;
        text.push('\n');
    }
    if found < count as usize {
        return Err(Failure::Stage(sentence!(
            "only {found} of {count} were found: ask for fewer, for more --plies or for a wider --within",
            "只找到 {found} 个，未满 {count} 个：请减少个数、增加 --plies，或放宽 --within"
        )));
    }
    match &args.out {
        Some(path) => save(path, text.as_bytes()),
        None if args.json => Ok(()),
        None => {
            out::text(&text);
            Ok(())
        }
    }
}

fn tell(args: &Args, opening: &str, worth: Option<f32>, even: bool, lang: Lang) {
    if args.json {
        let game = args.game.facts().id;
        out::json(&Line { r#type: "opening", game, opening, expected_first: worth, even });
        return;
    }
    let worth = worth.map_or_else(|| "–".to_owned(), |worth| format!("{worth:.2}"));
    let said = if even { String::new() } else { say!(lang, "  not even", "  不均势") };
    out::line(&format!("{worth}  {opening}{said}"));
}
