//! The deeds of a misbehaving program.

use crate::manner::raw;
use crate::{Player, children, hear, hear_out};
use rustix::process::{Signal, getpgid, getpid, getppid, kill_process, setpgid};
use rustix::stdio::dup2_stdout;
use rustix::time::{ClockId, clock_gettime};
use std::fs::File;
use std::io::Write;
use std::process::{abort, exit};
use std::sync::Arc;
use std::thread::sleep;
use std::time::Duration;

const KB: usize = 1 << 10;
const MB: usize = 1 << 20;

fn number(value: &str) -> u64 {
    value.parse().unwrap_or(0)
}

fn hang() -> ! {
    loop {
        sleep(Duration::from_mins(1));
    }
}

/// Uses that much processor time.
fn work(time: Duration) {
    let used = || {
        let time = clock_gettime(ClockId::ThreadCPUTime);
        Duration::new(time.tv_sec as u64, time.tv_nsec as u32)
    };
    let until = used().saturating_add(time);
    while used() < until {
        std::hint::spin_loop();
    }
}

/// Deeds before anything is said or read.
pub(crate) fn at_start(deed: &str, value: &str, tag: &str) {
    match deed {
        "start-exit" => exit(number(value) as i32),
        "start-hang" => hang(),
        "start-sleep" => sleep(Duration::from_millis(number(value))),
        "fork" => children::leave(tag),
        "fork-grouped" => children::leave_grouped(tag),
        "daemon" => children::leave_daemon(value, tag),
        "chain" => children::leave_many("link", value, tag),
        "hydra" => children::leave_many("hydra-head", value, tag),
        "unmoved" | "stay" => {
            let caught = Arc::default();
            for signal in [1, 2, 15] {
                // The signals are caught and ignored.
                let _ = signal_hook::flag::register(signal, Arc::clone(&caught));
            }
        }
        _ => {}
    }
}

/// Deeds after the game is over.
pub(crate) fn at_end(deed: &str) {
    if deed == "stay" {
        hang();
    }
}

/// Says the opening words, which are the only words of a program that is started for each turn.
pub(crate) fn opening(player: &mut Player<'_>, words: &[u8]) {
    match player.deed {
        "part" => {
            player.say(words);
            exit(number(player.value) as i32);
        }
        "part-aborting" => {
            player.say(words);
            abort();
        }
        "half-part" => {
            raw(words.trim_ascii_end());
            exit(0);
        }
        "part-hold" => {
            player.say(words);
            children::leave(player.tag);
            exit(0);
        }
        "part-closing" => {
            player.say(words);
            let _ = File::options().write(true).open("/dev/null").map(dup2_stdout);
            hang();
        }
        // The program file will be missing at the next start.
        "unlink" => {
            let _ = std::env::current_exe().and_then(std::fs::remove_file);
            player.say(words);
            exit(0);
        }
        "ahead" => player.say(&[words, &unescape(player.value), b"\n"].concat()),
        "long-name" => {
            let (first, _) = words.split_at(words.iter().position(|b| *b == b'\n').map_or(0, |at| at + 1));
            player.say(&[first, &vec![b'\x1b'; 60 * KB], b"\n"].concat());
        }
        // It answers, and then neither exits nor reads.
        "dawdle" | "deaf" => {
            player.say(words);
            hang();
        }
        // Every question is answered, but the answers are never read.
        "deaf-asking" => {
            player.say(words);
            loop {
                raw(b"{\"type\":\"moves\"}\n");
            }
        }
        _ => player.say(words),
    }
}

