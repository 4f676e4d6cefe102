//! People at tables of the site, by its pages alone: whose seat is whose, and what is played once.

use crate::people::tests::{Answered, Browser, Tried};
use crate::play_api_tests::Program;
use axum::http::StatusCode;
use leitai_store::Role;

/// Begins a game against an invited person, and takes both seats; returns their addresses.
pub(crate) fn table(
    tried: &Tried,
    game: &str,
    first: &mut Browser<'_>,
    second: &mut Browser<'_>,
) -> [String; 2] {
    let page = format!("/play?game={game}");
    let begun = first.sends(&page, "/play", &[("game", game), ("rival", "person"), ("side", "first")]);
    assert_eq!(begun.status, StatusCode::SEE_OTHER, "{}", begun.text);
    let own = begun.leads_to().to_owned();
    let shown = first.get(&own);
    let invitation = shown.text.split("/play/").filter_map(|rest| rest.split(['"', '<']).next());
    let other =
        invitation.map(|rest| format!("/play/{rest}")).find(|link| link.len() == own.len() && *link != own);
    let other = other.unwrap_or_else(|| panic!("no invitation: {}", shown.text));
    let shown = waits(second, &other, |page| page.text.contains("data-version"));
    assert!(!shown.text.contains("Send the other player"), "taken");
    let _ = tried;
    [own, other]
}

/// The page once it is so: games run on threads of their own.
pub(crate) fn waits(browser: &mut Browser<'_>, address: &str, so: impl Fn(&Answered) -> bool) -> Answered {
    for _ in 0..600 {
        let page = browser.get(address);
        if so(&page) {
            return page;
        }
        std::thread::sleep(std::time::Duration::from_millis(50));
    }
    panic!("{address}: {}", browser.get(address).text);
}

pub(crate) fn part<'a>(text: &'a str, before: &str) -> &'a str {
    text.split(before).nth(1).and_then(|rest| rest.split('"').next()).unwrap_or_default()
}

/// The version of the board and the acts that are listed.
pub(crate) fn offered(page: &Answered) -> (String, Vec<String>) {
    let options = page.text.split("<option value=\"").skip(1).filter_map(|rest| rest.split('"').next());
    let acts = options.filter(|act| !act.is_empty()).map(str::to_owned).collect();
    (part(&page.text, "data-version=\"").to_owned(), acts)
}

/// Plays the listed act with that number once it may.
pub(crate) fn plays(browser: &mut Browser<'_>, address: &str, number: usize) -> String {
    let page = waits(browser, address, |page| !offered(page).1.is_empty());
    let (version, acts) = offered(&page);
    let act = acts[number % acts.len()].clone();
    let sent = browser.sends(address, address, &[("act", &act), ("version", &version), ("script", "1")]);
    assert_eq!(sent.status, StatusCode::SEE_OTHER, "{}", sent.text);
    act
}

#[test]
fn two_people_play_by_a_link_that_is_of_who_opened_it() {
    let tried = Tried::open();
    let (mut ann, mut bob, mut cid) = (tried.visitor(), tried.visitor(), tried.visitor());
    let [own, other] = table(&tried, "hex", &mut ann, &mut bob);
    // Nobody else sits at either seat, nor with a key that is none; what is there is nobody else's to keep.
    for address in [&own, &other] {
        assert_eq!(cid.get(address).status, StatusCode::BAD_REQUEST);
        let stolen = cid.sends("/play?game=hex", address, &[("do", "resign")]);
        assert_eq!(stolen.status, StatusCode::BAD_REQUEST, "{}", stolen.text);
    }
    assert_eq!(cid.get(&format!("{}u", &own[..own.len() - 1])).status, StatusCode::NOT_FOUND);
    assert_eq!(ann.get(&own).cached(), "no-store");
    // A guest has one game at a time, whoever has signed in four.
    let again = ann.sends("/play?game=hex", "/play", &[("game", "hex"), ("rival", "person")]);
    assert_eq!(again.status, StatusCode::TOO_MANY_REQUESTS);
    assert!(again.text.contains("finish or leave one first"), "{}", again.text);
    let first = plays(&mut ann, &own, 0);
    let page = waits(&mut bob, &other, |page| page.text.contains("Your move"));
    // The same act again, an old board, and nonsense.
    let (version, _) = offered(&page);
    assert_eq!(
        ann.sends(&own, &own, &[("act", &first), ("version", "1"), ("script", "1")]).status,
        StatusCode::SEE_OTHER
    );
    bob.sends(&other, &other, &[("typed", &first), ("version", &version)]);
    let refused = waits(&mut bob, &other, |page| page.text.contains("role=\"alert\""));
    assert!(refused.text.contains("Illegal: "), "{}", refused.text);
    let (version, _) = offered(&refused);
    bob.sends(&other, &other, &[("typed", "<b>"), ("version", &version)]);
    waits(&mut bob, &other, |page| page.text.contains("Not understood"));
    let long = bob.sends(&other, &other, &[("typed", &"x".repeat(3000)), ("version", &version)]);
    assert_eq!(long.status, StatusCode::UNPROCESSABLE_ENTITY);
    assert!(long.text.contains("one line") && long.text.contains("data-version"), "{}", long.text);
    plays(&mut bob, &other, 3);
    waits(&mut ann, &own, |page| page.text.contains("Your move"));
    ann.sends(&own, &own, &[("do", "resign")]);
    let over = waits(&mut bob, &other, |page| page.text.contains("You win"));
    let replay = format!("/games/{}", own.split('/').nth(2).expect("an id"));
    assert!(over.text.contains(&format!("href=\"{replay}\"")), "{}", over.text);
    assert_eq!(cid.get(&replay).status, StatusCode::OK, "whoever has the address may see how it went");
    // A new part of the page comes at once where there is one.
    assert!(ann.get(&format!("{own}/now?after=0")).text.starts_with("<lt-play"));
}

