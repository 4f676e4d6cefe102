//! `cargo bench -p stage-tests`: how long replies take alone, and next to a game in which one player is a bomb.

#![expect(clippy::print_stdout, reason = "a benchmark talks to its user")]

use leitai_arena::{Affinity, Conditions, Launch, Player, Ponder, Seating, Sitter, available, staging};
use leitai_catalog::{Setup, find};
use leitai_core::{Clock, DialectName, Line, Record, SpentTime, Spoken};
use leitai_sandbox::{Limits, Sandbox, Size};
use stage_tests::Workshop;
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};

const GAMES: u32 = 200;

fn main() {
    leitai_sandbox::launch_if_asked();
    let itself = std::env::current_exe().expect("this program");
    let sandbox = Sandbox::strongest(&itself);
    let hall = Hall::open(sandbox);
    println!(
        "level {}, {GAMES} games of tic-tac-toe, microseconds from request to answer",
        hall.sandbox.level()
    );
    println!("{:<24} {:>8} {:>8} {:>8} {:>6}", "beside", "p50", "p99", "max", "bombs");
    hall.measure("nobody", None);
    hall.measure("another game", Some(("50-instant.c", "")));
    hall.measure("a fork bomb", Some(("01-fork-bomb.c", "many")));
    hall.measure("a thread bomb", Some(("02-thread-bomb.c", "")));
    hall.measure("a memory bomb", Some(("03-memory-bomb.c", "malloc")));
    hall.measure("a flood", Some(("09-flood-of-bytes.c", "")));
}

struct Hall {
    sandbox: Sandbox,
    workshop: Workshop,
}

impl Hall {
    fn open(sandbox: Sandbox) -> Hall {
        let sources = Path::new(env!("CARGO_MANIFEST_DIR")).join("attacks");
        let kept = Path::new(env!("CARGO_TARGET_TMPDIR")).join("attacks");
        Hall { sandbox, workshop: Workshop::new(&sources, &kept).expect("a workshop") }
    }

    fn player(&self, file: &str, case: &str) -> Player {
        let start = self.workshop.make(file).expect("it compiles").expect("C is installed");
        let launch = Launch::alone(start.program.into(), vec![format!("case={case}").into()]);
        Player { name: file.to_owned(), launch, dialect: DialectName::Beyond }
    }

    /// Plays on the core of that slot; returns the times of all answers, in microseconds.
    fn play(&self, players: &[Player; 2]) -> Vec<u64> {
        let clock: Clock = "start=60s,move=60s".parse().expect("a clock");
        let game = find("tictactoe").expect("the game").open(&Setup::default()).expect("the defaults");
        let limits = Limits { memory: Size::MB(64), processes: 16, ..Limits::default() };
        let conditions = Conditions { limits, ..Conditions::of(self.sandbox.clone()) };
        let seats = players.each_ref().map(|player| (player.name.clone(), Spoken::In(player.dialect)));
        let mut table = game.table(staging(clock, &conditions, seats), None);
        let (mut record, stop) = (Vec::new(), AtomicBool::new(false));
        let sitters = players.each_ref().map(Sitter::Program);
        let seating = Seating {
            game: &*game,
            sitters,
            allowances: [clock; 2].map(Into::into),
            seed: 7,
            spent: SpentTime::default(),
            mends: false,
            conditions: &conditions,
        };
        seating.play(&mut *table, &mut record, &stop, &mut ()).expect("the stage holds");
        let record = String::from_utf8(record).expect("a record is text");
        let record = Record::read(&record).expect("a record");
        let time = |line: &Line<'_>| if let Line::Play { us, .. } = line { Some(*us) } else { None };
        record.lines.iter().filter_map(|(_, line)| time(line)).collect()
    }

    fn measure(&self, name: &str, bomb: Option<(&str, &str)>) {
        let (cores, over, bombs) = (available(), AtomicBool::new(false), AtomicU32::new(0));
        let honest = ["50-instant.c", "honest.c"].map(|file| self.player(file, ""));
        let mut times = std::thread::scope(|scope| {
            if let Some((file, case)) = bomb {
                let players = [self.player(file, case), self.player("honest.c", "")];
                let (cores, over, bombs) = (&cores, &over, &bombs);
                scope.spawn(move || {
                    Affinity::Auto.place(1, cores, Ponder::Off);
                    while !over.load(Ordering::Relaxed) {
                        self.play(&players);
                        bombs.fetch_add(1, Ordering::Relaxed);
                    }
                });
            }
            let played = scope.spawn(|| {
                Affinity::Auto.place(0, &cores, Ponder::Off);
                (0..GAMES).flat_map(|_| self.play(&honest)).collect::<Vec<u64>>()
            });
            let times = played.join();
            over.store(true, Ordering::Relaxed);
            times.expect("no panic")
        });
        times.sort_unstable();
        let at = |part: usize| times[(times.len() - 1) * part / 100];
        let bombs = bombs.into_inner();
        println!("{name:<24} {:>8} {:>8} {:>8} {bombs:>6}", at(50), at(99), at(100));
    }
}
