//! Sources in every language, compiled and played at every level that this machine can set up; sources that are
//! refused, and the messages about them.

use leitai_arena::{BuildError, Cache, Form, Language, Parcel, build};
use leitai_sandbox::{Limits, Sandbox, Size};
use stage_tests::{Desk, as_a_plain_user, by_dotnet, end_zygotes, has, levels, plays, python, starter};
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::Command;

const LAUNCHER: &str = env!("CARGO_BIN_EXE_launcher");

/// The message about a source that cannot be built.
fn refused(name: &str, text: impl AsRef<[u8]>, sandbox: &Sandbox) -> String {
    match Desk::new().with(name, text).build(name, sandbox) {
        Ok(launch) => panic!("{name} was built: {launch:?}"),
        Err(error) => error.to_string(),
    }
}

fn builds_and_plays(language: Language) {
    if !has(language, "compiling and playing its starter") {
        return;
    }
    for sandbox in levels(LAUNCHER) {
        let workshop = tempfile::tempdir().expect("a folder");
        let launch = build(&starter(language), workshop.path(), &sandbox);
        let launch = launch.unwrap_or_else(|e| panic!("{} at {}: {e}", language.name(), sandbox.level()));
        let played = plays(&launch, &sandbox, Limits::default());
        assert_eq!(played, Ok(()), "{} at {}", language.name(), sandbox.level());
    }
}

#[test]
fn c_is_compiled_and_plays_at_every_level() {
    builds_and_plays(Language::C);
}

#[test]
fn cpp_is_compiled_and_plays_at_every_level() {
    builds_and_plays(Language::Cpp);
}

#[test]
fn rust_is_compiled_and_plays_at_every_level() {
    builds_and_plays(Language::Rust);
}

#[test]
fn go_is_compiled_and_plays_at_every_level() {
    builds_and_plays(Language::Go);
}

#[test]
fn java_is_compiled_and_plays_at_every_level() {
    builds_and_plays(Language::Java);
}

#[test]
fn python_plays_at_every_level() {
    builds_and_plays(Language::Python);
}

#[test]
fn javascript_plays_at_every_level() {
    builds_and_plays(Language::JavaScript);
}

#[test]
fn a_source_that_is_no_text_is_refused_before_it_is_compiled() {
    let sandbox = Sandbox::strongest(LAUNCHER.as_ref());
    let full = vec![b' '; (1 << 20) - 13];
    let at_the_limit = [b"int main(){}\n".to_vec(), full].concat();
    let desk = Desk::new().with("bot.c", &at_the_limit);
    assert_eq!(at_the_limit.len(), 1 << 20);
    assert!(desk.build("bot.c", &sandbox).is_ok());
    for (text, said) in [
        ([&at_the_limit[..], b" "].concat(), "bot.c: too large: at most 1048576 bytes"),
        (Vec::new(), "bot.c: the file is empty"),
        (b" \r\n".to_vec(), "bot.c: the file is empty"),
        (b"int main(){}\0".to_vec(), "bot.c: not a text file (a zero byte at 12)"),
    ] {
        let error = refused("bot.c", text, &sandbox);
        assert!(error.starts_with(said), "{error}");
    }
}

#[test]
fn csharp_is_compiled_and_plays_at_every_level() {
    builds_and_plays(Language::CSharp);
}

#[test]
fn csharp_is_compiled_by_dotnet_and_plays_at_every_level() {
    by_dotnet("csharp_is_compiled_and_plays_at_every_level");
}

#[test]
fn kotlin_is_compiled_and_plays_at_every_level() {
    builds_and_plays(Language::Kotlin);
}

#[test]
fn pascal_is_compiled_and_plays_at_every_level() {
    builds_and_plays(Language::Pascal);
}

#[test]
fn typescript_is_bundled_and_plays_at_every_level() {
    builds_and_plays(Language::TypeScript);
}

