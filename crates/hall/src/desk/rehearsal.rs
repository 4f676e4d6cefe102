//! A rehearsal: a built-in player behind the relayed seat of a desk, with slips and crashes thrown in. Of its acts, and of what the
//! dice show, the operator only hears, and types them, as in the hall.

mod other_machine;
mod report;

use super::desk::Desk;
use super::desk_deed::{DeskDeed, DeskError};
use super::desk_shown::{DeskShown, DeskState, OtherSide};
use crate::locked::locked;
use leitai_core::{Actor, Level, Rng, Sentence, sentence};
use other_machine::{OtherMachine, Played};
pub use report::{MendedSlip, RehearsalReport};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

/// How often the desk is looked at.
const LOOK: Duration = Duration::from_millis(50);
/// After so long the other operator sees that a wrong act was read out.
const READ_WRONG: Duration = Duration::from_secs(4);
/// How much of what is said is shown.
const SAID: usize = 8;

/// Whose slip it was.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Whose {
    /// This desk's operator typed something else than was said.
    Ours,
    /// The other operator typed something else than was said.
    Mistyped,
    /// The other operator read something wrong out.
    Misread,
}

/// Something wrong between the two boards.
struct Slip {
    whose: Whose,
    plies: u32,
    since: Instant,
}

/// How many of our turns it takes until something happens.
struct Chances {
    mistypes: u32,
    misreads: u32,
    crashes: u32,
}

impl Chances {
    fn draw(random: &mut Rng) -> Chances {
        let mut within = |least: u32, more: usize| least + u32::try_from(random.below(more)).unwrap_or(0);
        Chances { mistypes: within(3, 5), misreads: within(2, 5), crashes: within(3, 6) }
    }

    /// Whether it is due; then it is due again so many turns later.
    fn is_due(left: &mut u32, random: &mut Rng) -> bool {
        *left = left.saturating_sub(1);
        let due = *left == 0;
        if due {
            *left = 8 + u32::try_from(random.below(8)).unwrap_or(0);
        }
        due
    }
}

/// A rehearsal at a desk, on a thread of its own.
pub struct Rehearsal {
    report: Arc<Mutex<RehearsalReport>>,
}

impl Rehearsal {
    /// Begins a rehearsal at a desk that is [set up](crate::DeskSetup::rehearsal) for one; the seed decides what is thrown in. It
    /// ends with the match. Errors with [`DeskError::NoRehearsal`] if the game needs a referee for its secrets.
    pub fn begin(desk: &Arc<Desk>, level: Level, seed: u64) -> Result<Rehearsal, DeskError> {
        let facts = desk.setup().game.facts();
        if facts.hidden && !facts.chance {
            return Err(DeskError::NoRehearsal(facts.name));
        }
        let report = Arc::<Mutex<RehearsalReport>>::default();
        let (desk, told) = (Arc::clone(desk), Arc::clone(&report));
        let thread = thread::Builder::new().name("leitai-rehearsal".to_owned());
        let run = move || {
            while desk.shown().state != DeskState::Over {
                let shown = desk.shown();
                match shown.state {
                    DeskState::Waits | DeskState::Broken(_) | DeskState::Over => thread::sleep(LOOK),
                    _ => match RehearsedGame::of(&desk, level, seed, &told, &shown) {
                        Ok(game) => game.run(),
                        // The rules were opened for the desk itself.
                        Err(_) => return,
                    },
                }
            }
        };
        thread.spawn(run).map_err(|error| DeskError::Machine(Sentence::of(&error)))?;
        Ok(Rehearsal { report })
    }

    /// What it has shown so far.
    pub fn report(&self) -> RehearsalReport {
        locked(&self.report).clone()
    }
}

/// One game of a rehearsal.
struct RehearsedGame<'a> {
    desk: &'a Desk,
    game: u32,
    theirs: OtherMachine,
    random: Rng,
    chances: Chances,
    report: &'a Mutex<RehearsalReport>,
    says: Vec<Sentence>,
    slip: Option<Slip>,
    /// A wrong act was read out; what is right, and when that is seen.
    misread: Option<(Instant, String, String)>,
    /// Whether the last act was read out wrong at first.
    was_misread: bool,
    /// Acts of the desk when it was last looked at.
    acts: usize,
    failed: Option<Instant>,
    /// Plies of the desk that the report counts already.
    counted: u32,
    /// Up to this ply it was decided whether our program crashes.
    crash_asked: u32,
}

