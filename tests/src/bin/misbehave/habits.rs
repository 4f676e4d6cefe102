//! Habits of third-party programs that their own platforms tolerate: what they react to, and when.

use super::Player;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

/// Whether the search of the last answer is still finishing, in a separate thread.
static SEARCHING: AtomicBool = AtomicBool::new(false);

/// The commands of the Go Text Protocol that a small program knows.
const KNOWN: [&str; 5] = ["boardsize", "clear_board", "play", "genmove", "quit"];

/// Words that announce a time.
const TIMES: [&str; 5] = ["time_left", "time_settings", "timeout_", "time_limit", "\"left\":["];
/// Words that ask for a name or a capability.
const QUESTIONS: [&str; 4] = ["ABOUT", "list_commands", "name", "protocol_version"];

/// Handles a line according to the deed; returns false if the player should hear the line itself.
pub(crate) fn deal_with(player: &mut Player<'_>, line: &[u8]) -> bool {
    let text = String::from_utf8_lossy(line).into_owned();
    let words: Vec<&str> = text.split_ascii_whitespace().collect();
    let first = words.first().copied().unwrap_or_default();
    let is_known = KNOWN.contains(&first);
    let answer = match player.deed {
        // While the search is finishing, no line is handled.
        "searches" if SEARCHING.load(Ordering::SeqCst) => "ERROR still thinking\n".to_owned(),
        "minds-info" if first == "INFO" => format!("ERROR unknown info\nUNKNOWN {first}\n"),
        // Every word that is not a command is treated as one.
        "says-yes" if !is_known => "=\n\n".repeat(words.len()),
        "says-yes-twice" if is_known && first != "genmove" => {
            player.say(b"=\n\n");
            return false;
        }
        "lists-little" if first == "list_commands" => format!("= {}\n\n", KNOWN.join("\n")),
        "lists-little" if !(is_known || first == "name") => {
            super::leave_with("it was told what it does not know")
        }
        "ignores-unknown" if !(is_known || first == "name") => String::new(),
        "minds-time" if TIMES.iter().any(|word| text.contains(word)) => {
            super::leave_with("it was told a time")
        }
        "minds-questions" if QUESTIONS.contains(&first) => super::leave_with("it was asked who it is"),
        "knows-initials"
            if is_known && words.get(1).is_some_and(|word| ["black", "white"].contains(word)) =>
        {
            super::leave_with("it was told a colour in full")
        }
        // It takes the Windows line end to be part of the word.
        "minds-cr" if line.ends_with(b"\r") => String::new(),
        "ignores-questions" if !is_known => String::new(),
        "reads-to-the-end" => {
            let rest = super::hear_out();
            let mut lines = std::iter::once(line).chain(rest.split(|byte| *byte == b'\n'));
            if !lines.all(|line| player.take(line)) {
                std::process::exit(0);
            }
            String::new()
        }
        "farewell" if ["quit", "end", "END"].contains(&first) => {
            player.say(b"Quit!\r\nbye\n");
            return false;
        }
        "thinks-aloud" => {
            player.say(b"thinking ...\r\n");
            return false;
        }
        _ => return false,
    };
    player.say(answer.as_bytes());
    true
}

/// An answer was sent: the search that found it finishes later.
pub(crate) fn answered(player: &Player<'_>, answer: &[u8]) {
    match player.deed {
        // As one program for that judge prints it, even outside its turn.
        "debug-colon" => super::manner::raw(b"DEBUG: score 3\n"),
        "debug-much" => {
            let line = format!("DEBUG {}\n", "d".repeat(1 << 10));
            super::manner::raw(line.repeat(40).as_bytes());
        }
        "waits-for-more" => drop(super::hear_out()),
        _ => {}
    }
    if player.deed != "searches" || !answer.first().is_some_and(u8::is_ascii_digit) {
        return;
    }
    SEARCHING.store(true, Ordering::SeqCst);
    let lasts = Duration::from_micros(player.value.parse().unwrap_or_default());
    thread::spawn(move || {
        let began = Instant::now();
        while began.elapsed() < lasts {
            std::hint::spin_loop();
        }
        SEARCHING.store(false, Ordering::SeqCst);
    });
}
