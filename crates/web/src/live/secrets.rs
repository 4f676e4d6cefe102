//! Watchers of a game with secrets learn no more than the public may know: two hidden truths that the public cannot
//! tell apart give the same changes and the same pages, byte by byte.

use crate::exhibition::assignment;
use crate::game_page::live_view;
use crate::live::{Belongs, LiveGame, Mark, Missed};
use leitai_arena::{SeatClock, Seen, Watch};
use leitai_catalog::{ListedGame, Secrets, Setup, Visitor, find, visit};
use leitai_core::{Act, Actor, Eye, Game, Lang, Level, MoveOf, Outbox, Span, Staging, Table};
use leitai_hall::Zone;
use leitai_pages::{Html, Reader, Theme, board_card};
use leitai_testkit::Pair;
use std::time::{Duration, Instant};

/// How many pairs of truths are tried for each game and setting.
const PAIRS: u64 = 3;
/// The address, the same for both.
const ID: &str = "00000000";

/// A table at which one of the truths is played, and its watchers.
struct Side {
    table: Box<dyn Table>,
    spent: Duration,
    live: LiveGame,
    writer: leitai_arena::LiveWriter,
    newest: tokio::sync::watch::Receiver<crate::live::NewestSteps>,
    at: Mark,
}

impl Side {
    fn open(game: ListedGame, secrets: Secrets, spent: Duration) -> Side {
        let ruled = game.open(&Setup::with([("illegal_retries", "1000")])).expect("a set-up");
        let mut table = ruled.table(Staging::default(), None);
        table.begin([None; 2], &mut Outbox::default());
        let belongs = Belongs { secrets, ..Belongs::default() };
        let live = LiveGame::new(ID.to_owned(), assignment(game, 1, Level::Easy), belongs);
        let (writer, newest) = (live.slot().writer(), live.watch(Lang::En));
        let at = newest.borrow().mark();
        Side { table, spent, live, writer, newest, at }
    }

    fn play<G: Game>(&mut self, by: Actor, m: &MoveOf<G>) {
        let mut text = String::new();
        G::write(m, &mut text);
        let act = Act::Play { by, acts: &[&text], span: Span::Part };
        self.table.act(act, self.spent, [None; 2], &mut Outbox::default()).expect("it is legal");
    }

    /// What a page is sent of what came since, without the life, which is random.
    fn sent(&mut self) -> Vec<String> {
        let mut lines = Vec::new();
        self.table.record(&mut lines);
        // The clocks differ between the two truths.
        let clock = SeatClock { asked: Some(Instant::now()), turn: self.spent, left: Some(self.spent) };
        let seen = Seen { lines: &lines, at: Instant::now(), clocks: [clock; 2], over: false };
        assert!(self.writer.grew(&seen), "nobody else visits");
        self.live.visit();
        let newest = self.newest.borrow_and_update();
        if self.at == Mark::default() {
            // It begins: from here on a page that fetches again is sent what follows.
            self.at.life = newest.mark().life;
        }
        match newest.since(self.at) {
            Missed::Nothing => Vec::new(),
            Missed::Whole(_) => panic!("nothing is missed"),
            Missed::Frames(frames, mark) => {
                self.at = mark;
                let text = |frame: &axum::body::Bytes| String::from_utf8_lossy(frame).into_owned();
                let masked = |text: String| text.replace(&text[..text.find('.').unwrap_or(0)], "LIFE");
                frames.iter().map(text).map(masked).collect()
            }
        }
    }

    fn html(&self) -> String {
        let zone = Zone::UTC;
        let reader = Reader { lang: Lang::En, theme: Theme::System, zone: &zone, here: "/", address: "" };
        let page = live_view(&self.live, Lang::En, None, |view| {
            let pages = [leitai_pages::game(&reader, &view), board_card(&reader, &view)];
            pages.map(Html::into_string).concat()
        });
        let life = self.at.to_string();
        page.replace(&life[..8], "LIFE")
    }
}

/// Grows a pair at two tables; returns how many acts were compared while the truths differed, and how many changes
/// were sent.
fn pair<G: Game>(secrets: Secrets, seed: u64) -> [usize; 2] {
    let game = find(G::FACTS.id).expect("listed");
    let mut pair = Pair::<G>::new(Eye::Public, seed);
    let mut sides = [17, 4242].map(|us| Side::open(game, secrets, Duration::from_micros(us)));
    let (mut compared, mut told, mut grown_by) = (0, 0, 0_usize);
    while let Some(grown) = pair.grow() {
        sides[0].play::<G>(grown.by, &grown.one);
        if let Some(other) = &grown.other {
            sides[1].play::<G>(grown.by, other);
        }
        let [one, other] = sides.each_mut().map(Side::sent);
        assert_eq!(one, other, "{} {secrets}, seed {seed}", G::FACTS.id);
        if secrets == Secrets::After && sides[0].table.keeps_secrets() {
            assert!(one.is_empty(), "{}, seed {seed}: nothing is told while it has secrets", G::FACTS.id);
        }
        compared += usize::from(pair.differs());
        told += one.len();
        grown_by += 1;
        if grown_by.is_power_of_two() {
            let [one, other] = sides.each_ref().map(Side::html);
            assert_eq!(one, other, "{} {secrets}, seed {seed}", G::FACTS.id);
        }
    }
    [compared, told]
}

/// The sums over several pairs.
fn pairs<G: Game>(secrets: Secrets) -> [usize; 2] {
    (0..PAIRS)
        .map(|seed| pair::<G>(secrets, seed))
        .fold([0; 2], |sum, one| [sum[0] + one[0], sum[1] + one[1]])
}

/// Tries every game with secrets.
#[derive(Default)]
struct SecretsTried {
    games: Vec<&'static str>,
    /// How many changes were sent to the public.
    told: usize,
}

impl Visitor for SecretsTried {
    fn game<G: Game>(&mut self) {
        if !G::FACTS.hidden {
            return;
        }
        self.games.push(G::FACTS.id);
        let [_, told] = pairs::<G>(Secrets::Delayed(Duration::from_mins(10)));
        assert_eq!(told, 0, "{}: nothing is told before it is late enough", G::FACTS.id);
        pairs::<G>(Secrets::After);
        let [compared, told] = pairs::<G>(Secrets::Public);
        assert!(compared >= 10, "{}: only {compared} acts while the truths differ", G::FACTS.id);
        self.told += told;
    }
}

#[test]
fn whoever_watches_learns_no_more_than_the_public_is_told() {
    let mut trial = SecretsTried::default();
    visit(&mut trial);
    assert!(!trial.games.is_empty(), "no game has secrets");
    assert!(trial.told >= 100, "only {} changes of {:?} were compared", trial.told, trial.games);
}
