//! What can be read of the machine at a desk. Nothing is judged here, and what cannot be read is `None`.

use leitai_sandbox::system::{clocks, files};
use std::collections::HashMap;
use std::fs;
use std::path::Path;
use std::thread;
use std::time::{Duration, SystemTime};

/// For how long other programs are watched.
const WATCHED: Duration = Duration::from_millis(500);
/// How many programs that compute are named.
const NAMED: usize = 5;

/// What was read of a machine.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct DeskMachine {
    /// Mains and battery; `None` if the system does not say.
    pub power: Option<Power>,
    /// What sends the machine to sleep; `None` if the system does not say.
    pub sleep: Option<Sleep>,
    /// Other programs that compute now, with the share of one core that each takes, busiest first; `None` if they cannot be seen.
    pub busy: Option<Vec<(String, f64)>>,
    /// What the power plan prefers, as the system names it; `None` if it does not say.
    pub plan: Option<PowerPlan>,
    /// Free bytes of the file system of the folder.
    pub disk: Option<u64>,
    /// Free bytes of memory.
    pub memory: Option<u64>,
    /// The time by this machine's clock.
    pub time: Option<SystemTime>,
}

/// Mains and battery.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Power {
    /// Whether the mains are connected; `None` if no supply says.
    pub mains: Option<bool>,
    /// How full the battery is, in percent; `None` without one.
    pub battery: Option<u32>,
}

/// What sends a machine to sleep.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Sleep {
    /// Whether it has a lid.
    pub lid: bool,
    /// What the system does when the lid is closed, as it names it.
    pub on_lid: Option<String>,
    /// Who keeps it from sleeping at present.
    pub kept_awake_by: Option<String>,
}

/// What the power plan prefers.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct PowerPlan {
    /// The profile of the platform: `low-power`, `balanced`, `performance`.
    pub profile: Option<String>,
    /// The governor of the first core.
    pub governor: Option<String>,
    /// Whether the processor itself decides within what the governor says, so that `powersave` is not slow.
    pub decides_itself: bool,
    /// What the processor itself prefers: `power`, `balance_performance`.
    pub preference: Option<String>,
}

impl DeskMachine {
    /// Reads this machine, whose match is kept in `folder`; watches it for half a second.
    pub fn here(folder: &Path) -> DeskMachine {
        let disk = files::room(folder).map(|room| room.bytes);
        let root = Path::new("/");
        let before = work(root);
        thread::sleep(WATCHED);
        let busy = before.zip(work(root)).map(|(before, after)| busy(&before, &after));
        DeskMachine { disk, busy, time: Some(SystemTime::now()), ..DeskMachine::below(root) }
    }

    /// Reads what is in files of a machine whose root folder this is.
    pub fn below(root: &Path) -> DeskMachine {
        let memory = text(&root.join("proc/meminfo")).and_then(|text| {
            let line = text.lines().find_map(|line| line.strip_prefix("MemAvailable:"))?;
            line.trim().strip_suffix("kB")?.trim().parse::<u64>().ok()?.checked_mul(1024)
        });
        DeskMachine {
            power: power(root),
            sleep: sleep(root),
            plan: plan(root),
            memory,
            ..DeskMachine::default()
        }
    }
}

fn text(path: &Path) -> Option<String> {
    fs::read_to_string(path).ok().map(|text| text.trim().to_owned())
}

fn entries(folder: &Path) -> Option<Vec<std::path::PathBuf>> {
    Some(fs::read_dir(folder).ok()?.flatten().map(|entry| entry.path()).collect())
}

fn power(root: &Path) -> Option<Power> {
    let supplies = entries(&root.join("sys/class/power_supply"))?;
    let mut power = Power::default();
    for supply in supplies {
        // Of a mouse or a headset.
        if text(&supply.join("scope")).as_deref() == Some("Device") {
            continue;
        }
        let number = |file: &str| text(&supply.join(file))?.parse::<u32>().ok();
        match text(&supply.join("type")).as_deref() {
            Some("Mains" | "USB") => {
                let is_online = number("online").map(|online| online != 0);
                power.mains = power.mains.max(is_online);
            }
            // Of two batteries the emptier one counts.
            Some("Battery") => {
                let full = number("capacity");
                power.battery = power.battery.map_or(full, |known| full.map(|full| full.min(known)));
            }
            _ => {}
        }
    }
    Some(power)
}

fn sleep(root: &Path) -> Option<Sleep> {
    // Without systemd nothing is known about it.
    let inhibitors = entries(&root.join("run/systemd"))?;
    let mut sleep = Sleep {
        lid: entries(&root.join("proc/acpi/button/lid")).is_some_and(|lids| !lids.is_empty()),
        ..Sleep::default()
    };
    let setting = text(&root.join("etc/systemd/logind.conf")).and_then(|text| {
        text.lines().find_map(|line| line.trim().strip_prefix("HandleLidSwitch=").map(str::to_owned))
    });
    sleep.on_lid = setting;
    if inhibitors.iter().any(|path| path.ends_with("inhibit")) {
        let held = entries(&root.join("run/systemd/inhibit")).unwrap_or_default();
        sleep.kept_awake_by = held.iter().find_map(|file| awake(&text(file)?));
    }
    Some(sleep)
}

/// Who holds a lock, if it keeps the machine awake.
fn awake(text: &str) -> Option<String> {
    let value = |name: &str| text.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix('='));
    let what = value("WHAT")?;
    let is_kept = what.split(':').any(|what| what == "sleep") && what.split(':').any(|what| what == "idle");
    (is_kept && value("MODE") == Some("block")).then(|| value("WHO").unwrap_or("?").to_owned())
}

