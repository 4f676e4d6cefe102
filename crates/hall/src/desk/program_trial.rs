//! A short trial of the program of a desk: does it start, get ready and answer in its dialect?

use super::desk_setup::DeskSetup;
use leitai_arena::{
    Allowance, Conditions, Launch, Player, RecordFile, Seating, Sitter, Watch, dice, staging,
};
use leitai_catalog::Setup;
use leitai_core::{Actor, DialectName, Level, Line, Seat, Sentence, SpentTime, Spoken, sentence};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

/// For how long an answer is waited for, at most.
const PATIENCE: Duration = Duration::from_secs(20);

/// What a trial found.
#[derive(Clone, PartialEq, Debug)]
pub enum ProgramTrial {
    /// It answered, after so long from its start.
    Answered(Duration),
    /// It got ready, and thought for as long as was waited.
    Thinks,
    /// It did not, or did wrong.
    Failed(Sentence),
}

impl ProgramTrial {
    /// Lets the program of a desk play its first act against a built-in player, whose binary this is; for 20 s at most.
    pub fn of(setup: &DeskSetup, conditions: &Conditions, binary: PathBuf) -> ProgramTrial {
        match tried(setup, conditions, binary) {
            Ok(trial) => trial,
            Err(why) => ProgramTrial::Failed(why),
        }
    }
}

fn tried(setup: &DeskSetup, conditions: &Conditions, binary: PathBuf) -> Result<ProgramTrial, Sentence> {
    let game = setup.game.open(&Setup { options: setup.options.clone(), ..Setup::default() });
    let game = game.map_err(|why| Sentence::of(&why))?;
    let level = setup.game.facts().levels.first().copied().unwrap_or(Level::Random);
    // The native dialect can express every game.
    let other = Player {
        name: level.to_string(),
        launch: Launch::built_in(binary, level),
        dialect: DialectName::Native,
    };
    let Some(program) = &setup.program else {
        return Err(Sentence::new("no program plays at this desk", "本席没有程序对局"));
    };
    let mut players = [program, &other];
    if setup.seat == Seat::Second {
        players.reverse();
    }
    let lots = dice(None, 0).map_err(|why| Sentence::of(&why))?;
    let spoken = players.map(|player| (player.name.clone(), Spoken::In(player.dialect)));
    let mut table = game.table(staging(setup.clock, conditions, spoken), Some(lots));
    let mut record = RecordFile::create(None).map_err(|why| Sentence::of(&why))?;
    let stop = Arc::new(AtomicBool::new(false));
    let seating = Seating {
        game: &*game,
        sitters: players.map(Sitter::Program),
        allowances: [(); 2].map(|()| Allowance::from(setup.clock)),
        seed: 0,
        spent: SpentTime::default(),
        mends: false,
        conditions,
    };
    let mut first =
        FirstAct { by: setup.seat, stop: Arc::clone(&stop), begun: Instant::now(), answered: None };
    let alarm = Arc::clone(&stop);
    let (done, is_done) = std::sync::mpsc::channel::<()>();
    let watchman = thread::spawn(move || {
        let _ = is_done.recv_timeout(PATIENCE);
        alarm.store(true, Ordering::Relaxed);
    });
    let ended = seating.play(&mut *table, &mut record, &stop, &mut first);
    drop(done);
    let _ = watchman.join();
    let ended = ended.map_err(|why| Sentence::of(&why))?;
    Ok(match (first.answered, ended) {
        (Some(after), _) => ProgramTrial::Answered(after),
        (None, Some(ended)) => ProgramTrial::Failed(ended.reason),
        (None, None) if table.awaits(setup.seat).is_none() => ProgramTrial::Thinks,
        (None, None) => {
            ProgramTrial::Failed(sentence!("it did not get ready within 20 s", "20 秒内没有准备好"))
        }
    })
}

/// Waits for the first act of a seat.
struct FirstAct {
    by: Seat,
    stop: Arc<AtomicBool>,
    begun: Instant,
    answered: Option<Duration>,
}

impl Watch for FirstAct {
    fn grew(&mut self, seen: &leitai_arena::Seen<'_>) -> bool {
        for line in seen.lines.split(|byte| *byte == b'\n') {
            if let Ok(Line::Play { by: Actor::Seat(seat), .. }) = serde_json::from_slice(line)
                && seat == self.by
                && self.answered.is_none()
            {
                self.answered = Some(self.begun.elapsed());
                self.stop.store(true, Ordering::Relaxed);
            }
        }
        true
    }
}
