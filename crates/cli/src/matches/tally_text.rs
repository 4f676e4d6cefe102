//! The totals of a match in words.

use leitai_bout::{Repeats, SeatPairs, SequentialTest, Tally};
use leitai_check::lost;
use leitai_core::{Fault, Lang, Noun, Tell, say};
use leitai_draw::{pad, width};
use leitai_tournament::rating::{Elo, Hypothesis, Score};
use std::path::PathBuf;

/// Most games in question that are listed; the JSON has all of them.
const LISTED: usize = 20;

/// The score so far, for the progress bar.
pub(super) fn short(tally: &Tally) -> String {
    let Score { wins, draws, losses } = tally.score;
    let elo = tally.elo().filter(|elo| elo.error.is_finite()).map(points).unwrap_or_default();
    let test = tally.test.map(|test| format!("  {}", ratio(&test))).unwrap_or_default();
    format!("+{wins} ={draws} -{losses}  {elo}{test}")
}

/// The score of both players, what it shows, and what speaks against it.
pub(crate) fn text(tally: &Tally, names: &[String; 2], lang: Lang) -> String {
    let Score { wins, draws, losses } = tally.score;
    let games = tally.score.games();
    let mut text = String::new();
    let columns = names.iter().map(|name| width(name)).max().unwrap_or(0) + 2;
    for (player, (won, lost)) in [(wins, losses), (losses, wins)].into_iter().enumerate() {
        let name = pad(&names[player], columns);
        let (longest, cpu) = (tally.longest[player].told(lang), tally.cpu[player].told(lang));
        let digits = games.to_string().len();
        text += &say!(
            lang,
            "  {name}{won:digits$} won  {draws:digits$} drawn  {lost:digits$} lost   longest move {longest}, CPU {cpu}",
            "  {name}胜 {won:digits$}  和 {draws:digits$}  负 {lost:digits$}   最长一手 {longest}，处理器 {cpu}"
        );
        let faults = tally.faults[player].iter();
        let faults: Vec<_> = faults.map(|(name, n)| format!("{} {n}", fault(name, lang))).collect();
        if !faults.is_empty() {
            text += &say!(lang, "   lost by faults: {}", "   因违规判负：{}", faults.join(", "));
        }
        text.push('\n');
    }
    if let Some(elo) = tally.elo() {
        text += &format!("  {}\n", strength(elo, &names[0], lang));
        text +=
            &say!(lang, "  the first seat won {} of {games}\n", "  先手胜 {} / {games}\n", tally.first_wins);
    }
    if tally.adjudicated > 0 {
        let ended = tally.adjudicated;
        text += &say!(
            lang,
            "  ended by the referee as agreed: {ended} of {games}\n",
            "  由裁判按约定结束：{ended} / {games}\n"
        );
    }
    if let Some(test) = &tally.test {
        text += &decision(test, &names[0], lang);
        text += &pairs(&tally.pairs, lang);
    }
    text += &repeats(&tally.repeats, tally.test.is_some(), lang);
    if tally.replays > 0 {
        let again = tally.replays;
        text += &say!(
            lang,
            "  disturbed by the machine: played again {again}×\n",
            "  受机器干扰：重赛 {again} 次\n"
        );
    }
    text + &in_question(&tally.in_question, lang)
}

/// The number of pairs of each kind.
pub(crate) fn pairs(pairs: &SeatPairs, lang: Lang) -> String {
    let counts = pairs.counted.counts.map(|count| count.to_string()).join(" ");
    say!(lang, "  pairs of 0 ½ 1 1½ 2 points: {counts}\n", "  得 0 ½ 1 1½ 2 分的对数：{counts}\n")
}

/// How each player lost its first game by a fault; players that lost none are left out. `known`: as the records name
/// them, which may be after their files.
pub(super) fn losses(tally: &Tally, names: &[String; 2], known: &[String; 2], lang: Lang) -> String {
    let pairs = names.iter().zip(known).enumerate();
    pairs.map(|(player, (name, known))| first_loss(tally, player, [name, known], lang)).collect()
}

/// How a player, 0 or 1, lost its first game by a fault; empty if it lost none.
pub(crate) fn first_loss(tally: &Tally, player: usize, [name, known]: [&str; 2], lang: Lang) -> String {
    let Some((index, loss)) = &tally.losses.0[player] else { return String::new() };
    let (number, plies) = (index + 1, Noun::PLIES.of(loss.plies));
    let mut text = say!(
        lang,
        "why {name} lost game {number}, after {plies}:\n",
        "{name} 为何输掉第 {number} 局（{plies} 手之后）：\n"; name, number, plies
    );
    for line in lost(loss, known, None, lang) {
        text += format!("  {line}").trim_end();
        text.push('\n');
    }
    text
}

