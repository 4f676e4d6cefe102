//! What dialects must guarantee: both ends of a conversation have the same knowledge.

use crate::chinese::must_be_chinese;
use crate::texts::mangle;
use crate::walk::{default_options, default_rules, option_sets};
use leitai_core::{
    Actor, Client, Cue, Dialect, DialectName, Eye, Game, Garbled, Lang, Lines, MoveOf, Openings, Options,
    Position, Rng, RulesOf, Said, Seat, Span, State, Turn, View, ViewOf,
};
use leitai_protocol::printable;

/// Both ends of one seat's conversation.
struct Talk<G: Game> {
    name: DialectName,
    dialect: Box<dyn Dialect<G::Position>>,
    client: Box<dyn Client<G::Position>>,
    /// What the program knows from lines alone.
    known: ViewOf<G>,
    /// The rules, if its user named them: a dialect that cannot express options begins with the defaults. A program
    /// whose dialect cannot express the defaults has to know its own.
    named: Option<RulesOf<G>>,
    down: Lines,
    up: Lines,
    thinks: bool,
    /// Whether the program has left with its answer.
    left: bool,
    heard: usize,
}

fn platform<G: Game>(name: DialectName, options: &Options) -> Box<dyn Dialect<G::Position>> {
    G::dialect(name, options).expect("listed")
}

fn unknowing<G: Game>() -> ViewOf<G> {
    G::Position::first_view(&default_rules::<G>(), Eye::Seat(Seat::First))
}

fn both_ends<G: Game>(name: DialectName, options: &Options) -> Talk<G> {
    let dialect = platform::<G>(name, options);
    let named = dialect.speaks(&default_rules::<G>()) && name != DialectName::Native;
    Talk {
        name,
        dialect,
        named: named.then(|| G::rules(options).expect("accepted")),
        client: G::client(name).expect("listed"),
        known: unknowing::<G>(),
        down: Lines::default(),
        up: Lines::default(),
        thinks: false,
        left: false,
        heard: 0,
    }
}

impl<G: Game> Talk<G> {
    /// Both ends say their opening words, and the platform whatever follows from the answers; returns what the platform
    /// heard.
    fn open(&mut self, seat: Seat, rules: &RulesOf<G>, view: &ViewOf<G>) -> Vec<Said<MoveOf<G>>> {
        self.client.open("对手 kit", &mut self.up);
        self.dialect.open(seat, rules, &mut self.down);
        self.deliver();
        let mut said = self.answers(view);
        self.dialect.open_further(&mut self.down);
        if !self.down.is_empty() {
            self.deliver();
            said.extend(self.answers(view));
        }
        said
    }

    /// The program reads every line sent down.
    fn deliver(&mut self) {
        let lines = std::mem::take(&mut self.down);
        for line in lines.bytes().split(|b| *b == b'\n').filter(|line| !line.is_empty()) {
            let mut cues = Vec::new();
            self.client.hear(&self.known, line, &mut cues);
            for cue in cues {
                match cue {
                    Cue::Start(seat, rules) => {
                        let rules = self.named.as_ref().unwrap_or(&rules);
                        self.known = G::Position::first_view(rules, Eye::Seat(seat));
                    }
                    Cue::From(view) => self.known = view,
                    Cue::Learn(report) => self.known.learn(&report),
                    Cue::Think(_) => self.thinks = true,
                    Cue::Answer(line) => self.up.line(line.replace("{name}", "对手 kit")),
                    // `Start` carries the rules as well.
                    Cue::Rules(_) | Cue::End | Cue::Quit | Cue::TurnLimit(_) => {}
                }
            }
        }
    }

