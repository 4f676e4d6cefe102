//! The tables at which people play on a site: who sits there, and for how long.

use super::far_line::{CUT, FarLine};
use super::peoples_game::{FarSeat, Hand, PeoplesGame, SeatedPlayer, TakenSeat};
use super::play_error::PlayRefused;
use super::play_queue::PlayQueue;
use super::play_wish::{Invitation, PlayWish, Rival};
use super::seat_board::{Bell, SeatBoard, StoodBoard};
use super::seated_game::{Heard, SeatedGame};
use super::table_file::TableFile;
use crate::assignment::GameHost;
use crate::entered_program::EnteredProgram;
use crate::kept_records::KeptRecords;
use crate::locked::locked;
use crate::program_cache::Ready;
use crate::random_key::random_key;
use crate::shared_store::SharedStore;
use leitai_arena::{Conditions, Launch, Player, RecordFile, dice};
use leitai_catalog::RuledGame;
use leitai_core::{Clock, DialectName, Dice, Level, Record, Seat, Sentence, sentence};
use leitai_sandbox::Size;
use leitai_sandbox::system::LocalStream;
use std::collections::HashMap;
use std::io;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, OnceLock};
use std::time::{Duration, Instant};

/// What a built-in player may use here.
const MEMORY: Size = Size::MB(256);
/// A game in which nobody acts for so long is broken off.
const IDLE: Duration = Duration::from_mins(30);
/// So is one whose people are all gone for so long.
const AWAY: Duration = Duration::from_mins(5);
/// How long a finished game stays at its table.
const STAYS: Duration = Duration::from_hours(1);
/// How many programs stay built.
const BUILT: usize = 16;
/// How many records are kept.
const KEPT: usize = 1000;

/// The tables at which people play.
pub struct PlayRoom {
    pub(super) records: KeptRecords,
    pub(super) conditions: Conditions,
    launcher: PathBuf,
    most: usize,
    pub(super) queue: PlayQueue,
    /// The store of programs that were handed in; `None` where there are none.
    store: Option<Arc<SharedStore>>,
    /// Where they are built, once somebody plays against one.
    host: OnceLock<GameHost>,
    /// How long the line to a program may be cut.
    pub(super) longest_cut: Duration,
    games: Mutex<HashMap<String, Arc<PeoplesGame>>>,
}

/// A table to be laid.
struct LaidTable {
    id: String,
    keys: [Option<String>; 2],
    owners: [Option<String>; 2],
    boards: [StoodBoard; 2],
    /// Where the game stands again: how many answers of each seat the record holds.
    stands: Option<[u64; 2]>,
    dice: Dice,
}

impl PlayRoom {
    /// A room with at most so many games at one time, whose records are kept in `folder`, which is created. Their
    /// built-in players give way to other programs of the machine. Errors if the folder cannot be used.
    pub fn open(
        folder: PathBuf,
        mut conditions: Conditions,
        launcher: PathBuf,
        most: usize,
    ) -> io::Result<PlayRoom> {
        conditions.limits.gives_way = true;
        conditions.limits.memory = MEMORY;
        Ok(PlayRoom {
            records: KeptRecords::open(folder, KEPT)?,
            conditions,
            launcher,
            most,
            queue: PlayQueue::default(),
            store: None,
            host: OnceLock::new(),
            longest_cut: CUT,
            games: Mutex::default(),
        })
    }

    /// The same room, in which people can play against the programs of a store's events too.
    #[must_use]
    pub fn with_programs(mut self, store: &Arc<SharedStore>) -> PlayRoom {
        self.store = Some(Arc::clone(store));
        self
    }

    /// A program that was handed in, ready to be started, for as long as what is returned is held. This may take a while.
    pub(super) fn built(&self, rival: &Rival) -> Result<Option<Arc<Ready>>, Sentence> {
        let Rival::Entered(program) = rival else { return Ok(None) };
        let store = self.store.as_ref().ok_or_else(|| Sentence::of(&PlayRefused::NotOpen))?;
        let host = if let Some(host) = self.host.get() {
            host
        } else {
            let host = GameHost::of_store(self.conditions.clone(), Arc::clone(store), BUILT);
            let host = host.map_err(|why| Sentence::of(&why))?;
            self.host.get_or_init(|| host)
        };
        host.launch(&program.program).map(Some).map_err(|why| Sentence::of(&why))
    }

