//! The searches for proofs that a player keeps: for wins by fours, and by threes and fours.

use super::vcf::Vcf;
use super::vct::Vct;

/// Both, with what they remember. Without memory, as by default, the second finds no more than the first.
#[derive(Default)]
pub(super) struct Provers {
    pub(super) vcf: Vcf,
    pub(super) vct: Vct,
}

impl Provers {
    /// Searches whose tables take at most `bytes` bytes each.
    pub(super) fn new(bytes: u64) -> Provers {
        Provers { vcf: Vcf::new(bytes), vct: Vct::new(bytes) }
    }

    /// Forgets everything.
    pub(super) fn clear(&mut self) {
        self.vcf.clear();
        self.vct.clear();
    }
}
