//! Playthroughs: whole random games with every value at every act, kept as text. Any change in rules, a notation, a
//! scene or the reports to an eye shows as a difference.
//!
//! A file begins with its input, up to its first empty line: `seed N`; optionally `option NAME=VALUE`; optionally
//! `show N`, the act after which the rest of the game is played without output; `# comment`. The same seed plays the
//! same game on every machine. The output follows, act by act: the position, everything that each seat may do, the
//! scene of each eye, the act with its clicks, the reports to each eye; finally the outcome and the record's digest.
//! Long lines and scenes are cut to a digest, `#` and 8 digits, but appear in full at the start, at every sixteenth act
//! and at the end.

use crate::golden::come_out_as_written;
use crate::texts::write;
use crate::walk::{Step, rules, walk_from};
use leitai_core::{
    Actor, Digest, Eye, Game, Lang, MoveOf, Position, Report, Rng, RulesOf, Scene, Seat, Seen, Spot, State,
    Turn,
};
use leitai_draw::{Terminal, terminal};
use std::fmt::Write as _;
use std::fs;
use std::path::Path;

/// The longest text that is never cut, in bytes.
const LONGEST: usize = 100;
/// The most acts that are listed without a cut.
const FEW: usize = 8;
/// Every how many acts everything appears in full.
const IN_FULL: usize = 16;

/// Checks that every playthrough in `folder` comes out as written, and that there is at least one.
pub fn playthroughs_come_out<G: Game>(folder: &str) {
    let folder = Path::new(folder);
    let entries = fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let mut files: Vec<_> = entries.flatten().map(|file| file.path()).collect();
    files.sort();
    assert!(!files.is_empty(), "{}: no playthrough", folder.display());
    come_out_as_written(files, playthrough::<G>);
}

/// The input.
struct Head<'a> {
    text: &'a str,
    seed: u64,
    options: Vec<(&'a str, &'a str)>,
    show: usize,
}

impl Head<'_> {
    fn read(text: &str) -> Head<'_> {
        let text = text.split("\n\n").next().unwrap_or("").trim_end();
        let mut head = Head { text, seed: 0, options: Vec::new(), show: usize::MAX };
        for line in text.lines() {
            let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
            let number = || rest.parse::<u64>().unwrap_or_else(|error| panic!("`{line}`: {error}"));
            match word {
                "#" => {}
                "seed" => head.seed = number(),
                "show" => head.show = number() as usize,
                "option" => head.options.push(rest.split_once('=').unwrap_or_else(|| panic!("`{line}`"))),
                _ => panic!("`{line}` is no line of a playthrough's head"),
            }
        }
        head
    }
}

/// The playthrough that results from the input.
fn playthrough<G: Game>(text: &str) -> String {
    let head = Head::read(text);
    let rules: RulesOf<G> = rules::<G>(&head.options).unwrap_or_else(|error| panic!("{error}"));
    let start = G::Position::initial(&rules);
    let mut shown = Shown::<G> {
        out: format!("{}\n", head.text),
        show: head.show,
        rules,
        acts: 0,
        last: [const { Vec::new() }; 3],
        mover: Eye::Public,
        digest: Digest::default(),
    };
    let end = walk_from::<G>(start, &mut Rng::new(head.seed), |step| shown.step(step));
    shown.end(&end);
    shown.out
}

/// A game in written form.
struct Shown<G: Game> {
    out: String,
    show: usize,
    rules: RulesOf<G>,
    acts: usize,
    /// The last reports to each eye.
    last: [Vec<Report<G::Position>>; 3],
    /// The eye that saw the last act best: that of its hand.
    mover: Eye,
    digest: Digest,
}

impl<G: Game> Shown<G> {
    fn line(&mut self, text: impl AsRef<str>) {
        self.out += text.as_ref().trim_end();
        self.out.push('\n');
    }

    fn step(&mut self, step: &Step<G>) {
        let shows = self.acts < self.show;
        if shows {
            self.state(&step.before, self.acts.is_multiple_of(IN_FULL));
            self.act(step.by, &step.m);
        }
        let told = Eye::ALL.map(|eye| {
            let mut told = Vec::new();
            step.after.tell(step.by, &step.m, &step.effect, eye, &mut told);
            told
        });
        if shows {
            self.reports(&told);
        }
        for (last, told) in self.last.iter_mut().zip(told) {
            if !told.is_empty() {
                *last = told;
            }
        }
        if let Actor::Seat(seat) = step.by {
            self.mover = Eye::Seat(seat);
        }
        let after = step.after.turn();
        if !step.before.turn().goes_on(after, step.by) && !matches!(after, Turn::Secret(_)) {
            self.digest.turn(&position::<G>(&step.after));
        }
        self.acts += 1;
    }

