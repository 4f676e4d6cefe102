//! What starters of one language have in common is kept once, in the frame of that language
//! (`crates/catalog/starters/frame.*`): a part of a starter whose heading the frame has, its head too, is the frame's;
//! a part under any other heading is the game's own. `UPDATE_GOLDEN=1` writes the frame's parts into every starter.
//!
//! In a frame, `⟨points⟩` on a line stands for the part with that heading, and the head has gaps for what the game and
//! its conversation are called. A framework that a course prescribes has a shape of its own and no frame (`SHAPED`).

use leitai_catalog::{GAMES, ListedGame};
use leitai_core::{DialectName, Lang, Starter};
use leitai_testkit::come_out_as_written;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// What precedes the dialect in the heading of the last part.
const CONVERSATION: &str = "The conversation in ";

/// Frameworks whose shape a course's text prescribes.
const SHAPED: [&str; 1] = ["chess.cpp"];

/// So many lines in a row that two games keep for themselves belong in the frame.
const ALIKE: usize = 6;

/// The words of a heading, `// ---- The board · 棋盘 ----`, in English.
fn heading(line: &str) -> Option<&str> {
    let words = line.trim_start().trim_start_matches(['/', '#']).strip_prefix(" ---- ")?;
    words.split(" · ").next().map(|words| words.trim_end().trim_end_matches('-').trim_end())
}

/// The parts of a text, each with the words of its heading; the head has none.
fn parts(text: &str) -> Vec<(&str, &str)> {
    let mut starts = vec![("", 0)];
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        starts.extend(heading(line).map(|words| (words, at)));
        at += line.len();
    }
    let ends = starts.iter().skip(1).map(|&(_, at)| at).chain([text.len()]);
    starts.iter().zip(ends).map(|(&(words, start), end)| (words, &text[start..end])).collect()
}

/// What the starters of a language have in common: parts by their headings.
struct Frame(BTreeMap<String, String>);

impl Frame {
    /// The frame of the language with this file-name ending.
    fn of(ending: &str) -> Frame {
        let file = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("starters/frame.{ending}"));
        let text = std::fs::read_to_string(&file).unwrap_or_else(|e| panic!("{}: {e}", file.display()));
        let found = parts(&text);
        let lines_of = |name: &str| {
            let part = found.iter().find(|(words, _)| *words == name);
            let (_, part) = part.unwrap_or_else(|| panic!("{}: there is no {name}", file.display()));
            part.split_once('\n').map_or("", |(_, lines)| lines.trim_end_matches('\n'))
        };
        let whole = |&(words, part): &(&str, &str)| {
            let lines =
                part.split('\n').map(|line| if is_named(line) { lines_of(line.trim()) } else { line });
            (words.to_owned(), lines.collect::<Vec<_>>().join("\n"))
        };
        Frame(found.iter().map(whole).collect())
    }

    /// A starter, with the frame's parts as they are in the frame.
    fn around(&self, text: &str, game: ListedGame, file: &str) -> String {
        let gaps = gaps(text, game, file);
        let part = |(words, own)| {
            let part = self.0.get(words).map_or(own, String::as_str).to_owned();
            gaps.iter().fold(part, |part, (gap, text)| part.replace(gap, text))
        };
        let whole: String = parts(text).into_iter().map(part).collect();
        whole.trim_end().to_owned() + "\n"
    }
}

/// Does the line, or the heading, stand for a part that the frame has within others, `⟨points⟩`?
fn is_named(line: &str) -> bool {
    line.trim().starts_with('⟨')
}

