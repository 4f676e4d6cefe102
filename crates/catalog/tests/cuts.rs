//! What a record reveals to each audience. The test that nothing leaks is in `leaks`.

use leitai_catalog::{Audience, Cut, ListedGame, Replay, Secrets, Setup};
use leitai_core::{Act, Actor, Dice, Outbox, Record, Rng, Seat, Span, Staging};
use std::time::Duration;

const OPEN: &str = r#"{"type":"game","leitai":1,"game":"tictactoe","options":{"illegal_retries":"1"},"clock":"move=2s","seats":[{"name":"a","dialect":"beyond"},{"name":"b","dialect":"beyond"}],"started":7,"stage":{"sandbox":"F"}}
{"type":"ready","seat":"first","name":"A","us":3}
{"type":"note","seat":"first","what":"debug","text":"plan of a"}
{"type":"play","by":"first","acts":["0"],"us":18}
{"type":"attempt","by":"second","acts":["0"],"rule":"cell occupied","at":0,"whole":true,"us":19}
{"type":"garbled","seat":"second","text":"last words","expected":"a cell","us":20}
{"type":"note","seat":"second","what":"stderr","text":"log of b"}
{"type":"note","seat":"second","what":"usage","text":"1 MB"}
{"type":"note","seat":"second","what":"question","text":"412 ms"}
{"type":"note","seat":"second","what":"reason_zh","text":"违反通信协议"}
{"type":"end","winner":"first","verdict":"Protocol","reason":"broke the protocol","plies":1,"digest":"8a"}
"#;

