//! A ruling: the fields it needs, and what it would change.

use super::form::{button, form, framed, messages, speech};
use crate::Reader;
use crate::event::{Speech, escape};
use leitai_core::{Sentence, Words};
use leitai_tournament::{
    ChangedPairing, ChangedPlace, Consequences, Entry, EntryId, Event, RankedEntry, Role,
};
use std::fmt::Write as _;

/// The fields that a kind of ruling needs, besides who rules and why.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RuleFields {
    /// None.
    Nothing,
    /// An entry.
    Entry,
    /// An entry, and whether the chief referee gives leave.
    Leave,
    /// Entries.
    Entries,
    /// A game.
    Game,
    /// A game, and one or both of its sides.
    Sides,
    /// A game, and one of its sides.
    Side,
    /// A game, and its result as ruled.
    Result,
    /// A game, and who consented.
    Consent,
    /// An earlier ruling.
    Ruling,
}

/// A ruling as filled in so far.
pub struct RuleForm<'a> {
    /// Its kind in addresses.
    pub kind: &'static str,
    /// What it does.
    pub words: Words,
    /// The fields it needs.
    pub fields: RuleFields,
    /// The text typed into the field of a name; empty if none was.
    pub typed: &'a dyn Fn(&str) -> String,
}

/// What a ruling would change.
#[derive(Clone, Copy)]
pub struct Foreseen<'a> {
    /// The event after the ruling.
    pub after: &'a Event,
    /// The differences.
    pub effect: &'a Consequences,
    /// A mark that identifies what was shown.
    pub mark: &'a str,
}

/// A ruling about an event.
pub struct RuleView<'a> {
    /// The event's address.
    pub id: &'a str,
    /// Its name.
    pub name: &'a str,
    /// The event in its current state; `None` if it has not begun.
    pub event: Option<&'a Event>,
    /// The token of its form.
    pub token: &'a str,
    /// The ruling; `None` if no kind is chosen.
    pub form: Option<RuleForm<'a>>,
    /// The available kinds.
    pub kinds: &'a [(&'static str, Words)],
    /// What the ruling would change, if that was asked for.
    pub foreseen: Option<Foreseen<'a>>,
    /// Why the ruling failed.
    pub trouble: Option<&'a Sentence>,
}

/// How many games a list offers; any other is typed by its name.
const OFFERED: usize = 400;

/// `/organise/ID/rule`.
pub fn rule(reader: &Reader<'_>, view: &RuleView<'_>) -> String {
    let s = speech(reader);
    let title = s.both("Ruling", "裁决");
    let mut body = format!("<h1>{title}</h1>\n{}", messages(reader, view.trouble, None));
    let _ = writeln!(body, "<p><a href=\"/organise/{}\">{}</a></p>", escape(view.id), s.name(view.name));
    match (view.event, &view.form) {
        (None, _) => {
            let not_yet = s.both("This event has not begun.", "这项赛事尚未开始。");
            let _ = writeln!(body, "<p class=\"soft\">{not_yet}</p>");
        }
        (Some(_), None) => {
            body += "<ul>\n";
            for (kind, words) in view.kinds {
                let (id, words) = (escape(view.id), escape(words.to(reader.lang)));
                let _ = writeln!(body, "<li><a href=\"/organise/{id}/rule?kind={kind}\">{words}</a></li>");
            }
            body += "</ul>\n";
        }
        (Some(event), Some(asked)) => {
            let _ = writeln!(body, "<p>{}</p>", escape(asked.words.to(reader.lang)));
            if let Some(foreseen) = &view.foreseen {
                body += &effect(reader, event, foreseen);
            }
            body += &fields(reader, view, event, asked);
        }
    }
    framed(reader, &title, &body)
}

