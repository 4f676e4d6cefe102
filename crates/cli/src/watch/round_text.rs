//! What a round showed, in words and as JSON.

use crate::matches::tally_text::first_loss;
use leitai_arena::now_ms;
use leitai_bout::{RoundChange, Tally};
use leitai_core::{Lang, Noun, Sentence, Tell, say, sentence};
use leitai_hall::{RoundLine, Zone};
use leitai_tournament::rating::Score;
use std::path::Path;

/// Most games that are named of those that changed; the JSON has all.
const NAMED: usize = 12;

/// A round that was played, for programs.
pub(super) fn line(round: u32, tally: &Tally, change: Option<&RoundChange>, out: Option<&Path>) -> RoundLine {
    let Score { wins, draws, losses } = tally.score;
    let numbers = |games: &[u32]| games.iter().map(|game| game + 1).collect();
    RoundLine {
        round,
        won: wins,
        drawn: draws,
        lost: losses,
        faults: tally.faults[0].iter().map(|(kind, games)| ((*kind).to_owned(), *games)).collect(),
        longest_ms: tally.longest[0].as_millis() as u64,
        better: change.map(|change| numbers(&change.better)),
        worse: change.map(|change| numbers(&change.worse)),
        by_chance: change.map(RoundChange::by_chance),
        out: out.map(Path::to_owned),
    }
}

/// The headline of a round.
pub(super) fn begins(number: u32, lang: Lang) -> String {
    let at = Zone::of_machine().at(now_ms()).clock();
    say!(lang, "round {number}, {at}:", "第 {number} 轮，{at}：")
}

/// Its games, and why the first was lost by a fault of the program's.
pub(super) fn result(tally: &Tally, names: &[String; 2], lang: Lang) -> String {
    let Score { wins, draws, losses } = tally.score;
    let (opponent, longest) = (&names[1], tally.longest[0].told(lang));
    let mut text = say!(
        lang,
        "  against {opponent}: {wins} won, {draws} drawn, {losses} lost; longest move {longest}\n",
        "  对 {opponent}：胜 {wins}，和 {draws}，负 {losses}；最长一手 {longest}\n"
    );
    let faults: u64 = tally.faults[0].values().sum();
    if faults > 0 {
        let games = Noun::GAMES.of(faults);
        text += &say!(lang, "  lost by its own faults: {games}\n", "  其中因违规判负 {games} 局\n"; games);
        for line in first_loss(tally, 0, [&names[0]; 2], lang).lines() {
            text += &format!("  {line}\n");
        }
    }
    text
}

/// What is different since the round before, and whether that is more than chance.
pub(super) fn changed(change: &RoundChange, lang: Lang) -> String {
    let (better, worse) = (listed(&change.better), listed(&change.worse));
    if change.better.is_empty() && change.worse.is_empty() {
        let games = Noun::GAMES.of(change.compared);
        return say!(
            lang,
            "  since the round before: all {games} ended as then\n",
            "  与上一轮相比：{games} 局结果均未变\n"; games
        );
    }
    let percent = (change.by_chance() * 100.0).round();
    let mut text = say!(
        lang,
        "  since the round before: games that ended better: {better}; worse: {worse}\n",
        "  与上一轮相比：变好 {better}；变差 {worse}\n"; better, worse
    );
    text += &say!(
        lang,
        "  chance alone is as one-sided in {percent} of 100 cases\n",
        "  纯属偶然而同样一边倒的可能：{percent}%\n"
    );
    text
}

/// `3 (1, 4, 9)`.
fn listed(games: &[u32]) -> Sentence {
    let count = games.len();
    if games.is_empty() {
        return sentence!("none", "无");
    }
    let mut numbers: Vec<_> = games.iter().take(NAMED).map(|game| (game + 1).to_string()).collect();
    if count > NAMED {
        numbers.push("…".to_owned());
    }
    let [en, zh] = [", ", "、"].map(|between| numbers.join(between));
    Sentence::new(format!("{count} ({en})"), format!("{count} 局（第 {zh} 局）"))
}