/// Any file name works: neither a shell nor the compiler interprets it.
#[test]
fn a_source_may_be_called_anything() {
    let program = fs::read_to_string(starter(Language::C)).expect("a starter");
    for sandbox in levels(LAUNCHER) {
        for name in ["-o.c", "@bot.c", "a b;$(touch x)`id`'\".c", "--version.C", "机器人.c", "x\ny.c"] {
            let desk = Desk::new().with(name, &program);
            let launch = desk.build(name, &sandbox).unwrap_or_else(|e| panic!("{name:?}: {e}"));
            assert_eq!(plays(&launch, &sandbox, Limits::default()), Ok(()), "{name:?}");
            assert_eq!(fs::read_dir(desk.folder.path()).expect("the folder").count(), 1, "{name:?}");
        }
        let desk =
            Desk::new().with("bot/-o", "").with("bot/@main.c", &program).with("bot/-x.c", "int unused;");
        let launch = desk.build("bot", &sandbox).unwrap_or_else(|e| panic!("a folder: {e}"));
        assert_eq!(plays(&launch, &sandbox, Limits::default()), Ok(()));
    }
}

/// Compiler messages show only the author's file names, and a warning is not an error.
#[test]
fn diagnostics_name_the_authors_files_alone() {
    for sandbox in levels(LAUNCHER) {
        for (name, text, said) in [
            ("bot.c", "int main() { return x; }", "bot.c:1:21: error: ‘x’ undeclared"),
            ("bot.cpp", "int main() {\n  return y; }", "bot.cpp:2:10: error: ‘y’ was not declared"),
            ("bot.rs", "fn main() { z(); }", "--> bot.rs:1:13"),
            ("bot.go", "package main\nfunc main() { w() }", "bot.go:2:15: undefined: w"),
            ("bot.java", "class A { void f() { g(); } }", "bot.java:1: error: cannot find symbol"),
            ("bot.cs", "class A { static void Main() { h(); } }", "bot.cs(1,32): error CS0103"),
        ] {
            let language = Language::of(Path::new(name)).expect("a language");
            if !has(language, "what its compiler says") {
                continue;
            }
            let desk = Desk::new().with(name, text);
            let error = desk.build(name, &sandbox).expect_err(name).to_string();
            assert!(
                error.starts_with(&format!("{name} does not compile:\n")) && error.contains(said),
                "{error}"
            );
            for path in [desk.workshop.path(), desk.folder.path()] {
                assert!(!error.contains(&path.display().to_string()), "{error}");
            }
            assert!(!error.contains('\x1b') && !error.contains("/tmp"), "{error}");
        }
        // The error is not buried among warnings.
        let text = "int main() { int x = \"\"; return y; }\n#warning no matter\n";
        let error = Desk::new().with("bot.c", text).build("bot.c", &sandbox).expect_err("y").to_string();
        assert!(error.contains("‘y’ undeclared") && !error.contains("warning"), "{error}");
        let warned =
            Desk::new().with("bot.c", "int main(void) { int x = \"\"; return 0; }\n#warning no matter\n");
        assert!(warned.build("bot.c", &sandbox).is_ok());
        let flood = format!("int main() {{ {} }}", "@;".repeat(3000));
        let error = refused("bot.cpp", flood, &sandbox);
        assert!(error.len() < 65 << 10 && error.contains("bytes are not kept"), "{}", error.len());
    }
}

/// A source sees its own folder and the language's library, but no files of the machine or of its author's neighbours.
#[test]
fn a_compiler_reads_nothing_of_the_machines() {
    let secret = Desk::new().with("secret.h", "int secret;");
    let path = secret.path("secret.h");
    for sandbox in levels(LAUNCHER) {
        for include in
            [path.display().to_string(), "/etc/passwd".into(), "/etc/shadow".into(), "../secret.h".into()]
        {
            let desk =
                Desk::new().with("secret.h", "int secret;").with("bot/main.c", "").with("bot/own.h", "");
            let text = format!("#include \"own.h\"\n#include \"{include}\"\nint main() {{}}\n");
            let error =
                desk.with("bot/main.c", text).build("bot", &sandbox).expect_err("not readable").to_string();
            assert!(error.contains("main.c:2:10: fatal error:"), "{error}");
            assert!(!error.contains("root:"), "{error}");
        }
        let assembled = "__asm__(\".incbin \\\"/etc/passwd\\\"\"); int main() {}";
        assert!(refused("bot.c", assembled, &sandbox).contains("/etc/passwd"));
        let embedded = "fn main() { print!(\"{}\", include_str!(\"/etc/passwd\")) }";
        if Language::Rust.tool().is_some() {
            assert!(refused("bot.rs", embedded, &sandbox).contains("/etc/passwd"));
        }
    }
}

