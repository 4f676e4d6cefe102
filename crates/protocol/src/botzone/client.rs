//! The program's side of `botzone`.

use super::numbers::{BotzoneWords, Form, KEEP_RUNNING, Numbers, answer, bare, nothing, numbers_of};
use leitai_core::{Actor, Client, Cue, Lines, Played, Position, Seat, State};
use serde::Deserialize;
use serde_json::Value;
use std::marker::PhantomData;
use std::time::Duration;

/// Most turns of a history: none of our games is longer.
const LONGEST: usize = 1000;

/// The program's side. It answers in the form in which it is addressed.
pub struct BotzoneClient<W> {
    form: Form,
    seat: Seat,
    stays: bool,
    /// Whether the history is known.
    started: bool,
    /// Number of lines still to come of a history in bare numbers.
    to_come: usize,
    history: Vec<Numbers>,
    words: PhantomData<W>,
}

impl<W> Default for BotzoneClient<W> {
    fn default() -> Self {
        BotzoneClient {
            form: Form::Json,
            seat: Seat::First,
            stays: false,
            started: false,
            to_come: 0,
            history: Vec::new(),
            words: PhantomData,
        }
    }
}

/// The whole history in JSON.
#[derive(Deserialize)]
struct History {
    requests: Vec<Value>,
    #[serde(default)]
    responses: Vec<Value>,
    time_limit: Option<Value>,
}

impl<W: BotzoneWords> BotzoneClient<W> {
    /// Takes in a history of alternating requests and responses. A platform may be wrong: a history that breaks the
    /// rules is not answered.
    fn start(&mut self, history: &[Numbers], cues: &mut Vec<Cue<W::Position>>) {
        self.started = true;
        let begins = history.first().is_some_and(|first| *first == nothing::<W>());
        self.seat = if begins { Seat::First } else { Seat::Second };
        cues.push(Cue::Start(self.seat, W::rules()));
        let mut seen = W::Position::initial(&W::rules());
        for (i, numbers) in history.iter().enumerate().skip(usize::from(begins)) {
            let by = Actor::Seat(if i.is_multiple_of(2) { self.seat.other() } else { self.seat });
            let Some(m) = W::read(numbers).filter(|m| seen.check(by, m).is_ok()) else {
                return cues.push(Cue::Quit);
            };
            seen.play(by, &m);
            cues.push(Cue::Learn(Played { by, m }));
        }
        cues.push(Cue::Think(None));
    }

    /// Takes in the opponent's newest act, for a program that kept running.
    fn newest(&self, view: &W::Position, numbers: &[i64], cues: &mut Vec<Cue<W::Position>>) {
        let by = Actor::Seat(self.seat.other());
        match W::read(numbers).filter(|m| view.check(by, m).is_ok()) {
            Some(m) => cues.extend([Cue::Learn(Played { by, m }), Cue::Think(None)]),
            // The platform or the program has lost count.
            None => cues.push(Cue::Quit),
        }
    }

    fn hear_json(&mut self, view: &W::Position, line: &[u8], cues: &mut Vec<Cue<W::Position>>) {
        self.form = Form::Json;
        if let Ok(told) = serde_json::from_slice::<History>(line) {
            let (mut responses, mut history) = (told.responses.iter(), Vec::new());
            for request in &told.requests {
                history.extend([Some(request), responses.next()].into_iter().flatten());
            }
            let limit = told.time_limit.as_ref().and_then(Value::as_f64);
            let limit = limit.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
            cues.extend(limit.filter(|limit| !limit.is_zero()).map(Cue::TurnLimit));
            let history: Option<Vec<_>> = history.into_iter().map(numbers_of::<W>).collect();
            match history.filter(|history| !history.is_empty()) {
                Some(history) => self.start(&history, cues),
                None => cues.push(Cue::Quit),
            }
        } else if let Some(numbers) =
            serde_json::from_slice(line).ok().and_then(|value: Value| numbers_of::<W>(&value))
            && self.started
        {
            self.newest(view, &numbers, cues);
        }
    }

    fn hear_simple(&mut self, view: &W::Position, line: &str, cues: &mut Vec<Cue<W::Position>>) {
        if !self.started && self.to_come == 0 {
            self.form = Form::Simple;
            let turns = line.trim().parse().ok().filter(|turns| (1..=LONGEST).contains(turns));
            self.to_come = turns.map_or(0, |turns| 2 * turns - 1);
            return;
        }
        let Some(numbers) = bare::<W>(line) else { return };
        if self.started {
            return self.newest(view, &numbers, cues);
        }
        self.history.push(numbers);
        self.to_come -= 1;
        if self.to_come == 0 {
            let history = std::mem::take(&mut self.history);
            self.start(&history, cues);
        }
    }
}

impl<W: BotzoneWords> Client<W::Position> for BotzoneClient<W> {
    fn hear(&mut self, view: &W::Position, line: &[u8], cues: &mut Vec<Cue<W::Position>>) {
        let line = line.trim_ascii();
        if line.starts_with(b"{") {
            self.hear_json(view, line, cues);
        } else if let (false, Ok(line)) = (line.is_empty(), std::str::from_utf8(line)) {
            self.hear_simple(view, line, cues);
        }
    }

    fn stay(&mut self) {
        self.stays = true;
    }

    fn say(
        &mut self,
        _: &W::Position,
        turn: &[<W::Position as State>::Move],
        out: &mut Lines,
        cues: &mut Vec<Cue<W::Position>>,
    ) {
        answer::<W>(turn, self.form, out);
        let by = Actor::Seat(self.seat);
        cues.extend(turn.iter().map(|m| Cue::Learn(Played { by, m: m.clone() })));
        if self.stays {
            out.line(String::from_utf8_lossy(KEEP_RUNNING));
        } else {
            cues.push(Cue::Quit);
        }
    }
}
