//! Games as text, many in one file: a head of lines in brackets, then the acts in the game's own notation, one round
//! per line, and the result. The text of every listed game can be read back.

use crate::replay::Replay;
use crate::setup::Setup;
use crate::{ListedGame, RuledGame};
use leitai_core::{
    Act, Actor, Digest, End, Lang, Line, Outbox, Record, RecordError, Seat, SeatInfo, Sentence, Span,
    Staging, Table, Tell, Turn, VerdictName, Words, sentence,
};
use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

/// What the first line of a game begins with.
pub const GAME_TEXT: &str = "[Game \"";
/// Game results, as written after the acts.
const RESULTS: [(Option<Seat>, &str); 3] =
    [(Some(Seat::First), "1-0"), (Some(Seat::Second), "0-1"), (None, "1/2-1/2")];

/// A game read from text.
#[derive(Clone, Debug)]
pub struct ReadGame {
    /// The game's number in its match or event, as it was written.
    pub round: String,
    /// The game as a record, without times, program output or seal.
    pub record: Record,
}

/// Writes the game of a finished record as text; `round` is its number, `date` and `event` tell when and where it was
/// played. Errors if the record cannot be replayed.
pub fn game_text(record: Record, round: &str, date: &str, event: &str) -> Result<String, RecordError> {
    let (about, end) = (record.about.clone(), record.end.clone());
    let end = end.ok_or_else(|| RecordError {
        line: 1 + record.lines.len(),
        what: Sentence::new("the record breaks off before the end of the game", "记录在终局之前中断"),
    })?;
    let given: Vec<String> = record.lines.iter().flat_map(|(_, line)| given(line)).collect();
    let (acts, by_rules) = acts(record)?;
    let reason = by_rules.map_or_else(|| end.reason.clone(), Sentence::from);
    let mut text = String::new();
    let mut head = |name: &str, value: &str| {
        if !value.is_empty() {
            text.push_str(&format!("[{name} \"{}\"]\n", escaped(value)));
        }
    };
    head("Game", &about.game.to_string());
    head("First", &about.seats[0].name);
    head("Second", &about.seats[1].name);
    head("Result", result(end.winner));
    head("Verdict", end.verdict.name());
    head("Reason", reason.to(Lang::En));
    head("ReasonZh", reason.to(Lang::Zh));
    head("Date", date);
    head("Event", event);
    head("Round", round);
    head("Clock", &about.clock.to_string());
    for (name, value) in &about.options {
        head("Option", &format!("{name}={value}"));
    }
    head("Position", about.position.as_deref().unwrap_or_default());
    head("Opening", &given.join(" "));
    head("Digest", &end.digest);
    for (at, turn) in acts.chunks(2).enumerate() {
        text.push_str(&format!("\n{}. {}", at + 1, turn.join(" ")));
    }
    text.push_str(&format!("\n{}\n\n", result(end.winner)));
    Ok(text)
}

/// The acts that were played after the opening, in order, each prefixed with its hand unless that hand is on turn; and
/// the wording of the rule that ended the game, if one did.
fn acts(mut record: Record) -> Result<(Vec<String>, Option<Words>), RecordError> {
    // Each roll is an act like any other, and only its rules end the game.
    record.about.dice = None;
    record.about.stage.clear();
    record.end = None;
    record.lines.retain(|(_, line)| !matches!(line, Line::Attempt { .. }));
    let mut replay = Replay::open(record)?;
    let mut written = Vec::new();
    loop {
        let next = replay.table().turn().next();
        let Some(line) = replay.step()? else {
            let by_rules = replay.table().turn().outcome().map(|outcome| outcome.why.words());
            return Ok((written, by_rules));
        };
        let Line::Play { by, acts, given: false, .. } = line else { continue };
        for (at, act) in acts.iter().enumerate() {
            // The later acts of one line are by the same hand.
            let is_due = next == Some(*by) || at > 0;
            written.push(if is_due { act.to_string() } else { format!("{}/{act}", hand(*by)) });
        }
    }
}

fn given(line: &Line<'_>) -> Vec<String> {
    match line {
        Line::Play { acts, given: true, .. } => acts.iter().map(ToString::to_string).collect(),
        _ => Vec::new(),
    }
}

