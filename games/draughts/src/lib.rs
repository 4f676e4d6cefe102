//! Draughts 国际跳棋 by the judge's simplified rules: facts and wiring.
