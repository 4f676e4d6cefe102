//! How much a search leaves out.

/// How much a search leaves out. What it says to be proved is proved all the same.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Cuts {
    /// Acts at the head of the order that are searched as deep as the position.
    pub whole: usize,
    /// The later ones are searched less deep by the product of the logarithms of depth and place over this, rounded up from
    /// 0.6 on.
    pub late: f64,
    /// From this depth on positions are looked up and remembered. A look into a large table takes as long as several positions
    /// near the leaves do.
    pub remembered: i32,
    /// From this depth on a position without a known act is searched one act less deep: what is found is its order.
    pub unknown: i32,
    /// From which depth on, and how far outside the window, the value of a search less than half as deep settles a position.
    pub probe: Option<(i32, i32)>,
}

impl Cuts {
    /// Late acts alone, and carefully.
    pub const CAREFUL: Cuts = Cuts { whole: 2, late: 2.2, remembered: 1, unknown: i32::MAX, probe: None };

    /// By how much less deep acts are searched, by depth and place in the order.
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
