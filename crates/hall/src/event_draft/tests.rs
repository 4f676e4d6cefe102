//! What is filled in becomes a file, and nothing else does.

// Typed input is not text of ours.
#[cfg(test)]
use super::*;
use leitai_core::Lang;
use std::fs;

fn shanghai() -> Zone {
    "Asia/Shanghai".parse().expect("a zone")
}

fn draft(fields: &[(&str, &str)]) -> EventDraft {
    let mut draft = EventDraft::default();
    for (path, text) in fields {
        assert!(draft.fill(path, text), "{path}");
    }
    draft
}

/// The troubles with these fields: each field, and the beginning of its message.
fn wrong(fields: &[(&str, &str)]) -> Vec<(Option<&'static str>, String)> {
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join("own.py"), "print(1)\n").expect("our folder");
    let checked = draft(fields).check(folder.path(), &shanghai());
    assert_eq!(checked.file.is_none(), !checked.troubles.is_empty());
    checked.troubles.into_iter().map(|it| (it.path, it.what.to(Lang::En).to_owned())).collect()
}

const CUP: [(&str, &str); 3] = [
    ("name", "Spring \"Cup\"\\ 杯"),
    ("game", "gomoku"),
    ("entries", "甲队, easy\n乙队, own.py, 1班, 87.5, 王;李, 张"),
];

#[test]
fn what_was_filled_in_is_what_is_read() {
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join("own.py"), "print(1)\n").expect("our folder");
    let more = [
        ("preset", "school"),
        ("seed", "q7f2"),
        ("clock", "game=90s"),
        ("date", "2026-11-23"),
        ("awards.first", "5"),
        ("sandbox.memory", "128MB"),
        ("sandbox.ponder", "true"),
        ("show.pace", "700ms"),
        ("plan", "[plan]\r\ntables = 4"),
    ];
    let checked = draft(&[&CUP[..], &more].concat()).check(folder.path(), &shanghai());
    assert_eq!(checked.troubles, []);
    let file = checked.file.expect("an event");
    assert_eq!((file.name.as_str(), file.date.as_deref()), ("Spring \"Cup\"\\ 杯", Some("2026-11-23")));
    assert_eq!(file.plan.tables, 4);
    assert!(file.ponder);
    let names: Vec<_> =
        file.entries.iter().map(|entry| (entry.name.as_str(), entry.class.as_deref())).collect();
    assert_eq!(names, [("甲队", None), ("乙队", Some("1班"))]);
    assert_eq!(file.people[1].members, ["王", "李"]);
    assert_eq!(file.people[1].teachers, ["张"]);
    // Reading the same text from a file gives the same event.
    let path = folder.path().join("cup.toml");
    fs::write(&path, &checked.text).expect("our folder");
    let read = EventFile::read(&path).expect("an event");
    assert_eq!((read.plan, read.entries, read.seed), (file.plan, file.entries, file.seed));
}

#[test]
fn a_team_of_too_many_is_refused_at_the_list_of_entries() {
    let entries = ("entries", "甲队, easy, , , 王;李;张;赵\n乙队, easy");
    let told = wrong(&[("name", "Cup"), ("game", "gomoku"), entries]);
    let [(Some("entries"), what)] = &told[..] else { panic!("{told:?}") };
    assert!(what.contains("甲队 has more members than a team may have: 4"), "{what}");
    assert_eq!(wrong(&[("name", "Cup"), ("game", "gomoku"), ("team.members", "4"), entries]), []);
}

#[test]
fn a_ladder_needs_nobody_at_first() {
    assert_eq!(wrong(&[("name", "Board"), ("game", "draughts"), ("preset", "judge")]), []);
    let told = wrong(&[("name", "Board"), ("game", "draughts"), ("preset", "school")]);
    assert_eq!(told[0].0, Some("entries"), "{told:?}");
}

#[test]
fn the_closing_time_is_written_with_the_zone_of_the_site() {
    let judge = [("name", "Board"), ("game", "draughts"), ("preset", "judge")];
    let with = |closes| [&judge[..], &[("submit.closes", closes), ("submit.size", "64KB")]].concat();
    let folder = tempfile::tempdir().expect("a folder");
    for (typed, written) in [
        ("2026-10-22 24:00 +08:00", "2026-10-22 24:00 +08:00"),
        ("2026年10月22日 24:00", "2026-10-22 24:00 +08:00"),
        ("2026-10-22T16:00Z", "2026-10-22 16:00 +00:00"),
    ] {
        let checked = draft(&with(typed)).check(folder.path(), &shanghai());
        assert!(checked.text.contains(&format!("closes = \"{written}\"")), "{}", checked.text);
        // `date -d '2026-10-23 00:00 +0800' +%s`
        let closes = checked.file.expect("an event").submit.closes;
        assert_eq!(closes.map(|closes| closes.ms), Some(1_792_684_800_000));
    }
    let told = wrong(&with("the day after tomorrow"));
    assert_eq!(told[0].0, Some("submit.closes"), "{told:?}");
}

