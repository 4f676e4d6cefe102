//! The files of judges: tables of `DOMjudge`, whose first line names the file instead of the columns, and lists as JSON.

use crate::column::Column;
use crate::row::{MOST_COLUMNS, MOST_ROWS};
use crate::separated::quoted;
use leitai_core::{Sentence, sentence};
use serde_json::{Map, Value};

/// What `DOMjudge`'s tables say in their first line, and the heads of the columns that they leave unsaid.
const TABLES: [(&str, &str); 2] = [
    ("accounts", "type\tname\tusername\tpassword"),
    ("teams", "number\texternal id\tgroup id\tname\tinstitution\tshort name\tcountry\taffiliation"),
];

/// The same as a table with heads of columns, if it is a judge's file, and what was recognised. Of accounts only those
/// of teams are kept. An error says what the file is, if it cannot be read.
pub(crate) fn headed(text: String) -> Result<(String, Option<Sentence>), Sentence> {
    let start = text.trim_start();
    if start.starts_with(['[', '{']) {
        return listed(start).map(|(text, said)| (text, Some(said)));
    }
    let is_field = |line: &str| {
        let line = line.trim_start_matches(['-', ' ']);
        line.split_once(':').is_some_and(|(key, _)| !key.is_empty() && Column::of(key).is_some())
    };
    if start.starts_with("- ") && start.lines().take(2).all(is_field) {
        return Err(sentence!(
            "This is a list in YAML, such as DOMjudge's accounts.yaml: give it as JSON or as a table.",
            "这是 YAML 列表（如 DOMjudge 的“accounts.yaml”）：请改用 JSON 或表格。"
        ));
    }
    let (first, rest) = text.split_once('\n').unwrap_or((&text, ""));
    let name = first.strip_suffix("\t1").or_else(|| first.strip_suffix("\t2"));
    if name == Some("groups") {
        return Err(sentence!(
            "This is the file groups of DOMjudge, in which there are no people: give accounts or teams.",
            "这是 DOMjudge 的“groups”文件，其中没有人员：请改用“accounts”或“teams”。"
        ));
    }
    let Some((name, heads)) = TABLES.into_iter().find(|(table, _)| name == Some(table)) else {
        return Ok((text, None));
    };
    let is_staff = |line: &&str| name == "accounts" && !line.starts_with("team\t") && !line.trim().is_empty();
    let staff = rest.lines().filter(is_staff).count();
    let lines = rest.lines().map(|line| if is_staff(&line) { "" } else { line });
    let table = std::iter::once(heads).chain(lines).flat_map(|line| [line, "\n"]).collect();
    let said = sentence!("This is the file {name} of DOMjudge.", "这是 DOMjudge 的“{name}”文件。");
    Ok((table, Some(without(staff, said))))
}

/// What was recognised, and how many accounts were left out.
fn without(staff: usize, said: Sentence) -> Sentence {
    match staff {
        0 => said,
        _ => sentence!(
            "{said} Accounts in it that are not of teams are left out: {staff}.",
            "{said}其中不属于队伍的 {staff} 个账号未读取。"; said, staff = staff.to_string()
        ),
    }
}

/// A list of objects as CSV, whose heads are their keys.
fn listed(text: &str) -> Result<(String, Sentence), Sentence> {
    // Each takes some hundred bytes of memory, however short it is.
    if text.matches('{').nth(4 * MOST_ROWS).is_some() {
        return Err(sentence!("The roster has more than {MOST_ROWS} lines.", "名单超过 {MOST_ROWS} 行。"));
    }
    let list: Vec<Map<String, Value>> = serde_json::from_str(text).map_err(|_| {
        sentence!(
            "This is JSON, but no list of people such as [{{\"username\": \"2501\", \"name\": \"Ann\"}}].",
            "这是 JSON，但不是人员列表，如“[{{\"username\": \"2501\", \"name\": \"Ann\"}}]”。"
        )
    })?;
    let all = list.len();
    let is_team = |of: &&Map<String, Value>| {
        let kind = of.get("type").and_then(Value::as_str);
        kind.is_none_or(|kind| !["judge", "admin", "analyst", "staff", "cds"].contains(&kind))
    };
    let list: Vec<_> = list.iter().filter(is_team).collect();
    let mut keys: Vec<&str> = Vec::new();
    for key in list.iter().flat_map(|of| of.keys()) {
        if keys.len() <= MOST_COLUMNS && !keys.contains(&key.as_str()) {
            keys.push(key);
        }
    }
    let cell = |value: Option<&Value>| match value {
        Some(Value::String(text)) => quoted(text),
        Some(Value::Number(number)) => number.to_string(),
        _ => String::new(),
    };
    let heads = keys.iter().map(|key| quoted(key)).collect::<Vec<_>>().join(",");
    let rows = list.iter().map(|of| keys.iter().map(|key| cell(of.get(*key))).collect::<Vec<_>>().join(","));
    let table = std::iter::once(heads).chain(rows).flat_map(|line| [line, "\n".to_owned()]).collect();
    let said = sentence!("This is a list in JSON.", "这是 JSON 列表。");
    Ok((table, without(all - list.len(), said)))
}
