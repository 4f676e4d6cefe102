//! Rosters as schools, judges and spreadsheet programs export them.

use leitai_core::{Lang, Sentence};
use leitai_encoding::Encoding;
use leitai_roster::{BadLine, Column, Guess, Layout, MOST_BYTES, Roster, Table};
use proptest::prelude::*;

/// The people of a roster whose layout is certain, each as number, name, class, team, seed score, with `~` for what
/// the roster says nothing about; and how it was read.
fn read(bytes: &[u8]) -> (Vec<String>, String) {
    let table = Table::read(bytes).unwrap_or_else(|why| panic!("{why:?}"));
    let guess = Guess::of(&table);
    assert_eq!(guess.unsure, None, "{table:?} {:?}", guess.layout);
    with(&table, &guess.layout)
}

fn with(table: &Table, layout: &Layout) -> (Vec<String>, String) {
    let roster = Roster::read(table, layout).unwrap_or_else(|bad| panic!("{bad:?}"));
    let said = |text: Option<String>| text.unwrap_or_else(|| "~".to_owned());
    let people = roster.entries.into_iter().map(|entry| {
        let rest = [entry.class, entry.team, entry.seed_score].map(said);
        format!("{} {} {}", entry.number, entry.name, rest.join(" "))
    });
    (people.collect(), english(&roster.taken))
}

fn english(said: &[Sentence]) -> String {
    said.iter().map(|said| said.to(Lang::En)).collect::<Vec<_>>().join("\n")
}

/// Why nothing of a roster is taken, by line.
fn bad(text: &str) -> Vec<(u64, String)> {
    let said = |bad: BadLine| (bad.line, bad.why.to(Lang::En).to_owned());
    match Table::read(text.as_bytes()) {
        Err(why) => vec![(0, why.to(Lang::En).to_owned())],
        Ok(table) => {
            let read = Roster::read(&table, &Guess::of(&table).layout);
            read.expect_err("it has a bad line").into_iter().map(said).collect()
        }
    }
}

/// Holds a roster to its people and to what is said of how it was read.
fn holds(name: &str, bytes: &[u8], wanted: &[&str], parts: &[&str]) {
    let (people, taken) = read(bytes);
    assert_eq!(people, wanted, "{name}: {taken}");
    for part in parts {
        assert!(taken.contains(part), "{name}: {part}: {taken}");
    }
}

