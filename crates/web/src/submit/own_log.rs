//! What a program wrote to its log and elsewhere, beside the moves of its game: for its author.

use leitai_catalog::{Audience, Cut, Secrets};
use leitai_core::{Lang, Record, Seat, Words};
use leitai_draw::clean;
use leitai_hall::PrivateGame;
use leitai_tournament::GameId;
use serde_json::Value;
use std::fmt::Write as _;
use std::time::Duration;

/// Everything that the program in a seat wrote during a game, beside what its author may know of the game; `None`
/// if the record cannot be read, or nothing may be shown yet.
pub(super) fn own_log(
    record: &str,
    seat: Seat,
    secrets: Secrets,
    age: Duration,
    lang: Lang,
) -> Option<String> {
    let cut = Cut::of(Record::read(record).ok()?, Audience::Author(seat), secrets, age).ok()??;
    Some(log_of(&cut.text().ok()?, lang))
}

/// The log of a game that is not everybody's, which usually ended a moment ago: its author may see all of the program's output
/// at once.
pub(super) fn private_log(record: &str, game: GameId, secrets: Secrets, lang: Lang) -> Option<String> {
    let (_, seats) = PrivateGame::of(game)?;
    if let [seat] = seats {
        return own_log(record, *seat, secrets, Duration::MAX, lang);
    }
    // Both programs belong to the author.
    Record::read(record).ok()?;
    Some(log_of(record, lang))
}

/// The lines of a record in readable form: who played what, how long it took, and what was written where.
fn log_of(text: &str, lang: Lang) -> String {
    let mut log = String::new();
    for line in text.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok()) {
        let raw = |name: &str| line.get(name).and_then(Value::as_str).unwrap_or_default();
        // Somebody, a teacher included, may read this at a terminal, which a program could send control sequences.
        let text = |name: &str| clean(raw(name));
        let who = |name: &str| match raw(name) {
            "first" => Words::new("First", "先手").to(lang),
            "second" => Words::new("Second", "后手").to(lang),
            "chance" => Words::new("dice", "掷骰").to(lang),
            _ => Words::new("referee", "裁判").to(lang),
        };
        let acts = || {
            let acts = line.get("acts").and_then(Value::as_array);
            acts.into_iter().flatten().filter_map(Value::as_str).map(clean).collect::<Vec<_>>().join(" ")
        };
        let ms =
            line.get("us").and_then(Value::as_u64).map(|us| format!(" ({}.{:03} ms)", us / 1000, us % 1000));
        let ms = ms.unwrap_or_default();
        let _ = match raw("type") {
            "game" => {
                let seats =
                    line.get("seats").and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default();
                let name =
                    |seat: usize| seats.get(seat).and_then(|seat| seat.get("name")).and_then(Value::as_str);
                let [first, second] = [0, 1].map(|seat| clean(name(seat).unwrap_or("?")));
                writeln!(log, "# {}: {first} – {second}", text("game"))
            }
            "ready" => writeln!(log, "= {} {}{ms}", who("seat"), text("name")),
            "play" => writeln!(log, "> {} {}{ms}", who("by"), acts()),
            "attempt" => writeln!(log, "! {} {}{} {}{ms}", who("by"), acts(), text("said"), text("rule")),
            "garbled" => writeln!(log, "! {} {}{ms}", who("seat"), text("text")),
            "note" if raw("what") == "reason_zh" => Ok(()),
            "note" => {
                let (seat, what) = (who("seat"), text("what"));
                let said =
                    |said: &str| writeln!(log, "  {seat} {what}: {}", clean(&said.replace('\t', "    ")));
                raw("text").lines().try_for_each(said)
            }
            "end" => writeln!(log, "# {}: {}", text("verdict"), text("reason")),
            _ => Ok(()),
        };
    }
    log
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_author_reads_his_own_notes_beside_the_moves() {
        let record = [
            r#"{"type":"game","game":"tictactoe","seats":[{"name":"甲"},{"name":"乙"}]}"#,
            r#"{"type":"ready","seat":"first","name":"Good","us":1500}"#,
            r#"{"type":"note","seat":"first","what":"debug","text":"depth 3\nbest b2"}"#,
            r#"{"type":"play","by":"first","acts":["b2"],"us":12}"#,
            r#"{"type":"end","verdict":"Crash","reason":"it crashed"}"#,
        ];
        let said = log_of(&record.join("\n"), Lang::En);
        let lines: Vec<_> = said.lines().collect();
        assert_eq!(
            lines,
            [
                "# tictactoe: 甲 – 乙",
                "= First Good (1.500 ms)",
                "  First debug: depth 3",
                "  First debug: best b2",
                "> First b2 (0.012 ms)",
                "# Crash: it crashed",
            ]
        );
        assert!(log_of(record[3], Lang::Zh).contains("> 先手 b2"));
        let evil = r#"{"type":"note","seat":"second","what":"stderr","text":"\u001b]0;x\u0007 a\u009b31m\r\u202eb\n\tend"}"#;
        assert_eq!(log_of(evil, Lang::En), "  Second stderr: ?]0;x? a?31m ?b\n  Second stderr:     end\n");
        assert_eq!(own_log("nonsense", Seat::First, Secrets::default(), Duration::MAX, Lang::En), None);
    }
}
