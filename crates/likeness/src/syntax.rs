//! The syntax of a language, as far as tokens need it.

/// How comments and string literals are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Syntax {
    /// `// comment`, `/* comment */`, `'c'`, `"text"`.
    Slash,
    /// Like `Slash`, but `'text'` and backquotes also delimit strings.
    Script,
    /// `# comment`, `'text'`, `"text"`, and triple quotes of both kinds.
    Hash,
}

impl Syntax {
    /// The syntax of a file, by its extension.
    pub(crate) fn of(name: &str) -> Syntax {
        match name.rsplit('.').next().unwrap_or_default() {
            "py" | "rb" | "sh" | "pl" => Syntax::Hash,
            "js" | "mjs" | "ts" => Syntax::Script,
            _ => Syntax::Slash,
        }
    }
}

/// Names of numeric types, which are all treated as equal.
const TYPES: [&str; 44] = [
    "int", "long", "short", "char", "unsigned", "signed", "float", "double", "bool", "boolean", "byte",
    "size_t", "ssize_t", "int8_t", "int16_t", "int32_t", "int64_t", "uint8_t", "uint16_t", "uint32_t",
    "uint64_t", "i8", "i16", "i32", "i64", "i128", "isize", "u8", "u16", "u32", "u64", "u128", "usize",
    "f32", "f64", "int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64", "uint",
];

/// Keywords of the languages. Words that merely precede a definition and mean little (`const`, `static`, `public`) are
/// not among them: they are left out.
const KEPT: [&str; 51] = [
    "if",
    "else",
    "elif",
    "for",
    "while",
    "do",
    "switch",
    "case",
    "default",
    "break",
    "continue",
    "return",
    "goto",
    "struct",
    "class",
    "enum",
    "union",
    "interface",
    "trait",
    "impl",
    "fn",
    "func",
    "def",
    "function",
    "lambda",
    "match",
    "loop",
    "in",
    "not",
    "and",
    "or",
    "is",
    "new",
    "delete",
    "try",
    "catch",
    "except",
    "finally",
    "throw",
    "raise",
    "with",
    "yield",
    "async",
    "await",
    "defer",
    "go",
    "select",
    "chan",
    "map",
    "range",
    "void",
];

/// Words of little meaning: a program is the same with or without them.
const IDLE: [&str; 25] = [
    "const",
    "static",
    "public",
    "private",
    "protected",
    "final",
    "inline",
    "constexpr",
    "mut",
    "pub",
    "let",
    "var",
    "auto",
    "register",
    "volatile",
    "extern",
    "virtual",
    "override",
    "readonly",
    "internal",
    "sealed",
    "noexcept",
    "explicit",
    "mutable",
    "typename",
];

/// The kind of a word.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Word {
    Name,
    Type,
    Kept,
    Idle,
}

impl Word {
    pub(crate) fn of(text: &str) -> Word {
        if KEPT.contains(&text) {
            Word::Kept
        } else if TYPES.contains(&text) {
            Word::Type
        } else if IDLE.contains(&text) {
            Word::Idle
        } else {
            Word::Name
        }
    }
}
