//! What a hearing found, in words and as JSON.

use super::alike::Alike;
use super::findings::{Findings, HeardGame, HearingVerdict, SourceFinding};
use super::versions::{Played, Shown, first_difference, named};
use crate::out;
use leitai_core::{Lang, Noun, Sentence, sentence};
use leitai_hall::{Behaviour, BuildComparison, Departure};
use serde::Serialize;

#[derive(Serialize)]
struct SourceLine<'a> {
    r#type: &'static str,
    entry: &'a str,
    shown: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    sha256: Option<String>,
    finding: &'static str,
    versions: Vec<VersionLine>,
}

#[derive(Serialize)]
struct VersionLine {
    sha256: String,
    games: Vec<String>,
    kept: bool,
}

#[derive(Serialize)]
struct BuildLine {
    r#type: &'static str,
    finding: &'static str,
}

#[derive(Serialize, Default)]
struct GameLine<'a> {
    r#type: &'static str,
    game: String,
    against: &'a str,
    finding: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    act: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    one: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    other: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    why: Option<&'a str>,
}

#[derive(Serialize)]
struct AlikeLine<'a> {
    r#type: &'static str,
    with: &'a str,
    files: [&'a str; 2],
    percent: [f64; 2],
    tokens: usize,
    passages: usize,
}

#[derive(Serialize)]
struct VerdictLine<'a> {
    r#type: &'static str,
    entry: &'a str,
    verdict: &'static str,
}

/// What is shown beside what has played, as files.
pub(super) fn source(findings: &Findings<'_>, json: bool, lang: Lang) {
    if !json {
        return out::line(source_said(findings).to(lang));
    }
    let version = |played: &Played| VersionLine {
        sha256: played.sha256.to_string(),
        games: played.games.iter().map(ToString::to_string).collect(),
        kept: played.kept.is_some(),
    };
    out::json(&SourceLine {
        r#type: "source",
        entry: &findings.event.name,
        shown: named(findings.shown).to(lang).to_owned(),
        sha256: findings.shown.sha256().map(|sha256| sha256.to_string()),
        finding: match findings.source {
            SourceFinding::Same => "same",
            SourceFinding::Other => "other",
            SourceFinding::Unknown => "unknown",
        },
        versions: findings.played.iter().map(version).collect(),
    });
}

/// The same in words.
pub(super) fn source_said(findings: &Findings<'_>) -> Sentence {
    let shown = named(findings.shown);
    let games = |played: &Played| Noun::GAMES.of(played.games.len());
    let said = match (findings.source, findings.played.last()) {
        (SourceFinding::Same, Some(last)) => {
            let (games, sha256) = (games(last), last.sha256);
            sentence!(
                "{shown} is, byte for byte, what has played {games}: SHA-256 {sha256}",
                "{shown} 与参加 {games} 局比赛的程序逐字节相同：SHA-256 {sha256}"; shown, games, sha256
            )
        }
        (SourceFinding::Other, Some(last)) => {
            let (games, sha256) = (games(last), last.sha256);
            let said = sentence!(
                "{shown} is not what has played {games}: that has the SHA-256 {sha256}",
                "{shown} 不是参加 {games} 局比赛的程序：后者的 SHA-256 为 {sha256}"; shown, games, sha256
            );
            said.then(&line_said(findings))
        }
        _ => match findings.shown {
            Shown::Started(_) => sentence!(
                "{shown} is no file: only what it does can be compared",
                "{shown} 不是文件：只能比较其行为"; shown
            ),
            Shown::Files(_) => sentence!(
                "no hash is kept of what has played: {shown} can only be compared by what it does",
                "没有保存参赛程序的哈希：只能比较 {shown} 的行为"; shown
            ),
        },
    };
    match findings.played {
        [earlier @ .., _] if !earlier.is_empty() => {
            let (versions, before) =
                (earlier.len(), earlier.iter().map(|one| one.games.len()).sum::<usize>());
            let before = Noun::GAMES.of(before);
            said.then(&sentence!(
                "; before, {versions} other versions played {before}",
                "；此前另有 {versions} 个版本参加 {before} 局"; versions, before
            ))
        }
        _ => said,
    }
}

/// Where the sources part.
fn line_said(findings: &Findings<'_>) -> Sentence {
    let Shown::Files(shown) = findings.shown else { return Sentence::default() };
    let kept = findings.played.last().and_then(|last| last.kept.as_ref());
    let Some(kept) = kept else {
        return Sentence::new("; that was not kept", "；当时的文件没有留存");
    };
    first_difference(kept, shown).map_or_else(Sentence::default, |(line, [then, now])| {
        sentence!(
            "; from line {line} on: it was `{then}` and is `{now}`",
            "；自第 {line} 行起不同：当时为“{then}”，现为“{now}”"; line, then, now
        )
    })
}