    /// Whether nobody may play here.
    pub fn is_closed(&self) -> bool {
        self.most == 0
    }

    /// Begins a game, in which `owner` has a seat; whoever that is may have at most `enough` at one time.
    pub fn begin(
        self: &Arc<Self>,
        owner: &str,
        enough: usize,
        wish: &PlayWish,
    ) -> Result<Invitation, PlayRefused> {
        let ruled = wish.ruled()?;
        let player = self.rival(&*ruled, &wish.rival)?;
        let machine = |why: io::Error| PlayRefused::Machine(Sentence::of(&why));
        let laid = LaidTable {
            id: random_key(10),
            keys: [(); 2].map(|()| Some(random_key(26))),
            owners: Seat::BOTH.map(|seat| {
                let is_own = seat == wish.seat || wish.rival == Rival::Oneself;
                is_own.then(|| owner.to_owned())
            }),
            boards: Default::default(),
            stands: None,
            dice: dice(None, 0).map_err(machine)?,
        };
        let (game, heard) = self.lay(laid, wish, player.as_ref()).map_err(machine)?;
        let game = Arc::new(game);
        {
            let mut games = locked(&self.games);
            let runs = || games.values().filter(|game| locked(&game.over).is_none());
            if runs().filter(|game| game.is_of(owner)).count() >= enough {
                return Err(PlayRefused::Enough(enough));
            }
            if runs().count() + self.queue.before(owner) >= self.most {
                return Err(PlayRefused::Full);
            }
            games.insert(game.id.clone(), Arc::clone(&game));
            self.queue.leave(owner);
        }
        let key = game.seats[wish.seat].as_ref().map(|seat| seat.key.clone()).unwrap_or_default();
        let id = game.id.clone();
        let begun = self.set_up(&game, &*ruled, player.as_ref()).and_then(|opened| {
            let said = |why: io::Error| Sentence::of(&why);
            self.keep(&game).map_err(said)?;
            self.run(SeatedGame { game, ruled, player, heard, opened }).map_err(said)
        });
        if let Err(why) = begun {
            locked(&self.games).remove(&id);
            TableFile::remove(self.records.folder(), &id);
            return Err(PlayRefused::Machine(why));
        }
        Ok(Invitation { id, key })
    }

    /// Lets the games stand again that went on when the site stopped, or was killed. Returns how many do, and why others do
    /// not: their files are left as they are. To be called once, before anybody comes.
    pub fn stand_again(self: &Arc<Self>) -> io::Result<(usize, Vec<Sentence>)> {
        let (mut stood, mut refused, mut left) = (0, Vec::new(), Vec::new());
        for (id, file) in TableFile::all(self.records.folder())? {
            let text = RecordFile::left(&self.records.path(&id));
            // The site was killed between the end of a game and the end of its table, or before its record was kept.
            let is_whole = matches!(&text, Ok(Some(text)) if has_end(text));
            if is_whole {
                RecordFile::keep_left(&self.records.path(&id))?;
            }
            if is_whole || matches!(text, Ok(None)) {
                TableFile::remove(self.records.folder(), &id);
                continue;
            }
            let read = file.and_then(|file| Ok((file, text?.unwrap_or_default())));
            let read = read.map_err(|why| Sentence::of(&why));
            match read.and_then(|(file, text)| self.stands(&id, &file, &text)) {
                Ok(()) => stood += 1,
                Err(why) => refused.push(sentence!("table {id}: {why}", "对局台 {id}：{why}")),
            }
            left.push(id);
        }
        self.records.clear_away(|id| left.iter().any(|left| left == id))?;
        Ok((stood, refused))
    }

    /// Lets one of them stand again. A record without a line is that of a game that had not begun.
    fn stands(self: &Arc<Self>, id: &str, file: &TableFile, text: &str) -> Result<(), Sentence> {
        let said = |why: PlayRefused| Sentence::of(&why);
        let unknown = || sentence!("this version has no such game", "本版本没有这样的对局");
        let (wish, dice) = file.wish().ok_or_else(unknown)?;
        let ruled = wish.ruled().map_err(said)?;
        let player = self.rival(&*ruled, &wish.rival).map_err(said)?;
        let (opened, boards, answers) = if text.is_empty() {
            Default::default()
        } else {
            let (opened, boards, answers) = self.set_up_again(id, text, dice.clone())?;
            (Some(opened), boards, answers)
        };
        let (id, keys, owners) = (id.to_owned(), file.keys.clone(), file.owners.clone());
        let laid = LaidTable { id, keys, owners, boards, stands: Some(answers), dice };
        let (game, heard) = self.lay(laid, &wish, player.as_ref()).map_err(|why| Sentence::of(&why))?;
        let game = Arc::new(game);
        let opened = opened.map_or_else(|| self.set_up(&game, &*ruled, player.as_ref()), Ok)?;
        locked(&self.games).insert(game.id.clone(), Arc::clone(&game));
        self.run(SeatedGame { game, ruled, player, heard, opened }).map_err(|why| Sentence::of(&why))
    }

