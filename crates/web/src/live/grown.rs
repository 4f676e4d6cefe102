//! Running games for those who watch: a page that grew step by step equals a page fetched later.

use crate::exhibition::assignment;
use crate::game_page::live_view;
use crate::live::{Belongs, LiveGame, LiveGames, Mark, Missed, NewestSteps};
use leitai_arena::{Seen, Watch};
use leitai_catalog::{Secrets, Setup};
use leitai_core::{Act, Actor, Dice, Lang, Level, Outbox, Seat, Span, Staging};
use leitai_hall::Zone;
use leitai_pages::{Reader, Theme};
use proptest::prelude::*;
use serde_json::Value;
use std::collections::BTreeMap;
use std::sync::{Arc, LazyLock};
use std::thread::sleep;
use std::time::{Duration, Instant};
use tokio::sync::watch;

/// One with captures, one with secrets, one with dice.
const GAMES: [&str; 3] = ["draughts", "phantomgo", "einstein"];
/// The maximum number of acts in a game.
const MOST: usize = 120;
const LATE: Duration = Duration::from_millis(300);

/// The record of a game, in the parts by which it grew.
type Parts = Vec<Vec<u8>>;

/// Whole games of random moves.
static RECORDS: LazyLock<[Parts; 3]> = LazyLock::new(|| {
    let mut seed = 0;
    GAMES.map(|game| {
        seed += 1;
        played(game, seed)
    })
});

fn played(game: &str, seed: u8) -> Parts {
    let game: leitai_catalog::ListedGame = game.parse().expect("listed");
    let ruled = game.open(&Setup::default()).expect("a set-up");
    let mut table = ruled.table(Staging::default(), Some(Dice::new([seed; 32])));
    let mut outbox = Outbox::default();
    table.begin([None; 2], &mut outbox);
    let (mut parts, mut lots) = (Parts::new(), u64::from(seed));
    while table.turn().outcome().is_none() {
        let owes = |seat: &Seat| table.turn().owes(Actor::Seat(*seat));
        let seat = Seat::BOTH.into_iter().find(owes).expect("a seat has the turn");
        let act = if parts.len() < MOST {
            lots = lots.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            let choices = table.choices(seat);
            Some(choices[(lots >> 33) as usize % choices.len()].text.clone())
        } else {
            None
        };
        let acts = act.as_deref().map(|text| [text]);
        let act = acts.as_ref().map_or(Act::Resign(seat), |acts| Act::Play {
            by: Actor::Seat(seat),
            acts,
            span: Span::Part,
        });
        // In a game with secrets an act that seemed possible may be refused; the record has that too.
        let _ = table.act(act, Duration::from_millis(7), [None; 2], &mut outbox);
        parts.push(Vec::new());
        table.record(parts.last_mut().expect("a part"));
    }
    table.seal();
    table.record(parts.last_mut().expect("a part"));
    assert!(parts.len() > 20, "{} acts", parts.len());
    parts
}

fn game(at: usize, secrets: Secrets) -> LiveGame {
    let belongs = Belongs { secrets, ..Belongs::default() };
    LiveGame::new(
        format!("0000000{at}"),
        assignment(GAMES[at].parse().expect("listed"), 1, Level::Easy),
        belongs,
    )
}

#[test]
fn who_plays_is_called_as_the_program_announced_beside_its_entry() {
    let mut game = game(0, Secrets::default());
    game.assignment.seated[0].program = leitai_hall::Program::HandedIn;
    let said_by =
        |name: &str| format!("{{\"type\":\"ready\",\"seat\":\"first\",\"name\":\"{name}\",\"us\":7}}\n");
    assert_eq!(game.seats()[0].about, "", "nothing yet");
    assert!(game.slot().writer().grew(&said(said_by("令狐冲").as_bytes(), false)));
    game.visit();
    assert_eq!(game.seats()[0].about, "令狐冲");
}

/// The growth reported by the stage.
fn said(lines: &[u8], over: bool) -> Seen<'_> {
    Seen { lines, at: Instant::now(), clocks: Default::default(), over }
}

/// The state of a page, as kept by its script.
#[derive(Clone, PartialEq, Debug)]
struct Page {
    at: Mark,
    last: usize,
    /// The steps at which each element of the drawing comes and goes.
    turns: BTreeMap<usize, String>,
    /// The text of each move.
    moves: Vec<String>,
    state: String,
}

