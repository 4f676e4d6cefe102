//! The `[plan]` table of an event's file: changes to the preset's plan.

use super::wrong::FieldError;
use leitai_core::{Lang, Sentence};
use leitai_tournament::Plan;
use serde_json::Value;

/// Applies the file's `[plan]` to the plan. Stages are named by their number, from 1, or by their name:
/// `[plan.stages.1]`; a list of stages replaces them all.
pub(super) fn overridden(plan: Plan, changes: &Value) -> Result<Plan, FieldError> {
    let Value::Object(fields) = changes else { return Ok(plan) };
    let unreadable = |error: serde_json::Error| ("plan".to_owned(), misread(&error.to_string()));
    let mut value = serde_json::to_value(&plan).map_err(unreadable)?;
    for (name, change) in fields {
        match (name.as_str(), change) {
            ("stages", Value::Object(stages)) => {
                for (which, change) in stages {
                    let found = stage(&plan, which).ok_or_else(|| {
                        let what = Sentence::new(
                            "no such stage: use its number from 1, or its name",
                            "没有这个阶段：请用从 1 起的序号或名称",
                        );
                        (format!("plan.stages.{which}"), what)
                    })?;
                    merge(&mut value["stages"][found], change);
                }
            }
            _ => merge(&mut value[name.as_str()], change),
        }
    }
    serde_path_to_error::deserialize(value).map_err(|error| {
        (written(&error.path().to_string(), changes, &plan), misread(&error.inner().to_string()))
    })
}

/// The path of a plan's field in the file: `stages[0].games` is under `plan.stages.1`, or the stage's name.
pub(super) fn written(at: &str, changes: &Value, plan: &Plan) -> String {
    let named = || {
        let (number, field) = at.strip_prefix("stages[")?.split_once(']')?;
        let number: usize = number.parse().ok()?;
        let keys = changes.get("stages")?.as_object()?.keys();
        let key = keys.into_iter().find(|key| stage(plan, key) == Some(number))?;
        Some(format!("plan.stages.{key}{field}"))
    };
    named().unwrap_or_else(|| format!("plan.{at}"))
}

/// The TOML reader's message, which is English; the common ones are translated into Chinese.
pub(super) fn misread(what: &str) -> Sentence {
    Sentence::new(what, chinese(what))
}

fn chinese(what: &str) -> String {
    let quoted = |rest: &str| rest.split('`').nth(1).unwrap_or_default().to_owned();
    if let Some(rest) = what.strip_prefix("missing field ") {
        return format!("缺少字段 {}", quoted(rest));
    }
    if let Some((field, known)) =
        what.strip_prefix("unknown field ").and_then(|rest| rest.split_once(", expected"))
    {
        let known: Vec<_> = known.split('`').skip(1).step_by(2).collect();
        return format!("没有字段 {}；可用：{}", quoted(field), known.join("、"));
    }
    if let Some((name, known)) = what.split_once(" is not a tie-break: ") {
        return format!("没有破同分办法 {name}；可用：{}", known.replace(" or ", ", ").replace(", ", "、"));
    }
    match what.strip_prefix("invalid type: ").and_then(|rest| rest.split_once(", expected ")) {
        Some((is, expected)) => format!("类型不对：写的是{}，应为{}", kind(is), kind(expected)),
        None => format!("内容有误（{what}）"),
    }
}

/// The type of a value, with the value itself if there is one.
fn kind(what: &str) -> String {
    const KINDS: [(&str, &str); 12] = [
        ("string", "字符串"),
        ("integer", "整数"),
        ("floating point", "小数"),
        ("boolean", "布尔值"),
        ("datetime", "日期时间"),
        ("map", "表"),
        ("struct", "表"),
        ("sequence", "数组"),
        ("u8", "不小于 0 的整数"),
        ("u16", "不小于 0 的整数"),
        ("u32", "不小于 0 的整数"),
        ("u64", "不小于 0 的整数"),
    ];
    let plain = what.strip_prefix("a ").or_else(|| what.strip_prefix("an ")).unwrap_or(what);
    let named = KINDS.iter().find(|(en, _)| plain.starts_with(en));
    let value = plain.find(['`', '"']).map_or(String::new(), |at| format!(" {}", &plain[at..]));
    named.map_or_else(|| format!("（{what}）"), |(_, zh)| format!("{zh}{value}"))
}

fn stage(plan: &Plan, which: &str) -> Option<usize> {
    let number = which.parse::<usize>().ok().filter(|number| (1..=plan.stages.len()).contains(number));
    let named = |stage: &leitai_tournament::StagePlan| {
        [Lang::En, Lang::Zh].iter().any(|lang| stage.name.to(*lang) == which)
    };
    number.map(|number| number - 1).or_else(|| plan.stages.iter().position(named))
}

/// Replaces fields one by one; an object with other fields replaces the whole value.
fn merge(value: &mut Value, change: &Value) {
    match (value, change) {
        (Value::Object(old), Value::Object(new)) if new.keys().all(|key| old.contains_key(key)) => {
            for (key, change) in new {
                merge(old.entry(key.clone()).or_insert(Value::Null), change);
            }
        }
        (value, change) => *value = change.clone(),
    }
}
