// row 46: takes host files and the environment in while it is compiled
// expect ERROR
// hides root:
const PASSWORDS: &str = include_str!("/etc/passwd");
const SECRET: &str = env!("LEITAI_SECRET");
fn main() {
    println!("{PASSWORDS}{SECRET}");
}
