//! Which cores are hardware threads of the same physical core.

use std::collections::BTreeMap;
use std::fs;

/// The usable cores grouped by physical core, each in ascending order. Without topology information every core forms a
/// group of its own.
pub(crate) fn physical(cores: &[usize]) -> Vec<Vec<usize>> {
    grouped(cores, |core| {
        let path = format!("/sys/devices/system/cpu/cpu{core}/topology/thread_siblings_list");
        fs::read_to_string(path).ok().map(|list| listed(&list)).filter(|list| list.contains(&core))
    })
}

/// The cores in the order in which games take them: one of each physical core before the second of any.
pub(crate) fn apart(cores: &[usize]) -> Vec<usize> {
    let physical = physical(cores);
    let widest = physical.iter().map(Vec::len).max().unwrap_or(0);
    (0..widest).flat_map(|nth| physical.iter().filter_map(move |core| core.get(nth).copied())).collect()
}

/// How many games can run on these cores if each of their programs has a physical core of its own.
pub(crate) fn pairs(cores: &[usize]) -> usize {
    physical(cores).len() / 2
}

fn grouped(cores: &[usize], siblings: impl Fn(usize) -> Option<Vec<usize>>) -> Vec<Vec<usize>> {
    let mut found: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    for core in cores {
        // A physical core is identified by its first thread, even if that one is not ours to use.
        let first = siblings(*core).and_then(|all| all.into_iter().min()).unwrap_or(*core);
        found.entry(first).or_default().push(*core);
    }
    found.into_values().collect()
}

/// Numbers and ranges, as the system lists cores: `0,4` or `0-1`.
fn listed(text: &str) -> Vec<usize> {
    let range = |part: &str| {
        let (from, to) = part.split_once('-').unwrap_or((part, part));
        Some(from.trim().parse().ok()?..=to.trim().parse::<usize>().ok()?)
    };
    text.trim().split(',').filter_map(range).flatten().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn threads_of_one_core_stand_together() {
        // Numbered by threads, as on most machines, and then in pairs.
        let far = |core: usize| Some(vec![core % 4, core % 4 + 4]);
        assert_eq!(grouped(&[0, 1, 4, 6], far), [vec![0, 4], vec![1], vec![6]]);
        let near = |core: usize| Some(vec![core & !1, core | 1]);
        assert_eq!(grouped(&[0, 1, 2, 3], near), [[0, 1], [2, 3]]);
        assert_eq!(grouped(&[0, 1], |_| None), [[0], [1]], "where nothing tells");
    }

    #[test]
    fn lists_of_the_system_are_read() {
        assert_eq!(listed("0,4\n"), [0, 4]);
        assert_eq!(listed("2-3\n"), [2, 3]);
        assert_eq!(listed("0-1,8-9"), [0, 1, 8, 9]);
        assert_eq!(listed("all of them"), [0; 0]);
    }
}
