//! Invariants of every listed game at a real table, with its type erased.

use super::records::verify;
use leitai_catalog::{GAMES, ListedGame, Program, Replay, RuledGame, Setup};
use leitai_core::{
    Act, Actor, Clock, DialectName, Dice, Fault, Heard, Level, Line, Lines, MarkKind, Means, Outbox, Outcome,
    Record, Rng, Seat, SeatInfo, Sentence, Span, Spoken, Staging, Table, Turn, Viewer, Why,
};
use std::sync::Arc;
use std::time::Duration;

const NOW: Duration = Duration::ZERO;

fn table(game: ListedGame, seed: u64, options: &[(&str, &str)]) -> Box<dyn Table> {
    let game = game.open(&Setup::with(options.iter().copied())).expect("a set-up");
    game.table(Staging::default(), Some(Dice::new([seed as u8; 32])))
}

/// A seat that owes an act; if both do, either may be the quicker.
fn owing(turn: Turn, rng: &mut Rng) -> Option<Seat> {
    let owing: Vec<_> = Seat::BOTH.into_iter().filter(|seat| turn.owes(Actor::Seat(*seat))).collect();
    (!owing.is_empty()).then(|| owing[rng.below(owing.len())])
}

fn play(table: &mut dyn Table, seat: Seat, act: &str) {
    let act = Act::Play { by: Actor::Seat(seat), acts: &[act], span: Span::Part };
    table.act(act, NOW, [None; 2], &mut Outbox::default()).expect("a choice is legal");
}

/// A random game played by hand, act by act; returns its record.
pub(super) fn random_game(game: ListedGame, seed: u64) -> (String, Outcome) {
    let mut table = table(game, seed, &[]);
    let mut rng = Rng::new(seed);
    let mut record = Vec::new();
    table.begin([None; 2], &mut Outbox::default());
    while let Some(seat) = owing(table.turn(), &mut rng) {
        let choices = table.choices(seat);
        play(&mut *table, seat, &choices[rng.below(choices.len())].text);
    }
    let outcome = table.turn().outcome().expect("the end");
    table.seal();
    table.record(&mut record);
    (String::from_utf8(record).expect("text"), outcome)
}

#[test]
fn a_batch_is_all_or_nothing() {
    for game in GAMES {
        let mut table = table(*game, 1, &[]);
        let seat =
            Seat::BOTH.into_iter().find(|seat| table.turn().owes(Actor::Seat(*seat))).expect("a seat begins");
        let choices = table.choices(seat);
        let before = (table.position(), table.choices(seat), table.digest());
        // The same act twice is refused in every one of our games, and neither of the two is played.
        let twice = [choices[0].text.as_str(); 2];
        let act = Act::Play { by: Actor::Seat(seat), acts: &twice, span: Span::Turn };
        assert!(table.act(act, NOW, [None; 2], &mut Outbox::default()).is_err(), "{}", game.facts().id);
        assert_eq!(before, (table.position(), table.choices(seat), table.digest()));
        let mut record = Vec::new();
        table.record(&mut record);
        let text = String::from_utf8(record).expect("text");
        let line: Line<'_> =
            serde_json::from_str(text.lines().last().expect("a line")).expect("a record line");
        assert!(matches!(line, Line::Attempt { at: 1, whole: true, .. }), "{line:?}");
    }
}

