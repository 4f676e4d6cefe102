//! What a program probably did wrong, judging by the line that it lost by: found by trying, and reported with what
//! would have been right.

use super::decisive::{Decisive, LineFault};
use super::respelt::{Slip, respelt};
use super::turned::{Turning, turned};
use leitai_core::{
    Actor, DialectName, Line, Phrase, Reading, Record, Seat, Sentence, Table, Viewer, sentence,
};

/// What the program's author should look at first.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Cause {
    /// It wrote a legal turn in the game's own notation; the phrase shows how its dialect writes it.
    Notation(Phrase),
    /// It wrote something in the game's own notation that is not legal; the phrase shows how its dialect writes a legal
    /// turn.
    Foreign(Phrase),
    /// It meant a legal turn, with a slip in how it was written.
    Spelling(Slip, Phrase),
    /// It wrote a legal turn of another dialect.
    Dialect(DialectName),
    /// It sent its opening words when it was asked for a turn.
    Greeting,
    /// It gave more than one answer.
    Twice,
    /// It played what its own turn at that ply had already played.
    Repeated(u32),
    /// It played what the opponent's turn at that ply had taken; the flag is set if that was the opponent's last turn.
    Missed(u32, bool),
    /// The act would be legal if its places were counted in another way; the text is the legal act.
    Turned(Turning, String),
}

/// Why the line of a seat lost, found at a table where that seat's program sits.
pub(super) fn cause(
    record: &Record,
    table: &dyn Table,
    seat: Seat,
    dialect: DialectName,
    decisive: &Decisive,
) -> Option<Cause> {
    match decisive.taken {
        LineFault::Refused => of_acts(record, table, seat, &decisive.acts),
        LineFault::Garbled | LineFault::Misspelt if table.turn().owes(Actor::Seat(seat)) => {
            of_line(table, seat, dialect, decisive.text.as_deref()?)
        }
        // It had answered already, and nothing more was asked.
        LineFault::Unasked => played(record, seat).next().map(|_| Cause::Twice),
        LineFault::Garbled | LineFault::Misspelt | LineFault::Nothing => None,
    }
}

fn of_line(table: &dyn Table, seat: Seat, dialect: DialectName, line: &str) -> Option<Cause> {
    if let Some(phrase) = in_notation(table, seat, line) {
        return Some(Cause::Notation(phrase));
    }
    let heard = |line: &str| match table.heard_as(seat, dialect, line) {
        Some(Reading::Turn(phrase)) => Some(phrase),
        Some(Reading::Greeting) | None => None,
    };
    // The word with which its dialect begins a line, if all its turns begin alike.
    let phrases = table.phrases(seat, 2);
    let words: Vec<_> = phrases.iter().filter_map(|phrase| phrase.said.split_once(' ')).collect();
    let word =
        words.first().filter(|(word, _)| words.iter().all(|(other, _)| other == word)).map(|(word, _)| *word);
    if let Some((slip, phrase)) = respelt(line, word, heard) {
        return Some(Cause::Spelling(slip, phrase));
    }
    if table.heard_as(seat, dialect, line) == Some(Reading::Greeting) {
        return Some(Cause::Greeting);
    }
    let others = table.facts().dialects.iter().filter(|other| **other != dialect);
    let mut speaks =
        others.filter(|other| matches!(table.heard_as(seat, **other, line), Some(Reading::Turn(_))));
    if let Some(other) = speaks.next() {
        return Some(Cause::Dialect(*other));
    }
    let is_foreign = ends(line).any(|text| acts_of(table, text).is_some());
    let example = phrases.into_iter().next().filter(|phrase| phrase.said != phrase.acts.join(" "));
    example.filter(|_| is_foreign).map(Cause::Foreign)
}

fn of_acts(record: &Record, table: &dyn Table, seat: Seat, acts: &[String]) -> Option<Cause> {
    let [act] = acts else { return None };
    if let Some((ply, _)) = played(record, seat).filter(|(_, other)| *other == act).last() {
        return Some(Cause::Repeated(ply));
    }
    if !table.facts().hidden {
        let other = || played(record, seat.other());
        if let Some((ply, _)) = other().filter(|(_, other)| *other == act).last() {
            return Some(Cause::Missed(ply, other().last().is_some_and(|(last, _)| last == ply)));
        }
    }
    // A program that has played a legal act counts places as the game does.
    if played(record, seat).next().is_some() {
        return None;
    }
    let legal: Vec<String> = table.choices(seat).into_iter().map(|choice| choice.text).collect();
    let (turning, act) = turned(act, &legal, &table.scene(Viewer::Seat(seat)).places)?;
    Some(Cause::Turned(turning, act))
}

