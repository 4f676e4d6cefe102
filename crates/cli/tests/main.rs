//! The command line as its users have it: one test program, since each further one has to be linked. `cores`,
//! `doctor` and `outlives`, which observe what else the machine does, and `limits`, which fills memory against the clock,
//! are separate programs.

mod advice;
mod alone;
mod announced;
mod at_referees;
mod at_tables;
mod at_terminal;
mod away;
mod broken_off;
mod broken_sources;
mod closed;
#[cfg(feature = "web")]
mod contests;
mod deployed;
mod desk;
mod devices;
#[cfg(feature = "web")]
mod dossiers;
mod elsewhere;
mod events;
mod games_files;
mod giving_way;
mod habits;
mod hand_lots;
#[cfg(feature = "web")]
mod hearings;
mod hostile_files;
mod house;
#[cfg(feature = "databases")]
mod in_one_process;
mod law;
#[cfg(feature = "web")]
mod likeness;
mod losses;
mod manual;
mod matches;
mod new;
mod operate;
mod people;
mod person;
mod person_at_terminal;
mod pictures;
mod reader;
mod refereed;
mod relayed;
mod replaying;
mod rulings_while_running;
mod same_program;
mod sample_events;
#[cfg(feature = "web")]
mod serve;
mod sessions;
mod sides;
mod staying;
mod tables;
#[cfg(feature = "databases")]
mod trials;
mod twice;
mod verified_events;
mod watching;
#[cfg(feature = "databases")]
mod workers;
