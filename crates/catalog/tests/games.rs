//! What every game of the list keeps at a real table, with its type erased.

use leitai_catalog::{Entry, GAMES, Program, Replay, Setup};
use leitai_core::{
    About, Act, By, DialectName, Fault, Heard, Level, Line, Lines, Outcome, Post, Record, Rng, Seat, Span,
    Table, Turn, Why,
};
use std::time::Duration;

const NOW: Duration = Duration::ZERO;

fn table(game: &dyn Entry, options: &[(&str, &str)]) -> Box<dyn Table> {
    let options = options.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
    game.table(&Setup { options, ..Setup::default() }, About::default()).expect("a table")
}

/// A random game played by hand, act by act; its record.
fn random_game(game: &dyn Entry, seed: u64) -> (String, Outcome) {
    let mut table = table(game, &[]);
    let mut rng = Rng::new(seed);
    let mut record = Vec::new();
    let outcome = loop {
        let Turn::Of(By::Seat(seat)) = table.turn() else { break table.turn().outcome().expect("the end") };
        let choices = table.choices(seat);
        let act = &choices[rng.below(choices.len())].text;
        let act = Act::Play { by: By::Seat(seat), acts: &[act], span: Span::Part };
        table.act(act, NOW, [None; 2], &mut Post::default()).expect("a choice is legal");
    };
    table.seal();
    table.record(&mut record);
    (String::from_utf8(record).expect("text"), outcome)
}

fn verify(text: &str) -> Result<(), String> {
    let record = Record::read(text).map_err(|e| e.to_string())?;
    Replay::open(record).and_then(Replay::verify).map(drop).map_err(|e| e.to_string())
}

#[test]
fn every_record_replays_to_the_same_end() {
    for game in GAMES {
        for seed in 0..20 {
            let (text, outcome) = random_game(*game, seed);
            let end = Replay::open(Record::read(&text).expect("a record"))
                .expect("a game")
                .verify()
                .expect("the same");
            assert_eq!((end.winner, &*end.verdict), (outcome.winner, "Law"), "{}", game.facts().id);
        }
    }
}

#[test]
fn a_changed_record_does_not_verify() {
    for game in GAMES {
        let (text, _) = random_game(*game, 3);
        let lines: Vec<&str> = text.lines().collect();
        let last = lines.len() - 1;
        let without = |i: usize| [&lines[..i], &lines[i + 1..]].concat().join("\n");
        assert_eq!(verify(&text), Ok(()));
        // A move less, no end, no beginning, something after the end, another digest, verdict, winner, count.
        for i in 0..lines.len() {
            assert!(verify(&without(i)).is_err(), "{} without line {}", game.facts().id, i + 1);
        }
        assert!(verify(&format!("{text}{}\n", lines[1])).is_err());
        for (from, to) in [
            ("\"verdict\":\"Law\"", "\"verdict\":\"Crash\""),
            ("\"plies\":", "\"plies\":1"),
            ("\"leitai\":1", "\"leitai\":2"),
        ] {
            assert!(verify(&text.replace(from, to)).is_err(), "{from} → {to}");
        }
        let digest = lines[last].split("digest\":\"").nth(1).expect("a digest");
        let other = if digest.starts_with('0') { "1" } else { "0" };
        assert!(verify(&text.replace(digest, &format!("{other}{}", &digest[1..]))).is_err());
        // A power cut: every prefix is refused, none panics.
        for cut in (0..text.len() - 1).step_by(7).filter(|cut| text.is_char_boundary(*cut)) {
            assert!(verify(&text[..cut]).is_err(), "the first {cut} bytes");
        }
    }
}

