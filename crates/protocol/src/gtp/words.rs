//! The spelling that both ends of `gtp` and `htp` share: colours, vertices, and what a game adds to them.

use leitai_core::{Actor, Outcome, Position, Report, Seat, State, Turn};
use std::fmt::Write as _;

/// An answer to a request for an act.
pub(super) const RESIGN: &str = "resign";

/// The spelling of one game in the frame of the Go Text Protocol.
pub trait GtpWords: Send + 'static {
    /// The rules of the game.
    type Position: Position;

    /// The coordinates of its board.
    const STYLE: Style;

    /// Whether the referee knows more than a seat, so that a program's move is only an attempt. If so, the program
    /// is asked by `reg_genmove`, which plays nothing; commands then report the outcome of the attempt, and the
    /// program is also sent its seat.
    const HIDDEN: bool = false;

    /// Commands that this game adds to the standard ones.
    const EXTENSIONS: &'static [&'static str] = &[];

    /// The rules that a view was created with.
    fn rules(view: &ViewOf<Self>) -> RulesOf<Self>;

    /// The columns and rows of the board.
    fn size(rules: &RulesOf<Self>) -> (u8, u8);

    /// The same rules on a board with this many columns and rows, if there is one.
    fn sized(rules: &RulesOf<Self>, columns: u8, rows: u8) -> Option<RulesOf<Self>>;

    /// Appends the commands for the remaining rules. A program may refuse them, as not every program knows them.
    fn settings(_rules: &RulesOf<Self>, _out: &mut Vec<String>) {}

    /// The rules after such a command, if it is one and well formed. Not called for `komi`, which changes nothing
    /// in our games.
    fn set(_rules: &RulesOf<Self>, _command: &str, _arguments: &[&str]) -> Option<RulesOf<Self>> {
        None
    }

    /// The spelling of a seat's act.
    fn vertex(m: &MoveOf<Self>) -> Option<Vertex>;

    /// The act with this spelling, on the largest board.
    fn act(vertex: Vertex) -> Option<MoveOf<Self>>;

    /// The seat whose stone a view shows in a column and row.
    fn stone(view: &ViewOf<Self>, x: u8, y: u8) -> Option<Seat>;

    /// Appends the commands that inform a seat of this report, which leads to `after`; none if its program knows
    /// the act by having said it.
    fn tell(seat: Seat, after: &ViewOf<Self>, report: &ReportOf<Self>, out: &mut Vec<String>);

    /// What a program learns from `play` by that seat; nothing if the rules do not allow it.
    fn learn(view: &ViewOf<Self>, by: Seat, m: &MoveOf<Self>) -> Vec<ReportOf<Self>>;

    /// What a program learns from an extension; nothing if its arguments are wrong, or if it is impossible.
    fn extension(_view: &ViewOf<Self>, _command: &str, _arguments: &[&str]) -> Option<ReportOf<Self>> {
        None
    }

    /// The answer to `final_score` in a finished game.
    fn score(_view: &ViewOf<Self>, outcome: &Outcome) -> String {
        match outcome.winner {
            Some(Seat::First) => "B+".to_owned(),
            Some(Seat::Second) => "W+".to_owned(),
            None => "0".to_owned(),
        }
    }
}

pub(crate) type MoveOf<W> = <<W as GtpWords>::Position as State>::Move;
pub(crate) type RulesOf<W> = <<W as GtpWords>::Position as Position>::Rules;
pub(crate) type ViewOf<W> = <<W as GtpWords>::Position as Position>::View;
pub(crate) type ReportOf<W> = Report<<W as GtpWords>::Position>;

/// The coordinates of a board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Style {
    /// The Go Text Protocol: capital letters without I, rows from the bottom.
    Go,
    /// Hex programs: small letters, rows from the top.
    Hex,
}

/// An act as it is sent.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Vertex {
    /// A column from the left and a row, both from 0; the style determines the side from which rows are counted.
    Point {
        /// The column.
        x: u8,
        /// The row.
        y: u8,
    },
    /// `pass`.
    Pass,
    /// `swap-pieces`: the first stone is taken over.
    Swap,
}

const SWAP: &str = "swap-pieces";

impl Style {
    /// The letter of a column.
    pub(crate) fn letter(self, x: u8) -> char {
        match self {
            Style::Go => char::from(b'A' + x + u8::from(x >= 8)),
            Style::Hex => char::from(b'a' + x),
        }
    }

    /// The vertex as it is sent.
    pub fn write(self, vertex: Vertex, out: &mut String) {
        // Writing to a String cannot fail.
        let _ = match vertex {
            Vertex::Point { x, y } => write!(out, "{}{}", self.letter(x), u32::from(y) + 1),
            Vertex::Pass => write!(out, "pass"),
            Vertex::Swap => write!(out, "{SWAP}"),
        };
    }

