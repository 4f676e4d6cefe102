//! The game's record sheet: JSON with the edges in order, `r(e2,v)` for one of red's.

use crate::{Board, Edge, Rules, notation};
use leitai_core::{
    Actor, Garbled, Heading, Position, Seat, Sentence, SheetError, SheetGame, SheetResult, State, sentence,
};
use leitai_sheet::Head;
use serde::{Deserialize, Serialize};

const HEAD: Head = Head { code: "DB", sides: ["r", "b"] };

/// The national record sheet.
pub(crate) struct Sheet;

/// The members of the sheet's object. Scores are not read: a wrong one is no reason to refuse the moves.
#[derive(Serialize, Deserialize)]
struct Written {
    #[serde(rename = "R", default)]
    red: String,
    #[serde(rename = "B", default)]
    blue: String,
    #[serde(default)]
    winner: String,
    #[serde(rename = "RScore", skip_deserializing)]
    red_score: u32,
    #[serde(rename = "BScore", skip_deserializing)]
    blue_score: u32,
    #[serde(rename = "Date", default)]
    date: String,
    #[serde(rename = "Event", default)]
    event: String,
    game: Vec<Piece>,
}

/// An edge, in an object of its own or bare.
#[derive(Serialize, Deserialize)]
#[serde(untagged)]
enum Piece {
    Object { piece: String },
    Bare(String),
}

impl leitai_core::Sheet<Board> for Sheet {
    fn knows(&self, text: &str) -> bool {
        let text = text.trim_start();
        text.starts_with('{') && text.contains("\"game\"") && text.contains("\"R\"")
    }

    fn write(&self, heading: &Heading, rules: &Rules, acts: &[(Actor, Edge)]) -> String {
        let mut board = Board::initial(rules);
        let mut game = Vec::with_capacity(acts.len());
        for (by, edge) in acts {
            let side = if *by == Actor::Seat(Seat::First) { HEAD.sides[0] } else { HEAD.sides[1] };
            let mut name = String::new();
            notation::write(*edge, &mut name);
            // An edge's name is its dot and one letter.
            let (dot, way) = name.split_at(name.len() - 1);
            game.push(Piece::Object { piece: format!("{side}({dot},{way})") });
            board.play(*by, edge);
        }
        let winner = match heading.result {
            Some(SheetResult::Won(Seat::First)) => "R",
            Some(SheetResult::Won(Seat::Second)) => "B",
            Some(SheetResult::Drawn) | None => "",
        };
        let [red, blue] = heading.teams.clone();
        let [red_score, blue_score] = Seat::BOTH.map(|seat| board.boxes(seat).len());
        let date = format!("{} {}", heading.time, heading.place).trim().to_owned();
        let event = heading.event.clone();
        let winner = winner.to_owned();
        let written = Written { red, blue, winner, red_score, blue_score, date, event, game };
        // Serialising strings and numbers cannot fail.
        serde_json::to_string_pretty(&written).unwrap_or_default() + "\n"
    }

    fn read(&self, rules: &Rules, text: &str) -> Result<SheetGame<Board>, SheetError> {
        let written: Written = serde_json::from_str(text).map_err(|error| {
            SheetError::new(
                error.line().max(1),
                sentence!("not a sheet of JSON ({error})", "不是 JSON 棋谱（{error}）"),
            )
        })?;
        let mut board = Board::initial(rules);
        let mut acts = Vec::with_capacity(written.game.len());
        let mut lines = Lines { rest: text, line: 1 };
        for piece in &written.game {
            let (Piece::Object { piece } | Piece::Bare(piece)) = piece;
            let line = lines.of(piece);
            let fail = |what: Sentence| SheetError::new(line, what);
            let side = piece.trim().get(..1).unwrap_or_default();
            let side = HEAD.sides.iter().position(|s| s.eq_ignore_ascii_case(side));
            let side = side.ok_or_else(|| {
                fail(sentence!(
                    "an edge like r(e2,v) was expected, not `{piece}`",
                    "应为形如 r(e2,v) 的边，而不是“{piece}”"
                ))
            })?;
            let edge = notation::read(&piece.trim()[1..]).map_err(|Garbled(what)| fail(what))?;
            let by = Actor::Seat(Seat::BOTH[side]);
            board.check(by, &edge).map_err(|why| fail(why.reason()))?;
            board.play(by, &edge);
            acts.push((by, edge));
        }
        let result = match written.winner.trim() {
            "R" | "r" => Some(SheetResult::Won(Seat::First)),
            "B" | "b" => Some(SheetResult::Won(Seat::Second)),
            _ => None,
        };
        let (time, place) = leitai_sheet::time_and_place(&written.date);
        let heading =
            Heading { teams: [written.red, written.blue], result, time, place, event: written.event };
        Ok(SheetGame::of(heading, acts))
    }

    fn file_name(&self, heading: &Heading) -> String {
        HEAD.file_name(heading)
    }
}

/// Finds the lines of pieces in the text, as JSON values carry no line numbers.
struct Lines<'a> {
    rest: &'a str,
    line: usize,
}

impl Lines<'_> {
    /// The line of the next occurrence of `piece`. If it is spelt differently in the text, the line found last.
    fn of(&mut self, piece: &str) -> usize {
        if let Some(at) = self.rest.find(piece) {
            self.line += self.rest[..at].matches('\n').count();
            self.rest = &self.rest[at..];
        }
        self.line
    }
}