    /// Lays a table with a seat for everybody but a built-in player; returns the ends at which the game hears them.
    fn lay(
        &self,
        laid: LaidTable,
        wish: &PlayWish,
        player: Option<&Player>,
    ) -> io::Result<(PeoplesGame, Heard)> {
        let LaidTable { id, keys, owners, boards, stands, dice } = laid;
        let (mut seats, mut heard) = ([None, None], [None, None]);
        let stood = boards.iter().map(|board| board.version).max().unwrap_or_default();
        let bell = Bell::after(stood);
        let all = keys.into_iter().zip(owners).zip(boards);
        for (seat, ((key, owner), board)) in Seat::BOTH.into_iter().zip(all) {
            let is_own = seat == wish.seat || wish.rival == Rival::Oneself;
            let Some(key) = key.filter(|_| is_own || player.is_none()) else { continue };
            let (lines, ours) = LocalStream::pair()?;
            // A person who sends faster than the game reads is not waited for.
            lines.set_nonblocking(true)?;
            let is_program = if is_own { wish.by_program } else { wish.rival == Rival::Program };
            let hand = if is_program {
                let stands = stands.map(|answers| answers[seat.index()]);
                Hand::Program(FarLine::new(lines, self.longest_cut, stands))
            } else {
                Hand::Person(Mutex::new(lines))
            };
            let bell = if is_own { bell.clone() } else { Bell::after(stood) };
            let far = FarSeat {
                key,
                owner: Mutex::new(owner),
                board: SeatBoard::new(seat, !is_program, bell, board),
                hand,
                looked: Mutex::new(Instant::now()),
                follows: AtomicBool::new(false),
            };
            (seats[seat], heard[seat]) = (Some(far), Some(ours));
        }
        let [own, rival] = wish.names.clone();
        let own = SeatedPlayer { name: own, is_built_in: false };
        let rival = match player {
            Some(player) => {
                let is_built_in = matches!(wish.rival, Rival::Level(_));
                SeatedPlayer { name: player.name.clone(), is_built_in }
            }
            None if wish.rival == Rival::Oneself => own.clone(),
            None => SeatedPlayer { name: rival, is_built_in: false },
        };
        let seated = if wish.seat == Seat::First { [own, rival] } else { [rival, own] };
        let game = PeoplesGame {
            id,
            wish: wish.clone(),
            seats,
            seated,
            next: Mutex::default(),
            stop: AtomicBool::new(false),
            rests: AtomicBool::new(false),
            dice,
            offers: Mutex::default(),
            acted: Mutex::new(Instant::now()),
            over: Mutex::new(None),
        };
        Ok((game, heard))
    }

    /// Keeps on the disk who sits at the table. Held meanwhile: a game that ends now removes it afterwards.
    fn keep(&self, game: &PeoplesGame) -> io::Result<()> {
        let over = locked(&game.over);
        if over.is_some() {
            return Ok(());
        }
        TableFile::of(game).write(self.records.folder(), &game.id)
    }

    /// Whom somebody plays against, if that is a program that is started here. What was handed in is [built](PlayRoom::built)
    /// first.
    fn rival(&self, ruled: &dyn RuledGame, rival: &Rival) -> Result<Option<Player>, PlayRefused> {
        match rival {
            Rival::Person | Rival::Program | Rival::Oneself => Ok(None),
            Rival::Level(level) => self.player(ruled, *level).map(Some),
            Rival::Entered(program) => {
                let EnteredProgram { shown, dialect, .. } = &**program;
                let launch = Launch::Unbuilt { why: Sentence::default() };
                Ok(Some(Player { name: shown.clone(), launch, dialect: *dialect }))
            }
        }
    }

