//! Teams as lines of a table: one a team, as schools and the registry exchange them.

use super::deed::ContestDeed;
use super::fold::Contest;
use super::on_behalf::OnBehalf;
use super::team::{Member, Team, TeamForm};
use crate::Sentence;
use leitai_core::{GameName, Words, sentence};

/// A column of such a table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TeamColumn {
    /// The team's name.
    Name,
    /// The school.
    School,
    /// The college or class.
    College,
    /// The games, by id or name, divided by semicolons.
    Games,
    /// The leader.
    Leader,
    /// The members, the captain first: `NAME NUMBER CLASS`, divided by semicolons.
    Members,
    /// The teachers, divided by semicolons.
    Teachers,
    /// How its people are reached.
    Contact,
}

impl TeamColumn {
    /// All of them, in the order in which they are written.
    pub const ALL: [TeamColumn; 8] = [
        TeamColumn::Name,
        TeamColumn::School,
        TeamColumn::College,
        TeamColumn::Games,
        TeamColumn::Leader,
        TeamColumn::Members,
        TeamColumn::Teachers,
        TeamColumn::Contact,
    ];

    /// Its head in a file.
    pub const fn words(self) -> Words {
        match self {
            TeamColumn::Name => Words::new("team", "队名"),
            TeamColumn::School => Words::new("school", "学校"),
            TeamColumn::College => Words::new("college", "学院"),
            TeamColumn::Games => Words::new("games", "棋种"),
            TeamColumn::Leader => Words::new("leader", "领队"),
            TeamColumn::Members => Words::new("members", "队员"),
            TeamColumn::Teachers => Words::new("teachers", "指导教师"),
            TeamColumn::Contact => Words::new("contact", "联系方式"),
        }
    }

    /// The column with this head, in either language.
    pub fn of(head: &str) -> Option<TeamColumn> {
        let head = head.trim();
        let is_it =
            |column: &TeamColumn| head.eq_ignore_ascii_case(column.words().en) || head == column.words().zh;
        TeamColumn::ALL.into_iter().find(is_it)
    }

    /// What a team has in it.
    pub fn text(self, team: &Team) -> String {
        let form = &team.form;
        let joined = |all: &mut dyn Iterator<Item = String>| all.collect::<Vec<_>>().join("；");
        match self {
            TeamColumn::Name => form.name.clone(),
            TeamColumn::School => form.school.clone(),
            TeamColumn::College => form.college.clone(),
            TeamColumn::Games => joined(&mut form.games.iter().map(ToString::to_string)),
            TeamColumn::Leader => form.leader.clone(),
            TeamColumn::Members => joined(&mut form.members.iter().map(written)),
            TeamColumn::Teachers => joined(&mut form.teachers.iter().cloned()),
            TeamColumn::Contact => form.contact.clone(),
        }
    }
}

/// A member with number and class; `-` where there is a class but no number.
fn written(member: &Member) -> String {
    let number = match (member.number.as_str(), member.class.as_str()) {
        ("", "") => return member.name.clone(),
        ("", _) => "-",
        (number, _) => number,
    };
    format!("{} / {number} / {}", member.name, member.class).trim_end_matches([' ', '/']).to_owned()
}

/// `张三 / 2501 / 1班`, or the same with blanks where there is no slash.
fn member(text: &str) -> Member {
    let mut parts: Vec<&str> = text.split('/').map(str::trim).collect();
    if let [all] = parts.as_slice() {
        // A name may have blanks of its own: a number begins the rest.
        let words: Vec<&str> = all.split_whitespace().collect();
        let number = words.iter().position(|word| word.chars().any(|c| c.is_ascii_digit()));
        let Some(at) = number.filter(|at| *at > 0) else {
            return Member { name: (*all).to_owned(), ..Member::default() };
        };
        return Member {
            name: words[..at].join(" "),
            number: words[at].to_owned(),
            class: words[at + 1..].join(" "),
        };
    }
    parts.resize(3, "");
    let number = if parts[1] == "-" { "" } else { parts[1] };
    Member { name: parts[0].to_owned(), number: number.to_owned(), class: parts[2].to_owned() }
}

fn list(text: &str) -> impl Iterator<Item = &str> {
    text.split([';', '；', '、', '\n']).map(str::trim).filter(|part| !part.is_empty())
}

/// A line that cannot be taken.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WrongLine {
    /// Its number in the file, from 1.
    pub line: u64,
    /// What is wrong, and what to do.
    pub what: Sentence,
}

impl Contest {
    /// The forms of a table of teams, its head first, as they would be signed up one after the other; or every line that
    /// cannot be, so that nothing is taken. A line of a team that is there already, the same in everything, is left out.
    /// `game` finds a game's id by what people write.
    pub fn team_lines(
        &self,
        rows: &[(u64, Vec<String>)],
        game: &dyn Fn(&str) -> Option<GameName<'static>>,
    ) -> Result<Vec<TeamForm>, Vec<WrongLine>> {
        let Some(((first, heads), rows)) = rows.split_first() else {
            let what = sentence!("the file is empty", "文件为空");
            return Err(vec![WrongLine { line: 1, what }]);
        };
        let columns: Vec<_> = heads.iter().map(|head| TeamColumn::of(head)).collect();
        for needed in [TeamColumn::Name, TeamColumn::Games, TeamColumn::Members] {
            if !columns.contains(&Some(needed)) {
                let head = needed.words();
                let what = sentence!(
                    "the first line names the columns, and none of them is `{head}`",
                    "首行应为列名，其中没有“{head}”列";
                    head
                );
                return Err(vec![WrongLine { line: *first, what }]);
            }
        }
        let (mut after, mut forms, mut wrong) = (self.clone(), Vec::new(), Vec::new());
        for (line, cells) in rows {
            match form_of(&columns, cells, game).and_then(|form| self.as_kept(form)) {
                Ok(form) if self.teams().iter().any(|team| team.withdrawn.is_none() && team.form == form) => {
                }
                Ok(form) => {
                    let deed = ContestDeed::SignUp { form: form.clone(), account: None };
                    match after.take(0, OnBehalf::Staff, &deed) {
                        Ok(()) => forms.push(form),
                        Err(what) => wrong.push(WrongLine { line: *line, what }),
                    }
                }
                Err(what) => wrong.extend(what.into_iter().map(|what| WrongLine { line: *line, what })),
            }
        }
        if wrong.is_empty() { Ok(forms) } else { Err(wrong) }
    }