#[test]
fn a_batch_is_all_or_nothing() {
    for game in GAMES {
        let mut table = table(*game, &[]);
        let Turn::Of(By::Seat(seat)) = table.turn() else { continue };
        let choices = table.choices(seat);
        let before = (table.position(), table.choices(seat), table.digest());
        // The same act twice is refused in every game of ours: not one of the two is played.
        let twice = [choices[0].text.as_str(); 2];
        let act = Act::Play { by: By::Seat(seat), acts: &twice, span: Span::Turn };
        assert!(table.act(act, NOW, [None; 2], &mut Post::default()).is_err(), "{}", game.facts().id);
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
        let mut table = table(*game, &[]);
        let mut post = Post::default();
        assert!(table.sit(Seat::First, DialectName::Native, &mut post));
        table
            .act(Act::Fault(Seat::Second, Fault::Crash, "by hand"), NOW, [None; 2], &mut post)
            .expect("it is on");
        let (turn, digest) = (table.turn(), table.digest());
        assert_eq!(turn.outcome(), Some(Outcome::fault(Seat::Second, Fault::Crash)));
        assert_eq!(
            table.hear(Seat::First, br#"{"type":"ready"}"#, NOW, [None; 2], &mut post),
            Heard::Nothing
        );
        let again = Act::Fault(Seat::First, Fault::TimeLimit, "too late");
        assert!(table.act(again, NOW, [None; 2], &mut post).is_err());
        assert_eq!((table.turn(), table.digest()), (turn, digest));
    }
}

/// Our own programs at a real table, by lines alone.
struct Conversation {
    table: Box<dyn Table>,
    programs: [Box<dyn Program>; 2],
    post: Post,
    begun: bool,
    ready: usize,
}

impl Conversation {
    fn open(game: &dyn Entry, dialects: [DialectName; 2], seed: u64) -> Conversation {
        let mut table = table(game, &[("illegal_retries", "1000")]);
        let mut post = Post::default();
        let programs = Seat::BOTH.map(|seat| {
            let dialect = dialects[seat.index()];
            assert!(table.sit(seat, dialect, &mut post));
            game.program(&Setup::default(), Level::Random, dialect, seed * 2 + seat.index() as u64)
                .expect("the default options are accepted")
                .expect("every game has random")
        });
        Conversation { table, programs, post, begun: false, ready: 0 }
    }

    /// What a program says to the lines that wait for it.
    fn deliver(&mut self, seat: Seat) -> Vec<Vec<u8>> {
        let waiting = std::mem::take(&mut self.post.lines[seat.index()]);
        let mut out = Lines::default();
        for line in waiting.bytes().split(|b| *b == b'\n').filter(|line| !line.is_empty()) {
            self.programs[seat.index()].hear(line, &|| NOW, &mut out);
        }
        lines(&out)
    }

    fn hear(&mut self, seat: Seat, line: &[u8]) -> Heard {
        let heard = self.table.hear(seat, line, NOW, [None; 2], &mut self.post);
        self.ready += usize::from(heard == Heard::Ready);
        if self.ready == 2 && !self.begun {
            self.begun = true;
            self.table.begin([None; 2], &mut self.post);
        }
        heard
    }

    /// Plays on to the end; `before` may say something in a program's name before its own answer is heard.
    fn play(mut self, mut before: impl FnMut(&mut Conversation, Seat) -> bool) -> Outcome {
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

/// What a desktop platform's program said is refused now and then: it takes its turn back and says another.
#[test]
fn a_refused_turn_is_taken_back() {
    for game in GAMES.iter().filter(|game| game.facts().dialects.contains(&DialectName::Sau)) {
        for seed in 0..10 {
            let mut rng = Rng::new(seed);
            let mut refused = 0;
            let outcome = Conversation::open(*game, [DialectName::Sau; 2], seed).play(|talk, seat| {
                let refuse = rng.below(4) == 0;
                if refuse {
                    refused += 1;
                    assert_eq!(talk.hear(seat, b"move ????"), Heard::Again);
                }
                refuse
            });
            assert!(matches!(outcome.why, Why::Law(_)), "{}: {outcome:?}", game.facts().id);
            assert!(refused > 0);
        }
    }
}
