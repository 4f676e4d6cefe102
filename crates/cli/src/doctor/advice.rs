//! Advice that would improve a finding: a command or a setting.

use leitai_arena::{Enforcement, Examined, Guarantee};
use leitai_core::{Lang, Sentence, say};
use leitai_sandbox::{Sandbox, SandboxLevel, broken_devices};
use std::fs;
use std::path::Path;

/// Switches by which systems deny namespaces to ordinary users: the file, the denying value, and the command to run.
const SWITCHES: [(&str, &str, &str); 3] = [
    (
        "/proc/sys/kernel/apparmor_restrict_unprivileged_userns",
        "1",
        "sudo sysctl -w kernel.apparmor_restrict_unprivileged_userns=0",
    ),
    ("/proc/sys/kernel/unprivileged_userns_clone", "0", "sudo sysctl -w kernel.unprivileged_userns_clone=1"),
    ("/proc/sys/user/max_user_namespaces", "0", "sudo sysctl -w user.max_user_namespaces=16384"),
];

/// Container options that let its users create namespaces.
const UNCONFINED: &str = "--security-opt seccomp=unconfined --security-opt apparmor=unconfined --security-opt systempaths=unconfined";

/// The command that gives a user a delegated cgroup.
const DELEGATE: &str = "systemd-run --user --scope -p Delegate=yes leitai …";

fn is_in_container() -> bool {
    let marks = ["/.dockerenv", "/run/.containerenv"];
    marks.iter().any(|path| Path::new(path).exists()) || std::env::var_os("container").is_some()
}

/// The `AppArmor` profile that confines this process, if any.
fn profile() -> Option<String> {
    let files = ["/proc/self/attr/apparmor/current", "/proc/self/attr/current"];
    let text = files.iter().find_map(|file| fs::read_to_string(file).ok())?;
    // Labels of other security modules have no mode in brackets.
    let (name, mode) = text.trim_end_matches(['\0', '\n']).rsplit_once(" (")?;
    mode.starts_with("enforce").then(|| name.to_owned())
}

/// How to make a level available that cannot be set up for the reason `why`.
pub(super) fn on_level(level: SandboxLevel, why: &Sentence, lang: Lang) -> String {
    if !Sandbox::COULD_CONFINE {
        return say!(lang, "run programs that you do not know on Linux", "来历不明的程序请在 Linux 上运行");
    }
    let why = why.to_string();
    if let Some(broken) = broken_devices().first() {
        return broken.mend.clone();
    }
    let container =
        |options: &str| say!(lang, "start the container with {options}", "启动容器时加 {options}");
    let switch = SWITCHES
        .iter()
        .find(|(file, value, _)| fs::read_to_string(file).is_ok_and(|text| text.trim() == *value));
    match level {
        SandboxLevel::Full if !leitai_sandbox::system::files::is_root() => {
            say!(lang, "run it as root: sudo leitai …", "以 root 运行：sudo leitai …")
        }
        SandboxLevel::Full if is_in_container() => container("--privileged --cgroupns=private"),
        SandboxLevel::Rootless if why.contains("CAP_SYS_ADMIN") && is_in_container() => {
            container(&format!("--user 1000 {UNCONFINED}"))
        }
        SandboxLevel::Full | SandboxLevel::Rootless if why.contains("CAP_SYS_ADMIN") => say!(
            lang,
            "run it as root with that capability, or level R as another user",
            "以具备该权能的 root 运行；R 级也可换普通用户"
        ),
        SandboxLevel::Full if why.contains("control group") => say!(
            lang,
            "let it create control groups for memory and pids: systemd-run --scope -p Delegate=yes leitai …",
            "允许其建立 memory 与 pids 控制组：systemd-run --scope -p Delegate=yes leitai …"
        ),
        SandboxLevel::Rootless if is_in_container() => container(UNCONFINED),
        SandboxLevel::Full | SandboxLevel::Rootless => match (switch, profile()) {
            (Some((_, _, command)), _) => (*command).to_owned(),
            (None, Some(profile)) => say!(
                lang,
                "allow user namespaces, mounts and capabilities in the AppArmor profile {profile}",
                "在 AppArmor 配置 {profile} 中允许用户命名空间、挂载与权能"
            ),
            (None, None) => say!(
                lang,
                "a kernel of version 5.12 or later that lets users create namespaces",
                "内核 5.12 或更新，并允许用户建立命名空间"
            ),
        },
        SandboxLevel::Confined if why.contains("Landlock") => say!(
            lang,
            "a kernel of version 5.13 or later (6.12 or later is better) started with lsm=landlock,…; see \
             /sys/kernel/security/lsm",
            "内核 5.13 或更新（6.12 以上更好），启动参数含 lsm=landlock,…；见 /sys/kernel/security/lsm"
        ),
        SandboxLevel::Confined if is_in_container() => container("--security-opt seccomp=unconfined"),
        SandboxLevel::Confined | SandboxLevel::Plain | SandboxLevel::Off => say!(
            lang,
            "a Linux kernel of version 5.13 or later on x86-64 or aarch64",
            "x86-64 或 aarch64 上的 Linux 内核 5.13 或更新"
        ),
    }
}

/// What would make a guarantee hold fully; `None` if it is enforced.
pub(super) fn on_guarantee(found: &Examined, sandbox: &Sandbox, lang: Lang) -> Option<String> {
    use Guarantee as G;
    if found.state == Enforcement::Enforced || !Sandbox::COULD_CONFINE {
        return None;
    }
    let level = sandbox.level();
    let stronger = || say!(lang, "a stronger level: N, R or F", "更强的等级：N、R 或 F");
    Some(match found.guarantee {
        G::PrivateMemory | G::SharedMemory | G::FamilyMemory => match level {
            SandboxLevel::Off => stronger(),
            SandboxLevel::Rootless => {
                say!(
                    lang,
                    "control groups: {DELEGATE}, or run it as root",
                    "控制组：{DELEGATE}，或以 root 运行"
                )
            }
            _ => say!(
                lang,
                "level F, or R with control groups ({DELEGATE}): the kernel counts there",
                "等级 F，或带控制组的 R（{DELEGATE}）：由内核计量"
            ),
        },
        G::Core if found.state == Enforcement::NotTried => {
            say!(lang, "a machine with a second core", "使用双核以上的机器")
        }
        G::Names | G::Processes | G::ThreadBomb if level == SandboxLevel::Confined => say!(
            lang,
            "level R or F: namespaces show nothing else and count threads",
            "等级 R 或 F：命名空间中别无他物，并限制线程数"
        ),
        G::Waking if found.state == Enforcement::Weaker => say!(
            lang,
            "level F with the `cpu` control group, or `kernel.sched_autogroup_enabled` and no control group around the stage",
            "带 `cpu` 控制组的等级 F，或启用 `kernel.sched_autogroup_enabled` 且擂台不在控制组内"
        ),
        G::Time | G::Hold | G::Waking if found.state == Enforcement::NotTried => {
            say!(lang, "see the reason: the program did not run", "见上述原因：程序未能运行")
        }
        G::Survivors | G::Tie if level.isolates() => {
            say!(lang, "report it: in namespaces nothing should survive", "请报告：命名空间中不应有残留")
        }
        _ if found.state == Enforcement::NotTried => return None,
        _ if level.isolates() => say!(lang, "a newer kernel", "更新的内核"),
        _ => stronger(),
    })
}
