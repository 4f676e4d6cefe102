//! What a seat may not know changes no byte of its page: two truths that it cannot tell apart, played side by side.

use crate::people::tests::{Answered, Browser, Tried};
use crate::play_tests::{offered, part, plays, table, waits};

#[test]
fn what_a_seat_may_not_know_changes_no_byte_of_its_page() {
    let tried = Tried::open();
    for game in ["einstein", "luzhanqi"] {
        let seen = [0, 1].map(|layout| {
            let (mut ann, mut bob) = (tried.visitor(), tried.visitor());
            let [own, other] = table(&tried, game, &mut ann, &mut bob);
            let shown = waits(&mut bob, &other, |page| !offered(page).1.is_empty());
            let laid: Vec<String> = (0..3).map(|at| plays(&mut ann, &own, at * layout)).collect();
            waits(&mut ann, &own, |page| !offered(page).1.is_empty());
            let after = bob.get(&other);
            ann.sends(&own, &own, &[("do", "leave")]);
            let token = |page: &Answered| part(&page.text, "name=\"t\" value=\"").to_owned();
            let plain = |page: Answered| {
                let token = token(&page);
                page.text.replace(&other, "SEAT").replace(&token, "TOKEN")
            };
            (laid, plain(shown), plain(after))
        });
        let [(laid, before, after), (other, _, too)] = seen;
        assert_ne!(laid, other, "{game}: two layouts");
        assert_eq!(after, too, "{game}");
        assert_eq!(before, after, "{game}: what the other lays is not seen");
    }
}

/// Two tables of one game, whose second seats see the same.
struct Twins<'a> {
    first: [Browser<'a>; 2],
    second: [Browser<'a>; 2],
    /// The addresses of the seats, by table.
    seats: [[String; 2]; 2],
}

impl<'a> Twins<'a> {
    fn begin(tried: &'a Tried, game: &str) -> Twins<'a> {
        let (mut first, mut second) = ([(); 2].map(|()| tried.visitor()), [(); 2].map(|()| tried.visitor()));
        let seats = [0, 1].map(|at| table(tried, game, &mut first[at], &mut second[at]));
        Twins { first, second, seats }
    }

    /// First plays this act at that table.
    fn first_plays(&mut self, at: usize, act: &str) {
        let [own, _] = &self.seats[at];
        acts(&mut self.first[at], own, act);
    }

    /// Second plays the same act at both.
    fn second_plays(&mut self, act: &str) {
        for at in [0, 1] {
            acts(&mut self.second[at], &self.seats[at][1], act);
        }
    }

    /// The page of Second's seat at that table, but for its address and token, once it is Second's turn.
    fn seen(&mut self, at: usize) -> String {
        let seat = &self.seats[at][1];
        let page = waits(&mut self.second[at], seat, |page| !offered(page).1.is_empty());
        let token = part(&page.text, "name=\"t\" value=\"").to_owned();
        page.text.replace(seat, "SEAT").replace(&token, "TOKEN")
    }

    fn is_the_same(&mut self, when: &str) {
        let [one, other] = [self.seen(0), self.seen(1)];
        assert_eq!(one, other, "{when}");
    }

    /// What First may play at that table, once it may.
    fn offered(&mut self, at: usize) -> Vec<String> {
        offered(&waits(&mut self.first[at], &self.seats[at][0], |page| !offered(page).1.is_empty())).1
    }
}

/// Plays this act once it may be played, and waits until it was.
fn acts(browser: &mut Browser<'_>, seat: &str, act: &str) {
    let page = waits(browser, seat, |page| !offered(page).1.is_empty());
    assert!(offered(&page).1.iter().any(|one| one == act), "{act} is not among {:?}", offered(&page).1);
    let (version, _) = offered(&page);
    browser.sends(seat, seat, &[("act", act), ("version", &version), ("script", "1")]);
    waits(browser, seat, |page| offered(page).0 != version);
}

/// The same with the act of that number, of those that are offered.
fn acts_by_number(browser: &mut Browser<'_>, seat: &str, number: usize) {
    let page = waits(browser, seat, |page| !offered(page).1.is_empty());
    let all = offered(&page).1;
    acts(browser, seat, &all[number % all.len()]);
}

#[test]
fn what_is_tried_and_where_stones_stand_in_phantom_go_is_not_on_the_others_page() {
    let tried = Tried::open();
    let mut twins = Twins::begin(&tried, "phantomgo");
    // Stones of the other side stand elsewhere.
    for (at, act) in ["A1", "I9"].into_iter().enumerate() {
        twins.first_plays(at, act);
    }
    twins.is_the_same("black plays here or there");
    twins.second_plays("C3");
    // At one table black tries what is taken, and is told so alone.
    twins.first_plays(0, "C3");
    assert!(!twins.offered(0).contains(&"C3".to_owned()), "refused");
    for at in [0, 1] {
        twins.first_plays(at, "E5");
    }
    twins.is_the_same("black tries before it plays, or does not");
    twins.second_plays("D4");
    for (at, act) in ["B1", "H8"].into_iter().enumerate() {
        twins.first_plays(at, act);
    }
    twins.is_the_same("another stone here or there");
}

#[test]
fn which_pieces_move_in_luzhanqi_is_not_on_the_others_page() {
    let tried = Tried::open();
    let mut twins = Twins::begin(&tried, "luzhanqi");
    // Both lay all pieces, First in another way at each table, Second in the same.
    for piece in 0..25 {
        for at in [0, 1] {
            let own = twins.seats[at][0].clone();
            acts_by_number(&mut twins.first[at], &own, at * (piece % 3));
        }
    }
    for _ in 0..24 {
        for at in [0, 1] {
            let seat = twins.seats[at][1].clone();
            acts_by_number(&mut twins.second[at], &seat, 0);
        }
    }
    twins.is_the_same("before the last piece is laid");
    for at in [0, 1] {
        let seat = twins.seats[at][1].clone();
        acts_by_number(&mut twins.second[at], &seat, 0);
    }
    // Within its own half First meets nobody.
    for _ in 0..3 {
        let [one, other] = [twins.offered(0), twins.offered(1)];
        let is_quiet = |act: &&String| act.as_bytes().get(2).is_some_and(|row| (b'H'..=b'L').contains(row));
        let act =
            one.iter().filter(is_quiet).find(|act| other.contains(act)).expect("a move of both").clone();
        for at in [0, 1] {
            twins.first_plays(at, &act);
        }
        twins.is_the_same("what moves is not seen");
        let seat = twins.seats[0][1].clone();
        let replies = offered(&twins.second[0].get(&seat)).1;
        let is_quiet = |act: &&String| act.as_bytes().get(2).is_some_and(|row| (b'A'..=b'E').contains(row));
        let reply = replies.iter().find(is_quiet).expect("a reply").clone();
        twins.second_plays(&reply);
    }
}
