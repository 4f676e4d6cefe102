//! Programs that were disguised, and unrelated ones.

use leitai_likeness::{Source, Thresholds, compare};
use std::collections::HashMap;
use std::fs;
use std::path::Path;

fn file(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(name);
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Sources on various subjects in three languages.
fn corpus() -> Vec<(String, String)> {
    let names = [
        "crates/search/src/alphabeta.rs",
        "crates/likeness/src/compare.rs",
        "crates/likeness/src/token.rs",
        "crates/store/src/queue.rs",
        "crates/store/src/people.rs",
        "crates/web/src/stream.rs",
        "crates/draw/src/text.rs",
        "crates/arena/src/match_game.rs",
        "crates/sandbox/src/linux/outside.rs",
        "games/gomoku/starters/gomoku.c",
        "games/gomoku/starters/gomoku.py",
        "examples/verify.py",
        "examples/native.py",
    ];
    let there = names
        .into_iter()
        .filter(|name| Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(name).is_file());
    let corpus: Vec<_> = there.map(|name| (name.to_owned(), file(name))).collect();
    assert!(corpus.len() >= 9, "{} files", corpus.len());
    corpus
}

fn of<'a>(author: &'a str, name: &'a str, text: &'a str) -> Source<'a> {
    Source { author, name, text: text.as_bytes() }
}

/// The same program with other names, comments and layout, its parts in reverse order, and a useless line now and then.
fn disguised(text: &str, comment: &str) -> String {
    let mut parts: Vec<&str> = text.split("\n\n").collect();
    parts.reverse();
    let mut names: HashMap<String, usize> = HashMap::new();
    let (mut out, mut word, mut lines) = (String::new(), String::new(), 0);
    for part in parts {
        for c in part.chars().chain("\n\n".chars()) {
            if c.is_alphanumeric() || c == '_' {
                word.push(c);
                continue;
            }
            let is_kept = word.len() < 4 || word.chars().all(char::is_lowercase) && word.len() < 7;
            if is_kept {
                out.push_str(&word);
            } else {
                let next = names.len();
                out.push_str(&format!("v{}", names.entry(word.clone()).or_insert(next)));
            }
            word.clear();
            out.push(c);
            if c == '\n' {
                lines += 1;
                if lines % 9 == 0 {
                    out.push_str(&format!("{comment} nothing {lines}\n\n"));
                }
            }
        }
    }
    out
}

fn none(_: usize) -> bool {
    true
}

#[test]
fn a_disguised_copy_is_found_and_nothing_else_is() {
    let corpus = corpus();
    let authors: Vec<String> = (0..corpus.len()).map(|number| format!("author {number}")).collect();
    for planted in 0..corpus.len() {
        let (name, text) = &corpus[planted];
        let copy = disguised(text, if name.ends_with("py") { "#" } else { "//" });
        let mut sources: Vec<_> =
            corpus.iter().zip(&authors).map(|((name, text), author)| of(author, name, text)).collect();
        let alone = compare(&sources, &[], &[], Thresholds::default(), &none).expect("not ended");
        assert_eq!(alone.pairs, [], "nobody copied");
        sources.push(of("thief", name, &copy));
        let report = compare(&sources, &[], &[], Thresholds::default(), &none).expect("not ended");
        assert_eq!(report.pairs.len(), 1, "{name}: {:?}", report.pairs);
        let pair = &report.pairs[0];
        assert_eq!(pair.of, [planted, corpus.len()]);
        assert!(pair.most() > 0.6, "{name}: {:?}", pair.share);
        for passage in &pair.passages {
            assert!(passage.tokens >= Thresholds::default().passage);
            let [here, there] = &passage.at;
            assert!(here.bytes.end <= text.len() && there.bytes.end <= copy.len());
            assert!(here.lines.0 <= here.lines.1 && here.lines.1 <= text.lines().count());
        }
    }
}

