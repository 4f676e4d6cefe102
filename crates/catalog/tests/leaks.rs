//! What leaves a table tells no eye more than it was told: two truths that it cannot tell apart, played at two
//! real tables, give it the same lines, scenes, choices and refusals, and leave records that read the same to
//! it.

use leitai_catalog::{EyeReplay, Setup, Visitor, find, visit};
use leitai_core::{
    Act, Actor, Clock, DialectName, Eye, Game, MoveOf, Post, Record, Refusal, Seat, Span, Staging, State,
    Table, Turn, Viewer,
};
use leitai_testkit::Pair;
use std::time::Duration;

/// Pairs for each eye and dialect.
const PAIRS: u64 = 8;

/// A table at which one of the truths is played, with what it sent out.
struct Side {
    table: Box<dyn Table>,
    post: Post,
    /// Times differ from one truth to the other.
    spent: Duration,
}

impl Side {
    fn open<G: Game>(eye: Eye, dialect: DialectName, spent: Duration) -> Side {
        let setup = Setup::with([("illegal_retries", "1000")]);
        let game = find(G::FACTS.id).expect("listed").open(&setup).expect("a set-up");
        let mut side = Side { table: game.table(Staging::default(), None), post: Post::default(), spent };
        side.table.watch(eye);
        if let Eye::Seat(seat) = eye {
            let sat = side.table.sit(seat, dialect, &Clock::default(), &mut side.post);
            assert!(sat.is_some(), "{dialect} is listed");
        }
        side.table.begin([None; 2], &mut side.post);
        side
    }

    fn act(&mut self, act: Act<'_>) -> Result<(), Refusal> {
        self.table.act(act, self.spent, [None; 2], &mut self.post)
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
            return (self.table.scene(Viewer::Spectator), vec![], vec![], self.post.told.clone());
        };
        if dialect == DialectName::Native {
            self.table.hear(seat, br#"{"type":"moves"}"#, self.spent, [None; 2], &mut self.post);
        }
        let lines = self.post.lines[seat.index()].bytes().to_vec();
        (self.table.scene(Viewer::Seat(seat)), self.table.choices(seat), lines, self.post.told.clone())
    }

    /// Ends the game if it is not over; its record, and that as the eye may see it.
    fn record(mut self, eye: Eye) -> (String, String) {
        if !matches!(self.table.turn(), Turn::Over(_)) {
            self.act(Act::Resign(Seat::First)).expect("the game is on");
        }
        self.table.seal();
        let mut record = Vec::new();
        self.table.record(&mut record);
        let record = String::from_utf8(record).expect("text");
        let replay = EyeReplay::open(Record::read(&record).expect("a record"), eye).expect("a game");
        let lines = replay.lines().expect("it replays");
        // The record does not say who of two that owed at once was quicker.
        let read = |line: &str| serde_json::from_str::<serde_json::Value>(line).expect("JSON");
        let mut told: Vec<String> = lines
            .lines()
            .map(read)
            .filter(|line| line["type"] == "told")
            .map(|line| line["report"].as_str().expect("text").to_owned())
            .collect();
        let mut reports: Vec<_> = self.post.told.into_iter().map(|(_, report)| report).collect();
        told.sort_unstable();
        reports.sort_unstable();
        assert_eq!(told, reports, "the record tells what the table told");
        (record, lines)
    }
}

/// Grows a pair at two tables; how many acts were compared while the truths differed.
fn pair<G: Game>(eye: Eye, dialect: DialectName, seed: u64) -> usize {
    let mut pair = Pair::<G>::new(eye, seed);
    let mut sides = [17, 4242].map(|us| Side::open::<G>(eye, dialect, Duration::from_micros(us)));
    let mut compared = 0;
    while let Some(grown) = pair.grow() {
        assert_eq!(sides[0].play::<G>(grown.by, &[&grown.one], Span::Part), Ok(()));
        if let Some(other) = &grown.other {
            let goes_on = !matches!(pair.truths()[1].turn(), Turn::Over(_));
            if goes_on && matches!(grown.by, Actor::Seat(seat) if eye != Eye::Seat(seat)) {
                // A refused try of another is not seen: here the same act twice, which no game of ours allows.
                let tried = sides[1].play::<G>(grown.by, &[other, other], Span::Turn);
                assert!(matches!(tried, Err(Refusal::Illegal(_))), "{tried:?}");
            }
            assert_eq!(sides[1].play::<G>(grown.by, &[other], Span::Part), Ok(()));
        }
        let [one, other] = sides.each_mut().map(|side| side.seen(eye, dialect));
        assert_eq!(one, other, "{eye} by {dialect}, seed {seed}, told {:?}", grown.told);
        compared += usize::from(pair.differs());
    }
    let [(record, lines), (other_record, other_lines)] = sides.map(|side| side.record(eye));
    assert_ne!(record, other_record);
    assert_eq!(lines, other_lines, "{eye} by {dialect}, seed {seed}");
    compared
}

/// How many acts are compared at least, for each eye and dialect, while the truths differ.
fn least(id: &str) -> usize {
    // Its only secret is the layout of six stones.
    if id == "einstein" { 40 } else { 400 }
}

/// Tries every game with secrets.
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
