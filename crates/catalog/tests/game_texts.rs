//! Games written into one text and read back, for every listed game.

use crate::sheets::{acts, random_record};
use leitai_catalog::{GAMES, Setup, game_text, read_games, whole_games};
use leitai_core::Record;

/// Random games of all kinds, some of them resigned, in the order of their rounds.
fn games() -> Vec<Record> {
    let open = |game: &leitai_catalog::ListedGame| game.open(&Setup::default()).expect("the defaults");
    GAMES.iter().flat_map(|game| (0..2).map(move |seed| random_record(&*open(game), seed))).collect()
}

#[test]
fn every_game_comes_back_from_its_text() {
    let games = games();
    let texts = (1..).zip(&games).map(|(round, record)| {
        game_text(record.clone(), &round.to_string(), "2026.11.21 09:30", "a \"match\" \\ 比赛")
            .expect("a sound record")
    });
    let text: String = texts.collect();
    let read = read_games(&text);
    assert_eq!(read.len(), games.len());
    for (round, ((at, read), record)) in (1..).zip(read.into_iter().zip(&games)) {
        let id = record.about.game.to_string();
        let read = read.unwrap_or_else(|error| panic!("{id}: {error}"));
        assert_eq!((read.round, at), (round.to_string(), 1 + text.lines().take(at - 1).count()), "{id}");
        assert_eq!(acts(&read.record), acts(record), "{id}");
        let [known, found] = [record, &read.record].map(|record| record.end.clone().expect("an end"));
        assert_eq!(
            (known.winner, known.verdict, known.plies),
            (found.winner, found.verdict, found.plies),
            "{id}"
        );
        let said = found.reason.to(leitai_core::Lang::En);
        assert_eq!(
            (known.digest, known.reason.to(leitai_core::Lang::En)),
            (found.digest.clone(), said),
            "{id}"
        );
        assert_ne!(found.reason.to(leitai_core::Lang::Zh), said, "{id}");
        let names = |record: &Record| record.about.seats.each_ref().map(|seat| seat.name.to_string());
        assert_eq!(names(&read.record), names(record), "{id}");
        assert_eq!(read.record.about.options, record.about.options, "{id}");
    }
    let (whole, rounds) = whole_games(&text);
    assert_eq!((whole, rounds.len()), (text.len(), games.len()));
}

/// Wherever a text is cut off, the games before the cut are whole and are found again.
#[test]
fn what_breaks_off_is_no_game() {
    let record = random_record(&*GAMES[0].open(&Setup::default()).expect("the defaults"), 1);
    let text = game_text(record.clone(), "1", "", "").expect("sound")
        + &game_text(record, "2", "", "").expect("sound");
    let first = whole_games(&text).0 / 2;
    for end in (0..text.len()).filter(|end| text.is_char_boundary(*end)) {
        let (whole, rounds) = whole_games(&text[..end]);
        let due = match end {
            end if end + 1 < first => (0, 0),
            end if end + 1 < text.len() => (first.min(end), 1),
            end => (end, 2),
        };
        assert_eq!((whole, rounds.len()), due, "{end} of {}", text.len());
    }
}

#[test]
fn a_text_that_was_changed_is_an_error_of_its_line() {
    let record = random_record(&*GAMES[0].open(&Setup::default()).expect("the defaults"), 1);
    let text = game_text(record, "1", "2026.11.21 09:30", "").expect("sound");
    let wrong = |from: &str, to: &str| {
        let changed = text.replacen(from, to, 1);
        assert_ne!(changed, text, "{from}");
        let mut read = read_games(&changed);
        read.remove(0).1.err().unwrap_or_else(|| panic!("{from} may not become {to}")).to_string()
    };
    assert!(wrong("[Verdict \"", "[Verdict \"X").contains("no verdict"));
    assert!(wrong("[Game \"", "[Game \"x").contains("unknown game"));
    assert!(wrong("[Option \"illegal_retries=0", "[Option \"illegal_retries=x").contains("illegal_retries"));
    assert!(wrong("[Digest \"", "[Digest \"0").contains("digest"));
    let first = text.lines().find_map(|line| line.strip_prefix("1. ")).expect("a round");
    let again = format!("1. {0} {0}", first.split(' ').next().expect("a move"));
    assert!(wrong(&format!("1. {first}"), &again).contains("cannot be played"));
}
