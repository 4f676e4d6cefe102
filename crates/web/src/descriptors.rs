//! Open files: how many this process may have, and which part of them is for connections.

use crate::connections::Ceilings;

/// Kept aside for the store, the records that pages are made from, and the server itself.
const KEPT: usize = 192;
/// Kept aside for each running game: the ends of its programs' streams, their launchers, its record.
const PER_GAME: usize = 32;
/// The most connections unless more are wished for: each takes some 20 KB.
const USUAL: usize = 10_000;

/// Raises the limit on open files as far as the system permits, and returns it.
pub(crate) fn raise() -> usize {
    leitai_sandbox::system::files::raise_limit().unwrap_or(1 << 16)
}

/// How many connections there may be beside so many games where this many files may be open, and whether the games have
/// as many as they may need. The wishes are for all connections and for those of one address.
pub(crate) fn ceilings(files: usize, games: usize, wished: [Option<usize>; 2]) -> (Ceilings, bool) {
    let kept = KEPT + games * PER_GAME;
    // Where there are far too few, a quarter of them is left for visitors.
    let most = files.saturating_sub(kept).max(files / 4);
    let all = wished[0].unwrap_or(USUAL).clamp(1, most.max(1));
    // Nobody takes all, and two thousand may watch from behind one address.
    let of_one_address = wished[1].unwrap_or(all - all / 4).clamp(1, all);
    (Ceilings { all, of_one_address }, most + kept <= files)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_have_their_files_whatever_is_wished() {
        for (files, games, wished, all, of_one_address, is_enough) in [
            (1 << 20, 8, [None, None], 10_000, 7_500, true),
            (4096, 8, [None, None], 3648, 2736, true),
            (4096, 8, [Some(100_000), Some(5000)], 3648, 3648, true),
            (4096, 8, [Some(100), Some(10)], 100, 10, true),
            (512, 8, [None, None], 128, 96, false),
            (512, 2, [None, None], 256, 192, true),
            (256, 8, [None, None], 64, 48, false),
            (0, 8, [Some(0), Some(0)], 1, 1, false),
        ] {
            let expected = (Ceilings { all, of_one_address }, is_enough);
            assert_eq!(ceilings(files, games, wished), expected, "{files} {games} {wished:?}");
        }
    }
}
