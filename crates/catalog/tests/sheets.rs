//! Records to sheets and back, for every game and form; and sheets from the field: `games/*/tests/sheets/*`.

use leitai_catalog::{GAMES, ReadSheet, Replay, RuledGame, Setup, recognise, record_of};
use leitai_core::{
    Act, Actor, Heading, Line, Outbox, Record, Rng, SeatInfo, SheetEnd, SheetName, SheetResult, Span,
    Staging, Table, Turn,
};
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

const NOW: Duration = Duration::ZERO;

fn play(table: &mut dyn Table, by: Actor, act: &str) {
    let act = Act::Play { by, acts: &[act], span: Span::Part };
    table.act(act, NOW, [None; 2], &mut Outbox::default()).expect("an act that was offered");
}

/// A random game played by hand, to its end or until a seat resigns.
pub(crate) fn random_record(game: &dyn RuledGame, seed: u64) -> Record {
    let mut rng = Rng::new(seed);
    let name = |name: &'static str| SeatInfo { name: name.into(), ..SeatInfo::default() };
    let staging = Staging { seats: [name("红队 A"), name("team B")], ..Staging::default() };
    let mut table = game.table(staging, None);
    table.begin([None; 2], &mut Outbox::default());
    let mut acts = 0;
    loop {
        match table.turn() {
            Turn::Over(_) => break,
            Turn::Of(Actor::Chance) => {
                let die = (1 + rng.below(6)).to_string();
                // Dice or a drawn opening: whatever is up to chance.
                play(&mut *table, Actor::Chance, &die);
            }
            turn => {
                let by = turn.next().expect("somebody owes");
                let Actor::Seat(seat) = by else { panic!("{by:?} owes") };
                if acts > 60 && rng.below(40) == 0 {
                    table.act(Act::Resign(seat), NOW, [None; 2], &mut Outbox::default()).expect("it may");
                    break;
                }
                let choices = table.choices(seat);
                play(&mut *table, by, &choices[rng.below(choices.len())].text);
                acts += 1;
            }
        }
    }
    table.seal();
    let mut record = Vec::new();
    table.record(&mut record);
    Record::read(std::str::from_utf8(&record).expect("text")).expect("a record")
}

fn heading(record: &Record) -> Heading {
    Heading {
        teams: record.about.seats.each_ref().map(|seat| seat.name.to_string()),
        result: record.end.as_ref().map(|end| SheetResult::of(end.winner)),
        time: "2026.11.21 09:30".to_owned(),
        place: "北京".to_owned(),
        event: "School [contest]".to_owned(),
    }
}

pub(crate) fn acts(record: &Record) -> Vec<String> {
    let plays = record.lines.iter().filter_map(|(_, line)| match line {
        Line::Play { by, acts, .. } => Some(acts.iter().map(move |act| format!("{by:?} {act}"))),
        _ => None,
    });
    plays.flatten().collect()
}

fn imported(game: &dyn RuledGame, scored: &ReadSheet) -> Record {
    let record = record_of(game, Staging::default(), scored).expect("a game that was played");
    Record::read(std::str::from_utf8(&record).expect("text")).expect("a record")
}

/// Moves and result survive the round trip, and the imported record writes the same sheet.
#[test]
fn records_survive_their_sheets() {
    let mut sheets = 0;
    for game in GAMES {
        let id = game.facts().id;
        let variants: &[&[(&str, &str)]] = match id {
            "gomoku" => &[&[], &[("opening", "free"), ("forbidden", "claimed")]],
            "hex" => &[&[], &[("swap", "on"), ("size", "5")]],
            "amazons" => &[&[], &[("board", "8x8")]],
            _ => &[&[]],
        };
        for (name, options, seed) in SheetName::ALL
            .into_iter()
            .filter(|name| game.sheets().contains(name))
            .flat_map(|name| variants.iter().map(move |options| (name, options)))
            .flat_map(|(name, options)| (0..4).map(move |seed| (name, options, seed)))
        {
            let ruled = game.open(&Setup::with(options.iter().copied())).expect("accepted");
            let record = random_record(&*ruled, seed);
            let heading = heading(&record);
            let written = game.write_sheet(&record, name, &heading).expect("listed").expect("a sound record");
            let known = recognise(&written.text).map(|(game, name)| (game.facts().id, name));
            assert_eq!(known, Some((id, name.into())), "{}", written.text);
            let scored = ruled.read_sheet(name.into(), &written.text).expect("listed");
            let scored = scored.unwrap_or_else(|error| panic!("{id} {name}: {error}\n{}", written.text));
            assert_eq!(scored.heading.result, heading.result, "{id} {name}");
            assert_eq!(scored.heading.teams, heading.teams, "{id} {name}");
            let back = imported(&*ruled, &scored);
            // What a referee refused is not a move, and layouts have no order.
            if matches!(id, "phantomgo" | "einstein" | "luzhanqi") {
                let again = game.write_sheet(&back, name, &scored.heading).expect("listed").expect("sound");
                let scored = ruled.read_sheet(name.into(), &again.text).expect("listed").expect("ours");
                assert_eq!(acts(&imported(&*ruled, &scored)), acts(&back), "{id} {name}");
            } else {
                assert_eq!(acts(&back), acts(&record), "{id} {name}");
            }
            let winner = |record: &Record| record.end.as_ref().map(|end| end.winner);
            assert_eq!(winner(&back), winner(&record), "{id} {name}");
            Replay::open(back).expect("a record").verify().expect("it verifies");
            sheets += 1;
        }
    }
    assert!(sheets >= 60, "only {sheets} sheets");
}

