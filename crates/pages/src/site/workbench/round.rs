//! A round of a program's: its check, its games, and what changed.

use crate::Reader;
use crate::html::Html;
use leitai_core::{Lang, Level, say};
use leitai_hall::{FindingLine, RoundEnds, RoundLine, SeenRound};

/// How the games of a round ended.
pub(super) fn result(played: &RoundLine, against: Option<Level>, lang: Lang) -> String {
    let RoundLine { won, drawn, lost, .. } = played;
    let score = say!(lang, "{won} won, {drawn} drawn, {lost} lost", "胜 {won}，和 {drawn}，负 {lost}"; won, drawn, lost);
    match against {
        Some(level) => say!(lang, "against {level}: {score}", "对 {level}：{score}"; level, score),
        None => score,
    }
}

/// A round; the newest one with everything that its check found.
pub(super) fn round(reader: &Reader<'_>, seen: &SeenRound, against: Option<Level>, is_newest: bool) -> Html {
    let (lang, number) = (reader.lang, seen.number);
    let at = reader.zone.at(seen.at_ms).clock();
    let bad: Vec<_> = seen.findings.iter().filter(|finding| !finding.ok).collect();
    let good = seen.findings.len() - bad.len();
    html! {
        h2 { (say!(lang, "Round {number}, {at}", "第 {number} 轮，{at}"; number, at)) }
        @match seen.ends {
            None => { p { (say!(lang, "It is being checked and tried …", "正在检查并试下……")) } },
            Some(RoundEnds::BrokenOff) => { p class="soft" { (say!(lang, "Broken off.", "已中断。")) } },
            Some(RoundEnds::Faulty) => { p { strong { (say!(lang, "The check found a fault, so no games were played.", "检查发现问题，未试下。")) } } },
            Some(RoundEnds::Failed | RoundEnds::Played) => {},
        }
        @if let Some([games, of]) = seen.progress { p { (say!(lang, "{games} of {of} games are over", "已下完 {games} 局，共 {of} 局"; games, of)) } }
        @if let Some(waits) = &seen.waits { p class="soft" { (waits) } }
        @if let Some(why) = &seen.why { pre class="trouble" { (why) } }
        @if let Some(played) = &seen.played { (games(played, against, lang)) }
        @if is_newest && !seen.findings.is_empty() {
            p class="soft" { (say!(lang, "Check: {good} of {} findings are fine.", "检查：{} 项结论中 {good} 项通过。", seen.findings.len())) }
            @if !bad.is_empty() { ul { @for finding in bad { (faulty(finding, lang)) } } }
        }
    }
}

fn games(played: &RoundLine, against: Option<Level>, lang: Lang) -> Html {
    let longest = played.longest_ms;
    let faults: u64 = played.faults.values().sum();
    let listed =
        |games: Option<&Vec<u32>>| games.filter(|games| !games.is_empty()).map(|games| numbers(games, lang));
    let (better, worse) = (listed(played.better.as_ref()), listed(played.worse.as_ref()));
    html! {
        p { strong { (result(played, against, lang)) } " · " (say!(lang, "longest move {longest} ms", "最长一手 {longest} 毫秒"; longest)) }
        @if faults > 0 { p class="trouble" { (say!(lang, "lost by its own faults: {faults}", "其中因违规判负：{faults} 局"; faults)) } }
        @if played.better.is_some() {
            p {
                @if better.is_none() && worse.is_none() { (say!(lang, "All games ended as in the round before.", "各局结果与上一轮相同。")) }
                @if let Some(better) = &better { (say!(lang, "Games that ended better than before: {better}.", "比上一轮好的局：{better}。"; better)) " " }
                @if let Some(worse) = &worse { (say!(lang, "Games that ended worse: {worse}.", "变差的局：{worse}。"; worse)) }
                @if let Some(chance) = played.by_chance.filter(|_| better.is_some() || worse.is_some()) {
                    @let percent = (chance * 100.0).round();
                    " " span class="soft" { (say!(lang, "Chance alone is as one-sided in {percent} of 100 cases.", "纯属偶然而同样一边倒的可能：{percent}%。"; percent)) }
                }
            }
        }
    }
}

fn numbers(games: &[u32], lang: Lang) -> String {
    let numbers: Vec<_> = games.iter().map(u32::to_string).collect();
    numbers.join(say!(lang, ", ", "、").as_str())
}

fn faulty(finding: &FindingLine, lang: Lang) -> Html {
    html! {
        li {
            strong { (finding.what) (say!(lang, ": ", "：")) } (finding.found)
            @if !finding.shown.is_empty() { pre { (finding.shown.join("\n")) } }
            @if let Some(advice) = &finding.advice { p { "→ " (advice) } }
        }
    }
}
