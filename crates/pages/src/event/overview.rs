//! What the event is, how it is planned, and how far its stages have come.

use crate::event::computed_event::ComputedEvent;
use crate::event::limits::{level, limits};
use crate::event::speech::{Speech, heading};
use crate::html::Html;
use leitai_core::{COMMON_OPTIONS, sentence};
use leitai_tournament::{Format, Section, Sentence};
use std::collections::BTreeSet;

impl ComputedEvent<'_> {
    /// The stages as drawn: lots, places, brackets, cross-tables, and in a file also the pairings, which pages show
    /// in a [part](crate::event::PARTS) of their own.
    pub fn stages(&self) -> Html {
        html! {
            @for (number, stage) in (0u16..).zip(self.state.stages()) {
                (heading(self.level(), &self.speech.said(&self.event.plan().stages[usize::from(number)].name)))
                (self.lots(&stage.lots))
                @for section in &stage.sections { (self.section(section, stage.sections.len() == 1)) }
            }
        }
    }

    /// The level of a stage's heading: on a page the stages are below the heading of their part.
    fn level(&self) -> u8 {
        if self.speech == Speech::Both { 2 } else { 3 }
    }

    fn section(&self, section: &Section, is_one: bool) -> Html {
        let (below, is_file) = (self.level() + 1, self.speech == Speech::Both);
        let rounds = if is_one && !is_file { below } else { below + 1 };
        // The places of an only section are those of the event, which have a part of their own.
        let has_places = is_file || !is_one || self.event.plan().stages.len() > 1;
        let places = || self.state.places(section.stage, section.number);
        html! {
            @if !is_one { (heading(below, &self.speech.said(&section.name))) }
            (self.lots(&section.lots))
            @if has_places { (self.places(&places(), &self.full_name(section))) }
            (self.picture(section, rounds))
            (self.speech.list(section.note.as_slice()))
            @if is_file { (self.pairings(section)) }
        }
    }

    /// The lots that were drawn; on a page they are folded.
    fn lots(&self, lots: &[Sentence]) -> Html {
        let list = self.speech.list(lots);
        if list.is_empty() { list } else { self.aside("the lots that were drawn", "抽签结果", list) }
    }

    /// Content that pages show on demand, and files always.
    fn aside(&self, en: &str, zh: &str, inside: Html) -> Html {
        match self.speech {
            Speech::Both => inside,
            Speech::Only(_) => html! { details { summary { (self.both(en, zh)) } (inside) } },
        }
    }

    fn picture(&self, section: &Section, level: u8) -> Html {
        match self.event.plan().stages[usize::from(section.stage)].format {
            Format::KnockOut { .. } => self.bracket(section, level),
            _ if self.is_crossed(section) => self.cross_table(section),
            _ => Html::default(),
        }
    }

    /// Whether everyone meets everyone in the section.
    pub(crate) fn is_crossed(&self, section: &Section) -> bool {
        let plan = &self.event.plan().stages[usize::from(section.stage)];
        !matches!(plan.format, Format::KnockOut { .. } | Format::Swiss { .. })
    }

    /// The facts of the event: state, date and place, clock, seed.
    pub fn facts(&self) -> Html {
        let file = self.view.file;
        let mut facts: Vec<(Html, Html)> = Vec::new();
        let mut fact = |en: &str, zh: &str, value: Html| facts.push((self.both(en, zh), value));
        let how = if self.state.is_over() {
            self.both("over", "已结束")
        } else {
            let warning = self.both("in progress; standings may change", "尚未结束，名次可能变动");
            html! { span class="warn" { (warning) } }
        };
        fact("state", "状态", how);
        if let Some(date) = &file.date {
            fact("date", "日期", html! { (date) });
        }
        if let Some(place) = &file.place {
            fact("place", "地点", html! { (place) });
        }
        let times =
            [self.view.began, self.ended()].into_iter().flatten().map(|at| self.view.zone.at(at).said());
        let times = times.reduce(|from, to| sentence!("{from} – {to}", "{from} – {to}"; from, to));
        let times = times.map(|times| self.with_zone(times)).unwrap_or_default();
        fact("played", "时间", self.speech.said(&times));
        fact("game", "棋种", self.speech.words(file.game.facts().name));
        fact("options", "规则选项", self.options());
        fact("clock", "时限", self.clocks());
        fact("sandbox", "沙箱", self.sandbox());
        if self.speech == Speech::Both {
            facts.extend(self.seed());
            return list(&facts);
        }
        html! {
            (list(&facts))
            (self.aside("verify the draw", "复验抽签", list(&self.seed())))
        }
    }

    /// The seed of the lots. While the event runs only its commitment is shown: anyone who knew the seed could
    /// compute every lot to come and the choices of built-in players, and play to exploit them.
    fn seed(&self) -> [(Html, Html); 3] {
        let seed = self.event.seed();
        let text = if self.state.is_over() {
            html! { code { (seed.text()) } }
        } else {
            self.both("shown when the event is over", "赛事结束后公布")
        };
        [
            (self.both("seed of all lots", "抽签种子"), text),
            (self.both("SHA-256 of the seed", "种子的 SHA-256"), html! { code { (seed.commitment()) } }),
            (
                self.both("to draw a lot again", "复验抽签"),
                self.both(
                    "for each name of the lot: printf %s 'SEED|LABEL|NAME' | sha256sum; sorted, the smallest comes first",
                    "对每个名字执行 printf %s '种子|签号|名字' | sha256sum，排序后最小者为先",
                ),
            ),
        ]
    }

    fn clocks(&self) -> Html {
        let stages = &self.event.plan().stages;
        let times: BTreeSet<_> = stages.iter().map(|stage| stage.side_ms).collect();
        if times.len() == 1 {
            return self.clock(stages[0].side_ms);
        }
        lines(stages.iter().map(|stage| {
            html! { (self.speech.said(&stage.name)) ": " (self.clock(stage.side_ms)) }
        }))
    }

    /// The clock: in words on a page, in event-file syntax in a file.
    fn clock(&self, side_ms: u64) -> Html {
        let clock = self.view.file.clock_of(side_ms);
        match (self.speech, limits(clock)) {
            (Speech::Only(_), Some(said)) => self.speech.said(&said),
            _ => html! { (clock.to_string()) },
        }
    }

    /// The sandbox levels of the games played, as recorded.
    fn sandbox(&self) -> Html {
        let levels: BTreeSet<_> = self.view.history.details.values().map(|how| how.sandbox).collect();
        lines(levels.into_iter().rev().map(|found| self.speech.said(&level(found))))
    }

    /// The rule options that were chosen, in words.
    fn options(&self) -> Html {
        let begun = &self.view.history.begun;
        let specs = || begun.game.facts().options.iter().chain(COMMON_OPTIONS);
        let said = begun.options.iter().map(|(name, value)| {
            let spec = specs().find(|spec| spec.name == name);
            // Options unknown to this version are shown as written.
            let as_written = || Sentence::quoted(format!("{name}={value}"));
            self.speech.said(&spec.and_then(|spec| spec.said(value)).unwrap_or_else(as_written))
        });
        lines(said)
    }

    /// The plan: what is played when, and how long it can take.
    pub fn plan(&self) -> Html {
        let plan = self.event.plan();
        let length = plan.length(self.event.entries());
        let stages = plan.stages.iter().zip(&length.stages).map(|(stage, long)| {
            html! {
                h3 { (self.speech.said(&stage.name)) }
                (self.speech.list(&stage.words()))
                p class="faded" { (self.speech.said(&long.words())) }
            }
        });
        html! {
            p class=[(length.fits() == Some(false)).then_some("warn")] { (self.speech.said(&length.words())) }
            @if self.speech == Speech::Both {
                @for stage in stages { (stage) }
            } @else {
                div class="stages" { @for stage in stages { div { (stage) } } }
            }
        }
    }

    /// The games that people are likely to ask about; empty if there are none.
    pub fn faults(&self) -> Html {
        let marked = || self.games.iter().filter(|(_, both)| both.is_marked());
        if marked().next().is_none() {
            return Html::default();
        }
        let table = self.games_table(marked().map(|(id, both)| (*id, both)));
        let caption = Sentence::new("faults, forfeits and disturbed games", "违规、弃权与受扰对局");
        table.html(self.speech, "faults", &caption)
    }
}

/// Lines below each other; a dash if there are none.
fn lines(lines: impl Iterator<Item = Html>) -> Html {
    let lines = Html::joined(lines, &html! { br; });
    if lines.is_empty() {
        html! { "–" }
    } else {
        lines
    }
}

/// A list of terms and their values.
fn list(facts: &[(Html, Html)]) -> Html {
    html! { dl { @for (name, value) in facts { dt { (name) } dd { (value) } } } }
}
