//! Changing an event's file field by field, leaving everything else in it unchanged.

use super::EventFile;
use super::lines::{TypedLines, programs, shown};
use super::position::line_and_column;
use crate::event_draft::{FIELDS, FieldKind, FileField, LONGEST, Trouble, outside};
use crate::history::Begun;
use leitai_core::{Sentence, Words, sentence};
use std::path::Path;
use toml_edit::{Document, DocumentMut, Item, Table, TableLike, Value};

/// A table whose mere presence has a meaning, even if empty: submissions are accepted.
const SAYS_BY_BEING_THERE: &str = "submit";

/// How far an event has come, which determines what may still change.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Reached<'a> {
    /// It has not begun.
    Nothing,
    /// It has begun, but none of its games has been due yet.
    Begun,
    /// Its first game has been due: this is how it began, and everything drawn from that stands.
    Due(&'a Begun),
}

/// Each field with its contents as they would be typed; empty if the file omits it. A multi-line field is included only
/// if a form can show everything that the file has there.
pub(crate) fn fields_of(text: &str) -> Vec<(&'static FileField, String)> {
    let document = text.parse::<DocumentMut>().ok();
    let root = document.as_deref();
    let said = |field: &FileField| {
        if field.kind.has_lines() {
            return root.map_or(Some(String::new()), |root| shown(root, field));
        }
        let said = root.and_then(|root| item(root, field.path));
        let said = said.map(|item| item.as_str().map_or_else(|| item.to_string(), str::to_owned));
        Some(said.map_or(String::new(), |said| said.replace(char::is_control, " ").trim().to_owned()))
    };
    FIELDS.iter().filter_map(|field| Some((field, said(field)?))).collect()
}

/// The single-line field of this name, if it is there.
fn item<'t>(table: &'t dyn TableLike, path: &str) -> Option<&'t Item> {
    match path.split_once('.') {
        Some((of, key)) => table.get(of)?.as_table_like()?.get(key),
        None => table.get(path),
    }
}

/// Why a field cannot be changed by [`with_fields`]; `None` if it can.
pub(crate) fn fixed(field: &FileField, reached: Reached<'_>) -> Option<Words> {
    let has_begun = !matches!(reached, Reached::Nothing);
    let is_due = matches!(reached, Reached::Due(_));
    Some(match field.path {
        "name" => Words::new(
            "It cannot change: the event's address and journal depend on it.",
            "不能修改：赛事的地址与日志由名称确定。",
        ),
        "seed" if has_begun => Words::new(
            "Fixed since the event began: every lot is drawn from it.",
            "赛事开始后不能修改：所有抽签由它决定。",
        ),
        "game" | "preset" if has_begun => Words::new(
            "Fixed since the event began: what was handed in and drawn follows from it.",
            "赛事开始后不能修改：提交与抽签都由它决定。",
        ),
        "entries" if is_due => Words::new(
            "Names, classes and seed scores are fixed since the first game was due: what was drawn follows from them. Who leaves, or enters a ladder, does so by a ruling; programs and members are changed in the file itself.",
            "首局排定后，名称、班级与种子分不能修改：抽签由它们决定。退出或加入天梯赛由裁决处理；程序与队员请在文件中修改。",
        ),
        "games" | "second-stage" | "options" | "plan" if is_due => Words::new(
            "Fixed since the first game was due: what was drawn and played follows from it.",
            "首局排定后不能修改：抽签与已进行的对局都由它决定。",
        ),
        _ => return None,
    })
}

/// Why a multi-line field of a file is not shown.
pub(crate) const NOT_SHOWN: Words = Words::new(
    "The file says something here that this form cannot show: change it in the file itself.",
    "文件中有本表单无法显示的内容：请在文件中修改。",
);