#[test]
fn a_table_that_is_refused_says_why_in_the_form() {
    let tried = Tried::open();
    let mut student = tried.settled("2501", Role::Student);
    let page = "/play?game=gomoku&lang=zh";
    let begin = |browser: &mut Browser<'_>, rival: &str| {
        browser.sends(page, "/play", &[("game", "gomoku"), ("rival", rival), ("side", "second")])
    };
    let wrong = begin(&mut student, "strongest");
    assert_eq!(wrong.status, StatusCode::UNPROCESSABLE_ENTITY);
    assert!(wrong.text.contains("请选择对手。"), "{}", wrong.text);
    for _ in 0..4 {
        assert_eq!(begin(&mut student, "person").status, StatusCode::SEE_OTHER);
    }
    assert!(begin(&mut student, "person").text.contains("您已有 4 局在进行"));
    // The site of these tests has four tables.
    let mut visitor = tried.visitor();
    let waits = begin(&mut visitor, "person");
    assert_eq!(waits.status, StatusCode::SEE_OTHER, "{}", waits.text);
    let place = waits.leads_to().to_owned();
    assert!(visitor.get(&place).text.contains("您是下一位"));
    assert_eq!(tried.visitor().get(&place).status, StatusCode::NOT_FOUND, "another's place");
    let left = student.get("/play").text;
    assert!(left.contains("再来一局：五子棋"), "{left}");
    assert_eq!(tried.visitor().get("/play/0/0").status, StatusCode::NOT_FOUND);
    assert_eq!(
        tried.visitor().posts("/play", &[("game", "gomoku")]).status,
        StatusCode::FORBIDDEN,
        "no form of ours"
    );
}

/// The first form of the page `/play` with these fields; returns the answer.
pub(crate) fn begins(browser: &mut Browser<'_>, game: &str, fields: &[(&str, &str)]) -> Answered {
    let usual = [("game", game), ("rival", "oneself"), ("side", "first")];
    let fields: Vec<_> = usual
        .into_iter()
        .filter(|(name, _)| !fields.iter().any(|(other, _)| other == name))
        .chain(fields.iter().copied())
        .collect();
    browser.sends(&format!("/play?game={game}"), "/play", &fields)
}