/// A fault's name for a person: in English the stable name, as in records.
fn fault(name: &'static str, lang: Lang) -> &'static str {
    let fault = Fault::ALL.into_iter().find(|fault| fault.name() == name);
    fault.filter(|_| lang == Lang::Zh).map_or(name, |fault| fault.words().to(lang))
}

/// What the games show about A's strength, and no more than they can.
fn strength(elo: Elo, name: &str, lang: Lang) -> String {
    let sure = elo.superiority * 100.0;
    if elo.error.is_finite() {
        let elo = points(elo);
        say!(
            lang,
            "{name}: {elo} (95 %), {sure:.1} % likely the stronger",
            "{name}：{elo}（95 % 置信），更强的可能性 {sure:.1} %"
        )
    } else if elo.difference.is_finite() {
        let difference = difference(elo);
        say!(
            lang,
            "{name}: Elo {difference}; too few games, or too one-sided, to bound the error",
            "{name}：Elo {difference}；局数太少或过于一边倒，误差无法估计"
        )
    } else {
        say!(lang, "Elo: undefined, because one player won every game", "Elo：一方全胜，无法给出分差")
    }
}

fn points(elo: Elo) -> String {
    format!("Elo {} ± {:.0}", difference(elo), elo.error)
}

/// Plus zero: a difference that rounds to nothing has no sign to show.
fn difference(elo: Elo) -> String {
    format!("{:+.0}", elo.difference.round() + 0.0)
}

/// The log-likelihood ratio and the bounds of a test.
fn ratio(test: &SequentialTest) -> String {
    format!("LLR {:.2} [{:.2}, {:.2}]", test.llr(), test.sprt.lower(), test.sprt.upper())
}

/// What a test decided about A.
fn decision(test: &SequentialTest, name: &str, lang: Lang) -> String {
    let [elo0, elo1] = test.sprt.elo();
    let said = match test.decision {
        Some(Hypothesis::H1) => say!(
            lang,
            "H1 accepted: {name} is at least {elo1} Elo stronger",
            "接受 H1：{name} 至少强 {elo1} Elo"
        ),
        Some(Hypothesis::H0) => {
            say!(
                lang,
                "H0 accepted: {name} is at most {elo0} Elo stronger",
                "接受 H0：{name} 至多强 {elo0} Elo"
            )
        }
        None => say!(lang, "undecided: more games are needed", "尚未判定：还需更多对局"),
    };
    let ratio = ratio(test);
    say!(lang, "  SPRT {}: {ratio}, {said}\n", "  SPRT {}：{ratio}，{said}\n", test.sprt)
}

/// The repeats; empty if there are none.
fn repeats(repeats: &Repeats, is_test: bool, lang: Lang) -> String {
    if repeats.count() == 0 {
        return String::new();
    }
    let games = Noun::GAMES.of(repeats.count());
    let mut text = say!(
        lang,
        "  {games} repeated an earlier one move for move",
        "  有 {games} 局与之前的某局逐着相同"; games
    );
    if is_test {
        text += &say!(lang, "; the SPRT does not count them", "；SPRT 不计入这些局");
    }
    if repeats.is_all() {
        let last = Repeats::ENOUGH;
        text += &say!(
            lang,
            ". The last {last} all did: more games between these two show nothing new",
            "。最后 {last} 局均如此：这两个程序再下也没有新的信息"
        );
    }
    text + "\n"
}

/// The list of the games in question; empty if there are none.
fn in_question(games: &[(u32, Option<PathBuf>)], lang: Lang) -> String {
    if games.is_empty() {
        return String::new();
    }
    let named = |(index, record): &(u32, Option<PathBuf>)| {
        let name = say!(lang, "game {}", "第 {} 局", index + 1);
        match record {
            Some(record) => say!(lang, "{name} ({})", "{name}（{}）", record.display()),
            None => name,
        }
    };
    let mut listed: Vec<String> = games.iter().take(LISTED).map(named).collect();
    let more = games.len().saturating_sub(LISTED);
    if more > 0 {
        listed.push(say!(lang, "{more} more", "另有 {more} 局"));
    }
    let listed = listed.told(lang);
    say!(
        lang,
        "  in question, but counted (the machine stopped or ended the loser's program): {listed}\n",
        "  存疑，仍按结果计入（机器未让负方程序运行，或终止了它）：{listed}\n"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn many_in_question_are_listed_up_to_a_number() {
        assert_eq!(in_question(&[], Lang::En), "");
        let mut games: Vec<_> = (0..25).map(|index| (index, None)).collect();
        games[0].1 = Some(PathBuf::from("out/game-000000.jsonl"));
        let [en, zh] = [Lang::En, Lang::Zh].map(|lang| in_question(&games, lang));
        assert!(
            en.contains(": game 1 (out/game-000000.jsonl), ") && en.ends_with("game 20, 5 more\n"),
            "{en}"
        );
        assert!(
            zh.contains("：第 1 局（out/game-000000.jsonl）、第 2 局、") && zh.ends_with("另有 5 局\n"),
            "{zh}"
        );
    }
}