/// Returns the text of an event's file with these fields as typed; empty ones are omitted. The errors name each field to
/// blame if the result would be invalid or describe another event. Programs that entries name anew must be levels of
/// the game or lie in `folder`; the others need not exist.
pub(crate) fn with_fields(
    text: &str,
    typed: &[(&'static FileField, String)],
    reached: Reached<'_>,
    folder: &Path,
) -> Result<String, Vec<Trouble>> {
    let (mut rest, mut troubles) = (typed.to_vec(), Vec::new());
    loop {
        let trouble = match changed(text, &rest, reached, folder) {
            Ok(text) if troubles.is_empty() => return Ok(text),
            Ok(_) => return Err(troubles),
            Err(trouble) => trouble,
        };
        // A field that is wrong stays as it was, so that it does not hide the rest.
        let at = rest.iter().position(|(field, _)| Some(field.path) == trouble.path);
        let at = at.map(|at| rest.remove(at));
        if at.is_some() || troubles.is_empty() {
            troubles.push(trouble);
        }
        if at.is_none() {
            return Err(troubles);
        }
    }
}

fn changed(
    text: &str,
    typed: &[(&'static FileField, String)],
    reached: Reached<'_>,
    folder: &Path,
) -> Result<String, Trouble> {
    let wrong = |path, what| Err(Trouble { path, what });
    let mut document = match text.parse::<DocumentMut>() {
        Ok(document) => document,
        Err(error) => return wrong(None, Sentence::quoted(error.message())),
    };
    let before = fields_of(text);
    let was = programs(document.as_table());
    let is_same = |field: &FileField, typed: &String| {
        before.iter().any(|(of, was)| of.path == field.path && was == typed)
    };
    let changed: Vec<_> = typed.iter().filter(|(field, typed)| !is_same(field, typed)).collect();
    let mut appended = TypedLines::default();
    for (field, typed) in &changed {
        if let Some(why) = fixed(field, reached) {
            return wrong(Some(field.path), why.into());
        }
        if !field.kind.has_lines() {
            let value = if typed.is_empty() { None } else { Some(value_of(field, typed)?) };
            put(&mut document, field.path, value);
        } else if before.iter().any(|(of, _)| of.path == field.path) {
            appended.add(&mut document, field, typed)?;
        } else {
            return wrong(Some(field.path), NOT_SHOWN.into());
        }
    }
    let mut text = document.to_string();
    if !text.is_empty() && !text.ends_with('\n') {
        text.push('\n');
    }
    let first = text.lines().count();
    text += &appended.text;
    let is = text.parse::<DocumentMut>().map(|document| programs(document.as_table())).unwrap_or_default();
    let is_new = |name: &str| is.contains_key(name) && was.get(name) != is.get(name);
    let file = match EventFile::checked(&text, "", folder, &is_new) {
        Ok(file) => file,
        Err(error) => {
            return match error.line.checked_sub(first).and_then(|line| appended.from(line)) {
                Some((path, Some(line))) => {
                    wrong(Some(path), sentence!("line {line}: ", "第 {line} 行：").then(&error.what))
                }
                Some((path, None)) => wrong(Some(path), error.what),
                None => wrong(at_line(&text, error.line), error.what),
            };
        }
    };
    let mut new = file.entries.iter().zip(&file.runners).filter(|(entry, _)| is_new(&entry.name));
    if let Some((entry, _)) = new.find(|(_, own)| !own.program.is_within(folder)) {
        return Err(outside(&entry.name));
    }
    let Reached::Due(begun) = reached else { return Ok(text) };
    if let Some(how) = file.differs(begun) {
        // Of these fields, only the clock affects the plan.
        let clock = changed.iter().find(|(field, _)| field.path == "clock").map(|(field, _)| field.path);
        let what = sentence!(
            "the event has begun, and this would make it a different one: {how}",
            "赛事已开始，这样修改会使它成为另一场赛事：{how}";
            how
        );
        return wrong(clock, what);
    }
    Ok(text)
}

/// What was typed, as a TOML value.
fn value_of(field: &FileField, typed: &str) -> Result<Value, Trouble> {
    let wrong = |what| Err(Trouble { path: Some(field.path), what });
    if typed.chars().count() > LONGEST {
        return wrong(sentence!("at most {LONGEST} characters", "至多 {LONGEST} 个字符"));
    }
    match field.kind {
        FieldKind::Number => match typed.parse::<i64>().ok().filter(|number| *number >= 0) {
            Some(number) => Ok(number.into()),
            None => wrong(sentence!("`{typed}` is not a whole number", "“{typed}”不是整数")),
        },
        FieldKind::Truth => match typed.parse::<bool>() {
            Ok(truth) => Ok(truth.into()),
            Err(_) => wrong(sentence!("`true` or `false`", "应为 `true` 或 `false`")),
        },
        FieldKind::Choice(all) if !all.contains(&typed) => {
            let all = all.join(", ");
            wrong(sentence!("one of: {all}", "可选：{all}"))
        }
        _ => Ok(typed.into()),
    }
}

/// Sets the value of a field, keeping the comment after it; `None` removes the field.
fn put(document: &mut DocumentMut, path: &str, value: Option<Value>) {
    let (of, key) = path.split_once('.').map_or((None, path), |(of, key)| (Some(of), key));
    let root = document.as_table_mut();
    if let (Some(of), true) = (of, value.is_some()) {
        root.entry(of).or_insert_with(|| Item::Table(Table::new()));
    }
    let table: Option<&mut dyn TableLike> = match of {
        Some(of) => root.get_mut(of).and_then(Item::as_table_like_mut),
        None => Some(&mut *root),
    };
    let Some(table) = table else { return };
    if let Some(mut value) = value {
        if let Some(was) = table.get(key).and_then(Item::as_value) {
            *value.decor_mut() = was.decor().clone();
        }
        table.insert(key, Item::Value(value));
        return;
    }
    table.remove(key);
    let is_empty = table.is_empty();
    if let Some(of) = of.filter(|of| is_empty && *of != SAYS_BY_BEING_THERE) {
        root.remove(of);
    }
}

/// The field on this line, counted from 1.
fn at_line(text: &str, line: usize) -> Option<&'static str> {
    let document = Document::parse(text.to_owned()).ok()?;
    let is_there = |path: &str| {
        let span = item(document.as_table(), path).and_then(Item::span)?;
        let line_of = |at| line_and_column(text, at).0;
        Some((line_of(span.start)..=line_of(span.end)).contains(&line))
    };
    FIELDS.iter().map(|field| field.path).find(|path| is_there(path) == Some(true))
}

#[cfg(test)]
mod tests {
    use super::*;
    use leitai_core::Lang;
    use leitai_tournament::Seed;

    const FILE: &str = "# 春季赛\nname = \"cup\"\ngame = \"hex\"\npreset = \"judge\"\n\n[submit] # ours\n\
        interval = \"10m\" # a pause\ncloses = 2026-10-22T23:00:00+08:00\n\n[[entries]]\nname = \"a\" # one\nprogram = \"gone.cpp\"\n";

    /// The file with these changes, or the first field to blame and the reason in English.
    fn edited(text: &str, changes: &[(&str, &str)]) -> Result<String, (Option<&'static str>, String)> {
        let mut fields = fields_of(text);
        for (path, to) in changes {
            let field = fields.iter_mut().find(|(field, _)| field.path == *path).expect("a field");
            (*to).clone_into(&mut field.1);
        }
        let begun = EventFile::checked(text, "", Path::new(""), &|_| false).expect("a file");
        let begun = begun.begun(|| Seed::new("1"));
        with_fields(text, &fields, Reached::Due(&begun), Path::new("/nowhere"))
            .map_err(|troubles| (troubles[0].path, troubles[0].what.to(Lang::En).to_owned()))
    }

    #[test]
    fn a_field_is_changed_and_nothing_else() {
        let said = |text: &str, path: &str| {
            let all = fields_of(text);
            all.into_iter().find(|(field, _)| field.path == path).expect("a field").1
        };
        assert_eq!(said(FILE, "submit.closes"), "2026-10-22T23:00:00+08:00");
        assert_eq!((said(FILE, "submit.interval"), said(FILE, "submit.size")), ("10m".into(), String::new()));
        assert_eq!(edited(FILE, &[]), Ok(FILE.to_owned()), "byte by byte");
        let later = edited(FILE, &[("submit.closes", "2026-10-25 24:00 +08:00"), ("submit.interval", "5m")]);
        let later = later.expect("a file");
        for kept in ["# 春季赛", "[submit] # ours", "interval = \"5m\" # a pause", "name = \"a\" # one"] {
            assert!(later.contains(kept), "{kept}: {later}");
        }
        let open = edited(FILE, &[("submit.closes", ""), ("submit.interval", "")]).expect("a file");
        assert!(open.contains("[submit]") && !open.contains("interval"), "{open}");
        // Adds fields of every kind, in tables that were not there, then removes them again.
        let new = [
            ("place", "3号楼"),
            ("clock", "move=2s"),
            ("awards.first", "15"),
            ("sandbox.ponder", "false"),
            ("sandbox.tell", "least"),
            ("board.publish", "10m"),
        ];
        let made = edited(FILE, &new).expect("a file");
        for (path, value) in new {
            assert_eq!(said(&made, path), value, "{made}");
        }
        assert!(made.contains("first = 15\n") && made.contains("ponder = false\n"), "{made}");
        let back: Vec<_> = new.iter().map(|(path, _)| (*path, "")).collect();
        let bare = edited(&made, &back).expect("a file");
        assert!(
            !bare.contains("[awards]") && !bare.contains("[sandbox]") && !bare.contains("[board]"),
            "{bare}"
        );
    }

    #[test]
    fn what_would_be_no_file_or_another_event_is_refused_with_the_field_to_blame() {
        for (path, to, why) in [
            ("submit.interval", "soon", "not a length of time"),
            ("submit.size", "1GB", "1 byte and 1MB"),
            ("submit.closes", "tomorrow", "2026-10-22 24:00"),
            ("submit.opens", "2026-10-22 24:00 +08:00", "before it opens"),
            ("awards.first", "101", "0 to 100"),
            ("awards.first", "ten", "not a whole number"),
            ("sandbox.ponder", "yes", "`true` or `false`"),
            ("sandbox.level", "off", "one of: auto, F, R, N"),
            ("clock", "game=7s", "would make it a different one: plan"),
            ("watch.hidden", "never", "after"),
            ("place", &"x".repeat(201), "at most 200"),
            ("name", "other", "address"),
            ("game", "nogo", "Fixed since the event began"),
            ("preset", "", "Fixed since the event began"),
            ("seed", "7", "every lot"),
        ] {
            let (blamed, told) = edited(FILE, &[(path, to)]).expect_err(path);
            assert!(told.contains(why), "{path}: {told}");
            // If submissions close before they open, either field may be blamed.
            assert!(blamed == Some(path) || path == "submit.opens", "{path}: {blamed:?} {told}");
        }
        for (path, to) in
            [("entries", "a"), ("options", "size = 9"), ("plan", "[plan]\ntables = 2"), ("games", "4")]
        {
            let (blamed, told) = edited(FILE, &[(path, to)]).expect_err(path);
            assert!(blamed == Some(path) && told.contains("first game was due"), "{path}: {told}");
        }
        // All of them are told.
        let mut fields = fields_of(FILE);
        for (field, typed) in &mut fields {
            match field.path {
                "submit.interval" | "board.publish" => "soon".clone_into(typed),
                "sandbox.ponder" => "yes".clone_into(typed),
                _ => {}
            }
        }
        let troubles = with_fields(FILE, &fields, Reached::Begun, Path::new("/nowhere")).expect_err("wrong");
        let mut paths: Vec<_> = troubles.iter().filter_map(|trouble| trouble.path).collect();
        paths.sort_unstable();
        assert_eq!(paths, ["board.publish", "sandbox.ponder", "submit.interval"]);
        let evil = edited(FILE, &[("submit.size", "1\"\n[plan]\ntables = 9")]);
        assert!(evil.is_err(), "it stays one text");
    }

    /// As `changed`, for an event none of whose games has been due yet.
    fn ahead(text: &str, changes: &[(&str, &str)]) -> Result<String, (Option<&'static str>, String)> {
        let mut fields = fields_of(text);
        for (path, to) in changes {
            let field = fields.iter_mut().find(|(field, _)| field.path == *path).expect("a field");
            (*to).clone_into(&mut field.1);
        }
        with_fields(text, &fields, Reached::Begun, Path::new("/nowhere"))
            .map_err(|troubles| (troubles[0].path, troubles[0].what.to(Lang::En).to_owned()))
    }

    const COURSE: &str = "name = \"course\" # ours\ngame = \"hex\"\npreset = \"course\"\n[submit]\n\
        closes = \"2999-10-22 24:00 +08:00\"\n\n# the best of spring\n[[entries]]\nname = \"a\" # one\nclass = \"1\"\n\
        program = \"cmd:x\"\n\n[[entries]]\nname = \"b\"\nclass = \"1\"\nseed-score = 70\n";

    #[test]
    fn until_its_first_game_is_due_entries_options_and_plan_may_change() {
        let said = |text: &str, path: &str| {
            let all = fields_of(text);
            all.into_iter().find(|(field, _)| field.path == path).expect("a field").1
        };
        assert_eq!(said(COURSE, "entries"), "a, cmd:x, 1\nb, , 1, 70");
        let entries = "a, cmd:x, 1\nc, easy, 1, 83.625, 王; 李\nb, , 2, 70";
        let changes = [
            ("entries", entries),
            ("options", "size = 9"),
            ("plan", "[plan.stages.1]\nname = \"first\""),
            ("second-stage", "2"),
        ];
        let made = ahead(COURSE, &changes);
        // The names of the plan's own fields are up to its reader.
        let made = made.or_else(|_| ahead(COURSE, &[changes[0], changes[3]])).expect("a file");
        for kept in ["\"course\" # ours", "# the best of spring", "\"a\" # one", "second-stage = 2"] {
            assert!(made.contains(kept), "{kept}: {made}");
        }
        assert_eq!(said(&made, "entries"), entries);
        let file = EventFile::checked(&made, "", Path::new(""), &|_| false).expect("a file");
        let names: Vec<_> = file.entries.iter().map(|entry| entry.name.as_str()).collect();
        assert_eq!((names, file.people[1].members.len()), (vec!["a", "c", "b"], 2));
        assert_eq!(ahead(COURSE, &[]), Ok(COURSE.to_owned()), "byte by byte");
        let back =
            ahead(&made, &[("entries", &said(COURSE, "entries")), ("second-stage", "")]).expect("a file");
        assert_eq!(said(&back, "entries"), said(COURSE, "entries"));
    }

    #[test]
    fn what_is_typed_in_lines_says_no_more_than_its_field() {
        for (path, to, why) in [
            ("entries", "a, cmd:x, 1\nb, cmd:id, 1", "in the folder of events"),
            ("entries", "a, cmd:x, 1\nb, /bin/sh, 1", "in the folder of events"),
            ("entries", "a, cmd:y, 1\nb, , 1", "line 1: "),
            ("entries", "b, , 1\n\nb, , 1, 7", "line 3: "),
            ("entries", "a, cmd:x, 1\nb, , 1, many", "line 2: a seed score"),
            ("entries", "a,b,c,d,e,f,g,h,i", "line 1: more than eight"),
            ("options", "size = 9]\nx", "line 2: write"),
            ("options", "colour = red", "colour"),
            ("plan", "[submit]\ncloses = \"x\"", "begin with `[plan]`"),
            ("plan", "[plan]\ntables = many", ""),
            ("plan", "name = \"x\"", "begin with `[plan]`"),
        ] {
            let (blamed, told) = ahead(COURSE, &[(path, to)]).expect_err(to);
            assert_eq!(blamed, Some(path), "{to}: {told}");
            assert!(told.contains(why), "{to}: {told}");
        }
        // Contents that no form can show are left alone.
        let own = COURSE.replace("name = \"b\"", "name = \"b\"\ndialect = \"native\"");
        assert!(fields_of(&own).iter().all(|(field, _)| field.path != "entries"));
        assert!(ahead(&own, &[("options", "size = 9")]).is_ok());
    }
}
