//! Rosters as teachers keep them: comma-separated tables in UTF-8 or GB18030.

use csv::{ReaderBuilder, StringRecord, Trim};
use leitai_core::{Name, NameError, Sentence, Words, sentence};
use leitai_draw::{clean, width};
use leitai_store::RosterLine;
use std::collections::HashMap;

/// The maximum size of a roster in bytes.
pub(crate) const MOST_BYTES: usize = 1 << 20;
/// The maximum number of people in one.
const MOST_PEOPLE: usize = 20_000;
/// The maximum number of characters of a number.
pub(crate) const LONGEST_NUMBER: usize = 32;
/// The maximum number of columns of any other cell.
const WIDEST: usize = 80;

/// The names of the columns, in their default order.
const COLUMNS: [&[&str]; 5] = [
    &["number", "student number", "id", "no", "no.", "学号", "工号", "编号"],
    &["name", "姓名", "名字"],
    &["class", "班级", "班", "班号"],
    &["team", "队伍", "队名", "队", "小组", "组"],
    &["seed score", "seed", "score", "grade", "seed_score", "种子分", "成绩", "分数"],
];

/// A line that cannot be imported.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BadLine {
    /// Its line number in the file, from 1; 0 for the whole file.
    pub line: u64,
    /// What is wrong with it, and what to do.
    pub why: Sentence,
}

/// Reads a roster: lines of number, name, class, team and seed score, of which class, team and seed score may be
/// left out; a first line may name the columns, in any order. If anything is wrong, all errors are returned and
/// nothing else.
pub fn read_roster(bytes: &[u8]) -> Result<Vec<RosterLine>, Vec<BadLine>> {
    let whole = |why| vec![BadLine { line: 0, why }];
    if bytes.len() > MOST_BYTES {
        return Err(whole(sentence!("The file is larger than 1 MB.", "文件超过 1 MB。")));
    }
    let text = leitai_sheet::decode(bytes).ok_or_else(|| {
        whole(sentence!(
            "The file is not text in UTF-8 or GB18030; save the table as CSV.",
            "文件不是 UTF-8 或 GB18030 文本；请把表格另存为 CSV。"
        ))
    })?;
    // Line breaks are normalised, so that lines are counted correctly.
    let text = text.replace("\r\n", "\n").replace('\r', "\n");
    let mut reader = ReaderBuilder::new();
    let reader = reader.has_headers(false).flexible(true).trim(Trim::All).delimiter(delimiter(&text));
    let mut reader = reader.from_reader(text.as_bytes());
    let (mut lines, mut bad) = (Vec::new(), Vec::new());
    let mut columns: Option<Vec<Option<usize>>> = None;
    let (mut first_seen, mut teams) = (HashMap::new(), HashMap::new());
    for record in reader.records() {
        let record = match record {
            Ok(record) => record,
            Err(error) => {
                let line = error.position().map_or(0, csv::Position::line);
                bad.push(BadLine {
                    line, why: sentence!("This line cannot be read.", "这一行无法读取。")
                });
                continue;
            }
        };
        let line = record.position().map_or(0, csv::Position::line);
        if record.iter().all(str::is_empty) {
            continue;
        }
        let columns = if let Some(columns) = &columns {
            columns
        } else {
            let named = named(&record);
            let is_named = named.is_some();
            let kept = columns.insert(named.unwrap_or_else(|| (0..COLUMNS.len()).map(Some).collect()));
            if is_named {
                if kept[0].is_none() || kept[1].is_none() {
                    return Err(vec![BadLine { line, why: no_columns() }]);
                }
                continue;
            }
            &*kept
        };
        match person(&record, columns) {
            Err(why) => bad.push(BadLine { line, why }),
            Ok(person) => match first_seen.insert(person.number.to_lowercase(), line) {
                Some(first) => {
                    let number = &person.number;
                    let why = sentence!(
                        "The number {number} is already in line {first}.",
                        "学号 {number} 在第 {first} 行已出现。"
                    );
                    bad.push(BadLine { line, why });
                }
                None => match other_team(&mut teams, &person.team, line) {
                    Some(why) => bad.push(BadLine { line, why }),
                    None => lines.push(person),
                },
            },
        }
        if lines.len() > MOST_PEOPLE {
            return Err(whole(sentence!(
                "The roster has more than {MOST_PEOPLE} people.",
                "名单超过 {MOST_PEOPLE} 人。"
            )));
        }
    }
    if bad.is_empty() && lines.is_empty() {
        return Err(whole(sentence!("The roster is empty.", "名单中没有人。")));
    }
    if bad.is_empty() { Ok(lines) } else { Err(bad) }
}

