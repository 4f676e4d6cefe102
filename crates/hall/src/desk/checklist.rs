//! What should be right at a desk before a game begins, each line green or red.

use super::desk_machine::{DeskMachine, Power, PowerPlan, Sleep};
use super::desk_setup::DeskSetup;
use super::program_trial::ProgramTrial;
use jiff::Zoned;
use leitai_arena::{Conditions, Player};
use leitai_core::{Sentence, Words, sentence};
use leitai_sandbox::Size;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// From this share of a core on, another program takes time from ours.
const BUSY: f64 = 0.2;
/// Less free disk than this is too little.
const DISK: u64 = 200 << 20;
/// So much memory should be free beside the program's own.
const SPARE: u64 = 256 << 20;
/// A battery that is not charging lasts an afternoon from here, in percent.
const CHARGED: u32 = 80;
/// A clock before this was never set: 2025.
const SET: Duration = Duration::from_hours(20_089 * 24);

/// How a line of the list stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CheckState {
    /// As it should be.
    Green,
    /// It should be put right before the game.
    Red,
    /// It cannot be read here: somebody has to look.
    Unknown,
}

impl CheckState {
    /// The word in front of a line.
    pub const fn words(self) -> Words {
        match self {
            CheckState::Green => Words::new("ok  ", "正常"),
            CheckState::Red => Words::new("FIX ", "处理"),
            CheckState::Unknown => Words::new("look", "自查"),
        }
    }
}

/// A line of the list.
#[derive(Clone, PartialEq, Debug)]
pub struct CheckLine {
    /// What was looked at.
    pub what: Words,
    /// How it stands.
    pub state: CheckState,
    /// What was found, and what to do about it.
    pub found: Sentence,
}

/// Judges a machine, a program's trial and the conditions it is to run under.
pub fn checklist(
    machine: &DeskMachine,
    trial: &ProgramTrial,
    setup: &DeskSetup,
    conditions: &Conditions,
) -> Vec<CheckLine> {
    let line = |what, (state, found)| CheckLine { what, state, found };
    let mut lines = vec![
        line(Words::new("power", "电源"), power(machine.power)),
        line(Words::new("sleep", "休眠"), sleep(machine.sleep.as_ref())),
        line(Words::new("other programs", "其他程序"), busy(machine.busy.as_deref())),
        line(Words::new("power plan", "电源模式"), plan(machine.plan.as_ref())),
        line(Words::new("disk", "磁盘"), disk(machine.disk)),
        line(Words::new("memory", "内存"), memory(machine.memory, conditions.limits.memory)),
        line(Words::new("clock", "系统时间"), clock(machine.time)),
        line(Words::new("sandbox", "沙箱"), sandbox(conditions)),
    ];
    let program = setup.program.as_ref().map(|player| program(trial, player));
    lines.extend(program.map(|judged| line(Words::new("program", "己方程序"), judged)));
    lines
}

type Judged = (CheckState, Sentence);

fn unknown(what: Sentence) -> Judged {
    (CheckState::Unknown, what)
}

fn power(power: Option<Power>) -> Judged {
    match power {
        None => unknown(sentence!(
            "cannot be read here: see that the mains are connected",
            "此处无法读取：请自行确认已接电源"
        )),
        Some(Power { mains: Some(true), battery: Some(battery) }) => (
            CheckState::Green,
            sentence!("mains connected, battery {battery} %", "已接电源，电池 {battery}%"),
        ),
        Some(Power { mains: Some(true), battery: None }) => {
            (CheckState::Green, sentence!("mains connected", "已接电源"))
        }
        Some(Power { battery: Some(battery), mains: None }) if battery >= CHARGED => unknown(sentence!(
            "battery {battery} %; whether the mains are connected cannot be read",
            "电池 {battery}%；无法读取是否已接电源"
        )),
        Some(Power { battery: Some(battery), .. }) => (
            CheckState::Red,
            sentence!("on battery, {battery} %: connect the mains", "正用电池，{battery}%：请接电源"),
        ),
        Some(Power { mains: Some(false), battery: None }) => {
            (CheckState::Red, sentence!("the mains are not connected", "未接电源"))
        }
        Some(Power { mains: None, battery: None }) => {
            (CheckState::Green, sentence!("no battery: it runs on the mains", "无电池：使用外接电源"))
        }
    }
}