    fn as_kept(&self, form: TeamForm) -> Result<TeamForm, Vec<Sentence>> {
        let read = form.read(self.terms());
        read.map_err(|troubles| troubles.into_iter().map(|trouble| trouble.what).collect())
    }
}

fn form_of(
    columns: &[Option<TeamColumn>],
    cells: &[String],
    game: &dyn Fn(&str) -> Option<GameName<'static>>,
) -> Result<TeamForm, Vec<Sentence>> {
    let (mut form, mut wrong) = (TeamForm::default(), Vec::new());
    for (column, cell) in columns.iter().zip(cells) {
        let cell = cell.trim();
        match column {
            Some(TeamColumn::Name) => cell.clone_into(&mut form.name),
            Some(TeamColumn::School) => cell.clone_into(&mut form.school),
            Some(TeamColumn::College) => cell.clone_into(&mut form.college),
            Some(TeamColumn::Games) => {
                for typed in list(cell) {
                    match game(typed) {
                        Some(id) => {
                            form.games.insert(id);
                        }
                        None => {
                            wrong.push(sentence!("there is no game `{typed}` here", "没有棋种“{typed}”"));
                        }
                    }
                }
            }
            Some(TeamColumn::Leader) => cell.clone_into(&mut form.leader),
            Some(TeamColumn::Members) => form.members = list(cell).map(member).collect(),
            Some(TeamColumn::Teachers) => form.teachers = list(cell).map(str::to_owned).collect(),
            Some(TeamColumn::Contact) => cell.clone_into(&mut form.contact),
            None => {}
        }
    }
    if wrong.is_empty() { Ok(form) } else { Err(wrong) }
}

#[cfg(test)]
mod tests {
    use super::super::{ContestGame, ContestPreset, ContestTerms};
    use super::*;
    use leitai_core::Lang;

    fn contest() -> Contest {
        let games =
            ["gomoku", "hex"].map(|game| ContestGame { game: GameName::given(game), side_ms: 900_000 });
        Contest::new(ContestTerms::new("校内赛", ContestPreset::School, games.to_vec())).expect("terms")
    }

    fn rows(text: &str) -> Vec<(u64, Vec<String>)> {
        (1..).zip(text.lines().map(|line| line.split(',').map(str::to_owned).collect())).collect()
    }

    fn game(typed: &str) -> Option<GameName<'static>> {
        let known = [("gomoku", "五子棋"), ("hex", "海克斯")];
        known.iter().find(|(id, zh)| [*id, *zh].contains(&typed)).map(|(id, _)| GameName::given(id))
    }

    #[test]
    fn what_is_written_is_read_as_the_same() {
        let mut contest = contest();
        let text = "队名,学院,棋种,队员,指导教师,其他\n飞鹰,数据学院,五子棋；hex,张三 2501 1班；李 四,王老师,x\n飞龙,,gomoku,赵 / - / 2班,,";
        let forms = contest.team_lines(&rows(text), &game).expect("two teams");
        assert_eq!(forms[0].members[0].number, "2501");
        assert_eq!((forms[0].members[1].name.as_str(), forms[0].games.len()), ("李 四", 2));
        assert_eq!((forms[1].members[0].class.as_str(), forms[1].members[0].number.as_str()), ("2班", ""));
        for form in &forms {
            let deed = ContestDeed::SignUp { form: form.clone(), account: None };
            contest.take(0, OnBehalf::Staff, &deed).expect("signs up");
        }
        let line = |cell: &dyn Fn(TeamColumn) -> String| TeamColumn::ALL.map(cell).to_vec();
        let mut written = vec![(1, line(&|column| column.words().en.to_owned()))];
        for (at, team) in (2..).zip(contest.teams()) {
            written.push((at, line(&|column| column.text(team))));
        }
        let empty = Contest::new(contest.terms().clone()).expect("terms");
        assert_eq!(empty.team_lines(&written, &game).expect("the same"), forms);
        assert_eq!(contest.team_lines(&written, &game).expect("they are there"), []);
    }

    #[test]
    fn every_wrong_line_is_named_and_none_is_taken() {
        let contest = contest();
        let wrong = contest.team_lines(
            &rows("team,games,members\n甲,go,张\n乙,gomoku,张;李;王;赵\n丙,gomoku,孙\n丙,hex,周\n丁,hex,"),
            &game,
        );
        let said: Vec<_> = wrong
            .expect_err("four lines")
            .into_iter()
            .map(|wrong| (wrong.line, wrong.what.to(Lang::En).to_owned()))
            .collect();
        assert_eq!(said.iter().map(|(line, _)| *line).collect::<Vec<_>>(), [2, 3, 5, 6], "{said:?}");
        assert!(said[0].1.contains("`go`") && said[1].1.contains("has 4"), "{said:?}");
        let wrong = contest.team_lines(&rows("team,members\n甲,张"), &game).expect_err("no games");
        assert!(wrong[0].line == 1 && wrong[0].what.to(Lang::En).contains("`games`"));
    }
}
