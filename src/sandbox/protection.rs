//! Protection of a child by the kernel, besides its limits.

/// Protection in force; older kernels support less.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Protection {
    /// System calls that the work does not need kill the child (seccomp).
    pub system_calls: bool,
    /// Files and networks are unreachable by any system call (Landlock).
    pub files: bool,
}

const SYSTEM_CALLS: u8 = 1;
const FILES: u8 = 2;

impl Protection {
    /// Encodes the protection as the byte that a child sends to its parent.
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
    fn protection_byte_round_trips() {
        for (system_calls, files) in [(false, false), (false, true), (true, false), (true, true)] {
            let protection = Protection { system_calls, files };
            assert_eq!(Protection::of_byte(protection.byte()), protection);
        }
    }
}
