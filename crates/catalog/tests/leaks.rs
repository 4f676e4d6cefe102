//! Nothing that leaves a table gives an eye more than it was told: two true games that the eye cannot tell apart,
//! played at two real tables, give it the same lines, scenes, choices and refusals, and leave records that are cut to
//! the same bytes for every audience with the eye's knowledge.

use leitai_catalog::{Audience, Cut, Secrets, Setup, Visitor, find, visit};
use leitai_core::{
    Act, Actor, Clock, DialectName, Eye, Game, MoveOf, Outbox, Record, Refusal, Seat, Span, Staging, State,
    Table, Turn, Viewer,
};
use leitai_testkit::Pair;
use std::time::Duration;

/// Pairs of games for each eye and dialect.
const PAIRS: u64 = 8;

/// A table at which one of the two true games is played, and what it sent out.
struct Side {
    table: Box<dyn Table>,
    outbox: Outbox,
    /// The time per act, which differs between the two games.
    spent: Duration,
    /// The record so far.
    record: Vec<u8>,
}

impl Side {
    fn open<G: Game>(eye: Eye, dialect: DialectName, spent: Duration) -> Side {
        let setup = Setup::with([("illegal_retries", "1000")]);
        let game = find(G::FACTS.id).expect("listed").open(&setup).expect("a set-up");
        let table = game.table(Staging::default(), None);
        let mut side = Side { table, outbox: Outbox::default(), spent, record: Vec::new() };
        side.table.watch(eye);
        if let Eye::Seat(seat) = eye {
            let sat = side.table.sit(seat, dialect, &Clock::default(), &mut side.outbox);
            assert!(sat.is_some(), "{dialect} is listed");
        }
        side.table.begin([None; 2], &mut side.outbox);
        side
    }

    fn act(&mut self, act: Act<'_>) -> Result<(), Refusal> {
        self.table.act(act, self.spent, [None; 2], &mut self.outbox)
    }

    fn play<G: Game>(&mut self, by: Actor, acts: &[&MoveOf<G>], span: Span) -> Result<(), Refusal> {
        let write = |m: &&MoveOf<G>| {
            let mut text = String::new();
            G::write(m, &mut text);
            text
        };
        let texts: Vec<String> = acts.iter().map(write).collect();
        let acts: Vec<&str> = texts.iter().map(String::as_str).collect();
        self.act(Act::Play { by, acts: &acts, span })
    }

