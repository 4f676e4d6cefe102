//! The launcher of the tests' sandboxes: in the binary `leitai` it is a part of everything else.

fn main() {
    leitai_sandbox::launch_if_asked();
}
