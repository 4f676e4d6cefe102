//! The habits of Hex players' trees of SGF: how they swap, and who begins.
//!
//! Black has the top and the bottom and begins. Little Golem gives the letter W to the moves of its `PB`, who begins
//! from top to bottom all the same. Where White begins elsewhere, it has the left and the right; here First has the top
//! and the bottom, so the board is mirrored on its long diagonal, as it is when players swap sides instead of pieces.

use crate::notation::SWAP;
use leitai_core::{SheetError, sentence};
use leitai_sheet::{SheetMove, Tree, TreeMoves};

/// What a tree says of the rules: the size of its board, and whether Second swapped.
pub(crate) fn stated(tree: &Tree) -> Vec<(&'static str, String)> {
    let size = tree.text("SZ").split(':').next().filter(|size| !size.is_empty());
    let size = size.map(|size| ("size", size.to_owned()));
    let swap = tree.moves().any(is_swap).then(|| ("swap", "on".to_owned()));
    size.into_iter().chain(swap).collect()
}

/// Whether a word is a swap, of pieces or of sides.
fn is_swap(word: &str) -> bool {
    ["swap", "swap-pieces", "swap-sides"].iter().any(|swap| word.eq_ignore_ascii_case(swap))
}

/// Whether Little Golem wrote the tree: it names its event `hex.` and more, and itself.
pub(crate) fn is_of_little_golem(tree: &Tree) -> bool {
    tree.text("EV").starts_with("hex.") || tree.text("SO").contains("littlegolem") && tree.text("GM") == "11"
}

/// The ways in which the moves may be meant.
pub(crate) fn readings(tree: &Tree, moves: &TreeMoves) -> Result<Vec<TreeMoves>, SheetError> {
    if moves.has_set_up() {
        return Ok(vec![moves.clone()]);
    }
    let begins = moves.entries.first().and_then(|entry| entry.side).unwrap_or(0);
    let golem = || {
        let mut golem = arranged(moves, false, false)?;
        golem.first_named = Some(0);
        Ok(golem)
    };
    let usual = || arranged(moves, begins == 1, false);
    // A plain `swap` is of pieces, unless the game is then no game.
    let is_plain = moves.entries.iter().any(|entry| entry.what == SheetMove::Word(SWAP.to_owned()));
    let mut all = match (begins, is_of_little_golem(tree)) {
        (1, true) => vec![golem()?, usual()?],
        (1, false) => vec![usual()?, golem()?],
        _ => vec![usual()?],
    };
    if is_plain {
        all.push(arranged(moves, begins == 1, true)?);
    }
    Ok(all)
}

/// The moves as First and Second make them here. Colours alternate; after a swap they may begin anew with either.
fn arranged(moves: &TreeMoves, is_mirrored: bool, swaps_sides: bool) -> Result<TreeMoves, SheetError> {
    let mut moves = moves.clone();
    let (mut is_mirrored, mut is_free) = (is_mirrored, true);
    let (mut due, mut first) = (0, 0);
    for (at, entry) in moves.entries.iter_mut().enumerate() {
        if let Some(side) = entry.side.take() {
            if side != due && !is_free {
                let due = ["B", "W"][due];
                return Err(SheetError::new(
                    entry.line,
                    sentence!("{due} is to move here", "此处应由 {due} 走"),
                ));
            }
            is_free = false;
            due = 1 - side;
            first = if at % 2 == 0 { side } else { 1 - side };
        }
        match &mut entry.what {
            SheetMove::Word(word) if is_swap(word) => {
                is_mirrored ^= word == "swap-sides" || swaps_sides && word == SWAP;
                SWAP.clone_into(word);
                is_free = true;
            }
            SheetMove::Stone(x, y) if is_mirrored => (*x, *y) = (*y, *x),
            _ => {}
        }
    }
    moves.first = Some(first);
    Ok(moves)
}
