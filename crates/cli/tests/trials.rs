//! Test games on demand, played by a real crew: they count nowhere, say what does not compile, and give way to the games
//! of an event.

use crate::house::{PROGRAM, Stage};
use crate::in_one_process::{event, in_store};
use crate::workers::Bed;
use leitai_arena::Language;
use leitai_core::{Lang, Level, Seat};
use leitai_hall::{
    Entrant, EventFile, GameStands, Hall, PrivateGame, SharedStore, Stop, SubmitError, TrialGames,
    TrialOpponent, TrialProgram, TrialRequest, TrialSide,
};
use leitai_store::Actor;
use leitai_tournament::Seed;
use std::fs;
use std::sync::Arc;
use std::thread::sleep;
use std::time::{Duration, Instant};

/// How long a busy machine may take for anything here.
const PATIENCE: Duration = Duration::from_mins(3);

struct Tried {
    bed: Bed,
    shared: Arc<SharedStore>,
    file: EventFile,
    entrant: Entrant,
}

impl Tried {
    /// A ladder of tic-tac-toe that has begun.
    fn open() -> Tried {
        Tried::in_bed(Bed::sqlite())
    }

    fn in_bed(bed: Bed) -> Tried {
        let shared = SharedStore::open(&bed.address, "default", Duration::from_millis(500)).expect("opens");
        let path = bed.house.path("ladder.toml");
        let text = "name = \"ladder\"\ngame = \"tictactoe\"\npreset = \"judge\"\nclock = \"start=60s,game=90s\"\n\
                    entries = [{ name = 'a', program = 'random' }, { name = 'b', program = 'random' }]\n\
                    [sandbox]\nlevel = \"off\"\nat-least = \"off\"\n";
        fs::write(&path, text).expect("our folder");
        let file = EventFile::read(&path).unwrap_or_else(|error| panic!("{error}"));
        let folder = path.with_extension("");
        let hall =
            Hall::open_shared(file.clone(), &shared, &folder, true, || Seed::new("7")).expect("begins");
        let entry = hall.event().entries()[0].clone();
        let entrant = Entrant { entry: Some(entry), hands_in: true };
        drop(hall);
        Tried { bed, shared: Arc::new(shared), file, entrant }
    }

    fn orders(&self, by: &str, source: &str, language: Language, games: u16) -> Result<i64, SubmitError> {
        let program = TrialProgram::Source { of: Some((language, None)), contents: source.as_bytes() };
        let request = self.request(by, program, games);
        self.shared.try_program(&self.file, &request).map_err(|mut wrong| wrong.remove(0))
    }

    fn request<'a>(&'a self, by: &'a str, program: TrialProgram<'a>, games: u16) -> TrialRequest<'a> {
        TrialRequest {
            by: Actor::Console(by),
            entrant: &self.entrant,
            nickname: "",
            program,
            opponent: TrialOpponent::Level(Level::Random),
            side: TrialSide::Both,
            opening: "",
            games,
        }
    }

    fn games(&self, number: i64) -> TrialGames {
        let trial = self.shared.trial(number).expect("a store").expect("it was ordered");
        self.shared.trial_games(&trial).expect("a store")
    }

    /// Waits until the games of an order are as wanted.
    fn until(&self, number: i64, are: impl Fn(&TrialGames) -> bool) -> TrialGames {
        let start = Instant::now();
        loop {
            let games = self.games(number);
            if are(&games) {
                return games;
            }
            assert!(start.elapsed() < PATIENCE, "{games:?}");
            sleep(Duration::from_millis(20));
        }
    }
}

#[test]
fn test_games_are_played_by_the_rules_of_an_event_and_change_nothing_of_it() {
    let mut tried = Tried::open();
    let before = tried.shared.history("ladder").expect("it began").0;
    let program = TrialProgram::Source { of: Some((Language::Python, None)), contents: PROGRAM.as_bytes() };
    let request = TrialRequest { opening: "4", ..tried.request("one", program, 3) };
    let number = tried.shared.try_program(&tried.file, &request).expect("ordered");
    assert!(matches!(tried.orders("one", PROGRAM, Language::Python, 1), Err(SubmitError::StillTrying)));
    let broken = tried.orders("two", "int main( {\n", Language::C, 1).expect("ordered");
    let waiting = tried.games(number);
    assert_eq!((waiting.ahead, waiting.score), (Some(0), [0; 3]));
    let seats: Vec<_> = waiting.games.iter().map(|game| game.seat).collect();
    assert_eq!(seats, [Seat::First, Seat::Second, Seat::First]);
    let worker = tried.bed.worker("1");
    let (games, lost) =
        (tried.until(number, TrialGames::are_over), tried.until(broken, TrialGames::are_over));
    worker.kill();
    assert_eq!((games.score.iter().sum::<u32>(), games.opponent.as_str()), (3, "random"));
    for game in &games.games {
        let own = PrivateGame::of(game.id).expect("not everybody's");
        assert_eq!(own, (PrivateGame::OfTrial(number), &[game.seat][..]));
        let record = tried.shared.private_record("ladder", game.id).expect("a store").expect("played");
        for said in ["\"name\":\"Good\"", "\"type\":\"end\"", "\"given\":true"] {
            assert!(record.contains(said), "{said}: {record}");
        }
    }
    let GameStands::Played(how) = &lost.games[0].stands else { panic!("{lost:?}") };
    assert!(
        how.to(Lang::En).contains("does not compile") && how.to(Lang::En).contains("main.c:1"),
        "{how:?}"
    );
    let after = tried.shared.history("ladder").expect("it began").0;
    assert_eq!((before.event.games(), before.event.rulings()), (after.event.games(), after.event.rulings()));
    assert!(tried.shared.submitted("ladder", None).expect("a store").is_empty());
    // They use up the day's time of who ordered them, and nobody else's.
    tried.file.submit.day_time = Some(Duration::ZERO);
    let spent = tried.orders("one", PROGRAM, Language::Python, 1);
    assert!(matches!(spent, Err(SubmitError::Exhausted { .. })), "{spent:?}");
    tried.orders("three", PROGRAM, Language::Python, 1).expect("has used none");
}

