//! The same game at three tables: one knows both sides' pieces, each of the others one side's and what the referee says.
//! Whoever is seen, and the public, are told the same and may do the same.

use super::moves;
use leitai_core::{Actor, Eye, Position, Rng, Seat, State, Turn};
use luzhanqi::{Act, Board, End, Fight, Phase, Report, Rules, Word};
use std::collections::BTreeMap;

/// What the referee says of a move that everybody was told so, in order, to a table that does not know `hidden`.
pub(crate) fn said(mover: Seat, told: &[Report], hidden: Seat) -> Vec<Word> {
    let mut words = Vec::new();
    let mut flag = None;
    for report in told {
        match *report {
            Report::Flag(seat, point) if seat == hidden => flag = Some(Word::Flag(point)),
            Report::Went(_, _, fight, end) => {
                words.extend(fight.map(|fight| match fight {
                    Fight::Won => Word::Fell(Some(mover.other())),
                    Fight::Lost => Word::Fell(Some(mover)),
                    Fight::Both => Word::Fell(None),
                }));
                words.extend(flag);
                words.push(match end {
                    Some(end @ (End::FlagFell(loser) | End::Stuck(loser))) if loser == hidden => {
                        Word::Ended(end)
                    }
                    Some(End::NobodyMoves) => Word::Ended(End::NobodyMoves),
                    _ => Word::Done,
                });
            }
            _ => {}
        }
    }
    words
}

/// An act, and what each eye is told of it.
fn played(board: &mut Board, by: Actor, m: &Act) -> [Vec<Report>; 3] {
    let effect = board.try_play(by, m).unwrap_or_else(|why| panic!("{m:?} by {by:?}: {}", why.rule.en));
    Eye::ALL.map(|eye| {
        let mut told = Vec::new();
        board.tell(by, m, &effect, eye, &mut told);
        told
    })
}

/// An act at a table that does not know `hidden`: what is relayed of it, and what the referee says. What each eye is told.
fn relayed(
    table: &mut Board,
    hidden: Seat,
    seat: Seat,
    m: &Act,
    is_laid: bool,
    public: &[Report],
) -> [Vec<Report>; 3] {
    let by = Actor::Seat(seat);
    if let (Act::Lay(..), true) = (m, seat == hidden) {
        return if is_laid { played(table, by, &Act::Ready) } else { Default::default() };
    }
    let mut told = played(table, by, m);
    let mut words = said(seat, public, hidden).into_iter();
    while table.turn() == Turn::Of(Actor::Arbiter) {
        assert!(told.iter().all(Vec::is_empty), "nobody is told before the referee has spoken");
        let word = words.next().expect("another word");
        told = played(table, Actor::Arbiter, &Act::Said(word));
    }
    let unsaid: Vec<Word> = words.collect();
    assert!(unsaid.is_empty() || unsaid == [Word::Done], "{unsaid:?} was not asked");
    told
}

#[test]
fn who_is_seen_and_the_public_are_told_the_same() {
    let mut ends = BTreeMap::<String, u32>::new();
    for seed in 0..leitai_testkit::extent("LUZHANQI_SEEN_GAMES", 300, 20_000) {
        let mut rng = Rng::new(seed);
        let rules = Rules { no_contact_draws: seed % 5 == 0, ..Rules::default() };
        let mut truth = Board::initial(&rules);
        let mut tables = Seat::BOTH.map(|seen| Board::initial(&Rules { seen: Some(seen), ..rules }));
        while let Some(by) = truth.turn().next() {
            let by = if truth.turn() == Turn::Secret([true; 2]) {
                Actor::Seat(Seat::BOTH[rng.below(2)])
            } else {
                by
            };
            let Actor::Seat(seat) = by else { panic!("{by:?} at the usual table") };
            let open = moves(&truth, by);
            let m = open[rng.below(open.len())];
            let told = played(&mut truth, by, &m);
            for (seen, table) in Seat::BOTH.into_iter().zip(&mut tables) {
                let relayed = relayed(table, seen.other(), seat, &m, truth.is_laid(seat), &told[2]);
                for eye in [Eye::Seat(seen), Eye::Public] {
                    assert_eq!(relayed[eye.index()], told[eye.index()], "{eye} of {m:?}");
                    assert_eq!(table.view(eye), truth.view(eye), "{eye} after {m:?}");
                }
                let seat = Actor::Seat(seen);
                assert_eq!(moves(&*table, seat), moves(&truth, seat));
                assert_eq!(table.view(Eye::Seat(seen)).turn(), truth.view(Eye::Seat(seen)).turn());
                assert_eq!(table.phase(), truth.phase(), "{seen}");
                if !matches!(m, Act::Lay(..)) {
                    assert_eq!(
                        relayed[seen.other().index()],
                        told[2],
                        "the hidden side is told what all are"
                    );
                }
            }
        }
        let Phase::Over(end) = truth.phase() else { panic!("{:?}", truth.phase()) };
        *ends.entry(format!("{end:?}")).or_default() += 1;
        for table in tables {
            let [one, other] = [truth, table].map(|board| board.turn().outcome().expect("the end"));
            assert_eq!(one.winner, other.winner);
        }
    }
    assert!(ends.len() >= 5, "{ends:?}");
}