const HANDS: [(&str, Actor); 4] = [
    ("first", Actor::Seat(Seat::First)),
    ("second", Actor::Seat(Seat::Second)),
    ("chance", Actor::Chance),
    ("arbiter", Actor::Arbiter),
];

fn hand(by: Actor) -> &'static str {
    HANDS.iter().find(|(_, known)| *known == by).map_or("", |(name, _)| name)
}

fn result(winner: Option<Seat>) -> &'static str {
    RESULTS.iter().find(|(known, _)| *known == winner).map_or("*", |(_, text)| text)
}

/// Escapes characters that would end the value or the line.
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '\\' | '"' => out.extend(['\\', c]),
            c if c.is_control() => out.push(' '),
            c => out.push(c),
        }
    }
    out
}

fn unescaped(text: &str) -> String {
    let (mut out, mut is_escaped) = (String::with_capacity(text.len()), false);
    for c in text.chars() {
        if c == '\\' && !is_escaped {
            is_escaped = true;
        } else {
            is_escaped = false;
            out.push(c);
        }
    }
    out
}

/// Reads the games of a text in order, each with the number of its first line; a game that cannot be read is an error
/// with the number of the faulty line. Anything before the first head is skipped.
pub fn read_games(text: &str) -> Vec<(usize, Result<ReadGame, RecordError>)> {
    let blocks = blocks(text);
    blocks.into_iter().map(|(at, lines)| (at, Block { at, lines }.read())).collect()
}

/// The number of bytes of a text that hold whole games, and the rounds of those games; after them comes nothing, or a
/// game that was not written completely.
pub fn whole_games(text: &str) -> (usize, Vec<String>) {
    let (mut whole, mut rounds, mut round) = (0, Vec::new(), String::new());
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        at += line.len();
        if line.starts_with(GAME_TEXT) {
            round.clear();
        } else if let Some(("Round", value)) = tag(line.trim()) {
            round = value;
        } else if line.ends_with('\n') && RESULTS.iter().any(|(_, result)| *result == line.trim()) {
            rounds.push(std::mem::take(&mut round));
            // The blank line after it.
            whole = at + usize::from(text[at..].starts_with('\n'));
        }
    }
    (whole, rounds)
}

/// The lines of each game, and the number of its first line.
fn blocks(text: &str) -> Vec<(usize, Vec<&str>)> {
    let mut blocks: Vec<(usize, Vec<&str>)> = Vec::new();
    for (at, line) in (1..).zip(text.trim_start_matches('\u{feff}').lines()) {
        if line.starts_with(GAME_TEXT) {
            blocks.push((at, Vec::new()));
        }
        if let Some((_, lines)) = blocks.last_mut() {
            lines.push(line);
        }
    }
    blocks
}

/// Reads a head line `[Name "value"]`.
fn tag(line: &str) -> Option<(&str, String)> {
    let (name, value) = line.strip_prefix('[')?.strip_suffix("\"]")?.split_once(" \"")?;
    Some((name, unescaped(value)))
}

/// One game, partly read.
struct Block<'a> {
    at: usize,
    lines: Vec<&'a str>,
}

