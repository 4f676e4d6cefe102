//! Panics planted in the rules, the dialect, the table, the record and the stage around one game of a series: that game
//! is in question and keeps its record up to that point, everyone else plays on, and nothing blocks.

use leitai_arena::{Affinity, Conditions, Player, Series, StageError, build};
use leitai_catalog::{
    Analyst, Interpreter, ListedGame, OpeningError, Program, ReadSheet, Replay, RuledGame, Setup, find,
};
use leitai_core::{
    Act, Choice, Clock, DialectName, Dice, End, Eye, Facts, Garbled, Heard, Left, Level, Lifecycle, Line,
    Means, Outbox, Phrase, Reading, Record, Refusal, Relayed, Scene, Seat, Sentence, SheetError, SheetForm,
    Staging, Table, Turn, Viewer,
};
use leitai_sandbox::Sandbox;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::time::{Duration, Instant};

const LAUNCHER: &str = env!("CARGO_BIN_EXE_launcher");

/// Where a panic is planted: in a certain call of the table, or before there is one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Place {
    Open,
    Sit,
    Begin,
    Hear,
    Turn,
    Plies,
    Record,
    Digest,
    Note,
    Seal,
}

const PLACES: [Place; 10] = [
    Place::Open,
    Place::Sit,
    Place::Begin,
    Place::Hear,
    Place::Turn,
    Place::Plies,
    Place::Record,
    Place::Digest,
    Place::Note,
    Place::Seal,
];

/// A game in whose third table a panic is planted.
struct Poisoned {
    game: Arc<dyn RuledGame>,
    place: Place,
    tables: AtomicU32,
}

impl RuledGame for Poisoned {
    fn table(&self, staging: Staging<'static>, dice: Option<Dice>) -> Box<dyn Table> {
        let table = self.game.table(staging, dice);
        let is_poison = self.tables.fetch_add(1, Ordering::Relaxed) == 2;
        assert!(!(is_poison && self.place == Place::Open), "planted in Open");
        Box::new(PoisonedTable { table, place: Some(self.place).filter(|_| is_poison), heard: 0 })
    }
    fn game(&self) -> ListedGame {
        self.game.game()
    }
    fn options(&self) -> Vec<(&'static str, String)> {
        self.game.options()
    }
    fn given(&self) -> &[(String, String)] {
        self.game.given()
    }
    fn begun(&self, line: &str) -> Result<Arc<dyn RuledGame>, OpeningError> {
        self.game.begun(line)
    }
    fn opening(&self) -> Option<String> {
        self.game.opening()
    }
    fn tells_opening(&self, dialect: DialectName) -> bool {
        self.game.tells_opening(dialect)
    }
    fn tells_again(&self, dialect: DialectName) -> bool {
        self.game.tells_again(dialect)
    }
    fn interpreter(&self, dialect: DialectName, clock: &Clock) -> Option<Box<dyn Interpreter>> {
        self.game.interpreter(dialect, clock)
    }
    fn has_thoughts(&self, dialect: DialectName) -> bool {
        self.game.has_thoughts(dialect)
    }
    fn counts(&self) -> bool {
        self.game.counts()
    }
    fn has_settings(&self, dialect: DialectName) -> bool {
        self.game.has_settings(dialect)
    }

    fn may_stay(&self, dialect: DialectName) -> bool {
        self.game.may_stay(dialect)
    }
    fn relayed(
        &self,
        seen: Seat,
        by: Seat,
        told: &[String],
        winner: Option<Seat>,
    ) -> Result<Vec<Relayed<String>>, Garbled> {
        self.game.relayed(seen, by, told, winner)
    }
    fn most_plies(&self) -> u32 {
        self.game.most_plies()
    }
    fn is_refereed(&self) -> bool {
        self.game.is_refereed()
    }
    fn speaks(&self, dialect: DialectName) -> bool {
        self.game.speaks(dialect)
    }
    fn perft(&self, depth: u32) -> Vec<(String, u64)> {
        self.game.perft(depth)
    }
    fn read_sheet(&self, form: SheetForm, text: &str) -> Option<Result<ReadSheet, SheetError>> {
        self.game.read_sheet(form, text)
    }
    fn acts_of(&self, line: &str) -> Result<ReadSheet, OpeningError> {
        self.game.acts_of(line)
    }
    fn program(&self, level: Level, dialect: DialectName, means: &Means<'_>) -> Option<Box<dyn Program>> {
        self.game.program(level, dialect, means)
    }
    fn analyst(&self, level: Level, means: &Means<'_>) -> Option<Box<dyn Analyst>> {
        self.game.analyst(level, means)
    }
}

