//! Changed records do not verify: every line dropped, doubled, swapped, moved or replaced by another game's, and every
//! member of every line changed or left out, in records of all games that ended in every way. The seal reveals each of
//! these changes. If the record is sealed again, it is checked against its game: what still verifies then is what a
//! record cannot prove by itself, and `docs/record.md` lists that.

use super::records::{sealed_again, verify};
use super::staged::{Ending, Staged};
use leitai_catalog::{GAMES, ListedGame};
use leitai_core::{DialectName, Fault, Rng};
use leitai_testkit::extent;
use serde_json::{Value, json};
use std::collections::BTreeMap;

const NATIVE: [DialectName; 2] = [DialectName::Native; 2];

/// Games that end in every way, by programs in every dialect; `all`: every dialect with every ending, each early and
/// late.
fn corpus(game: ListedGame, all: bool) -> Vec<(String, String)> {
    let mut records = Vec::new();
    let mut add = |what: String, dialects, retries, plies, ending| {
        let staged = Staged::open(game, dialects, 3, retries);
        records.extend(staged.and_then(|staged| staged.record(plies, ending)).map(|text| (what, text)));
    };
    add("law".to_owned(), NATIVE, "0", 0, Ending::Law);
    for plies in if all { 0..4 } else { 3..4 } {
        add(format!("illegal after {plies}"), NATIVE, "0", plies, Ending::Illegal);
        add(format!("resigned after {plies}"), NATIVE, "0", plies, Ending::Says(r#"{"type":"resign"}"#));
        add(
            format!("unasked after {plies}"),
            NATIVE,
            "0",
            plies,
            Ending::SaysUnasked(r#"{"type":"resigns"}"#),
        );
        for fault in
            [Fault::TimeLimit, Fault::OutputLimit, Fault::MemoryLimit, Fault::StolenTime, Fault::Crash]
        {
            add(format!("{fault:?} after {plies}"), NATIVE, "0", plies, Ending::Stage(fault));
        }
    }
    add("ruled".to_owned(), NATIVE, "0", 2, Ending::Ruled);
    add("late to be ready".to_owned(), NATIVE, "0", 0, Ending::Stage(Fault::NotReady));
    for dialect in game.facts().dialects {
        let both = [*dialect; 2];
        if all {
            add(format!("law in {dialect}"), both, "0", 0, Ending::Law);
        }
        for line in ["?", "move ????", "? cannot", "= ?", "OK OK"].into_iter().take(if all { 5 } else { 1 }) {
            add(format!("says {line} in {dialect}"), both, "0", 2, Ending::Says(line));
            add(format!("opens {line} in {dialect}"), both, "0", 0, Ending::Opens(line));
        }
    }
    records
}

/// A change of a record, and the lines after it.
struct Mutation {
    /// What was done to which kind of line or to which member, such as `drop play` or `change play.us`.
    what: String,
    lines: Vec<Value>,
}

fn kind(line: &Value) -> String {
    let of = |name: &str| line[name].as_str().unwrap_or_default().to_owned();
    if of("type") == "note" { format!("note {}", of("what")) } else { of("type") }
}

/// Other values for a member; for a list, with a note of what was done to it.
fn others(value: &Value) -> Vec<(&'static str, Value)> {
    if let Value::Array(items) = value {
        let mut others = vec![(" doubled", json!([items.clone(), items.clone()].concat()))];
        if !items.is_empty() {
            others.push((" without the first", json!(items[1..])));
        }
        if items.len() > 1 {
            others.push((" reversed", json!(items.iter().rev().collect::<Vec<_>>())));
        }
        return others;
    }
    let others = match value {
        Value::Null => vec![json!("first"), json!("second")],
        Value::Bool(on) => vec![json!(!on)],
        Value::Number(n) => {
            let n = n.as_u64().unwrap_or_default();
            vec![json!(n + 1), json!(10_000_000_000_000_u64 + n)]
        }
        Value::String(text) => match text.as_str() {
            "first" => vec![json!("second")],
            "second" => vec![json!("first")],
            "on" => vec![json!("off")],
            "off" => vec![json!("on")],
            _ => {
                let mut others = vec![json!(format!("{text}x")), json!("")];
                others.extend(text.parse::<u64>().map(|n| json!((n + 1).to_string())));
                others
            }
        },
        Value::Array(_) | Value::Object(_) => Vec::new(),
    };
    others.into_iter().map(|other| ("", other)).collect()
}

/// Every way of changing one member of a value, with its path.
fn changed(value: &Value, path: &str, out: &mut Vec<(String, Value)>) {
    out.extend(others(value).into_iter().map(|(how, other)| (format!("{path}{how}"), other)));
    match value {
        Value::Object(members) => {
            for (name, member) in members {
                let mut inner = Vec::new();
                changed(member, &format!("{path}.{name}"), &mut inner);
                for (path, member) in inner {
                    let mut whole = members.clone();
                    whole.insert(name.clone(), member);
                    out.push((path, Value::Object(whole)));
                }
                let mut whole = members.clone();
                whole.remove(name);
                out.push((format!("without {path}.{name}"), Value::Object(whole)));
            }
            let mut whole = members.clone();
            whole.insert("more".to_owned(), json!(1));
            out.push((format!("with more in {path}"), Value::Object(whole)));
        }
        Value::Array(items) => {
            for (i, item) in items.iter().enumerate() {
                let mut inner = Vec::new();
                changed(item, path, &mut inner);
                for (path, item) in inner {
                    let mut whole = items.clone();
                    whole[i] = item;
                    out.push((path, Value::Array(whole)));
                }
            }
        }
        _ => {}
    }
}

/// At most `most` changes of a record, drawn at random; `strange`: lines of other games. For a long record, a third of
/// the lines plus the first and last ones.
fn mutations(lines: &[Value], strange: &[Value], rng: &mut Rng, most: usize) -> Vec<Mutation> {
    let step = 1 + lines.len() / 3;
    let mut mutations = Vec::new();
    let mut add = |what: String, lines: Vec<Value>| mutations.push(Mutation { what, lines });
    let last = lines.len() - 1;
    let ends =
        [0, 1, 2, last.saturating_sub(4), last.saturating_sub(3), last.saturating_sub(2), last - 1, last];
    for (i, line) in lines.iter().enumerate() {
        if !ends.contains(&i) && !i.is_multiple_of(step) {
            continue;
        }
        let with = |line: &Value| {
            let mut lines = lines.to_vec();
            lines[i] = line.clone();
            lines
        };
        let kind = kind(line);
        let mut without = lines.to_vec();
        without.remove(i);
        add(format!("drop {kind}"), without.clone());
        let mut twice = lines.to_vec();
        twice.insert(i, line.clone());
        add(format!("double {kind}"), twice);
        if i < last {
            let mut swapped = lines.to_vec();
            swapped.swap(i, i + 1);
            let [first, second] = [&lines[i], &lines[i + 1]].map(self::kind);
            add(format!("swap {first} and {second}"), swapped);
        }
        for to in [1, last - 1, 1 + rng.below(last - 1)] {
            let mut moved = without.clone();
            moved.insert(to, line.clone());
            if moved != lines {
                add(format!("move {kind}"), moved);
            }
        }
        add(format!("replace {kind}"), with(&strange[rng.below(strange.len())]));
        let mut others = Vec::new();
        changed(line, &kind, &mut others);
        for (path, other) in others {
            add(format!("change {path}"), with(&other));
        }
    }
    while mutations.len() > most {
        let at = rng.below(mutations.len());
        mutations.swap_remove(at);
    }
    mutations
}

fn written(lines: &[Value]) -> String {
    lines.iter().flat_map(|line| [line.to_string(), "\n".to_owned()]).collect()
}

/// The kinds of change that a record cannot prove wrong by itself; all others must be found.
const UNPROVEN: &[&str] = &[
    // Who played, when and where; and the options that never took effect in the game.
    "change game.seats.name",
    "change game.seats reversed",
    "change game.clock",
    "change game.started",
    "change game.stage.sandbox",
    "change game.stage.version",
    "change without game.stage.sandbox",
    "change without game.stage.version",
    "change game.options",
    // A program's name for itself; the order in which both became ready; that one became ready, if the game did not
    // begin.
    "change ready.name",
    "change without ready.name",
    "move ready",
    "swap ready and",
    "drop ready",
    "replace ready",
    // Times within the limits.
    "change ready.us",
    "change play.us",
    "change attempt.us",
    "change garbled.us",
    // What else programs printed and how they left, within the places where such notes may appear.
    "drop note",
    "double note",
    "move note",
    "swap note",
    "change note stderr",
    "change note exit",
    "change note flood.text",
    "replace note",
    // The order of acts within one turn, or of secret turns, if they lead to the same positions.
    "swap play and play",
    "move play",
    "change play.acts reversed",
    // In a hidden game, which of several unavailable points was tried; and what followed an act that was refused.
    "replace play",
    "change attempt.acts doubled",
    // What only the stage saw: figures that it measured, and how a program left or what it used.
    "change end.reason",
    "change note reason_zh.text",
];

#[test]
fn a_changed_record_is_found_out() {
    // Running all of them takes minutes.
    let most = extent("RECORD_MUTATIONS", 3, usize::MAX);
    let all = most == usize::MAX;
    let corpora: Vec<_> = GAMES.iter().map(|game| (*game, corpus(*game, all))).collect();
    let values = |text: &str| -> Vec<Value> {
        text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect()
    };
    let strange: Vec<Value> = corpora.iter().flat_map(|(_, records)| values(&records[0].1)).collect();
    let mut rng = Rng::new(1);
    let (mut unproven, mut tried, mut endings) = (BTreeMap::new(), 0, BTreeMap::new());
    let (mut honest, mut passed) = (Vec::new(), BTreeMap::new());
    for (game, records) in &corpora {
        for (ending, text) in records {
            let name = format!("{} {ending}", game.facts().id);
            if let Err(why) = verify(text) {
                honest.push(format!("{name}: {why}\n{text}"));
                continue;
            }
            let lines = values(text);
            *endings.entry(lines[lines.len() - 1]["verdict"].to_string()).or_insert(0) += 1;
            for Mutation { what, lines } in mutations(&lines, &strange, &mut rng, most) {
                tried += 1;
                assert!(verify(&written(&lines)).is_err(), "{name}: {what}, not sealed again");
                // Sealing the record again repairs its seal.
                if what.ends_with("end.seal") {
                    continue;
                }
                let again = sealed_again(&written(&lines));
                if verify(&again).is_ok() {
                    match UNPROVEN.iter().find(|class| what.starts_with(**class)) {
                        Some(class) => *unproven.entry(*class).or_insert(0) += 1,
                        None => _ = passed.entry(what).or_insert_with(|| format!("{name}\n{again}")),
                    }
                }
            }
        }
    }
    assert!(honest.is_empty(), "{}", honest.join("\n"));
    assert!(passed.is_empty(), "{passed:#?}");
    let idle: Vec<_> = UNPROVEN.iter().filter(|class| !unproven.contains_key(**class)).collect();
    assert!(!all || idle.is_empty(), "these are proved, and need not be listed: {idle:?}");
    assert!(tried >= 500 && endings.len() >= 10, "{tried} {endings:?}");
}

/// The layout of the lines is not part of a record: its seal covers their contents.
#[test]
fn blank_lines_and_other_line_ends_are_harmless() {
    for game in GAMES {
        let staged = Staged::open(*game, NATIVE, 1, "0").expect("every game speaks it");
        let text = staged.record(0, Ending::Law).expect("an end");
        for laid_out in [text.replace('\n', "\r\n"), text.replace('\n', "\n\n"), text.replace('\n', " \n\t")]
        {
            assert_eq!(verify(&laid_out), Ok(()), "{}", game.facts().id);
        }
    }
}