#[test]
fn a_clock_is_chosen_or_written_and_shown_at_the_seats() {
    let tried = Tried::open();
    let mut ann = tried.visitor();
    for (clock, said) in [
        ("game=0s", "is not a time"),
        ("game=5", "has no unit"),
        ("5 minutes", "is not understood"),
        ("move=1s", "leaves no time to move"),
        ("", "Write a clock"),
    ] {
        let refused = begins(&mut ann, "hex", &[("clock", "own"), ("own_clock", clock)]);
        assert_eq!(refused.status, StatusCode::UNPROCESSABLE_ENTITY, "{clock}");
        assert!(refused.text.contains(said), "{clock}: {}", refused.text);
        assert!(refused.text.contains("<details open"), "what was written is shown again");
    }
    let begun = begins(&mut ann, "hex", &[("clock", "own"), ("own_clock", "game=5m,inc=3s")]);
    let own = begun.leads_to().to_owned();
    let running =
        |page: &Answered| page.text.contains("&quot;run&quot;:true") || page.text.contains("\"run\":true");
    let page = waits(&mut ann, &own, running);
    assert_eq!(page.text.matches("class=\"clock\"").count(), 2, "{}", page.text);
    assert!(page.text.contains("data-whole=\"300000\"") && page.text.contains(">5:00<"), "{}", page.text);
    // The choice is kept, and begun again with one click.
    plays(&mut ann, &own, 0);
    ann.sends(&own, &own, &[("do", "resign")]);
    let over = waits(&mut ann, &own, |page| page.text.contains("data-over"));
    assert!(over.text.contains("value=\"again\"") && !over.text.contains("value=\"swap\""), "{}", over.text);
    let page = ann.get("/play").text;
    assert!(page.contains("value=\"game=5m,inc=3s\"") && page.contains("Again: Hex"), "{page}");
    let again = ann.sends(&own, &own, &[("do", "again")]);
    assert_eq!(again.status, StatusCode::SEE_OTHER);
    waits(&mut ann, again.leads_to(), running);
}

#[test]
fn a_seat_for_a_program_shows_how_it_joins_and_who_is_waited_for() {
    let tried = Tried::open();
    let (mut ann, bob) = (tried.visitor(), Program::of(&tried, "2501", "play"));
    assert!(ann.get("/play?game=hex").text.contains("value=\"program\""));
    let begun = begins(&mut ann, "hex", &[("rival", "program")]);
    let own = begun.leads_to().to_owned();
    let page = ann.get(&own).text;
    let command = page.split("leitai join http").nth(1).and_then(|rest| rest.split('<').next());
    let command = command.unwrap_or_else(|| panic!("no command: {page}"));
    assert!(command.ends_with(" ./my-program --token-file token"), "{command}");
    let place = command.split("/play/").nth(1).and_then(|rest| rest.split(' ').next()).expect("a seat");
    assert!(page.contains("Waiting for a program to join") && page.contains("http-equiv=\"refresh\""));
    assert!(page.contains("href=\"/account/tokens\"") && !page.contains("value=\"resign\""), "{page}");
    let page = ann.get(&format!("{own}?lang=zh")).text;
    assert!(page.contains("等待程序加入") && page.contains("请在那台机器上运行"), "{page}");
    assert_eq!(bob.get(&format!("/api/v1/play/{place}?by=program"))["came"], false);
    let page = waits(&mut ann, &own, |page| !page.text.contains("leitai join http"));
    assert!(page.text.contains("已登记") || page.text.contains("has been announced"), "{}", page.text);
    assert!(page.text.contains("受邀程序") || page.text.contains("invited program"), "{}", page.text);
    ann.sends(&own, &own, &[("do", "leave")]);
    waits(&mut ann, &own, |page| page.text.contains("data-over"));
}

#[test]
fn two_play_again_with_sides_swapped_and_neither_leaves_after_two_plies() {
    let tried = Tried::open();
    let (mut ann, mut bob) = (tried.visitor(), tried.visitor());
    let [own, other] = table(&tried, "hex", &mut ann, &mut bob);
    plays(&mut ann, &own, 0);
    assert!(bob.get(&other).text.contains("value=\"leave\""));
    plays(&mut bob, &other, 1);
    let page = waits(&mut ann, &own, |page| !offered(page).1.is_empty());
    assert!(!page.text.contains("value=\"leave\""), "{}", page.text);
    let stays = ann.sends(&own, &own, &[("do", "leave")]);
    assert_eq!(stays.status, StatusCode::UNPROCESSABLE_ENTITY);
    assert!(stays.text.contains("this game has a result now"), "{}", stays.text);
    let early = bob.sends(&other, &other, &[("do", "claim")]);
    assert!(early.text.contains("there is nothing to claim"), "{}", early.text);
    ann.sends(&own, &own, &[("do", "resign")]);
    waits(&mut bob, &other, |page| page.text.contains("You win"));
    let begun = bob.sends(&other, &other, &[("do", "swap")]);
    assert_eq!(begun.status, StatusCode::SEE_OTHER, "{}", begun.text);
    let led = ann.get(&own).text;
    let next = led
        .split("class=\"do\" href=\"/play/")
        .nth(1)
        .and_then(|rest| rest.split('"').next())
        .expect("a way there");
    plays(&mut bob, begun.leads_to(), 0);
    let page = waits(&mut ann, &format!("/play/{next}"), |page| !offered(page).1.is_empty());
    assert!(page.text.contains("data-seat=\"second\""), "swapped");
}

