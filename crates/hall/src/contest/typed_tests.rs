//! What people type of a contest, and typed wrongly: nothing panics, and each refusal names a field or a line.

use super::{ContestDraft, game_written};
use crate::zone::Zone;
use leitai_core::{Lang, Rng, Sentence};
use leitai_roster::Table;
use leitai_testkit::extent;
use leitai_tournament::contest::{
    Contest, ContestDeed, ContestPreset, ContestTerms, Hosts, OnBehalf, WrongLine,
};

/// Mutations of a test, and in a long run.
const SHORT: u64 = 400;
const LONG: u64 = 100_000;
/// What is put between: signs that part, quote and end, letters of other alphabets, digits, nothing anybody sees.
const SIGNS: [&str; 22] = [
    ",",
    ";",
    "；",
    "、",
    "\"",
    "/",
    "-",
    "–",
    "至",
    "\n",
    "\r\n",
    "\t",
    " ",
    "　",
    "9",
    "24:00",
    "99999999999",
    "甲",
    "а",
    "\u{200b}",
    "\u{0}",
    "月",
];

const TEAMS: &str = "队名,学校,学院,棋种,领队,队员,指导教师,联系方式\n\
    飞鹰,甲校,数据学院,五子棋；海克斯,王五,张三 / 2501 / 1班；李四 / 2502 / 1班,陈老师,138 0000\n\
    飞龙,甲校,,不围棋,,赵六 2503 2班,,\n\
    北斗,乙校,文学院,hex;nogo,,孙七;周八;吴九,冯老师;褚老师,\n\
    \"引, 号\",,,六子棋,,郑十 / - / 3班,,\n";

fn zone() -> Zone {
    "+08:00".parse().expect("a zone")
}

fn contest() -> Contest {
    let draft = ContestDraft { name: "校内赛".to_owned(), ..ContestDraft::default() };
    Contest::new(draft.read(&zone()).expect("terms")).expect("a contest")
}

/// One to four random changes of a text: bytes go, come, are doubled or change places; lines are doubled.
fn mutated(text: &str, rng: &mut Rng) -> Vec<u8> {
    let mut bytes = text.as_bytes().to_vec();
    for _ in 0..=rng.below(4) {
        if bytes.is_empty() {
            break;
        }
        let at = rng.below(bytes.len());
        match rng.below(6) {
            0 => drop(bytes.remove(at)),
            1 => drop(bytes.splice(at..at, SIGNS[rng.below(SIGNS.len())].bytes())),
            2 => bytes[at] = (rng.next() & 0xff) as u8,
            3 => bytes.truncate(at),
            4 => {
                let other = rng.below(bytes.len());
                bytes.swap(at, other);
            }
            _ => {
                let line = bytes.split(|byte| *byte == b'\n').nth(rng.below(5)).unwrap_or_default().to_vec();
                bytes.extend(line);
                bytes.push(b'\n');
            }
        }
    }
    bytes
}

fn is_said(words: &Sentence) -> bool {
    ![Lang::En, Lang::Zh].iter().any(|lang| words.to(*lang).trim().is_empty())
}

fn read(contest: &Contest, bytes: &[u8]) -> Result<usize, (Vec<WrongLine>, u64)> {
    let table = match Table::read(bytes) {
        Ok(table) => table,
        Err(why) => {
            assert!(is_said(&why));
            return Ok(0);
        }
    };
    let last = table.rows.last().map_or(1, |row| row.line);
    let rows: Vec<_> = table.rows.into_iter().map(|row| (row.line, row.cells)).collect();
    let forms = contest.team_lines(&rows, &game_written).map_err(|wrong| (wrong, last))?;
    let mut after = contest.clone();
    for form in &forms {
        let deed = ContestDeed::SignUp { form: form.clone(), account: None };
        after.take(0, OnBehalf::Staff, &deed).expect("what is taken as a whole can be signed up one by one");
    }
    Ok(forms.len())
}

/// 竞赛项目包括：五子棋、六子棋、……、海克斯10种棋类: people write games as the source does.
#[test]
fn games_are_known_by_the_words_of_the_source() {
    let all = "五子棋、六子棋、点格棋、苏拉卡尔塔棋、亚马逊棋、幻影围棋、不围棋、爱恩斯坦棋、军棋、海克斯";
    let ids: std::collections::BTreeSet<_> =
        all.split('、').map(|name| game_written(name).expect(name)).collect();
    assert_eq!(ids.len(), 10);
    assert_eq!(["", "棋", "围棋", "go"].map(game_written), [None, None, None, None]);
}

