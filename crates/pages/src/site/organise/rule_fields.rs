//! The fields of a ruling: one for each part of its kind.

use crate::event::Speech;
use crate::html::Html;
use crate::site::frame::invalid;
use leitai_core::{Words, sentence};
use leitai_hall::Trouble;
use leitai_tournament::{Decision, DecisionKind, EntryId, Event, GameId, Part, Role, Ruling};

/// A ruling as filled in so far.
pub struct RuleForm<'a> {
    /// Its kind.
    pub kind: &'a DecisionKind,
    /// The text typed into the field of a name; empty if none was.
    pub typed: &'a dyn Fn(&str) -> String,
    /// What is wrong with its fields.
    pub troubles: &'a [Trouble],
}

/// The name of a part's field, which what is wrong with it is told by.
pub const fn part_field(part: Part) -> &'static str {
    match part {
        Part::Entry => "entry",
        Part::Entries => "entries",
        Part::Game | Part::GameIfAny => "game",
        Part::Sides | Part::Restorers => "sides",
        Part::Side => "side",
        Part::Outcome => "result",
        Part::Consent => "consent",
        Part::Leave => "leave",
        Part::Invalid => "invalid",
        Part::Unrestored => "unrestored",
        Part::Accepted => "accepted",
        Part::Upheld => "upheld",
        Part::Copied => "copied",
        Part::Asked => "asked",
        Part::Witness => "witness",
        Part::Lots => "lots",
        Part::Document => "document",
        Part::Ruling | Part::Objection | Part::Endorsed => "ruling",
    }
}

/// The name of the field for the lot that an entry drew by hand.
pub fn lot_field(entry: EntryId) -> String {
    format!("lot-{entry}")
}

/// How many games a list offers; any other is typed by its name.
const OFFERED: usize = 400;

/// A game by who played it, or will.
pub(super) fn game_named(s: Speech, event: &Event, id: GameId) -> Html {
    html! {
        @if let Some([first, second]) = sides_of(event, id) {
            b { (s.name(event.name(first))) " – " (s.name(event.name(second))) } " "
        }
        span class="soft" { (id) }
    }
}

/// Who plays a game: as recorded, otherwise as due.
fn sides_of(event: &Event, id: GameId) -> Option<[EntryId; 2]> {
    let recorded = event.game(id).map(|game| [game.first, game.second]);
    recorded.or_else(|| {
        let state = event.state();
        state.due().find(|due| due.id == id).map(|due| [due.first, due.second])
    })
}

/// The field of a part.
pub(super) fn field(s: Speech, event: &Event, asked: &RuleForm<'_>, part: Part) -> Html {
    let known = (asked.typed)("game").parse().ok().and_then(|id| sides_of(event, id));
    let side = |at: usize, words: Words| match known {
        Some(sides) => {
            let name = event.name(sides[at]);
            s.said(&sentence!("{name} ({words})", "{name}（{words}）"; name, words))
        }
        None => s.words(words),
    };
    let sides = || {
        [("first", side(0, Words::new("First", "先手"))), ("second", side(1, Words::new("Second", "后手")))]
    };
    match part {
        Part::Entry => entry(s, event, asked),
        Part::Leave => {
            let leave = s.both(
                "with the chief referee's permission; without it the entry is barred next year",
                "经裁判长允许；否则下一年度不得参赛",
            );
            checks(&s.both("Permission", "许可"), [("leave", leave)], asked)
        }
        Part::Entries => {
            let all =
                event.entries().iter().map(|entry| (entry.id.to_string(), s.name(event.name(entry.id))));
            checks(&s.both("Entries", "参赛者"), all, asked)
        }
        Part::Game => game(s, event, asked, true),
        Part::Sides => checks(&s.both("By whom", "弃权方"), sides(), asked),
        Part::Side => choice("side", &s.both("Which side", "哪一方"), sides(), asked),
        Part::Outcome => {
            let results = [
                ("first", s.both("First won", "先手胜")),
                ("second", s.both("Second won", "后手胜")),
                ("draw", s.both("drawn", "和棋")),
                ("nobody", s.both("lost by both", "双方均负")),
            ];
            choice("result", &s.both("Result", "结果"), results, asked)
        }
        Part::Restorers => checks(&s.both("Who can restore the position", "能复盘者"), sides(), asked),
        Part::GameIfAny => game(s, event, asked, false),
        Part::Consent => line("consent", &s.both("Who consented", "同意者"), asked, 200),
        Part::Asked => line("asked", &s.both("To what", "同意何事"), asked, 200),
        Part::Witness => line("witness", &s.both("Witness", "见证人"), asked, 200),
        Part::Document => document(s, asked),
        Part::Lots => lots(s, event, asked),
        Part::Ruling | Part::Objection | Part::Endorsed => {
            let unendorsed = event.unendorsed();
            let is_it = |(number, ruling): &(usize, &Ruling)| match part {
                Part::Objection => matches!(ruling.decision, Decision::Object { .. }),
                Part::Endorsed => unendorsed.iter().any(|waits| *waits as usize == *number),
                _ => true,
            };
            let rulings = event.rulings().iter().enumerate().rev().filter(is_it);
            let all = rulings.take(OFFERED).map(|(number, ruling)| {
                (number.to_string(), html! { (number) ": " (s.said(&event.words(&ruling.decision))) })
            });
            choice("ruling", &s.both("Which ruling", "哪项裁决"), all, asked)
        }
        Part::Invalid => {
            checks(&s.words(Words::new("Validation", "检验")), [("invalid", s.words(part.words()))], asked)
        }
        Part::Unrestored | Part::Accepted | Part::Upheld | Part::Copied => {
            checks(&s.both("Finding", "认定"), [(part_field(part), s.words(part.words()))], asked)
        }
    }
}

