//! How much a search prunes.

/// How much a search prunes. What it reports as proved is proved regardless.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Cuts {
    /// Number of acts at the head of the order that are searched to full depth.
    pub whole: usize,
    /// Later acts are reduced by the product of the logarithms of depth and place divided by this number, rounded up
    /// from a fraction of 0.6.
    pub late: f64,
    /// The depth from which positions are looked up and stored. A lookup in a large table takes as long as several
    /// positions near the leaves.
    pub remembered: i32,
    /// The depth from which a position without a known best act is searched one act less deep: the aim there is to find
    /// an order.
    pub unknown: i32,
    /// From which depth on, and how far outside the window, the value of a search to less than half the depth settles a
    /// position.
    pub probe: Option<(i32, i32)>,
    /// How many acts are tried near the leaves off the principal variation, besides forcing ones: so many, and the square of
    /// the depth more. `None`: all of them.
    pub few: Option<usize>,
}

impl Cuts {
    /// Reduces late acts only, and cautiously.
    pub const CAREFUL: Cuts =
        Cuts { whole: 2, late: 2.2, remembered: 1, unknown: i32::MAX, probe: None, few: None };

    /// The reduction of acts, by depth and place in the order.
    pub(super) fn table(&self) -> Box<[[i32; 64]; 64]> {
        let mut less = Box::new([[0; 64]; 64]);
        for (depth, row) in less.iter_mut().enumerate().skip(1) {
            for (at, less) in row.iter_mut().enumerate().skip(self.whole) {
                *less = (f64::from(depth as u32).ln() * f64::from(at as u32).ln() / self.late + 0.4) as i32;
            }
        }
        less
    }
}