#[test]
fn every_file_of_a_first_evening_is_read() {
    let titled = "某某大学 2026-2027 学年 程序设计 点名册\r\n任课教师：王老师\r\n序号,学号,姓名,性别,班级,专业,成绩\r\n\
        1,20230101,张三,男,计科2301,计算机科学,88\r\n2,20230103,欧阳娜·买买提,女,计科2302,计算机科学,\r\n";
    let zhengfang = "计算机博弈课程教学班学生名单,,,,,,\r\n学年学期：2025-2026-1,,课程：人工智能导论,,任课教师：李娜,,\r\n\
        序号,学号,姓名,性别,学院,专业,行政班\r\n1,2023402101,徐杰,男,数据科学学院,计算机科学与技术,计科2301班\r\n\
        2,2023402107,冮䶮,男,数据科学学院,计算机科学与技术,计科2302班\r\n合计,2人,,,,,\r\n";
    let three = ["2023402101 徐杰 计科2301班 ~ ~", "2023402102 李轩 计科2302班 ~ ~"];
    for (name, bytes, wanted, parts) in [
        (
            "jwc_titled_gbk",
            Encoding::GB18030.encode(titled),
            &["20230101 张三 计科2301 ~ 88", "20230103 欧阳娜·买买提 计科2302 ~ "][..],
            &["GB18030", "Line 3 names the columns", "not read: 序号, 性别, 专业", "no column for team: what"][..],
        ),
        (
            "roster-zhengfang",
            Encoding::GB18030.encode(zhengfang),
            &["2023402101 徐杰 计科2301班 ~ ~", "2023402107 冮䶮 计科2302班 ~ ~"],
            &["Line 3", "left out: line 6 (合计 2人)", "team, seed score"],
        ),
        (
            "roster-eq",
            Encoding::GB18030.encode("学号,姓名,班级\r\n=\"2023402101\",徐杰,计科2301班\r\n=\"2023402102\",李轩,计科2302班\r\n"),
            &three,
            &["Line 1"],
        ),
        (
            "roster-tabs",
            Encoding::GB18030.encode("序号,学号,姓名,性别,班级名称\r\n1,\t2023402101,徐杰 ,男,计科2301班\r\n2,\t2023402102,李轩 ,男,计科2302班\r\n"),
            &three,
            &["序号, 性别"],
        ),
        (
            "roster-fw",
            "学号，姓名，班级\r\n2023402101，徐杰，计科2301班\r\n2023402102，李轩，计科2302班\r\n".into(),
            &three,
            &[],
        ),
        ("roster-gbk", Encoding::GB18030.encode("学号;姓名;班级\r\n2023402101;徐杰;计科2301班\r\n2023402102;李轩;计科2302班\r\n"), &three, &[]),
        ("big5", Encoding::BIG5.encode("學號,姓名,班級\r\n2501,陳怡君,資工一班\r\n"), &["2501 陳怡君 資工一班 ~ ~"], &["Big5"]),
        (
            "roster-teams",
            "学号,姓名,班级,队伍,种子分\n2023402101,徐杰,计科2301班,白马非马队,90\n2023402102,李轩,计科2302班,,\n".into(),
            &["2023402101 徐杰 计科2301班 白马非马队 90", "2023402102 李轩 计科2302班  "],
            &[],
        ),
        ("h2", "username,realname\nu1,Ann\n".into(), &["u1 Ann ~ ~ ~"], &["class, team, seed score"]),
        (
            "qdu_users_gbk",
            Encoding::GB18030.encode("username,password,email,realname\nroot1,pw,a@b.c,张三\nroot2,pw,c@d.e,李四\n"),
            &["root1 张三 ~ ~ ~", "root2 李四 ~ ~ ~"],
            &["passwords in column password are not read", "not read: email"],
        ),
        (
            "a user list without heads",
            "root1,pw,a@b.c,张三\nroot2,pw,c@d.e,李四\n".into(),
            &["root1 张三 ~ ~ ~", "root2 李四 ~ ~ ~"],
            &["passwords in column 2"],
        ),
        (
            "no heads",
            "2501,王小明,1班,飞鹰,87.5\r\n2502,\"Li, Na\"\r\n\r\n".into(),
            &["2501 王小明 1班 飞鹰 87.5", "2502 Li, Na   "],
            &[],
        ),
        (
            "heads on each page, a total below each class",
            "\n名单\n\n\n学号,姓名\n2501,A\n小计,1\n学号,姓名\n2502,B\n总计,2\n制表人：王,\n".into(),
            &["2501 A ~ ~ ~", "2502 B ~ ~ ~"],
            &["line 7, 8, 10, 11"],
        ),
    ] {
        holds(name, &bytes, wanted, parts);
    }
}

#[test]
fn what_judges_export_is_read() {
    for (name, bytes, wanted, parts) in [
        (
            "DOMjudge's accounts",
            "accounts\t1\nteam\tTeam, 1\tteam-1\tsecret\njudge\tJ\tj1\tx\nteam\tBo\tteam-2\tx\n",
            &["team-1 Team, 1 ~ ~ ~", "team-2 Bo ~ ~ ~"][..],
            &["accounts of DOMjudge", "left out: 1", "passwords"][..],
        ),
        (
            "DOMjudge's teams",
            "teams\t1\n1\t\t3\tFlying Eagles\tX University\tXU\tCHN\n2\t7\t3\tB\tY\tY\tCHN\n",
            &["1 Flying Eagles ~ ~ ~", "2 B ~ ~ ~"],
            &["file teams of DOMjudge"],
        ),
        (
            "DOMjudge's accounts.json",
            "[{\"id\": \"7\", \"username\": \"team-1\", \"name\": \"Team, \\\"1\\\"\", \"type\": \"team\", \"password\": \"x\"},\n\
             {\"id\": 8, \"username\": \"j1\", \"name\": \"J\", \"type\": \"judge\"}]",
            &["team-1 Team, \"1\" ~ ~ ~"],
            &["a list in JSON", "left out: 1", "passwords", "not read: id"],
        ),
        (
            "a list as JSON",
            "[{\"学号\": 2501, \"姓名\": \"王小明\", \"班级\": null}, {\"学号\": 2502, \"姓名\": \"李娜\", \"班级\": \"1班\"}]",
            &["2501 王小明  ~ ~", "2502 李娜 1班 ~ ~"],
            &[],
        ),
    ] {
        holds(name, bytes.as_bytes(), wanted, parts);
    }
}

