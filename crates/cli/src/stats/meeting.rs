//! All games of two players under the same rules, as JSON and as text.

use crate::matches::lines::{EloLine, TestLine, is_none};
use crate::matches::tally_text;
use leitai_bout::{Meeting, StartScore};
use leitai_core::{Lang, Noun, Tell, say};
use leitai_tournament::rating::Score;
use serde::Serialize;
use std::collections::BTreeMap;
use std::path::Path;

/// Most openings listed for a person; the JSON has all of them.
const LISTED: usize = 20;

/// A meeting as JSON, with the field names of a match summary.
#[derive(Serialize)]
pub(super) struct Line<'a> {
    r#type: &'static str,
    game: &'a str,
    options: &'a BTreeMap<String, String>,
    a: &'a str,
    b: &'a str,
    games: u64,
    a_wins: u64,
    b_wins: u64,
    draws: u64,
    #[serde(flatten)]
    elo: EloLine,
    pairs: [u64; 5],
    distinct: u64,
    repeats: u64,
    first_wins: u64,
    #[serde(skip_serializing_if = "is_none")]
    adjudicated: u64,
    a_as_first: [u64; 3],
    a_as_second: [u64; 3],
    a_faults: u64,
    b_faults: u64,
    a_fault_kinds: &'a BTreeMap<&'static str, u64>,
    b_fault_kinds: &'a BTreeMap<&'static str, u64>,
    a_cpu_seconds: f64,
    b_cpu_seconds: f64,
    a_slowest_seconds: f64,
    b_slowest_seconds: f64,
    a_slowest_record: Option<&'a Path>,
    b_slowest_record: Option<&'a Path>,
    plies: u64,
    disturbed: usize,
    openings: Vec<OpeningLine<'a>>,
    beyond: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    sprt: Option<TestLine>,
}

#[derive(Serialize)]
struct OpeningLine<'a> {
    opening: Option<&'a str>,
    games: u64,
    a_wins: u64,
    b_wins: u64,
    draws: u64,
    first_wins: u64,
}

impl<'a> Line<'a> {
    pub(super) fn of(meeting: &'a Meeting, game: &'a str, options: &'a BTreeMap<String, String>) -> Line<'a> {
        let (tally, [a, b]) = (&meeting.tally, &meeting.names);
        let counts = |score: Score| [score.wins, score.draws, score.losses];
        let slowest = |player: usize| meeting.slowest[player].as_ref().map(|(_, file)| &**file);
        let openings = meeting.starts.iter().map(|StartScore { start, score, first_wins }| OpeningLine {
            opening: start.as_deref(),
            games: score.games(),
            a_wins: score.wins,
            b_wins: score.losses,
            draws: score.draws,
            first_wins: *first_wins,
        });
        Line {
            r#type: "stats",
            game,
            options,
            a,
            b,
            games: tally.score.games(),
            a_wins: tally.score.wins,
            b_wins: tally.score.losses,
            draws: tally.score.draws,
            elo: EloLine::of(tally.elo()),
            pairs: tally.pairs.counted.counts,
            distinct: tally.score.games() - tally.repeats.count(),
            repeats: tally.repeats.count(),
            first_wins: tally.first_wins,
            adjudicated: tally.adjudicated,
            a_as_first: counts(meeting.seats[0]),
            a_as_second: counts(meeting.seats[1]),
            a_faults: tally.faults[0].values().sum(),
            b_faults: tally.faults[1].values().sum(),
            a_fault_kinds: &tally.faults[0],
            b_fault_kinds: &tally.faults[1],
            a_cpu_seconds: tally.cpu[0].as_secs_f64(),
            b_cpu_seconds: tally.cpu[1].as_secs_f64(),
            a_slowest_seconds: tally.longest[0].as_secs_f64(),
            b_slowest_seconds: tally.longest[1].as_secs_f64(),
            a_slowest_record: slowest(0),
            b_slowest_record: slowest(1),
            plies: tally.plies,
            disturbed: tally.in_question.len(),
            openings: openings.collect(),
            beyond: meeting.beyond,
            sprt: tally.test.as_ref().map(TestLine::of),
        }
    }
}

/// The meeting as text; `titled` if there are several.
pub(super) fn text(meeting: &Meeting, titled: bool, lang: Lang) -> String {
    let (tally, [a, b]) = (&meeting.tally, &meeting.names);
    let games = tally.score.games();
    let mut text = String::new();
    if titled {
        text += &say!(lang, " {a} – {b}: {}\n", " {a} – {b}：{} 局\n", Noun::GAMES.of(games).to(lang));
    }
    text += &tally_text::text(tally, &meeting.names, lang);
    if tally.test.is_none() && tally.pairs.counted.pairs() > 0 {
        text += &tally_text::pairs(&tally.pairs, lang);
    }
    let [first, second] = meeting.seats;
    text += &say!(
        lang,
        "  {a} moving first: {} won, {} drawn, {} lost; second: {} won, {} drawn, {} lost\n",
        "  {a} 先手：胜 {} 和 {} 负 {}；后手：胜 {} 和 {} 负 {}\n",
        first.wins,
        first.draws,
        first.losses,
        second.wins,
        second.draws,
        second.losses
    );
    let distinct = games - tally.repeats.count();
    text +=
        &say!(lang, "  distinct games: {distinct} of {games}\n", "  互不相同的对局：{distinct} / {games}\n");
    for (name, slowest) in meeting.names.iter().zip(&meeting.slowest) {
        let Some((longest, file)) = slowest else { continue };
        let longest = longest.told(lang);
        text += &say!(
            lang,
            "  longest move of {name}: {longest}, in {}\n",
            "  {name} 最长一手：{longest}，见 {}\n",
            file.display()
        );
    }
    if meeting.beyond > 0 {
        let beyond = Noun::GAMES.of(meeting.beyond);
        text += &say!(
            lang,
            "  not counted, played alongside the deciding one: {beyond}\n",
            "  未计入（与决定性的一局同时进行）：{beyond} 局\n"; beyond
        );
    }
    text + &by_opening(meeting, lang)
}

fn by_opening(meeting: &Meeting, lang: Lang) -> String {
    if meeting.starts.len() < 2 {
        return String::new();
    }
    let mut text = say!(lang, "  by opening, for {}:\n", "  按开局（{} 的成绩）：\n", meeting.names[0]);
    for StartScore { start, score: Score { wins, draws, losses }, .. } in meeting.starts.iter().take(LISTED) {
        let own = say!(lang, "the game's own start", "初始局面");
        let start = start.as_ref().unwrap_or(&own);
        text += &say!(
            lang,
            "    {wins} won  {draws} drawn  {losses} lost   {start}\n",
            "    胜 {wins}  和 {draws}  负 {losses}   {start}\n"
        );
    }
    let more = meeting.starts.len().saturating_sub(LISTED);
    if more > 0 {
        text += &say!(lang, "    and {more} more\n", "    另有 {more} 个\n");
    }
    text
}