/// What comes of comparing what is built.
pub(super) fn build(findings: &Findings<'_>, json: bool, lang: Lang) {
    let Some(build) = findings.build else { return };
    if json {
        let finding = match build {
            BuildComparison::Same => "same",
            BuildComparison::Other => "other",
            BuildComparison::Unsteady => "unsteady",
        };
        return out::json(&BuildLine { r#type: "build", finding });
    }
    out::line(build_said(build).to(lang));
}

/// The same in words.
pub(super) fn build_said(build: BuildComparison) -> Sentence {
    match build {
        BuildComparison::Same => Sentence::new(
            "compiled on the spot, both sources give the same program, byte for byte",
            "当场编译，两份源代码得到逐字节相同的程序",
        ),
        BuildComparison::Other => Sentence::new(
            "compiled on the spot, they give different programs, though each gives the same twice",
            "当场编译，二者得到的程序不同，而同一份源代码两次编译结果相同",
        ),
        BuildComparison::Unsteady => Sentence::new(
            "compiled twice, the same source gives different bytes: what is compiled cannot be compared",
            "同一份源代码两次编译的结果不同：无法比较编译结果",
        ),
    }
}

/// What came of a game that was played again.
pub(super) fn game(game: &HeardGame, json: bool, lang: Lang) {
    if !json {
        return out::line(game_said(game).to(lang));
    }
    let line =
        GameLine { r#type: "game", game: game.id.to_string(), against: &game.against, ..GameLine::default() };
    out::json(&match &game.came {
        Ok(Behaviour::Same(acts)) => GameLine { finding: "same", act: Some(*acts), ..line },
        Ok(Behaviour::Other(at)) => departed(line, "other", at),
        Ok(Behaviour::Unsteady(at)) => departed(line, "unsteady", at),
        Err(why) => GameLine { finding: "not-played", why: Some(why.to(lang)), ..line },
    });
}

fn departed<'a>(line: GameLine<'a>, finding: &'static str, at: &'a Departure) -> GameLine<'a> {
    let (one, other) = (at.one.as_deref(), at.other.as_deref());
    GameLine { finding, act: Some(at.act), one, other, ..line }
}

/// The same in words.
pub(super) fn game_said(game: &HeardGame) -> Sentence {
    let (id, against) = (game.id, &game.against);
    let or_nothing =
        |act: &Option<String>| act.as_ref().map_or(Sentence::new("nothing", "无"), Sentence::quoted);
    match &game.came {
        Ok(Behaviour::Same(acts)) => sentence!(
            "game {id} against {against}: played again twice, all {acts} of its acts are the same",
            "{id} 局（对 {against}）：重下两次，其 {acts} 个动作全部相同"; id, against, acts
        ),
        Ok(Behaviour::Other(at)) => {
            let (act, one, other) = (at.act, or_nothing(&at.one), or_nothing(&at.other));
            sentence!(
                "game {id} against {against}: its act {act} was {one} and is {other} now, every time: another program, or another \
                 machine or library that it depends on",
                "{id} 局（对 {against}）：第 {act} 个动作当时为 {one}，现每次均为 {other}：程序不同，或其所依赖的机器、库不同";
                id, against, act, one, other
            )
        }
        Ok(Behaviour::Unsteady(at)) => {
            let (act, one, other) = (at.act, or_nothing(&at.one), or_nothing(&at.other));
            sentence!(
                "game {id} against {against}: not comparable by behaviour: at its act {act} the same program plays {one} once and \
                 {other} once",
                "{id} 局（对 {against}）：无法按行为比较：同一程序在第 {act} 个动作一次下 {one}，一次下 {other}";
                id, against, act, one, other
            )
        }
        Err(why) => sentence!(
            "game {id} against {against} cannot be played again: {why}",
            "{id} 局（对 {against}）无法重下：{why}"; id, against, why
        ),
    }
}

/// What it has in common with others.
pub(super) fn alike(findings: &Findings<'_>, json: bool, lang: Lang) {
    for one in &findings.alike {
        if json {
            out::json(&AlikeLine {
                r#type: "alike",
                with: &one.with,
                files: one.files.each_ref().map(String::as_str),
                percent: one.percent,
                tokens: one.tokens,
                passages: one.passages,
            });
        } else {
            out::line(alike_said(one).to(lang));
        }
    }
    if findings.alike.is_empty() && !json {
        out::line(nothing_alike().to(lang));
    }
}

/// The same in words.
pub(super) fn alike_said(one: &Alike) -> Sentence {
    let (with, [here, there], [mine, theirs]) = (&one.with, one.percent, &one.files);
    let (tokens, passages) = (one.tokens, one.passages);
    sentence!(
        "like {with}: {here} % of {mine} and {there} % of {theirs}, {tokens} tokens in {passages} passages (a finding, not a verdict)",
        "与 {with} 相似：{mine} 的 {here}%、{theirs} 的 {there}%，{tokens} 个词法单元，{passages} 段（只是发现，不是结论）";
        with, here, mine, there, theirs, tokens, passages
    )
}

/// That it is like nothing else.
pub(super) fn nothing_alike() -> Sentence {
    Sentence::new("no source of another entry is like it", "与其他参赛者的源代码均不相似")
}

/// What it comes to.
pub(super) fn verdict(findings: &Findings<'_>, json: bool, lang: Lang) {
    let verdict = findings.verdict();
    if json {
        let verdict = match verdict {
            HearingVerdict::Agrees => "agrees",
            HearingVerdict::Differs => "differs",
            HearingVerdict::NotComparable => "not-comparable",
        };
        return out::json(&VerdictLine { r#type: "hearing", entry: &findings.event.name, verdict });
    }
    out::line(verdict_said(verdict).to(lang));
}

/// The same in words.
pub(super) fn verdict_said(verdict: HearingVerdict) -> Sentence {
    match verdict {
        HearingVerdict::Agrees => Sentence::new(
            "It agrees: what is shown is what has played, as far as that was compared.",
            "相符：在所作比较的范围内，出示的程序即参赛程序。",
        ),
        HearingVerdict::Differs => Sentence::new(
            "It differs: what is shown is not what has played. Hear the team before you rule.",
            "不符：出示的程序不是参赛程序。裁决之前请听取该队说明。",
        ),
        HearingVerdict::NotComparable => Sentence::new(
            "Not comparable: neither files nor behaviour say whether it is the same. Ask the team.",
            "无法比较：文件与行为都不能说明是否相同。请询问该队。",
        ),
    }
}
