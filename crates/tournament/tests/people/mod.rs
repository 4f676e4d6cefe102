//! What the rules ask of people, one test for each sentence, named by its number in the source: `s7_2_1` is 七（二）1, `n5` the
//! fifth row of the national rules. `tests/law/people.toml` lists all of them.

mod draw;
mod examined;
mod hall;
mod results;
mod rulings;
mod sign_up;
mod source;