impl Page {
    fn fetch(game: &LiveGame, lang: Lang) -> Page {
        // It shows no time.
        let zone = Zone::UTC;
        let reader = Reader { lang, theme: Theme::System, zone: &zone, here: "/", address: "" };
        let text = live_view(game, lang, None, |view| leitai_pages::game(&reader, &view)).into_string();
        let attribute = |text: &str, name: &str| {
            let rest = text.split_once(&format!(" {name}=\""))?.1;
            rest.split_once('"').map(|(value, _)| value.to_owned())
        };
        let elements = text.split('<').filter_map(|element| {
            let number = attribute(element, "data-i")?.parse().expect("a number");
            Some((number, attribute(element, "data-s").unwrap_or_default()))
        });
        let moves = text.split("<a href").filter_map(|part| {
            let part = part.split_once("</a>")?.0;
            attribute(part, "data-us")?;
            Some(part.split_once("<span>")?.1.split_once("</span>")?.0.rsplit("</em> ").next()?.to_owned())
        });
        Page {
            at: attribute(&text, "data-live").expect("it is followed").parse().expect("a mark"),
            last: attribute(&text, "data-last").expect("a step").parse().expect("a number"),
            turns: elements.collect(),
            moves: moves.collect(),
            state: attribute(&text, "data-state").expect("a state"),
        }
    }

    /// Applies what comes, like the script; false if the page must be fetched again.
    fn follow(&mut self, newest: &NewestSteps) -> bool {
        let (frames, mark) = match newest.since(self.at) {
            Missed::Nothing => return true,
            Missed::Whole(_) => return false,
            Missed::Frames(frames, mark) => (frames, mark),
        };
        for frame in frames {
            let text = String::from_utf8(frame.to_vec()).expect("text");
            let (head, data) = text.split_once("\nevent: steps\ndata: ").expect("steps");
            self.at.number += 1;
            assert_eq!(head, format!("id: {}", self.at));
            let told: Value = serde_json::from_str(data).expect("JSON");
            told["s"].as_array().expect("steps").iter().for_each(|step| self.grow(step));
        }
        assert_eq!(self.at, mark);
        true
    }

    fn grow(&mut self, step: &Value) {
        let n = step["n"].as_u64().expect("a number") as usize;
        assert_eq!(n, self.last + 1, "each step once");
        self.last = n;
        let list = |name: &str| step[name].as_array().cloned().unwrap_or_default();
        for number in list("on").into_iter().chain(list("off")) {
            let turns = self.turns.get_mut(&(number.as_u64().expect("a number") as usize));
            turns.expect("an element of this page").push_str(&format!(" {n}"));
        }
        for _ in list("add") {
            self.turns.insert(self.turns.len(), n.to_string());
        }
        self.moves.push(step["m"].as_str().expect("a move").to_owned());
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, ..ProptestConfig::default() })]

    /// Holds whenever the page was fetched, however the record came, and even if it was disconnected for a while.
    #[test]
    fn a_page_that_grew_is_the_page_that_is_fetched_late(
        which in 0..3_usize,
        fetched in 0..100_usize,
        visits in prop::collection::vec(any::<bool>(), 64),
        cut in 1..20_usize,
        zh in any::<bool>(),
    ) {
        let lang = if zh { Lang::Zh } else { Lang::En };
        let game = game(which, Secrets::Public);
        let (mut writer, parts) = (game.slot().writer(), &RECORDS[which]);
        let mut page: Option<(Page, watch::Receiver<NewestSteps>)> = None;
        let mut again = 0;
        for (at, part) in parts.iter().enumerate() {
            if at == fetched % parts.len() {
                page = Some((Page::fetch(&game, lang), game.watch(lang)));
            }
            prop_assert!(writer.grew(&said(part, at + 1 == parts.len())));
            if visits[at % visits.len()] {
                game.visit();
            }
            if let Some((page, newest)) = &mut page
                && at % cut == 0
                && !page.follow(&newest.borrow_and_update())
            {
                (*page, again) = (Page::fetch(&game, lang), again + 1);
            }
        }
        prop_assert!(game.visit() && game.is_over());
        let (mut page, newest) = page.expect("it was fetched");
        if !page.follow(&newest.borrow()) {
            (page, again) = (Page::fetch(&game, lang), again + 1);
        }
        prop_assert!(newest.borrow().is_over() && !newest.borrow().is_broken_off());
        // Only a page from before the beginning is fetched again.
        prop_assert!(again == usize::from(fetched % parts.len() == 0), "{again} times");
        let late = Page::fetch(&game, lang);
        // In phantom go the public is told of moves but does not see them.
        let drawn = if which == 1 { 1 } else { 10 };
        prop_assert!(late.last > 10 && late.moves.len() == late.last && late.turns.len() > drawn, "{late:?}");
        prop_assert_eq!(&page.turns, &late.turns);
        prop_assert_eq!(Page { state: late.state.clone(), ..page }, late);
    }
}