/// An author whose compiler exceeds a limit is told which one.
#[test]
fn a_compiler_is_held_to_its_limits() {
    let recursion = "template<int N> struct A { A<N + 1> next; };\nA<0> a;\nint main() {}\n";
    let array = "int all[300 << 20] = {1}; int main() { return all[5]; }";
    let device = "#include \"/dev/zero\"\nint main() {}\n";
    let itself = "#include \"main.c\"\nint main() {}\n";
    for sandbox in levels(LAUNCHER) {
        for (name, text, said) in [
            ("bot.cpp", recursion, "template instantiation depth exceeds"),
            ("bot.c", array, "wrote more than 128 MB"),
            ("bot.c", device, "used more than 1GB of memory"),
            ("bot.c", itself, "#include nested depth"),
        ] {
            let error = refused(name, text, &sandbox);
            assert!(error.contains(said), "{said} at {}: {error}", sandbox.level());
        }
    }
}

/// A program reads its own copy and what was handed in with it, in its own folder, and nothing else.
#[test]
fn a_program_reads_its_own_copy_alone() {
    for sandbox in levels(LAUNCHER) {
        let desk =
            Desk::new().with("secret.txt", "42").with("bot/table.txt", "7").with("bot/deep/own.py", "x = 7");
        let secret = desk.path("secret.txt").display().to_string();
        let text = python(&format!(
            "import deep.own\nassert open('table.txt').read() == '7' and deep.own.x == 7\n\
             for path in ['{secret}', '../secret.txt', '{}/main.py']:\n    \
             try:\n        open(path)\n    except OSError:\n        continue\n    raise SystemExit(path)\n\
             try:\n    open('table.txt', 'w')\nexcept OSError:\n    pass\nelse:\n    raise SystemExit('written')",
            desk.path("bot").display()
        ));
        let desk = desk.with("bot/main.py", text);
        let launch = desk.build("bot", &sandbox).unwrap_or_else(|e| panic!("{e}"));
        fs::remove_dir_all(desk.path("bot")).expect("the original");
        assert_eq!(plays(&launch, &sandbox, Limits::default()), Ok(()), "{}", sandbox.level());
        // The room for files is in `/tmp`, as are the copies.
        let limits = Limits { scratch: Size::MB(1), ..Limits::default() };
        assert_eq!(plays(&launch, &sandbox, limits), Ok(()), "{}", sandbox.level());
    }
}

#[test]
fn a_folder_brings_plain_files_alone() {
    let sandbox = Sandbox::strongest(LAUNCHER.as_ref());
    let said = |desk: &Desk| desk.build("bot", &sandbox).expect_err("refused").to_string();
    let desk = Desk::new().with("secret", "42").with("bot/main.c", "int main() {}");
    std::os::unix::fs::symlink(desk.path("secret"), desk.path("bot/data")).expect("a link");
    assert_eq!(said(&desk), "data: a link; submit the file itself");
    fs::remove_file(desk.path("bot/data")).expect("ours");
    let fifo = rustix::fs::mknodat(
        rustix::fs::CWD,
        desk.path("bot/pipe"),
        rustix::fs::FileType::Fifo,
        rustix::fs::Mode::RUSR,
        0,
    );
    fifo.expect("a pipe");
    assert_eq!(said(&desk), "pipe: neither a file nor a folder");
    let desk = Desk::new().with("bot/main.c", "int main() {}").with("bot/big.h", vec![b' '; (1 << 20) + 1]);
    assert!(said(&desk).starts_with("big.h: too large: at most 1048576 bytes"), "{}", said(&desk));
    let many = (0..1000).fold(desk, |desk, i| desk.with(&format!("bot/{i}.txt"), ""));
    fs::remove_file(many.path("bot/big.h")).expect("ours");
    assert!(said(&many).ends_with("too many files: a folder may have 1000"), "{}", said(&many));
    let empty = Desk::new().with("bot/readme.txt", "");
    assert!(said(&empty).contains("no program in this folder"), "{}", said(&empty));
}

