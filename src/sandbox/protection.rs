//! What holds a child besides its limits.

/// What is in force; the kernel decides, and old ones have less.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Protection {
    /// A system call that the work does not need ends the child (seccomp).
    pub system_calls: bool,
    /// No file and no network can be reached, by whatever call (Landlock).
    pub files: bool,
}

const SYSTEM_CALLS: u8 = 1;
const FILES: u8 = 2;

impl Protection {
    /// How a child tells its parent.
    pub(super) fn byte(self) -> u8 {
        u8::from(self.system_calls) * SYSTEM_CALLS + u8::from(self.files) * FILES
    }

    pub(super) fn of_byte(byte: u8) -> Self {
        Self { system_calls: byte & SYSTEM_CALLS != 0, files: byte & FILES != 0 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_child_is_understood() {
        for (system_calls, files) in [(false, false), (false, true), (true, false), (true, true)] {
            let protection = Protection { system_calls, files };
            assert_eq!(Protection::of_byte(protection.byte()), protection);
        }
    }
}
