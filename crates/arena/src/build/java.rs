//! What must be known about a Java source before it is compiled: a public class must be in a file of its name, and a
//! program is started through the class that has `main`.

/// What one source declares.
#[derive(PartialEq, Eq, Debug, Default)]
pub(super) struct Declared {
    /// Its package, empty if it has none.
    pub(super) package: String,
    /// The name its file must have.
    pub(super) public: Option<String>,
    /// The first class.
    pub(super) first: Option<String>,
    /// The class that itself declares `main`.
    pub(super) main: Option<String>,
}

impl Declared {
    /// Reads the outline of a source: words outside braces, comments and string literals.
    pub(super) fn of(text: &str) -> Declared {
        let mut declared = Declared::default();
        let mut depth = 0_u32;
        let mut current: Option<String> = None;
        let (mut public, mut before) = (false, ["", ""]);
        for word in words(text) {
            match word {
                "{" => depth += 1,
                "}" => depth = depth.saturating_sub(1),
                _ => {}
            }
            if depth == 0 && matches!(word, ";" | "}") {
                public = false;
            }
            public |= depth == 0 && word == "public";
            if depth == 0 && before[1] == "package" {
                declared.package.push_str(word);
            } else if depth == 0 && matches!(before[1], "class" | "interface" | "enum" | "record") {
                current = Some(word.to_owned());
                declared.first = declared.first.or_else(|| current.clone());
                if public {
                    declared.public.clone_from(&current);
                }
            } else if depth == 1 && before == ["void", "main"] && word == "(" && declared.main.is_none() {
                declared.main.clone_from(&current);
            }
            before = [before[1], word];
        }
        declared
    }

    /// A class's name qualified with its package.
    pub(super) fn whole(&self, class: &str) -> String {
        if self.package.is_empty() { class.to_owned() } else { format!("{}.{class}", self.package) }
    }
}

/// Names (including their dots) and symbols, without comments and string literals.
fn words(text: &str) -> impl Iterator<Item = &str> {
    let mut rest = text;
    std::iter::from_fn(move || {
        loop {
            rest = rest.trim_start();
            let first = rest.chars().next()?;
            let skipped = if rest.starts_with("//") {
                Some(rest.find('\n').unwrap_or(rest.len()))
            } else if let Some(comment) = rest.strip_prefix("/*") {
                Some(comment.find("*/").map_or(rest.len(), |at| at + 4))
            } else if let Some(block) = rest.strip_prefix("\"\"\"") {
                Some(block.find("\"\"\"").map_or(rest.len(), |at| at + 6))
            } else if matches!(first, '"' | '\'') {
                Some(quoted(rest, first))
            } else {
                None
            };
            if let Some(skipped) = skipped {
                rest = &rest[skipped..];
                continue;
            }
            let is_name = |c: char| c.is_alphanumeric() || matches!(c, '_' | '$' | '.');
            let length = rest
                .find(|c| !is_name(c))
                .filter(|length| *length > 0)
                .unwrap_or_else(|| if is_name(first) { rest.len() } else { first.len_utf8() });
            let (word, after) = rest.split_at(length);
            rest = after;
            return Some(word);
        }
    })
}

/// The length of a quoted literal, including its quotes; an unclosed one ends at the end of its line.
fn quoted(text: &str, quote: char) -> usize {
    let mut escaped = false;
    for (at, c) in text.char_indices().skip(1) {
        match c {
            '\n' => return at,
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            _ if c == quote => return at + 1,
            _ => {}
        }
    }
    text.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_outline_says_what_the_file_is_called_and_who_has_main() {
        for (text, package, public, main) in [
            ("public class Bot { public static void main(String[] a) {} }", "", Some("Bot"), Some("Bot")),
            (
                "class A {} public final class B { static void main ( String... a ) {} }",
                "",
                Some("B"),
                Some("B"),
            ),
            (
                "package a.b; // public class No {\n class Bot { static class Node { void main(int x) {} }\n\
                 char c = '{'; String s = \"}\\\"{\"; public static void main(String[] a) {} }",
                "a.b",
                None,
                Some("Bot"),
            ),
            ("public interface I { } class C { void run() { main(); } }", "", Some("I"), None),
            (
                "/* class X { void main( */ String t = \"\"\"\n class Y \"\"\"; record R(int x) {}",
                "",
                None,
                None,
            ),
            ("public class 棋手 { public static void main(String[] a) {} }", "", Some("棋手"), Some("棋手")),
            ("'", "", None, None),
            ("/*", "", None, None),
        ] {
            let declared = Declared::of(text);
            assert_eq!(declared.package, package, "{text}");
            assert_eq!(declared.public.as_deref(), public, "{text}");
            assert_eq!(declared.main.as_deref(), main, "{text}");
        }
    }
}