/// The sheets from the field. The first line of a file is
/// `# GAME FORM RESULT COUNT FIRST..LAST TEAMS [option NAME=VALUE…]`, where COUNT, FIRST and LAST refer to acts, or
/// `# GAME FORM error: WHAT`; the sheet follows. After TEAMS stand who gave up, what stands aside, and a start.
fn found() -> Vec<(PathBuf, String)> {
    let games = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../games");
    let folders =
        fs::read_dir(games).expect("the games").flatten().map(|game| game.path().join("tests/sheets"));
    let mut files: Vec<_> = folders
        .filter_map(|folder| fs::read_dir(folder).ok())
        .flatten()
        .flatten()
        .map(|file| (file.path(), fs::read_to_string(file.path()).expect("text")))
        .collect();
    files.sort();
    files
}

#[test]
fn sheets_are_read_as_they_are_found() {
    let files = found();
    assert!(files.len() >= 16, "only {} sheets were found", files.len());
    let mut wrong = Vec::new();
    for (path, text) in files {
        let (first, sheet) = text.split_once('\n').expect("a first line");
        let words: Vec<&str> = first.splitn(4, ' ').collect();
        let ["#", id, form, due] = words[..] else { panic!("{}: {first}", path.display()) };
        let game = GAMES.iter().find(|game| game.facts().id == id).expect("a game");
        let said = |scored: &ReadSheet| {
            let result = match scored.heading.result {
                Some(SheetResult::Won(seat)) => seat.to_string(),
                Some(SheetResult::Drawn) => "draw".to_owned(),
                None => "none".to_owned(),
            };
            let end = |act: Option<&(Actor, String)>| act.map_or("-", |(_, act)| act.as_str()).to_owned();
            let (first, last) = (end(scored.acts.first()), end(scored.acts.last()));
            let teams = scored.heading.teams.join("/");
            let end = match scored.end {
                Some(SheetEnd::Resigned(seat)) => format!(", {seat} resigned"),
                Some(SheetEnd::Forfeited(seat)) => format!(", {seat} forfeited"),
                None => String::new(),
            };
            let aside = if scored.aside > 0 { format!(", {} aside", scored.aside) } else { String::new() };
            let start = scored.start.as_ref().map(|start| format!(", from {start}")).unwrap_or_default();
            format!("{result} {} {first}..{last} {teams}{end}{aside}{start}", scored.acts.len())
        };
        let (due, options) = due.split_once(" option ").unwrap_or((due, ""));
        let options: Vec<_> =
            options.split_whitespace().filter_map(|option| option.split_once('=')).collect();
        let due_options: Vec<&str> = options.iter().map(|(name, _)| *name).collect();
        // A game of Go is one of several games here.
        let known = game.form_of(sheet).unwrap_or(SheetName::Sgf.into());
        assert_eq!(known.name(), form, "{}", path.display());
        let listed = game;
        let stated = listed.options_of(known, sheet);
        let mut options: Vec<_> = options.into_iter().map(|(name, value)| (name, value.to_owned())).collect();
        options.extend(stated.into_iter().filter(|(name, _)| !due_options.contains(name)));
        let options: Vec<_> = options.iter().map(|(name, value)| (*name, value.as_str())).collect();
        let game = listed.open(&Setup::with(options.iter().copied())).expect("accepted");
        let read = game.read_sheet(known, sheet).expect("a form of the game");
        let is = match read.and_then(|scored| {
            let start = Setup { position: scored.start.clone(), ..Setup::with(options.iter().copied()) };
            let game = listed.open(&start).expect("a position that was read");
            let record = record_of(&*game, Staging::default(), &scored)?;
            let record = Record::read(std::str::from_utf8(&record).expect("text")).expect("a record");
            if record.end.is_some() {
                Replay::open(record).expect("a record").verify().expect("it verifies");
            }
            Ok(scored)
        }) {
            Ok(scored) => {
                let is_go = form == "sgf" && sheet.contains("GM[1]") && !sheet.contains("RU[");
                let known = recognise(sheet).map(|(game, name)| (game.facts().id, name.name()));
                assert!(is_go || known == Some((id, form)), "{}: {known:?}", path.display());
                said(&scored)
            }
            Err(error) => format!("error: {error}"),
        };
        if is != due {
            wrong.push(format!("{}:\n  is  {is}\n  was {due}", path.display()));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn a_broken_sheet_is_an_error_of_a_line() {
    let mut rng = Rng::new(7);
    for game in GAMES {
        let ruled = game.open(&Setup::default()).expect("the defaults");
        for name in game.sheets() {
            let record = random_record(&*ruled, 3);
            let sheet =
                game.write_sheet(&record, name, &heading(&record)).expect("listed").expect("sound").text;
            for _ in 0..200 {
                let mut signs: Vec<char> = sheet.chars().collect();
                for _ in 0..=rng.below(3) {
                    let Some(at) = signs.len().checked_sub(1).map(|last| rng.below(last + 1)) else { break };
                    match rng.below(3) {
                        0 => drop(signs.remove(at)),
                        1 => signs[at] = signs[rng.below(signs.len())],
                        _ => signs.truncate(at.max(1)),
                    }
                }
                let broken: String = signs.into_iter().collect();
                let _ = recognise(&broken);
                match ruled.read_sheet(name.into(), &broken).expect("listed") {
                    Ok(scored) => drop(record_of(&*ruled, Staging::default(), &scored)),
                    Err(error) => {
                        assert!(
                            (1..=broken.matches('\n').count() + 1).contains(&error.line),
                            "{error}: {broken}"
                        );
                    }
                }
            }
        }
    }
}