fn plan(root: &Path) -> Option<PowerPlan> {
    let core = root.join("sys/devices/system/cpu/cpu0/cpufreq");
    let driver = text(&core.join("scaling_driver"));
    let plan = PowerPlan {
        profile: text(&root.join("sys/firmware/acpi/platform_profile")),
        governor: text(&core.join("scaling_governor")),
        decides_itself: driver.is_some_and(|driver| driver == "intel_pstate" || driver.ends_with("-epp")),
        preference: text(&core.join("energy_performance_preference")),
    };
    (plan != PowerPlan::default()).then_some(plan)
}

/// What each process has computed, in ticks, with its name.
fn work(root: &Path) -> Option<HashMap<u32, (String, u64)>> {
    let own = std::process::id();
    let mut work = HashMap::new();
    for path in entries(&root.join("proc"))? {
        let pid = path.file_name().and_then(|name| name.to_str()?.parse::<u32>().ok());
        let Some(pid) = pid.filter(|pid| *pid != own) else { continue };
        // It may just have ended.
        if let Some(one) = text(&path.join("stat")).and_then(|text| ticks(&text)) {
            work.insert(pid, one);
        }
    }
    Some(work)
}

/// The name of a process and its ticks, by its `stat`.
fn ticks(stat: &str) -> Option<(String, u64)> {
    let (before, after) = stat.rsplit_once(')')?;
    let name = before.split_once('(')?.1.to_owned();
    let mut fields = after.split_whitespace().skip(11).map(|field| field.parse::<u64>().ok());
    Some((name, fields.next()?? + fields.next()??))
}

fn busy(before: &HashMap<u32, (String, u64)>, after: &HashMap<u32, (String, u64)>) -> Vec<(String, f64)> {
    let second = clocks::ticks_per_second() as f64 * WATCHED.as_secs_f64();
    let mut busy: Vec<(String, f64)> = after
        .iter()
        .filter_map(|(pid, (name, ticks))| {
            let ran = ticks.checked_sub(before.get(pid)?.1)?;
            (ran > 0).then(|| (name.clone(), ran as f64 / second))
        })
        .collect();
    busy.sort_by(|a, b| b.1.total_cmp(&a.1));
    busy.truncate(NAMED);
    busy
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A machine with these files.
    fn machine(files: &[(&str, &str)]) -> DeskMachine {
        let root = tempfile::tempdir().expect("a folder");
        for (path, text) in files {
            let path = root.path().join(path);
            fs::create_dir_all(path.parent().expect("below the root")).expect("made");
            fs::write(path, text).expect("written");
        }
        DeskMachine::below(root.path())
    }

    #[test]
    fn a_laptop_is_read() {
        let read = machine(&[
            ("sys/class/power_supply/AC/type", "Mains\n"),
            ("sys/class/power_supply/AC/online", "0\n"),
            ("sys/class/power_supply/BAT0/type", "Battery\n"),
            ("sys/class/power_supply/BAT0/capacity", "41\n"),
            ("sys/class/power_supply/mouse/type", "Battery\n"),
            ("sys/class/power_supply/mouse/scope", "Device\n"),
            ("sys/class/power_supply/mouse/capacity", "3\n"),
            ("proc/acpi/button/lid/LID0/state", "state:      open\n"),
            ("etc/systemd/logind.conf", "[Login]\n#HandleLidSwitch=suspend\nHandleLidSwitch=ignore\n"),
            ("run/systemd/inhibit/1", "WHAT=sleep:idle\nWHO=leitai\nMODE=block\n"),
            ("sys/devices/system/cpu/cpu0/cpufreq/scaling_driver", "intel_pstate\n"),
            ("sys/devices/system/cpu/cpu0/cpufreq/scaling_governor", "powersave\n"),
            ("proc/meminfo", "MemTotal: 8000000 kB\nMemAvailable:    4000 kB\n"),
        ]);
        assert_eq!(read.power, Some(Power { mains: Some(false), battery: Some(41) }));
        let sleep =
            Sleep { lid: true, on_lid: Some("ignore".to_owned()), kept_awake_by: Some("leitai".to_owned()) };
        assert_eq!(read.sleep, Some(sleep));
        assert!(read.plan.is_some_and(|plan| plan.decides_itself && plan.profile.is_none()));
        assert_eq!(read.memory, Some(4000 << 10));
    }

    #[test]
    fn what_is_not_there_is_not_guessed() {
        assert_eq!(machine(&[]), DeskMachine::default());
        let desktop = machine(&[("sys/class/power_supply/.keep", "")]);
        assert_eq!(desktop.power, Some(Power::default()));
    }

    #[test]
    fn programs_are_named_by_what_they_compute() {
        let stat = "7 (a (b) c) R 1 7 7 0 -1 4194304 1 0 0 0 30 12 0 0 20 0 1 0 5 6 7";
        assert_eq!(ticks(stat), Some(("a (b) c".to_owned(), 42)));
        let at = |ticks| HashMap::from([(7, ("indexer".to_owned(), ticks)), (8, ("idle".to_owned(), 5))]);
        let busy = busy(&at(10), &at(60));
        assert_eq!(busy.len(), 1);
        assert_eq!(busy[0].0, "indexer");
        assert!(busy[0].1 > 0.5, "{busy:?}");
    }
}
