//! Drawing the games of a contest: their events begin.

use super::event_of_game::text_of;
use super::kept_contest::KeptContest;
use crate::deed_error::DeedError;
use crate::error::io_at;
use crate::organising::new_event_file;
use crate::shared_store::SharedStore;
use crate::zone::Zone;
use leitai_core::{GameName, Sentence};
use leitai_store::Actor;
use leitai_tournament::contest::{ContestDeed, TeamId};
use leitai_tournament::{DrawingOrder, Entry, EntryId, Seed, drawing_order};
use std::path::{Path, PathBuf};

impl KeptContest {
    /// The teams of a game in the order in which they draw their lots by hand, with the reason: 按队名拼音次序，或由计算机抽签.
    pub fn drawing_order(&self, game: &GameName<'static>, how: DrawingOrder) -> (Vec<TeamId>, Sentence) {
        let playing: Vec<_> = self.contest.playing(game).collect();
        let entries: Vec<Entry> =
            (0..).zip(&playing).map(|(number, team)| Entry::new(number, team.form.name.clone())).collect();
        let (order, why) = drawing_order(&entries, how, &Seed::new(self.seed_of(game)));
        let team = |entry: EntryId| playing.get(entry.index()).map(|team| team.id);
        (order.into_iter().filter_map(team).collect(), why)
    }
}

impl SharedStore {
    /// Draws a game of a contest: its event begins with the teams that were shown, in the folder of events. Done again after
    /// a stop between the two, it finishes what was begun.
    pub fn draw_game(
        &self,
        by: Actor<'_>,
        (contest, game): (&str, &GameName<'static>),
        teams: &[TeamId],
        (folder, zone): (&Path, &Zone),
    ) -> Result<String, DeedError> {
        let event =
            format!("{contest} {}", leitai_catalog::find(game).map_or(&**game, |game| game.facts().name.zh));
        let kept = self.contest(contest)?;
        if kept.contest.drawn(game).is_none() && kept.contest.playing(game).count() > 1 {
            // What no event can be made of is not drawn: a seed in a group that there is not.
            kept.foreseen(game, zone)?;
        }
        let deed = ContestDeed::Draw { game: game.clone(), event: event.clone(), teams: teams.to_vec() };
        self.do_in_contest(by, contest, &deed, Some(&format!("draw {game}")))?;
        self.finish_draws(contest, folder, zone)?;
        Ok(event)
    }

    /// Writes the files of events whose games were drawn, where they are not there yet; returns how many.
    pub fn finish_draws(&self, contest: &str, folder: &Path, zone: &Zone) -> Result<usize, DeedError> {
        let kept = self.contest(contest)?;
        let mut written = 0;
        for (game, drawn) in kept.contest.events() {
            let text = text_of(&kept, game, drawn, zone)?;
            let path = game_folder(folder, contest, game).with_extension("toml");
            if !path.exists() {
                std::fs::create_dir_all(folder).map_err(io_at(folder)).map_err(DeedError::Hall)?;
                written += usize::from(new_event_file(&path, &text)?);
            }
        }
        Ok(written)
    }
}

/// The folder of the event of a contest's game, in the folder of events: where its draw put it.
pub fn game_folder(events: &Path, contest: &str, game: &GameName<'_>) -> PathBuf {
    events.join(file_name(contest, game))
}

/// What the file of a game's event is called, without its ending: letters and digits that every file system takes.
fn file_name(contest: &str, game: &GameName<'_>) -> String {
    let hash = leitai_core::ContentHash::of(contest.as_bytes()).to_string();
    format!("contest-{}-{game}", &hash[..8])
}