#[test]
fn one_function_in_a_long_program_is_found_by_the_shorter() {
    let (long, short) = (file("crates/store/src/queue.rs"), file("crates/likeness/src/token.rs"));
    let part: String = short.lines().skip(60).take(90).collect::<Vec<_>>().join("\n");
    let hidden = format!("{long}\n{part}\n");
    let report =
        compare(&[of("a", "a.rs", &hidden), of("b", "b.rs", &part)], &[], &[], Thresholds::default(), &none);
    let pair = report.expect("not ended").pairs.remove(0);
    assert!(pair.share[1] > 0.95 && pair.share[0] < 0.4, "{:?}", pair.share);
    let lines = long.lines().count();
    assert!(pair.passages.iter().all(|passage| passage.at[0].lines.0 > lines), "it stands behind the rest");
}

#[test]
fn what_was_handed_out_does_not_count() {
    let starter = file("games/gomoku/starters/gomoku.c");
    // As much of its own for each, however long those files become.
    let own = |path: &str| {
        let own: Vec<_> = file(path).lines().take(150).map(str::to_owned).collect();
        format!("{starter}\n{}\n", own.join("\n"))
    };
    let (one, other) = (own("crates/web/src/stream.rs"), own("crates/arena/src/match_game.rs"));
    let sources = [of("a", "a.c", &one), of("b", "b.c", &other), of("c", "c.c", &starter)];
    let with = |handed_out: &[Source<'_>]| {
        compare(&sources, &[], handed_out, Thresholds::default(), &none).expect("not ended").pairs.len()
    };
    assert_eq!(with(&[]), 3, "each has the starter");
    assert_eq!(with(&[of("", "starter.c", &starter)]), 0);
    // With other names it is still the starter program.
    assert_eq!(with(&[of("", "starter.c", &disguised(&starter, "//"))]), 0);
}

#[test]
fn what_most_have_does_not_count() {
    let lecture = file("crates/search/src/alphabeta.rs");
    let corpus = corpus();
    let own: Vec<_> = corpus.iter().skip(1).take(8).map(|(_, text)| format!("{text}\n{lecture}")).collect();
    let names: Vec<_> = (0..own.len()).map(|number| number.to_string()).collect();
    let all: Vec<_> = own.iter().zip(&names).map(|(text, name)| of(name, "a.rs", text)).collect();
    let report = compare(&all, &[], &[], Thresholds::default(), &none).expect("not ended");
    assert!(report.pairs.is_empty() && report.shared_by_most > 100, "{report:?}");
    // Three authors are too few for a common habit.
    let report = compare(&all[..3], &[], &[], Thresholds::default(), &none).expect("not ended");
    assert!(!report.pairs.is_empty() && report.shared_by_most == 0);
}

#[test]
fn the_mother_set_is_compared_with_everybody_and_not_with_itself() {
    let [known, mine] = ["crates/store/src/people.rs", "crates/web/src/stream.rs"].map(file);
    let copy = disguised(&known, "//");
    let mother = [of("x", "known.rs", &known), of("y", "again.rs", &known)];
    let sources = [of("a", "a.rs", &mine), of("b", "b.rs", &copy), of("b", "older.rs", &copy)];
    let report = compare(&sources, &mother, &[], Thresholds::default(), &none).expect("not ended");
    let pairs: Vec<_> = report.pairs.iter().map(|pair| pair.of).collect();
    assert_eq!(pairs, [[1, 3], [1, 4]], "of one's own versions the first that is most alike");
}

#[test]
fn whoever_ends_it_gets_no_report() {
    let text = file("crates/store/src/people.rs");
    let sources = [of("a", "a.rs", &text), of("b", "b.rs", &text)];
    assert_eq!(compare(&sources, &[], &[], Thresholds::default(), &|done| done == 0), None);
}

#[test]
fn nothing_and_nonsense_are_like_nothing() {
    let zeros = "\0".repeat(5000);
    let same = "x = x + 1;\n".repeat(4000);
    let sources = [of("a", "a.c", ""), of("b", "b.c", &zeros), of("c", "c.c", ";;;"), of("d", "d.c", &same)];
    let report = compare(&sources, &[], &[], Thresholds::default(), &none).expect("not ended");
    assert_eq!(report.pairs, []);
    // Two sources that repeat a single line are also compared quickly.
    let report = compare(&[sources[3], of("e", "e.c", &same)], &[], &[], Thresholds::default(), &none);
    assert_eq!(report.expect("not ended").pairs.len(), 1);
}
