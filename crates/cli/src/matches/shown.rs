//! What a person sees of a match while it is played, and at its end.

use super::args::Args;
use super::lines::{RatingLine, Sides, Summary, line_of};
use super::machine::{at_once_told, cores_of_the_machine, disturbance, worth};
use super::settings;
use super::tally_text::{losses, short, text};
use crate::language::note;
use crate::progress_bar::progress_bar;
use crate::{cross_text, out};
use indicatif::ProgressBar;
use leitai_arena::{SeriesGame, available};
use leitai_bout::{CrossTable, DamagedRecord, Match, MatchEvent, Pairing, ShownNames, Tally, crash};
use leitai_core::{Lang, Noun, Tell, say, sentence};
use std::io::IsTerminal;
use std::time::Duration;

/// Most games that are listed one by one.
const LISTED: u32 = 20;

/// Shows a match.
pub(super) struct Shown<'a> {
    args: &'a Args,
    of: &'a Match,
    lang: Lang,
    bar: ProgressBar,
    cross: CrossTable,
    names: ShownNames,
}

impl<'a> Shown<'a> {
    pub(super) fn new(args: &'a Args, of: &'a Match, lang: Lang) -> Shown<'a> {
        let names = ShownNames::of(&of.players);
        let cross = CrossTable::new(names.all());
        Shown { args, of, lang, bar: ProgressBar::hidden(), cross, names }
    }

    /// Whether every game is listed.
    fn lists_games(&self) -> bool {
        !self.args.quiet && self.of.players.len() == 2 && self.of.games <= LISTED
    }

    /// Whether the reasons of games that were played before are shown.
    pub(super) fn needs_reasons(&self) -> bool {
        self.args.json || self.lists_games()
    }

    pub(super) fn see(&mut self, pairing: &Pairing<'_>, event: MatchEvent<'_>) {
        match event {
            MatchEvent::Damaged(DamagedRecord { file, aside, why }) => note(&sentence!(
                "{file}: {why}; that game is played again, and the file is kept as {aside}",
                "{file}：{why}；该局重赛，原文件保留为 {aside}"; file, why, aside
            )),
            MatchEvent::Resumed { played, unfinished } => self.resumed(pairing.games(), played, unfinished),
            MatchEvent::Begun { jobs } => self.begun(pairing, jobs),
            MatchEvent::Played { game, tally } => self.played(pairing, game, tally),
            MatchEvent::Ended { tally, took } => self.ended(pairing, tally, took),
        }
    }

    fn resumed(&self, all: u32, count: usize, unfinished: usize) {
        let count = Noun::GAMES.of(count);
        // How many games a test will need is unknown.
        note(&if self.of.test.is_some() {
            sentence!("{count} were played before", "此前已下 {count} 局"; count)
        } else {
            let all = Noun::GAMES.of(all);
            sentence!("{count} of {all} were played before", "{all} 局中此前已下 {count} 局"; count, all)
        });
        if unfinished > 0 {
            note(&sentence!(
                "{unfinished} had not ended: to be played again", "{unfinished} 局未下完：重新开始";
                unfinished = Noun::GAMES.of(unfinished)
            ));
        }
    }

    fn begun(&mut self, pairing: &Pairing<'_>, jobs: usize) {
        let is_quiet = self.args.json || self.args.quiet || !std::io::stderr().is_terminal();
        if !is_quiet && !pairing.is_one_of_many {
            let usable = available().len();
            let cores = [usable, cores_of_the_machine().unwrap_or(usable)];
            note(&at_once_told(jobs, self.args.jobs.is_some(), cores, self.of.conditions.ponder));
        }
        let template = "{wide_bar} {pos}/{len}  {msg}";
        self.bar = progress_bar(Some(pairing.games().into()), template, is_quiet, self.lang);
    }

    fn played(&mut self, pairing: &Pairing<'_>, game: &SeriesGame, tally: &Tally) {
        self.names.hear(pairing.players, game);
        let (opening, names) = (self.of.openings.of(game), self.names.pair(pairing.players));
        if self.args.json {
            let sides = pairing.is_one_of_many.then_some(&names);
            out::json(&Sides::of(sides, line_of(game, opening, &self.of.conditions)));
        } else if self.lists_games() {
            self.bar.suspend(|| out::line(&game_line(game, opening, &names, self.lang)));
        }
        let (games, [a, b], short) = (tally.score.games(), &names, short(tally));
        self.bar.set_message(short.clone());
        self.bar.inc(1);
        if self.args.rating_interval.is_some_and(|every| games.is_multiple_of(every.into())) {
            let games = Noun::GAMES.of(games);
            let so_far = sentence!(
                "{a} – {b} after {games}: {short}", "{a} – {b}，{games}之后：{short}"; a, b, games, short
            );
            self.bar.suspend(|| note(&so_far));
        }
    }

    fn ended(&mut self, pairing: &Pairing<'_>, tally: &Tally, took: Duration) {
        self.bar.finish_and_clear();
        self.cross.add(pairing.players, tally.score);
        self.cross.rename(self.names.all());
        let (Shown { args, of, lang, .. }, names) = (&*self, &self.names.pair(pairing.players));
        let lang = *lang;
        if args.json {
            out::json(&Sides::of(Some(names), Summary::of(of, pairing, tally, took)));
        } else if pairing.is_one_of_many {
            out::text(&text(tally, names, lang));
        } else {
            out::text(&headline(of, tally.score.games(), took, lang));
            out::text(&text(tally, names, lang));
            out::text(&settings::text(names, &pairing.allowances(), lang));
            self.records();
            out::text(&worth(&of.conditions, args.quiet, lang));
            if !args.quiet {
                out::text(&losses(tally, names, &pairing.names, lang));
            }
        }
    }

    /// Shows where the records are.
    fn records(&self) {
        if let Some(out) = &self.args.out {
            out::said(&say!(self.lang, "  records: {}\n", "  记录：{}\n", out.display()));
        }
    }

    /// Shows the cross table of several players, once any of them met.
    pub(super) fn end(&self) {
        if self.of.players.len() == 2 || self.cross.games() == 0 {
            return;
        }
        if self.args.json {
            return self.cross.rows().into_iter().for_each(|row| out::json(&RatingLine::of(row)));
        }
        let (name, games) = (self.of.game.facts().name, Noun::GAMES.of(self.cross.games()));
        let seed = self.of.seed;
        out::line(
            &say!(self.lang, "{name}: {games}, seed {seed}", "{name}：{games} 局，种子 {seed}"; name, games, seed),
        );
        out::text(&cross_text::text(&self.cross, self.lang));
        self.records();
    }
}

