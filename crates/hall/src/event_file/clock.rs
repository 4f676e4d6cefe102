//! The clock of an event, and the longest game it allows.

use super::raw::Raw;
use super::wrong::{FieldError, wrong};
use leitai_catalog::{ListedGame, RuledGame};
use leitai_core::{Clock, Sentence};
use leitai_tournament::{Pace, Plan};
use std::time::Duration;

/// The clock with the stages' own times, or the file's, which then holds for every stage.
pub(super) fn clock_of(
    raw: &Raw,
    preset: &str,
    plan: &mut Plan,
    game: ListedGame,
) -> Result<Clock, FieldError> {
    let usual = game.facts().clock;
    // Stages set a side's time for whole games; the limit per move comes from the preset, if the game has one for it.
    let turn = game.facts().preset(preset).and_then(|bundle| bundle.clock.turn);
    let side = plan.stages.first().map(|stage| Duration::from_millis(stage.side_ms));
    let clock = Clock { turn, game: side, ..usual };
    let Some(text) = &raw.clock else { return Ok(clock) };
    let clock = clock.with(text).or_else(|error| wrong("clock", Sentence::of(&error)))?;
    if clock.moves.is_some() {
        let said = Sentence::new(
            "an event has no periods of moves: its length is calculated from `game`",
            "赛事不用按步数分段的时限：赛程按 game 推算",
        );
        return wrong("clock", said);
    }
    if let Some(limit) = clock.game {
        for stage in &mut plan.stages {
            stage.side_ms = limit.as_millis() as u64;
            stage.play_off_ms = stage.play_off_ms.min(stage.side_ms);
        }
    }
    Ok(clock)
}

/// What determines the longest possible game, if that is not just a side's time.
pub(super) fn pace_of(clock: &Clock, game: &dyn RuledGame, shown: Option<Duration>) -> Option<Pace> {
    if clock.turn.is_none() && clock.increment.is_none() && clock.game.is_some() && shown.is_none() {
        return None;
    }
    let ms = |limit: Duration| limit.as_millis() as u64;
    Some(Pace {
        plies: game.most_plies(),
        increment_ms: clock.increment.map_or(0, ms),
        turn_ms: clock.turn.map(ms),
        limits_game: clock.game.is_some(),
        shown_ms: shown.map_or(0, ms),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::event_file::EventFile;
    use leitai_catalog::GAMES;
    use leitai_core::Lang;
    use leitai_tournament::{MatchPlan, ScoredUnit};
    use std::fs;

    fn read(head: &str) -> EventFile {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("cup.toml");
        let entry = |name| format!("[[entries]]\nname = \"{name}\"\nprogram = \"random\"\n");
        fs::write(&path, format!("name = \"cup\"\n{head}{}{}", entry("a"), entry("b"))).expect("a file");
        EventFile::read(&path).expect(head)
    }

    #[test]
    fn what_a_game_can_take_follows_from_clock_and_rules() {
        let shown = |plies, increment_ms, turn_ms, limits_game, shown_ms| {
            Some(Pace { plies, increment_ms, turn_ms, limits_game, shown_ms })
        };
        let pace =
            |plies, increment_ms, turn_ms, limits_game| shown(plies, increment_ms, turn_ms, limits_game, 0);
        let cases = [
            ("game = \"hex\"\n", None),
            ("game = \"hex\"\nclock = \"game=3m\"\n", None),
            ("game = \"hex\"\nclock = \"game=3m,inc=2s\"\n", pace(122, 2_000, None, true)),
            ("game = \"hex\"\nclock = \"inc=2s\"\n[options]\nsize = 5\n", pace(26, 2_000, None, true)),
            ("game = \"hex\"\nclock = \"game=none,move=5s\"\n", pace(122, 0, Some(5_000), false)),
            (
                "game = \"draughts\"\nclock = \"inc=1s\"\n[options]\nmax_rounds = 10\n",
                pace(20, 1_000, None, true),
            ),
            (
                "game = \"hex\"\nclock = \"game=3m\"\n[show]\npace = \"2s\"\n",
                shown(122, 0, None, true, 2_000),
            ),
        ];
        for (head, pace) in cases {
            assert_eq!(read(head).plan.pace, pace, "{head}");
        }
    }

    /// 附表1; 爱恩斯坦棋 is played to four wins, and a match of it is one win.
    #[test]
    fn the_schools_times_are_the_tables() {
        for game in GAMES {
            let stage = read(&format!("game = \"{game}\"\n")).plan.stages.remove(0);
            let (minutes, games, per) = match game.facts().id {
                "einstein" => (4, MatchPlan::FirstToFour, ScoredUnit::Matches),
                "luzhanqi" | "hex" => (30, MatchPlan::Games(2), ScoredUnit::Games),
                _ => (15, MatchPlan::Games(2), ScoredUnit::Games),
            };
            assert_eq!(
                (stage.side_ms, stage.games, stage.scoring.per),
                (minutes * 60_000, games, per),
                "{game}"
            );
        }
    }

    #[test]
    fn another_increment_is_the_same_plan() {
        let [old, new] =
            ["inc=1s", "inc=2s"].map(|clock| read(&format!("game = \"hex\"\nclock = \"{clock}\"\n")));
        let begun = old.begun(|| leitai_tournament::Seed::new("1"));
        assert_eq!(new.differs(&begun), None);
        let shorter = read("game = \"hex\"\nclock = \"game=1m\"\n");
        let said = shorter.differs(&begun).expect("another plan");
        assert_eq!(said.to(Lang::En), "plan (stages.1.play-off-ms was 600000, the file says 60000)");
    }
}
