//! The games of two players of a match.

use super::args::Args;
use super::folder::{MatchFolder, Plan};
use super::games_file::GamesFile;
use super::lines::{Sides, Summary, line_of};
use super::machine::{at_once_told, cores_of_the_machine, worth};
use super::prepared::Prepared;
use super::settings;
use super::shown::{game_line, headline, progress};
use super::tally_text;
use crate::failure::Failure;
use crate::language::note;
use crate::{out, stop};
use leitai_arena::{Allowance, Progress, Series, at_once, available};
use leitai_bout::Tally;
use leitai_core::{Lang, say, sentence};
use std::collections::BTreeSet;
use std::io::IsTerminal;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Instant;

/// Games of two of the players.
pub(super) struct Pairing<'a> {
    pub(super) prepared: &'a Prepared,
    pub(super) players: [usize; 2],
    /// What determines their games.
    pub(super) plan: Plan,
    pub(super) out: Option<PathBuf>,
    pub(super) folder: Option<MatchFolder>,
    /// Whether some of the games were played before.
    pub(super) goes_on: bool,
    pub(super) is_one_of_many: bool,
}

impl Pairing<'_> {
    /// The allowances of the two players, with their settings.
    fn allowances(&self) -> [Allowance; 2] {
        let Prepared { allowances, settings, .. } = self.prepared;
        [0, 1].map(|side| Allowance {
            settings: settings[self.players[side]].clone(),
            ..allowances[side].clone()
        })
    }

    /// The round under which a file of all games lists game `index`, which counts from 0.
    fn round(&self, index: u32) -> String {
        let ([a, b], number) = (self.players, index + 1);
        if self.is_one_of_many { format!("{}-{}.{number}", a + 1, b + 1) } else { number.to_string() }
    }

    /// The folder of this pairing's files within a folder of the match.
    fn folder_in(&self, folder: &Path) -> PathBuf {
        let [a, b] = self.players;
        if self.is_one_of_many { folder.join(format!("{}-{}", a + 1, b + 1)) } else { folder.to_owned() }
    }
}

/// Plays the games of two players; returns the tally, and the failure that ended them early, if any.
pub(super) fn paired(
    args: &Args,
    pairing: &Pairing<'_>,
    lang: Lang,
) -> Result<(Tally, Result<(), Failure>), Failure> {
    let Pairing { prepared, plan, folder, .. } = pairing;
    let Prepared { game, openings, conditions, .. } = prepared;
    let (most, seed) = (plan.games, plan.seed);
    let players = pairing.players.map(|player| prepared.players[player].clone());
    let names = players.each_ref().map(|player| player.name.clone());
    let stop = stop::flag();
    let at_once = at_once(&available(), conditions.ponder);
    let jobs = args.jobs.map_or(at_once, |jobs| jobs as usize).max(1);
    let at_work = jobs.min(most as usize);
    args.affinity.allows(at_work, &available(), conditions.ponder).map_err(|error| Failure::usage(&error))?;
    if !args.json && !args.quiet && !pairing.is_one_of_many && std::io::stderr().is_terminal() {
        let usable = available().len();
        let cores = [usable, cores_of_the_machine().unwrap_or(usable)];
        note(&at_once_told(jobs, args.jobs.is_some(), cores, conditions.ponder));
    }
    let shows_games = !args.quiet && !pairing.is_one_of_many && most <= 20;
    let known = match folder {
        Some(folder) if pairing.goes_on => folder.played(plan, args.json || shows_games)?,
        _ => Vec::new(),
    };
    let series = Series {
        game: Arc::clone(game),
        openings: openings.games().to_vec(),
        players,
        games: most,
        jobs,
        allowances: pairing.allowances(),
        conditions: conditions.clone(),
        affinity: args.affinity,
        out: pairing.out.clone(),
        seed,
        seeded_dice: plan.seeded,
        stop: &stop,
    };
    let bar = progress(args, most, lang);
    let start = Instant::now();
    let sides = pairing.is_one_of_many.then_some(&names);
    let mut tally = Tally::new(args.sprt);
    let talk = args.talk.as_ref().map(|talk| pairing.folder_in(talk));
    let mut games_file = args.games_file.as_deref().map(GamesFile::open).transpose()?;
    let (event, mut unwritten) = (names.join(" – "), None);
    let before: BTreeSet<u32> = known.iter().map(|game| game.index).collect();
    // The number of the game whose fault ended the match.
    let mut fault = None;
    let progress = Progress { known, talk, keeps_texts: games_file.is_some() };
    let played = series.play_on(progress, &mut |game| {
        // Games still running when the deciding one ended do not count, so that the number of jobs makes no
        // difference.
        if tally.is_done() || fault.is_some() {
            return;
        }
        tally.add(&game);
        // A fault in a game played earlier is known already: the match was resumed nonetheless.
        if args.stop_on_fault && game.ended.outcome.faulty().is_some() && !before.contains(&game.index) {
            fault = Some(game.index + 1);
            stop::raise();
        }
        let added =
            games_file.iter_mut().try_for_each(|file| file.add(&pairing.round(game.index), &event, &game));
        if let Err(failure) = added {
            unwritten.get_or_insert(failure);
            stop::raise();
        }
        if tally.is_done() {
            stop::raise();
        }
        if args.json {
            out::json(&Sides::of(sides, line_of(&game, openings.of(&game), conditions)));
        } else if shows_games {
            bar.suspend(|| out::line(&game_line(&game, openings.of(&game), &names, lang)));
        }
        args.go_on(&bar, &names, &tally);
    });
    bar.finish_and_clear();
    let summary = Summary::of(&tally, seed, start.elapsed().as_secs_f64(), conditions);
    if args.json {
        let [a_settings, b_settings] = pairing.allowances().map(|own| own.settings);
        let summary = Summary { openings: openings.count(), a_settings, b_settings, ..summary };
        out::json(&Sides::of(sides, summary));
    } else if pairing.is_one_of_many {
        out::text(&tally_text::text(&tally, &names, lang));
    } else {
        out::text(&headline(prepared.name, &summary, lang));
        out::text(&tally_text::text(&tally, &names, lang));
        out::text(&settings::text(&names, &pairing.allowances(), lang));
        if let Some(out) = &pairing.out {
            out::text(&say!(lang, "  records: {}\n", "  记录：{}\n", out.display()));
        }
        out::text(&worth(conditions, args.quiet, lang));
        if !args.quiet {
            out::text(&tally_text::losses(&tally, &names, lang));
        }
    }
    let ended = match (played, unwritten, fault) {
        (Err(error), _, _) => Err(Failure::stage(&error)),
        (Ok(()), Some(failure), _) => Err(failure),
        (Ok(()), None, Some(game)) => Err(ended_by_fault(game)),
        (Ok(()), None, None) if stop::raised(&stop) && !tally.is_done() => Err(Failure::Interrupted),
        (Ok(()), None, None) => Ok(()),
    };
    Ok((tally, ended))
}

/// Reports that a fault in the game of that number, from 1, ended the match.
fn ended_by_fault(game: u32) -> Failure {
    note(&sentence!(
        "game {game} was lost by a fault: the match ends with it (--stop-on-fault)",
        "第 {game} 局因违规告负，比赛就此结束（--stop-on-fault）"
    ));
    Failure::No
}