#[test]
fn a_position_is_set_up_from_text() {
    let tried = Tried::open();
    let mut ann = tried.visitor();
    let page = ann.get("/play?game=tictactoe&position=4+0&options=").text;
    assert!(page.contains(">4 0</textarea>"), "{page}");
    let wrong = begins(&mut ann, "tictactoe", &[("opening", "4 4")]);
    assert_eq!(wrong.status, StatusCode::UNPROCESSABLE_ENTITY);
    assert!(wrong.text.contains("act 2, 4, is illegal"), "{}", wrong.text);
    let wrong = begins(&mut ann, "hex", &[("options", "size")]);
    assert!(wrong.text.contains("is no rule option; write"), "{}", wrong.text);
    let wrong = begins(&mut ann, "hex", &[("options", "size=99")]);
    assert_eq!(wrong.status, StatusCode::UNPROCESSABLE_ENTITY, "{}", wrong.text);
    let begun = begins(&mut ann, "tictactoe", &[("opening", "4 0")]);
    let own = begun.leads_to().to_owned();
    let page = waits(&mut ann, &own, |page| !offered(page).1.is_empty());
    assert_eq!(offered(&page).1.len(), 7);
    // One page that turns.
    assert!(page.text.contains("data-seat=\"first\""));
    plays(&mut ann, &own, 0);
    waits(&mut ann, &own, |page| page.text.contains("data-seat=\"second\"") && !offered(page).1.is_empty());
}

#[test]
fn a_game_that_is_over_is_judged_kept_and_played_on_from_any_step() {
    let tried = Tried::open();
    let mut ann = tried.visitor();
    let begun = begins(&mut ann, "tictactoe", &[]);
    let own = begun.leads_to().to_owned();
    // First takes a corner, Second answers at the edge, and has lost by that.
    for act in ["0", "1", "3"] {
        let page = waits(&mut ann, &own, |page| offered(page).1.iter().any(|one| one == act));
        let version = offered(&page).0;
        ann.sends(&own, &own, &[("act", act), ("version", &version)]);
    }
    waits(&mut ann, &own, |page| !offered(page).1.is_empty() && !offered(page).1.contains(&"3".to_owned()));
    let replay = format!("/games/{}", own.split('/').nth(2).expect("an id"));
    assert_eq!(ann.get(&format!("{replay}/analysis")).status, StatusCode::NOT_FOUND, "not over");
    ann.sends(&own, &own, &[("do", "resign")]);
    let over = waits(&mut ann, &own, |page| page.text.contains("data-over"));
    for kept in ["", "/analysis", "/record.jsonl"] {
        assert!(over.text.contains(&format!("href=\"{replay}{kept}\"")), "{kept}: {}", over.text);
    }
    let analysis = format!("{replay}/analysis");
    let page = waits(&mut ann, &analysis, |page| !page.text.contains("data-again"));
    assert!(page.text.contains("<polyline") && page.text.contains("accuracy"), "{}", page.text);
    assert!(page.text.contains("2. guest 1: a blunder"), "{}", page.text);
    let from = ann.get(&format!("{replay}/play?ply=2"));
    assert_eq!(from.status, StatusCode::SEE_OTHER, "{}", from.text);
    assert!(ann.get(&replay).text.contains(&format!("href=\"{replay}/play?ply=3\"")));
    let page = ann.get(from.leads_to()).text;
    let opening =
        page.split("</textarea>").next().and_then(|page| page.rsplit('>').next()).expect("a position");
    let options = part(&page, "name=\"options\" value=\"").to_owned();
    let begun = begins(&mut ann, "tictactoe", &[("opening", opening), ("options", &options)]);
    assert_eq!(begun.status, StatusCode::SEE_OTHER, "{}", begun.text);
    let page = waits(&mut ann, begun.leads_to(), |page| !offered(page).1.is_empty());
    assert_eq!(offered(&page).1.len(), 7, "as it was after two plies");
}
