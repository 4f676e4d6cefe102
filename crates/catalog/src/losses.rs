//! What each ply lost: by proofs as far as they reach, and by the judge's beliefs where its neighbours share them.

use crate::moment::{Moment, TURNING};
use leitai_core::{Actor, Proved, Seat};

/// Adds what follows from proofs of neighbouring positions, where a seat's ply leads from one to the other and both sides know
/// everything.
pub(crate) fn carry_proofs(moments: &mut [Moment], open: &[bool]) {
    let winner = |moment: &Moment| moment.proved.and_then(|proved| proved.winner);
    let leads_on =
        |moments: &[Moment], at: usize| match (moments[at].by, moments.get(at + 1).map(|next| next.by)) {
            (Actor::Seat(seat), Some(Actor::Seat(_))) if open[at] && open[at + 1] => Some(seat),
            _ => None,
        };
    let carried = |moment: &mut Moment, winner: Seat| {
        if moment.proved.is_none() {
            moment.proved = Some(Proved { winner: Some(winner), acts: None });
            moment.before = Some(Seat::First.result(Some(winner)));
        }
    };
    for at in (0..moments.len()).rev() {
        // It was won for whoever made it so.
        if let Some(seat) = leads_on(moments, at)
            && winner(&moments[at + 1]) == Some(seat)
        {
            carried(&mut moments[at], seat);
        }
    }
    for at in 0..moments.len() {
        // Whatever the loser played, it stayed lost.
        if let (Some(seat), Some(winner)) = (leads_on(moments, at), winner(&moments[at]))
            && winner != seat
        {
            carried(&mut moments[at + 1], winner);
        }
    }
}

/// What positions are worth where losses are computed: a belief that neither the ply before nor the ply after shares is an error
/// of the judge, not of the players.
fn without_spikes(moments: &[Moment], open: &[bool]) -> Vec<Option<f32>> {
    let shared = |at: usize| {
        let moment = moments.get(at)?;
        moment.before.filter(|_| open[at] && matches!(moment.by, Actor::Seat(_)))
    };
    let worth = |(at, moment): (usize, &Moment)| {
        let around = at.checked_sub(1).and_then(shared).zip(shared(at + 1)).zip(shared(at));
        match around {
            Some(((before, after), own)) if moment.proved.is_none() => {
                Some(own.clamp(before.min(after), before.max(after)))
            }
            _ => moment.before,
        }
    };
    moments.iter().enumerate().map(worth).collect()
}

/// What follows from the losses of a whole game.
pub(crate) struct Totals {
    /// The accuracy of each side, in hundredths, unless it is a peer of the judge.
    pub(crate) accuracy: [Option<f32>; 2],
    /// The total effect of the dice on First's result; `None` if none were thrown.
    pub(crate) luck: Option<f32>,
}

