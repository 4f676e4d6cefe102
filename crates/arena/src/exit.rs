//! How programs end.

use leitai_core::{Lang, Sentence, Tell, Words, sentence};
use std::fmt;
use std::str::FromStr;

/// How a program ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Exit {
    /// Exited of its own accord, with this exit code.
    Code(i32),
    /// Killed by this signal, which the stage did not send.
    Signal(i32),
    /// Killed by the stage.
    Killed,
}

impl Exit {
    /// The exit as a sentence for people.
    pub fn said(self) -> Sentence {
        match self {
            Exit::Code(code) => sentence!("exited with code {code}", "返回码 {code}"),
            Exit::Signal(number) => {
                let name = signal_name(number);
                match SIGNALS.iter().find(|(known, ..)| *known == number).map(|(.., what)| *what) {
                    Some(what) => {
                        sentence!("ended by signal {name} ({what})", "被信号 {name}（{what}）终止"; name, what)
                    }
                    None => sentence!("ended by signal {name}", "被信号 {name} 终止"),
                }
            }
            Exit::Killed => Sentence::new("ended by the stage", "被擂台终止"),
        }
    }
}

impl Tell for Exit {
    fn told(&self, lang: Lang) -> String {
        self.said().told(lang)
    }
}

/// In English, as in records.
impl fmt::Display for Exit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.said().to(Lang::En))
    }
}

/// Parses the text of a record's note.
impl FromStr for Exit {
    type Err = ();
    fn from_str(text: &str) -> Result<Exit, ()> {
        if let Some(code) = text.strip_prefix("exited with code ") {
            return code.parse().map(Exit::Code).map_err(|_| ());
        }
        if let Some(name) = text.strip_prefix("ended by signal ") {
            // The meaning follows the name; in older records it does not.
            let name = name.split_once(" (").map_or(name, |(name, _)| name);
            let named = SIGNALS.iter().find(|(_, known, _)| *known == name).map(|(number, ..)| *number);
            return named.or_else(|| name.parse().ok()).map(Exit::Signal).ok_or(());
        }
        if text == "ended by the stage" { Ok(Exit::Killed) } else { Err(()) }
    }
}

/// The signals by which programs usually end, with their meanings.
const SIGNALS: [(i32, &str, Words); 9] = [
    (4, "SIGILL", Words::new("illegal instruction", "非法指令")),
    (6, "SIGABRT", Words::new("aborted by itself", "自行中止")),
    (7, "SIGBUS", Words::new("bus error", "总线错误")),
    (8, "SIGFPE", Words::new("division by zero", "除以零")),
    (9, "SIGKILL", Words::new("killed", "被强制结束")),
    (11, "SIGSEGV", Words::new("segmentation fault", "段错误")),
    (13, "SIGPIPE", Words::new("broken pipe", "管道已断")),
    (15, "SIGTERM", Words::new("asked to end", "被要求结束")),
    (31, "SIGSYS", Words::new("forbidden system call", "被禁止的系统调用")),
];

fn signal_name(number: i32) -> String {
    let named = SIGNALS.iter().find(|(known, ..)| *known == number);
    named.map_or_else(|| number.to_string(), |(_, name, _)| (*name).to_owned())
}

#[cfg(test)]
mod tests {
    use super::Exit;

    #[test]
    fn how_a_program_left_is_read_as_it_is_written() {
        for exit in [Exit::Code(0), Exit::Code(-1), Exit::Signal(11), Exit::Signal(64), Exit::Killed] {
            assert_eq!(exit.to_string().parse(), Ok(exit));
        }
        assert_eq!("ended by signal SIGSEGV".parse(), Ok(Exit::Signal(11)), "as it was written before");
        for text in ["", "exited with code", "exited with code x", "ended by signal SIGWHAT", "ended"] {
            assert_eq!(text.parse::<Exit>(), Err(()), "{text}");
        }
    }
}