#[test]
fn the_first_line_chooses_the_standard() {
    let sandbox = Sandbox::strongest(LAUNCHER.as_ref());
    let concept = "template<class T> concept Any = true;\nint main() {}\n";
    let chosen = format!("// leitai: std=c++20\n{concept}");
    assert!(Desk::new().with("bot.cpp", chosen).build("bot.cpp", &sandbox).is_ok());
    assert!(refused("bot.cpp", concept, &sandbox).contains("concept"));
    let strict = "/* leitai: std=c17 */\nint main() { char s[9]; gets(s); typeof(1) x; }\n";
    assert!(refused("bot.c", strict, &sandbox).contains("typeof"));
    let unknown = refused("bot.cpp", format!("// leitai: std=c++98\n{concept}"), &sandbox);
    assert!(
        unknown.starts_with("bot.cpp: its first line asks for the standard `c++98`; known: "),
        "{unknown}"
    );
}

/// Java classes in several files and packages, under any file name and in any encoding.
#[test]
fn java_classes_are_found_wherever_they_are() {
    if !has(Language::Java, "classes in several files") {
        return;
    }
    let sandbox = Sandbox::strongest(LAUNCHER.as_ref());
    let starter = fs::read_to_string(starter(Language::Java)).expect("a starter");
    let packaged = format!("package a.b;\n{}", starter.replace("public class TicTacToe", "class 棋手"));
    // A file is in one encoding: what is written in UTF-8 cannot stand in it.
    let latin: String = starter.chars().filter(char::is_ascii).collect();
    let desk = Desk::new()
        .with("one.java", &starter)
        .with("gbk.java", b"public class X { // \xc6\xe5\n public static void main(String[] a) { y(); } }")
        .with("latin.java", [latin.as_bytes(), b"// Szab\xf3 Andr\xe1s\n"].concat())
        .with("bot/Cell.java", "package a.b;\npublic class Cell { }")
        .with("bot/any name.java", packaged);
    for name in ["one.java", "latin.java", "bot"] {
        let workshop = tempfile::tempdir().expect("a folder");
        let launch = build(&desk.path(name), workshop.path(), &sandbox);
        let launch = launch.unwrap_or_else(|e| panic!("{e}"));
        assert_eq!(plays(&launch, &sandbox, Limits::default()), Ok(()), "{name}");
    }
    let error = desk.build("gbk.java", &sandbox).expect_err("y").to_string();
    assert!(error.contains("gbk.java:2: error: cannot find symbol"), "{error}");
}

/// What was compiled once is started without the compiler, by any number of games at once; any change causes a new
/// compilation.
#[test]
fn an_unchanged_source_starts_without_the_compiler() {
    let desk = Desk::new().with("bot.c", fs::read(starter(Language::C)).expect("a starter"));
    let cache = Cache::at(desk.path("cache"), 1 << 20);
    let launcher = desk.path("launcher");
    fs::copy(LAUNCHER, &launcher).expect("a launcher");
    let broken = Sandbox::at(Sandbox::strongest(LAUNCHER.as_ref()).level(), &launcher).expect("a sandbox");
    let build = |sandbox: &Sandbox| {
        let workshop = tempfile::tempdir().expect("a folder");
        cache.build(&desk.path("bot.c"), workshop.path(), sandbox).map(|launch| (launch, workshop))
    };
    std::thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| build(&broken).expect("compiled"));
        }
    });
    // Nothing can be compiled any more: the process that starts compilers is ended and cannot be restarted.
    fs::remove_file(&launcher).expect("ours");
    assert_eq!(end_zygotes(&launcher), 1);
    let sandbox = Sandbox::strongest(LAUNCHER.as_ref());
    let (launch, workshop) = build(&broken).expect("kept");
    assert_eq!(plays(&launch, &sandbox, Limits::default()), Ok(()));
    drop(workshop);
    let text = fs::read_to_string(desk.path("bot.c")).expect("the source");
    fs::write(desk.path("bot.c"), format!("// leitai: std=c11\n{text}")).expect("changed");
    assert!(matches!(build(&broken), Err(BuildError::Stage(_))));
}

