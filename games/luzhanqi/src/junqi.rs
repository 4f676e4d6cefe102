//! `junqi`: the national protocol 1.0, both ends. Each side sees itself at the bottom; `START` is answered by
//! a whole layout, `GO` by a move; `RESULT` reports the outcome of the program's own move.

use crate::notation::{name, read, read_point};
use crate::{Act, Board, Fight, Known, Phase, Point, Rank, Report, Rules};
use leitai_core::{
    Client, Cue, Dialect, DialectName, Garbled, Illegal, Left, Lifecycle, Lines, Outcome, Said, Seat,
    Sentence, Span, SpokenDialect, View, sentence,
};
use leitai_protocol::printable;
use std::cmp::Ordering;
use std::time::Duration;

/// The outcome of a move for the side that made it, by its digit.
const RESULTS: [Option<Fight>; 4] = [Some(Fight::Lost), Some(Fight::Won), Some(Fight::Both), None];
/// `START` has four digits for the seconds of a game.
const MOST_SECONDS: u64 = 9999;
/// `START` has two digits for the plies without contact.
const MOST_STEPS: u16 = 99;

fn digit(fight: Option<Fight>) -> usize {
    RESULTS.iter().position(|result| *result == fight).unwrap_or(0)
}

/// The rest of a line that starts with a keyword, in either case.
fn after<'a>(word: &str, line: &'a [u8]) -> Option<&'a [u8]> {
    let (start, rest) = line.split_at_checked(word.len())?;
    start.eq_ignore_ascii_case(word.as_bytes()).then_some(rest)
}

/// The same as text; empty if the keyword is missing or the rest is not UTF-8.
fn text_after<'a>(word: &str, line: &'a [u8]) -> &'a str {
    after(word, line).and_then(|rest| std::str::from_utf8(rest).ok()).unwrap_or("")
}

/// Both ends.
pub(crate) const SPOKEN: SpokenDialect<Board> = SpokenDialect {
    name: DialectName::Junqi,
    platform: |_| Box::<Junqi>::default(),
    program: || Box::<JunqiClient>::default(),
};

/// Asks a program for its name, and whether it is ready.
const INFORMATION: &str = "INFORMATION";

/// The platform's side.
struct Junqi {
    seat: Seat,
    /// The ply without contact that ends the game.
    steps: u16,
    named: bool,
    /// Set if `GO` was sent and no move has been reported since: the next one is the program's own.
    asked: bool,
    /// The opponent's last move and its outcome.
    last: Option<(Point, Point, Option<Fight>)>,
}

impl Default for Junqi {
    fn default() -> Self {
        let steps = Rules::default().no_contact_plies;
        Junqi { seat: Seat::First, steps, named: false, asked: false, last: None }
    }
}

impl Junqi {
    /// The name of a point as this seat sees the board.
    fn name(&self, point: Point) -> String {
        name(point.seen_by(self.seat))
    }

    /// The point of the opponent's flag, once it is shown; `00` before.
    fn flag(&self, view: &Known) -> String {
        let flag = view.board().shown_flag(self.seat.other());
        flag.map_or_else(|| "00".to_owned(), |point| self.name(point))
    }

    /// The layout that follows `ARRAY`, in the order in which pieces are laid.
    fn layout(&self, letters: &str) -> Result<Vec<Act>, Garbled> {
        let letters: Vec<char> = letters.chars().filter(|c| !c.is_whitespace()).collect();
        let ranks: Option<Vec<Rank>> =
            letters.iter().map(|c| Rank::of_letter(c.to_ascii_lowercase())).collect();
        let ranks = ranks.filter(|ranks| !ranks.is_empty());
        let ranks = ranks
            .ok_or_else(|| Garbled::expected("`ARRAY` and 25 letters a–l", "“ARRAY”及 25 个字母 a–l"))?;
        let count = |rank| ranks.iter().filter(|laid| **laid == rank).count();
        let wrong: Vec<Sentence> =
            Rank::ALL.into_iter().filter_map(|rank| miscounted(rank, count(rank))).collect();
        if let Some(wrong) = wrong.into_iter().reduce(|wrong, more| wrong.and(&more)) {
            return Err(Garbled(match ranks.len() {
                25 => {
                    sentence!("`ARRAY` and the 25 pieces ({wrong}),", "“ARRAY”及 25 枚棋子（{wrong}）"; wrong)
                }
                count => sentence!(
                    "`ARRAY` and 25 letters, not {count} ({wrong}),",
                    "“ARRAY”及 25 个字母，而不是 {count} 个（{wrong}）"; count, wrong
                ),
            }));
        }
        let mut laid: Vec<_> = ranks.into_iter().zip(Point::homes(self.seat)).collect();
        laid.sort_by_key(|(rank, _)| rank.order());
        Ok(laid.into_iter().map(|(rank, point)| Act::Lay(*point, rank)).collect())
    }

