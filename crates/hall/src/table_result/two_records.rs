//! The records that the two desks of one relayed game kept, compared.

use super::record_facts::keys;
use leitai_catalog::{Comparison, Course, CoursePlace, Replay};
use leitai_core::{Actor as Hand, Line, Record, Seat, Sentence, Spoken, VerdictName, Words, sentence};

/// What the clocks of two desks may differ by before it is said, in milliseconds: at a relayed table each desk times the other
/// side by the hand of its operator.
const APART_MS: u64 = 10_000;

/// That something else shows the same course of a game as the record that counts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Agreement {
    /// So many plies.
    pub plies: u32,
    /// By how much the clocks of First and Second differ, in milliseconds; `None` if they are not known.
    pub apart_ms: Option<[u64; 2]>,
    /// How each record says that the game ended, where they do not say the same; the winner is.
    pub verdicts: Option<[VerdictName; 2]>,
}

impl Agreement {
    /// It in words, with what differs and refuses nothing.
    pub fn said(&self) -> Sentence {
        let plies = self.plies;
        let mut said = match self.apart_ms {
            Some(_) => sentence!("both records agree over {plies} plies", "两份记录 {plies} 手均一致"),
            None => sentence!(
                "the position code of the other desk after {plies} plies agrees",
                "对方局面码与第 {plies} 手后的局面一致"
            ),
        };
        for (seat, apart) in Seat::BOTH.into_iter().zip(self.apart_ms.unwrap_or_default()) {
            if apart > APART_MS {
                let seconds = apart / 1000;
                said = said.then(&sentence!(
                    "; the clocks of {seat} differ by {seconds} s",
                    "；{seat}的用时相差 {seconds} 秒"; seat = seat_words(seat), seconds
                ));
            }
        }
        match self.verdicts {
            None => said,
            Some([one, other]) => {
                let (one, other) = (one.name(), other.name());
                said.then(&sentence!(
                    "; the one says that it ended by {one}, the other by {other}",
                    "；终局方式一份记为 {one}，另一份记为 {other}"
                ))
            }
        }
    }
}

const fn seat_words(seat: Seat) -> Words {
    match seat {
        Seat::First => Words::new("First", "先手"),
        Seat::Second => Words::new("Second", "后手"),
    }
}

/// The seat whose program ran elsewhere; `None` if that is not exactly one.
pub(super) fn relayed_seat(record: &Record) -> Option<Seat> {
    let mut relayed =
        Seat::BOTH.into_iter().filter(|seat| record.about.seats[seat.index()].dialect == Spoken::Relay);
    relayed.next().filter(|_| relayed.next().is_none())
}

/// Whether they are of the two desks of one table: each relays what the other's program plays.
pub(super) fn are_of_two_desks(one: &Record, other: &Record) -> bool {
    matches!((relayed_seat(one), relayed_seat(other)), (Some(one), Some(other)) if one != other)
}

/// What both sides' acts and tries took, in milliseconds.
pub(super) fn used_in(record: &Record) -> [u64; 2] {
    let mut used = [0; 2];
    for (_, line) in &record.lines {
        if let Line::Play { by: Hand::Seat(seat), us, .. } | Line::Attempt { by: Hand::Seat(seat), us, .. } =
            line
        {
            used[seat.index()] += us;
        }
    }
    used.map(|us| us / 1000)
}

/// The course of a record's game, or the line that the rules do not allow.
fn course(record: &Record) -> Result<Course, Sentence> {
    Course::of(record.clone()).map_err(|error| Sentence::of(&error))
}

/// What led to a place, and the code there.
fn place(at: &CoursePlace) -> (String, String) {
    (at.said.join(" "), at.code.clone())
}