impl Block<'_> {
    fn fail<T>(&self, line: usize, what: Sentence) -> Result<T, RecordError> {
        Err(RecordError { line: self.at + line, what })
    }

    fn read(&self) -> Result<ReadGame, RecordError> {
        let (mut tags, mut options) = (BTreeMap::new(), Vec::new());
        let mut body = 0;
        for (at, line) in self.lines.iter().enumerate() {
            match tag(line.trim()) {
                Some(("Option", option)) => {
                    let Some((name, value)) = option.split_once('=') else {
                        return self.fail(at, sentence!("an option is NAME=VALUE", "选项应为 名称=值"));
                    };
                    options.push((name.to_owned(), value.to_owned()));
                }
                Some((name, value)) => _ = tags.insert(name.to_owned(), value),
                None => {
                    body = at;
                    break;
                }
            }
        }
        let of = |name: &str| tags.get(name).cloned().unwrap_or_default();
        let told = |error: &dyn Tell| RecordError { line: self.at, what: Sentence::of(error) };
        let game: ListedGame = of("Game").parse().map_err(|error| told(&error))?;
        let position = tags.get("Position").cloned();
        let mut ruled = game.open(&Setup { options, position }).map_err(|error| told(&error))?;
        if let Some(opening) = tags.get("Opening") {
            ruled = ruled.begun(opening).map_err(|error| told(&error))?;
        }
        let staging = Staging {
            seats: ["First", "Second"].map(|seat| SeatInfo { name: of(seat).into(), ..SeatInfo::default() }),
            clock: of("Clock").parse().unwrap_or_default(),
            ..Staging::default()
        };
        let mut record = self.played(&ruled, staging, body)?;
        record.end = Some(self.end(&tags, &record)?);
        Ok(ReadGame { round: of("Round"), record })
    }

    /// The game as far as its acts go.
    fn played(
        &self,
        game: &Arc<dyn RuledGame>,
        staging: Staging<'static>,
        body: usize,
    ) -> Result<Record, RecordError> {
        let mut table = game.table(staging, None);
        let mut outbox = Outbox::default();
        table.begin([None; 2], &mut outbox);
        for (at, line) in self.lines.iter().enumerate().skip(body) {
            for word in line.split_whitespace() {
                let is_number =
                    word.strip_suffix('.').is_some_and(|n| n.bytes().all(|byte| byte.is_ascii_digit()));
                if is_number || RESULTS.iter().any(|(_, result)| *result == word) {
                    continue;
                }
                self.play(&mut *table, at, word, &mut outbox)?;
            }
        }
        let mut written = Vec::new();
        // Only what a game that ended by its rules writes: the end is taken from the head.
        table.record(&mut written);
        let text = String::from_utf8_lossy(&written);
        Record::read(&text).map_err(|error| RecordError { line: self.at, ..error })
    }

    fn play(
        &self,
        table: &mut dyn Table,
        at: usize,
        word: &str,
        outbox: &mut Outbox,
    ) -> Result<(), RecordError> {
        let named = word.split_once('/');
        let named = named
            .and_then(|(name, act)| HANDS.iter().find(|(known, _)| *known == name).map(|(_, by)| (*by, act)));
        let (by, act) = match (named, table.turn().next()) {
            (Some(named), _) => named,
            (None, Some(by)) => (by, word),
            (None, None) => {
                return self.fail(at, sentence!("a move after the end of the game", "终局之后还有着法"));
            }
        };
        let played =
            table.act(Act::Play { by, acts: &[act], span: Span::Part }, Duration::ZERO, [None; 2], outbox);
        match played {
            Ok(()) => Ok(()),
            Err(refusal) => {
                let why = crate::live_table::refused(refusal);
                self.fail(
                    at,
                    sentence!("{act} cannot be played: {why}", "着法 {act} 无法走：{why}"; act, why),
                )
            }
        }
    }

    /// The end as given in the head; it must fit the acts.
    fn end(&self, tags: &BTreeMap<String, String>, record: &Record) -> Result<End<'static>, RecordError> {
        let of = |name: &str| tags.get(name).map_or("", String::as_str);
        let Some((winner, _)) = RESULTS.iter().find(|(_, text)| *text == of("Result")) else {
            return self.fail(0, sentence!("the head gives no result", "开头没有写结果"));
        };
        let verdict = serde_json::from_value::<VerdictName>(of("Verdict").into());
        let Ok(verdict) = verdict else {
            return self.fail(0, sentence!("the head gives no verdict", "开头没有写判决"));
        };
        let mut digest = Digest::default();
        let mut replay = Replay::open(record.clone())?;
        while replay.step()?.is_some() {}
        let (turn, plies) = (replay.table().turn(), replay.table().plies());
        if let (Turn::Over(outcome), VerdictName::Law) = (turn, verdict)
            && outcome.winner != *winner
        {
            let wrong = sentence!("the result does not match the moves", "结果与着法不符");
            return self.fail(0, wrong);
        }
        for position in Replay::digested(record.clone())? {
            digest.turn(&position);
        }
        digest.turn(&format!("{} {verdict}", winner.map_or("draw".to_owned(), |seat| seat.to_string())));
        if !of("Digest").is_empty() && of("Digest") != digest.hex() {
            return self.fail(
                0,
                sentence!("the moves do not match the digest in the head", "着法与开头所写的摘要不符"),
            );
        }
        let reason = Sentence::new(
            of("Reason"),
            if of("ReasonZh").is_empty() { of("Reason") } else { of("ReasonZh") },
        );
        let digest = digest.hex().into();
        Ok(End { winner: *winner, verdict, reason, plies, digest, seed: None, seal: None })
    }
}