/// A table of teams with random mistakes.
#[test]
fn a_mutated_table_of_teams_is_taken_or_its_lines_are_named() {
    let contest = contest();
    assert_eq!(read(&contest, TEAMS.as_bytes()).map_err(|(wrong, _)| format!("{wrong:?}")), Ok(4));
    let (mut rng, mut taken, mut refused) = (Rng::new(40), 0, 0);
    for _ in 0..extent("LEITAI_TYPED", SHORT, LONG) {
        let bytes = mutated(TEAMS, &mut rng);
        match read(&contest, &bytes) {
            Ok(_) => taken += 1,
            Err((wrong, last)) => {
                refused += 1;
                let is_named = |line: &WrongLine| (1..=last).contains(&line.line) && is_said(&line.what);
                assert!(!wrong.is_empty() && wrong.iter().all(is_named), "{wrong:?}");
            }
        }
    }
    assert!(taken > 20 && refused > 20, "{taken} taken, {refused} refused: the mutations are of one kind");
}

/// 500 lines of nonsense: each is named once at least, and quickly.
#[test]
fn five_hundred_lines_of_nonsense_are_named_one_by_one() {
    let contest = contest();
    let mut rng = Rng::new(41);
    let line = |rng: &mut Rng| (0..3 + rng.below(9)).map(|_| SIGNS[rng.below(8)]).collect::<String>();
    let nonsense: Vec<String> =
        (0..500).map(|at| format!("x{at}{}\n", line(&mut rng).replace(['\n', '"'], ""))).collect();
    let nonsense = nonsense.concat();
    let head = TEAMS.lines().next().expect("a head");
    let (wrong, _) = read(&contest, format!("{head}\n{nonsense}").as_bytes()).expect_err("nonsense");
    let lines: std::collections::BTreeSet<u64> = wrong.iter().map(|line| line.line).collect();
    assert_eq!(lines, (2..=501).collect());
    let (wrong, _) = read(&contest, nonsense.as_bytes()).expect_err("no head");
    assert_eq!(
        wrong.iter().map(|line| line.line).collect::<Vec<_>>(),
        [1],
        "the head is missing, and nothing else is said"
    );
}

/// The fields of a contest with random mistakes.
#[test]
fn a_mutated_draft_is_read_or_its_fields_are_named() {
    const FIELDS: [&str; 7] = ["name", "preset", "games", "opens", "closes", "hours", "tables"];
    let good = ContestDraft {
        name: "校内赛".to_owned(),
        preset: "national".to_owned(),
        games: "gomoku, hex".to_owned(),
        place: "数据学院 301".to_owned(),
        hosts: Hosts::default(),
        opens: "2025-10-16 8:00".to_owned(),
        closes: "2025-10-22 24:00".to_owned(),
        hours: "2025-11-12 14:00 – 17:30\n2025年11月13日 8:00至12:00".to_owned(),
        tables: "12".to_owned(),
    };
    let terms: ContestTerms = good.read(&zone()).expect("it is good");
    assert_eq!((terms.preset, terms.hours.len(), terms.tables), (ContestPreset::National, 2, 12));
    let (mut rng, mut taken, mut refused) = (Rng::new(42), 0, 0);
    for _ in 0..extent("LEITAI_TYPED", SHORT, LONG) {
        let mut draft = good.clone();
        let fields = [
            &mut draft.name,
            &mut draft.preset,
            &mut draft.games,
            &mut draft.place,
            &mut draft.opens,
            &mut draft.closes,
            &mut draft.hours,
            &mut draft.tables,
        ];
        for field in fields {
            if rng.below(3) == 0 {
                *field = String::from_utf8_lossy(&mutated(field, &mut rng)).into_owned();
            }
        }
        match draft.read(&zone()) {
            Ok(terms) => {
                taken += 1;
                Contest::new(terms).expect("what is read can begin");
            }
            Err(troubles) => {
                refused += 1;
                let is_named = |(field, what): &(&str, Sentence)| FIELDS.contains(field) && is_said(what);
                assert!(!troubles.is_empty() && troubles.iter().all(is_named), "{draft:?}: {troubles:?}");
            }
        }
    }
    assert!(taken > 5 && refused > 20, "{taken} taken, {refused} refused: the mutations are of one kind");
}
