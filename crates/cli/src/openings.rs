//! `leitai openings`: makes or checks a suite of balanced openings.

use crate::args::{has_folder, pair, whole};
use crate::engine::{level, shelf_of};
use crate::export::save;
use crate::failure::Failure;
use crate::matches::openings::{Openings, begins_elsewhere};
use crate::named_game::NamedGame;
use crate::{out, stop};
use leitai_catalog::{ListedGame, RuledGame, Setup};
use leitai_core::{
    Act, Actor, Lang, Level, Means, Noun, Outbox, Rng, Span, Staging, Table, Turn, say, sentence,
};
use serde::Serialize;
use std::collections::BTreeSet;
use std::path::PathBuf;
use std::time::Duration;

/// Openings tried for each one wanted before the command gives up.
const TRIES: u32 = 60;

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

/// Judges openings.
struct Judge<'a> {
    game: &'a dyn RuledGame,
    listed: ListedGame,
    level: Level,
    args: &'a Args,
}

pub(crate) fn run(args: &Args, lang: Lang) -> Result<(), Failure> {
    let listed = args.game.0;
    let setup = Setup { options: args.options.clone(), ..Setup::default() };
    let game = listed.open(&setup).map_err(|error| Failure::usage(&error))?;
    let level = args.level.unwrap_or_else(|| listed.facts().strongest_level());
    if !listed.facts().levels.contains(&level) {
        return Err(crate::players::no_level(level, listed.facts()));
    }
    let judge = Judge { game: &*game, listed, level, args };
    match &args.check {
        Some(path) => judge.check(&Openings::read(Some(path), &*game)?, lang),
        None => judge.make(lang),
    }
}

impl Judge<'_> {
    fn check(&self, openings: &Openings, lang: Lang) -> Result<(), Failure> {
        let mut uneven = 0;
        for (game, line) in openings.games().iter().zip(openings.lines()) {
            let worth = self.worth(&**game);
            let even = self.is_even(worth);
            uneven += u32::from(!even);
            self.tell(line, worth, even, lang);
        }
        let all = Noun::LINES.of(openings.lines().len());
        if uneven > 0 {
            let within = self.args.within;
            return Err(Failure::Usage(sentence!(
                "{uneven} of {all} are more than {within} % from even", "{all} 个开局中有 {uneven} 个偏离均势超过 {within}%";
                uneven, all, within
            )));
        }
        if !self.args.json {
            out::line(&say!(lang, "{all}, all even", "共 {all} 个开局，全部均势"; all));
        }
        Ok(())
    }

    fn make(&self, lang: Lang) -> Result<(), Failure> {
        let Args { count, plies, within, nodes, seed, .. } = *self.args;
        // Checked before minutes are spent on the openings.
        self.args.out.as_deref().map_or(Ok(()), has_folder)?;
        // Errors if the game cannot be begun by an opening.
        self.game.begun("").map_err(|error| Failure::usage(&error))?;
        let stop = stop::flag();
        let mut rng = Rng::new(seed);
        let (mut known, mut made) = (BTreeSet::new(), Vec::new());
        for _ in 0..count.saturating_mul(TRIES) {
            if made.len() >= count as usize || stop::raised(&stop) {
                break;
            }
            let Some((line, position)) = self.drawn(&mut rng) else { continue };
            let Ok(game) = self.game.begun(&line) else { continue };
            let worth = self.worth(&*game);
            if self.is_even(worth) && known.insert(position) {
                if self.args.out.is_some() || self.args.json {
                    self.tell(&line, worth, true, lang);
                }
                made.push(line);
            }
        }
        if stop::raised(&stop) {
            return Err(Failure::Interrupted);
        }
        let (id, level, found) = (self.listed.facts().id, self.level, made.len());
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
        match &self.args.out {
            Some(path) => save(path, text.as_bytes()),
            None if self.args.json => Ok(()),
            None => {
                out::text(&text);
                Ok(())
            }
        }
    }

    /// A random opening of the requested number of turns, about half of them random and half as the weakest player
    /// would play, and the position it leads to; `None` if the game ends before that.
    fn drawn(&self, rng: &mut Rng) -> Option<(String, String)> {
        let mut table = begun(self.game);
        let mut easy = self.game.analyst(Level::Easy, &Means::seeded(rng.next()))?;
        let mut line = Vec::new();
        while table.plies() < self.args.plies {
            let Turn::Of(Actor::Seat(seat)) = table.turn() else { return None };
            let lots = table.choices(seat);
            let acts = match rng.below(2) {
                0 => vec![lots[rng.below(lots.len())].text.clone()],
                _ => easy.turn_of(seat),
            };
            let by = Actor::Seat(seat);
            for act in acts {
                play(&mut *table, by, &act)?;
                easy.play(by, &act).ok()?;
                line.push(act);
            }
        }
        matches!(table.turn(), Turn::Of(_)).then(|| (line.join(" "), table.position()))
    }

    /// The value for First at the end of the opening; `None` if there is nothing left to think about.
    fn worth(&self, game: &dyn RuledGame) -> Option<f32> {
        let shelf = shelf_of(self.listed);
        let mut analyst = game.analyst(self.level, &Means { shelf: &*shelf, ..Means::seeded(0) })?;
        // An analyst begins at a position, but has to be given the acts of an opening.
        let acts = game.opening().filter(|_| !begins_elsewhere(game)).unwrap_or_default();
        for act in acts.split_whitespace() {
            let by = analyst.turn().next()?;
            analyst.play(by, act).ok()?;
        }
        analyst.judge(self.args.nodes).map(|judged| judged.for_first())
    }

    fn is_even(&self, worth: Option<f32>) -> bool {
        let within = self.args.within as f32 / 100.0;
        worth.is_some_and(|worth| (worth - 0.5).abs() <= within + 1e-6)
    }

    fn tell(&self, opening: &str, worth: Option<f32>, even: bool, lang: Lang) {
        if self.args.json {
            let game = self.listed.facts().id;
            out::json(&Line { r#type: "opening", game, opening, expected_first: worth, even });
            return;
        }
        let worth = worth.map_or_else(|| "–".to_owned(), |worth| format!("{worth:.2}"));
        let said = if even { String::new() } else { say!(lang, "  not even", "  不均势") };
        out::line(&format!("{worth}  {opening}{said}"));
    }
}

/// A table at the game's beginning.
fn begun(game: &dyn RuledGame) -> Box<dyn Table> {
    let mut table = game.table(Staging::default(), None);
    table.begin([None; 2], &mut Outbox::default());
    table
}

fn play(table: &mut dyn Table, by: Actor, act: &str) -> Option<()> {
    let act = Act::Play { by, acts: &[act], span: Span::Part };
    table.act(act, Duration::ZERO, [None; 2], &mut Outbox::default()).ok()
}