#[test]
fn everything_that_is_wrong_is_said_at_once() {
    let paths = |fields: &[(&str, &str)]| {
        let mut paths: Vec<_> = wrong(fields).into_iter().map(|(path, _)| path.expect("a field")).collect();
        paths.sort_unstable();
        paths
    };
    let all = [
        ("game", "hex"),
        ("preset", "course"),
        ("games", "two"),
        ("submit.closes", "soon"),
        ("submit.interval", "often"),
        ("sandbox.memory", "much"),
        ("show.pace", "1h"),
        ("options", "size = 9\nsize\ncolour = red"),
        ("entries", "a, easy, 1\nb, absent.c, 1\nc, easy, 1, many"),
    ];
    let told = [
        "entries",
        "entries",
        "games",
        "name",
        "options",
        "options",
        "sandbox.memory",
        "show.pace",
        "submit.closes",
        "submit.interval",
    ];
    assert_eq!(paths(&all), told);
    // What is right alone is not blamed for what was wrong beside it.
    let school = [("name", "Cup"), ("game", "hex"), ("entries", "a, easy\nb, absent.c"), ("games", "x")];
    assert_eq!(paths(&school), ["entries", "games"]);
    assert_eq!(paths(&[("name", "Cup"), ("games", "x"), ("entries", "a")]), ["game", "games"]);
}

#[test]
fn what_is_wrong_is_said_at_its_field() {
    for (path, text, said) in [
        ("game", "chess", "unknown game"),
        ("preset", "league", "one of: school, course, judge"),
        ("clock", "mov=2s", ""),
        ("dialect", "klingon", "with these options"),
        ("games", "two", "`two` is not a whole number"),
        ("options", "size = 99", "line 1: "),
        ("options", "\nsize", "line 1: write"),
        ("awards.first", "-1", "`-1` is not a whole number"),
        ("sandbox.level", "off", "one of: auto"),
        ("sandbox.at-least", "P", "one of: auto"),
        ("sandbox.memory", "much", ""),
        ("sandbox.ponder", "perhaps", "`true` or `false`"),
        ("show.pace", "1h", "a pace is"),
        ("watch.hidden", "never", ""),
        ("submit.interval", "10m", "such an event takes no submissions"),
        ("board.publish", "1s", "`publish` is `at-once`"),
        ("plan", "[plan]\ntables = \"many\"", "line 2: "),
        ("plan", "[plan", ""),
        ("plan", "tables = 4", "begin with `[plan]`"),
        ("plan", "[plan]\n[[entries]]\nname = \"x\"\nprogram = \"cmd:id\"", "begin with `[plan]`"),
        ("entries", "a, easy\na, easy", "line 2: another entry has this name"),
        ("entries", "a, easy\nb, absent.c", "line 2: "),
        ("entries", "a, easy\nb", "line 2: "),
        ("entries", "a, easy\nb,easy,,,,,,,x", "line 2: more than eight"),
        ("entries", "a, easy\nb,easy,,,,,S,9", "line 2: the first stage of this plan is not divided"),
        ("entries", "a, easy, , many", "line 1: a seed score"),
    ] {
        let told = wrong(&[&CUP[..], &[(path, text)]].concat());
        assert!(
            told.iter().any(|(at, what)| *at == Some(path) && what.starts_with(said)),
            "{path} {text}: {told:?}"
        );
    }
    assert_eq!(wrong(&CUP[1..]), [(Some("name"), "required".to_owned())]);
    assert!(!EventDraft::default().fill("programs", "x"));
}

#[test]
fn what_is_too_much_is_refused_and_lines_end_where_a_field_does() {
    let many = "x, random\n".repeat(2_001);
    let told = wrong(&[("name", "Cup"), ("game", "hex"), ("entries", &many)]);
    assert_eq!(told, [(Some("entries"), "at most 2000 entries".to_owned())]);
    let long = "名".repeat(201);
    assert_eq!(wrong(&[("name", &long), ("game", "hex"), ("preset", "judge")])[0].0, Some("name"));
    let torn = draft(&[("name", "Cup\r\n[[entries]]\u{7}"), ("game", "hex"), ("preset", "judge")]);
    let file = torn.check(Path::new("/"), &shanghai()).file.expect("an event");
    assert_eq!((file.name.as_str(), file.entries.len()), ("Cup [[entries]]", 0));
}

/// The right to open an event must not give the right to run arbitrary commands on this machine.
#[test]
fn programs_come_from_the_folder_of_events() {
    for program in ["cmd:true", "/bin/true", "../own.py", "."] {
        let told =
            wrong(&[("name", "Cup"), ("game", "gomoku"), ("entries", &format!("a, easy\nb, {program}"))]);
        assert_eq!(told[0].0, Some("entries"), "{program}: {told:?}");
    }
}

/// No field is forgotten: the list has exactly the fields that the file accepts.
#[test]
fn every_field_of_the_file_is_in_the_list_and_no_other() {
    let refused = EventFile::parse("nonsense = 1\n", "", Path::new("/")).map(|_| ()).expect_err("no field");
    let mut known = known_fields(&refused.what);
    for table in ["sandbox", "show", "watch", "team", "awards", "board", "submit"] {
        let text = format!("name = \"x\"\ngame = \"hex\"\nentries = []\n[{table}]\nnonsense = 1\n");
        let refused = EventFile::parse(&text, "", Path::new("/")).map(|_| ()).expect_err("no field");
        let inside = known_fields(&refused.what);
        known.retain(|name| name != table);
        known.extend(inside.into_iter().map(|name| format!("{table}.{name}")));
    }
    known.sort();
    let mut listed: Vec<_> = FIELDS.iter().map(|field| field.path.to_owned()).collect();
    listed.sort();
    assert_eq!(listed, known);
}

/// The fields listed in the error about an unknown field.
fn known_fields(refused: &Sentence) -> Vec<String> {
    let said = refused.to(Lang::En);
    let (_, known) = said.split_once(", expected").unwrap_or_else(|| panic!("{said}"));
    known.split('`').skip(1).step_by(2).map(str::to_owned).collect()
}