    /// The letters of a layout, numbered from 1, that may be a given rank: `22 (L1), 24 (L3)`.
    fn letters_for(&self, rank: Rank) -> String {
        let homes = Point::homes(self.seat);
        let allowed: Vec<usize> = (0..homes.len()).filter(|home| Board::at_home(*home).has(rank)).collect();
        let runs = allowed.chunk_by(|home, next| home + 1 == *next).map(|run| {
            let (first, last) = (run[0], run[run.len() - 1]);
            let [from, to] = [first, last].map(|home| self.name(homes[home]));
            if first == last {
                format!("{} ({from})", first + 1)
            } else {
                format!("{}–{} ({from}–{to})", first + 1, last + 1)
            }
        });
        runs.collect::<Vec<_>>().join(", ")
    }

    fn go(&self, text: &str) -> Result<Vec<Act>, Garbled> {
        match read(text) {
            Ok(Act::Go(from, to)) => Ok(vec![Act::Go(from.seen_by(self.seat), to.seen_by(self.seat))]),
            _ => Err(Garbled::expected(
                "`BESTMOVE` and two points, rows A–L and columns 0–4,",
                "“BESTMOVE”及两个点，行 A–L、列 0–4",
            )),
        }
    }
}

/// How many letters of a rank a layout lacks or has too many; `None` if the number is right.
fn miscounted(rank: Rank, count: usize) -> Option<Sentence> {
    let (letter, name) = (rank.letter(), rank.name());
    match count.cmp(&rank.count()) {
        Ordering::Equal => None,
        Ordering::Less => {
            let lacks = rank.count() - count;
            Some(sentence!(
                "{lacks} of {letter}, {name}, missing", "缺 {lacks} 个 {letter}（{name}）"; lacks, letter, name
            ))
        }
        Ordering::Greater => {
            let spare = count - rank.count();
            Some(sentence!(
                "{spare} of {letter}, {name}, too many", "多 {spare} 个 {letter}（{name}）"; spare, letter, name
            ))
        }
    }
}

impl Dialect<Board> for Junqi {
    fn open(&mut self, seat: Seat, rules: &Rules, out: &mut Lines) {
        self.seat = seat;
        self.steps = rules.no_contact_plies;
        out.line(INFORMATION);
    }

    fn awaits(&self) -> Option<String> {
        (!self.named).then(|| INFORMATION.to_owned())
    }

    fn report(&mut self, after: &Known, report: &Report, _: bool, out: &mut Lines) {
        let Report::Went(from, to, fight, _) = *report else { return };
        if std::mem::take(&mut self.asked) {
            out.line(format_args!("RESULT {} {}", digit(fight), self.flag(after)));
        } else {
            self.last = Some((from, to, fight));
        }
    }

    fn lifecycle(&self) -> Lifecycle {
        Lifecycle { lays_before_the_clock: true, ..Lifecycle::default() }
    }

    /// Repeats the request after a refusal, since the protocol has no word for refusals.
    fn ask(&mut self, view: &Known, left: Left, out: &mut Lines) {
        if view.board().phase() == Phase::Laying {
            let left = left[self.seat.index()].map_or(MOST_SECONDS, |left| left.as_secs().min(MOST_SECONDS));
            let steps = self.steps.min(MOST_STEPS);
            out.line(format_args!("START {} {left:04} {steps:02}", self.seat.index()));
            return;
        }
        self.asked = true;
        match self.last {
            None => out.line("GO 0000 0 00"),
            Some((from, to, fight)) => {
                let (from, to, flag) = (self.name(from), self.name(to), self.flag(view));
                out.line(format_args!("GO {from}{to} {} {flag}", digit(fight)));
            }
        }
    }

