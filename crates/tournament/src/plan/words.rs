//! Plans in words.

use super::{Bracket, Entrants, Format, Plan, Sections, StagePlan};
use crate::{MatchPlan, ScoredUnit, Sentence};
use leitai_core::{Noun, sentence};

impl Plan {
    /// The form of the event in a few words, stage by stage: "round robin in groups, then double round robin".
    pub fn form(&self) -> Sentence {
        let forms = self.stages.iter().map(StagePlan::form);
        let both =
            |before: Sentence, then| sentence!("{before}, then {then}", "{before}，然后{then}"; before, then);
        forms.reduce(both).unwrap_or_default()
    }
}

impl StagePlan {
    /// The rules of the stage, each part a sentence: who plays, who meets whom, the games of a match, the scoring,
    /// the tie-breaks.
    pub fn words(&self) -> Vec<Sentence> {
        let mut words = vec![self.entrants.words()];
        words.extend(self.sections.words());
        words.push(self.format.words());
        match &self.format {
            Format::KnockOut { rounds, .. } => words.extend(rounds_words(rounds)),
            _ => words.push(self.games.words()),
        }
        if !matches!(self.format, Format::KnockOut { .. }) {
            words.push(self.scoring_words());
            words.push(self.tie_words());
        }
        words
    }

    /// Its format, and how it is divided.
    fn form(&self) -> Sentence {
        let format = match (&self.format, self.games) {
            (Format::RoundRobin, MatchPlan::Games(2)) => Sentence::new("double round robin", "双循环赛"),
            (Format::RoundRobin, _) => Sentence::new("round robin", "循环赛"),
            (Format::Ladder, _) => Sentence::new("ladder", "天梯"),
            (Format::Gauntlet { .. }, _) => Sentence::new("gauntlet", "守擂赛"),
            (Format::KnockOut { .. }, _) => Sentence::new("knock-out", "淘汰赛"),
            (Format::Swiss { .. }, _) => Sentence::new("Swiss system", "瑞士制"),
        };
        match self.sections {
            Sections::One => format,
            Sections::Groups { .. } => sentence!("{format} in groups", "分组{format}"; format),
            Sections::Classes => sentence!("{format} in each class", "各班{format}"; format),
        }
    }

    fn scoring_words(&self) -> Sentence {
        let scoring = &self.scoring;
        let (win, draw, loss) = (scoring.win, scoring.draw, scoring.loss);
        let (en, zh) = match scoring.per {
            ScoredUnit::Games => ("a game", "每局"),
            ScoredUnit::Matches => ("a match", "每场"),
        };
        sentence!(
            "{en} won is worth {win}, drawn {draw}, lost {loss}",
            "{zh}胜 {win} 分、和 {draw} 分、负 {loss} 分"
        )
    }

    fn tie_words(&self) -> Sentence {
        if self.tie_breaks.is_empty() {
            return Sentence::new("entries with equal points share a rank", "同分者名次并列");
        }
        let names = |lang, gap| {
            let words: Vec<_> = self.tie_breaks.iter().map(|by| by.words().to(lang).to_owned()).collect();
            words.join(gap)
        };
        Sentence::new(
            format!("equal points are parted by {}", names(crate::Lang::En, ", then ")),
            format!("同分依次比较：{}", names(crate::Lang::Zh, "、")),
        )
    }
}

impl Entrants {
    fn words(self) -> Sentence {
        match self {
            Entrants::All => Sentence::new("everyone plays", "全体参赛"),
            Entrants::Best(best) => sentence!(
                "the best {best} of each section of the previous stage advance; nothing is carried over",
                "上一阶段每组前 {best} 名晋级，成绩不带入"
            ),
            Entrants::ChampionsAndSeconds { total } => sentence!(
                "the champions of the previous stage and the best runners-up, {total} in all",
                "上一阶段各组冠军与成绩最好的亚军，共 {total} 个"
            ),
        }
    }
}

impl Sections {
    fn words(self) -> Option<Sentence> {
        match self {
            Sections::One => None,
            Sections::Groups { of } => Some(sentence!(
                "in groups of at most {of} by lot, seeds kept apart",
                "抽签分组，每组至多 {of} 个，种子分开"
            )),
            Sections::Classes => Some(Sentence::new("each class separately", "按班分别进行")),
        }
    }
}