/// Computes what each ply lost, and the totals that follow, where the game ended with `result` for First.
pub(crate) fn totals(moments: &mut [Moment], open: &[bool], result: Option<f32>, peers: [bool; 2]) -> Totals {
    let (mut luck, mut threw) = (0.0, false);
    let worth = without_spikes(moments, open);
    for i in 0..moments.len() {
        // What follows from a ply that offered no choice belongs to the ply before it.
        let mut chosen = (i + 1..moments.len()).filter(|later| !moments[*later].is_forced());
        let after = chosen.find_map(|later| worth[later]).or(result);
        let (Some(before), Some(after)) = (worth[i], after) else { continue };
        match moments[i].by {
            Actor::Seat(_) if moments[i].is_forced() => {}
            Actor::Seat(seat) if open[i] && open.get(i + 1).is_none_or(|open| *open) => {
                let lost = if seat == Seat::First { before - after } else { after - before };
                // The judging player would have played the same; the difference is only how far it saw.
                let lost = if moments[i].is_best() { 0.0 } else { lost.max(0.0) };
                moments[i].lost = Some(lost);
            }
            Actor::Chance => {
                threw = true;
                luck += after - before;
            }
            _ => {}
        }
    }
    let worst = TURNING[TURNING.len() - 1];
    let accuracy = Seat::BOTH.map(|seat| {
        let of_seat = moments.iter().filter(|moment| moment.by == Actor::Seat(seat));
        let counts: Vec<f32> = of_seat
            .filter_map(|moment| moment.lost)
            .map(|lost| 100.0 * (1.0 - (lost / worst).min(1.0)))
            .collect();
        let says = !counts.is_empty() && !peers[seat.index()];
        says.then(|| counts.iter().sum::<f32>() / counts.len() as f32)
    });
    Totals { accuracy, luck: threw.then_some(luck) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Judgement;

    /// Moments of seats in turn, First before Second, each with its worth to First and the winner that is proved, if any.
    fn moments(known: &[(f32, Option<Seat>)]) -> Vec<Moment> {
        let moment = |(at, (before, winner)): (usize, &(f32, Option<Seat>))| Moment {
            ply: at as u32 + 1,
            step: at,
            by: Actor::Seat(Seat::BOTH[at % 2]),
            acts: vec!["x".to_owned()],
            before: Some(*before),
            judged: None,
            proved: winner.map(|winner| Proved { winner: Some(winner), acts: None }),
            lost: None,
        };
        known.iter().enumerate().map(moment).collect()
    }

    fn lost(known: &[(f32, Option<Seat>)], result: f32) -> Vec<f32> {
        let (mut moments, open) = (moments(known), vec![true; known.len()]);
        carry_proofs(&mut moments, &open);
        totals(&mut moments, &open, Some(result), [false; 2]);
        let lost = |moment: &Moment| (moment.lost.expect("open") * 100.0).round() / 100.0;
        moments.iter().map(lost).collect()
    }

    #[test]
    fn a_belief_between_two_proofs_of_loss_is_a_loss() {
        let won = Some(Seat::First);
        // Second is lost at ply 2 and at ply 4; what is believed of First's ply between is no blunder of anybody's.
        assert_eq!(lost(&[(0.6, None), (1.0, won), (0.5, None), (1.0, won)], 1.0), [0.0, 0.0, 0.0, 0.0]);
        // The proof alone shows that ply 1 found a win, and ply 2 could not help it.
        let mut all = moments(&[(0.6, None), (1.0, won), (0.5, None), (0.4, None)]);
        carry_proofs(&mut all, &[true; 4]);
        let winners: Vec<_> =
            all.iter().map(|moment| moment.proved.and_then(|proved| proved.winner)).collect();
        assert_eq!(winners, [won, won, won, None]);
        assert_eq!((all[2].before, all[3].before), (Some(1.0), Some(0.4)), "who wins may still lose it");
        // Across secrets nothing follows.
        let mut hidden = moments(&[(0.0, Some(Seat::Second)), (0.5, None)]);
        carry_proofs(&mut hidden, &[true, false]);
        assert_eq!(hidden[1].proved, None);
    }

    /// A ply that was the only one loses nothing and counts nothing; what follows belongs to the ply before it.
    #[test]
    fn the_only_ply_is_nobodys_merit_and_nobodys_fault() {
        let mut all = moments(&[(0.5, None), (0.5, None), (0.1, None), (0.1, None)]);
        all[1].judged = Some(Judgement {
            seat: Seat::Second,
            expected: 0.5,
            proved: None,
            line: vec!["x".to_owned()],
            depth: 3,
            nodes: 9,
            is_forced: true,
        });
        let Totals { accuracy, .. } = totals(&mut all, &[true; 4], Some(0.1), [false; 2]);
        assert_eq!(
            all.iter().map(|moment| moment.lost).collect::<Vec<_>>(),
            [Some(0.4), None, Some(0.0), Some(0.0)]
        );
        assert_eq!(accuracy, [Some(50.0), Some(100.0)]);
    }

    #[test]
    fn a_swing_that_is_taken_back_at_once_is_nobodys() {
        let belief = |values: &[f32]| values.iter().map(|value| (*value, None)).collect::<Vec<_>>();
        assert_eq!(lost(&belief(&[0.5, 0.5, 0.1, 0.5, 0.5]), 0.5), [0.0; 5]);
        // One that stays is.
        assert_eq!(lost(&belief(&[0.5, 0.5, 0.5, 0.1, 0.1]), 0.1), [0.0, 0.0, 0.4, 0.0, 0.0]);
        // And so is one that is proved, however it went on.
        let proved = [(0.5, None), (0.5, None), (1.0, Some(Seat::First)), (0.5, None), (0.5, None)];
        assert_eq!(lost(&proved, 0.5), [0.0, 0.5, 0.5, 0.0, 0.0]);
    }
}