    fn hear(&mut self, view: &Known, line: &[u8]) -> Result<Said<Act>, Garbled> {
        let line = line.trim_ascii();
        if line.is_empty() {
            return Ok(Said::Nothing);
        }
        if !self.named {
            self.named = true;
            // Some programs send their name without the keyword.
            let name = after("NAME", line).filter(|rest| rest.first().is_none_or(u8::is_ascii_whitespace));
            let name = printable(name.unwrap_or(line).trim_ascii());
            return Ok(Said::Ready((!name.is_empty()).then_some(name)));
        }
        let acts = if view.board().phase() == Phase::Laying {
            self.layout(text_after("ARRAY", line))?
        } else {
            self.go(text_after("BESTMOVE", line))?
        };
        Ok(Said::Acts(acts, Span::Turn))
    }

    fn spell(&self, _: &Known, turn: &[Act], out: &mut Lines) {
        spell(self.seat, turn, out);
    }

    /// Names the pieces of a layout by number, since a layout identifies them by order and not by place.
    fn explain(&self, turn: &[Act], why: &Illegal) -> Option<Sentence> {
        let Act::Lay(at, rank) = *turn.get(why.at)? else { return None };
        let number = 1 + Point::homes(self.seat).iter().position(|home| *home == at)?;
        let (point, letter, name, letters) =
            (self.name(at), rank.letter(), rank.name(), self.letters_for(rank));
        Some(sentence!(
            "letter {number} ({point}) is {letter}, the {name}: it may be one of the letters {letters}",
            "第 {number} 个字母（{point}）是 {letter}（{name}），只能是这些位置的字母：{letters}";
            number, point, letter, name, letters
        ))
    }

    fn refused(&mut self, _: &Illegal, _: &mut Lines) {}

    fn close(&mut self, outcome: &Outcome, out: &mut Lines) {
        let code = outcome.winner.map_or(2, |winner| u8::from(winner == self.seat));
        out.line(format_args!("END {code}"));
    }

    fn strict(&self) -> bool {
        true
    }
}

/// The program's side.
pub(crate) struct JunqiClient {
    seat: Seat,
    /// The move just sent, until `RESULT` reports its outcome.
    said: Option<(Point, Point)>,
}

impl Default for JunqiClient {
    fn default() -> Self {
        JunqiClient { seat: Seat::First, said: None }
    }
}

impl JunqiClient {
    fn start(&mut self, words: &[&str], cues: &mut Vec<Cue<Board>>) {
        let [first, time, steps] = *words else { return };
        self.seat = if first == "0" { Seat::First } else { Seat::Second };
        self.said = None;
        let rules = Rules::default();
        let no_contact_plies = steps.parse().unwrap_or(rules.no_contact_plies);
        cues.push(Cue::Start(self.seat, Rules { no_contact_plies, ..rules }));
        cues.push(Cue::Think(time.parse().ok().map(Duration::from_secs)));
    }

    fn point(&self, text: &str) -> Option<Point> {
        read_point(text).map(|point| point.seen_by(self.seat))
    }

    /// Learns the opponent's move, if there is one yet, and asks for a move.
    fn go(&self, view: &Known, words: &[&str], cues: &mut Vec<Cue<Board>>) {
        let mut known = *view;
        let (me, other) = (self.seat, self.seat.other());
        if known.board().phase() == Phase::Laying && known.board().is_laid(me) {
            // A request for a move implies that both sides have laid their pieces.
            known.learn(&Report::Ready(other));
            cues.push(Cue::Learn(Report::Ready(other)));
        }
        if let [way, rest @ ..] = words
            && let Some((from, to)) = way.split_at_checked(2)
            && let Some(way) = self.point(from).zip(self.point(to))
        {
            self.learn(&known, other, way, rest, cues);
        }
        cues.push(Cue::Think(None));
    }