fn entry(s: Speech, event: &Event, asked: &RuleForm<'_>) -> Html {
    let all = event.entries().iter().map(|entry| (entry.id.to_string(), html! { (event.name(entry.id)) }));
    choice("entry", &s.both("Entry", "参赛者"), all, asked)
}

/// The lots that were drawn by hand, a field for each entry.
fn lots(s: Speech, event: &Event, asked: &RuleForm<'_>) -> Html {
    let what = if event.plan().is_divided() {
        s.both(
            "What each drew: the group (`B` or `2`), with the place in it where one was drawn (`B3`)",
            "各人所抽：组别（`B` 或 `2`），如有组内签号一并写出（`B3`）",
        )
    } else {
        s.both("What each drew: the place", "各人所抽的签号")
    };
    html! {
        fieldset {
            legend { (what) }
            @for entry in event.entries() {
                @let field = lot_field(entry.id);
                label for={ "rule-" (field) } { (s.name(event.name(entry.id))) }
                input id={ "rule-" (field) } name=(field) value=((asked.typed)(&field)) maxlength="12" autocomplete="off";
            }
        }
    }
}

/// The hash of a document, which may be left out.
fn document(s: Speech, asked: &RuleForm<'_>) -> Html {
    html! {
        label for="rule-document" { (s.both("SHA-256 of the document handed in with it, if any", "所附材料的 SHA-256（如有）")) }
        input id="rule-document" name="document" value=((asked.typed)("document")) maxlength="64" autocomplete="off"
            aria-invalid=[invalid(asked.troubles, "document")];
    }
}

/// A game: those that were played or are due are offered.
fn game(s: Speech, event: &Event, asked: &RuleForm<'_>, is_needed: bool) -> Html {
    let typed = (asked.typed)("game");
    if let Some(id) = typed.parse().ok().filter(|id| sides_of(event, *id).is_some()) {
        let kind = asked.kind.name;
        return html! {
            p { (game_named(s, event, id)) " · " a href={ "?kind=" (kind) } { (s.both("another game", "换一局")) } }
            input type="hidden" name="game" value=(typed);
        };
    }
    let played = event.games().iter().rev().map(|game| (game.id, [game.first, game.second]));
    let state = event.state();
    let due = state.due().map(|due| (due.id, [due.first, due.second]));
    html! {
    label for="rule-game" {
        @if is_needed {
            (s.both("Game, by its name in the tables", "对局编号（见各表）"))
        } @else {
            (s.both("Game, by its name in the tables; without one it is about the schedule", "对局编号（见各表）；不填则针对赛程"))
        }
    }
    input id="rule-game" name="game" list="games-there" value=(typed) maxlength="60" aria-invalid=[invalid(asked.troubles, "game")]
        autocomplete="off" required=[is_needed.then_some("")];
    datalist id="games-there" {
        @for (id, [first, second]) in played.chain(due).take(OFFERED) {
            option value=(id) { (event.name(first)) " – " (event.name(second)) }
        }
    }
        }
}

/// A choice of one: the value and what is shown of each.
pub(super) fn choice<V: AsRef<str>>(
    name: &str,
    title: &Html,
    all: impl IntoIterator<Item = (V, Html)>,
    asked: &RuleForm<'_>,
) -> Html {
    let typed = (asked.typed)(name);
    let usual = asked.kind.by.contains(&Role::Organiser).then_some(Role::Organiser.name());
    let chosen = usual.filter(|_| typed.is_empty() && name == "by").unwrap_or(&typed);
    html! {
        label for={ "rule-" (name) } { (title) }
        select id={ "rule-" (name) } name=(name) required="" {
            @for (value, shown) in all {
                option value=(value.as_ref()) selected=[(value.as_ref() == chosen).then_some("")] { (shown) }
            }
        }
    }
}

/// A choice of any number: the name and what is shown of each.
pub(super) fn checks<N: AsRef<str>>(
    title: &Html,
    all: impl IntoIterator<Item = (N, Html)>,
    asked: &RuleForm<'_>,
) -> Html {
    html! {
        fieldset {
            legend { (title) }
            @for (name, shown) in all {
                @let name = name.as_ref();
                label {
                    input type="checkbox" name=(name) value="on" checked=[((asked.typed)(name) == "on").then_some("")];
                    " " span { (shown) }
                }
            }
        }
    }
}

pub(super) fn line(name: &str, title: &Html, asked: &RuleForm<'_>, most: usize) -> Html {
    html! {
        label for={ "rule-" (name) } { (title) }
        input id={ "rule-" (name) } name=(name) value=((asked.typed)(name)) maxlength=(most) autocomplete="off" required="";
    }
}