/// A starter in C, compiled outside any sandbox.
fn compiled(desk: &Desk, name: &str) -> bool {
    let tool = Language::C.tool().filter(|_| has(Language::C, "an executable that travels"));
    let Some(tool) = tool else { return false };
    let made = Command::new(tool).arg("-o").args([desk.path(name), starter(Language::C)]).status();
    made.is_ok_and(|status| status.success())
}

#[test]
fn what_travelled_plays_at_every_level() {
    let desk = Desk::new()
        .with(
            "bot/main.py",
            python("import lib.table\nassert open('lib/weights', 'rb').read() == b'\\x07\\xff'"),
        )
        .with("bot/lib/table.py", "")
        .with("bot/lib/weights", [7, 0xff])
        .with("one.py", python(""))
        .with("script", format!("#!/usr/bin/env python3\n{}", python("")));
    fs::set_permissions(desk.path("script"), fs::Permissions::from_mode(0o755)).expect("ours");
    let mut forms = vec![("bot", Form::Folder), ("one.py", Form::Source), ("script", Form::Executable)];
    if compiled(&desk, "ready") {
        forms.push(("ready", Form::Executable));
    }
    let parcels = forms.into_iter().map(|(name, form)| {
        let parcel = Parcel::of(&desk.path(name)).expect("a program");
        assert_eq!((parcel.name.as_str(), parcel.form), (name, form));
        parcel
    });
    let parcels: Vec<Parcel> = parcels.collect();
    drop(desk);
    for sandbox in levels(LAUNCHER) {
        for parcel in &parcels {
            let (name, workshop) = (&parcel.name, tempfile::tempdir().expect("a folder"));
            let launch = parcel.clone().build_once(workshop.path(), &sandbox).expect("it can be built");
            let played = plays(&launch, &sandbox, Limits::default());
            assert_eq!(played, Ok(()), "{name} at {}", sandbox.level());
        }
    }
}

#[test]
fn what_cannot_be_executed_here_is_no_program_here() {
    let said = |contents: &[u8]| {
        let workshop = tempfile::tempdir().expect("a folder");
        let parcel = Parcel {
            form: Form::Executable,
            name: "../bot".into(),
            contents: contents.to_vec(),
            standard: None,
        };
        let built = parcel.build_once(workshop.path(), &Sandbox::strongest(LAUNCHER.as_ref()));
        assert!(workshop.path().join("program/bot").is_file(), "it lies elsewhere");
        built.err().map(|error| error.to_string())
    };
    let own = fs::read(std::env::current_exe().expect("this test")).expect("this test");
    assert_eq!(said(&own[..1000]), None);
    // An ELF class, a byte order and a machine type that differ from this machine's.
    for at in [4, 5, 18] {
        let mut other = own[..1000].to_vec();
        other[at] ^= 3;
        let said = said(&other).expect("an error");
        assert!(said.contains("built for another kind of machine; submit its source"), "{said}");
    }
    let lacks = said(b"#!/nowhere/python9 -u\n").expect("an error");
    assert!(lacks.ends_with("is started by /nowhere/python9, which is not installed here"), "{lacks}");
}

#[test]
fn what_building_refuses_does_not_travel() {
    let desk = Desk::new()
        .with("empty.c", "")
        .with("notes.txt", "")
        .with("none/readme.txt", "")
        .with("two/a.py", "a")
        .with("two/b.py", "b")
        .with("nul/main.c", "int main() {}\0")
        .with("linked/main.c", "int main() {}")
        .with(&format!("deep/{}main.h", "a/".repeat(33)), "");
    std::os::unix::fs::symlink("/etc/passwd", desk.path("linked/words")).expect("a link");
    let sandbox = Sandbox::strongest(LAUNCHER.as_ref());
    for name in ["empty.c", "notes.txt", "none", "two", "nul", "linked", "deep", "nothing"] {
        let travels = Parcel::of(&desk.path(name)).expect_err(name).to_string();
        assert_eq!(desk.build(name, &sandbox).expect_err(name).to_string(), travels);
    }
}

#[test]
fn a_plain_user_compiles_alike() {
    as_a_plain_user("a_plain_user_compiles_alike");
}
