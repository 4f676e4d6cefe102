//! A program of any dialect at a table that is elsewhere, where `native` is spoken: what its seat hears there is said to it
//! in its own dialect, and what it says is said there in `native`. Between them stands what the seat knows, so that this
//! works for games with secrets and dice too; the law is the table's.

use leitai_core::{
    Actor, Client, Clock, Cue, Dialect, DialectName, Eye, Game, Illegal, Left, Lines, Options, Outcome,
    Position, RulesOf, Said, Search, Seat, Sentence, State, Turn, VerdictName, View, ViewOf, Why, Words,
    sentence,
};
use serde_json::{Value, json};
use std::time::Duration;

/// The rule that a table has named, which a dialect may ask for.
static REFUSED: Words = Words::new("the table refuses it", "对局台不接受");
/// An ending by a rule of the game, whichever it was.
static ENDED: Words = Words::new("the game is over", "对局结束");

/// The most lines that are kept of a program before the table has spoken.
const EARLY: usize = 64;

/// Stands between a program and a table elsewhere.
pub trait Interpreter: Send {
    /// Takes a line of the table's. Errors with a reason if the program cannot play such a game.
    fn told(&mut self, line: &[u8], out: &mut Interpreted) -> Result<(), Sentence>;

    /// Takes a line of the program's. Errors with a reason if the program has broken its protocol, or gives up by it.
    fn said(&mut self, line: &[u8], out: &mut Interpreted) -> Result<(), Sentence>;
}

/// What is to be passed on.
#[derive(Default)]
pub struct Interpreted {
    /// To the program, in its dialect.
    pub program: Lines,
    /// To the table, in `native`.
    pub table: Lines,
}

/// Whether a program that speaks this dialect can be interpreted: not if it depends on a stage beside it, which starts it
/// again, or knows when it rests.
pub(crate) fn can_be_interpreted<G: Game>(dialect: DialectName) -> bool {
    let options = Options::parse(G::FACTS.options.iter(), []);
    let lifecycle = options.ok().and_then(|options| G::dialect(dialect, &options)).map(|it| it.lifecycle());
    lifecycle.is_some_and(|it| !it.may_leave && it.search == Search::EndsWithTheAnswer)
}

/// The interpreter of one game for one dialect.
pub(crate) struct GameInterpreter<G: Game> {
    name: DialectName,
    clock: Clock,
    /// The program's end of the conversation with the table.
    client: Box<dyn Client<G::Position>>,
    /// The platform's end of the conversation with the program; `None` before the table has said what is played.
    dialect: Option<Box<dyn Dialect<G::Position>>>,
    /// What the program said before that.
    early: Vec<Vec<u8>>,
    seat: Seat,
    rules: RulesOf<G>,
    view: ViewOf<G>,
    is_ready: bool,
    has_begun: bool,
}

impl<G: Game> GameInterpreter<G> {
    /// `None` if the game has no such dialect, or it [cannot be interpreted](can_be_interpreted).
    pub(crate) fn new(name: DialectName, clock: Clock) -> Option<Self> {
        let rules = RulesOf::<G>::default();
        let view = <G::Position as Position>::first_view(&rules, Eye::Seat(Seat::First));
        can_be_interpreted::<G>(name).then_some(())?;
        let client = G::client(DialectName::Native)?;
        Some(GameInterpreter {
            name,
            clock,
            client,
            dialect: None,
            early: Vec::new(),
            seat: Seat::First,
            rules,
            view,
            is_ready: false,
            has_begun: false,
        })
    }

