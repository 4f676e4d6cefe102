//! One game of a rehearsal: what the other side does, the slips that are thrown in, and when they are seen.

use super::other_machine::{OtherMachine, Played};
use super::report::{MendedSlip, RehearsalReport};
use super::truth::TrueAct;
use super::truth_file::TruthFile;
use crate::desk::{Desk, DeskDeed, DeskShown, DeskState, OtherSide};
use crate::locked::locked;
use leitai_core::{Actor, Level, Rng, Sentence, sentence};
use std::sync::Mutex;
use std::thread;
use std::time::{Duration, Instant};

/// How often the desk is looked at.
pub(super) const LOOK: Duration = Duration::from_millis(50);
/// After so long the other operator, or the referee, sees that something wrong was read out, or was entered.
const SEES_WRONG: Duration = Duration::from_secs(4);
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
    /// Whether the referee has spoken of it.
    is_told: bool,
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

/// One game of a rehearsal.
pub(super) struct RehearsedGame<'a> {
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
    /// What the referee has been seen to know.
    kept: Vec<TrueAct>,
    /// Acts of the desk when it was last looked at.
    acts: usize,
    failed: Option<Instant>,
    /// Plies of the desk that the report counts already.
    counted: u32,
    /// Up to this ply it was decided whether our program crashes.
    crash_asked: u32,
}