/// Gives the answer that goes wrong.
pub(crate) fn answer(player: &mut Player<'_>, words: &[u8]) {
    let value = player.value;
    match player.deed {
        "exit" => exit(number(value) as i32),
        "abort" => abort(),
        "overflow" => exit(overflow(1) as i32),
        "signal" => die_by(value),
        "hang" | "unmoved" => hang(),
        "sleep" => {
            sleep(Duration::from_millis(number(value)));
            player.say(words);
        }
        "work" => {
            work(Duration::from_millis(number(value)));
            player.say(words);
        }
        "crowd" => {
            for _ in 1..number(value) {
                std::thread::spawn(|| work(Duration::MAX));
            }
            work(Duration::MAX);
        }
        "say" => {
            player.say(&[&unescape(value)[..], b"\n"].concat());
            hear_out();
        }
        "twice" => player.say(&words.repeat(2)),
        "half-hang" => {
            raw(words.trim_ascii_end());
            hang();
        }
        "half-exit" => {
            raw(words.trim_ascii_end());
            exit(0);
        }
        "close-stdout" => {
            let _ = File::options().write(true).open("/dev/null").map(dup2_stdout);
            hang();
        }
        "flood" => flood(value, words),
        "retry" => {
            let occupied = player.last.clone();
            player.say(&occupied);
            // It is asked again.
            let _ = hear();
            player.say(words);
        }
        "hold" => {
            children::leave(player.tag);
            exit(number(value) as i32);
        }
        "last-words" => {
            player.say(words);
            children::leave(player.tag);
            exit(0);
        }
        "defect" => {
            let stage = getppid().and_then(|stage| getpgid(Some(stage)).ok());
            let _ = setpgid(None, stage);
            hang();
        }
        _ => player.say(words),
    }
}

fn flood(what: &str, words: &[u8]) {
    match what {
        "bytes" => loop {
            raw(&vec![b'x'; 16 * KB]);
        },
        "lines" => loop {
            raw(&words.repeat(1000));
        },
        "debug" => loop {
            raw(&[b"DEBUG ", &vec![b'd'; KB][..], b"\n"].concat());
        },
        "blank" => loop {
            raw(&b"               \n".repeat(1000));
        },
        "gigabyte" => {
            for _ in 0..1024 {
                raw(&vec![b'7'; MB]);
            }
            raw(b"\n");
        }
        "stderr" => {
            for _ in 0..100 {
                let _ = std::io::stderr().write_all(&vec![b'e'; MB]);
            }
            raw(words);
        }
        // One line of more than 16 KB, and more than 32 KB in total.
        "some-debug" => {
            for length in [16 * KB + 1, 10 * KB, 10 * KB, 5] {
                raw(&[b"DEBUG ", &vec![b'd'; length][..], b"\n"].concat());
            }
            raw(words);
        }
        // One line longer than any limit, and many lines that exceed a turn's limit together.
        "long-debug" => {
            raw(&[b"DEBUG ", &vec![b'd'; 3 * MB][..], b"\r\n"].concat());
            for _ in 0..40 {
                raw(&[b"DEBUG: ", &vec![b'd'; 63 * KB][..], b"\n"].concat());
            }
            raw(words);
        }
        _ => raw(words),
    }
}

fn die_by(signal: &str) {
    let signal = match signal {
        "fpe" => Signal::FPE,
        "ill" => Signal::ILL,
        "segv" => Signal::SEGV,
        "stop" => Signal::STOP,
        _ => Signal::KILL,
    };
    // The first SIGSEGV only removes the run-time's own handler, as a real one would.
    for _ in 0..2 {
        let _ = kill_process(getpid(), signal);
    }
}

/// Endless recursion.
#[expect(unconditional_recursion, reason = "the deed")]
fn overflow(depth: u64) -> u64 {
    let frame = std::hint::black_box([depth; 64]);
    overflow(depth + 1) + frame[depth as usize % 64]
}

/// Decodes `\xNN`, a byte.
fn unescape(text: &str) -> Vec<u8> {
    let mut parts = text.split("\\x");
    let mut bytes = parts.next().unwrap_or("").as_bytes().to_vec();
    for part in parts {
        bytes.extend(u8::from_str_radix(&part[..2], 16));
        bytes.extend_from_slice(&part.as_bytes()[2..]);
    }
    bytes
}
