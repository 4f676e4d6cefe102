//! The name of a program given as a command line: neither that of its interpreter nor a compiler's default output
//! name.

use leitai_protocol::printable;
use std::ffi::OsStr;
use std::path::Path;

/// Programs that run the file they are given; a version may follow the name.
const INTERPRETERS: [&str; 18] = [
    "python", "pypy", "node", "nodejs", "deno", "bun", "java", "ruby", "perl", "lua", "luajit", "php", "sh",
    "bash", "mono", "dotnet", "wine", "julia",
];
/// Interpreter options whose value is the next word, which is therefore not the program.
const VALUED: [&str; 8] = ["-cp", "-classpath", "--class-path", "-p", "--module-path", "-W", "-X", "-r"];
/// Interpreter options followed by the program's own text.
const INLINE: [&str; 3] = ["-c", "-e", "--eval"];
/// Interpreter subcommands that precede the file.
const VERBS: [&str; 2] = ["run", "exec"];
/// Meaningless names: such a program is named after its folder.
const GENERIC: [&str; 2] = ["a.out", "main"];

/// The name of the program that `words` start; they must not be empty.
pub(crate) fn name_of(words: &[String]) -> String {
    let program = Path::new(&words[0]);
    let named = if is_interpreter(program) { script(&words[1..]) } else { None };
    named.unwrap_or_else(|| own_name(program))
}

fn is_interpreter(program: &Path) -> bool {
    let name = program.file_name().unwrap_or_default().to_string_lossy();
    let name = name.trim_end_matches(|c: char| c.is_ascii_digit() || c == '.');
    INTERPRETERS.contains(&name)
}

/// The name of what an interpreter runs; `None` if its arguments do not show it.
fn script(arguments: &[String]) -> Option<String> {
    let mut words = arguments.iter().map(String::as_str);
    while let Some(word) = words.next() {
        match word {
            "-jar" => return words.next().map(|file| own_name(Path::new(file))),
            "-m" => return words.next().map(|module| printable(module.as_bytes())),
            _ if INLINE.contains(&word) => return None,
            _ if VALUED.contains(&word) => _ = words.next(),
            _ if word.starts_with('-') || VERBS.contains(&word) => {}
            _ if Path::new(word).exists() || word.contains('/') => return Some(own_name(Path::new(word))),
            // A Java class, possibly with its packages.
            _ => return word.rsplit('.').next().map(|class| printable(class.as_bytes())),
        }
    }
    None
}

/// A file's name without its extension, or its folder's name if the file's is generic.
fn own_name(file: &Path) -> String {
    let whole = file.file_name().unwrap_or(file.as_os_str());
    // A number after a dot is a version, not an extension.
    let is_ending = |ending: &OsStr| ending.as_encoded_bytes().first().is_some_and(u8::is_ascii_alphabetic);
    let stem = match file.extension() {
        Some(ending) if whole != GENERIC[0] && is_ending(ending) => file.file_stem().unwrap_or(whole),
        _ => whole,
    };
    let is_generic = GENERIC.iter().any(|name| stem.eq_ignore_ascii_case(name));
    let folder = is_generic.then(|| file.canonicalize().ok()).flatten();
    let folder = folder.as_deref().and_then(|file| file.parent()?.file_name());
    printable(folder.unwrap_or(stem).as_encoded_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    fn named(line: &str) -> String {
        name_of(&shlex::split(line).expect("a command line"))
    }

    #[test]
    fn a_command_is_called_after_what_it_runs() {
        for (line, name) in [
            ("python3 bots/mine.py --depth 3", "mine"),
            ("python3.12 -u -X dev ./mine.py", "mine"),
            ("/usr/bin/python3 -m mybot.play", "mybot.play"),
            ("python3 -c 'print(1)'", "python3"),
            ("python3", "python3"),
            ("java -Xmx1g -jar build/X.jar fast", "X"),
            ("java -cp build com.team.Player", "Player"),
            ("node ./x.js", "x"),
            ("deno run --allow-read ./x.ts", "x"),
            ("bash ./start.sh", "start"),
            ("./engine-2.1 --level 3", "engine-2.1"),
            ("gnugo --mode gtp", "gnugo"),
            ("./mine.sh", "mine"),
        ] {
            assert_eq!(named(line), name, "{line}");
        }
    }

    #[test]
    fn what_every_compiler_calls_its_output_is_called_as_its_folder() {
        let folder = tempfile::tempdir().expect("a folder");
        for (file, name) in
            [("old/a.out", "old"), ("new/main", "new"), ("py/main.py", "py"), ("c/Main.jar", "c")]
        {
            let file = folder.path().join(file);
            fs::create_dir_all(file.parent().expect("a folder")).expect("ours");
            fs::write(&file, "").expect("ours");
            let line = file.display();
            assert_eq!(named(&format!("{line} -v")), name);
            assert_eq!(named(&format!("python3 {line}")), name);
        }
        assert_eq!(named("nowhere/a.out"), "a.out");
    }
}
