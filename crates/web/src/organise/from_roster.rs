//! Entries of a new event, taken from the roster.

use leitai_store::{Person, Role};
use std::collections::BTreeMap;

/// Lines for the form of a new event, without programs: one per team with its class, its best seed score and its
/// members, or one per person by number. Organisers and closed accounts are left out.
pub(super) fn entries(people: &[Person], by_team: bool) -> String {
    let takes_part = |person: &&Person| {
        person.role < Role::Organiser && person.closed_ms.is_none() && person.removed_ms.is_none()
    };
    let people: Vec<_> = people.iter().filter(takes_part).collect();
    let line = |name: &str, class: &str, score: &str, members: &[&str]| {
        let members: Vec<_> =
            members.iter().map(|member| plain(member).replace([';', '；', '、'], " ")).collect();
        let line = format!("{}, , {}, {score}, {}", plain(name), plain(class), members.join("; "));
        line.trim_end_matches([',', ' ']).to_owned()
    };
    if !by_team {
        let lines = people
            .iter()
            .map(|it| line(&it.line.number, &it.line.class, &it.line.seed_score, &[&it.line.name]));
        return lines.collect::<Vec<_>>().join("\n");
    }
    let mut teams: BTreeMap<[&str; 2], Vec<&Person>> = BTreeMap::new();
    for person in people.into_iter().filter(|person| !person.line.team.is_empty()) {
        teams.entry([&person.line.team, &person.line.class]).or_default().push(person);
    }
    let is_twice = |team: &str| teams.keys().filter(|[other, _]| *other == team).count() > 1;
    let lines = teams.iter().map(|([team, class], members)| {
        // A team is seeded by the best of its members.
        let scores = members.iter().map(|member| member.line.seed_score.as_str());
        let best = scores.max_by(|a, b| figure(a).total_cmp(&figure(b))).unwrap_or_default();
        let names: Vec<_> = members.iter().map(|member| member.line.name.as_str()).collect();
        // A registered name must be unique.
        let name = if is_twice(team) { format!("{class} {team}") } else { (*team).to_owned() };
        line(name.trim(), class, best, &names)
    });
    lines.collect::<Vec<_>>().join("\n")
}

/// A score; text that is not a number comes last.
fn figure(text: &str) -> f64 {
    text.parse().unwrap_or(f64::NEG_INFINITY)
}

/// A text without characters that would end a cell.
fn plain(text: &str) -> String {
    text.replace([',', '，', '\t', '\n'], " ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use leitai_store::{CredentialsVersion, RosterLine};

    fn person(number: &str, team: &str, seed_score: &str, role: Role) -> Person {
        let line = RosterLine {
            number: number.to_owned(),
            name: format!("Name, {number}"),
            class: "1班".to_owned(),
            team: team.to_owned(),
            seed_score: seed_score.to_owned(),
        };
        let (nickname, opener) = (None, None);
        let (opens_until_ms, signed_in_ms, closed_ms) = (None, None, None);
        Person {
            line,
            role,
            nickname,
            has_password: true,
            opener,
            opens_until_ms,
            signed_in_ms,
            closed_ms,
            removed_ms: None,
            version: CredentialsVersion::default(),
        }
    }

    #[test]
    fn a_team_is_seeded_by_its_best_and_nobody_organises_and_plays() {
        let people = [
            person("2501", "飞鹰", "87.5", Role::Captain),
            person("2502", "飞鹰", "100", Role::Student),
            person("2503", "", "", Role::Student),
            person("2504", "a,b", "", Role::Student),
            person("t1", "飞鹰", "999", Role::Organiser),
        ];
        let mut both = people.to_vec();
        both.push(person("2505", "飞鹰", "60", Role::Student));
        both[5].line.class = "2班".to_owned();
        let named = entries(&both, true);
        assert!(
            named.contains("1班 飞鹰, , 1班, 100,") && named.ends_with("2班 飞鹰, , 2班, 60, Name  2505"),
            "{named}"
        );
        let teams = "a b, , 1班, , Name  2504\n飞鹰, , 1班, 100, Name  2501; Name  2502";
        assert_eq!(entries(&people, true), teams);
        let numbers = entries(&people, false);
        assert_eq!(numbers.lines().count(), 4);
        assert_eq!(numbers.lines().next(), Some("2501, , 1班, 87.5, Name  2501"));
    }
}
