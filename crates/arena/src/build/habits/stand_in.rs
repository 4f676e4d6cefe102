//! Headers of our own, in place of those of other platforms and for names that only other platforms declare.

use super::super::language::Language;

/// A header of our own.
#[derive(PartialEq, Eq, Debug)]
pub(super) struct StandIn {
    /// Its file name.
    pub(super) file: &'static str,
    /// Its contents.
    pub(super) text: &'static str,
    /// The headers, in lower case, that it replaces.
    headers: &'static [&'static str],
    /// Names that make it included when a compiler reports them as undeclared.
    names: &'static [&'static str],
}

const fn header(
    file: &'static str,
    text: &'static str,
    headers: &'static [&'static str],
    names: &'static [&'static str],
) -> StandIn {
    StandIn { file, text, headers, names }
}

static ALL: [StandIn; 11] = [
    header(
        "windows.h",
        include_str!("windows.h"),
        &[
            "windef.h",
            "winbase.h",
            "wincon.h",
            "winuser.h",
            "winnt.h",
            "wtypes.h",
            "mmsystem.h",
            "timeapi.h",
            "synchapi.h",
            "sysinfoapi.h",
            "processthreadsapi.h",
            "consoleapi.h",
            "consoleapi2.h",
            "dos.h",
        ],
        // And whatever its text declares in capitals.
        &["timeGetTime", "timeBeginPeriod", "timeEndPeriod"],
    ),
    header(
        "conio.h",
        include_str!("conio.h"),
        &[],
        &["_getch", "getch", "_getche", "getche", "_kbhit", "kbhit", "_putch", "putch", "clrscr", "gotoxy"],
    ),
    header("process.h", include_str!("process.h"), &[], &["_beginthread", "_beginthreadex"]),
    header("msvc.h", include_str!("msvc.h"), &["crtdbg.h", "mem.h", "intsafe.h", "sal.h"], &MSVC),
    header("minmax.h", include_str!("minmax.h"), &[], &["min", "max"]),
    header("stdcpp.h", include_str!("stdcpp.h"), &["bits/stdc++.h"], &[]),
    header(
        "tchar.h",
        "#include \"windows.h\"\n#define _T(text) text\n#define _tmain main\n#define _tprintf printf\n\
         #define _TCHAR char\n",
        &[],
        &["_tmain", "_TCHAR"],
    ),
    header(
        "io.h",
        "#include <unistd.h>\n#include \"msvc.h\"\n#define _access access\n#define _dup dup\n#define _dup2 dup2\n\
         #define _read read\n#define _write write\n#define _close close\n",
        &["fcntl.h"],
        &[],
    ),
    header(
        "direct.h",
        "#include <sys/stat.h>\n#include <unistd.h>\n#include \"msvc.h\"\n#define _getcwd getcwd\n#define _chdir chdir\n\
         #define _mkdir(name) mkdir((name), 0755)\n#define _rmdir rmdir\n",
        &[],
        &[],
    ),
    header(
        "stdafx.h",
        "#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\n#include \"msvc.h\"\n#include \"tchar.h\"\n",
        &["pch.h", "targetver.h"],
        &[],
    ),
    header(
        "oldcpp.h",
        "#include <iostream>\n#include <fstream>\n#include <iomanip>\nusing namespace std;\n",
        &["iostream.h", "fstream.h", "iomanip.h"],
        &[],
    ),
];

/// Unmistakable names: nobody else uses them.
const MSVC: [&str; 46] = [
    "__int8",
    "__int16",
    "__int32",
    "__int64",
    "__forceinline",
    "__stdcall",
    "__cdecl",
    "__fastcall",
    "__declspec",
    "__debugbreak",
    "scanf_s",
    "sscanf_s",
    "fscanf_s",
    "printf_s",
    "fprintf_s",
    "sprintf_s",
    "vsprintf_s",
    "_snprintf",
    "_snprintf_s",
    "_vsnprintf",
    "strcpy_s",
    "strcat_s",
    "strncpy_s",
    "strncat_s",
    "strtok_s",
    "memcpy_s",
    "memmove_s",
    "gets_s",
    "fopen_s",
    "freopen_s",
    "localtime_s",
    "gmtime_s",
    "ctime_s",
    "rand_s",
    "errno_t",
    "_countof",
    "__max",
    "__min",
    "_itoa",
    "_itoa_s",
    "_strdup",
    "_stricmp",
    "_strnicmp",
    "_setmode",
    "_fileno",
    "_strlwr",
];
/// Names that are not unmistakable, but still Visual C++'s.
const PLAIN: [&str; 7] = ["itoa", "stricmp", "strnicmp", "strcmpi", "strlwr", "strupr", "_strupr"];