fn sleep(sleep: Option<&Sleep>) -> Judged {
    let Some(Sleep { lid, on_lid, kept_awake_by }) = sleep else {
        return unknown(sentence!(
            "cannot be read here: see that it does not go to sleep by itself",
            "此处无法读取：请自行确认不会自动休眠"
        ));
    };
    if let Some(who) = kept_awake_by {
        return (CheckState::Green, sentence!("{who} keeps it awake", "由 {who} 保持唤醒"));
    }
    match (lid, on_lid.as_deref()) {
        (true, None | Some("suspend" | "hibernate" | "poweroff" | "hybrid-sleep")) => (
            CheckState::Red,
            sentence!(
                "closing the lid sends it to sleep, and perhaps waiting does: begin with `systemd-inhibit \
                 --what=sleep:idle:handle-lid-switch leitai operate …`",
                "合盖会休眠，久置也可能休眠：请以 `systemd-inhibit --what=sleep:idle:handle-lid-switch leitai operate …` 启动"
            ),
        ),
        _ => unknown(sentence!(
            "what the desktop does when nobody types cannot be read: switch automatic sleep off",
            "无法读取桌面环境的自动休眠设置：请关闭自动休眠"
        )),
    }
}

fn busy(busy: Option<&[(String, f64)]>) -> Judged {
    let Some(busy) = busy else {
        return unknown(sentence!(
            "cannot be seen here: close what you do not need",
            "此处无法查看：请关闭不需要的程序"
        ));
    };
    let named: Vec<String> = busy
        .iter()
        .filter(|(_, share)| *share >= BUSY)
        .map(|(name, share)| format!("{name} {:.0} %", share * 100.0))
        .collect();
    if named.is_empty() {
        return (CheckState::Green, sentence!("nothing else computes", "没有其他程序占用处理器"));
    }
    let named = named.join(", ");
    (CheckState::Red, sentence!("computing now: {named}: close them", "正占用处理器：{named}：请关闭"))
}

fn plan(plan: Option<&PowerPlan>) -> Judged {
    let Some(PowerPlan { profile, governor, decides_itself, preference }) = plan else {
        return unknown(sentence!(
            "cannot be read here: choose the plan for performance",
            "此处无法读取：请选择高性能模式"
        ));
    };
    let is_slow = matches!(profile.as_deref(), Some("low-power" | "quiet" | "cool"))
        || matches!(preference.as_deref(), Some("power"))
        || (governor.as_deref() == Some("powersave") && !decides_itself);
    let said = [profile, governor, preference].into_iter().flatten().cloned().collect::<Vec<_>>().join(", ");
    if is_slow {
        return (
            CheckState::Red,
            sentence!("saves power ({said}): choose performance", "正在省电（{said}）：请改为高性能"),
        );
    }
    (CheckState::Green, sentence!("does not slow it down ({said})", "不限制速度（{said}）"))
}

fn megabytes(bytes: u64) -> Size {
    Size::MB(bytes >> 20)
}

fn disk(free: Option<u64>) -> Judged {
    let Some(free) = free else {
        return unknown(sentence!("free space cannot be read", "无法读取剩余空间"));
    };
    let shown = megabytes(free);
    if free < DISK {
        let needed = megabytes(DISK);
        return (
            CheckState::Red,
            sentence!("{shown} free, {needed} needed for records", "剩余 {shown}，记录需要 {needed}"),
        );
    }
    (CheckState::Green, sentence!("{shown} free", "剩余 {shown}"))
}

fn memory(free: Option<u64>, limit: Size) -> Judged {
    let Some(free) = free else {
        return unknown(sentence!(
            "free memory cannot be read; the program may use {limit}",
            "无法读取剩余内存；程序可用 {limit}"
        ));
    };
    let shown = megabytes(free);
    if free < (limit.mb() << 20).saturating_add(SPARE) {
        return (
            CheckState::Red,
            sentence!(
                "{shown} free, and the program may use {limit}: close others, or lower --memory",
                "剩余 {shown}，而程序可用 {limit}：请关闭其他程序，或调低 --memory"
            ),
        );
    }
    (
        CheckState::Green,
        sentence!("{shown} free, the program may use {limit}", "剩余 {shown}，程序可用 {limit}"),
    )
}