    /// The built-in player of that level.
    fn player(&self, ruled: &dyn RuledGame, level: Level) -> Result<Player, PlayRefused> {
        let facts = ruled.facts();
        if !facts.levels.contains(&level) {
            let (game, level) = (facts.name, level.name());
            return Err(PlayRefused::Setup(sentence!(
                "{game} has no level {level}",
                "{game}没有级别 {level}"; game, level
            )));
        }
        let own = if ruled.speaks(DialectName::Native) { DialectName::Native } else { facts.dialects[0] };
        let launch = Launch::built_in(self.launcher.clone(), level);
        Ok(Player { name: level.name().to_owned(), launch, dialect: own })
    }

    /// The record of a game that is over.
    pub fn record(&self, id: &str) -> Option<PathBuf> {
        self.records.record(id)
    }

    /// The seat of a game with that key, which `owner` takes, unless it is a program's; `None` if there is no such game
    /// or key.
    pub fn seat(&self, id: &str, key: &str, owner: &str) -> Result<Option<TakenSeat>, PlayRefused> {
        self.take(id, key, owner, false)
    }

    /// The same, for a program of `owner`'s: a person's seat is not taken.
    pub fn seat_of_program(
        &self,
        id: &str,
        key: &str,
        owner: &str,
    ) -> Result<Option<TakenSeat>, PlayRefused> {
        self.take(id, key, owner, true)
    }

    fn take(
        &self,
        id: &str,
        key: &str,
        owner: &str,
        by_program: bool,
    ) -> Result<Option<TakenSeat>, PlayRefused> {
        let Some(game) = locked(&self.games).get(id).cloned() else { return Ok(None) };
        let holds = |seat: &Seat| game.seats[*seat].as_ref().is_some_and(|far| far.key == key);
        let Some(mut at) = Seat::BOTH.into_iter().find(holds) else { return Ok(None) };
        if let Some(far) = &game.seats[at] {
            let mut taken = locked(&far.owner);
            match taken.as_deref() {
                Some(known) if known != owner => return Err(PlayRefused::Taken),
                Some(_) => {}
                None => match far.hand {
                    Hand::Program(_) if !by_program => return Err(PlayRefused::OfProgram),
                    Hand::Person(_) if by_program => return Err(PlayRefused::OfPerson),
                    _ => {
                        *taken = Some(owner.to_owned());
                        drop(taken);
                        self.keep(&game).map_err(|why| PlayRefused::Machine(Sentence::of(&why)))?;
                        // The other side no longer waits for somebody.
                        game.seats[at.other()].iter().for_each(|other| other.board.ring());
                    }
                },
            }
            *locked(&far.looked) = Instant::now();
        }
        // Whoever plays both sides sits where something is to be done.
        let owes =
            |seat: Seat| game.seats[seat].as_ref().is_some_and(|far| !far.board.now().choices.is_empty());
        if game.wish.rival == Rival::Oneself && !owes(at) && owes(at.other()) {
            at = at.other();
        }
        Ok(Some(TakenSeat { game, seat: at }))
    }

    /// Breaks off games that nobody plays any more; if the site `stops`, lets all others rest, which
    /// [stand again](PlayRoom::stand_again); forgets those that are over; removes the oldest records beyond those that are
    /// kept. To be called every few seconds.
    pub fn tidy(&self, stops: bool) -> io::Result<()> {
        // Where there is a clock, that ends the game.
        let is_idle =
            |game: &PeoplesGame| game.wish.clock() == Clock::NONE && locked(&game.acted).elapsed() > IDLE;
        let is_left = |game: &PeoplesGame| is_idle(game) || game.is_alone(AWAY);
        let mut games = locked(&self.games);
        for game in games.values().filter(|game| stops || is_left(game)) {
            game.rests.store(stops && !is_left(game), Ordering::Relaxed);
            game.stop.store(true, Ordering::Relaxed);
        }
        let before = games.len();
        games.retain(|_, game| !locked(&game.over).is_some_and(|over| over.elapsed() > STAYS));
        let has_gone = games.len() < before;
        drop(games);
        if has_gone { self.records.tidy() } else { Ok(()) }
    }
}

/// Whether the text of a record goes to the end of its game.
fn has_end(text: &str) -> bool {
    Record::read(text).is_ok_and(|record| record.end.is_some())
}
