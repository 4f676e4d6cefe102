//! The first page: what the event is, how it stands, and everything that was drawn, played and decided.

use crate::html::{both, escape, list, said, table, words};
use crate::shell::page;
use crate::told::{Told, heading};
use leitai_core::{Noun, sentence};
use leitai_tournament::{Format, StagePlan};
use std::collections::BTreeSet;
use std::fmt::Write as _;

impl Told<'_> {
    pub(crate) fn index(&self) -> String {
        let mut body = format!("<h1>{}</h1>\n", escape(&self.report.history.begun.name));
        body.push_str(&self.facts());
        body.push_str(&files());
        body.push_str(&heading(2, "Standings", "名次"));
        body.push_str(&self.places(&self.ranking));
        body.push_str(&self.plan());
        for (number, stage) in (0u16..).zip(self.state.stages()) {
            let plan = &self.event.plan().stages[usize::from(number)];
            let _ = writeln!(body, "<h2>{}</h2>", said(&plan.name));
            body.push_str(&list(&stage.lots));
            for section in &stage.sections {
                if stage.sections.len() > 1 {
                    let _ = writeln!(body, "<h3>{}</h3>", said(&section.name));
                }
                body.push_str(&list(&section.lots));
                body.push_str(&self.places(&self.state.places(number, section.number)));
                body.push_str(&self.picture(plan, section));
                body.push_str(&list(section.note.as_slice()));
                body.push_str(&self.pairings(section));
            }
        }
        body.push_str(&self.ratings());
        body.push_str(&self.rulings());
        body.push_str(&self.faults());
        body.push_str(&self.all_games());
        page(&self.report.history.begun.name, self.report.lang, "event", "", &body)
    }

    fn picture(&self, plan: &StagePlan, section: &leitai_tournament::Section) -> String {
        match plan.format {
            Format::KnockOut { .. } => self.bracket(section),
            Format::Swiss { .. } => String::new(),
            _ => self.cross_table(section),
        }
    }

    fn facts(&self) -> String {
        let (file, history) = (self.report.file, self.report.history);
        let mut facts: Vec<(String, String)> = Vec::new();
        let mut fact = |en: &str, zh: &str, value: String| facts.push((both(en, zh), value));
        let how = if self.state.is_over() {
            both("over", "已结束")
        } else {
            format!(
                "<span class=\"warn\">{}</span>",
                both("not over: what stands here may change", "尚未结束，名次可能变动")
            )
        };
        fact("state", "状态", how);
        if let Some(date) = &file.date {
            fact("date", "日期", escape(date));
        }
        if let Some(place) = &file.place {
            fact("place", "地点", escape(place));
        }
        let times = [self.report.began, self.ended()].into_iter().flatten().map(self.report.time);
        fact("played", "时间", escape(&times.collect::<Vec<_>>().join(" – ")));
        fact("game", "棋种", words(file.game.facts().name));
        let options = history.begun.options.iter().map(|(name, value)| format!("{name}={value}"));
        let options = options.collect::<Vec<_>>().join(" ");
        fact("options", "规则选项", if options.is_empty() { "–".to_owned() } else { escape(&options) });
        fact("clock", "时限", self.clocks());
        fact("sandbox", "沙箱", self.sandbox());
        let seed = self.event.seed();
        fact("seed of all lots", "抽签种子", format!("<code>{}</code>", escape(seed.text())));
        fact("SHA-256 of the seed", "种子的 SHA-256", format!("<code>{}</code>", seed.commitment()));
        fact(
            "to draw a lot again",
            "复验抽签",
            both(
                "for each name of the lot: printf %s 'SEED|LABEL|NAME' | sha256sum; sorted, the smallest comes first",
                "对签中每个名字执行 printf %s '种子|签名|名字' | sha256sum，排序后最小者为先",
            ),
        );
        let mut text = String::from("<dl>\n");
        for (name, value) in facts {
            let _ = writeln!(text, "<dt>{name}</dt><dd>{value}</dd>");
        }
        text + "</dl>\n"
    }

    fn clocks(&self) -> String {
        let stages = &self.event.plan().stages;
        let times: BTreeSet<_> = stages.iter().map(|stage| stage.side_ms).collect();
        if times.len() == 1 {
            return escape(&self.report.file.clock_of(stages[0].side_ms).to_string());
        }
        let each = stages.iter().map(|stage| {
            format!(
                "{}: {}",
                said(&stage.name),
                escape(&self.report.file.clock_of(stage.side_ms).to_string())
            )
        });
        each.collect::<Vec<_>>().join("<br>")
    }

    /// The level of every game that was played, as its record has it.
    fn sandbox(&self) -> String {
        let levels: BTreeSet<_> =
            self.report.history.details.values().map(|how| how.sandbox.name()).collect();
        if levels.is_empty() {
            "–".to_owned()
        } else {
            escape(&levels.into_iter().collect::<Vec<_>>().join(", "))
        }
    }

    fn plan(&self) -> String {
        let plan = self.event.plan();
        let length = plan.length(self.event.entries());
        let mut text = heading(2, "Plan", "赛程");
        let fits = if length.fits() == Some(false) { " class=\"warn\"" } else { "" };
        let _ = writeln!(text, "<p{fits}>{}</p>", said(&length.words()));
        for (stage, long) in plan.stages.iter().zip(&length.stages) {
            let _ = writeln!(text, "<h3>{}</h3>", said(&stage.name));
            text.push_str(&list(&stage.words()));
            let (entrants, games) = (Noun::ENTRIES.of(long.entrants), Noun::GAMES.of(long.games));
            let mut most = sentence!(
                "at most {entrants}, {games}", "至多 {entrants} 个参赛者、{games} 局"; entrants, games
            );
            if let Some(minutes) = long.longest_ms.map(|ms| ms.div_ceil(60_000)) {
                most = most.then(&sentence!(", {minutes} min", "、{minutes} 分钟"));
            }
            let _ = writeln!(text, "<p class=\"faded\">{}</p>", said(&most));
        }
        text
    }

    fn faults(&self) -> String {
        let marked: Vec<_> = self.games.iter().filter(|(_, both)| both.is_marked()).collect();
        if marked.is_empty() {
            return String::new();
        }
        let mut text = heading(2, "Faults, forfeits and disturbed games", "违规、弃权与受扰对局");
        let rows: Vec<_> = marked.iter().map(|(id, both)| self.row(**id, both)).collect();
        text.push_str(&table("games", &crate::games::heads(), &rows));
        text
    }
}

/// What lies beside this page.
fn files() -> String {
    format!(
        "<p><a href=\"results.html\">{}</a> · <a href=\"results.csv\">results.csv</a> · <a href=\"games.csv\">games.csv</a></p>\n",
        both("results sheet to print", "成绩单（打印）")
    )
}
