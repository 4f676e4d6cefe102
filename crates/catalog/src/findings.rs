//! What an analysis finds about a game as a whole, in words.

use crate::{Analysis, TRUTH_GAMES, turning};
use leitai_core::{Actor, Noun, Seat, Sentence, sentence};

impl Analysis {
    /// The findings about the game as a whole; `by_truth` says that it was judged [by the truth](Analysis::of_truth).
    pub fn findings(&self, names: &[String; 2], by_truth: bool) -> Vec<Sentence> {
        let facts = self.game.facts();
        let mut said: Vec<Sentence> = Vec::new();
        for (ply, seat) in self.proofs_dropped() {
            let name = &names[seat.index()];
            said.push(sentence!(
                "ply {ply}: {name} missed a certain win", "第 {ply} 手：{name} 已有必胜，却放过了"; ply, name
            ));
        }
        if let Some((ply, winner)) = self.proved_from() {
            said.push(match winner {
                Some(seat) => {
                    let name = &names[seat.index()];
                    sentence!("decided from ply {ply} on: {name} wins", "自第 {ply} 手起已确定：{name} 胜"; ply, name)
                }
                None => sentence!("decided from ply {ply} on: a draw", "自第 {ply} 手起已确定：和棋"; ply),
            });
        }
        for seat in Seat::BOTH {
            let (name, judge) = (&names[seat.index()], self.judge);
            if self.peers[seat.index()] {
                said.push(sentence!(
                    "{name}: no accuracy, since the judge, {judge}, is no stronger",
                    "{name}：不给准确度，因为评估者 {judge} 并不更强"; name, judge
                ));
                continue;
            }
            let Some(accuracy) = self.accuracy[seat.index()] else { continue };
            let losses: Vec<f32> = self
                .moments
                .iter()
                .filter(|moment| moment.by == Actor::Seat(seat))
                .filter_map(|moment| moment.lost)
                .collect();
            let of_rank = |rank: usize| losses.iter().filter(|lost| turning(**lost) == Some(rank)).count();
            let accuracy = format!("{accuracy:.0}");
            let (slips, mistakes, blunders) = (of_rank(0), of_rank(1), of_rank(2));
            said.push(sentence!(
                "{name}: accuracy {accuracy} of 100 as {judge} judges; slips {slips}, mistakes {mistakes}, blunders {blunders}",
                "{name}：按 {judge} 的评估，准确度 {accuracy}（满分 100）；不精确 {slips}，失误 {mistakes}，败着 {blunders}";
                name, accuracy, judge, slips, mistakes, blunders
            ));
        }
        if let Some(luck) = self.luck {
            let seat = if luck >= 0.0 { Seat::First } else { Seat::Second };
            let (name, luck) = (facts.seat(seat), format!("{:.2}", luck.abs()));
            said.push(sentence!(
                "luck of the dice: {name} gained {luck} points", "骰运：{name}得益 {luck} 分"; name, luck
            ));
        }
        if by_truth {
            let games = Noun::GAMES.of(TRUTH_GAMES);
            said.push(sentence!(
                "While information was hidden, each true position was judged by playing {games} on from it between two `easy` \
                 players (accurate to about 5 points of 100); what each ply lost is not given.",
                "尚有隐藏信息时按真实局面评估：由两个“easy”从该处续下 {games} 局，取平均结果，误差约百分之五；不评每手得失。"; games
            ));
        } else if facts.hidden {
            said.push(sentence!(
                "Judged by what the side to move could know; what a ply revealed counts neither for nor against it.",
                "按行棋方当时可知的信息评估；着法揭示的信息不计功过。"
            ));
        }
        said
    }
}