    /// Writes the state of the game: who may do what, and what is seen.
    fn state(&mut self, at: &G::Position, in_full: bool) {
        self.line(format!("\n-- {}", self.acts));
        self.line(format!("position {}", cut(&position::<G>(at), in_full)));
        for seat in Seat::BOTH {
            let view = at.view(Eye::Seat(seat));
            let (mut moves, mut asides) = (Vec::new(), Vec::new());
            view.moves(Actor::Seat(seat), &mut moves);
            view.asides(seat, &mut asides);
            for (what, acts) in [("may", moves), ("may besides", asides)] {
                if !acts.is_empty() {
                    self.line(format!("{seat} {what} {}: {}", acts.len(), listed::<G>(&acts)));
                }
            }
        }
        let mut chances = Vec::new();
        if at.turn() == Turn::Of(Actor::Chance) {
            at.chances(&mut chances);
            let chances: Vec<_> = chances.iter().map(|(m, w)| format!("{} ×{w}", write::<G>(m))).collect();
            self.line(format!("chance: {}", chances.join(", ")));
        }
        self.scenes(at, in_full);
    }

    /// Writes what is seen by every eye, only once if all see the same.
    fn scenes(&mut self, at: &G::Position, in_full: bool) {
        let scene = |eye: Eye| G::scene(Seen::Eye(eye, &at.view(eye)), &self.last[eye.index()]);
        let mut seen = Eye::ALL.map(|eye| (eye.to_string(), scene(eye))).to_vec();
        if G::FACTS.hidden {
            let referee = G::scene(Seen::Truth(at), &self.last[self.mover.index()]);
            seen.push(("referee".to_owned(), referee));
        } else if seen.iter().all(|(_, scene)| *scene == seen[0].1) {
            seen = vec![("everyone".to_owned(), seen.swap_remove(0).1)];
        }
        for (who, scene) in seen {
            self.line(format!("{who} sees {}", digest(&format!("{scene:?}"))));
            if in_full {
                self.line(drawn(&scene));
            }
        }
    }

    fn act(&mut self, by: Actor, m: &MoveOf<G>) {
        let text = write::<G>(m);
        let by = match by {
            Actor::Seat(seat) => {
                let clicks: Vec<_> = G::clicks(&self.rules, m).into_iter().map(spot).collect();
                self.line(format!("{seat} plays {text}: {}", clicks.join(", ")));
                return;
            }
            Actor::Chance => "chance",
            Actor::Arbiter => "referee",
        };
        self.line(format!("{by} plays {text}"));
    }

    fn reports(&mut self, told: &[Vec<Report<G::Position>>; 3]) {
        let texts = told.each_ref().map(|told| {
            let texts = told.iter().map(|report| {
                let mut text = String::new();
                G::write_report(report, &mut text);
                text
            });
            texts.collect::<Vec<_>>().join("; ")
        });
        if texts.iter().all(|text| *text == texts[0]) {
            return self.line(format!("everyone is told {}", texts[0]));
        }
        for (eye, text) in Eye::ALL.into_iter().zip(texts).filter(|(_, text)| !text.is_empty()) {
            self.line(format!("{eye} is told {text}"));
        }
    }

    fn end(&mut self, at: &G::Position) {
        self.state(at, true);
        let Turn::Over(outcome) = at.turn() else { unreachable!("a random game ends by the rules") };
        let winner = outcome.winner.map_or("draw".to_owned(), |seat| seat.to_string());
        let verdict = format!("{winner} {}", outcome.why.verdict());
        self.digest.turn(&verdict);
        self.line(format!("over {verdict}: {}", outcome.why.text(Lang::En)));
        self.line(format!("digest {}", self.digest.hex()));
    }
}

fn position<G: Game>(position: &G::Position) -> String {
    let mut text = String::new();
    G::write_position(position, &mut text);
    text
}

fn spot(spot: Spot) -> String {
    match spot {
        Spot::Point(i) => format!("point {i}"),
        Spot::Tray(i) => format!("tray {i}"),
        Spot::Button(id) => format!("button {id}"),
        Spot::Number(n) => format!("number {n}"),
    }
}

fn drawn(scene: &Scene) -> String {
    let board = terminal(scene, Terminal { color: false, lang: Lang::En, names: false, tight: false });
    board.lines().fold(String::new(), |mut out, line| {
        let _ = writeln!(out, "{}", line.trim_end());
        out
    })
}

/// All acts if they are few; of many the first, the last, and a digest of all in order.
fn listed<G: Game>(acts: &[MoveOf<G>]) -> String {
    let texts: Vec<_> = acts.iter().map(write::<G>).collect();
    match &texts[..] {
        [first, .., last] if texts.len() > FEW => format!("{first} … {last} {}", digest(&texts.join(" "))),
        few => few.join(" "),
    }
}

fn cut(text: &str, in_full: bool) -> String {
    if in_full || text.len() <= LONGEST { text.to_owned() } else { digest(text) }
}

fn digest(text: &str) -> String {
    let mut digest = Digest::default();
    digest.turn(text);
    format!("#{}", &digest.hex()[..8])
}
