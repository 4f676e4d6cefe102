//! What the project depends on: licences, sources and duplicates as `deny.toml` allows, and nothing that no line calls.

use crate::tidy::root;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use toml_edit::{DocumentMut, Item};

/// Above dependencies that only make several builds share what they compile (`shared_builds.rs`).
const CALLED_BY_NOTHING: &str = "# Called by nothing here.";

fn policy() -> DocumentMut {
    let text = fs::read_to_string(root().join("deny.toml")).expect("deny.toml");
    text.parse().unwrap_or_else(|error| panic!("deny.toml: {error}"))
}

/// All packages that the lock file may bring, on any machine.
fn packages() -> Vec<Value> {
    let mut asked = Command::new(env!("CARGO"));
    asked.args(["metadata", "--format-version", "1", "--locked", "--all-features"]).current_dir(root());
    let told = asked.output().expect("cargo");
    assert!(told.status.success(), "{}", String::from_utf8_lossy(&told.stderr));
    let told: Value = serde_json::from_slice(&told.stdout).expect("JSON");
    told["packages"].as_array().expect("packages").clone()
}

fn texts(item: &Item) -> BTreeSet<String> {
    let array = item.as_array().expect("a list");
    array.iter().map(|text| text.as_str().expect("a text").to_owned()).collect()
}

/// The versions that may stand beside a newer one, as `name@version`, each with a reason.
fn skips(policy: &DocumentMut) -> BTreeSet<String> {
    let all = policy["bans"]["skip"].as_array().expect("a list").iter().map(|skip| {
        let skip = skip.as_inline_table().expect("a table");
        let text = |key: &str| skip.get(key).and_then(|text| text.as_str()).unwrap_or_default();
        assert!(!text("reason").is_empty(), "{} needs a reason", text("crate"));
        text("crate").to_owned()
    });
    all.collect()
}

fn text<'a>(package: &'a Value, key: &str) -> &'a str {
    package[key].as_str().unwrap_or_default()
}

/// Everything about these packages that the policy does not allow, and everything in the policy that allows nothing.
fn refused(packages: &[Value], policy: &DocumentMut) -> Vec<String> {
    let allowed = texts(&policy["licenses"]["allow"]);
    let registries = texts(&policy["sources"]["allow-registry"]);
    let (mut refused, mut used, mut versions) = (Vec::new(), BTreeSet::new(), BTreeMap::new());
    for package in packages {
        let (name, version) = (text(package, "name"), text(package, "version"));
        let Some(source) = package["source"].as_str() else { continue };
        if !source.strip_prefix("registry+").is_some_and(|registry| registries.contains(registry)) {
            refused.push(format!("{name} {version} comes from {source}"));
        }
        match Licence::read(text(package, "license")) {
            Some(licence) if licence.holds(&allowed) => licence.names(&mut used),
            _ => refused.push(format!("{name} {version} has the licence {}", package["license"])),
        }
        versions.entry(name).or_insert_with(Vec::new).push(version);
    }
    let mut skips = skips(policy);
    for (name, all) in &mut versions {
        all.sort_by_key(|version| {
            let numbers = version.split(['.', '-', '+']).map_while(|part| part.parse::<u64>().ok());
            numbers.collect::<Vec<_>>()
        });
        all.dedup();
        all.pop();
        let older = all.iter().map(|version| format!("{name}@{version}"));
        refused.extend(
            older
                .filter(|older| !skips.remove(older))
                .map(|older| format!("{older} stands beside a newer one")),
        );
    }
    refused.extend(skips.into_iter().map(|skip| format!("{skip} needs no skip any more")));
    refused.extend(allowed.difference(&used).map(|licence| format!("no crate needs the licence {licence}")));
    refused
}

/// A licence expression (SPDX), also in the old form `MIT/Apache-2.0`.
enum Licence {
    One(String),
    All(Vec<Licence>),
    Any(Vec<Licence>),
}

impl Licence {
    fn read(text: &str) -> Option<Licence> {
        let text = text.replace('/', " OR ").replace('(', " ( ").replace(')', " ) ");
        let mut words: Vec<&str> = text.split_whitespace().rev().collect();
        let licence = Licence::any(&mut words)?;
        words.is_empty().then_some(licence)
    }

    fn any(words: &mut Vec<&str>) -> Option<Licence> {
        let mut all = vec![Licence::all(words)?];
        while words.last() == Some(&"OR") {
            words.pop();
            all.push(Licence::all(words)?);
        }
        Some(Licence::Any(all))
    }

    fn all(words: &mut Vec<&str>) -> Option<Licence> {
        let mut all = vec![Licence::one(words)?];
        while words.last() == Some(&"AND") {
            words.pop();
            all.push(Licence::one(words)?);
        }
        Some(Licence::All(all))
    }

    fn one(words: &mut Vec<&str>) -> Option<Licence> {
        let word = words.pop()?;
        if word == "(" {
            let inner = Licence::any(words)?;
            return (words.pop()? == ")").then_some(inner);
        }
        // An exception to a licence is another licence.
        if words.last() == Some(&"WITH") {
            words.pop();
            return Some(Licence::One(format!("{word} WITH {}", words.pop()?)));
        }
        (!["OR", "AND", "WITH", ")"].contains(&word)).then(|| Licence::One(word.to_owned()))
    }

    fn holds(&self, allowed: &BTreeSet<String>) -> bool {
        match self {
            Licence::One(name) => allowed.contains(name),
            Licence::All(all) => all.iter().all(|one| one.holds(allowed)),
            Licence::Any(all) => all.iter().any(|one| one.holds(allowed)),
        }
    }