fn fields(reader: &Reader<'_>, view: &RuleView<'_>, event: &Event, asked: &RuleForm<'_>) -> String {
    let s = speech(reader);
    let mut html = form(&format!("/organise/{}/rule", view.id), view.token);
    let _ = writeln!(html, "<input type=\"hidden\" name=\"kind\" value=\"{}\">", asked.kind);
    if let Some(Foreseen { mark, .. }) = view.foreseen {
        let _ = writeln!(html, "<input type=\"hidden\" name=\"shown\" value=\"{}\">", escape(mark));
        html += &button("do", "rule", &s.both("Make the ruling", "作出裁决"));
    }
    html += &match asked.fields {
        RuleFields::Nothing => String::new(),
        RuleFields::Entry => entry(s, event, asked),
        RuleFields::Leave => {
            let leave = s.both(
                "with the chief referee's permission; without it the entry is barred next year",
                "经裁判长允许；否则下一年度不得参赛",
            );
            entry(s, event, asked) + &checks(&s.both("Permission", "许可"), [("leave", leave)], asked)
        }
        RuleFields::Entries => {
            let all =
                event.entries().iter().map(|entry| (entry.id.to_string(), s.name(event.name(entry.id))));
            let all: Vec<_> = all.collect();
            let all = all.iter().map(|(id, name)| (id.as_str(), name.clone()));
            checks(&s.both("Entries", "参赛者"), all, asked)
        }
        RuleFields::Game => game(s, event, asked),
        RuleFields::Sides => {
            let sides = [("first", s.both("First", "先手")), ("second", s.both("Second", "后手"))];
            game(s, event, asked) + &checks(&s.both("By whom", "弃权方"), sides, asked)
        }
        RuleFields::Side => {
            let sides = [("first", s.both("First", "先手")), ("second", s.both("Second", "后手"))];
            game(s, event, asked) + &choice("side", &s.both("Which side", "哪一方"), &sides, asked)
        }
        RuleFields::Result => {
            let results = [
                ("first", s.both("First won", "先手胜")),
                ("second", s.both("Second won", "后手胜")),
                ("draw", s.both("drawn", "和棋")),
                ("nobody", s.both("lost by both", "双方均负")),
            ];
            game(s, event, asked) + &choice("result", &s.both("Result", "结果"), &results, asked)
        }
        RuleFields::Consent => {
            game(s, event, asked) + &line("consent", &s.both("Who consented", "同意者"), asked, 200)
        }
        RuleFields::Ruling => {
            let all = event.rulings().iter().enumerate().rev().take(OFFERED).map(|(number, ruling)| {
                let words = event.words(&ruling.decision);
                (number.to_string(), format!("{number}: {}", words.to(reader.lang)))
            });
            let all: Vec<_> = all.collect();
            let all: Vec<_> = all.iter().map(|(number, text)| (number.as_str(), escape(text))).collect();
            choice("ruling", &s.both("Which ruling", "哪项裁决"), &all, asked)
        }
    };
    let roles = Role::ALL.map(|role| (role.name(), s.said(&role.words())));
    html += &choice("by", &s.both("In whose name", "以何名义"), &roles, asked);
    html += &line("reason", &s.both("Reason; it is kept and public", "理由（将保存并公开）"), asked, 400);
    let undoes = view.foreseen.is_some_and(|foreseen| !foreseen.effect.undone.is_empty());
    if undoes || (asked.typed)("again") == "on" {
        let again = s.both(
            "replay the games that no longer count, with the new pairings",
            "不再计入的对局由新的对阵双方重赛",
        );
        html += &checks(&s.both("Games that were played", "已赛对局"), [("again", again)], asked);
    }
    let class = if view.foreseen.is_some() { "quiet" } else { "do" };
    html + &button(class, "look", &s.both("See what it changes", "查看影响")) + "</form>\n"
}

fn entry(s: Speech, event: &Event, asked: &RuleForm<'_>) -> String {
    let shown = |entry: &Entry| (entry.id.to_string(), escape(event.name(entry.id)));
    let all: Vec<_> = event.entries().iter().map(shown).collect();
    let all: Vec<_> = all.iter().map(|(id, name)| (id.as_str(), name.clone())).collect();
    choice("entry", &s.both("Entry", "参赛者"), &all, asked)
}

/// A game: those that were played or are due are offered.
fn game(s: Speech, event: &Event, asked: &RuleForm<'_>) -> String {
    let title = s.both("Game, by its name in the tables", "对局编号（见各表）");
    let typed = escape(&(asked.typed)("game"));
    let mut html = format!(
        "<label for=\"rule-game\">{title}</label>\n<input id=\"rule-game\" name=\"game\" list=\"games-there\" value=\"{typed}\" maxlength=\"60\" autocomplete=\"off\" required=\"\">\n<datalist id=\"games-there\">"
    );
    let played = event.games().iter().rev().map(|game| (game.id, [game.first, game.second]));
    let state = event.state();
    let due = state.due().map(|due| (due.id, [due.first, due.second]));
    for (id, [first, second]) in played.chain(due).take(OFFERED) {
        let met = format!("{} – {}", event.name(first), event.name(second));
        let _ = write!(html, "<option value=\"{id}\">{}</option>", escape(&met));
    }
    html + "</datalist>\n"
}

