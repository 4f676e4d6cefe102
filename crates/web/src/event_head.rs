//! The head of an event's page, and where its reader stands.

use crate::site_event::SiteEvent;
use leitai_core::{Sentence, sentence};
use leitai_hall::{History, Zone};
use leitai_pages::{EventCard, EventHead, Html, Reader, Stand, event_head};
use leitai_store::Person;

impl SiteEvent {
    /// The head of its page, and how that looks where its address is shared; `card` is its row in a list of events.
    pub(crate) fn head(&self, reader: &Reader<'_>, card: &EventCard, history: &History) -> [Html; 2] {
        let (until, part) = (self.until(card.stand, history, reader.zone), self.taking_part(card.stand));
        let head = EventHead {
            card,
            form: &history.begun.plan.form(),
            until: &until,
            part: &part,
            takes: self.takes_programs(),
        };
        [event_head(reader, &head), head.preview(reader)]
    }

    /// What comes next, or until when it goes on.
    fn until(&self, stand: Stand, history: &History, zone: &Zone) -> Sentence {
        let at = |ms: i64| zone.at(ms).said();
        if let Some(since) = self.published.frozen() {
            let since = at(since);
            return sentence!(
                "Frozen since {since}: what was played since then is shown when the board is revealed.",
                "{since} 起封榜：此后的成绩在揭榜时公布。"; since
            );
        }
        if stand == Stand::Over {
            let ended = history.details.values().map(|how| how.ended).max().map(at);
            return match ended {
                Some(ended) => {
                    sentence!("Its last game ended on {ended}.", "最后一局于 {ended} 结束。"; ended)
                }
                None => sentence!("Nothing more is played.", "不再有对局。"),
            };
        }
        let (file, event) = (self.file(), &history.event);
        if !file.takes_programs() || event.is_closed() {
            let stage = event.state().stages().len().checked_sub(1);
            let stage = stage.and_then(|at| Some(event.plan().stages.get(at)?.name.clone()));
            let is_ladder = file.takes_programs() && !file.begins_closed();
            return match (stage, stand) {
                (_, Stand::Paused) => {
                    sentence!("No game begins until an organiser resumes it.", "由组织者恢复后继续开局。")
                }
                _ if is_ladder => sentence!(
                    "Submissions are closed; ranks are final once the last games are played.",
                    "提交已截止，最后的对局结束后名次生效。"
                ),
                (Some(stage), _) => {
                    sentence!("Games of this stage: {stage}.", "本阶段对局：{stage}。"; stage)
                }
                (None, _) => sentence!("The draw.", "抽签。"),
            };
        }
        let opens =
            file.submit.opens.as_ref().filter(|_| stand == Stand::Ahead).map(|opens| opens.said_in(zone));
        let closes = file.submit.closes.as_ref().map(|closes| closes.said_in(zone));
        match (opens, closes) {
            (Some(opens), Some(closes)) => sentence!(
                "Submissions open {opens} and close {closes}.", "{opens} 开放提交，{closes} 截止。"; opens, closes
            ),
            (Some(opens), None) => sentence!("Submissions open {opens}.", "{opens} 开放提交。"; opens),
            (None, Some(closes)) if file.begins_closed() => sentence!(
                "Submissions close {closes}; then the games begin.", "{closes} 截止提交，随后开赛。"; closes
            ),
            (None, Some(closes)) => sentence!("Submissions close {closes}.", "{closes} 截止提交。"; closes),
            (None, None) => {
                sentence!(
                    "Submissions stay open until the organiser closes them.",
                    "由组织者截止提交，此前随时可交。"
                )
            }
        }
    }

    /// How to take part.
    fn taking_part(&self, stand: Stand) -> Sentence {
        let file = self.file();
        if stand == Stand::Over {
            return sentence!(
                "It is over; its results and games stay here.",
                "赛事已结束，成绩与对局保留在本页。"
            );
        }
        if !file.takes_programs() {
            return sentence!(
                "The organiser enters the programs; everybody can watch.",
                "参赛程序由组织者录入，人人可以观看。"
            );
        }
        if file.begins_closed() {
            return sentence!(
                "Whoever is on the organiser's list signs in and submits a program; for a team its captain does.",
                "名单上的参赛者登录后提交程序；队伍由队长提交。"
            );
        }
        sentence!(
            "Sign in and submit a program; your first submission enters you.",
            "登录后提交程序，首次提交即报名参赛。"
        )
    }

