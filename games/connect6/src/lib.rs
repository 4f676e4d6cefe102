//! Connect6 六子棋: facts and wiring.
