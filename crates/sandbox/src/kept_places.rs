//! Where Windows keeps compilers and interpreters that no search path leads to. What is there is given as data, so that the search
//! is the same on every system.

use std::path::{Path, PathBuf};

/// Where the search begins, as the environment names it.
#[derive(Clone, Default, Debug)]
pub(crate) struct Roots {
    /// `C:\`, in which some tools lie at the top.
    pub(crate) drives: Vec<PathBuf>,
    /// `C:\Program Files` and its like.
    pub(crate) programs: Vec<PathBuf>,
    /// What is installed for this user alone: `…\AppData\Local\Programs`.
    pub(crate) own_programs: Vec<PathBuf>,
    /// The user's own folder.
    pub(crate) homes: Vec<PathBuf>,
    /// `C:\ProgramData`, where installers write down what they did.
    pub(crate) data: Vec<PathBuf>,
}

/// Below which root a tool lies, and by which folders. A part that ends with `*` is every folder of that beginning, the newest first.
type Place = (fn(&Roots) -> &[PathBuf], &'static [&'static str]);

/// In the order in which they are searched. Where several have a tool of one name, what a school's image has for contests comes
/// last: it is the oldest.
const PLACES: [Place; 14] = [
    (|roots| &roots.own_programs, &["Python", "Python3*"]),
    (|roots| &roots.programs, &["Python3*"]),
    (|roots| &roots.drives, &["Python3*"]),
    (|roots| &roots.programs, &["nodejs"]),
    (|roots| &roots.programs, &["Java", "jdk*", "bin"]),
    (|roots| &roots.programs, &["Eclipse Adoptium", "jdk*", "bin"]),
    (|roots| &roots.programs, &["Go", "bin"]),
    (|roots| &roots.homes, &[".cargo", "bin"]),
    (|roots| &roots.drives, &["msys64", "ucrt64", "bin"]),
    (|roots| &roots.drives, &["msys64", "mingw64", "bin"]),
    (|roots| &roots.drives, &["mingw64", "bin"]),
    (|roots| &roots.programs, &["CodeBlocks", "MinGW", "bin"]),
    (|roots| &roots.programs, &["Embarcadero", "Dev-Cpp", "TDM-GCC-64", "bin"]),
    (|roots| &roots.programs, &["Dev-Cpp", "MinGW64", "bin"]),
];

/// The folders there are, in the order in which they are searched; `folders` names the folders in a folder.
pub(crate) fn kept_places(roots: &Roots, folders: &dyn Fn(&Path) -> Vec<String>) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for (below, parts) in PLACES {
        for root in below(roots) {
            let mut here = vec![root.clone()];
            for part in parts {
                here = here.iter().flat_map(|folder| named(folder, part, folders)).collect();
            }
            found.extend(here);
        }
    }
    found
}

/// The folders in a folder that a part of a place names, the newest first. Names know no case there.
pub(crate) fn named(folder: &Path, part: &str, folders: &dyn Fn(&Path) -> Vec<String>) -> Vec<PathBuf> {
    let is_meant = |name: &str| match part.strip_suffix('*') {
        Some(start) => name.get(..start.len()).is_some_and(|begin| begin.eq_ignore_ascii_case(start)),
        None => name.eq_ignore_ascii_case(part),
    };
    let mut names: Vec<_> = folders(folder).into_iter().filter(|name| is_meant(name)).collect();
    names.sort_by_key(|name| std::cmp::Reverse(numbers(name)));
    names.into_iter().map(|name| folder.join(name)).collect()
}

/// The numbers in a name, by which `Python313` is newer than `Python39`, and `jdk-21.0.2` than `jdk-9`.
pub(crate) fn numbers(name: &str) -> (usize, Vec<u32>) {
    let numbers: Vec<u32> = name
        .split(|letter: char| !letter.is_ascii_digit())
        .filter_map(|digits| digits.parse().ok())
        .collect();
    // A Python says its two numbers as one: 39 comes before 310.
    let digits = if name.to_ascii_lowercase().starts_with("python") { name.len() } else { 0 };
    (digits, numbers)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeMap;

    fn roots() -> Roots {
        let of = |names: &[&str]| names.iter().map(PathBuf::from).collect();
        Roots {
            drives: of(&["C:"]),
            programs: of(&["C:/Program Files", "C:/Program Files (x86)"]),
            own_programs: of(&["C:/Users/w/AppData/Local/Programs"]),
            homes: of(&["C:/Users/w"]),
            data: Vec::new(),
        }
    }

    /// What is found where these folders are.
    fn found(there: &[&str]) -> Vec<String> {
        let mut inside: BTreeMap<PathBuf, Vec<String>> = BTreeMap::new();
        for folder in there {
            let mut path = PathBuf::new();
            for part in folder.split('/') {
                let names = inside.entry(path.clone()).or_default();
                if !names.iter().any(|name| name == part) {
                    names.push(part.to_owned());
                }
                path.push(part);
            }
        }
        let list = |folder: &Path| inside.get(folder).cloned().unwrap_or_default();
        kept_places(&roots(), &list).iter().map(|path| path.to_string_lossy().replace('\\', "/")).collect()
    }

    #[test]
    fn a_machine_without_tools_has_no_places() {
        assert!(found(&[]).is_empty());
        assert!(found(&["C:/Program Files/Java", "C:/Windows", "C:/Users/w/Documents/Python313"]).is_empty());
    }

    #[test]
    fn the_newest_of_a_kind_comes_first() {
        let own = "C:/Users/w/AppData/Local/Programs/Python";
        let pythons = ["Python39", "Python313", "Python310", "Launcher"].map(|name| format!("{own}/{name}"));
        let pythons: Vec<&str> = pythons.iter().map(String::as_str).collect();
        assert_eq!(
            found(&pythons),
            ["Python313", "Python310", "Python39"].map(|name| format!("{own}/{name}"))
        );
        let java = "C:/Program Files/Java";
        let kits = ["jdk-9/bin", "jdk-21.0.2/bin", "jdk1.8.0_202/bin", "jre-22/bin"]
            .map(|name| format!("{java}/{name}"));
        let kits: Vec<&str> = kits.iter().map(String::as_str).collect();
        assert_eq!(
            found(&kits),
            ["jdk-21.0.2/bin", "jdk-9/bin", "jdk1.8.0_202/bin"].map(|name| format!("{java}/{name}"))
        );
    }

    #[test]
    fn compilers_of_teaching_environments_are_found_whatever_the_case() {
        assert_eq!(
            found(&[
                "C:/Program Files (x86)/Dev-Cpp/MinGW64/bin",
                "C:/Program Files/codeblocks/mingw/BIN",
                "C:/msys64/ucrt64/bin"
            ]),
            [
                "C:/msys64/ucrt64/bin",
                "C:/Program Files/codeblocks/mingw/BIN",
                "C:/Program Files (x86)/Dev-Cpp/MinGW64/bin"
            ]
        );
    }

    #[test]
    fn names_in_any_letters_are_compared() {
        assert!(found(&["C:/Program Files/Java/开发包/bin", "C:/Pyth", "C:/é"]).is_empty());
    }
}