/// The acts of a seat so far, each with the ply of its turn.
fn played(record: &Record, of: Seat) -> impl Iterator<Item = (u32, &str)> {
    let mut ply = 0;
    let mut last = None;
    let plays = record.lines.iter().filter_map(|(_, line)| match line {
        Line::Play { by: Actor::Seat(seat), acts, .. } => Some((*seat, acts)),
        _ => None,
    });
    plays.flat_map(move |(seat, acts)| {
        // A turn may take several lines.
        if last.replace(seat) != Some(seat) {
            ply += 1;
        }
        let at = ply;
        acts.iter().filter(move |_| seat == of).map(move |act| (at, &**act))
    })
}

/// A line, and its remainder after each blank.
fn ends(line: &str) -> impl Iterator<Item = &str> {
    let blanks = line.match_indices(char::is_whitespace).map(|(at, _)| at);
    std::iter::once(0).chain(blanks).map(|at| line[at..].trim())
}

/// Reads acts in the game's own notation: one, or several separated by blanks.
fn acts_of(table: &dyn Table, text: &str) -> Option<Vec<String>> {
    match table.read(text) {
        Ok(act) => Some(vec![act]),
        Err(_) if text.is_empty() => None,
        Err(_) => text.split_whitespace().map(|part| table.read(part).ok()).collect(),
    }
}

/// The legal turn that a line states in the game's own notation: the whole line, or what follows some of its words.
fn in_notation(table: &dyn Table, seat: Seat, line: &str) -> Option<Phrase> {
    ends(line).find_map(|text| {
        let acts = acts_of(table, text)?;
        let acts: Vec<&str> = acts.iter().map(String::as_str).collect();
        table.phrase(seat, &acts).filter(|phrase| phrase.said != text)
    })
}

impl Cause {
    /// The cause as a sentence for the program's author.
    pub fn advice(&self) -> Sentence {
        match self {
            Cause::Notation(Phrase { acts, said }) => {
                let acts = acts.join(" ");
                sentence!(
                    "{acts} is the game's own notation: here it is written `{said}`",
                    "“{acts}”是本棋的记谱法：在这里应写成“{said}”"
                )
            }
            Cause::Foreign(Phrase { acts, said }) => {
                let acts = acts.join(" ");
                sentence!(
                    "this is the game's own notation, and not a legal move: here a move is written like `{said}` for {acts}",
                    "这是本棋的记谱法，且并不合法：在这里着法应写成“{said}”（即 {acts}）的样子"
                )
            }
            Cause::Spelling(slip, Phrase { said, .. }) => slip.advice(said),
            Cause::Dialect(dialect) => sentence!(
                "this is how `{dialect}` writes it: make it speak the one that was asked for",
                "这是 {dialect} 协议的写法：请让它改用所要求的协议"
            ),
            Cause::Greeting => Sentence::new(
                "this is handshake output, but it was asked for a turn: it answers an earlier message, or the same \
                 one twice",
                "这是握手应答，而此时要求的是着法：它在回答之前的消息，或对同一条消息答了两次",
            ),
            Cause::Twice => Sentence::new(
                "it had answered already: one line for each request, and no other; log to stderr instead",
                "它已经作答：每次询问只答一行，不可多说；调试信息请写到 stderr",
            ),
            Cause::Repeated(ply) => sentence!(
                "it played the same itself at ply {ply}: it does not track its own moves, or answers one request twice",
                "第 {ply} 手它自己已走过这一着：它没有记下自己的着法，或对一次询问答了两次"
            ),
            Cause::Missed(ply, true) => sentence!(
                "the opponent had just played the same, at ply {ply}: it answers before it has taken in that move",
                "对方刚在第 {ply} 手走了同样的着法：它没有先处理这一手就作答了"
            ),
            Cause::Missed(ply, false) => sentence!(
                "the opponent had played the same at ply {ply}: it has not taken in that move",
                "对方第 {ply} 手已走过同样的着法：它没有记下这一手"
            ),
            Cause::Turned(turning, act) => turning.advice(act),
        }
    }
}