/// Compares the records of the two desks of one game. Refused with the first ply at which they differ, or with which of them
/// breaks off.
pub(super) fn agree(one: &Record, other: &Record) -> Result<Agreement, Sentence> {
    if one.about.game != other.about.game {
        let (one, other) = (one.about.game.to_string(), other.about.game.to_string());
        return Err(sentence!(
            "the two records are not of one game: {one} and {other}",
            "两份记录不是同一局：{one} 与 {other}"
        ));
    }
    let names = [one, other].map(|record| keys(&record.about.seats.each_ref().map(|seat| &*seat.name)));
    if names[0] != names[1] {
        let [[one, other], [first, second]] = names;
        return Err(sentence!(
            "the two records are not of one game: {one} against {other}, and {first} against {second}",
            "两份记录不是同一局：{one} 对 {other}，与 {first} 对 {second}"
        ));
    }
    if !are_of_two_desks(one, other) {
        return Err(Sentence::new(
            "the two records are not of the two desks of one table: each relays what the other's program plays",
            "两份记录不是同一张桌的双方所记：双方应各自代录对方程序的着法",
        ));
    }
    let courses = [course(one)?, course(other)?];
    let last = courses.each_ref().map(|course| course.places().last().map_or(0, |place| place.ply));
    let shorter = |which: Sentence, [short, long]: [u32; 2]| {
        Err(sentence!(
            "the {which} record ends after ply {short}, the other goes on to ply {long}; up to there they agree. \
             Bring the longer one alone if it is right",
            "{which} 记录止于第 {short} 手，另一份到第 {long} 手；此前两份一致。如较长的一份无误，请单独提交"; which, short, long
        ))
    };
    match courses[0].compare(&courses[1]) {
        Comparison::Differs(one, other) => {
            let ((first, code), (second, other_code), ply) =
                (place(one), place(other), other.ply.max(one.ply));
            return Err(sentence!(
                "the records differ at ply {ply}: {first} (position code {code}) and {second} ({other_code}); nothing \
                 counts until the referee has found out which is right",
                "两份记录在第 {ply} 手不同：{first}（局面码 {code}）与 {second}（{other_code}）；须由裁判查明，此前不计成绩"
            ));
        }
        Comparison::OneIsShorter => return shorter(Sentence::new("first", "第一份"), [last[0], last[1]]),
        Comparison::OtherIsShorter => return shorter(Sentence::new("second", "第二份"), [last[1], last[0]]),
        Comparison::Same => {}
    }
    let (end, other_end) = match (&one.end, &other.end) {
        (Some(end), Some(other)) => (end, other),
        (None, _) => return shorter(Sentence::new("first", "第一份"), last),
        (_, None) => return shorter(Sentence::new("second", "第二份"), last),
    };
    Replay::open(other.clone()).and_then(Replay::verify).map_err(|error| Sentence::of(&error))?;
    if end.winner != other_end.winner {
        let won = |winner: Option<Seat>| {
            let drawn = || Sentence::new("a draw", "和棋");
            winner.map_or_else(drawn, |seat| sentence!("{seat} won", "{seat}胜"; seat = seat_words(seat)))
        };
        let (one, other) = (won(end.winner), won(other_end.winner));
        return Err(sentence!(
            "the records agree over every ply, but not on the result: {one}, and {other}",
            "两份记录着法一致，结果却不同：{one}；{other}"; one, other
        ));
    }
    let (used, other_used) = (used_in(one), used_in(other));
    Ok(Agreement {
        plies: last[0],
        apart_ms: Some([0, 1].map(|seat| used[seat].abs_diff(other_used[seat]))),
        verdicts: (end.verdict != other_end.verdict).then_some([end.verdict, other_end.verdict]),
    })
}

/// Compares a record with the position code that the other desk shows after so many plies, its last.
pub(super) fn agrees_with_code(record: &Record, code: &str, plies: u32) -> Result<Agreement, Sentence> {
    let typed = code.trim().to_uppercase();
    let course = course(record)?;
    let last = course.places().last();
    let (own, own_plies) = last.map_or((String::new(), 0), |place| (place.code.clone(), place.ply));
    if own == typed && own_plies == plies {
        return Ok(Agreement { plies, apart_ms: None, verdicts: None });
    }
    let earlier = course.places().iter().rev().find(|place| place.code == typed);
    let said = sentence!(
        "the other desk shows {typed} after {plies} plies, and the record has {own} after {own_plies}",
        "对方显示第 {plies} 手局面码 {typed}，而记录为第 {own_plies} 手 {own}"
    );
    Err(match earlier {
        Some(place) if place.ply < own_plies => said.then(&sentence!(
            "; it had {typed} after {} plies: the other desk has not entered what followed",
            "；记录在第 {} 手时局面码为 {typed}：对方尚未录入其后的着法",
            place.ply
        )),
        _ => said,
    })
}

/// Whether a record can count, and the record of the other desk agrees with it; refused with why not.
pub(crate) fn check_records(text: &str, other: Option<&str>) -> Result<(), Sentence> {
    let read = |text| Record::read(text).map_err(|error| Sentence::of(&error));
    let record = read(text)?;
    Replay::open(record.clone()).and_then(Replay::verify).map_err(|error| Sentence::of(&error))?;
    other.map_or(Ok(()), |other| agree(&record, &read(other)?).map(drop))
}
