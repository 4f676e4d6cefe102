//! The head of an attack: what it does, and what must come of it at each level.

use leitai_sandbox::SandboxLevel;
use leitai_testkit::extent;
use std::collections::BTreeMap;
use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};
use std::str::FromStr;

/// The possible outcomes of an attack.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// It plays on, without punishment.
    Ok,
    /// Like [`Ok`](Verdict::Ok), and each of its doors was tried and refused.
    Blocked,
    /// Like [`Ok`](Verdict::Ok), and at least one of its doors is open.
    Open,
    /// It loses by a crash: it left, or a signal ended it.
    Crash,
    /// It loses on time.
    Tle,
    /// It loses because of its memory.
    Mle,
    /// It loses because of what it did during its opponent's time.
    Theft,
    /// It loses because of what it said.
    Proto,
    /// Nothing of it is left when the stage is killed.
    Gone,
}

/// One attack, or one case of a family of attacks.
#[derive(Clone, Debug)]
pub struct Attack {
    /// Its row in the table of attacks.
    pub row: u32,
    /// The name of its file.
    pub file: String,
    /// Its case within the family.
    pub case: String,
    /// The acceptable outcomes at each level.
    expect: BTreeMap<SandboxLevel, Vec<Verdict>>,
    /// Deeds that must have been tried, and refused if the attack is expected to be blocked.
    pub doors: Vec<String>,
    /// Deeds whose effect is checked outside.
    pub deeds: Vec<String>,
    /// Doors that a level cannot close, as its documentation says.
    open: BTreeMap<SandboxLevel, Vec<String>>,
    /// Its limits where they differ from the defaults, as `name=value` words.
    pub limits: Vec<(String, String)>,
    /// The clocks.
    pub clock: String,
    /// The game.
    pub game: String,
    /// The dialect of both programs.
    pub dialect: String,
    /// Options of the game.
    pub options: Vec<(String, String)>,
    /// Whether it sits in the first seat.
    pub is_first: bool,
    /// The instructions of its opponent; `twin` is a second copy of the attack.
    pub opponent: String,
    /// Text that the reason for its loss must contain.
    pub reason: String,
    /// Text that the record's notes on it must contain.
    pub noted: String,
    /// The most processor time, in milliseconds per second, that it may get during its opponent's turns, not counting
    /// the opponent's first turn; `None` if that is not checked.
    pub theft: Option<u32>,
    /// By how many milliseconds the record may say less than the processor time that it spent on a turn, as it logs it
    /// with `thought: TURN MICROSECONDS`; `None` if that is not checked.
    pub clocked: Option<u32>,
    /// The longest turn of its opponent, in milliseconds; `None` if that is not checked.
    pub longest: Option<u32>,
    /// Whether its game must not count as disturbed.
    pub is_undisturbed: bool,
    /// How many games it plays, one after another.
    pub times: u32,
    /// How many games are played at once, with nothing else running, normally and under `./test --long`; 0 if it is not
    /// a crowd.
    pub crowd: u32,
    /// The levels at which it is not played, with the reasons.
    skip: BTreeMap<SandboxLevel, String>,
}

impl Attack {
    fn new(file: &str) -> Attack {
        Attack {
            row: 0,
            file: file.to_owned(),
            case: String::new(),
            expect: BTreeMap::new(),
            doors: Vec::new(),
            deeds: Vec::new(),
            open: BTreeMap::new(),
            limits: Vec::new(),
            clock: "start=10s,move=10s".to_owned(),
            game: "tictactoe".to_owned(),
            dialect: "beyond".to_owned(),
            options: Vec::new(),
            is_first: true,
            opponent: String::new(),
            reason: String::new(),
            noted: String::new(),
            theft: None,
            clocked: None,
            longest: None,
            is_undisturbed: false,
            times: 1,
            crowd: 0,
            skip: BTreeMap::new(),
        }
    }

    /// The acceptable outcomes at that level.
    pub fn expected(&self, level: SandboxLevel) -> &[Verdict] {
        self.expect.get(&level).map_or(&[], Vec::as_slice)
    }

    /// Whether that door may be open at that level.
    pub fn may_be_open(&self, level: SandboxLevel, door: &str) -> bool {
        self.open.get(&level).is_some_and(|doors| doors.iter().any(|known| known == door))
    }

    /// Why it is not played at that level, if it is not.
    pub fn skipped(&self, level: SandboxLevel) -> Option<&str> {
        self.skip.get(&level).map(String::as_str)
    }

