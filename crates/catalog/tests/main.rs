//! Invariants of every listed game; one program, because each further one would have to be linked as well.

mod adjudicated;
mod aloud;
mod analysis;
mod course;
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
mod reliving;
mod seen;
mod seen_luzhanqi;
mod sheets;
mod staged;
mod staged_people;
mod starters;
mod tables;
mod transcripts;
mod unproven;