#[test]
fn a_number_cut_by_a_spreadsheet_program_is_named_once() {
    let text = "学号,姓名,班级\n2.02340E+09,徐杰,计科2301班\n2.02340E+09,李轩,计科2302班\n";
    let found = bad(text);
    assert_eq!(found.len(), 1, "{found:?}");
    assert!(
        found[0].0 == 2 && found[0].1.contains("2.02340E+09") && found[0].1.contains("lost"),
        "{found:?}"
    );
    // A number that only looks so is one.
    assert_eq!(read(b"number,name\n2E10,A\n2e1.5,B\n").0.len(), 2);
}

#[test]
fn what_is_unsure_is_guessed_and_asked() {
    for (text, header, columns, part) in [
        ("uid,full_nm\nu1,Ann\nu2,Bo\n", 1, "number,name", "none as the name"),
        ("login id?,who\nu1,Ann\nu2,Bo\n", 1, "number,name", "No line names"),
        ("1,2501,王小明,男,计科1班\n2,2502,李娜,女,计科2班\n", 0, "-,number,name,-,class", "No line names"),
        ("2501,xk3f9a\n2502,p0qqqz\n", 0, "number,-", "No line names"),
        ("2501,secret\n2502,another\n", 0, "number,-", "No line names"),
        ("2501,Pass\n2502,Pass\n2503,Pass\n", 0, "number,-", "No line names"),
        ("alice,Alice\nbob,Bob\n", 0, "-,name", "No line names"),
        ("学号,全称\n2501,王小明\n", 1, "number,name", "none as the name"),
        ("2501,王小明,男\n2502,李娜,女\n", 0, "number,name,-", "No line names"),
    ] {
        let table = Table::read(text.as_bytes()).expect("a table");
        let guess = Guess::of(&table);
        let found: Vec<_> = guess.layout.columns.iter().map(|column| column.name()).collect();
        assert_eq!((guess.layout.header, found.join(",").as_str()), (header, columns), "{text}");
        let why = guess.unsure.unwrap_or_else(|| panic!("{text} is not certain"));
        assert!(why.to(Lang::En).contains(part), "{text}: {why:?}");
    }
}

#[test]
fn a_chosen_layout_is_taken_unless_it_cannot_be() {
    use Column::{Class, Ignored, Name, Number, Password};
    let table = Table::read(b"a,b,pwd\n2501,Ann,x1\n2502,Bo,y2\n").expect("a table");
    let layout = |header, columns: &[Column]| Layout { header, columns: columns.to_vec() };
    assert_eq!(with(&table, &layout(1, &[Number, Name])).0, ["2501 Ann ~ ~ ~", "2502 Bo ~ ~ ~"]);
    for (chosen, part) in [
        (layout(1, &[Number, Ignored, Ignored]), "No column is the name"),
        (layout(1, &[Ignored, Name]), "No column is the number"),
        (layout(1, &[Number, Name, Number]), "Two columns are the number"),
        (layout(1, &[Number, Class, Name]), "pwd holds passwords"),
        (layout(0, &[]), "No column is the number"),
        (layout(9, &[Number, Name, Password]), "empty"),
    ] {
        let bad = Roster::read(&table, &chosen).expect_err("it cannot be");
        assert!(bad.len() == 1 && bad[0].why.to(Lang::En).contains(part), "{part}: {bad:?}");
    }
}

