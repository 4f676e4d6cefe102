//! The games of two players of a match.

use crate::games_file::{GamesFile, GamesFileError};
use crate::match_event::{MatchEnd, MatchError, MatchEvent};
use crate::match_folder::MatchFolder;
use crate::match_setup::Match;
use crate::plan::Plan;
use crate::tally::Tally;
use leitai_arena::{Affinity, Allowance, Progress, Series, SeriesGame, at_once, available};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

/// How a match is played here: what leaves its games as they are.
#[derive(Clone)]
pub struct Play<'a> {
    /// How many games are played at once; default: as many as there are cores for.
    pub jobs: Option<usize>,
    /// Which cores games are pinned to.
    pub affinity: Affinity,
    /// The folder for records and for what match it is; `None` writes none.
    pub out: Option<PathBuf>,
    /// The folder for raw conversations; `None` writes none.
    pub talk: Option<PathBuf>,
    /// The text file for all games; `None` writes none.
    pub games_file: Option<PathBuf>,
    /// Whether the first game that is lost by a fault ends the match.
    pub stops_on_fault: bool,
    /// Whether games that were played before are read with their reasons in both languages, which plays them again.
    pub in_full: bool,
    /// Set by the caller to stop the match, and by the match once its end is decided.
    pub stop: &'a AtomicBool,
}

/// Two players of a match.
pub struct Pairing<'a> {
    of: &'a Match,
    /// Their numbers, from 0.
    pub players: [usize; 2],
    /// Their names.
    pub names: [String; 2],
    /// Whether others play as well.
    pub is_one_of_many: bool,
    /// What determines their games.
    pub(crate) plan: Plan,
}

impl<'a> Pairing<'a> {
    /// Two players of a match with this plan; the first games of the match are those of pairing 0.
    pub(crate) fn new(of: &'a Match, players: [usize; 2], number: u64, plan: &Plan) -> Pairing<'a> {
        let plan = Plan {
            players: players.map(|player| plan.players[player].clone()).to_vec(),
            seed: plan.seed.wrapping_add(number.wrapping_mul(plan.games.into())),
            ..plan.clone()
        };
        let names = players.map(|player| of.players[player].player.name.clone());
        Pairing { of, players, names, is_one_of_many: of.players.len() > 2, plan }
    }

    /// The most games of the two.
    pub fn games(&self) -> u32 {
        self.plan.games
    }

    /// The seed of their built-in players.
    pub fn seed(&self) -> u64 {
        self.plan.seed
    }

    /// The allowances of the two, with their settings.
    pub fn allowances(&self) -> [Allowance; 2] {
        self.players.map(|player| Allowance {
            settings: self.of.players[player].settings.clone(),
            ..self.of.allowances[player.min(1)].clone()
        })
    }

    /// The folder of their files within a folder of the match.
    pub(crate) fn folder_in(&self, folder: &Path) -> PathBuf {
        let [a, b] = self.players;
        if self.is_one_of_many { folder.join(format!("{}-{}", a + 1, b + 1)) } else { folder.to_owned() }
    }

    /// The round under which a file of all games lists game `index`, which counts from 0.
    fn round(&self, index: u32) -> String {
        let ([a, b], number) = (self.players, index + 1);
        if self.is_one_of_many { format!("{}-{}.{number}", a + 1, b + 1) } else { number.to_string() }
    }

    /// Plays their games; those in the `folder` of a match that goes on are not played again.
    pub(crate) fn play(
        &self,
        how: &Play<'_>,
        folder: Option<&MatchFolder>,
        see: &mut dyn FnMut(&Pairing<'_>, MatchEvent<'_>),
    ) -> Result<MatchEnd, MatchError> {
        let (plan, Match { game, openings, conditions, test, .. }) = (&self.plan, self.of);
        let cores = available();
        let jobs = how.jobs.unwrap_or_else(|| at_once(&cores, conditions.ponder)).max(1);
        let at_work = jobs.min(plan.games as usize);
        how.affinity.allows(at_work, &cores, conditions.ponder).map_err(MatchError::Cores)?;
        let mut known = Vec::new();
        if let Some(folder) = folder {
            let found =
                folder.played(plan, how.in_full, &mut |record| see(self, MatchEvent::Damaged(&record)))?;
            see(self, MatchEvent::Resumed { played: found.games.len(), unfinished: found.unfinished });
            known = found.games;
        }
        let series = Series {
            game: Arc::clone(game),
            openings: openings.games().to_vec(),
            players: self.players.map(|player| self.of.players[player].player.clone()),
            games: plan.games,
            jobs,
            allowances: self.allowances(),
            conditions: conditions.clone(),
            affinity: how.affinity,
            out: how.out.as_ref().map(|out| self.folder_in(out)),
            seed: plan.seed,
            seeded_dice: plan.seeded,
            stop: how.stop,
        };
        let mut games_file = how.games_file.as_deref().map(GamesFile::open).transpose()?;
        see(self, MatchEvent::Begun { jobs });
        let (start, event) = (Instant::now(), self.names.join(" – "));
        let mut tally = Tally::new(*test);
        let before: BTreeSet<u32> = known.iter().map(|game| game.index).collect();
        let (mut fault, mut unwritten) = (None, None::<GamesFileError>);
        let talk = how.talk.as_ref().map(|talk| self.folder_in(talk));
        let progress = Progress { known, talk, keeps_texts: games_file.is_some() };
        let played = series.play_on(progress, &mut |game: SeriesGame| {
            // Games still running when the deciding one ended do not count, so that the number of jobs makes no
            // difference.
            if tally.is_done() || fault.is_some() {
                return;
            }
            tally.add(&game);
            // A fault in a game played earlier is known already: the match was resumed nonetheless.
            if how.stops_on_fault && game.ended.outcome.faulty().is_some() && !before.contains(&game.index) {
                fault = Some(game.index);
            }
            let mut add = |file: &mut GamesFile| file.add(&self.round(game.index), &event, &game);
            if let Some(Err(error)) = games_file.as_mut().map(&mut add) {
                unwritten.get_or_insert(error);
            }
            if tally.is_done() || fault.is_some() || unwritten.is_some() {
                how.stop.store(true, Ordering::Relaxed);
            }
            see(self, MatchEvent::Played { game: &game, tally: &tally });
        });
        see(self, MatchEvent::Ended { tally: &tally, took: start.elapsed() });
        played?;
        if let Some(error) = unwritten {
            return Err(error.into());
        }
        Ok(match fault {
            Some(game) => MatchEnd::Fault { game },
            None if how.stop.load(Ordering::Relaxed) && !tally.is_done() => MatchEnd::Stopped,
            None => MatchEnd::Complete,
        })
    }
}