    fn names(&self, into: &mut BTreeSet<String>) {
        match self {
            Licence::One(name) => _ = into.insert(name.clone()),
            Licence::All(all) | Licence::Any(all) => all.iter().for_each(|one| one.names(into)),
        }
    }
}

#[test]
fn the_lock_file_holds_what_the_policy_allows() {
    let packages = packages();
    assert!(packages.len() > 200, "{} packages", packages.len());
    assert_eq!(refused(&packages, &policy()), [""; 0]);
}

/// The control: what the policy does not allow is named.
#[test]
fn a_crate_that_the_policy_does_not_allow_is_named() {
    let (policy, real) = (policy(), packages());
    let ours = "registry+https://github.com/rust-lang/crates.io-index";
    let with = |version: &str, licence: &str, source: &str| {
        let one =
            serde_json::json!({ "name": "tried", "version": version, "license": licence, "source": source });
        let mut all = real.clone();
        all.push(one);
        refused(&all, &policy)
    };
    for licence in ["MIT", "GPL-3.0 OR (MIT AND ISC)", "MIT/Apache-2.0", "Apache-2.0 WITH X OR MIT"] {
        assert_eq!(with("1.0.0", licence, ours), [""; 0], "{licence}");
    }
    for licence in ["GPL-3.0", "", "MIT AND GPL-3.0", "(MIT", "MIT OR", "Apache-2.0 WITH X", "MIT ISC"] {
        assert_eq!(with("1.0.0", licence, ours).len(), 1, "{licence}");
    }
    for source in ["registry+https://example.org/index", "git+https://github.com/a/b#1"] {
        assert_eq!(with("1.0.0", "MIT", source).len(), 1, "{source}");
    }
    let mut twice = real.clone();
    let newest = real.iter().find(|package| text(package, "name") == "tokio").expect("it is used");
    twice.push(serde_json::json!({ "name": "tokio", "version": "0.2.9", "license": "MIT", "source": newest["source"] }));
    assert_eq!(refused(&twice, &policy), ["tokio@0.2.9 stands beside a newer one"]);
    let none: Vec<Value> = Vec::new();
    assert!(
        refused(&none, &policy).iter().any(|line| line.contains("needs no skip")),
        "what is stale is named too"
    );
}

/// The sources of a package, with those of others that it includes by their path.
fn sources(folder: &Path, into: &mut BTreeMap<PathBuf, String>) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path()) {
        let is_built = entry.file_name().is_some_and(|name| name == "target");
        if entry.is_dir() && !is_built {
            sources(&entry, into);
        } else if entry.extension().is_some_and(|ending| ending == "rs") {
            let text = fs::read_to_string(&entry).expect("ours");
            let included = text.split("#[path = \"").skip(1).filter_map(|rest| rest.split('"').next());
            let included: Vec<PathBuf> =
                included.filter_map(|path| Some(folder.join(path).parent()?.to_owned())).collect();
            if into.insert(entry, text).is_none() {
                included.iter().filter(|folder| folder.is_dir()).for_each(|folder| sources(folder, into));
            }
        }
    }
}

fn names_it(text: &str, name: &str) -> bool {
    let is_part = |c: char| c.is_alphanumeric() || c == '_';
    text.match_indices(name)
        .any(|(at, _)| !text[..at].ends_with(is_part) && !text[at + name.len()..].starts_with(is_part))
}

#[test]
fn every_dependency_is_called_by_a_line_of_code() {
    let ours: Vec<Value> = packages().into_iter().filter(|package| package["source"].is_null()).collect();
    // A macro names its crates in the place that calls it.
    let macros = [("fuzz!(", "fuzz/src/lib.rs"), ("html! {", "crates/pages/src/html.rs")];
    let macros = macros.map(|(call, file)| (call, fs::read_to_string(root().join(file)).expect("ours")));
    let (mut idle, mut named) = (Vec::new(), String::new());
    for package in &ours {
        let manifest = PathBuf::from(text(package, "manifest_path"));
        let written = fs::read_to_string(&manifest).expect("ours");
        named.push_str(&written);
        let spared: Vec<&str> =
            written.split(CALLED_BY_NOTHING).skip(1).filter_map(|rest| rest.split("\n\n").next()).collect();
        let mut files = BTreeMap::new();
        sources(manifest.parent().expect("a folder"), &mut files);
        let called = macros.iter().filter(|(call, _)| files.values().any(|text| text.contains(call)));
        let all = files.values().chain(called.map(|(_, text)| text)).cloned().collect::<String>();
        for dependency in package["dependencies"].as_array().expect("a list") {
            let key = dependency["rename"].as_str().unwrap_or(text(dependency, "name"));
            let is_spared = spared.iter().any(|part| part.lines().any(|line| line.starts_with(key)));
            if !is_spared && !names_it(&all, &key.replace('-', "_")) {
                idle.push(format!("{} depends on {key}, and nothing calls it", text(package, "name")));
            }
        }
    }
    let workspace =
        fs::read_to_string(root().join("Cargo.toml")).expect("ours").parse::<DocumentMut>().expect("TOML");
    for (key, _) in workspace["workspace"]["dependencies"].as_table().expect("a table") {
        let is_named =
            named.lines().any(|line| line.strip_prefix(key).is_some_and(|rest| rest.starts_with(['.', ' '])));
        if !is_named {
            idle.push(format!("the workspace names {key}, and no crate asks for it"));
        }
    }
    assert_eq!(idle, [""; 0]);
    assert!(names_it("use a_b::c", "a_b") && !names_it("use xa_b::c; a_bc", "a_b"), "the control");
}