/// Why a team's name cannot be told from that of an earlier line, if it is another.
fn other_team(teams: &mut HashMap<String, (String, u64)>, team: &str, line: u64) -> Option<Sentence> {
    let key = Name::read(team).ok()?.key();
    let (known, first) = teams.entry(key).or_insert_with(|| (team.to_owned(), line)).clone();
    (known != team).then(|| {
        sentence!(
            "The team {team} looks like {known} in line {first}: write both in the same way.",
            "队名“{team}”与第 {first} 行的“{known}”看起来相同：请写成一样。"
        )
    })
}

fn no_columns() -> Sentence {
    sentence!(
        "The first line names columns, but not both the number and the name (学号, 姓名).",
        "首行是列名，但缺少“学号”或“姓名”。"
    )
}

/// The delimiter that occurs most often in the first line.
fn delimiter(text: &str) -> u8 {
    let first = text.lines().next().unwrap_or_default();
    let count = |mark: u8| first.bytes().filter(|byte| *byte == mark).count();
    [b',', b'\t', b';'].into_iter().rev().max_by_key(|mark| count(*mark)).unwrap_or(b',')
}

/// The position of each column, if the line names columns.
fn named(record: &StringRecord) -> Option<Vec<Option<usize>>> {
    let place = |names: &&[&str]| {
        record
            .iter()
            .position(|cell| names.contains(&cell.trim_start_matches('\u{feff}').to_lowercase().as_str()))
    };
    let places: Vec<_> = COLUMNS.iter().map(place).collect();
    (places[0].is_some() || places[1].is_some()).then_some(places)
}

fn person(record: &StringRecord, columns: &[Option<usize>]) -> Result<RosterLine, Sentence> {
    let cell = |at: usize| {
        let text = columns[at].and_then(|place| record.get(place)).unwrap_or_default();
        // Spreadsheets mark digits as text with a leading apostrophe.
        if at == 0 { text.trim_start_matches('\'') } else { text }
    };
    let number = number(cell(0))?;
    let name = plain(cell(1), Words::new("name", "姓名"))?;
    let class = plain(cell(2), Words::new("class", "班级"))?;
    let team = plain(cell(3), Words::new("team", "队名"))?;
    if name.is_empty() {
        return Err(sentence!("The name is missing.", "缺少姓名。"));
    }
    let seed_score = cell(4).to_owned();
    let is_score = |text: &str| {
        text.len() <= 16 && text.parse::<f64>().is_ok_and(|score| score.is_finite() && score >= 0.0)
    };
    if !seed_score.is_empty() && !is_score(&seed_score) {
        let said = clean(&seed_score).chars().take(20).collect::<String>();
        return Err(sentence!(
            "The seed score {said} is not a number, 0 or more.",
            "种子分“{said}”不是不小于 0 的数。"
        ));
    }
    Ok(RosterLine { number, name, class, team, seed_score })
}

/// Checks a number by which somebody signs in.
pub(crate) fn number(text: &str) -> Result<String, Sentence> {
    if text.is_empty() {
        return Err(sentence!("The number is missing.", "缺少学号。"));
    }
    let is_fit = |c: char| c.is_ascii_alphanumeric() || ['-', '_', '.'].contains(&c);
    if text.len() > LONGEST_NUMBER || !text.chars().all(is_fit) || text.starts_with('.') {
        return Err(sentence!(
            "A number is 1 to {LONGEST_NUMBER} letters, digits, and - _ . in between.",
            "学号应为 1 至 {LONGEST_NUMBER} 个字母、数字或 - _ .。"
        ));
    }
    Ok(text.to_owned())
}