struct PoisonedTable {
    table: Box<dyn Table>,
    place: Option<Place>,
    /// The number of lines heard: in mid-game it is time to panic.
    heard: u32,
}

impl PoisonedTable {
    /// Panics if this is the planted place, from the third line of the game on.
    fn at(&self, place: Place) {
        let early = matches!(place, Place::Sit | Place::Begin);
        assert!(self.place != Some(place) || !(early || self.heard > 3), "planted in {place:?}");
    }
}

impl Table for PoisonedTable {
    fn back_to(&self, seat: Seat) -> Option<u32> {
        self.table.back_to(seat)
    }

    fn facts(&self) -> &'static Facts {
        self.table.facts()
    }
    fn turn(&self) -> Turn {
        self.at(Place::Turn);
        self.table.turn()
    }
    fn is_log(&self, seat: Seat, beginning: &[u8]) -> bool {
        self.table.is_log(seat, beginning)
    }
    fn keeps_secrets(&self) -> bool {
        self.table.keeps_secrets()
    }
    fn plies(&self) -> u32 {
        self.at(Place::Plies);
        self.table.plies()
    }
    fn sit(
        &mut self,
        seat: Seat,
        dialect: DialectName,
        clock: &Clock,
        outbox: &mut Outbox,
    ) -> Option<Lifecycle> {
        self.at(Place::Sit);
        self.table.sit(seat, dialect, clock, outbox)
    }
    fn watch(&mut self, eye: Eye) {
        self.table.watch(eye);
    }
    fn begin(&mut self, left: Left, outbox: &mut Outbox) {
        self.at(Place::Begin);
        self.table.begin(left, outbox);
    }
    fn hear(&mut self, seat: Seat, line: &[u8], spent: Duration, left: Left, outbox: &mut Outbox) -> Heard {
        self.heard += 1;
        self.at(Place::Hear);
        self.table.hear(seat, line, spent, left, outbox)
    }
    fn hear_unasked(&mut self, seat: Seat, line: &[u8]) {
        self.table.hear_unasked(seat, line);
    }
    fn say_again(&mut self, seat: Seat, outbox: &mut Outbox) {
        self.table.say_again(seat, outbox);
    }

    fn awaits(&self, seat: Seat) -> Option<String> {
        self.table.awaits(seat)
    }
    fn left(&mut self, seat: Seat, spent: Duration, left: Left, outbox: &mut Outbox) -> Option<Heard> {
        self.table.left(seat, spent, left, outbox)
    }
    fn act(&mut self, act: Act<'_>, spent: Duration, left: Left, outbox: &mut Outbox) -> Result<(), Refusal> {
        self.table.act(act, spent, left, outbox)
    }
    fn again(&mut self, line: &Line<'_>, reason: &Sentence, outbox: &mut Outbox) -> Result<(), Sentence> {
        self.table.again(line, reason, outbox)
    }
    fn relive(&mut self, line: &Line<'_>) -> Result<(), Sentence> {
        self.table.relive(line)
    }
    fn end(&self) -> Option<&End<'static>> {
        self.table.end()
    }
    fn grace_ms(&self, seat: Seat) -> u64 {
        self.table.grace_ms(seat)
    }
    fn read(&self, text: &str) -> Result<String, Garbled> {
        self.table.read(text)
    }
    fn choices(&self, seat: Seat) -> Vec<Choice> {
        self.table.choices(seat)
    }
    fn refusal(&self, seat: Seat, places: &[u16]) -> Option<Refusal> {
        self.table.refusal(seat, places)
    }
    fn phrase(&self, seat: Seat, acts: &[&str]) -> Option<Phrase> {
        self.table.phrase(seat, acts)
    }
    fn phrases(&self, seat: Seat, most: usize) -> Vec<Phrase> {
        self.table.phrases(seat, most)
    }
    fn heard_as(&self, seat: Seat, dialect: DialectName, line: &str) -> Option<Reading> {
        self.table.heard_as(seat, dialect, line)
    }
    fn rulings(&self) -> Vec<Choice> {
        self.table.rulings()
    }
    fn scene(&self, who: Viewer) -> Scene {
        self.table.scene(who)
    }
    fn position(&self) -> String {
        self.table.position()
    }
    fn code(&self) -> String {
        self.at(Place::Digest);
        self.table.code()
    }

    fn digest(&self) -> String {
        self.at(Place::Digest);
        self.table.digest()
    }
    fn record(&mut self, out: &mut Vec<u8>) {
        self.at(Place::Record);
        self.table.record(out);
    }
    fn note(&mut self, seat: Seat, what: &'static str, text: &str) {
        self.at(Place::Note);
        self.table.note(seat, what, text);
    }
    fn seal(&mut self) {
        self.at(Place::Seal);
        self.table.seal();
    }
}