    /// Learns a move and its outcome from the result's digit and the flag's place. Since a platform may err,
    /// moves that cannot have happened are ignored.
    fn learn(
        &self,
        known: &Known,
        mover: Seat,
        (from, to): (Point, Point),
        words: &[&str],
        cues: &mut Vec<Cue<Board>>,
    ) {
        let (board, me, other) = (known.board(), self.seat, self.seat.other());
        let digit = words.first().and_then(|digit| digit.parse::<usize>().ok());
        let Some(fight) = digit.and_then(|digit| RESULTS.get(digit).copied()) else { return };
        let owner = |point| board.piece(point).map(|(owner, _)| owner);
        let meets = fight.map(|_| mover.other());
        if board.phase() != Phase::Moving(mover) || owner(from) != Some(mover) || owner(to) != meets {
            return;
        }
        // The protocol does not report the loss of a program's own commander, which the program can see.
        let (mine, survives) = if mover == me { (from, Fight::Won) } else { (to, Fight::Lost) };
        let is_commander =
            board.piece(mine).and_then(|(owner, home)| board.rank(owner, home)) == Some(Rank::Commander);
        let own_flag =
            if is_commander && fight.is_some_and(|fight| fight != survives) { board.flag(me) } else { None };
        let flag = words.get(1).and_then(|flag| self.point(flag));
        let flag = flag.filter(|at| board.shown_flag(other).is_none() && owner(*at) == Some(other));
        for (seat, flag) in [(me, own_flag), (other, flag)] {
            cues.extend(flag.map(|at| Cue::Learn(Report::Flag(seat, at))));
        }
        cues.push(Cue::Learn(Report::Went(from, to, fight, None)));
    }
}

impl Client<Board> for JunqiClient {
    fn hear(&mut self, view: &Known, line: &[u8], cues: &mut Vec<Cue<Board>>) {
        let Ok(text) = std::str::from_utf8(line) else { return };
        let words: Vec<&str> = text.split_ascii_whitespace().collect();
        match *words {
            ["INFO" | "INFORMATION", ..] => cues.push(Cue::Answer("NAME {name}".to_owned())),
            ["START", ref words @ ..] => self.start(words, cues),
            ["GO", ref words @ ..] => self.go(view, words, cues),
            ["RESULT", ref words @ ..] => {
                if let Some(way) = self.said.take() {
                    self.learn(view, self.seat, way, words, cues);
                }
            }
            ["END", ..] => cues.extend([Cue::End, Cue::Quit]),
            _ => {}
        }
    }

    fn say(&mut self, _: &Known, turn: &[Act], out: &mut Lines, cues: &mut Vec<Cue<Board>>) {
        spell(self.seat, turn, out);
        if let [Act::Go(from, to)] = *turn {
            self.said = Some((from, to));
            return;
        }
        let laid = laid(self.seat, turn);
        if laid.is_empty() {
            return;
        }
        // The protocol does not report a program's own layout.
        cues.extend(laid.into_iter().map(|(at, rank)| Cue::Learn(Report::Laid(self.seat, at, rank))));
        cues.push(Cue::Learn(Report::Ready(self.seat)));
    }
}

/// The pieces that these acts lay, in the order of a layout's letters.
fn laid(seat: Seat, turn: &[Act]) -> Vec<(Point, Rank)> {
    let rank_at = |home: &Point| {
        turn.iter().find_map(|m| match *m {
            Act::Lay(at, rank) if at == *home => Some((at, rank)),
            _ => None,
        })
    };
    Point::homes(seat).iter().filter_map(rank_at).collect()
}

/// Writes a turn as a program sends it: a move, or a whole layout.
fn spell(seat: Seat, turn: &[Act], out: &mut Lines) {
    if let [Act::Go(from, to)] = *turn {
        let [from, to] = [from, to].map(|point| name(point.seen_by(seat)));
        out.line(format_args!("BESTMOVE {from}{to}"));
        return;
    }
    let letters: String = laid(seat, turn).iter().map(|(_, rank)| rank.letter()).collect();
    if !letters.is_empty() {
        out.line(format_args!("ARRAY {letters}"));
    }
}