/// Two true games with the same public record: the place of First's stone and an attempt of Second's are secret.
fn hidden(end: bool) -> Record {
    let head = r#"{"type":"game","leitai":1,"game":"phantomgo","options":{"illegal_retries":"0","marking":"automatic","max_plies":"3"},"clock":"move=2s","seats":[{"name":"a","dialect":"native"},{"name":"b","dialect":"native"}],"started":0,"stage":{}}
{"type":"ready","seat":"first","us":1}
{"type":"ready","seat":"second","us":1}
{"type":"play","by":"first","acts":["D6"],"us":1}
{"type":"note","seat":"second","what":"debug","text":"plan of b"}
{"type":"play","by":"second","acts":["D6"],"us":1}
{"type":"note","seat":"first","what":"debug","text":"plan of a"}
{"type":"play","by":"second","acts":["D7"],"us":1}
{"type":"play","by":"first","acts":["C7"],"us":1}
"#;
    let last = r#"{"type":"end","winner":"first","verdict":"Law","reason":"has the larger area","plies":3,"digest":"45e0b3241cfd7ae1d04fa87df5a73d0702da9f96c1d9849c8cd790f3ddbc9a69"}"#;
    // One that is running has another turn to come.
    let running = head.replace(r#""max_plies":"3""#, r#""max_plies":"4""#);
    let text = if end { format!("{head}{last}\n") } else { running };
    Record::read(&text).expect("a record")
}

fn cut(record: &Record, audience: Audience, secrets: Secrets, age: u64) -> Option<Cut> {
    Cut::of(record.clone(), audience, secrets, Duration::from_secs(age)).expect("a listed game")
}

fn text(record: &Record, audience: Audience, secrets: Secrets) -> String {
    cut(record, audience, secrets, 0).expect("something to see").text().expect("it replays")
}

#[test]
fn of_an_open_game_everyone_has_all_but_the_words_of_programs() {
    // The line by which the game was lost stays too: the reason quotes it.
    let record = Record::read(OPEN).expect("a record");
    let without = |words: &[&str]| {
        let lines = OPEN.lines().filter(|line| !words.iter().any(|word| line.contains(word)));
        lines.flat_map(|line| [line, "\n"]).collect::<String>()
    };
    let text = |audience| text(&record, audience, Secrets::default());
    assert_eq!(text(Audience::Public), without(&["plan of", "log of", "usage"]));
    assert_eq!(text(Audience::Author(Seat::First)), without(&["plan of b", "log of b", "usage"]));
    assert_eq!(text(Audience::Author(Seat::Second)), without(&["plan of a"]));
    assert_eq!(text(Audience::Referee), OPEN);
    assert!(!text(Audience::Seat(Seat::First)).contains("plan of"), "what it was told, and nothing it said");
}

#[test]
fn secrets_are_kept_until_the_end_or_for_good() {
    let (running, over) = (hidden(false), hidden(true));
    let shows = |record, secrets, age| cut(record, Audience::Public, secrets, age).map(|cut| cut.is_truth());
    let late = Secrets::Delayed(Duration::from_secs(10));
    assert_eq!([&running, &over].map(|record| shows(record, Secrets::After, 0)), [None, Some(true)]);
    assert_eq!([&running, &over].map(|record| shows(record, Secrets::Public, 99)), [Some(false); 2]);
    assert_eq!([9, 10].map(|age| shows(&over, late, age)), [None, Some(true)]);
    let told = text(&over, Audience::Public, Secrets::Public);
    for secret in ["D6\"", "plan of", "\"us\"", "plies\":", "digest"] {
        assert!(!told.replace("max_plies", "").contains(secret), "{secret}: {told}");
    }
    let truth = text(&over, Audience::Public, Secrets::After);
    assert!(!truth.contains("plan of"), "{truth}");
    let truth = Record::read(&truth).expect("a record");
    assert!(
        Replay::open(truth).and_then(Replay::verify).is_ok(),
        "what is left of it still proves the result"
    );
}

#[test]
fn an_author_sees_what_his_seat_may_see_and_what_his_program_said() {
    let told = text(&hidden(false), Audience::Author(Seat::Second), Secrets::After);
    let told: Vec<_> = told.lines().skip(1).collect();
    let golden = [
        r#"{"type":"ready","seat":"second","us":1}"#,
        r#"{"type":"told","report":"moved first"}"#,
        r#"{"type":"note","seat":"second","what":"debug","text":"plan of b"}"#,
        r#"{"type":"told","report":"refused D6"}"#,
        r#"{"type":"told","report":"accepted D7"}"#,
        r#"{"type":"told","report":"moved first"}"#,
    ];
    assert_eq!(told[..golden.len()], golden, "{told:?}");
    let truth = text(&hidden(true), Audience::Author(Seat::First), Secrets::After);
    assert!(truth.contains("plan of a") && !truth.contains("plan of b"), "{truth}");
}

/// A record that grows to the end of a random game, act by act: at each, whether the game keeps secrets, and whether the
/// public has the truth.
fn grown(game: &str) -> Vec<(bool, bool)> {
    let game: ListedGame = game.parse().expect("listed");
    let ruled = game.open(&Setup::default()).expect("a set-up");
    let mut table = ruled.table(Staging::default(), Some(Dice::new([7; 32])));
    let (mut outbox, mut lots, mut lines, mut seen) =
        (Outbox::default(), Rng::new(3), Vec::new(), Vec::new());
    table.begin([None; 2], &mut outbox);
    while table.turn().outcome().is_none() && seen.len() < 60 {
        let seat = Seat::BOTH.into_iter().find(|seat| table.turn().owes(Actor::Seat(*seat))).expect("a turn");
        let choices = table.choices(seat);
        let act = [choices[lots.below(choices.len())].text.as_str()];
        let act = Act::Play { by: Actor::Seat(seat), acts: &act, span: Span::Part };
        table.act(act, Duration::ZERO, [None; 2], &mut outbox).expect("it was offered");
        table.record(&mut lines);
        let record = Record::read(&String::from_utf8_lossy(&lines)).expect("a record");
        let shown = cut(&record, Audience::Public, Secrets::After, 0);
        assert!(shown.as_ref().is_none_or(Cut::is_truth));
        if record.end.is_none() {
            assert!(cut(&record, Audience::Public, Secrets::Public, 0).is_some_and(|cut| !cut.is_truth()));
            seen.push((table.keeps_secrets(), shown.is_some()));
        }
    }
    seen
}

#[test]
fn secrecy_belongs_to_a_phase() {
    for game in ["einstein", "luzhanqi", "phantomgo"] {
        let seen = grown(game);
        assert!(seen.iter().all(|(secret, shown)| secret != shown), "{game}: {seen:?}");
        let opens = seen.iter().any(|(_, shown)| *shown);
        assert_eq!(opens, game == "einstein", "{game} has secrets while it is played");
    }
    let laying = grown("einstein").iter().take_while(|(secret, _)| *secret).count();
    assert!((10..=11).contains(&laying), "EinStein is open once both have laid: {laying} acts are secret");
}