#[test]
fn every_bad_line_is_named() {
    let text = "number,name,seed\n2501,Ann,90\n,Bo,\n2503,,\n2504,Cy,high\n2501,Di,\n25 05,Ed,\n2506,\u{202e}x,\n2507,Fy,-1\n\"2508\",\"two\nlines\",\n";
    let found = bad(text);
    let named: Vec<_> = found.iter().map(|(line, _)| *line).collect();
    assert_eq!(named, [3, 4, 5, 6, 7, 8, 9, 10], "{found:?}");
    assert_eq!(bad(&text.replace('\n', "\r\n")), found, "however lines end");
    for ((_, why), part) in found.iter().zip([
        "number is missing",
        "name is missing",
        "high",
        "line 2",
        "letters, digits",
        "invisible character",
        "-1",
        "invisible character",
    ]) {
        assert!(why.contains(part), "{why}");
    }
}

#[test]
fn what_is_no_roster_is_refused_whole() {
    let many = "2501,Ann\n".repeat(20_001);
    for (text, part) in [
        ("", "empty"),
        ("\n,,\n", "empty"),
        ("number,name\n", "empty"),
        ("number,class\n1,2\n", "No column is the name"),
        ("number,name,team\n1,A,Tiger\n2,B,Tiger\n3,C,TIGER\n", "looks like Tiger in line 2"),
        ("number,name,team\n1,A,cop\n2,B,сор\n", "looks like cop in line 2"),
        ("number,name\n1,Тiger\n", "alphabets"),
        ("{\"a\": 1}", "JSON, but no list"),
        (&"[".repeat(100_000), "JSON, but no list"),
        (&format!("[{}{{}}]", "{\"a\":1},".repeat(100_000)), "20000 lines"),
        ("- id: t1\n  username: t1\n", "YAML"),
        ("groups\t1\n3\tX\n", "groups of DOMjudge"),
        (&many, "20000 lines"),
        (&"a".repeat(MOST_BYTES + 1), "2 MB"),
        (&format!("学号,姓名{}", ",x".repeat(100_000)), "more than 100 columns"),
    ] {
        let found = bad(text);
        assert!(found.len() == 1 && found[0].1.contains(part), "{part}: {found:?}");
    }
}

/// Bytes as files have them: any, or the pieces of rosters in any order.
fn files() -> impl Strategy<Value = Vec<u8>> {
    let piece = prop_oneof![
        prop::collection::vec(any::<u8>(), 0..8),
        prop::sample::select(vec![
            &b"\n"[..],
            b"\r\n",
            b",",
            b"\t",
            b";",
            b"\"",
            b"=\"",
            b"\xff\xfe",
            b"\0",
            b"accounts\t1\n",
            b"2.0E+9",
            "，".as_bytes(),
            "学号".as_bytes(),
            "姓名".as_bytes(),
            "密码".as_bytes(),
            b"username",
            b"2501",
            b"Ann",
            b"a@b.c",
            b"\xd1\xa7\xba\xc5",
            b"\xbe\xc7\xb8\xb9",
            "合计".as_bytes(),
            b"e",
            b"+",
            b"'",
        ])
        .prop_map(<[u8]>::to_vec),
    ];
    prop::collection::vec(piece, 0..40).prop_map(|pieces| pieces.concat())
}

proptest! {
    #[test]
    fn any_file_is_read_or_refused(bytes in files()) {
        if let Ok(table) = Table::read(&bytes) {
            let _ = Roster::read(&table, &Guess::of(&table).layout);
            // What is shown again is read as the same.
            if let Ok(again) = Table::read(table.text.as_bytes()) {
                prop_assert_eq!(&again.rows, &table.rows);
            }
            for header in 0..3 {
                let columns = vec![Column::Number, Column::Name, Column::Class, Column::Team, Column::SeedScore];
                let _ = Roster::read(&table, &Layout { header, columns });
            }
        }
    }
}
