//! What the event is, how it is planned, and how far its stages have come.

use crate::event::html::{Speech, escape};
use crate::event::limits::{level, limits};
use crate::event::told::Told;
use leitai_core::COMMON_OPTIONS;
use leitai_tournament::{Format, Section, Sentence, StagePlan};
use std::collections::BTreeSet;
use std::fmt::Write as _;

impl Told<'_> {
    /// The stages as drawn: lots, places, brackets, cross-tables, and in a file also the pairings, which pages show
    /// in a [part](crate::event::PARTS) of their own.
    pub fn stages(&self) -> String {
        // On a page the stages are below the heading of their part.
        let (level, is_file) = if self.speech == Speech::Both { (2, true) } else { (3, false) };
        let mut body = String::new();
        for (number, stage) in (0u16..).zip(self.state.stages()) {
            let plan = &self.event.plan().stages[usize::from(number)];
            let _ = writeln!(body, "<h{level}>{}</h{level}>", self.speech.said(&plan.name));
            body.push_str(&self.lots(&stage.lots));
            let is_one = stage.sections.len() == 1;
            for section in &stage.sections {
                let below = level + 1;
                if !is_one {
                    let _ = writeln!(body, "<h{below}>{}</h{below}>", self.speech.said(&section.name));
                }
                body.push_str(&self.lots(&section.lots));
                // The places of an only section are those of the event, which have a part of their own.
                if is_file || !is_one || self.event.plan().stages.len() > 1 {
                    let places = self.state.places(number, section.number);
                    body.push_str(&self.places(&places, &self.full_name(section)));
                }
                let rounds = if is_one && !is_file { below } else { level + 2 };
                body.push_str(&self.picture(plan, section, rounds));
                body.push_str(&self.speech.list(section.note.as_slice()));
                if is_file {
                    body.push_str(&self.pairings(section));
                }
            }
        }
        body
    }

    /// The lots that were drawn; on a page they are folded.
    fn lots(&self, lots: &[Sentence]) -> String {
        let list = self.speech.list(lots);
        if list.is_empty() { list } else { self.aside("the lots that were drawn", "抽签结果", &list) }
    }

    /// Content that pages show on demand, and files always.
    fn aside(&self, en: &str, zh: &str, inside: &str) -> String {
        match self.speech {
            Speech::Both => inside.to_owned(),
            Speech::Only(_) => {
                format!("<details><summary>{}</summary>\n{inside}</details>\n", self.both(en, zh))
            }
        }
    }

    fn picture(&self, plan: &StagePlan, section: &Section, level: u8) -> String {
        match plan.format {
            Format::KnockOut { .. } => self.bracket(section, level),
            _ if self.is_crossed(section) => self.cross_table(section),
            _ => String::new(),
        }
    }

    /// Whether everyone meets everyone in the section.
    pub(crate) fn is_crossed(&self, section: &Section) -> bool {
        let plan = &self.event.plan().stages[usize::from(section.stage)];
        !matches!(plan.format, Format::KnockOut { .. } | Format::Swiss { .. })
    }

    /// The facts of the event: state, date and place, clock, seed.
    pub fn facts(&self) -> String {
        let file = self.view.file;
        let mut facts: Vec<(String, String)> = Vec::new();
        let mut fact = |en: &str, zh: &str, value: String| facts.push((self.both(en, zh), value));
        let how = if self.state.is_over() {
            self.both("over", "已结束")
        } else {
            format!(
                "<span class=\"warn\">{}</span>",
                self.both("not over: what stands here may change", "尚未结束，名次可能变动")
            )
        };
        fact("state", "状态", how);
        if let Some(date) = &file.date {
            fact("date", "日期", escape(date));
        }
        if let Some(place) = &file.place {
            fact("place", "地点", escape(place));
        }
        let times = [self.view.began, self.ended()].into_iter().flatten().map(self.view.time);
        fact("played", "时间", escape(&times.collect::<Vec<_>>().join(" – ")));
        fact("game", "棋种", self.speech.words(file.game.facts().name));
        fact("options", "规则选项", self.options());
        fact("clock", "时限", self.clocks());
        fact("sandbox", "沙箱", self.sandbox());
        let mut lots = self.seed();
        if self.speech == Speech::Both {
            facts.append(&mut lots);
            return list(&facts);
        }
        list(&facts) + &self.aside("how to draw the lots again", "如何复验抽签", &list(&lots))
    }

    /// The seed of the lots. While the event runs only its commitment is shown: anyone who knew the seed could
    /// compute every lot to come and the choices of built-in players, and play to exploit them.
    fn seed(&self) -> Vec<(String, String)> {
        let seed = self.event.seed();
        let text = if self.state.is_over() {
            format!("<code>{}</code>", escape(seed.text()))
        } else {
            self.both("shown when the event is over", "赛事结束后公布")
        };
        vec![
            (self.both("seed of all lots", "抽签种子"), text),
            (self.both("SHA-256 of the seed", "种子的 SHA-256"), format!("<code>{}</code>", seed.commitment())),
            (
                self.both("to draw a lot again", "复验抽签"),
                self.both(
                    "for each name of the lot: printf %s 'SEED|LABEL|NAME' | sha256sum; sorted, the smallest comes first",
                    "对签中每个名字执行 printf %s '种子|签名|名字' | sha256sum，排序后最小者为先",
                ),
            ),
        ]
    }

    fn clocks(&self) -> String {
        let stages = &self.event.plan().stages;
        let times: BTreeSet<_> = stages.iter().map(|stage| stage.side_ms).collect();
        if times.len() == 1 {
            return self.clock(stages[0].side_ms);
        }
        let each = stages
            .iter()
            .map(|stage| format!("{}: {}", self.speech.said(&stage.name), self.clock(stage.side_ms)));
        each.collect::<Vec<_>>().join("<br>")
    }

    /// The clock: in words on a page, in event-file syntax in a file.
    fn clock(&self, side_ms: u64) -> String {
        let clock = self.view.file.clock_of(side_ms);
        match (self.speech, limits(clock)) {
            (Speech::Only(_), Some(said)) => self.speech.said(&said),
            _ => escape(&clock.to_string()),
        }
    }

    /// The sandbox levels of the games played, as recorded.
    fn sandbox(&self) -> String {
        let levels: BTreeSet<_> = self.view.history.details.values().map(|how| how.sandbox).collect();
        self.lines(levels.into_iter().rev().map(level))
    }

    /// The rule options that were chosen, in words.
    fn options(&self) -> String {
        let begun = &self.view.history.begun;
        let specs = || begun.game.facts().options.iter().chain(COMMON_OPTIONS);
        let said = begun.options.iter().map(|(name, value)| {
            let spec = specs().find(|spec| spec.name == name);
            // Options unknown to this version are shown as written.
            let as_written = || Sentence::quoted(format!("{name}={value}"));
            spec.and_then(|spec| spec.said(value)).unwrap_or_else(as_written)
        });
        self.lines(said)
    }

    /// Sentences below each other; a dash if there are none.
    fn lines(&self, said: impl Iterator<Item = Sentence>) -> String {
        let said: Vec<_> = said.map(|said| self.speech.said(&said)).collect();
        if said.is_empty() { "–".to_owned() } else { said.join("<br>") }
    }

    /// The plan: what is played when, and how long it can take.
    pub fn plan(&self) -> String {
        let plan = self.event.plan();
        let length = plan.length(self.event.entries());
        let mut text = String::new();
        let fits = if length.fits() == Some(false) { " class=\"warn\"" } else { "" };
        let _ = writeln!(text, "<p{fits}>{}</p>", self.speech.said(&length.words()));
        let is_page = self.speech != Speech::Both;
        text.push_str(if is_page { "<div class=\"stages\">\n" } else { "" });
        for (stage, long) in plan.stages.iter().zip(&length.stages) {
            text.push_str(if is_page { "<div>\n" } else { "" });
            let _ = writeln!(text, "<h3>{}</h3>", self.speech.said(&stage.name));
            text.push_str(&self.speech.list(&stage.words()));
            let _ = writeln!(text, "<p class=\"faded\">{}</p>", self.speech.said(&long.words()));
            text.push_str(if is_page { "</div>\n" } else { "" });
        }
        text + if is_page { "</div>\n" } else { "" }
    }

    /// The games that people are likely to ask about; empty if there are none.
    pub fn faults(&self) -> String {
        let marked = || self.games.iter().filter(|(_, both)| both.is_marked());
        if marked().next().is_none() {
            return String::new();
        }
        let table = self.games_table(marked().map(|(id, both)| (*id, both)));
        let caption = Sentence::new("faults, forfeits and disturbed games", "违规、弃权与受扰对局");
        table.html(self.speech, "faults", &caption)
    }
}

/// A list of terms and their values.
fn list(facts: &[(String, String)]) -> String {
    let mut text = String::from("<dl>\n");
    for (name, value) in facts {
        let _ = writeln!(text, "<dt>{name}</dt><dd>{value}</dd>");
    }
    text + "</dl>\n"
}