    /// Reads one line of a head.
    fn take(&mut self, key: &str, value: &str) -> Result<(), String> {
        let words = || value.split_whitespace();
        let pairs = |words: &mut dyn Iterator<Item = &str>| -> Result<Vec<(String, String)>, String> {
            let pair =
                |word: &str| word.split_once('=').map(|(name, value)| (name.to_owned(), value.to_owned()));
            words.map(|word| pair(word).ok_or(format!("`{word}` is no NAME=VALUE"))).collect()
        };
        match key {
            "row" => {
                let (row, _) = value.split_once(": ").ok_or("a row is a number, a colon and what it does")?;
                self.row = row.parse().map_err(|_| format!("`{row}` is no row"))?;
            }
            "expect" => self.expect = expectations(value)?,
            "doors" => self.doors = words().map(str::to_owned).collect(),
            "deeds" => self.deeds = words().map(str::to_owned).collect(),
            "open" => {
                let (level, doors) = of_level(value)?;
                self.open.insert(level, doors.split_whitespace().map(str::to_owned).collect());
            }
            "skip" => {
                let (level, why) = of_level(value)?;
                self.skip.insert(level, why.to_owned());
            }
            "limits" => self.limits = pairs(&mut words())?,
            "clock" => value.clone_into(&mut self.clock),
            "game" => {
                let mut words = words();
                let mut word = || words.next().map(str::to_owned);
                (self.game, self.dialect) = word().zip(word()).ok_or("a game is a name and a dialect")?;
                self.options = pairs(&mut words)?;
            }
            "seat" => self.is_first = value == "first",
            "opponent" => value.clone_into(&mut self.opponent),
            "reason" => value.clone_into(&mut self.reason),
            "noted" => value.clone_into(&mut self.noted),
            "theft" => self.theft = Some(number(value)?),
            "clocked" => self.clocked = Some(number(value)?),
            "longest" => self.longest = Some(number(value)?),
            "undisturbed" => self.is_undisturbed = value == "yes",
            "times" => self.times = number(value)?,
            "crowd" => {
                let (short, long) = value.split_once(' ').unwrap_or((value, value));
                self.crowd = extent("LEITAI_ATTACK_CROWD", number(short)?, number(long)?);
            }
            _ => return Err(format!("`{key}` is not known in the head of an attack")),
        }
        Ok(())
    }

    fn checked(self) -> Result<Attack, String> {
        let complete = self.row > 0 && self.expect.len() == 4;
        let blocks = self.expect.values().flatten().any(|verdict| *verdict == Verdict::Blocked);
        match () {
            () if !complete => Err(format!("{self}: a row and what to expect at F, R, N and P are needed")),
            () if blocks && self.doors.is_empty() && self.deeds.is_empty() => {
                Err(format!("{self}: what is blocked is not said"))
            }
            () => Ok(self),
        }
    }
}

/// The attacks of a file: one, or one for each case. Lines before the first case apply to all cases.
fn heads(path: &Path) -> Result<Vec<Attack>, String> {
    let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let at = |error: String| format!("{}: {error}", path.display());
    let text = fs::read_to_string(path).map_err(|error| at(error.to_string()))?;
    let (mut family, mut cases) = (Attack::new(&name), Vec::new());
    for line in text.lines() {
        let Some(line) = line.strip_prefix("// ").or_else(|| line.strip_prefix("# ")) else { break };
        let (key, value) = line.split_once(' ').ok_or_else(|| at(format!("`{line}` says nothing")))?;
        if key == "case" {
            let (case, _) =
                value.split_once(": ").ok_or_else(|| at(format!("`{line}` does not say what")))?;
            cases.push(Attack { case: case.to_owned(), ..family.clone() });
        } else {
            cases.last_mut().unwrap_or(&mut family).take(key, value).map_err(at)?;
        }
    }
    if cases.is_empty() {
        cases.push(family);
    }
    cases.into_iter().map(|attack| attack.checked().map_err(at)).collect()
}

/// Every attack in a folder, in the order of the rows.
pub fn attacks(folder: &Path) -> Result<Vec<Attack>, String> {
    let entries = fs::read_dir(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let is_numbered = |path: &PathBuf| {
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        path.is_file() && name.starts_with(|c: char| c.is_ascii_digit())
    };
    let mut files: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).filter(is_numbered).collect();
    files.sort();
    let mut found = Vec::new();
    for file in files {
        found.extend(heads(&file)?);
    }
    Ok(found)
}

/// Reads `F: BLOCKED  R: BLOCKED|MLE  …`
fn expectations(text: &str) -> Result<BTreeMap<SandboxLevel, Vec<Verdict>>, String> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let one = |pair: &[&str]| {
        let [level, verdicts] = pair else { return Err(format!("`{text}` is no list of LEVEL: VERDICT")) };
        let verdicts: Result<_, _> = verdicts.split('|').map(Verdict::from_str).collect();
        Ok((of_name(level.trim_end_matches(':'))?, verdicts?))
    };
    words.chunks(2).map(one).collect()
}

fn number(text: &str) -> Result<u32, String> {
    text.parse().map_err(|_| format!("`{text}` is no number of games"))
}

fn of_level(text: &str) -> Result<(SandboxLevel, &str), String> {
    let (level, rest) = text.split_once(": ").ok_or(format!("`{text}` is not LEVEL: …"))?;
    Ok((of_name(level)?, rest))
}

fn of_name(level: &str) -> Result<SandboxLevel, String> {
    level.parse().map_err(|error: leitai_sandbox::UnknownLevel| error.to_string())
}

impl FromStr for Verdict {
    type Err = String;

    fn from_str(text: &str) -> Result<Verdict, String> {
        Ok(match text {
            "OK" => Verdict::Ok,
            "BLOCKED" => Verdict::Blocked,
            "OPEN" => Verdict::Open,
            "CRASH" => Verdict::Crash,
            "TLE" => Verdict::Tle,
            "MLE" => Verdict::Mle,
            "THEFT" => Verdict::Theft,
            "PROTO" => Verdict::Proto,
            "GONE" => Verdict::Gone,
            _ => return Err(format!("`{text}` is no verdict")),
        })
    }
}

impl fmt::Display for Attack {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let colon = if self.case.is_empty() { "" } else { ":" };
        write!(f, "{}{colon}{}", self.file, self.case)
    }
}
