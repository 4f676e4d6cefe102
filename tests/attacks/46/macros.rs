// row 46: macros that grow without measure
// expect ERROR
#![recursion_limit = "1000000"]
macro_rules! grow {
    ($($word:tt)*) => { grow!($($word)* $($word)* +) };
}
fn main() {
    grow!(1);
}