    /// The table has said what is played.
    fn open(&mut self, seat: Seat, said: &Value, out: &mut Interpreted) -> Result<(), Sentence> {
        let (name, options) = (self.name, said["options"].as_object());
        let given: Vec<_> = options
            .into_iter()
            .flatten()
            .filter(|(name, _)| G::FACTS.options.iter().any(|option| option.name == *name))
            .filter_map(|(name, value)| Some((name.as_str(), value.as_str()?)))
            .collect();
        let options = Options::parse(G::FACTS.options.iter(), given.iter().copied());
        let dialect = options.ok().and_then(|options| G::dialect(name, &options));
        let dialect = dialect.filter(|dialect| dialect.speaks(&self.rules) && said["position"].is_null());
        let mut dialect = dialect.ok_or_else(|| {
            sentence!("{name} does not support a game of these rules", "协议“{name}”无法进行这种规则的对局")
        })?;
        dialect.limits(&self.clock);
        dialect.open(seat, &self.rules, &mut out.program);
        self.is_ready = dialect.lifecycle().says_nothing_first;
        if self.is_ready {
            ready(None, out);
        }
        self.dialect = Some(dialect);
        std::mem::take(&mut self.early).iter().try_for_each(|line| self.said(line, out))
    }
}

/// Says that the program is ready, under the name that it gave.
fn ready(name: Option<String>, out: &mut Interpreted) {
    let mut said = json!({ "type": "ready" });
    if let Some(name) = name {
        said["name"] = name.into();
    }
    out.table.line(said);
}

/// The time left, as the table said.
fn left(said: &Value) -> Left {
    [0, 1].map(|i| said["left"][i].as_u64().map(Duration::from_millis))
}

/// How the game ended, as the table said.
fn outcome(said: &Value) -> Outcome {
    let verdict = serde_json::from_value::<VerdictName>(said["verdict"].clone()).ok();
    let why = verdict.and_then(VerdictName::laid).unwrap_or(Why::Law(&ENDED));
    Outcome { winner: serde_json::from_value(said["winner"].clone()).unwrap_or_default(), why }
}

impl<G: Game> Interpreter for GameInterpreter<G> {
    fn told(&mut self, line: &[u8], out: &mut Interpreted) -> Result<(), Sentence> {
        let said: Value = serde_json::from_slice(line).unwrap_or_default();
        let mut cues = Vec::new();
        self.client.hear(&self.view, line, &mut cues);
        for cue in cues {
            match (cue, &mut self.dialect) {
                (Cue::Start(seat, rules), _) => {
                    self.view = <G::Position as Position>::first_view(&rules, Eye::Seat(seat));
                    (self.seat, self.rules) = (seat, rules);
                    self.open(seat, &said, out)?;
                }
                (Cue::Learn(report), Some(dialect)) if self.view.admits(&report) => {
                    let before = self.view.turn();
                    self.view.learn(&report);
                    let by = match before {
                        Turn::Of(by) => by,
                        // Of the other's secret acts nothing is heard.
                        _ => Actor::Seat(self.seat),
                    };
                    let goes_on = before.goes_on(self.view.turn(), by);
                    dialect.report(&self.view, &report, goes_on, &mut out.program);
                }
                (Cue::Think(_), Some(dialect)) => dialect.ask(&self.view, left(&said), &mut out.program),
                (Cue::End, Some(dialect)) => {
                    dialect.close(&outcome(&said), &mut out.program);
                    dialect.dismiss(&mut out.program);
                }
                // The program's own words open its conversation, and it is told how the game stands.
                _ => {}
            }
        }
        let Some(dialect) = &mut self.dialect else { return Ok(()) };
        match said["type"].as_str() {
            Some("start") => {
                self.has_begun = true;
                dialect.begin(left(&said), &mut out.program);
            }
            Some("refused") => {
                let at = said["at"].as_u64().unwrap_or(0) as usize;
                dialect.refused(&Illegal { rule: &REFUSED, at, free: false }, &mut out.program);
            }
            _ => {}
        }
        Ok(())
    }

