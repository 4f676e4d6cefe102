//! What the stage knows about a game before it begins, for the first line of its record.

use crate::conditions::{Conditions, Disclosure};
use leitai_core::{ADJUDICATE, Clock, MARGIN, SeatInfo, Spoken, Staging, TELL, write_time};
use leitai_sandbox::{Output, SandboxLevel};
use std::time::{SystemTime, UNIX_EPOCH};

/// The wall clock: milliseconds since 1970-01-01 UTC. For people to read: nothing is ordered or measured by it.
pub fn now_ms() -> i64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_millis() as i64)
}

/// A game that begins now: clock, players, start time, and the stage's version, sandbox and unusual limits.
pub fn staging(clock: Clock, conditions: &Conditions, seats: [(String, Spoken); 2]) -> Staging<'static> {
    let mut stage = vec![
        ("version", env!("CARGO_PKG_VERSION").to_owned()),
        ("system", format!("{} {}", std::env::consts::OS, std::env::consts::ARCH)),
        ("sandbox", conditions.sandbox.level().to_string()),
    ];
    if conditions.sandbox.level() != SandboxLevel::Off {
        stage.push(("memory", conditions.limits.memory.to_string()));
        stage.push(("ponder", conditions.ponder.to_string()));
    }
    if conditions.disclosure != Disclosure::All {
        stage.push((TELL, conditions.disclosure.name().to_owned()));
    }
    if !conditions.margin.is_zero() {
        stage.push((MARGIN, write_time(conditions.margin)));
    }
    if conditions.adjudication.is_asked_for() {
        stage.push((ADJUDICATE, conditions.adjudication.to_string()));
    }
    if let Some(pace) = conditions.pace {
        stage.push(("pace", format!("{} ms", pace.as_millis())));
    }
    let (output, usual) = (conditions.limits.output, Output::default());
    let said = [
        ("output-line", output.line, usual.line),
        ("output-turn", output.turn, usual.turn),
        ("log", output.log, usual.log),
    ];
    let unusual = said.into_iter().filter(|(_, size, usual)| size != usual);
    stage.extend(unusual.map(|(name, size, _)| (name, size.to_string())));
    if let Some(machine) = conditions.calibration {
        stage.push(("speed", format!("{:.1} M/s", machine.speed as f64 / 1e6)));
        stage.push(("jitter", format!("{:.1} ms", machine.jitter.as_secs_f64() * 1e3)));
    }
    if conditions.is_unreliable() {
        stage.push(("timing", "not reliable".to_owned()));
    }
    Staging {
        clock,
        seats: seats.map(|(name, dialect)| SeatInfo { name: name.into(), dialect, ..SeatInfo::default() }),
        started: now_ms(),
        stage: stage.into_iter().map(|(name, value)| (name.into(), value.into())).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use leitai_sandbox::{Sandbox, Size};

    #[test]
    fn a_record_names_the_limits_of_output_that_are_not_the_usual_ones() {
        let clock = Clock::default();
        let seats = || [(); 2].map(|()| (String::new(), Spoken::Person));
        let mut conditions = Conditions::of(Sandbox::off());
        let named = |conditions: &Conditions| {
            let stage = staging(clock, conditions, seats()).stage;
            let of = |name: &str| stage.get(name).map(ToString::to_string);
            ["output-line", "output-turn", "log"].map(of)
        };
        assert_eq!(named(&conditions), [None, None, None]);
        conditions.limits.output = Output { line: Size(8 << 10), log: Size(0), ..Output::default() };
        assert_eq!(named(&conditions), [Some("8KB".to_owned()), None, Some("0B".to_owned())]);
    }
}