#[test]
fn a_planted_panic_ends_its_game_and_no_other() {
    const GAMES: u32 = 6;
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../examples/tictactoe/legal.c");
    let workshop = tempfile::tempdir().expect("a folder");
    let sandbox = Sandbox::strongest(LAUNCHER.as_ref());
    let launch = build(&path, workshop.path(), &sandbox).unwrap_or_else(|e| panic!("{e}"));
    let player =
        |name: &str| Player { name: name.to_owned(), launch: launch.clone(), dialect: DialectName::Beyond };
    let game = find("tictactoe").expect("listed").open(&Setup::default()).expect("the defaults");
    let conditions = Conditions::of(sandbox);
    for place in PLACES {
        let out = tempfile::tempdir().expect("a folder");
        let stop = AtomicBool::new(false);
        let series = Series {
            game: Arc::new(Poisoned { game: Arc::clone(&game), place, tables: AtomicU32::new(0) }),
            players: [player("a"), player("b")],
            openings: Vec::new(),
            games: GAMES,
            jobs: 2,
            allowances: [game.facts().clock; 2].map(Into::into),
            conditions: conditions.clone(),
            affinity: Affinity::Auto,
            out: Some(out.path().to_owned()),
            seed: 1,
            seeded_dice: true,
            stop: &stop,
        };
        let (began, mut played) = (Instant::now(), 0);
        let ran = series.play(&mut |_| played += 1);
        assert!(began.elapsed() < Duration::from_secs(20), "{place:?}: nothing waits");
        let Err(StageError::Panicked { words, place: at }) = ran else { panic!("{place:?}: {ran:?}") };
        assert_eq!(words, format!("planted in {place:?}"));
        assert!(at.contains("panics.rs:"), "{at}");
        assert_eq!(played, GAMES - 1, "{place:?}");
        let files = std::fs::read_dir(out.path()).expect("the folder").flatten().map(|file| file.path());
        let (broken, whole): (Vec<_>, Vec<_>) =
            files.partition(|path| path.to_string_lossy().ends_with(".broken.jsonl"));
        assert_eq!(whole.len() as u32, GAMES - 1, "{place:?}: {whole:?} {broken:?}");
        // Before there is a table, there is nothing to keep.
        if place == Place::Open {
            continue;
        }
        let text = std::fs::read_to_string(&broken[0]).expect("a record");
        let verified = Record::read(&text).and_then(Replay::open).and_then(Replay::verify);
        match (place, verified) {
            // Every line had been written by then.
            (Place::Digest, verified) => assert!(verified.is_ok(), "{verified:?}"),
            // What the table failed to return is missing.
            (Place::Record, Err(_)) => {}
            (_, Err(why)) => assert!(why.to_string().contains("breaks off"), "{place:?}: {why}"),
            (_, Ok(end)) => panic!("{place:?}: {end:?}"),
        }
    }
}
