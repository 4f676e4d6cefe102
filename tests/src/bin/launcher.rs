//! The launcher of the tests' sandboxes; in production it is part of the binary `leitai`.

fn main() {
    leitai_sandbox::launch_if_asked();
}
