//! The results sheet (成绩单): places and prizes, to print and to sign.

use crate::event::computed_event::ComputedEvent;
use crate::event::speech::{Speech, heading};
use crate::event::typed_table::{Cell, Column, Said, Stands, TypedTable};
use crate::html::Html;
use leitai_core::{Words, sentence};
use leitai_hall::People;
use leitai_tournament::awards::{Awards, Notice, Prize, Teacher, teachers};
use leitai_tournament::{EntryId, RankedEntry, Sentence};

impl ComputedEvent<'_> {
    /// The results sheet as the body of a page.
    pub fn results_sheet(&self) -> Html {
        let file = self.view.file;
        let about = [file.date.as_deref(), file.place.as_deref()].into_iter().flatten();
        let about = about.map(|text| html! { (text) }).chain([self.speech.words(file.game.facts().name)]);
        let awards = self.awards();
        let most = |[first, second, third]: [u32; 3]| {
            self.speech.said(&sentence!(
                "At most {first} first, {second} second and {third} third prizes.",
                "一等奖至多 {first} 个，二等奖至多 {second} 个，三等奖至多 {third} 个。"
            ))
        };
        let table = self.results_table(awards.as_ref());
        html! {
            h1 { (self.view.history.begun.name) }
            p { (Html::joined(about, &html! { " · " })) }
            @if !self.state.is_over() {
                p class="warn" { (self.both("The event is not over.", "赛事尚未结束。")) }
            }
            @if let Some(awards) = &awards {
                p { strong { (self.validity()) } }
                p { (most(awards.most)) }
            }
            (table.html(self.speech, "places", &Sentence::new("results", "成绩")))
            @if let Some(awards) = &awards {
                (self.speech.list(&awards.withheld))
                (self.teachers(awards))
            }
            (self.signatures())
        }
    }

    pub(crate) fn results_table(&self, awards: Option<&Awards>) -> TypedTable {
        let column = |id: &'static str, en, zh| Column::new(id, Words::new(en, zh));
        let shown = |is_used: bool| if is_used { Stands::Everywhere } else { Stands::InData };
        let named = self.view.file.people.iter().any(|people| !people.members.is_empty());
        let titled = self.ranking.iter().any(|place| place.title.is_some());
        let mixed = self.ranking.iter().any(|place| place.reached.is_some());
        let columns = vec![
            column("place", "rank", "名次").blank("–"),
            column("name", "name", "名称").names_row(),
            column("members", "members", "成员").stands(shown(named)),
            column("teachers", "teachers", "指导教师").stands(Stands::InData),
            column("class", "class", "班级").stands(Stands::InData),
            column("reached", "reached", "所至").said(Said::InChinese).stands(shown(mixed)),
            column("title", "title", "称号").said(Said::InChinese).stands(shown(titled)),
            column("points", "points", "积分"),
            column("completed", "completed", "完成").said(Said::InChinese).blank("–"),
            column("prize", "prize", "奖项").said(Said::InChinese).stands(shown(awards.is_some())),
            column("why", "why", "理由").said(Said::InChinese).stands(Stands::InData),
        ];
        let row = |place: &RankedEntry| {
            let entry = &self.event.entries()[place.entry.index()];
            let People { members, teachers } = self.people(place.entry);
            let award =
                awards.iter().flat_map(|awards| &awards.list).find(|award| award.entry == place.entry);
            let completed = self.state.completed(place.entry);
            vec![
                Cell::some(place.place, Cell::number),
                self.entry(place.entry),
                Cell::Text(members.join(" ")),
                Cell::Text(teachers.join(" ")),
                Cell::some(entry.class.clone(), Cell::Text),
                self.reached(place),
                Cell::some(place.title.clone(), Cell::Said),
                Cell::some(place.points, Cell::number),
                Cell::some(completed, |yes| {
                    Cell::Said(if yes { Sentence::new("yes", "是") } else { Sentence::new("no", "否") })
                }),
                Cell::some(award, |award| Cell::Said(award.prize.words())),
                Cell::Said(place.why.clone()),
            ]
        };
        TypedTable::new("results", columns, self.ranking.iter().map(row).collect())
    }

    fn people(&self, entry: EntryId) -> People {
        self.view.file.people.get(entry.index()).cloned().unwrap_or_default()
    }

    /// Whether the award list is final: its notice period runs from the end of the last game.
    fn validity(&self) -> Html {
        let (Some(prizes), Some(published)) = (&self.view.file.prizes, self.ended()) else {
            return Html::default();
        };
        let notice = Notice { published, period: prizes.notice_ms };
        if notice.is_over(self.view.now) {
            return self.both("Award list, final.", "获奖名单，已生效。");
        }
        let until = self.with_zone(self.view.zone.at(notice.until()).said());
        let said = sentence!(
            "Award list, provisional until {until}.",
            "获奖名单（公示至 {until}，期满无异议后生效）。"; until
        );
        self.speech.said(&said)
    }

    /// Teachers of the teams with a first or second prize.
    fn teachers(&self, awards: &Awards) -> Html {
        let people: Vec<_> = self.event.entries().iter().map(|entry| self.people(entry.id)).collect();
        let of = |entry: EntryId| people[entry.index()].teachers.iter().map(String::as_str).collect();
        let honoured = teachers(awards, Prize::Second, of);
        if honoured.is_empty() {
            return Html::default();
        }
        let teams = |teacher: &Teacher| {
            Html::joined(teacher.teams.iter().map(|(team, _)| self.name(*team)), &html! { ", " })
        };
        let level = if self.speech == Speech::Both { 3 } else { 2 };
        html! {
            (heading(level, &self.both("Excellent teachers", "优秀指导教师")))
            ul {
                @for teacher in &honoured { li { (self.speech.name(&teacher.name)) " (" (teams(teacher)) ")" } }
            }
        }
    }

    fn signatures(&self) -> Html {
        let lines = [
            Words::new("chief referee", "裁判长"),
            Words::new("arbitration panel", "仲裁组"),
            Words::new("organiser", "组委会"),
            Words::new("date", "日期"),
        ];
        html! { div class="sign" { @for words in lines { div { (self.speech.words(words)) } } } }
    }
}