impl Format {
    fn words(&self) -> Sentence {
        match self {
            Format::RoundRobin => Sentence::new("everyone meets everyone", "循环赛，两两相遇"),
            Format::Ladder => Sentence::new(
                "everyone's current program meets everyone else's; a new submission replays all its matches",
                "天梯：各人的当前程序两两相遇，提交新程序后全部重赛",
            ),
            Format::Gauntlet { champions } => sentence!(
                "the first {champions} meet all the others",
                "守擂赛：前 {champions} 个迎战其余全部"
            ),
            Format::KnockOut { bracket: Bracket::Seeds, .. } => Sentence::new(
                "knock-out by seeds; the best seeds have a bye where places are empty",
                "淘汰赛，按种子排签，空位由高号种子轮空",
            ),
            Format::KnockOut { bracket: Bracket::Halves, .. } => Sentence::new(
                "knock-out by lot; winner and runner-up of one section are in opposite halves",
                "淘汰赛，抽签排位，同组冠亚军分在不同半区",
            ),
            Format::Swiss { rounds: Some(rounds) } => sentence!(
                "Swiss system of {rounds}; nobody meets anybody twice", "瑞士制 {rounds} 轮，不重复对阵";
                rounds = Noun::ROUNDS.of(rounds)
            ),
            Format::Swiss { rounds: None } => Sentence::new(
                "Swiss system of as many rounds as fit; nobody meets anybody twice",
                "瑞士制，轮数视时间而定，不重复对阵",
            ),
        }
    }
}

/// The matches of a knock-out, the final first; the last one also applies to all rounds before it.
fn rounds_words(rounds: &[crate::MatchPlan]) -> Vec<Sentence> {
    let last = rounds.len().saturating_sub(1);
    let named = |(left, plan): (usize, &crate::MatchPlan)| {
        let words = plan.words();
        let (en, zh) = match left {
            _ if last == 0 => ("every round".to_owned(), "各轮".to_owned()),
            _ if left == last => ("before".to_owned(), "此前各轮".to_owned()),
            0 => ("final".to_owned(), "决赛".to_owned()),
            1 => ("semifinals".to_owned(), "半决赛".to_owned()),
            left => (format!("the {left} rounds before the final"), format!("决赛前第 {left} 轮")),
        };
        Sentence::new(
            format!("{en}: {}", words.to(crate::Lang::En)),
            format!("{zh}：{}", words.to(crate::Lang::Zh)),
        )
    };
    rounds.iter().enumerate().map(named).collect()
}

#[cfg(test)]
mod tests {
    use crate::{Lang, Plan};

    fn said(plan: &Plan, stage: usize, lang: Lang) -> Vec<String> {
        plan.stages[stage].words().iter().map(|words| words.to(lang).to_owned()).collect()
    }

    #[test]
    fn the_form_is_said_in_a_few_words() {
        let school = Plan::school(8, Plan::SCHOOL_SIDE_MS, Plan::SCHOOL_MATCH);
        for (plan, en, zh) in [
            (school, "double round robin in groups, then double round robin", "分组双循环赛，然后双循环赛"),
            (Plan::course(32), "knock-out in each class, then knock-out", "各班淘汰赛，然后淘汰赛"),
            (Plan::judge(2), "ladder", "天梯"),
        ] {
            assert_eq!([Lang::En, Lang::Zh].map(|lang| plan.form().to(lang).to_owned()), [en, zh]);
        }
    }

    #[test]
    fn the_presets_say_their_rules() {
        let school = said(&Plan::school(8, Plan::SCHOOL_SIDE_MS, Plan::SCHOOL_MATCH), 1, Lang::En);
        assert!(school[0].starts_with("the best 2 of each section"), "{school:?}");
        assert!(school.iter().any(|words| words == "a game won is worth 2, drawn 1, lost 0"), "{school:?}");
        let judge = said(&Plan::judge(2), 0, Lang::Zh);
        assert!(judge.contains(&"同分者名次并列".to_owned()), "{judge:?}");
        let course = said(&Plan::course(32), 1, Lang::Zh);
        assert!(course.iter().any(|words| words.starts_with("决赛：5局3胜")), "{course:?}");
        assert!(course.iter().any(|words| words.starts_with("此前各轮：1局1胜")), "{course:?}");
    }
}