impl<'a> RehearsedGame<'a> {
    fn of(
        desk: &'a Desk,
        level: Level,
        seed: u64,
        report: &'a Mutex<RehearsalReport>,
        shown: &DeskShown,
    ) -> Result<RehearsedGame<'a>, Sentence> {
        let mut random = Rng::new(seed.wrapping_add(u64::from(shown.game)));
        Ok(RehearsedGame {
            desk,
            game: shown.game,
            theirs: OtherMachine::new(desk.setup(), level, shown.seat.other())?,
            chances: Chances::draw(&mut random),
            random,
            report,
            says: Vec::new(),
            slip: None,
            misread: None,
            was_misread: false,
            acts: 0,
            failed: None,
            counted: 0,
            crash_asked: 0,
        })
    }

    fn run(mut self) {
        // Where a game goes on, the other board stands as this one does.
        for (by, act) in acts(&self.desk.shown()) {
            self.theirs.take(by, &act);
        }
        loop {
            let shown = self.desk.shown();
            if shown.game != self.game
                || matches!(shown.state, DeskState::Waits | DeskState::Over | DeskState::Broken(_))
            {
                break;
            }
            self.watch_program(&shown);
            if matches!(shown.state, DeskState::Runs | DeskState::Stopped(_)) {
                self.look(&shown);
            }
            self.show();
            thread::sleep(LOOK);
        }
        if self.slip.is_some() {
            locked(self.report).missed += 1;
        }
    }

    /// Notes how long our program stands still after it crashed.
    fn watch_program(&mut self, shown: &DeskShown) {
        match (&shown.state, self.failed) {
            (DeskState::Failed(..), None) => self.failed = Some(Instant::now()),
            (DeskState::Runs, Some(since)) => {
                self.failed = None;
                locked(self.report).crashes.push(since.elapsed());
            }
            _ => {}
        }
    }

    /// Looks at what the desk shows, and goes on at the other board.
    fn look(&mut self, shown: &DeskShown) {
        let desk = acts(shown);
        locked(self.report).plies += shown.plies.saturating_sub(self.counted);
        self.counted = self.counted.max(shown.plies);
        let went_back = desk.len() < self.acts;
        self.acts = desk.len();
        self.read_right(&desk);
        if self.is_mistyped() && (went_back || matches!(shown.state, DeskState::Stopped(_))) {
            self.put_right(shown, &desk);
        }
        let theirs = self.theirs.played();
        let same = desk.iter().zip(theirs).take_while(|(ours, theirs)| ours == theirs).count();
        let (ours, theirs) = (desk.len() - same, theirs.len() - same);
        match (ours, theirs) {
            (_, 0) => {
                self.mended(shown);
                for (by, act) in &desk[same..] {
                    self.follow(*by, act, shown);
                }
                self.go_on(shown);
            }
            (0, _) => {
                self.mended(shown);
                let is_ours = |(by, _): &Played| *by == Actor::Seat(shown.seat);
                if self.theirs.played()[same..].iter().any(is_ours) {
                    self.theirs.go_back(same);
                    self.say(sentence!("We go back with you.", "我们也退回。"));
                    self.go_on(shown);
                }
            }
            // The other operator has typed something else, and goes on from there.
            _ if self.is_mistyped() => self.go_on(shown),
            _ if self.slip.is_none() => {
                let whose = if self.was_misread { Whose::Misread } else { Whose::Ours };
                self.slip = Some(Slip { whose, plies: shown.plies, since: Instant::now() });
            }
            _ => {}
        }
    }

    /// The other operator enters what our program played, and now and then something else.
    fn follow(&mut self, by: Actor, act: &str, shown: &DeskShown) {
        if by == Actor::Seat(shown.seat) && Chances::is_due(&mut self.chances.mistypes, &mut self.random) {
            let wrong = self.theirs.instead(shown.seat, act, &mut self.random);
            if wrong.is_some_and(|wrong| self.theirs.take(by, &wrong)) {
                self.slip = Some(Slip { whose: Whose::Mistyped, plies: shown.plies, since: Instant::now() });
                return;
            }
        }
        self.theirs.take(by, act);
    }

    /// Whoever is to act at the other board does.
    fn go_on(&mut self, shown: &DeskShown) {
        let (own, other) = (Actor::Seat(shown.seat), Actor::Seat(shown.seat.other()));
        if self.theirs.owes(Actor::Chance) {
            if let Some(shown) = self.theirs.throw(&mut self.random) {
                self.say(sentence!("The die shows {shown}.", "骰子为 {shown}。"));
            }
        } else if self.theirs.owes(other) && !self.theirs.owes(own) {
            self.answer(shown);
        }
        let is_well = shown.state == DeskState::Runs && self.failed.is_none() && self.slip.is_none();
        if is_well && self.crash_is_due(shown) {
            // Refused only if the game has just ended.
            let _ = self.desk.deed(DeskDeed::Strike);
        }
    }

    /// Asked once for each of our turns.
    fn crash_is_due(&mut self, shown: &DeskShown) -> bool {
        if shown.plies <= self.crash_asked {
            return false;
        }
        self.crash_asked = shown.plies;
        Chances::is_due(&mut self.chances.crashes, &mut self.random)
    }

    /// The other program plays; its operator reads it out, now and then wrongly.
    fn answer(&mut self, shown: &DeskShown) {
        let before = self.theirs.played().len();
        let turn = self.theirs.answer(&mut self.random);
        let Some(last) = turn.last().cloned() else { return };
        let right = turn.join(" ");
        if turn.len() == 1
            && self.slip.is_none()
            && Chances::is_due(&mut self.chances.misreads, &mut self.random)
        {
            self.theirs.go_back(before);
            let wrong = self.theirs.instead(shown.seat.other(), &last, &mut self.random);
            self.theirs.take(Actor::Seat(shown.seat.other()), &last);
            if let Some(wrong) = wrong {
                self.say(sentence!("We play {wrong}.", "我方走 {wrong}。"));
                self.was_misread = true;
                self.misread = Some((Instant::now(), wrong, right));
                return;
            }
        }
        self.say(sentence!("We play {right}.", "我方走 {right}。"));
    }

    /// The other operator sees after a while that something wrong was read out.
    fn read_right(&mut self, desk: &[Played]) {
        let at = self.theirs.played().len().saturating_sub(1);
        let is_typed = |wrong: &String| desk.get(at).is_some_and(|(_, act)| act == wrong);
        let Some((since, wrong, right)) = &self.misread else { return };
        if since.elapsed() < READ_WRONG && !is_typed(wrong) {
            return;
        }
        let said = sentence!(
            "Sorry, I misread: we play {right}, not {wrong}.",
            "对不起，我念错了：我方走 {right}，不是 {wrong}。"
        );
        self.misread = None;
        self.say(said);
    }

    /// The other operator has been told, and enters what really was played.
    fn put_right(&mut self, shown: &DeskShown, desk: &[Played]) {
        self.theirs.go_back(0);
        for (by, act) in desk {
            self.theirs.take(*by, act);
        }
        self.say(sentence!(
            "Sorry, I had entered something else: corrected. Compare the codes.",
            "对不起，我输错了，现已改正。请核对局面码。"
        ));
        self.mended(shown);
    }

    /// Both boards agree again.
    fn mended(&mut self, shown: &DeskShown) {
        self.was_misread = false;
        if let Some(Slip { whose, plies, since }) = self.slip.take() {
            let plies = self.counted.max(shown.plies).saturating_sub(plies);
            locked(self.report).slips.push(MendedSlip {
                is_ours: whose == Whose::Ours,
                plies,
                after: since.elapsed(),
            });
        }
    }

    /// Whether the other operator has typed something else, and nobody noticed yet.
    fn is_mistyped(&self) -> bool {
        self.slip.as_ref().is_some_and(|slip| slip.whose == Whose::Mistyped)
    }

    fn say(&mut self, what: Sentence) {
        self.says.push(what);
    }

    /// Shows what is to be seen and heard of the other side.
    fn show(&self) {
        let from = self.says.len().saturating_sub(SAID);
        let other = OtherSide { says: self.says[from..].to_vec(), code: self.theirs.code() };
        if self.desk.shown().other.as_ref() != Some(&other) {
            self.desk.change(|shown| shown.other = Some(other));
        }
    }
}

/// What a desk shows as played, act by act.
fn acts(shown: &DeskShown) -> Vec<Played> {
    let acts = shown.moves.iter().flat_map(|one| one.acts.iter().map(|act| (one.by, act.clone())));
    acts.collect()
}
