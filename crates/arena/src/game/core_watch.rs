//! What the kernel says of the cores of a game, read now and then.

use super::seat_state::SeatState;
use crate::calibration::processor_time;
use crate::conditions::{Conditions, Ponder};
use crate::core_reader::CoreReader;
use crate::core_time::{CoreTime, next_reading};
use crate::cores::{available, own_core};
use crate::process::Process;
use crate::turn_time::TurnTime;
use leitai_core::Seat;
use std::time::{Duration, Instant};

/// The cores of a game, and what the machine has taken from the turns of its seats.
pub(super) struct CoreWatch {
    reader: Option<CoreReader>,
    /// The cores of each seat's program.
    cores: [Vec<usize>; 2],
    /// Whether both programs and the stage share them.
    is_shared: bool,
    /// The last reading made at a check, by seat.
    latest: [Option<CoreTime>; 2],
    /// When the next check is to make one.
    due: Instant,
    pub(super) turns: [TurnTime; 2],
}

impl CoreWatch {
    /// The cores that the calling thread, the stage of the game, was given for it.
    pub(super) fn here(conditions: &Conditions) -> CoreWatch {
        let cores = Seat::BOTH
            .map(|seat| own_core(seat, conditions.ponder).map_or_else(available, |core| vec![core]));
        let highest = cores.iter().flatten().copied().max();
        let reader = highest.map(CoreReader::new);
        CoreWatch {
            reader,
            is_shared: conditions.ponder == Ponder::Off || cores[0] == cores[1],
            cores,
            latest: [None; 2],
            due: Instant::now(),
            turns: [TurnTime::default(); 2],
        }
    }

    /// What the kernel says of the cores of each seat now; `None` where it is not known who used them.
    pub(super) fn read(&mut self, seats: &mut [SeatState<'_>; 2]) -> [Option<CoreTime>; 2] {
        let Some(reader) = &mut self.reader else { return [None; 2] };
        let from = Instant::now();
        let [first, second] = &self.cores;
        let Some(idled) = reader.read([first.as_slice(), second.as_slice()]) else { return [None; 2] };
        let stage = processor_time();
        let programs = seats
            .each_mut()
            .map(|state| state.program_mut().map_or(Some([Duration::ZERO; 2]), Process::whole_cpu));
        let both =
            programs[0].zip(programs[1]).map(|(first, second)| [first[0] + second[0], first[1] + second[1]]);
        let until = Instant::now();
        [0, 1].map(|i| {
            let of_programs = if self.is_shared { both } else { programs[i] };
            Some(CoreTime {
                from,
                until,
                idle: idled[i].idle,
                ticked: idled[i].ticked,
                own: of_programs?.map(|used| used + stage),
                cores: self.cores[i].len() as u32,
                is_beside: !self.is_shared || self.cores[i].len() > 1,
            })
        })
    }

    /// Reads at a check, not more often than is worth it.
    pub(super) fn look(&mut self, seats: &mut [SeatState<'_>; 2], now: Instant) {
        if self.reader.is_none() || now < self.due {
            return;
        }
        let began = processor_time();
        self.latest = self.read(seats);
        let cost = processor_time().saturating_sub(began);
        self.due = next_reading(now, cost);
        for (turn, latest) in self.turns.iter_mut().zip(self.latest) {
            if let Some(reading) = latest {
                turn.read(reading);
            }
        }
    }

    /// Begins a turn of a seat at `now`.
    pub(super) fn begin(&mut self, seat: Seat, now: Instant) {
        self.turns[seat] = TurnTime::begin(now, self.latest[seat]);
    }

    /// The last reading made at a check.
    pub(super) fn latest(&self, seat: Seat) -> Option<CoreTime> {
        self.latest[seat]
    }
}
