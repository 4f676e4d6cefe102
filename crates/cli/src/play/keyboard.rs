//! A person at this terminal, and what the person types.

use super::arranging::arranged;
use super::choices::listed;
use super::local_game::{LocalGame, wipe};
use crate::out;
use crate::screen::at_a_terminal;
use leitai_arena::{Person, PersonInput, Typed};
use leitai_check::read_acts;
use leitai_core::{Actor, Refusal, Seat, Spot, Table, Turn, Viewer, say};
use leitai_sandbox::system::keyboard;

/// The person in one seat.
pub(super) struct Keyboard<'a> {
    local: &'a LocalGame,
    stdin: std::io::Stdin,
    prompt: String,
    /// Whether the notation of moves was explained.
    told: bool,
    handing: Handing,
}

/// The state of handing over the keyboard, when two persons play a game with secrets.
#[derive(Clone, Copy, PartialEq)]
enum Handing {
    /// The other person still sees the board.
    Leaves,
    /// The board is hidden until this person arrives.
    Comes,
    /// This person is at the keyboard.
    Sits,
}

impl<'a> Keyboard<'a> {
    pub(super) fn new(local: &'a LocalGame) -> Keyboard<'a> {
        let (prompt, told, handing) = (String::new(), false, Handing::Sits);
        Keyboard { local, stdin: std::io::stdin(), prompt, told, handing }
    }

    /// Prompts for the next step of handing over the keyboard, or for a move.
    fn hand_over(&mut self, table: &dyn Table, seat: Seat) {
        let (lang, side) = (self.local.lang, table.facts().seat(seat).to(self.local.lang));
        self.prompt = match self.handing {
            Handing::Leaves => {
                say!(
                    lang,
                    "Enter hides the board for {side}; then hand over> ",
                    "按回车遮住棋盘，再交给{side}> "
                )
            }
            Handing::Comes => say!(lang, "{side}: Enter shows your board> ", "{side}：按回车显示你的棋盘> "),
            Handing::Sits => return self.ask(table, seat),
        };
        out::text(&self.prompt);
    }

    fn ask(&mut self, table: &dyn Table, seat: Seat) {
        let (facts, lang) = (table.facts(), self.local.lang);
        let (side, how) = (facts.seat(seat).to(lang), facts.notation.to(lang));
        if !std::mem::replace(&mut self.told, true) {
            out::line(&say!(
                lang,
                "Moves: {how}. Also: help, hint, auto, undo, save FILE, resign, quit.",
                "着法：{how}。另可输入：帮助、提示、代走、悔棋、保存 文件、认输、退出。"
            ));
            if matches!(table.turn(), Turn::Secret(_)) && at_a_terminal() {
                out::line(&say!(
                    lang,
                    "auto lays everything at once; arrange shows that layout first, for the arrow keys.",
                    "“代走”一次布完；“布阵”先显示该布阵，可用方向键调整。"
                ));
            }
        }
        self.prompt = match table.turn() {
            Turn::Of(Actor::Arbiter) => say!(lang, "referee> ", "请你裁判> "),
            _ => match table.scene(Viewer::Seat(seat)).numbers {
                Some((least, most)) => say!(
                    lang,
                    "your move ({side}), a number from {least} to {most}> ",
                    "轮到你（{side}），请输入 {least} 到 {most} 的数> "
                ),
                None => say!(lang, "your move ({side})> ", "轮到你（{side}）> "),
            },
        };
        out::text(&self.prompt);
    }

    /// Lists the moves, or only those with the given beginning. Returns false if there are none.
    fn help(&self, table: &dyn Table, seat: Seat, beginning: &str) -> bool {
        let choices = match table.turn() {
            Turn::Of(Actor::Arbiter) => table.rulings(),
            _ => table.choices(seat),
        };
        let texts: Vec<_> = choices.into_iter().map(|choice| choice.text).collect();
        let said = listed(&texts, beginning, self.local.lang);
        if let Some(said) = &said {
            out::line(said);
        }
        said.is_some()
    }

    /// To how many plies this person's last turn is taken back, or that of either if both are persons.
    fn back_to(&self, table: &dyn Table, seat: Seat) -> Option<u32> {
        let both = self.local.humans == [true; 2];
        Seat::BOTH.into_iter().filter(|of| both || *of == seat).filter_map(|of| table.back_to(of)).max()
    }
}

impl Person for Keyboard<'_> {
    fn input(&self) -> PersonInput<'_> {
        PersonInput { lines: keyboard(&self.stdin), typing: &self.local.typing, is_far: false }
    }

    fn asked(&mut self, table: &dyn Table, seat: Seat) {
        self.handing = match self.local.at() {
            _ if !self.local.parts(table) => Handing::Sits,
            Some(at) if at == seat => Handing::Sits,
            Some(_) => Handing::Leaves,
            None => Handing::Comes,
        };
        self.hand_over(table, seat);
    }

    fn typed(&mut self, table: &dyn Table, seat: Seat, line: &[u8]) -> Typed {
        let lang = self.local.lang;
        match self.handing {
            Handing::Leaves => {
                wipe();
                self.local.sit(None);
                self.handing = Handing::Comes;
                self.hand_over(table, seat);
                return Typed::Nothing;
            }
            Handing::Comes => {
                self.local.sit(Some(seat));
                self.handing = Handing::Sits;
                out::text(&self.local.screen(table, Viewer::Seat(seat)));
                self.hand_over(table, seat);
                return Typed::Nothing;
            }
            Handing::Sits => {}
        }
        let text = leitai_protocol::printable(line);
        let text = text.trim();
        let (word, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
        match (word.to_lowercase().as_str(), rest.trim()) {
            ("", _) => {}
            ("help" | "?" | "h" | "帮助", beginning) => {
                if !self.help(table, seat, beginning) {
                    out::line(&say!(
                        lang,
                        "no legal move begins with `{beginning}`",
                        "没有以“{beginning}”开头的合法着法"
                    ));
                }
            }
            ("resign" | "认输", "") => return Typed::Resign,
            ("quit" | "q" | "exit" | "退出", "") => return Typed::Leave,
            ("undo" | "悔棋", "") => match self.back_to(table, seat) {
                Some(to) => return Typed::Back { to, dice: false },
                None => out::line(&say!(
                    lang,
                    "Cannot undo: you have no move to take back",
                    "无法悔棋：你还没有可以收回的着法"
                )),
            },
            ("save" | "保存", file) if !file.is_empty() => {
                *self.local.keeps.borrow_mut() = Some(file.into());
                return Typed::Leave;
            }
            ("hint" | "提示", "") => {
                let hint = self.local.past.borrow().hint(seat, lang);
                out::line(&hint.unwrap_or_else(|| say!(lang, "no hint here", "此处没有提示")));
            }
            ("arrange" | "布阵", "") if at_a_terminal() => {
                // Nothing can be laid without a terminal that reads keys.
                if let Ok(Some(layout)) = arranged(self.local, seat) {
                    return Typed::Acts(layout);
                }
                out::line(&say!(lang, "nothing was laid", "没有布阵"));
            }
            ("auto" | "代走", "") => {
                let turn = self.local.past.borrow().played_for(seat);
                if let Some(turn) = turn {
                    out::line(&say!(lang, "played for you: {}", "已代走：{}", turn.join(" ")));
                    return Typed::Acts(turn);
                }
                out::line(&say!(lang, "this cannot be played for you", "此处无法代走"));
            }
            _ => match read_acts(table, text).or_else(|why| numbered(table, seat, text).ok_or(why)) {
                Ok(acts) => return Typed::Acts(acts),
                // A piece alone: its possible moves.
                Err(_) if self.help(table, seat, text) => {}
                Err(why) => {
                    out::line(&say!(
                        lang, "`{text}` is not a move; expected: {why}", "看不懂“{text}”，应为：{why}"; text, why
                    ));
                }
            },
        }
        out::text(&self.prompt);
        Typed::Nothing
    }

    fn refused(&mut self, refusal: &Refusal) {
        out::line(refusal.said().to(self.local.lang));
        out::text(&self.prompt);
    }
}

/// The act with that number, if choices are numbered.
fn numbered(table: &dyn Table, seat: Seat, text: &str) -> Option<Vec<String>> {
    let number = Spot::Number(text.parse().ok()?);
    let chosen = table.choices(seat).into_iter().find(|choice| choice.path == [number])?;
    Some(vec![chosen.text])
}