    /// Everything that the eye gets to see now.
    fn seen(&mut self, eye: Eye, dialect: DialectName) -> impl PartialEq + std::fmt::Debug + use<> {
        let Eye::Seat(seat) = eye else {
            return (self.table.scene(Viewer::Spectator), vec![], vec![], self.outbox.told.clone());
        };
        if dialect == DialectName::Native {
            self.table.hear(seat, br#"{"type":"moves"}"#, self.spent, [None; 2], &mut self.outbox);
        }
        let lines = self.outbox.lines[seat.index()].bytes().to_vec();
        (self.table.scene(Viewer::Seat(seat)), self.table.choices(seat), lines, self.outbox.told.clone())
    }

    /// Both programs write something to their logs; what the eye's own program writes is the same in both games.
    fn note(&mut self, eye: Eye, at: usize) {
        for seat in Seat::BOTH {
            let spent = if eye == Eye::Seat(seat) { 0 } else { self.spent.as_micros() };
            self.table.note(seat, "stderr", &format!("{at} {spent} by {seat}"));
        }
    }

    /// The whole record so far.
    fn record(&mut self) -> String {
        self.table.record(&mut self.record);
        String::from_utf8(self.record.clone()).expect("text")
    }

    /// What every audience with the eye's knowledge may have of the record so far.
    fn cuts(&mut self, eye: Eye) -> Vec<String> {
        let record = Record::read(&self.record()).expect("a record");
        let audiences = match eye {
            Eye::Public => vec![Audience::Public],
            Eye::Seat(seat) => vec![Audience::Seat(seat), Audience::Author(seat)],
        };
        let cut = |audience| {
            let cut = Cut::of(record.clone(), audience, Secrets::Public, Duration::MAX).expect("a game");
            cut.expect("there is something to see").text().expect("it replays")
        };
        audiences.into_iter().map(cut).collect()
    }

    /// Ends the game if it is not over.
    fn end(&mut self) {
        if !matches!(self.table.turn(), Turn::Over(_)) {
            self.act(Act::Resign(Seat::First)).expect("the game is on");
        }
        self.table.seal();
    }

    /// Checks that the cuts hold what the table told the eye, and for an author also what his own program said.
    fn is_told(&self, cuts: &[String]) {
        let read = |line: &str| serde_json::from_str::<serde_json::Value>(line).expect("JSON");
        let lines: Vec<_> = cuts.iter().flat_map(|cut| cut.lines()).map(read).collect();
        let all = |of: &str, what: &str| {
            let lines = lines.iter().filter(|line| line["type"] == of);
            let mut all: Vec<_> = lines.map(|line| line[what].as_str().expect("text").to_owned()).collect();
            // The record does not reveal which of two seats that owed an act at once was quicker.
            all.sort_unstable();
            all
        };
        let told = self.outbox.told.iter().map(|(_, report)| report);
        let mut reports: Vec<_> = cuts.iter().flat_map(|_| told.clone().cloned()).collect();
        reports.sort_unstable();
        assert_eq!(all("told", "report"), reports, "the record tells what the table told");
        let notes = all("note", "text");
        assert!(notes.iter().all(|note| note.contains(" 0 by ")), "{notes:?}");
        assert_eq!(notes.is_empty(), cuts.len() == 1, "{notes:?}");
    }
}

/// Grows a pair at two tables; returns how many acts were compared while the true games differed.
fn pair<G: Game>(eye: Eye, dialect: DialectName, seed: u64) -> usize {
    let mut pair = Pair::<G>::new(eye, seed);
    let mut sides = [17, 4242].map(|us| Side::open::<G>(eye, dialect, Duration::from_micros(us)));
    let (mut compared, mut grown_by) = (0, 0_usize);
    while let Some(grown) = pair.grow() {
        assert_eq!(sides[0].play::<G>(grown.by, &[&grown.one], Span::Part), Ok(()));
        if let Some(other) = &grown.other {
            let goes_on = !matches!(pair.truths()[1].turn(), Turn::Over(_));
            if goes_on && matches!(grown.by, Actor::Seat(seat) if eye != Eye::Seat(seat)) {
                // A refused attempt of the other seat is not visible: here the same act twice, which no game of ours
                // allows.
                let tried = sides[1].play::<G>(grown.by, &[other, other], Span::Turn);
                assert!(matches!(tried, Err(Refusal::Illegal(_))), "{tried:?}");
            }
            assert_eq!(sides[1].play::<G>(grown.by, &[other], Span::Part), Ok(()));
        }
        let [one, other] = sides.each_mut().map(|side| side.seen(eye, dialect));
        assert_eq!(one, other, "{eye} by {dialect}, seed {seed}, told {:?}", grown.told);
        compared += usize::from(pair.differs());
        grown_by += 1;
        if grown_by.is_power_of_two() {
            for side in &mut sides {
                side.note(eye, grown_by);
            }
            let [one, other] = sides.each_mut().map(|side| side.cuts(eye));
            assert_eq!(one, other, "{eye} by {dialect}, seed {seed}, while it runs");
        }
    }
    for side in &mut sides {
        side.end();
    }
    let [record, other_record] = sides.each_mut().map(Side::record);
    assert_ne!(record, other_record);
    let [cuts, other_cuts] = sides.each_mut().map(|side| side.cuts(eye));
    assert_eq!(cuts, other_cuts, "{eye} by {dialect}, seed {seed}");
    sides[0].is_told(&cuts);
    compared
}

/// The least number of acts to be compared for each eye and dialect while the true games differ.
fn least(id: &str) -> usize {
    // Its only secret is the layout of six stones.
    if id == "einstein" { 40 } else { 400 }
}

/// Runs the test for every game with secrets.
#[derive(Default)]
struct Trial(Vec<&'static str>);

impl Visitor for Trial {
    fn game<G: Game>(&mut self) {
        if !G::FACTS.hidden {
            return;
        }
        self.0.push(G::FACTS.id);
        for eye in Eye::ALL {
            let dialects = if eye == Eye::Public { &[DialectName::Native] } else { G::DIALECTS };
            for dialect in dialects {
                let compared: usize = (0..PAIRS).map(|seed| pair::<G>(eye, *dialect, seed)).sum();
                assert!(
                    compared >= least(G::FACTS.id),
                    "{} {eye} by {dialect}: only {compared} acts",
                    G::FACTS.id
                );
            }
        }
    }
}

#[test]
fn nothing_leaks_from_a_game_with_secrets() {
    let mut trial = Trial::default();
    visit(&mut trial);
    assert!(!trial.0.is_empty(), "no game has secrets");
}
