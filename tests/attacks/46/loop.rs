// row 46: computes for ever while it is compiled
// expect ERROR
// computes 5
#![allow(long_running_const_eval)]
const fn spin() -> u64 {
    let mut sum = 0u64;
    loop {
        sum = sum.wrapping_add(1);
        if sum == u64::MAX {
            return sum;
        }
    }
}
const FOREVER: u64 = spin();
fn main() {
    println!("{FOREVER}");
}
