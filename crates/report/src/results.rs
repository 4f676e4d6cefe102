//! The results sheet (成绩单): places and prizes, to print and to sign.

use crate::csv::csv;
use crate::html::{both, escape, list, said, table};
use crate::shell::page;
use crate::told::{Told, heading};
use leitai_tournament::Lang;
use leitai_tournament::awards::{Awards, Notice, Prize, teachers};
use std::fmt::Write as _;

impl Told<'_> {
    pub(crate) fn results_sheet(&self) -> String {
        let (file, name) = (self.report.file, &self.report.history.begun.name);
        let mut body = format!("<h1>{}</h1>\n", escape(name));
        let about = [file.date.as_deref(), file.place.as_deref()].into_iter().flatten().map(escape);
        let about: Vec<_> = about.chain([crate::html::words(file.game.facts().name)]).collect();
        let _ = writeln!(body, "<p>{}</p>", about.join(" · "));
        if !self.state.is_over() {
            let _ =
                writeln!(body, "<p class=\"warn\">{}</p>", both("The event is not over.", "赛事尚未结束。"));
        }
        let awards = self.awards();
        if let Some(awards) = &awards {
            let _ = writeln!(body, "<p><strong>{}</strong></p>", self.validity());
            let [first, second, third] = awards.most;
            let _ = writeln!(
                body,
                "<p>{}</p>",
                both(
                    &format!("At most {first} first, {second} second and {third} third prizes."),
                    &format!("一等奖至多 {first} 个，二等奖至多 {second} 个，三等奖至多 {third} 个。"),
                )
            );
        }
        body.push_str(&self.sheet(awards.as_ref()));
        if let Some(awards) = &awards {
            body.push_str(&list(&awards.withheld));
            body.push_str(&self.teachers(awards));
        }
        body.push_str(&signatures());
        page(name, self.report.lang, "sheet", "", &body)
    }

    fn sheet(&self, awards: Option<&Awards>) -> String {
        let named = self.report.file.people.iter().any(|people| !people.members.is_empty());
        let mut heads = vec![both("place", "名次"), both("name", "名称")];
        heads.extend(named.then(|| both("members", "成员")));
        heads.extend([both("title", "称号"), both("points", "积分"), both("completed", "完成")]);
        heads.extend(awards.map(|_| both("prize", "奖项")));
        let row = |place: &leitai_tournament::RankedEntry| {
            let prize = awards.map(|awards| awards.list.iter().find(|award| award.entry == place.entry));
            let mut row =
                vec![place.place.map_or("–".to_owned(), |rank| rank.to_string()), self.name(place.entry)];
            row.extend(named.then(|| escape(&self.people(place.entry).members.join(" "))));
            row.extend([
                place.title.as_ref().map_or(String::new(), said),
                place.points.map_or(String::new(), |points| points.to_string()),
                match self.state.completed(place.entry) {
                    Some(true) => both("yes", "是"),
                    Some(false) => both("no", "否"),
                    None => "–".to_owned(),
                },
            ]);
            row.extend(prize.map(|prize| prize.map_or(String::new(), |award| said(&award.prize.words()))));
            row
        };
        table("places", &heads, &self.ranking.iter().map(row).collect::<Vec<_>>())
    }

    fn people(&self, entry: leitai_tournament::EntryId) -> leitai_hall::People {
        self.report.file.people.get(entry.index()).cloned().unwrap_or_default()
    }

    /// Whether the award list holds: its notice period runs from the last game's end.
    fn validity(&self) -> String {
        let (Some(prizes), Some(published)) = (&self.report.file.prizes, self.ended()) else {
            return String::new();
        };
        let notice = Notice { published, period: prizes.notice_ms };
        if notice.is_over(self.report.now) {
            return both("Award list, final.", "获奖名单，已生效。");
        }
        let until = (self.report.time)(notice.until());
        both(
            &format!("Award list, provisional until {until}."),
            &format!("获奖名单（公示至 {until}，期满无异议后生效）。"),
        )
    }

    /// Teachers of the teams with a first or second prize.
    fn teachers(&self, awards: &Awards) -> String {
        let people: Vec<_> = self.event.entries().iter().map(|entry| self.people(entry.id)).collect();
        let of = |entry: leitai_tournament::EntryId| {
            people[entry.index()].teachers.iter().map(String::as_str).collect()
        };
        let honoured = teachers(awards, Prize::Second, of);
        if honoured.is_empty() {
            return String::new();
        }
        let item = |teacher: &leitai_tournament::awards::Teacher| {
            let teams: Vec<_> = teacher.teams.iter().map(|(team, _)| self.name(*team)).collect();
            format!("<li>{} ({})</li>\n", escape(&teacher.name), teams.join(", "))
        };
        let items: String = honoured.iter().map(item).collect();
        format!("{}<ul>\n{items}</ul>\n", heading(3, "Excellent teachers", "优秀指导教师"))
    }

    pub(crate) fn results_csv(&self) -> String {
        let awards = self.awards();
        let heads = [
            "place 名次",
            "name 名称",
            "members 成员",
            "teachers 指导教师",
            "class 班级",
            "title 称号",
            "points 积分",
            "completed 完成",
            "prize 奖项",
            "why 理由",
        ];
        let head = heads.map(str::to_owned).to_vec();
        let rows = self.ranking.iter().map(|place| {
            let entry = &self.event.entries()[place.entry.index()];
            let people = self.people(place.entry);
            let award =
                awards.iter().flat_map(|awards| &awards.list).find(|award| award.entry == place.entry);
            let zh = |sentence: &leitai_tournament::Sentence| sentence.to(Lang::Zh).to_owned();
            vec![
                place.place.map_or(String::new(), |rank| rank.to_string()),
                entry.name.clone(),
                people.members.join(" "),
                people.teachers.join(" "),
                entry.class.clone().unwrap_or_default(),
                place.title.as_ref().map_or(String::new(), zh),
                place.points.map_or(String::new(), |points| points.to_string()),
                self.state
                    .completed(place.entry)
                    .map_or(String::new(), |yes| if yes { "是" } else { "否" }.to_owned()),
                award.map_or(String::new(), |award| zh(&award.prize.words())),
                zh(&place.why),
            ]
        });
        csv(std::iter::once(head).chain(rows))
    }
}

fn signatures() -> String {
    let lines = [
        ("chief referee", "裁判长"),
        ("arbitration panel", "仲裁组"),
        ("organiser", "组委会"),
        ("date", "日期"),
    ];
    let lines: String = lines.map(|(en, zh)| format!("<div>{}</div>\n", both(en, zh))).concat();
    format!("<div class=\"sign\">\n{lines}</div>\n")
}
