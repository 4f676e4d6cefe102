//! Plays tic-tac-toe from a list of answers, whatever the board.

use crate::manner::raw;
use crate::{hear, hear_out};
use rustix::stdio::dup2_stdin;
use std::fs::File;
use std::thread::sleep;
use std::time::Duration;

/// Long enough for the opponent to reply to each answer, although the reply is not heard.
const PAUSE: Duration = Duration::from_millis(60);

/// Says the answers in order. `blind`: after the first one it closes its input and relies on timing.
pub(crate) fn play(answers: &str, blind: bool) {
    raw(b"Beyond.Game.Tic-tac-toe.1.0\nscript\n");
    // Its side.
    let _ = hear();
    for (i, answer) in answers.split(',').enumerate() {
        if blind && i > 0 {
            let _ = File::open("/dev/null").map(dup2_stdin);
            sleep(PAUSE);
        } else {
            let _ = hear();
        }
        raw(format!("{answer}\n").as_bytes());
    }
    hear_out();
}