    /// Where a person stands, as the public may know; `None` before it has begun.
    pub(crate) fn place_of(&self, person: &Person) -> Option<Sentence> {
        self.public(|history| {
            let Some(entry) = leitai_hall::Entrant::of(Some(&history.event), person).entry else {
                return sentence!("You do not take part yet.", "您尚未参赛。");
            };
            let ranking = history.event.state().ranking();
            let (all, ranked) = (ranking.len(), ranking.iter().find(|ranked| ranked.entry == entry.id));
            let name = Sentence::quoted(history.event.name(entry.id));
            // Before the first game all are level.
            let ranked = ranked.filter(|_| !history.event.games().is_empty());
            match ranked.map(|ranked| (ranked.place, ranked.points)) {
                Some((Some(place), Some(points))) => {
                    let points = Sentence::quoted(points.to_string());
                    sentence!(
                        "{name}: place {place} of {all}, points: {points}",
                        "{name}：第 {place} 名（共 {all} 名），积 {points} 分"; name, place, all, points
                    )
                }
                Some((Some(place), None)) => {
                    sentence!("{name}: place {place} of {all}", "{name}：第 {place} 名（共 {all} 名）"; name, place, all)
                }
                _ => sentence!("{name}: no place yet", "{name}：尚无名次"; name),
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use crate::course::tests::{course, of_team};
    use crate::own_notes::tests::played;
    use crate::people::tests::{Browser, Tried};
    use leitai_store::Role;

    /// The sentence about where somebody stands.
    fn place(browser: &mut Browser<'_>, event: &str) -> String {
        let me = browser.get(&format!("/me?event={event}"));
        assert_eq!(me.cached(), "no-store", "it is about one person");
        let me: serde_json::Value = serde_json::from_str(&me.text).expect("JSON");
        me["place"].as_str().unwrap_or_default().to_owned()
    }

    #[test]
    fn a_page_says_first_what_it_is_until_when_how_to_take_part_and_where_one_stands() {
        let tried = Tried::open();
        let course = course(&tried, "2999-10-22 24:00 +08:00");
        let mut captain = of_team(&tried, "2503", "飞鹰", Role::Captain);
        let (here, mut visitor) = (format!("/events/{}", course.id), tried.visitor());
        for (lang, said) in [
            (
                "en",
                [
                    "Tic-tac-toe: knock-out in each class, then knock-out",
                    "collecting programs",
                    "Submissions close 2999-10-22 24:00",
                    "for a team its captain does",
                ],
            ),
            (
                "zh",
                ["井字棋，各班淘汰赛，然后淘汰赛", "正在收集程序", "截止提交，随后开赛", "队伍由队长提交"],
            ),
        ] {
            let path = format!("{here}?lang={lang}");
            let page = visitor.get(&path).text;
            let (head, rest) = page.split_once("<nav class=\"parts\"").expect("the list of its parts");
            for said in said {
                assert!(head.contains(said), "{said}: {head}");
            }
            for below in ["submit", "mine", "submissions"] {
                assert!(head.contains(&format!("{here}/{below}\"")), "{below}: {head}");
            }
            for door in [
                &*format!("{here}/board"),
                &*format!("/projector/{}", course.id),
                "/ladders/tictactoe",
                "/docs/tictactoe",
            ] {
                assert!(rest.contains(&format!("href=\"{door}\"")), "{door}: {rest}");
            }
            assert_eq!(captain.get(&path).text, page, "the same bytes for everybody");
        }
        let part = visitor.get(&format!("{here}?part=head&lang=en")).text;
        assert!(
            part.starts_with("<dl class=\"facts\" data-part=\"head\">") && part.contains("captain"),
            "{part}"
        );
        assert_eq!(place(&mut captain, &course.id), "飞鹰：尚无名次");
        let mut teacher = tried.settled("t1", Role::Organiser);
        assert_eq!(place(&mut teacher, &course.id), "You do not take part yet.");
        assert_eq!(place(&mut teacher, "nowhere"), "");
    }

    #[test]
    fn who_played_is_told_the_place() {
        let tried = Tried::open();
        let (cup, _, names) = played(&tried, ["2501", "2502"]);
        let mut first = tried.settled(&names[0], Role::Student);
        let said = place(&mut first, &cup.id);
        assert!(said.starts_with(&format!("{}: place ", names[0])) && said.contains(" of 2"), "{said}");
    }
}
