//! What every game of the list keeps: one program, since each one more is linked anew.

mod adjudicated;
mod aloud;
mod analysis;
mod cuts;
mod game_texts;
mod games;
mod leaks;
mod losses;
mod mutations;
mod openings;
mod programs;
mod reasons;
mod records;
mod sheets;
mod staged;
mod tables;
mod transcripts;
