//! The games of a match whose results are in question.

use leitai_arena::SeriesGame;
use leitai_core::{Lang, Tell, say};
use std::path::PathBuf;

/// Most games listed for a person; the JSON has all of them.
const LISTED: usize = 20;

/// Games that the machine disturbed even in the last attempt. They count as they ended, and the loser's author should
/// take a look.
#[derive(Default)]
pub(crate) struct InQuestion(Vec<(u32, Option<PathBuf>)>);

impl InQuestion {
    pub(super) fn add(&mut self, game: &SeriesGame) {
        if game.ended.disturbed.is_some() {
            self.0.push((game.index, game.record.clone()));
        }
    }

    pub(crate) fn count(&self) -> u64 {
        self.0.len() as u64
    }

    /// Their numbers, from 0.
    pub(super) fn numbers(&self) -> Vec<u32> {
        self.0.iter().map(|(index, _)| *index).collect()
    }

    /// The list of these games as text; empty if there are none.
    pub(super) fn text(&self, lang: Lang) -> String {
        if self.0.is_empty() {
            return String::new();
        }
        let mut games: Vec<String> = self.0.iter().take(LISTED).map(|it| named(it, lang)).collect();
        let more = self.0.len().saturating_sub(LISTED);
        if more > 0 {
            games.push(say!(lang, "{more} more", "另有 {more} 局"));
        }
        let games = games.told(lang);
        say!(
            lang,
            "  in question, but counted (the machine stopped or ended the loser's program): {games}\n",
            "  存疑，仍按结果计入（机器未让负方程序运行，或终止了它）：{games}\n"
        )
    }
}

fn named((index, record): &(u32, Option<PathBuf>), lang: Lang) -> String {
    let number = index + 1;
    let name = say!(lang, "game {number}", "第 {number} 局");
    match record {
        Some(record) => say!(lang, "{name} ({})", "{name}（{}）", record.display()),
        None => name,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::matches::tally::Tally;
    use leitai_arena::{Conditions, Ended};
    use leitai_core::{Fault, Outcome, Seat, Sentence, Why};
    use leitai_sandbox::Sandbox;
    use std::time::Duration;

    fn game(index: u32, disturbed: Option<Duration>, record: Option<&str>) -> SeriesGame {
        let outcome = Outcome { winner: Some(Seat::First), why: Why::Fault(Fault::TimeLimit) };
        let ended = Ended {
            outcome,
            reason: Sentence::new("out of time", "超时"),
            plies: 3,
            used: [(Duration::ZERO, Duration::ZERO); 2],
            cpu: [Duration::ZERO; 2],
            digest: String::new(),
            played: Duration::ZERO,
            late: None,
            given_back: [Duration::ZERO; 2],
            disturbed,
        };
        let replays = if disturbed.is_some() { 3 } else { 0 };
        SeriesGame {
            index,
            a_first: true,
            opening: None,
            ended,
            record: record.map(PathBuf::from),
            replays,
            text: None,
        }
    }

    const DELAY: Option<Duration> = Some(Duration::from_millis(412));

    #[test]
    fn a_game_in_question_counts_and_is_listed() {
        let mut tally = Tally::default();
        for game in [game(0, None, None), game(2, DELAY, Some("out/game-000002.jsonl")), game(4, DELAY, None)]
        {
            tally.add(&game);
        }
        assert_eq!(tally.score.wins, 3, "all of them count");
        assert_eq!((tally.replays, tally.in_question.numbers()), (6, vec![2, 4]));
        let text = tally.in_question.text(Lang::En);
        assert!(text.ends_with("program): game 3 (out/game-000002.jsonl), game 5\n"), "{text}");
        let text = tally.in_question.text(Lang::Zh);
        assert!(text.ends_with("：第 3 局（out/game-000002.jsonl）、第 5 局\n"), "{text}");
        let summary = tally.summary(1, 0.5, &Conditions::of(Sandbox::off()));
        let json = serde_json::to_value(&summary).expect("JSON");
        assert_eq!((&json["disturbed"], &json["in_question"]), (&2.into(), &serde_json::json!([2, 4])));
    }

    #[test]
    fn a_game_in_question_is_marked_in_its_line_and_its_json() {
        let conditions = Conditions::of(Sandbox::off());
        let ended = (Some(Duration::ZERO), serde_json::json!(0));
        for (disturbed, ms) in [(DELAY, serde_json::json!(412)), ended, (None, serde_json::Value::Null)] {
            let game = game(0, disturbed, None);
            let line =
                serde_json::to_value(crate::matches::lines::line_of(&game, None, &conditions)).expect("JSON");
            assert_eq!((&line["disturbed"], &line["disturbed_ms"]), (&disturbed.is_some().into(), &ms));
            let said = [Lang::En, Lang::Zh].map(|lang| crate::matches::machine::disturbance(&game, lang));
            let marked = [said[0].contains("in question"), said[1].contains("存疑")];
            assert_eq!(marked, [disturbed.is_some(); 2], "{said:?}");
        }
    }

    #[test]
    fn many_are_listed_up_to_a_number() {
        let mut questions = InQuestion::default();
        assert_eq!(questions.text(Lang::En), "");
        (0..25).for_each(|index| questions.add(&game(index, DELAY, None)));
        assert!(questions.text(Lang::En).ends_with("game 20, 5 more\n"), "{}", questions.text(Lang::En));
    }
}