/// Feeds a game this many parts of its record.
fn feed(game: &LiveGame, parts: &[Vec<u8>], over: bool) {
    assert!(game.slot().writer().grew(&said(&parts.concat(), over)));
    game.visit();
}

#[test]
fn what_is_shown_late_comes_late_and_its_end_too() {
    let (game, parts) = (game(1, Secrets::Delayed(LATE)), &RECORDS[1]);
    let newest = game.watch(Lang::En);
    let waits = Page::fetch(&game, Lang::En);
    assert_eq!((waits.at, waits.last, &*waits.state), (Mark::default(), 0, "waiting to begin"));
    let began = Instant::now();
    feed(&game, parts, true);
    assert!(!waits.clone().follow(&newest.borrow()), "it has begun");
    let runs = Page::fetch(&game, Lang::En);
    assert!(runs.turns.is_empty() && runs.moves.is_empty() && runs.state.contains("late"), "{runs:?}");
    while !game.is_over() {
        assert!(game.visit(), "the stage is done");
        if began.elapsed() < LATE {
            assert!(runs.clone().follow(&newest.borrow()) && !newest.borrow().is_over(), "too early");
        }
        assert!(began.elapsed() < Duration::from_mins(1), "it never comes");
        sleep(Duration::from_millis(5));
    }
    assert!(began.elapsed() >= LATE);
    game.visit();
    assert!(newest.borrow().is_over() && !runs.clone().follow(&newest.borrow()));
    assert!(Page::fetch(&game, Lang::En).last > 10);
}

#[test]
fn what_is_hidden_until_the_end_is_told_by_nothing() {
    let (game, parts) = (game(1, Secrets::After), &RECORDS[1]);
    let newest = game.watch(Lang::En);
    feed(&game, &parts[..1], false);
    let page = Page::fetch(&game, Lang::En);
    assert!(page.turns.is_empty() && page.at != Mark::default() && page.state == "live", "{page:?}");
    for part in &parts[1..] {
        assert!(game.slot().writer().grew(&said(part, false)));
        game.visit();
        assert_eq!(newest.borrow().since(page.at), Missed::Nothing);
        assert_eq!(Page::fetch(&game, Lang::En), page);
    }
    feed(&game, &[], true);
    assert!(newest.borrow().is_over() && game.is_over());
    // The same settings hide nothing in a game without secrets.
    let open = self::game(0, Secrets::After);
    feed(&open, &RECORDS[0], false);
    assert!(Page::fetch(&open, Lang::En).last > 10);
}

#[test]
fn einstein_is_open_once_both_have_laid() {
    let (game, parts) = (game(2, Secrets::After), &RECORDS[2]);
    let newest = game.watch(Lang::En);
    let is_step = |part: &Vec<u8>| String::from_utf8_lossy(part).contains("\"acts\":[\"d");
    let laid = parts.iter().position(is_step).expect("the die is rolled");
    feed(&game, &parts[..laid], false);
    let mut secret = Page::fetch(&game, Lang::En);
    assert!(game.is_secret() && secret.turns.is_empty(), "while they lay, {secret:?}");
    feed(&game, &parts[laid..=laid], false);
    assert!(!game.is_secret());
    assert!(!secret.follow(&newest.borrow()), "whoever waited is told to fetch the board");
    let mut page = Page::fetch(&game, Lang::En);
    assert!(page.last > 0 && !page.turns.is_empty(), "the layouts are there, {page:?}");
    // From here on it is followed like any open game, step by step.
    for part in &parts[laid + 1..] {
        feed(&game, std::slice::from_ref(part), false);
        assert!(page.follow(&newest.borrow()));
    }
    feed(&game, &[], true);
    page.follow(&newest.borrow());
    let again = Page::fetch(&game, Lang::En);
    assert_eq!(page.last, again.last);
}

