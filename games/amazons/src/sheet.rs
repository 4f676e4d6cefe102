//! The game's record sheet: `1 D1D7(G7) A7D7(D8)`, one round per line, black then white.

use crate::{Board, Move, Rules, notation};
use leitai_core::{Actor, Garbled, Heading, Lang, Position, Sentence, SheetError, SheetGame, State};
use leitai_sheet::{Cursor, Head};

const HEAD: Head = Head { code: "AM", sides: ["B", "W"] };

/// The national record sheet.
pub(crate) struct Sheet;

impl leitai_core::Sheet<Board> for Sheet {
    fn knows(&self, text: &str) -> bool {
        HEAD.knows(text)
    }

    fn write(&self, heading: &Heading, _: &Rules, acts: &[(Actor, Move)]) -> String {
        let mut out = String::from("#");
        HEAD.write(heading, [0, 1], &mut out);
        out.push(';');
        for (at, (_, m)) in acts.iter().enumerate() {
            let mut shot = String::new();
            notation::write(*m, &mut shot);
            if at % 2 == 0 {
                out.push_str(&format!("\n{}", at / 2 + 1));
            }
            out.push(' ');
            out.push_str(&shot.to_ascii_uppercase());
        }
        out.push('\n');
        out
    }

    fn read(&self, rules: &Rules, text: &str) -> Result<SheetGame<Board>, SheetError> {
        let mut cursor = Cursor::new(text);
        let heading = HEAD.read(&mut cursor)?;
        let mut board = Board::initial(rules);
        let mut acts = Vec::new();
        loop {
            // A round's number adds nothing to its position in the text.
            cursor.skip(&[';', '.', ':', ',', '}', '0', '1', '2', '3', '4', '5', '6', '7', '8', '9']);
            if cursor.is_done() {
                return Ok(SheetGame::of(heading, acts));
            }
            let line = cursor.line();
            let mut word = cursor.until(|c| c == ')' || c == '\n').to_owned();
            if cursor.accept(')') {
                word.push(')');
            }
            let m = notation::read(&word).map_err(|Garbled(what)| {
                let word = word.escape_debug();
                let [en, zh] = [Lang::En, Lang::Zh].map(|lang| what.to(lang));
                let wrong = Sentence::new(
                    format!("{en} was expected, not `{word}`"),
                    format!("应为：{zh}，而不是“{word}”"),
                );
                SheetError::new(line, wrong)
            })?;
            let Some(by) = board.turn().next() else {
                return Err(SheetError::new(
                    line,
                    Sentence::new("a move after the end of the game", "终局之后还有着法"),
                ));
            };
            board.check(by, &m).map_err(|why| SheetError::new(line, why.reason()))?;
            board.play(by, &m);
            acts.push((by, m));
        }
    }

    fn file_name(&self, heading: &Heading) -> String {
        HEAD.file_name(heading)
    }
}