    /// The platform reads every line sent up.
    fn answers(&mut self, view: &ViewOf<G>) -> Vec<Said<MoveOf<G>>> {
        let lines = std::mem::take(&mut self.up);
        let lines = lines.bytes().split(|b| *b == b'\n').filter(|line| !line.is_empty());
        let said = lines.map(|line| self.dialect.hear(view, line));
        let mut said: Vec<_> = said
            .map(|said| said.unwrap_or_else(|g| panic!("our own client is not understood: {g}")))
            .collect();
        if std::mem::take(&mut self.left) {
            assert!(self.dialect.lifecycle().may_leave, "{} keeps its programs", self.name);
            said.push(self.dialect.left().expect("it left with an answer"));
            // Another program takes its place, knowing nothing.
            self.client = G::client(self.name).expect("listed");
            self.known = unknowing::<G>();
        }
        said
    }
}

/// Two programs that get only lines hold the referee's views at every turn, in every dialect and every pair of
/// dialects, under the default rules and those of every preset, as far as they can be expressed.
pub fn clients_know_what_the_referee_tells<G: Game>() {
    let mut played: Vec<RulesOf<G>> = Vec::new();
    let mut spoken: Vec<DialectName> = Vec::new();
    for options in option_sets::<G>() {
        let rules = G::rules(&options).expect("accepted");
        if played.contains(&rules) {
            continue;
        }
        let speaks = |name: &DialectName| platform::<G>(*name, &options).speaks(&rules);
        let names: Vec<_> = G::FACTS.dialects.iter().copied().filter(speaks).collect();
        for [first, second] in names.iter().flat_map(|a| names.iter().map(|b| [*a, *b])) {
            for seed in 0..8 {
                dialogue::<G>([first, second], &options, &rules, seed);
            }
        }
        spoken.extend(names);
        played.push(rules);
    }
    let silent = G::FACTS.dialects.iter().find(|name| !spoken.contains(name));
    assert_eq!(silent, None, "no preset's rules can be said in it");
}

/// The most acts of an opening, plus one.
const OPENING: usize = 6;

fn dialogue<G: Game>(names: [DialectName; 2], options: &Options, rules: &RulesOf<G>, seed: u64) {
    let mut rng = Rng::new(seed);
    let mut position = G::Position::initial(rules);
    let mut talks = names.map(|name| both_ends::<G>(name, options));
    let opening = opening::<G>(&mut talks, &mut position, rules, seed, &mut rng);
    let mut views = Eye::ALL.map(|eye| position.view(eye));
    for seat in Seat::BOTH {
        let talk = &mut talks[seat.index()];
        if seed.is_multiple_of(2) {
            talk.client.stay();
        }
        if seed % 4 > 1 {
            talk.dialect.say_least();
        }
        let said = talk.open(seat, rules, &views[seat.index()]);
        if talk.dialect.lifecycle().says_nothing_first {
            assert!(said.is_empty() && talk.down.is_empty());
            continue;
        }
        let name =
            said.iter().find_map(|said| if let Said::Ready(name) = said { Some(name.clone()) } else { None });
        let name = name.unwrap_or_else(|| panic!("{} does not get ready", names[seat.index()]));
        assert!(name.is_none_or(|name| name == "对手 kit"));
    }
    for seat in Seat::BOTH {
        let talk = &mut talks[seat.index()];
        talk.dialect.begin([None; 2], &mut talk.down);
    }
    give::<G>(&mut talks, &mut position, &mut views, opening);
    for seat in Seat::BOTH {
        let talk = &mut talks[seat.index()];
        if position.turn().owes(Actor::Seat(seat)) {
            talk.dialect.ask(&views[seat.index()], [None; 2], &mut talk.down);
        }
    }
    while let Some(by) = position.turn().next() {
        let acts = if let Actor::Seat(seat) = by {
            let talk = &mut talks[seat.index()];
            talk.deliver();
            assert!(talk.thinks, "{seat} owes a turn and was not asked in {}", names[seat.index()]);
            // A seat need not learn before the end of a secret turn that the other seat is done with it.
            if !matches!(position.turn(), Turn::Secret(_)) {
                let name = names[seat.index()];
                assert_eq!(talk.known, views[seat.index()], "{seat} by {name} does not know the same");
            }
            talk.heard += 1;
            said_turn(talk, &position, &views[seat.index()], by, &mut rng)
        } else {
            let mut chances = Vec::new();
            position.chances(&mut chances);
            vec![chances.swap_remove(rng.below(chances.len())).0]
        };
        let mut asked = position.turn();
        for m in &acts {
            let before = position.turn();
            assert_eq!(position.check(by, m), Ok(()));
            let effect = position.play(by, m);
            let goes_on = before.goes_on(position.turn(), by);
            for eye in Eye::ALL {
                let mut reports = Vec::new();
                position.tell(by, m, &effect, eye, &mut reports);
                for report in reports {
                    views[eye.index()].learn(&report);
                    if let Eye::Seat(seat) = eye {
                        let talk = &mut talks[seat.index()];
                        talk.dialect.report(&views[eye.index()], &report, goes_on, &mut talk.down);
                    }
                }
            }
            asked = before;
        }
        let after = position.turn();
        for seat in Seat::BOTH {
            if asked.asks(after, by, seat) {
                let talk = &mut talks[seat.index()];
                talk.dialect.ask(&views[seat.index()], [None; 2], &mut talk.down);
            }
        }
    }
    assert!(talks.iter().any(|talk| talk.heard > 0));
}