/// The headline: what was played, and how long it took.
fn headline(of: &Match, games: u64, took: Duration, lang: Lang) -> String {
    let (name, seed, games) = (of.game.facts().name, of.seed, Noun::GAMES.of(games));
    say!(
        lang,
        "{name}: {games} in {took}, seed {seed}\n",
        "{name}：{games} 局，用时 {took}，种子 {seed}\n"; name, games, took, seed
    )
}

/// A game on one line.
fn game_line(game: &SeriesGame, opening: Option<&str>, names: &[String; 2], lang: Lang) -> String {
    let first = &names[usize::from(!game.a_first)];
    let (number, plies) = (game.index + 1, Noun::PLIES.of(game.ended.plies));
    let reason = game.ended.reason.clone();
    let reason = crash(game).map_or(reason.clone(), |crash| reason.and(&crash));
    let reason = reason.told(lang) + &disturbance(game, lang);
    let opening = opening.map(|line| say!(lang, ", from {line}", "，开局 {line}")).unwrap_or_default();
    let winner = game.winner().map(|player| &names[player]);
    let result = winner
        .map_or_else(|| say!(lang, "draw", "和棋"), |winner| say!(lang, "{winner} wins", "{winner} 胜"));
    say!(
        lang,
        "game {number}: {result} ({first} first, {plies}{opening}): {reason}",
        "第 {number} 局：{result}（{first} 先手，{plies} 手{opening}）：{reason}"; plies
    )
}
