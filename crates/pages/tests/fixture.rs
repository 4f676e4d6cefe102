//! Games of random moves, the same at every run, and pages of them.

use leitai_catalog::{Ending, Secrets, Setup, find};
use leitai_core::{
    Act, Actor, Dice, Lang, Outbox, Rng, Say, Scene, Seat, Sentence, SheetName, Span, Staging, Table, Tone,
    Turn, Viewer,
};
use leitai_draw::Steps;
use leitai_hall::{LocalTime, Zone};
use leitai_pages::{
    EventCard, Face, GameView, LiveShown, Move, NextGame, Recent, SeatView, Stand, Standing, StandingsCard,
};
use leitai_sandbox::SandboxLevel;
use std::time::Duration;

/// The zone of all times.
pub(crate) static ZONE: Zone = Zone::UTC;

/// A time in it.
pub(crate) fn time() -> LocalTime {
    // `date -d '2026-11-23 10:00Z' +%s`
    ZONE.at(1_795_428_000_000)
}

/// A game as it was played.
pub(crate) struct Played {
    game: &'static str,
    pub(crate) steps: Steps,
    pub(crate) moves: Vec<Move>,
    pub(crate) scenes: Vec<Scene>,
    ending: Option<Ending>,
}

/// A game of this many moves, or fewer where it ends.
pub(crate) fn played(game: &'static str, lang: Lang, most: usize) -> Played {
    played_from(game, lang, most, 7)
}

/// Like `played`, with other moves.
pub(crate) fn played_from(game: &'static str, lang: Lang, most: usize, seed: u64) -> Played {
    let listed = find(game).expect("a game of the list");
    let dice = Dice::from_hex(&"5".repeat(64));
    let mut table = listed.open(&Setup::default()).expect("default rules").table(Staging::default(), dice);
    table.begin([None; 2], &mut Outbox::default());
    let (mut rng, mut steps) = (Rng::new(seed), Steps::new(lang));
    let mut scenes = vec![table.scene(Viewer::Arbiter)];
    steps.push(&scenes[0]);
    let mut moves: Vec<Move> = Vec::new();
    while moves.len() < most
        && let Some((by, said)) = play(&mut *table, &mut rng)
    {
        let scene = table.scene(Viewer::Arbiter);
        let us = 180_000 + 130_000 * (moves.len() as u64 * 7 % 13);
        moves.push(Move::between(&scenes[moves.len()], &scene, Some(by), said, Some(us)));
        steps.push(&scene);
        scenes.push(scene);
    }
    let ending = table.turn().outcome().map(|outcome| Ending {
        winner: outcome.winner,
        reason: Sentence::from(outcome.why.words()),
        question: None,
    });
    Played { game, steps, moves, scenes, ending }
}

fn play(table: &mut dyn Table, rng: &mut Rng) -> Option<(Actor, String)> {
    let turn = table.turn();
    if matches!(turn, Turn::Over(_)) {
        return None;
    }
    let seat = Seat::BOTH.into_iter().find(|seat| turn.owes(Actor::Seat(*seat)))?;
    let choices = table.choices(seat);
    let text = choices[rng.below(choices.len())].text.clone();
    let act = Act::Play { by: Actor::Seat(seat), acts: &[&text], span: Span::Part };
    table.act(act, Duration::ZERO, [None; 2], &mut Outbox::default()).expect("it was offered");
    Some((Actor::Seat(seat), text))
}

impl Played {
    pub(crate) fn says(&self) -> &[Say] {
        &self.scenes[0].says
    }

    /// The game at its end, where it has one.
    pub(crate) fn view(&self, id: &'static str) -> GameView<'_> {
        let facts = find(self.game).expect("a game of the list").facts();
        GameView {
            id,
            event: Some(("spring", "Spring Cup")),
            facts,
            seats: [seat("Magpie", "version 3, C++"), seat("Kiln & Sons", "version 11, Rust")],
            tones: self.scenes[0].seats,
            steps: Some(&self.steps),
            says: self.says(),
            notes: None,
            ruling: None,
            moves: &self.moves,
            at: self.moves.len(),
            live: None,
            ending: self.ending.as_ref(),
            clock: "start=5s,move=2s,game=90s".parse().expect("a clock"),
            sandbox: Some(SandboxLevel::Full),
            shown_every: None,
            secrets: Secrets::After,
            sheets: &[SheetName::Sgf],
            next: Some(NextGame { id: "next1".to_owned(), title: "Kiln & Sons – Magpie".to_owned() }),
        }
    }

    /// The game while it runs.
    pub(crate) fn live(&self, id: &'static str) -> GameView<'_> {
        let faces = [
            Face { running: false, turn_ms: 310, left_ms: Some(76_400) },
            Face { running: true, turn_ms: 1_400, left_ms: Some(79_400) },
        ];
        let live = LiveShown {
            id: format!("9.{}", self.moves.len()),
            begun: true,
            faces,
            delayed_s: None,
            waits: None,
        };
        GameView {
            live: Some(live),
            ending: None,
            next: None,
            shown_every: Some(Duration::from_millis(700)),
            ..self.view(id)
        }
    }

    /// The game while nothing of it may be seen.
    pub(crate) fn secret(&self, id: &'static str) -> GameView<'_> {
        let view = self.live(id);
        let live = view.live.map(|live| LiveShown { id: "9.0".to_owned(), ..live });
        let tones = [Tone::Plain; 2];
        // A view may be built without removing everything else.
        GameView { steps: None, live, tones, ..self.live(id) }
    }
}

pub(crate) fn seat(name: &str, about: &str) -> SeatView {
    SeatView { name: name.to_owned(), about: about.to_owned() }
}

pub(crate) fn events() -> Vec<EventCard> {
    let facts = |game| find(game).expect("a game of the list").facts();
    let card = |id: &str, name: &str, game, stand, played, total| EventCard {
        id: id.to_owned(),
        name: name.to_owned(),
        game: facts(game),
        stand,
        date: "2026-11-22".to_owned(),
        place: "Harbin".to_owned(),
        played,
        total,
        stuck: 0,
    };
    vec![
        card("spring", "Spring Cup", "connect6", Stand::Running, 62, 96),
        card("course", "课程联赛", "luzhanqi", Stand::Waiting, 41, 96),
        card("hexopen", "Hex open", "hex", Stand::Ahead, 0, 0),
        card("first", "First steps", "tictactoe", Stand::Over, 12, 12),
    ]
}

pub(crate) fn standings() -> StandingsCard {
    use Recent::{Drawn, Lost, Won};
    let row = |rank, name: &str, form: &[Recent], points: &str| Standing {
        rank: Some(rank),
        name: name.to_owned(),
        href: format!("/programs/spring-e{rank}"),
        form: form.to_vec(),
        games: 6,
        points: points.to_owned(),
    };
    StandingsCard {
        event: "spring".to_owned(),
        name: "Spring Cup".to_owned(),
        rows: vec![
            row(1, "Magpie", &[Lost, Won, Won, Drawn, Won, Won], "5½"),
            row(2, "Kiln & Sons", &[Won, Won, Lost, Won, Won], "5"),
            row(3, "北斗七星", &[Lost, Won, Won, Drawn, Drawn], "4"),
        ],
    }
}
