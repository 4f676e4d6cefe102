//! `native`, version 1: our own dialect, JSON lines for every phase of every game. Acts and reports use each game's
//! own notation, so the frame needs no words of a game.

use crate::{cut, printable};
use leitai_core::{
    Actor, Client, Clock, Cue, Dialect, DialectName, Eye, Game, Garbled, Illegal, Left, Lines, MoveOf,
    Openings, Options, Outcome, Position, Report, RulesOf, SEEN, Said, Seat, Span, SpokenDialect, State,
    ViewOf, sentence,
};
use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::marker::PhantomData;
use std::time::Duration;

/// The version stated in `hello`.
const VERSION: u32 = 1;
/// Longest `debug` text kept.
const DEBUG_LIMIT: usize = 16 << 10;

/// The platform's messages.
#[derive(Serialize, Deserialize, Debug)]
#[serde(tag = "type", rename_all = "lowercase")]
enum Says<'a> {
    Hello {
        protocol: Cow<'a, str>,
        version: u32,
        game: Cow<'a, str>,
        seat: Seat,
        options: BTreeMap<String, String>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        position: Option<Cow<'a, str>>,
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        settings: Vec<(Cow<'a, str>, Cow<'a, str>)>,
    },
    Start {
        left: [Option<u64>; 2],
        #[serde(default, skip_serializing_if = "Option::is_none")]
        increment: Option<u64>,
    },
    Told {
        report: Cow<'a, str>,
    },
    Turn {
        left: [Option<u64>; 2],
        #[serde(default, skip_serializing_if = "Option::is_none")]
        moves: Option<Vec<String>>,
    },
    Moves {
        moves: Vec<String>,
    },
    Refused {
        rule: Cow<'a, str>,
        at: usize,
    },
    End {
        winner: Option<Seat>,
        verdict: Cow<'a, str>,
        reason: Cow<'a, str>,
    },
}

/// A program's messages.
#[derive(Serialize, Deserialize, Debug)]
#[serde(tag = "type", rename_all = "lowercase")]
enum Answer<'a> {
    Ready {
        #[serde(default)]
        name: Option<Cow<'a, str>>,
        #[serde(default)]
        moves: bool,
    },
    Play {
        moves: Vec<Cow<'a, str>>,
    },
    Moves,
    Resign,
    Debug {
        text: Cow<'a, str>,
    },
}

/// The platform's side.
pub struct Native<G: Game> {
    seat: Seat,
    options: Options,
    /// Where the game starts, if not where its rules say.
    position: Option<String>,
    /// Settings that the program's user wants.
    settings: Vec<(String, String)>,
    /// The time given back after each turn.
    increment: Option<Duration>,
    /// Whether to list the legal moves with every turn, as the program requested when it got ready.
    lists: bool,
    game: PhantomData<fn() -> G>,
}

impl<G: Game> Native<G> {
    /// The dialect of a game, both ends.
    pub const SPOKEN: SpokenDialect<G::Position> = SpokenDialect {
        name: DialectName::Native,
        platform: |options| Box::new(Native::<G>::new(options.clone())),
        program: || Box::new(NativeClient::<G>::default()),
    };

    fn new(options: Options) -> Self {
        Native {
            seat: Seat::First,
            options,
            position: None,
            settings: Vec::new(),
            increment: None,
            lists: false,
            game: PhantomData,
        }
    }

    fn moves(&self, view: &ViewOf<G>) -> Vec<String> {
        let mut moves = Vec::new();
        view.moves(Actor::Seat(self.seat), &mut moves);
        view.asides(self.seat, &mut moves);
        moves.iter().map(text::<G>).collect()
    }
}

fn text<G: Game>(m: &MoveOf<G>) -> String {
    let mut text = String::new();
    G::write(m, &mut text);
    text
}

fn say<T: Serialize>(message: &T, out: &mut Lines) {
    // Only strings, numbers and lists of them: serialising cannot fail.
    out.line(serde_json::to_string(message).unwrap_or_default());
}

fn millis(time: Option<Duration>) -> Option<u64> {
    time.map(|time| time.as_millis() as u64)
}

impl<G: Game> Dialect<G::Position> for Native<G> {
    fn limits(&mut self, clock: &Clock) {
        self.increment = clock.increment;
    }

    fn has_thoughts(&self) -> bool {
        true
    }

    fn has_settings(&self) -> bool {
        true
    }

    fn set(&mut self, name: &str, value: &str) {
        self.settings.push((name.to_owned(), value.to_owned()));
    }

    fn openings(&self) -> Openings {
        Openings::Positions
    }

    fn start_from(&mut self, position: &str) {
        self.position = Some(position.to_owned());
    }

    fn open(&mut self, seat: Seat, _: &RulesOf<G>, out: &mut Lines) {
        self.seat = seat;
        let told = self.options.texts().filter(|(name, _)| *name != SEEN);
        say(
            &Says::Hello {
                protocol: "leitai".into(),
                version: VERSION,
                game: G::FACTS.id.into(),
                seat,
                options: told.map(|(name, value)| (name.to_owned(), value)).collect(),
                position: self.position.as_deref().map(Into::into),
                settings: self.settings.iter().map(|(name, value)| (name.into(), value.into())).collect(),
            },
            out,
        );
    }

