//! Decisions in words.

use super::{Decision, Finding, Role, of_the_day};
use crate::{EntryId, Sentence};
use leitai_core::sentence;

impl Role {
    /// Every role.
    pub const ALL: [Role; 6] = [
        Role::Leader,
        Role::Captain,
        Role::Referee,
        Role::ChiefReferee,
        Role::ArbitrationPanel,
        Role::Organiser,
    ];

    /// Its name on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Role::Leader => "leader",
            Role::Captain => "captain",
            Role::Referee => "referee",
            Role::ChiefReferee => "chief-referee",
            Role::ArbitrationPanel => "arbitration-panel",
            Role::Organiser => "organiser",
        }
    }

    /// Its name.
    pub fn words(self) -> Sentence {
        match self {
            Role::Leader => Sentence::new("leader", "领队"),
            Role::Captain => Sentence::new("captain", "队长"),
            Role::Referee => Sentence::new("referee", "裁判"),
            Role::ChiefReferee => Sentence::new("chief referee", "裁判长"),
            Role::ArbitrationPanel => Sentence::new("arbitration panel", "仲裁组"),
            Role::Organiser => Sentence::new("organiser", "组委会"),
        }
    }

    /// Several roles in words.
    pub fn listed(roles: &[Role]) -> Sentence {
        let words = roles.iter().map(|role| role.words());
        words.reduce(|all, one| sentence!("{all}, {one}", "{all}、{one}"; all, one)).unwrap_or_default()
    }
}

impl std::str::FromStr for Role {
    type Err = ();
    fn from_str(text: &str) -> Result<Role, ()> {
        Role::ALL.into_iter().find(|role| role.name() == text).ok_or(())
    }
}

impl Decision {
    /// The decision without its reason: "Alpha withdraws with leave".
    pub fn words<'n>(&self, name: impl Fn(EntryId) -> &'n str) -> Sentence {
        let list = |entries: &[EntryId], gap: &str| {
            entries.iter().map(|entry| name(*entry)).collect::<Vec<_>>().join(gap)
        };
        match self {
            Decision::Withdraw { entry, leave } => {
                let who = name(*entry);
                if *leave {
                    sentence!("{who} withdraws, with the chief referee's permission", "{who}经裁判长允许退赛")
                } else {
                    sentence!(
                        "{who} withdraws without permission, and is barred next year",
                        "{who}擅自退赛，下一年度不得参赛"
                    )
                }
            }
            Decision::Disqualify { entries } => {
                let names: Vec<String> = entries.iter().map(|entry| name(*entry).to_owned()).collect();
                sentence!("disqualified: {names}", "取消参赛资格：{names}"; names)
            }
            Decision::Absent { entry } => {
                let who = name(*entry);
                sentence!("{who} did not show up in time, and is out", "{who}迟到，取消本项比赛")
            }
            Decision::Excuse { entry } => {
                let who = name(*entry);
                sentence!("the delay of {who} is excused", "准许{who}延误")
            }
            Decision::Forfeit { game, by } => Sentence::new(
                format!("{game} is forfeited by {}", list(by, " and ")),
                format!("{game}判{}弃权", list(by, "、")),
            ),
            Decision::Meddling { game, by } => {
                let who = name(*by);
                sentence!("{who} tampered with its program in {game}", "{game}中{who}干预程序运行")
            }
            Decision::Override { game, finding } => finding.words(&game.to_string(), name),
            Decision::Question { game } => {
                sentence!("{game} is in doubt, and waits", "{game}存疑，待裁定")
            }
            Decision::Replay { game, consent } => sentence!(
                "{game} is played again, with the consent of {consent}",
                "{game}重赛，经{consent}同意"
            ),
            Decision::Uphold { game } => {
                sentence!("{game} counts as recorded", "{game}维持原成绩")
            }
            Decision::Confirm { game, by } => {
                let who = name(*by);
                sentence!("{who} confirms the result of {game}", "{who}确认{game}的成绩")
            }
            Decision::Enter { name, .. } => {
                sentence!("{name} enters the event", "{name}加入赛事")
            }
            Decision::Submit { entry, accepted, .. } => {
                let who = name(*entry);
                if *accepted {
                    sentence!("{who} submits a new program", "{who}提交新程序")
                } else {
                    sentence!(
                        "{who} submits a program that is not accepted; the current one stays",
                        "{who}提交的程序未通过，当前程序不变"
                    )
                }
            }
            Decision::Close => Sentence::new("submissions are closed", "提交截止"),
            Decision::Revoke { ruling } => {
                sentence!("ruling {ruling} is taken back", "撤销第{ruling}号裁决")
            }
            _ => of_the_day::words(self, name),
        }
    }
}

impl Finding {
    fn words<'n>(self, game: &str, name: impl Fn(EntryId) -> &'n str) -> Sentence {
        match self {
            Finding::Won(entry) => {
                let who = name(entry);
                sentence!("{game} is awarded to {who}", "{game}改判{who}胜")
            }
            Finding::Drawn => sentence!("{game} is ruled a draw", "{game}改判和棋"),
            Finding::Nobody => {
                sentence!("{game} is lost by both", "{game}改判双方均负")
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Lang;

    #[test]
    fn a_role_is_read_as_it_is_named() {
        for role in Role::ALL {
            assert_eq!(role.name().parse(), Ok(role));
            assert_eq!(serde_json::to_value(role).expect("a text"), role.name());
        }
        assert_eq!("judge".parse::<Role>(), Err(()));
    }

    #[test]
    fn decisions_are_told_with_names() {
        let game: crate::GameId = "0.0.e0-e1.g0".parse().expect("a game");
        let names = ["甲队", "乙队"];
        let name = |entry: EntryId| names[entry.index()];
        let told = |decision: Decision| {
            let words = decision.words(name);
            (words.to(Lang::En).to_owned(), words.to(Lang::Zh).to_owned())
        };
        let pair = |en: &str, zh: &str| (en.to_owned(), zh.to_owned());
        let won = Decision::Override { game, finding: Finding::Won(EntryId(1)) };
        assert_eq!(told(won), pair("0.0.e0-e1.g0 is awarded to 乙队", "0.0.e0-e1.g0改判乙队胜"));
        let both = Decision::Forfeit { game, by: vec![EntryId(0), EntryId(1)] };
        assert_eq!(
            told(both),
            pair("0.0.e0-e1.g0 is forfeited by 甲队 and 乙队", "0.0.e0-e1.g0判甲队、乙队弃权")
        );
        let barred = told(Decision::Withdraw { entry: EntryId(0), leave: false });
        assert_eq!(
            barred,
            pair(
                "甲队 withdraws without permission, and is barred next year",
                "甲队擅自退赛，下一年度不得参赛"
            )
        );
    }
}