/// How the game with that seed begins: one in three as its rules state, one by acts given to both, one from another
/// position, if both can be told so. Returns the acts; `position` is where the game starts.
fn opening<G: Game>(
    talks: &mut [Talk<G>; 2],
    position: &mut G::Position,
    rules: &RulesOf<G>,
    seed: u64,
    rng: &mut Rng,
) -> Vec<(Actor, MoveOf<G>)> {
    let wanted = [Openings::None, Openings::Acts, Openings::Positions][seed as usize % 3];
    let is_heard = talks.iter().all(|talk| talk.dialect.openings() >= wanted);
    if wanted == Openings::None || !is_heard || G::FACTS.hidden || G::needs_dice(rules) {
        return Vec::new();
    }
    let acts = random_opening(position, rng);
    if wanted == Openings::Acts {
        return acts;
    }
    for (by, m) in acts {
        position.play(by, &m);
    }
    let mut text = String::new();
    G::write_position(position, &mut text);
    for talk in talks {
        talk.dialect.start_from(&text);
    }
    Vec::new()
}

/// Gives the acts of an opening to both seats.
fn give<G: Game>(
    talks: &mut [Talk<G>; 2],
    position: &mut G::Position,
    views: &mut [ViewOf<G>; 3],
    opening: Vec<(Actor, MoveOf<G>)>,
) {
    for (by, m) in opening {
        let before = position.turn();
        let effect = position.play(by, &m);
        let goes_on = before.goes_on(position.turn(), by);
        for eye in Eye::ALL {
            let mut reports = Vec::new();
            position.tell(by, &m, &effect, eye, &mut reports);
            for report in reports {
                views[eye.index()].learn(&report);
                if let Eye::Seat(seat) = eye {
                    let talk = &mut talks[seat.index()];
                    talk.dialect.given(&views[eye.index()], &report, goes_on, &mut talk.down);
                }
            }
        }
    }
}

/// Random acts that do not end the game.
fn random_opening<P: Position>(start: &P, rng: &mut Rng) -> Vec<(Actor, P::Move)> {
    let (mut position, mut acts) = (start.clone(), Vec::new());
    for _ in 0..rng.below(OPENING) {
        let Some(by) = position.turn().next() else { break };
        let Some(m) = position.random_move(by, rng) else { break };
        position.play(by, &m);
        if matches!(position.turn(), Turn::Over(_)) {
            break;
        }
        acts.push((by, m));
    }
    acts
}

