//! What a person sees of a match while it is played, and a line for each game.

use super::args::Args;
use super::lines::Summary;
use super::machine::disturbance;
use super::tally_text::short;
use crate::language::note;
use crate::named_game::NamedGame;
use indicatif::{HumanDuration, ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};
use leitai_arena::{SeriesGame, is_waiting};
use leitai_bout::{Tally, crash};
use leitai_core::{Lang, Noun, Tell, say, sentence};
use std::io::IsTerminal;
use std::time::Duration;

/// The headline: what was played, and how long it took.
pub(super) fn headline(game: NamedGame, summary: &Summary, lang: Lang) -> String {
    let (id, seed, games) = (game.facts().name.to(lang), summary.seed, Noun::GAMES.of(summary.games));
    let taken = Duration::from_secs_f64(summary.seconds).told(lang);
    say!(lang, "{id}: {games} in {taken}, seed {seed}\n", "{id}：{games} 局，用时 {taken}，种子 {seed}\n"; games)
}

/// A progress bar for at most that many games; hidden where nobody would see it.
pub(super) fn progress(args: &Args, most: u32, lang: Lang) -> ProgressBar {
    let hidden = args.json || args.quiet || !std::io::stderr().is_terminal();
    let target = if hidden { ProgressDrawTarget::hidden() } else { ProgressDrawTarget::stderr() };
    let bar = ProgressBar::with_draw_target(Some(u64::from(most)), target);
    let left = say!(lang, "left", "剩余");
    let template = format!("{{wide_bar}} {{pos}}/{{len}}  {{msg}}  {left} {{rest}}");
    if let Ok(style) = ProgressStyle::with_template(&template) {
        // How long others will keep the cores is unknown.
        let rest = |state: &ProgressState, out: &mut dyn std::fmt::Write| {
            let _ =
                if is_waiting() { write!(out, "?") } else { write!(out, "{:#}", HumanDuration(state.eta())) };
        };
        bar.set_style(style.with_key("rest", rest));
    }
    bar.enable_steady_tick(Duration::from_millis(500));
    bar
}

impl Args {
    /// Advances the bar by one game, and prints the score at the requested interval.
    pub(super) fn go_on(&self, bar: &ProgressBar, [a, b]: &[String; 2], tally: &Tally) {
        let (games, short) = (tally.score.games(), short(tally));
        bar.set_message(short.clone());
        bar.inc(1);
        if self.rating_interval.is_some_and(|every| games.is_multiple_of(every.into())) {
            let games = Noun::GAMES.of(games);
            let so_far = sentence!(
                "{a} – {b} after {games}: {short}", "{a} – {b}，{games}之后：{short}"; a, b, games, short
            );
            bar.suspend(|| note(&so_far));
        }
    }
}

/// A game on one line.
pub(super) fn game_line(game: &SeriesGame, opening: Option<&str>, names: &[String; 2], lang: Lang) -> String {
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
