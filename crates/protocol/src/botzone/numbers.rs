//! The spelling of acts in `botzone`, at both ends: integers, in JSON or bare.

use leitai_core::{Lines, Open, Position, State};
use serde_json::Value;
use std::fmt::Write as _;

/// The spelling of one game's acts: an act is a few integers. A turn of the game is one act, and the seats
/// alternate.
pub trait BotzoneWords: Send + 'static {
    /// The rules of the game.
    type Position: Open;
    /// The names of an act's numbers, in order.
    const KEYS: &'static [&'static str];
    /// The rules under which the platform plays the game.
    fn rules() -> <Self::Position as Position>::Rules;
    /// Whether a game under these rules can be played.
    fn speaks(rules: &<Self::Position as Position>::Rules) -> bool {
        *rules == Self::rules()
    }
    /// The act spelt by these numbers, one for each key.
    fn read(numbers: &[i64]) -> Option<<Self::Position as State>::Move>;
    /// The numbers of an act, one for each key.
    fn write(m: &<Self::Position as State>::Move) -> Vec<i64>;
}

/// The line after an answer by which a program asks to keep running until its next turn.
pub(super) const KEEP_RUNNING: &[u8] = b">>>BOTZONE_REQUEST_KEEP_RUNNING<<<";

/// The numbers of one act.
pub(super) type Numbers = Vec<i64>;

/// The form in which lines are written.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Form {
    Json,
    Simple,
}

/// The numbers that mean "nothing has been played yet".
pub(super) fn nothing<W: BotzoneWords>() -> Numbers {
    vec![-1; W::KEYS.len()]
}

/// `{"x":3,"y":4}` or `3 4`.
pub(super) fn written<W: BotzoneWords>(numbers: &[i64], form: Form) -> String {
    let mut text = String::new();
    for (i, (key, number)) in W::KEYS.iter().zip(numbers).enumerate() {
        // Writing to a String cannot fail.
        let _ = match form {
            Form::Json => write!(text, "{}\"{key}\":{number}", if i == 0 { '{' } else { ',' }),
            Form::Simple => write!(text, "{}{number}", if i == 0 { "" } else { " " }),
        };
    }
    if form == Form::Json {
        text.push('}');
    }
    text
}

/// Appends the answers that play these acts.
pub(super) fn answer<W: BotzoneWords>(turn: &[<W::Position as State>::Move], form: Form, out: &mut Lines) {
    for m in turn {
        let numbers = written::<W>(&W::write(m), form);
        match form {
            Form::Json => out.line(format_args!("{{\"response\":{numbers}}}")),
            Form::Simple => out.line(numbers),
        }
    }
}

/// The numbers of a JSON object, or of a text that holds one or bare numbers.
pub(super) fn numbers_of<W: BotzoneWords>(value: &Value) -> Option<Numbers> {
    match value {
        Value::Object(members) => W::KEYS.iter().map(|key| members.get(*key)?.as_i64()).collect(),
        Value::String(text) if text.trim_start().starts_with('{') => {
            // Only one level deep: a text within a text is not accepted.
            let inner: Value = serde_json::from_str(text).ok()?;
            inner.is_object().then(|| numbers_of::<W>(&inner)).flatten()
        }
        Value::String(text) => bare::<W>(text),
        _ => None,
    }
}

/// Bare numbers separated by blanks.
pub(super) fn bare<W: BotzoneWords>(text: &str) -> Option<Numbers> {
    let numbers: Numbers = text.split_whitespace().map(str::parse).collect::<Result<_, _>>().ok()?;
    (numbers.len() == W::KEYS.len()).then_some(numbers)
}