    fn awaits(&self) -> Option<String> {
        Some("{\"type\":\"hello\",…}".to_owned())
    }

    fn begin(&mut self, left: Left, out: &mut Lines) {
        say(&Says::Start { left: left.map(millis), increment: millis(self.increment) }, out);
    }

    fn report(&mut self, _: &ViewOf<G>, report: &Report<G::Position>, _: bool, out: &mut Lines) {
        let mut text = String::new();
        G::write_report(report, &mut text);
        say(&Says::Told { report: text.into() }, out);
    }

    fn ask(&mut self, view: &ViewOf<G>, left: Left, out: &mut Lines) {
        let moves = self.lists.then(|| self.moves(view));
        say(&Says::Turn { left: left.map(millis), moves }, out);
    }

    fn hear(&mut self, view: &ViewOf<G>, line: &[u8]) -> Result<Said<MoveOf<G>>, Garbled> {
        if line.trim_ascii().is_empty() {
            return Ok(Said::Nothing);
        }
        let answer = serde_json::from_slice(line).map_err(|error| {
            Garbled(sentence!(
                "a JSON message of the native protocol ({error})",
                "“native”协议的一条 JSON 消息（{error}）"
            ))
        })?;
        Ok(match answer {
            Answer::Ready { name, moves } => {
                self.lists = moves;
                Said::Ready(name.map(|name| printable(name.as_bytes())))
            }
            Answer::Play { moves } if moves.is_empty() => {
                return Err(Garbled::expected("at least one move", "至少一个着法"));
            }
            Answer::Play { moves } => {
                let acts = moves.iter().map(|text| G::read(text)).collect::<Result<_, _>>()?;
                Said::Acts(acts, Span::Part)
            }
            Answer::Moves => {
                let answer = Says::Moves { moves: self.moves(view) };
                Said::Query(serde_json::to_string(&answer).unwrap_or_default())
            }
            Answer::Resign => Said::Resign,
            Answer::Debug { text } => Said::Debug(cut(&printable(text.as_bytes()), DEBUG_LIMIT).to_owned()),
        })
    }

    fn spell(&self, _: &ViewOf<G>, turn: &[MoveOf<G>], out: &mut Lines) {
        spell::<G>(turn, out);
    }

    fn refused(&mut self, why: &Illegal, out: &mut Lines) {
        say(&Says::Refused { rule: why.rule.en.into(), at: why.at }, out);
    }

    fn close(&mut self, outcome: &Outcome, out: &mut Lines) {
        let end = Says::End {
            winner: outcome.winner,
            verdict: outcome.why.verdict().name().into(),
            reason: outcome.why.text(leitai_core::Lang::En).into(),
        };
        say(&end, out);
    }

    fn strict(&self) -> bool {
        true
    }
}

/// The program's side.
pub struct NativeClient<G: Game> {
    seat: Seat,
    game: PhantomData<fn() -> G>,
}

impl<G: Game> Default for NativeClient<G> {
    fn default() -> Self {
        NativeClient { seat: Seat::First, game: PhantomData }
    }
}

impl<G: Game> Client<G::Position> for NativeClient<G> {
    fn hear(&mut self, _: &ViewOf<G>, line: &[u8], cues: &mut Vec<Cue<G::Position>>) {
        match serde_json::from_slice(line) {
            Ok(Says::Hello { seat, options, position, .. }) => {
                let specs = G::FACTS.options.iter();
                let known =
                    options.iter().filter(|(name, _)| G::FACTS.options.iter().any(|o| o.name == *name));
                let given = known.map(|(name, value)| (name.as_str(), value.as_str()));
                let rules = Options::parse(specs, given).and_then(|options| G::rules(&options));
                let start = rules.ok().and_then(|rules| {
                    let position = position.map(|text| G::read_position(&text, &rules)).transpose();
                    Some((rules, position.ok()?))
                });
                // A program that cannot play the game from there does not report that it is ready.
                if let Some((rules, position)) = start {
                    self.seat = seat;
                    cues.push(Cue::Start(seat, rules));
                    cues.extend(position.map(|position| Cue::From(position.view(Eye::Seat(seat)))));
                    cues.push(Cue::Answer(r#"{"type":"ready","name":"{name}"}"#.to_owned()));
                }
            }
            Ok(Says::Told { report }) => cues.extend(G::read_report(&report).map(Cue::Learn)),
            Ok(Says::Turn { left, .. }) => {
                cues.push(Cue::Think(left[self.seat.index()].map(Duration::from_millis)));
            }
            Ok(Says::End { .. }) => cues.extend([Cue::End, Cue::Quit]),
            Ok(Says::Start { .. } | Says::Moves { .. } | Says::Refused { .. }) | Err(_) => {}
        }
    }

    fn say(&mut self, _: &ViewOf<G>, turn: &[MoveOf<G>], out: &mut Lines, _: &mut Vec<Cue<G::Position>>) {
        // Everything, including the program's own acts, comes back as a report.
        spell::<G>(turn, out);
    }

    fn remark(&self, text: &str, out: &mut Lines) -> bool {
        say(&Answer::Debug { text: text.into() }, out);
        true
    }
}

fn spell<G: Game>(turn: &[MoveOf<G>], out: &mut Lines) {
    say(&Answer::Play { moves: turn.iter().map(|m| text::<G>(m).into()).collect() }, out);
}