fn clock(time: Option<SystemTime>) -> Judged {
    let known = time.and_then(|time| Zoned::try_from(time).ok());
    let Some(now) = known else {
        return unknown(sentence!("the clock cannot be read", "无法读取系统时间"));
    };
    let shown = now.strftime("%Y-%m-%d %H:%M:%S").to_string();
    let is_set = time.and_then(|time| time.duration_since(UNIX_EPOCH).ok()).is_some_and(|time| time >= SET);
    if is_set {
        return (
            CheckState::Green,
            sentence!("{shown}: compare it with the hall's", "{shown}：请与赛场时间核对"),
        );
    }
    (CheckState::Red, sentence!("{shown}: the clock was never set", "{shown}：系统时间未设置"))
}

fn sandbox(conditions: &Conditions) -> Judged {
    let level = conditions.sandbox.level();
    if level.confines() {
        return (CheckState::Green, sentence!("level {level}", "等级 {level}"));
    }
    (
        CheckState::Red,
        sentence!(
            "off: nothing limits the program's memory, nor what it may touch",
            "已关闭：不限制程序的内存与所能触及的文件"
        ),
    )
}

fn program(trial: &ProgramTrial, player: &Player) -> Judged {
    let (name, dialect) = (&player.name, player.dialect.name());
    match trial {
        ProgramTrial::Answered(after) => (
            CheckState::Green,
            sentence!(
                "{name} speaks {dialect}; its first answer came {after} after its start",
                "{name} 使用协议 {dialect}，启动后 {after} 给出第一手"; name, dialect, after
            ),
        ),
        ProgramTrial::Thinks => (
            CheckState::Green,
            sentence!(
                "{name} speaks {dialect} and is ready; its first turn takes more than 20 s",
                "{name} 使用协议 {dialect}，已能就绪；首手用时超过 20 秒"; name, dialect
            ),
        ),
        ProgramTrial::Failed(why) => (
            CheckState::Red,
            sentence!(
                "{name}: {why} (`leitai check` examines it thoroughly)",
                "{name}：{why}（用 `leitai check` 详细检查）"; name, why
            ),
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn power_is_red_only_on_battery() {
        let state = |mains, battery| power(Some(Power { mains, battery })).0;
        assert_eq!(state(Some(true), Some(9)), CheckState::Green);
        assert_eq!(state(Some(false), Some(99)), CheckState::Red);
        assert_eq!(state(None, None), CheckState::Green);
        assert_eq!(state(None, Some(90)), CheckState::Unknown);
        assert_eq!(power(None).0, CheckState::Unknown);
    }

    #[test]
    fn sleep_is_green_where_something_keeps_it_awake() {
        let laptop = Sleep { lid: true, ..Sleep::default() };
        assert_eq!(sleep(Some(&laptop)).0, CheckState::Red);
        let held = Sleep { kept_awake_by: Some("leitai".to_owned()), ..laptop.clone() };
        assert_eq!(sleep(Some(&held)).0, CheckState::Green);
        let ignored = Sleep { on_lid: Some("ignore".to_owned()), ..laptop };
        assert_eq!(sleep(Some(&ignored)).0, CheckState::Unknown);
    }

    #[test]
    fn the_rest_is_judged_by_figures() {
        let busy = |share| super::busy(Some(&[("indexer".to_owned(), share)])).0;
        assert_eq!([busy(0.1), busy(0.9)], [CheckState::Green, CheckState::Red]);
        let governor = |name: &str, decides_itself| {
            plan(Some(&PowerPlan { governor: Some(name.to_owned()), decides_itself, ..PowerPlan::default() }))
                .0
        };
        assert_eq!(governor("performance", false), CheckState::Green);
        assert_eq!(governor("powersave", true), CheckState::Green);
        assert_eq!(governor("powersave", false), CheckState::Red);
        assert_eq!([disk(Some(1 << 20)).0, disk(Some(1 << 40)).0], [CheckState::Red, CheckState::Green]);
        let limit = Size::MB(1024);
        assert_eq!(memory(Some(1 << 30), limit).0, CheckState::Red);
        assert_eq!(memory(Some(8 << 30), limit).0, CheckState::Green);
        assert_eq!(clock(Some(UNIX_EPOCH)).0, CheckState::Red);
        assert_eq!(clock(Some(SystemTime::now())).0, CheckState::Green);
    }
}
