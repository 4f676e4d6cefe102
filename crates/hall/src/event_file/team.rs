//! How many people a team may have.

use super::raw::{Raw, RawTeam};
use super::wrong::{FieldError, wrong};
use leitai_core::{Words, sentence};

/// The most people of a team: by the file, else by the preset.
fn most(team: &RawTeam, preset: &str) -> [Option<u16>; 2] {
    let [members, teachers] = if preset == "school" { [Some(3), Some(2)] } else { [None; 2] };
    [team.members.or(members), team.teachers.or(teachers)]
}

/// Refuses the first team with more people than it may have.
pub(super) fn check(raw: &Raw, preset: &str) -> Result<(), FieldError> {
    let [members, teachers] = most(&raw.team, preset);
    for (i, entry) in raw.entries.iter().enumerate() {
        for (field, people, named, most) in [
            ("members", &entry.members, Words::new("members", "队员"), members),
            ("teachers", &entry.teachers, Words::new("teachers", "指导教师"), teachers),
        ] {
            let Some(most) = most.filter(|most| people.len() > usize::from(*most)) else { continue };
            let (name, count) = (&entry.name, people.len());
            let said = sentence!(
                "{name} has more {named} than a team may have: {count}, where `team.{field}` allows {most}",
                "{name}的{named}超过每队人数：{count} 名，“team.{field}” 限 {most} 名"; name, named, count, field, most
            );
            return wrong(format!("entries[{i}].{field}"), said);
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use crate::event_file::EventFile;
    use leitai_core::{Lang, Tell};
    use std::path::Path;

    /// 1–3 students and 0–2 teachers a team, where the preset says so.
    #[test]
    fn a_team_has_at_most_three_students_and_two_teachers_where_the_preset_says_so() {
        let read = |head: &str, people: &str| {
            let text = format!(
                "name = \"cup\"\ngame = \"nogo\"\n{head}\n[[entries]]\nname = \"第3队\"\nprogram = \"easy\"\n\
                 class = \"1班\"\n{people}\n"
            );
            let read = EventFile::parse(&text, "cup.toml", Path::new("."));
            read.err().map(|error| error.told(Lang::En))
        };
        let (four, three) =
            ("members = ['甲', '乙', '丙', '丁']", "members = ['甲', '乙', '丙']\nteachers = ['师', '傅']");
        let teachers = "teachers = ['师', '傅', '长']";
        let school = "preset = \"school\"";
        assert_eq!(read(school, three), None);
        let told = read(school, four).expect("four are too many");
        assert!(
            told.contains("第3队 has more members than a team may have: 4, where `team.members` allows 3"),
            "{told}"
        );
        let told = read("", teachers).expect("three are too many");
        assert!(told.contains("第3队 has more teachers than a team may have: 3"), "{told}");
        for (head, people) in [
            ("preset = \"judge\"", four),
            ("preset = \"course\"", teachers),
            ("team = { members = 4 }", four),
            ("[team]\nteachers = 3", teachers),
        ] {
            assert_eq!(read(head, people), None, "{head}");
        }
        assert!(read("preset = \"course\"\nteam = { members = 3 }", four).is_some());
    }
}