#[test]
fn a_game_that_begins_again_is_another_life() {
    let (game, parts) = (game(0, Secrets::Public), &RECORDS[0]);
    let newest = game.watch(Lang::En);
    feed(&game, &parts[..9], false);
    let page = Page::fetch(&game, Lang::En);
    assert!(page.last > 0);
    game.slot().writer().again();
    game.visit();
    let again = Page::fetch(&game, Lang::En);
    assert!(!page.clone().follow(&newest.borrow()), "nothing of it holds");
    assert_eq!((again.at, again.last, &*again.state), (Mark::default(), 0, "waiting to begin"));
    feed(&game, &parts[..5], false);
    assert!(!page.clone().follow(&newest.borrow()) && !again.clone().follow(&newest.borrow()));
    let anew = Page::fetch(&game, Lang::En);
    assert!(anew.last > 0 && anew.last < page.last && anew.at.life != page.at.life, "{anew:?}");
    assert_eq!(game.record().as_bytes(), parts[..5].concat());
}

#[test]
fn a_record_that_cannot_be_followed_shows_no_board_and_ends() {
    let game = game(0, Secrets::Public);
    let newest = game.watch(Lang::Zh);
    feed(&game, &RECORDS[0][..3], false);
    let page = Page::fetch(&game, Lang::Zh);
    feed(&game, &[b"{\"type\":\"no such line\"}\n".to_vec()], true);
    assert!(!page.clone().follow(&newest.borrow()) && newest.borrow().is_over());
    assert!(Page::fetch(&game, Lang::Zh).turns.is_empty());
}

#[test]
fn games_are_listed_while_they_are_played_and_a_while_longer() {
    let games = LiveGames::new();
    let changes = games.changes();
    let before = *changes.borrow();
    let mut first = games.enter(game(0, Secrets::Public));
    let mut of_event = game(1, Secrets::Public);
    of_event.belongs.event = Some(("e".to_owned(), "E".to_owned()));
    let second = games.enter(of_event);
    let ids = |games: &Arc<LiveGames>| games.all().iter().map(|game| game.id.clone()).collect::<Vec<_>>();
    assert_eq!(ids(&games), ["00000001", "00000000"], "those of events first");
    assert_eq!((games.running(), *changes.borrow()), (2, before + 2));
    // One ends, and stays on show.
    assert!(first.grew(&said(&RECORDS[0].concat(), true)));
    drop(first);
    games.tick();
    assert_eq!((ids(&games).len(), games.running()), (2, 1));
    assert!(games.get("00000000").is_some_and(|game| game.is_over()));
    // The other is broken off, and disappears at once.
    let watched = games.get("00000001").expect("it runs");
    let newest = watched.watch(Lang::En);
    drop(second);
    assert!(games.get("00000001").is_none() && newest.borrow().is_broken_off());
    // The first that was seen of one game was its end: its beginning counts as a change as well.
    assert_eq!(*changes.borrow(), before + 4);
}

#[test]
fn a_game_under_another_stage_is_another_game() {
    let games = LiveGames::new();
    let mut old = games.enter(game(0, Secrets::Public));
    let listed = games.get("00000000").expect("it runs");
    let newest = listed.watch(Lang::En);
    assert!(old.grew(&said(&RECORDS[0][..9].concat(), false)));
    games.tick();
    let page = Page::fetch(&listed, Lang::En);
    assert!(page.last > 0);
    let mut new = games.enter(game(0, Secrets::Public));
    assert!(newest.borrow().is_broken_off() && !page.clone().follow(&newest.borrow()));
    // Whatever the old stage still reports or does has no effect.
    assert!(old.grew(&said(&RECORDS[0][9..].concat(), true)) && new.grew(&said(&RECORDS[0][0], false)));
    drop(old);
    games.tick();
    let listed = games.get("00000000").expect("it runs");
    let anew = Page::fetch(&listed, Lang::En);
    assert!(anew.last < page.last && anew.at.life != page.at.life && !listed.is_over(), "{anew:?}");
    assert_eq!(games.running(), 1);
    drop(new);
    assert!(games.get("00000000").is_none());
}