/// What goes into the gaps of a head.
fn gaps(text: &str, game: ListedGame, file: &str) -> [(&'static str, String); 5] {
    let facts = game.facts();
    let dialect =
        parts(text).into_iter().find_map(|(words, _)| words.strip_prefix(CONVERSATION)?.split(' ').next());
    let dialect: DialectName = dialect
        .and_then(|name| name.parse().ok())
        .unwrap_or_else(|| panic!("{file}: no part is called “{CONVERSATION}…” with the name of a dialect"));
    let mut check = format!("{file} --game {}", facts.id);
    if facts.dialects.first() != Some(&dialect) {
        check += &format!(" --dialect {dialect}");
    }
    [
        ("⟨game⟩", facts.name.to(Lang::En).to_owned()),
        ("⟨棋⟩", facts.name.to(Lang::Zh).to_owned()),
        ("⟨dialect⟩", dialect.to_string()),
        ("⟨check⟩", check),
        ("⟨class⟩", file.split('.').next().unwrap_or(file).to_owned()),
    ]
}

fn ending(starter: &Starter) -> &'static str {
    starter.file.rsplit('.').next().unwrap_or("")
}

/// Every starter with its game, by the endings of their languages.
fn starters() -> BTreeMap<&'static str, Vec<(ListedGame, &'static Starter)>> {
    let mut by_language = BTreeMap::<_, Vec<_>>::new();
    let all = GAMES.iter().flat_map(|game| game.starters().iter().map(move |it| (*game, it)));
    for (game, starter) in all.filter(|(_, starter)| !SHAPED.contains(&starter.file)) {
        by_language.entry(ending(starter)).or_default().push((game, starter));
    }
    by_language
}

fn path(game: ListedGame, starter: &Starter) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(format!(
        "../../games/{}/starters/{}",
        game.facts().id,
        starter.file
    ))
}

#[test]
fn every_starter_has_the_frame_of_its_language() {
    for (language, starters) in starters() {
        let frame = Frame::of(language);
        for (game, starter) in starters {
            come_out_as_written([path(game, starter)], |text| frame.around(text, game, starter.file));
        }
    }
}

#[test]
fn a_frame_has_no_part_that_no_starter_has() {
    for (language, starters) in starters() {
        let frame = Frame::of(language);
        let used: BTreeSet<_> =
            starters.iter().flat_map(|(_, starter)| parts(starter.text)).map(|(words, _)| words).collect();
        let is_within_another = |words: &str, part: &str| {
            let (_, lines) = part.trim_end().split_once('\n').unwrap_or_default();
            frame.0.iter().any(|(other, whole)| other != words && whole.contains(lines))
        };
        for (words, part) in &frame.0 {
            let is_used =
                if is_named(words) { is_within_another(words, part) } else { used.contains(words.as_str()) };
            assert!(is_used, "frame.{language}: {words}");
        }
    }
}

#[test]
fn no_two_games_keep_the_same_lines() {
    for (language, starters) in starters() {
        let frame = Frame::of(language);
        let mut kept = BTreeMap::new();
        for (game, starter) in starters {
            for (_, own) in parts(starter.text).into_iter().filter(|(words, _)| !frame.0.contains_key(*words))
            {
                let lines: Vec<_> = own.lines().skip(1).filter(|line| !line.is_empty()).collect();
                for run in lines.windows(ALIKE) {
                    let first = *kept.entry(run.to_vec()).or_insert(game.facts().id);
                    assert_eq!(first, game.facts().id, "both keep in {language}:\n{}", run.join("\n"));
                }
            }
        }
    }
}

/// "你需要实现chess.cpp中的3个部分": the name, the first stone and the two stones of each later turn, where the text says.
#[test]
fn the_framework_of_the_course_has_its_three_places_on_the_lines_of_its_text() {
    let game = leitai_catalog::find("connect6").expect("listed");
    let starter = game.starters().iter().find(|it| it.file == "chess.cpp").expect("the framework");
    let lines: Vec<_> = starter.text.lines().map(str::trim).collect();
    let at = |line: usize| lines[line - 1];
    assert_eq!(at(39), r#"printf("name 令狐冲\n");"#);
    assert_eq!(at(59), "step.first.x = 9;");
    assert!(at(85).starts_with("do {") && at(86).starts_with("step.first.x = "), "{}", at(85));
    assert!(starter.text.contains("int Board[19][19];") && starter.text.contains("---- 二、"));
    assert_eq!(starter.dialect(), Some(DialectName::Sau));
}
