//! The lines of `leitai workers --json`.

use leitai_hall::MachineFacts;
use leitai_store::CrewSeen;
use serde::Serialize;

/// One line.
#[derive(Serialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub(super) enum Line<'a> {
    Worker {
        machine: &'a str,
        id: &'a str,
        class: &'a str,
        seats: u64,
        playing: u64,
        order: &'static str,
        silent: bool,
        since_ms: i64,
        seen_ms: i64,
        about: MachineFacts,
    },
    HeldBack {
        machine: &'a str,
        order: &'static str,
        by: &'a str,
        at_ms: i64,
        failed: Option<u64>,
    },
    Admitted {
        machine: &'a str,
        role: &'a str,
        class: &'a str,
        by: &'a str,
        at_ms: i64,
        most: Option<u64>,
    },
    AdmittedOnly {
        event: Option<&'a str>,
        since_ms: i64,
    },
    Token {
        machine: &'a str,
        address: &'a str,
        token: &'a str,
    },
    Differs {
        event: &'a str,
        game: &'a str,
        machines: [&'a str; 2],
        how: &'static str,
        ply: Option<u32>,
    },
}

impl Line<'_> {
    /// The line of a process.
    pub(super) fn of(crew: &CrewSeen) -> Line<'_> {
        let CrewSeen { id, name, class, seats, about, since_ms, seen_ms, playing, order, is_silent } = crew;
        Line::Worker {
            machine: name,
            id,
            class,
            seats: *seats,
            playing: *playing,
            order: order.name(),
            silent: *is_silent,
            since_ms: *since_ms,
            seen_ms: *seen_ms,
            about: MachineFacts::of_value(about),
        }
    }
}
