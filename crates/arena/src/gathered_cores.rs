//! The cores that a waiting game has gathered so far.

use crate::claim::Claim;
use std::collections::BTreeSet;

/// Some of the cores of a way, the lowest ones. A game that needs two cores at once would never find both free where
/// other stages take one at a time, so it keeps the first and waits for the second. All stages gather in ascending
/// order: a stage only ever waits for a core above those that it keeps, so no two wait for each other.
#[derive(Debug, Default)]
pub(crate) struct GatheredCores {
    claims: Vec<Claim>,
}

impl GatheredCores {
    /// Completes that way if its missing cores are free, and returns its cores; cores gathered for other ways
    /// are kept until this value is dropped. Otherwise nothing changes.
    pub(crate) fn complete(&mut self, way: &[usize]) -> Option<Vec<Claim>> {
        let is_kept = |core: &&usize| self.claims.iter().any(|claim| claim.core() == **core);
        let missing = way.iter().filter(|core| !is_kept(core));
        let mut claims = missing.map(|core| Claim::take(*core)).collect::<Option<Vec<Claim>>>()?;
        claims.extend(self.claims.extract_if(.., |claim| way.contains(&claim.core())));
        Some(claims)
    }

    /// Takes the next core of some way if that core is free and not to be `spared`; returns false if there is none.
    pub(crate) fn grow(&mut self, ways: &[Vec<usize>], spared: impl Fn(&usize) -> bool) -> bool {
        let free = self.wanted(ways).into_iter().filter(|core| !spared(core)).find_map(Claim::take);
        let grows = free.is_some();
        self.claims.extend(free);
        grows
    }

    /// Adds a core that was handed over.
    pub(crate) fn add(&mut self, claim: Claim) {
        self.claims.push(claim);
    }

    /// The cores gathered so far.
    pub(crate) fn cores(&self) -> impl Iterator<Item = usize> {
        self.claims.iter().map(Claim::core)
    }

    /// The next core of each way that begins with the gathered cores.
    pub(crate) fn wanted(&self, ways: &[Vec<usize>]) -> BTreeSet<usize> {
        let next = |way: &Vec<usize>| {
            let mut way = way.clone();
            way.sort_unstable();
            let begins = self.claims.iter().map(Claim::core).eq(way.iter().copied().take(self.claims.len()));
            begins.then(|| way.get(self.claims.len()).copied()).flatten()
        };
        ways.iter().filter_map(next).collect()
    }
}