/// Checks a name; it may be empty.
fn plain(text: &str, what: Words) -> Result<String, Sentence> {
    let text = match Name::read(text) {
        Ok(name) => name.into_text(),
        Err(NameError::Empty) => String::new(),
        Err(error) => {
            let why = Sentence::of(&error);
            return Err(sentence!("The {what}: {why}.", "{what}：{why}。"; what, why));
        }
    };
    if width(&text) > WIDEST {
        return Err(sentence!(
            "The {what} is wider than {most} columns.",
            "{what}超过 {most} 列宽。"; what, most = WIDEST.to_string()
        ));
    }
    Ok(text)
}

#[cfg(test)]
mod tests {
    use super::*;
    use leitai_core::Lang;
    use leitai_sheet::Encoding;

    fn lines(text: &[u8]) -> Vec<[String; 5]> {
        let lines = read_roster(text).unwrap_or_else(|bad| panic!("{bad:?}"));
        lines
            .into_iter()
            .map(|line| [line.number, line.name, line.class, line.team, line.seed_score])
            .collect()
    }

    fn bad(text: &[u8]) -> Vec<(u64, String)> {
        let bad = read_roster(text).expect_err("it has a bad line");
        bad.into_iter().map(|bad| (bad.line, bad.why.to(Lang::En).to_owned())).collect()
    }

    #[test]
    fn a_roster_is_read_as_teachers_keep_it() {
        let whole = ["2501", "王小明", "1班", "飞鹰", "87.5"].map(str::to_owned);
        let text = "2501,王小明,1班,飞鹰,87.5\r\n2502,\"Li, Na\"\r\n\r\n";
        let read = lines(text.as_bytes());
        assert_eq!(read[0], whole);
        assert_eq!(read[1], ["2502", "Li, Na", "", "", ""].map(str::to_owned));
        let named = "\u{feff}姓名;备注;学号;种子分;班级;队名\n王小明;x;2501;87.5;1班;飞鹰\n";
        assert_eq!(lines(named.as_bytes()), std::slice::from_ref(&whole));
        assert_eq!(lines(&Encoding::Gb18030.encode(text))[0], whole);
        assert_eq!(lines("Number\tName\n'2501\tA\n".as_bytes())[0][0], "2501");
        assert_eq!(lines("2501, Ann ,,,\n2502,Bo\n".as_bytes()).len(), 2);
        let composed = lines("2501,a\u{301},,a\u{301}\n2502,\u{e1},,\u{e1}\n".as_bytes());
        assert_eq!((&composed[0][1], &composed[0][3]), (&composed[1][1], &composed[1][3]));
    }

    #[test]
    fn every_bad_line_is_named() {
        let text = "number,name,seed\n2501,Ann,90\n,Bo,\n2503,,\n2504,Cy,high\n2501,Di,\n25 05,Ed,\n2506,\u{202e}x,\n2507,Fy,-1\n\"2508\",\"two\nlines\",\n";
        let found = bad(text.as_bytes());
        let named: Vec<_> = found.iter().map(|(line, _)| *line).collect();
        assert_eq!(named, [3, 4, 5, 6, 7, 8, 9, 10], "{found:?}");
        assert_eq!(bad(text.replace('\n', "\r\n").as_bytes()), found, "however lines end");
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
        for (text, part) in [
            (&b"\xff\xff\xff"[..], "UTF-8"),
            (b"", "empty"),
            (b"number,name\n", "empty"),
            (b"number,class\n1,2\n", "columns"),
            ("number,name,team\n1,A,Tiger\n2,B,Tiger\n3,C,TIGER\n".as_bytes(), "looks like Tiger in line 2"),
            ("number,name,team\n1,A,cop\n2,B,сор\n".as_bytes(), "looks like cop in line 2"),
            ("number,name\n1,Тiger\n".as_bytes(), "alphabets"),
            (&vec![b'a'; MOST_BYTES + 1], "1 MB"),
        ] {
            let found = bad(text);
            assert!(found.len() == 1 && found[0].1.contains(part), "{found:?}");
        }
    }
}