#[test]
fn what_cannot_be_tested_is_refused_with_its_reason() {
    let tried = Tried::open();
    let current = tried.request("one", TrialProgram::Current, 1);
    let refused = |request: &TrialRequest<'_>| {
        tried.shared.try_program(&tried.file, request).expect_err("refused").remove(0).to_string()
    };
    let source = TrialProgram::Source { of: Some((Language::Python, None)), contents: b"x" };
    let usual = tried.request("one", source, 1);
    for (request, why) in [
        (current, "no current program"),
        (TrialRequest { games: 0, ..usual }, "1 to 10"),
        (TrialRequest { games: 11, ..usual }, "1 to 10"),
        (TrialRequest { opponent: TrialOpponent::Level(Level::Best), ..usual }, ""),
        (TrialRequest { opponent: TrialOpponent::Entry("b"), ..usual }, "`b` cannot be played against"),
        (
            TrialRequest { opponent: TrialOpponent::Entry("nobody"), ..usual },
            "`nobody` cannot be played against",
        ),
        (TrialRequest { opening: "z9", ..usual }, "the opening: `z9`"),
    ] {
        let levels = tried.file.game.facts().levels;
        if matches!(request.opponent, TrialOpponent::Level(level) if levels.contains(&level))
            && why.is_empty()
        {
            continue;
        }
        let said = refused(&request);
        assert!(said.contains(why), "{why}: {said}");
    }
    assert!(tried.shared.trials("ladder", "one").expect("a store").is_empty(), "nothing was ordered");
    // Even if its owner allows it, there is no program of b yet.
    let b = tried.shared.history("ladder").expect("it began").0.event.entries()[1].clone();
    let of_b = Entrant { entry: Some(b), hands_in: true };
    tried.shared.allow_trials(Actor::CONSOLE, "ladder", &of_b, true).expect("its owner");
    assert_eq!(
        tried.shared.trial_partners("ladder").expect("a store").into_iter().collect::<Vec<_>>(),
        ["b"]
    );
    let said = refused(&TrialRequest { opponent: TrialOpponent::Entry("b"), ..usual });
    assert!(said.contains("`b` cannot be played against"), "{said}");
}

#[test]
fn a_test_game_gives_way_to_the_games_of_an_event() {
    let mut tried = Tried::open();
    let worker = tried.bed.worker("1");
    gives_way(&tried, worker);
}

/// Though it sees no game but those that it has taken.
#[test]
fn an_admitted_worker_gives_a_test_game_up_for_the_games_of_an_event() {
    let Some(bed) = Bed::postgres() else { return };
    let mut tried = Tried::in_bed(bed);
    let made = tried.bed.workers(&["admit", "lab-x", "--json"]);
    let made: serde_json::Value = serde_json::from_str(&made).expect("JSON");
    let worker = tried.bed.worker_at(made["address"].as_str().expect("an address"), "1");
    gives_way(&tried, worker);
}

fn gives_way(tried: &Tried, worker: Stage) {
    let slow = "import time\nprint(\"Beyond.Game.Tic-tac-toe.1.0\", flush=True)\nprint(\"Slow\", flush=True)\n\
                time.sleep(300)\n";
    let number = tried.orders("one", slow, Language::Python, 1).expect("ordered");
    let cup = event(&tried.bed.house, "cup", "tictactoe", "");
    let began = Instant::now();
    let runs = |games: &TrialGames| games.games[0].stands == GameStands::Running;
    tried.until(number, runs);
    let (played, counts) = in_store(&tried.shared, &cup, &Stop::default());
    // The one worker was busy with the test game, which would have gone on for a minute and a half.
    assert!(played.state().is_over() && counts.played == played.games().len());
    let took = began.elapsed();
    // Afterwards it is played, or waits to be.
    assert!(!tried.games(number).are_over(), "the games of the event took {took:?}");
    let trial = tried.shared.trial(number).expect("a store").expect("it was ordered");
    tried.shared.call_off_trial(Actor::Console("one"), &trial).expect("his own");
    tried.until(number, TrialGames::are_over);
    worker.kill();
}