    fn said(&mut self, line: &[u8], out: &mut Interpreted) -> Result<(), Sentence> {
        let Some(dialect) = &mut self.dialect else {
            // In some dialects the program speaks first.
            if self.early.len() < EARLY {
                self.early.push(line.to_owned());
            }
            return Ok(());
        };
        let line = line.strip_prefix(b"\xef\xbb\xbf").unwrap_or(line);
        let said = dialect.hear(&self.view, line);
        if !self.is_ready {
            dialect.open_further(&mut out.program);
        }
        match said {
            Ok(Said::Nothing | Said::Noise) => {}
            Ok(Said::Debug(text)) => out.table.line(json!({ "type": "debug", "text": text })),
            Ok(Said::Query(answer)) => out.program.line(answer),
            Ok(Said::Later) => dialect.ask_again(&mut out.program),
            Ok(Said::Ready(name)) if !self.is_ready => {
                self.is_ready = true;
                ready(name, out);
            }
            Ok(Said::Acts(acts, _)) if self.has_begun => {
                self.client.say(&self.view, &acts, &mut out.table, &mut Vec::new());
            }
            Ok(Said::Resign) if self.has_begun => out.table.line(json!({ "type": "resign" })),
            Ok(Said::Fails(how)) => return Err(how),
            Ok(Said::Illegal(rule)) => {
                let rule = *rule;
                return Err(sentence!("illegal: {rule}", "违规着法：{rule}"; rule));
            }
            Ok(Said::Ready(_) | Said::Acts(..) | Said::Resign) => {
                return Err(sentence!("it spoke before it was asked", "尚未询问即作答"));
            }
            Err(garbled) => {
                let said = leitai_protocol::printable(&line[..line.len().min(80)]);
                let expected = Sentence::of(&garbled);
                return Err(sentence!(
                    "not understood: `{said}`; expected: {expected}",
                    "看不懂“{said}”，应为：{expected}"
                ));
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{GAMES, Program, Setup};
    use leitai_core::{Dice, Heard, Lang, Level, Means, Outbox, Staging, Table};

    /// A program that speaks another dialect, and who interprets it at the table.
    struct Far {
        program: Box<dyn Program>,
        interpreter: Box<dyn Interpreter>,
        /// What the program has said.
        waiting: Lines,
    }

    fn lines(lines: &Lines) -> Vec<Vec<u8>> {
        let all = lines.bytes().split(|byte| *byte == b'\n');
        all.filter(|line| !line.is_empty()).map(<[u8]>::to_vec).collect()
    }

    impl Far {
        /// Carries lines of the table to the program, and returns what the table is to hear.
        fn carries(&mut self, told: &[Vec<u8>]) -> Vec<Vec<u8>> {
            let mut to_table = Vec::new();
            let mut pass = |out: &mut Interpreted, program: &mut dyn Program, waiting: &mut Lines| {
                for line in lines(&out.program) {
                    program.hear(&line, &|| Duration::ZERO, waiting);
                }
                to_table.extend(lines(&out.table));
                *out = Interpreted::default();
            };
            let mut out = Interpreted::default();
            for line in told {
                let told = self.interpreter.told(line, &mut out);
                told.unwrap_or_else(|why| panic!("{}", why.to(Lang::En)));
                pass(&mut out, &mut *self.program, &mut self.waiting);
            }
            while !self.waiting.is_empty() {
                for line in lines(&std::mem::take(&mut self.waiting)) {
                    let said = self.interpreter.said(&line, &mut out);
                    said.unwrap_or_else(|why| {
                        panic!("{}: {}", String::from_utf8_lossy(&line), why.to(Lang::En));
                    });
                    pass(&mut out, &mut *self.program, &mut self.waiting);
                }
            }
            to_table
        }
    }

    fn played(table: &mut dyn Table, far: &mut [Far; 2], outbox: &mut Outbox) {
        let mut ready = 0;
        for _ in 0..20_000 {
            for seat in Seat::BOTH {
                let told = lines(&std::mem::take(&mut outbox.lines[seat.index()]));
                for line in far[seat.index()].carries(&told) {
                    let heard = table.hear(seat, &line, Duration::ZERO, [None; 2], outbox);
                    if heard == Heard::Ready {
                        ready += 1;
                        if ready == 2 {
                            table.begin([None; 2], outbox);
                        }
                    }
                }
            }
            if table.turn().outcome().is_some() {
                return;
            }
        }
        panic!("the game does not end");
    }

    #[test]
    fn programs_of_every_dialect_play_whole_games_at_a_native_table() {
        let mut spoken = 0;
        for game in GAMES {
            let ruled = game.open(&Setup::default()).expect("the defaults");
            for dialect in game.facts().dialects.iter().filter(|dialect| ruled.speaks(**dialect)) {
                let clock = game.facts().clock;
                let far = [3, 4].map(|seed| {
                    let program = ruled.program(Level::Random, *dialect, &Means::seeded(seed))?;
                    let interpreter = ruled.interpreter(*dialect, &clock)?;
                    Some(Far { program, interpreter, waiting: Lines::default() })
                });
                let [Some(first), Some(second)] = far else {
                    let needs_a_stage =
                        [DialectName::Botzone, DialectName::BotzoneSimple, DialectName::Gomocup];
                    assert!(needs_a_stage.contains(dialect), "{game} in {dialect}");
                    continue;
                };
                let mut far = [first, second];
                for far in &mut far {
                    far.program.open(&mut far.waiting);
                }
                let mut table = ruled.table(Staging::default(), Some(Dice::new([7; 32])));
                let mut outbox = Outbox::default();
                for seat in Seat::BOTH {
                    table.sit(seat, DialectName::Native, &clock, &mut outbox).expect("native is spoken");
                }
                played(&mut *table, &mut far, &mut outbox);
                let end = table.turn().outcome().expect("it is over");
                assert!(matches!(end.why, Why::Law(_)), "{game} in {dialect}: {end:?}");
                spoken += 1;
            }
        }
        assert!(spoken > 25, "{spoken}");
    }

    #[test]
    fn a_program_may_speak_before_the_table() {
        let game = crate::find("tictactoe").expect("a game").open(&Setup::default()).expect("the defaults");
        let mut interpreter = game.interpreter(DialectName::Beyond, &Clock::default()).expect("spoken");
        let program = game.program(Level::Random, DialectName::Beyond, &Means::seeded(1));
        let mut first = Lines::default();
        program.expect("a player").open(&mut first);
        let mut out = Interpreted::default();
        for line in lines(&first) {
            interpreter.said(&line, &mut out).expect("nothing is known yet");
        }
        assert!(out.table.is_empty() && !first.is_empty());
        let hello = r#"{"type":"hello","protocol":"leitai","version":1,"game":"tictactoe","seat":"second","options":{}}"#;
        interpreter.told(hello.as_bytes(), &mut out).expect("it can be played");
        assert!(String::from_utf8_lossy(out.table.bytes()).contains(r#""type":"ready""#), "{:?}", out.table);
    }

    #[test]
    fn what_breaks_a_protocol_is_said_and_not_passed_on() {
        let game = crate::find("connect6").expect("a game").open(&Setup::default()).expect("the defaults");
        let mut interpreter = game.interpreter(DialectName::Sau, &Clock::default()).expect("spoken");
        let mut out = Interpreted::default();
        let hello = r#"{"type":"hello","protocol":"leitai","version":1,"game":"connect6","seat":"first","options":{}}"#;
        interpreter.told(hello.as_bytes(), &mut out).expect("it can be played");
        assert_eq!(out.program.bytes(), b"name?\n");
        interpreter.said(b"name Tiger", &mut out).expect("a name");
        assert!(out.table.bytes().starts_with(br#"{"name":"Tiger","type":"ready"}"#), "{:?}", out.table);
        assert!(interpreter.said(b"move JJ@@", &mut out).is_err(), "nobody asked");
        for line in [r#"{"type":"start","left":[null,null]}"#, r#"{"type":"turn","left":[null,null]}"#] {
            interpreter.told(line.as_bytes(), &mut out).expect("it goes on");
        }
        let why = interpreter.said(b"move J", &mut out).expect_err("no place");
        assert!(why.to(Lang::En).starts_with("not understood: `move J`; expected: "), "{}", why.to(Lang::En));
        assert!(why.to(Lang::Zh).starts_with("看不懂“move J”，应为："), "{}", why.to(Lang::Zh));
        assert!(game.interpreter(DialectName::Judge, &Clock::default()).is_none(), "not spoken there");
    }
}
