//! The tables of DOMjudge, whose first line names the file instead of the columns.

use leitai_core::{Sentence, sentence};

/// What DOMjudge's files say in their first line, and the heads of the columns that they leave unsaid.
const FILES: [(&str, &str); 2] = [
    ("accounts", "type\tname\tusername\tpassword"),
    ("teams", "number\texternal id\tgroup id\tname\tinstitution\tshort name\tcountry\taffiliation"),
];

/// The same lines with heads of columns, if it is a file of DOMjudge, of which only teams' accounts are kept; and
/// what was recognised.
pub(crate) fn headed(text: String) -> (String, Option<Sentence>) {
    let (first, rest) = text.split_once('\n').unwrap_or((&text, ""));
    let name = first.strip_suffix("\t1").or_else(|| first.strip_suffix("\t2"));
    let Some((name, heads)) = FILES.into_iter().find(|(file, _)| name == Some(file)) else {
        return (text, None);
    };
    let is_staff = |line: &&str| name == "accounts" && !line.starts_with("team\t") && !line.trim().is_empty();
    let staff = rest.lines().filter(is_staff).count();
    let lines = rest.lines().map(|line| if is_staff(&line) { "" } else { line });
    let text = std::iter::once(heads).chain(lines).flat_map(|line| [line, "\n"]).collect();
    let said = match staff {
        0 => sentence!("This is the file {name} of DOMjudge.", "这是 “DOMjudge” 的 {name} 文件。"),
        _ => sentence!(
            "This is the file {name} of DOMjudge; {staff} accounts in it are not of teams and are left out.",
            "这是 “DOMjudge” 的 {name} 文件；其中 {staff} 个账号不属于队伍，未读取。"
        ),
    };
    (text, Some(said))
}