/// Standard headers of names for which the compiler itself suggests none.
const STANDARD: [(&str, &str, &[&str]); 9] = [
    ("limits.h", "climits", &["INT_MAX", "INT_MIN", "UINT_MAX", "LONG_MAX", "LLONG_MAX", "CHAR_BIT"]),
    ("float.h", "cfloat", &["DBL_MAX", "DBL_MIN", "FLT_MAX", "FLT_MIN", "DBL_EPSILON"]),
    ("stdint.h", "cstdint", &["uint64_t", "int64_t", "uint32_t", "int32_t", "uint8_t", "int8_t", "uint16_t"]),
    ("stdbool.h", "cstdbool", &["bool", "true", "false"]),
    ("stdio.h", "cstdio", &["FILE", "EOF", "stdout", "stderr", "stdin"]),
    (
        "string.h",
        "cstring",
        &["memset", "memcpy", "strlen", "strcmp", "strcpy", "strncmp", "strstr", "strtok"],
    ),
    ("stdlib.h", "cstdlib", &["rand", "srand", "malloc", "free", "exit", "system", "atoi", "qsort", "abs"]),
    ("time.h", "ctime", &["time", "clock", "clock_t", "time_t", "CLOCKS_PER_SEC"]),
    ("math.h", "cmath", &["sqrt", "pow", "log", "exp", "fabs", "floor", "ceil", "sin", "cos"]),
];
/// Such headers that exist only in C++.
const STANDARD_CPP: [(&str, &[&str]); 8] = [
    (
        "algorithm",
        &[
            "sort",
            "swap",
            "reverse",
            "fill",
            "find",
            "count",
            "shuffle",
            "next_permutation",
            "max_element",
            "min_element",
            "stable_sort",
            "unique",
            "lower_bound",
            "upper_bound",
            "random_shuffle",
        ],
    ),
    ("iomanip", &["setw", "setprecision", "setfill"]),
    ("numeric", &["accumulate", "iota"]),
    ("functional", &["function", "greater", "less"]),
    ("limits", &["numeric_limits"]),
    ("random", &["mt19937", "mt19937_64", "uniform_int_distribution", "random_device"]),
    ("chrono", &["chrono"]),
    ("thread", &["thread", "this_thread"]),
];

/// The standard header of a name.
pub(super) fn standard(name: &str, language: Language) -> Option<&'static str> {
    let both = STANDARD.iter().find(|(.., names)| names.contains(&name));
    match language {
        Language::C => both.map(|(c, ..)| *c),
        _ => both.map(|(_, cpp, _)| *cpp).or_else(|| {
            STANDARD_CPP.iter().find(|(_, names)| names.contains(&name)).map(|(header, _)| *header)
        }),
    }
}

impl StandIn {
    /// All stand-ins.
    pub(super) const ALL: &'static [StandIn] = &ALL;

    /// The replacement for a header of this name, in lower case. Those for C++ headers do not apply to C.
    pub(super) fn for_header(name: &str, language: Language) -> Option<&'static StandIn> {
        let fits = |of: &&StandIn| of.headers.contains(&name) || of.file == name;
        let is_cpp = |of: &StandIn| ["stdcpp.h", "oldcpp.h"].contains(&of.file);
        ALL.iter().find(fits).filter(|of| language == Language::Cpp || !is_cpp(of))
    }

    /// The header that declares a name unknown to the compiler.
    pub(super) fn of_name(name: &str) -> Option<&'static StandIn> {
        if PLAIN.contains(&name) {
            return StandIn::of_a_word(MSVC[0]);
        }
        let windows = || Some(&ALL[0]).filter(|of| of.declares(name));
        ALL.iter().find(|of| of.names.contains(&name)).or_else(windows)
    }

    /// Whether its text declares a name: a type, a call or a macro, with a capital first as Windows has them.
    fn declares(&self, name: &str) -> bool {
        let declared = |line: &'static str| {
            let types = line.strip_prefix("typedef ").and_then(|line| line.rsplit('}').next());
            let calls = || line.strip_prefix("static inline ").and_then(|line| line.split('(').next());
            let macros = || line.strip_prefix("#define ").and_then(|line| line.split(['(', ' ']).next());
            types.or_else(|| line.strip_prefix("} ")).or_else(calls).or_else(macros)
        };
        let is_letter = |c: char| c.is_alphanumeric() || c == '_';
        name.starts_with(|c: char| c.is_ascii_uppercase())
            && self
                .text
                .lines()
                .filter_map(declared)
                .any(|text| text.split(|c| !is_letter(c)).any(|word| word == name))
    }

    /// The header that declares a word that nobody else uses, wherever the compiler quotes it.
    pub(super) fn of_a_word(word: &str) -> Option<&'static StandIn> {
        MSVC.contains(&word).then(|| ALL.iter().find(|of| of.names.contains(&word)))?
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_windows_are_told_from_others() {
        for name in [
            "DWORD64",
            "ULONGLONG",
            "LPVOID",
            "COORD",
            "SYSTEMTIME",
            "LARGE_INTEGER",
            "HANDLE",
            "TRUE",
            "Sleep",
            "QueryPerformanceCounter",
            "UInt32x32To64",
            "LPTHREAD_START_ROUTINE",
            "ZeroMemory",
            "MAX_PATH",
            "INFINITE",
        ] {
            assert_eq!(StandIn::of_name(name).map(|of| of.file), Some("windows.h"), "{name}");
        }
        for name in ["X", "Left", "LowPart", "Time", "Board", "leitai_ns", "tm", "printf", ""] {
            assert!(StandIn::of_name(name).is_none_or(|of| of.file != "windows.h"), "{name}");
        }
    }

    #[test]
    fn a_stand_in_declares_what_it_is_included_for() {
        let is_letter = |c: char| c.is_alphanumeric() || c == '_';
        let declares = |of: &StandIn, name: &str| of.text.split(|c| !is_letter(c)).any(|word| word == name);
        for of in StandIn::ALL {
            for name in of.names {
                assert!(declares(of, name), "{name} is not in {}", of.file);
            }
        }
        let msvc = StandIn::of_name("itoa").expect("a header");
        assert!(PLAIN.iter().all(|name| declares(msvc, name)));
    }
}