/// Makes the program say a random turn; returns what the platform reads from its lines.
fn said_turn<G: Game>(
    talk: &mut Talk<G>,
    position: &G::Position,
    view: &ViewOf<G>,
    by: Actor,
    rng: &mut Rng,
) -> Vec<MoveOf<G>> {
    talk.thinks = false;
    let mut ahead = position.clone();
    let mut turn = Vec::new();
    // Without secrets, and in a secret turn, where nobody answers, a program can plan its whole turn before it speaks.
    loop {
        let Some(m) = ahead.random_move(by, rng) else { break };
        let before = ahead.turn();
        ahead.play(by, &m);
        turn.push(m);
        let foreseen = !G::FACTS.hidden || matches!(before, Turn::Secret(_));
        if !foreseen || !before.goes_on(ahead.turn(), by) {
            break;
        }
    }
    let (mut cues, mut said, mut spelt) = (Vec::new(), Lines::default(), Lines::default());
    talk.dialect.spell(view, &turn, &mut spelt);
    talk.client.say(&talk.known, &turn, &mut said, &mut cues);
    // The platform's spelling for people is an answer just like the program's own.
    let is_spelt = rng.below(2) == 0;
    for line in (if is_spelt { &spelt } else { &said }).bytes().split(|byte| *byte == b'\n') {
        talk.up.line(String::from_utf8_lossy(line));
    }
    talk.left = is_spelt && talk.dialect.lifecycle().may_leave;
    for cue in cues {
        match cue {
            Cue::Learn(report) => talk.known.learn(&report),
            Cue::Quit => talk.left = true,
            _ => {}
        }
    }
    let mut said = talk.answers(view);
    // Answers to earlier lines may come along with it.
    said.retain(|said| *said != Said::Nothing);
    assert_eq!(said.len(), 1, "one turn is one answer");
    let Some(Said::Acts(acts, span)) = said.pop() else { panic!("{turn:?} was not heard as acts") };
    // In a secret turn the order does not matter: a line may state a whole layout at once.
    let heard = if matches!(position.turn(), Turn::Secret(_)) {
        let mut heard = position.clone();
        for m in &acts {
            heard.play(by, m);
        }
        heard == ahead
    } else {
        acts.starts_with(&turn)
    };
    assert!(heard, "{turn:?} was heard as {acts:?}");
    assert!(span == Span::Part || acts.len() == turn.len());
    acts
}

/// Whatever bytes it hears, a dialect states what it expected or goes on; neither side ever panics.
pub fn any_bytes_are_heard<G: Game>() {
    let rules = default_rules::<G>();
    let view = G::Position::first_view(&rules, Eye::Seat(Seat::First));
    for name in G::FACTS.dialects {
        let mut rng = Rng::new(17);
        for round in 0..300 {
            let mut talk = both_ends::<G>(*name, &default_options::<G>());
            talk.dialect.open(Seat::First, &rules, &mut talk.down);
            talk.dialect.begin([Some(std::time::Duration::from_secs(1)), None], &mut talk.down);
            talk.dialect.ask(&view, [None; 2], &mut talk.down);
            let text = printable(talk.down.bytes()).replace("\\n", "\n");
            for line in text.lines().chain([
                "name x",
                "move AABB",
                "OK",
                "DEBUG x",
                "BESTMOVE G0F0",
                "GO F4G4 1 A1",
                r#"{"type":"play","moves":["0"]}"#,
                r#"{"response":{"x":1,"y":2},"debug":"d","data":"e"}"#,
                "1 2",
                "TAKEBACK 7,7",
            ]) {
                let bytes: Vec<u8> = if round % 3 == 0 {
                    (0..rng.below(300)).map(|_| rng.next() as u8).filter(|b| *b != b'\n').collect()
                } else {
                    mangle(line, &mut rng).replace('\n', " ").into_bytes()
                };
                if let Err(Garbled(expected)) = talk.dialect.hear(&view, &bytes) {
                    let line = String::from_utf8_lossy(&bytes);
                    let place = format!("{}: what {name} says of {line:?}", G::FACTS.id);
                    must_be_chinese(expected.to(Lang::Zh), &place);
                }
                let _ = (round % 7 == 0).then(|| talk.dialect.left());
                talk.client.hear(&view, &bytes, &mut Vec::new());
            }
        }
    }
}