impl<'a> RehearsedGame<'a> {
    pub(super) fn of(
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
            kept: Vec::new(),
            acts: 0,
            failed: None,
            counted: 0,
            crash_asked: 0,
        })
    }

    pub(super) fn run(mut self) {
        // Where a game goes on, the other board stands as this one does.
        self.kept = TruthFile::read(self.desk.folder(), self.game);
        if !self.theirs.stand(&acts(&self.desk.shown()), &self.kept) {
            self.say(sentence!(
                "What the referee saw of this game is lost: rule it, and begin the next.",
                "裁判所见的本局局面已丢失：请裁定本局，再开始下一局。"
            ));
            self.show();
            return self.wait_for_end();
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
                self.keep();
            }
            self.show();
            thread::sleep(LOOK);
        }
        if self.slip.is_some() {
            locked(self.report).missed += 1;
        }
    }

    /// Nothing is rehearsed until the game is over.
    fn wait_for_end(&self) {
        while self.desk.shown().game == self.game && self.desk.shown().state != DeskState::Over {
            thread::sleep(LOOK);
        }
    }

    /// Keeps what the referee knows, for when the game goes on in another process.
    fn keep(&mut self) {
        if self.kept != self.theirs.truth() {
            self.kept = self.theirs.truth().to_vec();
            TruthFile { game: self.game, acts: self.kept.clone() }.write(self.desk.folder());
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
        let was_misread = self.misread.is_some();
        self.read_right(&desk);
        if self.is_mistyped() && (went_back || matches!(shown.state, DeskState::Stopped(_))) {
            self.put_right(shown, &desk);
        }
        let theirs = self.theirs.played();
        let same = desk.iter().zip(theirs).take_while(|(ours, theirs)| ours == theirs).count();
        let (ours, theirs) = (desk.len() - same, theirs.len() - same);
        match (ours, theirs) {
            (_, 0) => {
                // What was read out wrong has been entered right.
                self.misread = None;
                self.mended(shown);
                for (by, act) in &desk[same..] {
                    // What others do, the referee knows better.
                    if self.theirs.is_refereed() && *by != Actor::Seat(shown.seat) {
                        break;
                    }
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
                self.slips(if was_misread { Whose::Misread } else { Whose::Ours }, shown);
            }
            _ => self.objects(&desk[same], same),
        }
    }

    fn slips(&mut self, whose: Whose, shown: &DeskShown) {
        self.slip = Some(Slip { whose, plies: shown.plies, since: Instant::now(), is_told: false });
    }

    /// The referee has seen for a while that something else was entered than was said, and says so once.
    fn objects(&mut self, (_, entered): &Played, at: usize) {
        let is_refereed = self.theirs.is_refereed();
        let Some(slip) = self.slip.as_mut().filter(|slip| is_refereed && slip.whose == Whose::Ours) else {
            return;
        };
        if slip.is_told || slip.since.elapsed() < SEES_WRONG {
            return;
        }
        slip.is_told = true;
        let right = self.theirs.played()[at].1.clone();
        self.say(sentence!(
            "The referee: that was entered wrong: {right}, not {entered}.",
            "裁判：录入有误：是 {right}，不是 {entered}。"; right, entered
        ));
    }

    /// The other operator enters what our program played, and now and then something else.
    fn follow(&mut self, by: Actor, act: &str, shown: &DeskShown) {
        // Of a try nobody else hears where it was, and a layout is nobody's to see: a slip there could not be seen.
        let may_slip =
            by == Actor::Seat(shown.seat) && !self.theirs.is_refereed() && !self.theirs.is_in_secret();
        if may_slip && Chances::is_due(&mut self.chances.mistypes, &mut self.random) {
            let wrong = self.theirs.instead(shown.seat, act, &mut self.random);
            if wrong.is_some_and(|wrong| self.theirs.take(by, &wrong)) {
                self.slips(Whose::Mistyped, shown);
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
        } else if self.theirs.owes(Actor::Arbiter) {
            self.rules();
        } else if self.theirs.owes(other) && !self.theirs.owes(own) {
            // Where both act in secret ours does first: a desk has their acts in the order of time, and here that is one order.
            self.answer();
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

    /// The referee says what follows, now and then something else.
    fn rules(&mut self) {
        let Some(right) = self.theirs.ruling() else { return };
        let is_due = self.slip.is_none() && Chances::is_due(&mut self.chances.misreads, &mut self.random);
        let wrong = is_due.then(|| self.theirs.other_ruling(&mut self.random)).flatten();
        let said = wrong.as_ref().unwrap_or(&right);
        self.say(sentence!("The referee: {said}.", "裁判：{said}。"));
        self.misread = wrong.map(|wrong| (Instant::now(), wrong, right));
    }

    /// The other program plays; its operator reads it out, now and then wrongly.
    fn answer(&mut self) {
        let turn = self.theirs.answer(&mut self.random);
        if turn.is_empty() {
            return;
        }
        let right = turn.join(" ");
        if turn.len() == 1
            && self.slip.is_none()
            && Chances::is_due(&mut self.chances.misreads, &mut self.random)
        {
            let wrong = self.theirs.instead_of_last(&mut self.random);
            if let Some(wrong) = wrong {
                self.says_of_theirs(&wrong);
                self.misread = Some((Instant::now(), wrong, right));
                return;
            }
        }
        self.says_of_theirs(&right);
    }

    /// The other side plays, or everybody hears that of it.
    fn says_of_theirs(&mut self, acts: &str) {
        self.say(if self.theirs.is_refereed() {
            sentence!("Of the other side everybody hears: {acts}.", "对方着法（众所共知）：{acts}。")
        } else {
            sentence!("We play {acts}.", "我方走 {acts}。")
        });
    }

    /// The other operator sees after a while that something wrong was read out.
    fn read_right(&mut self, desk: &[Played]) {
        let at = self.theirs.played().len().saturating_sub(1);
        let is_typed = |wrong: &String| desk.get(at).is_some_and(|(_, act)| act == wrong);
        let Some((since, wrong, right)) = &self.misread else { return };
        if since.elapsed() < SEES_WRONG && !is_typed(wrong) {
            return;
        }
        let said = sentence!(
            "Sorry, that was wrong: {right}, not {wrong}.",
            "对不起，说错了：是 {right}，不是 {wrong}。"
        );
        self.misread = None;
        self.say(said);
    }

    /// The other operator has been told, and enters what really was played.
    fn put_right(&mut self, shown: &DeskShown, desk: &[Played]) {
        let same = desk.iter().zip(self.theirs.played()).take_while(|(ours, theirs)| ours == theirs).count();
        self.theirs.go_back(same);
        for (by, act) in &desk[same..] {
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
        if let Some(Slip { whose, plies, since, .. }) = self.slip.take() {
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
        let other =
            OtherSide { says: self.says[from..].to_vec(), said: self.says.len(), code: self.theirs.code() };
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