    /// Reads a vertex in upper or lower case, on up to 25 columns and rows.
    pub fn read(self, text: &str) -> Option<Vertex> {
        if text.eq_ignore_ascii_case("pass") {
            return Some(Vertex::Pass);
        }
        if text.eq_ignore_ascii_case(SWAP) {
            return Some(Vertex::Swap);
        }
        let letter = text.chars().next()?;
        let x = (0..25).find(|x| self.letter(*x).eq_ignore_ascii_case(&letter))?;
        let row = text.get(letter.len_utf8()..)?;
        let is_number = row.len() <= 2 && row.bytes().all(|digit| digit.is_ascii_digit());
        let y = row.parse::<u8>().ok().filter(|_| is_number)?.checked_sub(1)?;
        (y < 25).then_some(Vertex::Point { x, y })
    }
}

/// The name of a seat's colour: First is black.
pub fn color(seat: Seat) -> &'static str {
    match seat {
        Seat::First => "black",
        Seat::Second => "white",
    }
}

/// The initial of a seat's colour, as sent in the standard commands: every program knows it, and some know only the
/// initial.
pub(super) fn initial(seat: Seat) -> &'static str {
    &color(seat)[..1]
}

/// Reads a colour in upper or lower case, in full or the initial alone.
pub fn read_color(text: &str) -> Option<Seat> {
    Seat::BOTH.into_iter().find(|seat| {
        let word = color(*seat);
        text.eq_ignore_ascii_case(word) || text.eq_ignore_ascii_case(&word[..1])
    })
}

/// `play b VERTEX`; `None` for an act that is not a seat's.
pub fn play<W: GtpWords + ?Sized>(seat: Seat, m: &MoveOf<W>) -> Option<String> {
    let mut command = format!("play {} ", initial(seat));
    W::STYLE.write(W::vertex(m)?, &mut command);
    Some(command)
}

/// The board as rows of text, for people.
pub(crate) fn drawn<W: GtpWords>(view: &ViewOf<W>) -> String {
    let (columns, rows) = W::size(&W::rules(view));
    let mut letters = String::new();
    (0..columns).for_each(|x| letters.extend([' ', W::STYLE.letter(x)]));
    let mut out = format!("   {letters}");
    for n in 0..rows {
        // In Hex each row is shifted right by half a cell from the row above.
        let (y, indent) = match W::STYLE {
            Style::Go => (rows - 1 - n, 0),
            Style::Hex => (n, usize::from(n)),
        };
        let _ = write!(out, "\n{:indent$}{:2} ", "", u32::from(y) + 1);
        for x in 0..columns {
            out.push_str(match W::stone(view, x, y) {
                Some(Seat::First) => " X",
                Some(Seat::Second) => " O",
                None => " .",
            });
        }
        let _ = write!(out, " {}", u32::from(y) + 1);
    }
    out
}

/// How the game ended, if it is over; otherwise who is on turn.
pub(crate) fn standing(turn: Turn) -> Result<Seat, Option<Outcome>> {
    match turn {
        Turn::Of(Actor::Seat(seat)) => Ok(seat),
        other => Err(other.outcome()),
    }
}

/// An act as written in an answer to `genmove`.
pub(super) fn vertex<W: GtpWords>(m: &MoveOf<W>) -> String {
    let mut vertex = String::new();
    if let Some(m) = W::vertex(m) {
        W::STYLE.write(m, &mut vertex);
    }
    vertex
}

/// A line as the protocol reads it: a tab becomes a blank, other control characters are dropped.
pub(super) fn plain(line: &[u8]) -> Vec<u8> {
    let bytes = line.iter().map(|b| if *b == b'\t' { b' ' } else { *b });
    bytes.filter(|b| !b.is_ascii_control()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_vertex_reads_back() {
        for style in [Style::Go, Style::Hex] {
            let points = (0..25).flat_map(|x| (0..25).map(move |y| Vertex::Point { x, y }));
            for vertex in points.chain([Vertex::Pass, Vertex::Swap]) {
                let mut text = String::new();
                style.write(vertex, &mut text);
                assert_eq!(style.read(&text), Some(vertex));
                assert_eq!(style.read(&text.to_ascii_uppercase()), Some(vertex));
                assert_eq!(style.read(&text.to_ascii_lowercase()), Some(vertex));
            }
        }
        let mut text = String::new();
        Style::Go.write(Vertex::Point { x: 8, y: 8 }, &mut text);
        Style::Hex.write(Vertex::Point { x: 8, y: 10 }, &mut text);
        assert_eq!(text, "J9i11");
    }

    #[test]
    fn what_is_no_vertex_is_refused() {
        for text in
            ["", "I5", "A0", "A26", "A", "5", "A+5", "A5 ", "AA5", "A005", "swap", "resign", "甲5", "Ａ5"]
        {
            assert_eq!(Style::Go.read(text), None, "{text}");
        }
        assert_eq!(Style::Hex.read("z1"), None);
    }

    #[test]
    fn colours_are_read_whole_or_by_their_initial() {
        for text in ["b", "B", "black", "Black"] {
            assert_eq!(read_color(text), Some(Seat::First));
        }
        for text in ["w", "W", "white", "WHITE"] {
            assert_eq!(read_color(text), Some(Seat::Second));
        }
        for text in ["", "bl", "red", "empty"] {
            assert_eq!(read_color(text), None);
        }
    }
}
