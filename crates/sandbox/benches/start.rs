//! `cargo bench -p leitai-sandbox --bench start`: measures how long it takes to start a program and see it end, plain,
//! at each level of the sandbox, and with bubblewrap and isolate where they are installed. The methods take turns, so
//! that any disturbance of the machine affects them all; the medians are what counts. Run as root, it also measures as
//! an ordinary user.
#![expect(clippy::print_stdout, reason = "a benchmark talks to its user")]

use leitai_sandbox::{Job, Launching, Sandbox, SandboxLevel};
use std::error::Error;
use std::os::unix::fs::PermissionsExt;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};
use std::{env, fs, io};

/// Number of rounds; each method runs once per round.
const ROUNDS: usize = 200;
/// User id of the ordinary user.
const PLAIN: u32 = 65_534;
/// The box id passed to isolate.
const BOX: &str = "--box-id=973";

struct Way {
    name: String,
    run: Box<dyn Fn() -> io::Result<()>>,
    times: Vec<Duration>,
}

impl Way {
    fn of(name: impl Into<String>, run: impl Fn() -> io::Result<()> + 'static) -> Way {
        Way { name: name.into(), run: Box::new(run), times: Vec::new() }
    }

    fn at(&self, share: f64) -> f64 {
        let at = (self.times.len() as f64 * share) as usize;
        self.times[at.min(self.times.len() - 1)].as_secs_f64() * 1e3
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    leitai_sandbox::launch_if_asked();
    let folder = match env::var_os("START_BENCH") {
        Some(folder) => PathBuf::from(folder),
        None => prepared()?,
    };
    let root = rustix::process::geteuid().is_root();
    println!("start and end of a static program, {}", if root { "root" } else { "plain user" });
    measure(ways(&folder, root))?;
    if root {
        let bench = folder.join("bench");
        Command::new(bench).uid(PLAIN).gid(PLAIN).env("START_BENCH", &folder).current_dir("/").status()?;
        fs::remove_dir_all(&folder)?;
    }
    Ok(())
}

/// A folder that everybody may read, containing the program and this benchmark.
fn prepared() -> Result<PathBuf, Box<dyn Error>> {
    let folder = env::temp_dir().join(format!("leitai-start-{}", std::process::id()));
    fs::create_dir(&folder)?;
    fs::set_permissions(&folder, fs::Permissions::from_mode(0o755))?;
    let source = folder.join("nothing.c");
    fs::write(&source, "int main(void) { return 0; }\n")?;
    let program = folder.join("nothing");
    let built = Command::new("cc").args(["-O2", "-static", "-o"]).arg(&program).arg(&source).status()?;
    if !built.success() {
        return Err("cc cannot link a static program".into());
    }
    fs::copy(env::current_exe()?, folder.join("bench"))?;
    // The binary that starts programs in production, if it exists in the same build.
    if let Some(leitai) = env::current_exe()?.ancestors().nth(2).map(|up| up.join("leitai"))
        && leitai.exists()
    {
        fs::copy(leitai, folder.join("leitai"))?;
    }
    Ok(folder)
}

fn ways(folder: &Path, root: bool) -> Vec<Way> {
    let program = folder.join("nothing");
    let plain = program.clone();
    let mut ways = vec![Way::of("plain", move || finish(&mut Command::new(&plain)))];
    for level in [SandboxLevel::Plain, SandboxLevel::Confined, SandboxLevel::Rootless, SandboxLevel::Full] {
        for launcher in ["bench", "leitai"] {
            let launcher_file = folder.join(launcher);
            if !launcher_file.exists() {
                continue;
            }
            match Sandbox::at(level, &launcher_file) {
                Ok(sandbox) => ways.push(sandboxed(format!("{level} by {launcher}"), sandbox, &program)),
                Err(error) => println!("  {error}"),
            }
        }
    }
    if is_there("bwrap") {
        let program = program.clone();
        ways.push(Way::of("bubblewrap", move || finish(&mut bubblewrap(&program))));
    }
    if root && is_there("isolate") {
        ways.extend(isolate(&program));
    }
    ways
}

fn sandboxed(name: String, sandbox: Sandbox, program: &Path) -> Way {
    let job = Job::of(program, Vec::new());
    Way::of(name, move || {
        let (running, mut cell) = sandbox.launch(&job)?;
        let _launched = running.launching.map(Launching::finish);
        let (status, _) = cell.reap()?;
        cell.close();
        if status.success() { Ok(()) } else { Err(io::Error::other(format!("{status}"))) }
    })
}

/// Gives the program the same libraries, devices and process namespace as our levels do.
fn bubblewrap(program: &Path) -> Command {
    let mut command = Command::new("bwrap");
    command.args(["--unshare-all", "--die-with-parent", "--ro-bind", "/usr/lib", "/usr/lib"]);
    command.args(["--symlink", "usr/lib", "/lib", "--proc", "/proc", "--dev", "/dev", "--ro-bind"]);
    command.arg(program).arg("/nothing").arg("/nothing");
    command
}

fn isolate(program: &Path) -> Option<Way> {
    let made = Command::new("isolate").args([BOX, "--init"]).output().ok()?;
    let inside = PathBuf::from(String::from_utf8_lossy(&made.stdout).trim()).join("box/nothing");
    fs::copy(program, inside).ok()?;
    Some(Way::of("isolate --run", || {
        finish(Command::new("isolate").args([BOX, "--silent", "--run", "--", "./nothing"]))
    }))
}

fn is_there(tool: &str) -> bool {
    Command::new(tool).arg("--version").output().is_ok()
}

fn quiet(command: &mut Command) -> &mut Command {
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null())
}

fn finish(command: &mut Command) -> io::Result<()> {
    let status = quiet(command).status()?;
    if status.success() { Ok(()) } else { Err(io::Error::other(format!("{status}"))) }
}

fn measure(mut ways: Vec<Way>) -> io::Result<()> {
    ways.retain(|way| match (way.run)() {
        Ok(()) => true,
        Err(error) => {
            println!("  {}: {error}", way.name);
            false
        }
    });
    for _ in 0..ROUNDS {
        for way in &mut ways {
            let start = Instant::now();
            (way.run)()?;
            way.times.push(start.elapsed());
        }
    }
    for way in &mut ways {
        way.times.sort();
        let [least, median, most] = [0.0, 0.5, 0.9].map(|share| way.at(share));
        println!("  {:<16} {median:7.2} ms   (best {least:.2}, 90 % {most:.2})", way.name);
    }
    Ok(())
}
