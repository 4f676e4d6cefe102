//! What built-in players report of their thinking, as shown next to the board.

use leitai_core::{Info, Lang, Line, Noun, Proved, Seat, say};

/// The latest report of each seat that has not been shown yet.
pub(super) struct Thoughts {
    /// Whose reports are shown.
    of: [bool; 2],
    last: [Option<Info<String>>; 2],
}

impl Thoughts {
    pub(super) fn of(of: [bool; 2]) -> Thoughts {
        Thoughts { of, last: [None, None] }
    }

    /// Takes in lines of a record.
    pub(super) fn hear(&mut self, lines: &[u8]) {
        for line in lines.split(|byte| *byte == b'\n') {
            if let Ok(Line::Note { seat, what, text }) = serde_json::from_slice(line)
                && what == "debug"
                && self.of[seat.index()]
                && let Ok(info) = text.parse()
            {
                self.last[seat.index()] = Some(info);
            }
        }
    }

    /// Returns the new reports, one line per seat.
    pub(super) fn take(&mut self, names: &[String; 2], lang: Lang) -> String {
        let lines = Seat::BOTH.into_iter().filter_map(|seat| {
            let info = self.last[seat.index()].take()?;
            Some(said(&names[seat.index()], seat, &info, lang) + "\n")
        });
        lines.collect()
    }
}

fn said(name: &str, seat: Seat, info: &Info<String>, lang: Lang) -> String {
    let (depth, nodes, percent) = (info.depth, info.nodes, info.expected * 100.0);
    let mut text = say!(
        lang,
        "{name}: depth {depth}, {nodes} nodes, expects {percent:.1} %",
        "{name}：深度 {depth}，{nodes} 个节点，预期 {percent:.1} %"
    );
    if let Some(Proved { winner, acts }) = info.proved {
        text += &match winner {
            None => say!(lang, ", a certain draw", "，必和"),
            Some(winner) if winner == seat => say!(lang, ", a certain win", "，必胜"),
            Some(_) => say!(lang, ", a certain loss", "，必负"),
        };
        if let Some(acts) = acts {
            let moves = Noun::MOVES.of(u32::from(acts));
            text += &say!(lang, " within {moves}", "（{moves} 手内）"; moves);
        }
    }
    if !info.line.is_empty() {
        text += &say!(lang, ": {}", "：{}", info.line.join(" "));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    const LINES: &str = r#"{"type":"note","seat":"second","what":"debug","text":"depth 1 nodes 9 expected 0.400 line K11"}
{"type":"note","seat":"second","what":"debug","text":"depth 2 nodes 90 expected 0.632 proved second 12 line J10 K11"}
{"type":"note","seat":"second","what":"debug","text":"not a thought"}
{"type":"note","seat":"first","what":"debug","text":"depth 7 nodes 7 expected 0.500"}
{"type":"note","seat":"second","what":"noise","text":"depth 8 nodes 8 expected 0.500"}
"#;

    #[test]
    fn the_last_word_of_those_who_are_heard_is_shown_once() {
        let names = ["you".to_owned(), "best".to_owned()];
        let mut thoughts = Thoughts::of([false, true]);
        thoughts.hear(LINES.as_bytes());
        assert_eq!(
            thoughts.take(&names, Lang::En),
            "best: depth 2, 90 nodes, expects 63.2 %, a certain win within 12 moves: J10 K11\n"
        );
        assert_eq!(thoughts.take(&names, Lang::En), "");
        thoughts.hear(LINES.as_bytes());
        assert_eq!(
            thoughts.take(&names, Lang::Zh),
            "best：深度 2，90 个节点，预期 63.2 %，必胜（12 手内）：J10 K11\n"
        );
    }
}