/// A choice of one; `all` has HTML to show for each value.
fn choice(name: &str, title: &str, all: &[(&str, String)], asked: &RuleForm<'_>) -> String {
    let typed = (asked.typed)(name);
    let chosen = if typed.is_empty() && name == "by" { Role::Organiser.name() } else { &typed };
    let mut html = format!(
        "<label for=\"rule-{name}\">{title}</label>\n<select id=\"rule-{name}\" name=\"{name}\" required=\"\">"
    );
    for (value, shown) in all {
        let chosen = if *value == chosen { " selected=\"\"" } else { "" };
        let _ = write!(html, "<option value=\"{}\"{chosen}>{shown}</option>", escape(value));
    }
    html + "</select>\n"
}

/// A choice of any number; `all` has HTML to show for each value.
fn checks<'a>(title: &str, all: impl IntoIterator<Item = (&'a str, String)>, asked: &RuleForm<'_>) -> String {
    let mut html = format!("<fieldset><legend>{title}</legend>\n");
    for (name, shown) in all {
        let checked = if (asked.typed)(name) == "on" { " checked=\"\"" } else { "" };
        let _ = writeln!(
            html,
            "<label><input type=\"checkbox\" name=\"{name}\" value=\"on\"{checked}> <span>{shown}</span></label>"
        );
    }
    html + "</fieldset>\n"
}

fn line(name: &str, title: &str, asked: &RuleForm<'_>, most: usize) -> String {
    let typed = escape(&(asked.typed)(name));
    format!(
        "<label for=\"rule-{name}\">{title}</label>\n<input id=\"rule-{name}\" name=\"{name}\" value=\"{typed}\" maxlength=\"{most}\" autocomplete=\"off\" required=\"\">\n"
    )
}

/// What the ruling changes, for the organiser who decides.
fn effect(reader: &Reader<'_>, before: &Event, foreseen: &Foreseen<'_>) -> String {
    let (s, after) = (speech(reader), foreseen.after);
    let mut html = String::from("<div class=\"done\" role=\"status\">");
    if let Some(ruling) = after.rulings().last() {
        let words = after.words(&ruling.decision);
        let _ = write!(html, "<p><b>{}</b></p>", s.said(&words));
    }
    let Consequences { pairings, undone, places } = foreseen.effect;
    let met = |event: &Event, [a, b]: [EntryId; 2]| {
        format!("{} – {}", s.name(event.name(a)), s.name(event.name(b)))
    };
    for ChangedPairing { id, was, is } in pairings {
        let now = is.map_or_else(|| s.both("open", "待定"), |sides| met(after, sides));
        let _ = write!(html, "<p>{id}: {} → {now}</p>", met(before, *was));
    }
    if !undone.is_empty() {
        let games = undone.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ");
        let _ = write!(
            html,
            "<p>{}: {games}</p>",
            s.both("These games would no longer count", "以下对局将不再计入")
        );
    }
    if places.is_empty() {
        let _ = writeln!(html, "<p>{}</p></div>", s.both("No place changes.", "名次不变。"));
        return html;
    }
    html += "</div>\n";
    let caption = Sentence::new("Places that change", "变动的名次");
    let [name, then, now] =
        [s.both("entry", "参赛者"), s.both("before", "裁决前"), s.both("after", "裁决后")];
    let mut table = format!(
        "<table><caption>{}</caption><thead><tr><th scope=\"col\">{name}</th><th scope=\"col\" class=\"n\">{then}</th><th scope=\"col\" class=\"n\">{now}</th></tr></thead><tbody>\n",
        s.said(&caption)
    );
    for ChangedPlace { was, is } in places {
        let then = was.as_ref().map_or("–".to_owned(), RankedEntry::figures);
        let _ = writeln!(
            table,
            "<tr><th scope=\"row\">{}</th><td class=\"n\">{then}</td><td class=\"n\">{}</td></tr>",
            s.name(after.name(is.entry)),
            is.figures()
        );
    }
    html + &s.wide(&caption, &(table + "</tbody></table>"))
}