#[test]
fn nothing_is_heard_after_the_end() {
    for game in GAMES {
        let mut table = table(*game, 1, &[]);
        let (mut outbox, by_hand) = (Outbox::default(), Sentence::quoted("by hand"));
        assert!(table.sit(Seat::First, DialectName::Native, &Clock::default(), &mut outbox).is_some());
        table
            .act(Act::Fault(Seat::Second, Fault::Crash, &by_hand), NOW, [None; 2], &mut outbox)
            .expect("it is on");
        let (turn, digest) = (table.turn(), table.digest());
        assert_eq!(turn.outcome(), Some(Outcome::fault(Seat::Second, Fault::Crash)));
        assert_eq!(
            table.hear(Seat::First, br#"{"type":"ready"}"#, NOW, [None; 2], &mut outbox),
            Heard::Nothing
        );
        let again = Act::Fault(Seat::First, Fault::TimeLimit, &by_hand);
        assert!(table.act(again, NOW, [None; 2], &mut outbox).is_err());
        assert_eq!((table.turn(), table.digest()), (turn, digest));
    }
}

/// A game set up where it is already over has ended by its rules, even if a program fails before it begins.
#[test]
fn a_game_set_up_at_its_end_has_ended_by_its_rules() {
    for game in GAMES {
        let (text, outcome) = random_game(*game, 4);
        let mut played = Replay::open(Record::read(&text).expect("a record")).expect("a game");
        while played.step().expect("a step").is_some() {}
        let setup = Setup { position: Some(played.table().position()), ..Setup::default() };
        let native = SeatInfo { dialect: Spoken::In(DialectName::Native), ..SeatInfo::default() };
        let staging = Staging { seats: [native, SeatInfo::default()], ..Staging::default() };
        let mut table = game.open(&setup).expect("a set-up").table(staging, None);
        let mut outbox = Outbox::default();
        assert!(table.sit(Seat::First, DialectName::Native, &Clock::default(), &mut outbox).is_some());
        assert_eq!(
            table.hear(Seat::First, b"?", NOW, [None; 2], &mut outbox),
            Heard::Over(outcome),
            "{}",
            game.facts().id
        );
        table.seal();
        let mut record = Vec::new();
        table.record(&mut record);
        assert_eq!(verify(std::str::from_utf8(&record).expect("text")), Ok(()), "{}", game.facts().id);
    }
}

/// Dice rolls follow from the promised seed, and every draw is recorded. The seed must not be visible before the end,
/// and the commitment must be present from the beginning.
#[test]
fn the_seed_is_told_when_the_game_is_over() {
    for game in GAMES.iter().filter(|game| game.facts().chance) {
        let mut table = table(*game, 5, &[]);
        table.begin([None; 2], &mut Outbox::default());
        let seed = Dice::new([5; 32]);
        let mut rng = Rng::new(5);
        let mut record = Vec::new();
        while let Some(seat) = owing(table.turn(), &mut rng) {
            table.record(&mut record);
            let text = String::from_utf8_lossy(&record);
            assert!(text.contains(&seed.commitment()) && !text.contains(&seed.seed()));
            let choices = table.choices(seat);
            play(&mut *table, seat, &choices[rng.below(choices.len())].text);
        }
        table.seal();
        table.record(&mut record);
        assert!(String::from_utf8_lossy(&record).contains(&seed.seed()));
    }
}

/// A roll follows a move immediately; the move stays marked.
#[test]
fn a_roll_leaves_the_last_move_marked() {
    for game in GAMES.iter().filter(|game| game.facts().chance) {
        let mut table = table(*game, 7, &[]);
        table.begin([None; 2], &mut Outbox::default());
        let mut rng = Rng::new(7);
        let mut moved = 0;
        while let Some(seat) = owing(table.turn(), &mut rng) {
            let is_secret = matches!(table.turn(), Turn::Secret(_));
            let choices = table.choices(seat);
            play(&mut *table, seat, &choices[rng.below(choices.len())].text);
            for who in
                [Viewer::Seat(Seat::First), Viewer::Seat(Seat::Second), Viewer::Spectator, Viewer::Arbiter]
            {
                let marks = table.scene(who).marks;
                let last = marks.iter().filter(|mark| mark.kind == MarkKind::Last).count();
                assert!(is_secret || last == 1, "{who:?} after ply {}: {marks:?}", table.plies());
            }
            moved += u32::from(!is_secret);
        }
        assert!(moved > 4);
    }
}

/// What the other side does in secret, and whether it has begun, must not be visible at the table: scenes, choices and
/// lines of one seat and of spectators are the same whatever the other side does.
#[test]
fn secret_turns_are_not_seen_from_outside() {
    for game in GAMES.iter().filter(|game| game.facts().hidden) {
        for (own, seed) in Seat::BOTH.into_iter().flat_map(|own| (0..10).map(move |seed| (own, seed))) {
            let mut rng = Rng::new(seed);
            let mut tables = [0, 1, 2].map(|_| table(*game, 1, &[]));
            let mut outboxes = [0, 1, 2].map(|_| Outbox::default());
            for (table, outbox) in tables.iter_mut().zip(&mut outboxes) {
                assert!(table.sit(own, DialectName::Native, &Clock::default(), outbox).is_some());
                table.begin([None; 2], outbox);
            }
            // At the last table the other seat does nothing; at the first two it does different things.
            while matches!(tables[0].turn(), Turn::Secret(_)) {
                let mine = rng.below(2) == 0;
                let seat = if mine { own } else { own.other() };
                let draw = rng.next();
                for i in 0..3 {
                    let choices = tables[i].choices(seat);
                    // An act that could complete the other seat's turn would be reported, so it is left out.
                    if choices.is_empty() || (!mine && (i == 2 || choices.len() == 1)) {
                        continue;
                    }
                    let mut rng = Rng::new(if mine { draw } else { draw + i as u64 });
                    let act = &choices[rng.below(choices.len())].text;
                    let act = Act::Play { by: Actor::Seat(seat), acts: &[act], span: Span::Part };
                    tables[i].act(act, NOW, [None; 2], &mut outboxes[i]).expect("a choice is legal");
                }
                for i in 1..3 {
                    for who in [Viewer::Seat(own), Viewer::Spectator] {
                        assert_eq!(tables[0].scene(who), tables[i].scene(who), "{who:?}");
                    }
                    assert_eq!(tables[0].choices(own), tables[i].choices(own));
                    assert_eq!(outboxes[0].lines[own.index()], outboxes[i].lines[own.index()]);
                    assert_eq!(tables[0].digest(), tables[i].digest());
                }
                if tables[0].choices(own).is_empty() && tables[0].choices(own.other()).len() <= 1 {
                    break;
                }
            }
        }
    }
}

/// If both seats owe an act, which of them answers first is a race: the records are byte-identical either way.
#[test]
fn the_record_does_not_tell_who_was_quicker() {
    for game in GAMES.iter().filter(|game| game.facts().hidden) {
        for seed in 0..10 {
            let records = [0, 1].map(|order| {
                let mut table = table(*game, seed, &[("illegal_retries", "1000")]);
                let mut turns = Rng::new(order);
                let mut rngs = [Rng::new(seed), Rng::new(seed + 100)];
                table.begin([None; 2], &mut Outbox::default());
                let mut outbox = Outbox::default();
                for seat in Seat::BOTH {
                    assert!(table.sit(seat, DialectName::Native, &Clock::default(), &mut outbox).is_some());
                    assert_eq!(
                        table.hear(seat, br#"{"type":"ready"}"#, NOW, [None; 2], &mut outbox),
                        Heard::Ready
                    );
                }
                while let Turn::Secret(_) = table.turn() {
                    let seat = owing(table.turn(), &mut turns).expect("somebody owes");
                    let rng = &mut rngs[seat.index()];
                    let choices = table.choices(seat);
                    if rng.below(4) == 0 {
                        assert_eq!(table.hear(seat, b"?", NOW, [None; 2], &mut outbox), Heard::Again);
                    }
                    play(&mut *table, seat, &choices[rng.below(choices.len())].text);
                }
                let mut record = Vec::new();
                table.record(&mut record);
                (String::from_utf8(record).expect("text"), table.digest(), table.position())
            });
            assert_eq!(records[0], records[1], "{} {seed}", game.facts().id);
        }
    }
}

/// Our own programs at a real table, communicating by lines alone.
struct Conversation<'a> {
    table: Box<dyn Table>,
    programs: [Box<dyn Program>; 2],
    /// Starts a seat's program.
    start: Box<dyn Fn(Seat) -> Box<dyn Program> + 'a>,
    /// Whether each seat's program has left.
    left: [bool; 2],
    outbox: Outbox,
    begun: bool,
    ready: usize,
    /// Whether the platform repeats everything it says.
    repeats: bool,
}

/// The first set-up, out of the default and the presets, that both dialects can express.
fn speakable(game: ListedGame, dialects: [DialectName; 2]) -> Arc<dyn RuledGame> {
    let presets = game.facts().presets.iter().map(|preset| preset.options);
    let setups = std::iter::once(&[][..]).chain(presets);
    let mut ruled = setups.map(|options| game.open(&Setup::with(options.iter().copied())).expect("accepted"));
    let speaks = |ruled: &Arc<dyn RuledGame>| dialects.iter().all(|name| ruled.speaks(*name));
    ruled.find(speaks).unwrap_or_else(|| panic!("{} in {dialects:?}", game.facts().id))
}

impl<'a> Conversation<'a> {
    fn open(game: ListedGame, dialects: [DialectName; 2], seed: u64) -> Conversation<'a> {
        let ruled = speakable(game, dialects);
        let mut options: Vec<_> = ruled.given().iter().map(|(name, value)| (&**name, &**value)).collect();
        options.push(("illegal_retries", "1000"));
        let mut table = table(game, seed, &options);
        let (mut outbox, mut ready) = (Outbox::default(), 0);
        for seat in Seat::BOTH {
            let sat = table.sit(seat, dialects[seat.index()], &Clock::default(), &mut outbox);
            ready += usize::from(sat.expect("it is spoken").says_nothing_first);
        }
        let start = Box::new(move |seat: Seat| {
            let seed = seed * 2 + seat.index() as u64;
            ruled
                .program(Level::Random, dialects[seat.index()], &Means::seeded(seed))
                .expect("every game has random")
        });
        let programs = Seat::BOTH.map(&start);
        Conversation { table, programs, start, left: [false; 2], outbox, begun: false, ready, repeats: false }
    }

    /// Delivers the lines that wait for a program; returns its replies.
    fn deliver(&mut self, seat: Seat) -> Vec<Vec<u8>> {
        let waiting = std::mem::take(&mut self.outbox.lines[seat.index()]);
        let mut out = Lines::default();
        for line in waiting.bytes().split(|b| *b == b'\n').filter(|line| !line.is_empty()) {
            let line = line.strip_suffix(b"\r").unwrap_or(line);
            let again = self.repeats && line.starts_with(br#"{"type":"told""#);
            let mut stays = self.programs[seat.index()].hear(line, &|| NOW, &mut out);
            if again {
                stays &= self.programs[seat.index()].hear(line, &|| NOW, &mut out);
            }
            if !stays {
                self.left[seat.index()] = true;
                break;
            }
        }
        lines(&out)
    }

    fn begin_if_ready(&mut self) {
        if self.ready == 2 && !self.begun {
            self.begun = true;
            self.table.begin([None; 2], &mut self.outbox);
        }
    }

    fn hear(&mut self, seat: Seat, line: &[u8]) -> Heard {
        let heard = self.table.hear(seat, line, NOW, [None; 2], &mut self.outbox);
        self.ready += usize::from(heard == Heard::Ready);
        self.begin_if_ready();
        heard
    }

    /// Starts another program in place of one that left, if the game goes on.
    fn replace(&mut self, seat: Seat) {
        if std::mem::take(&mut self.left[seat.index()]) && self.table.turn().outcome().is_none() {
            let heard = self.table.left(seat, NOW, [None; 2], &mut self.outbox);
            assert!(heard.is_some(), "it had no business to leave");
            self.programs[seat.index()] = (self.start)(seat);
        }
    }

    /// Plays on to the end; `before` may say something in a program's name before the program's own answer is heard.
    fn play(mut self, mut before: impl FnMut(&mut Conversation<'_>, Seat) -> bool) -> Outcome {
        self.begin_if_ready();
        for seat in Seat::BOTH {
            let mut out = Lines::default();
            self.programs[seat.index()].open(&mut out);
            for line in lines(&out) {
                self.hear(seat, &line);
            }
        }
        let mut still = 0;
        while self.table.turn().outcome().is_none() {
            still += 1;
            assert!(still < 3, "nobody says anything");
            for seat in Seat::BOTH {
                let mut said = self.deliver(seat);
                if self.begun && !said.is_empty() && before(&mut self, seat) {
                    said = self.deliver(seat);
                }
                for line in said {
                    still = 0;
                    self.hear(seat, &line);
                }
                self.replace(seat);
            }
        }
        self.table.turn().outcome().expect("the end")
    }
}

fn lines(lines: &Lines) -> Vec<Vec<u8>> {
    lines.bytes().split(|b| *b == b'\n').filter(|line| !line.is_empty()).map(<[u8]>::to_vec).collect()
}

#[test]
fn our_programs_play_whole_games_in_every_pair_of_dialects() {
    for game in GAMES {
        for first in game.facts().dialects {
            for second in game.facts().dialects {
                for seed in 0..5 {
                    let outcome = Conversation::open(*game, [*first, *second], seed).play(|_, _| false);
                    assert!(
                        matches!(outcome.why, Why::Law(_)),
                        "{} {first} {second}: {outcome:?}",
                        game.facts().id
                    );
                }
            }
        }
    }
}

/// A platform that says everything twice reports impossible events: the repetition is not learnt.
#[test]
fn what_is_told_twice_is_learnt_once() {
    for game in GAMES {
        for seed in 0..5 {
            let mut talk = Conversation::open(*game, [DialectName::Native; 2], seed);
            talk.repeats = true;
            let outcome = talk.play(|_, _| false);
            assert!(matches!(outcome.why, Why::Law(_)), "{}: {outcome:?}", game.facts().id);
        }
    }
}

/// A desktop platform now and then refuses what its program said: the program takes its turn back and sends another.
#[test]
fn a_refused_turn_is_taken_back() {
    for game in GAMES.iter().filter(|game| game.facts().dialects.contains(&DialectName::Sau)) {
        let mut refused = 0;
        for seed in 0..10 {
            let mut rng = Rng::new(seed);
            let outcome = Conversation::open(*game, [DialectName::Sau; 2], seed).play(|talk, seat| {
                let refuse = rng.below(4) == 0;
                if refuse {
                    refused += 1;
                    assert_eq!(talk.hear(seat, b"move ????"), Heard::Again);
                }
                refuse
            });
            assert!(matches!(outcome.why, Why::Law(_)), "{}: {outcome:?}", game.facts().id);
        }
        assert!(refused > 0, "{}", game.facts().id);
    }
}
