//! System call filter of a child (seccomp). Any call that is not allowed kills it at once.
//!
//! The numbers differ between processors, the names do not: one list serves both that are supported.

use std::collections::BTreeMap;
use std::io;

use libc::c_long;
use seccompiler::{
    BackendError, BpfProgram, Error, SeccompAction, SeccompCmpArgLen, SeccompCmpOp,
    SeccompCondition, SeccompFilter, SeccompRule, apply_filter,
};

/// System calls that a job needs besides memory and its three pipes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SystemCalls {
    /// None: for untrusted input.
    OneThread,
    /// Threads. Opening a file fails without killing the child: the typesetter's libraries query the size of their stack and the
    /// number of processors, and work without an answer.
    Threads,
    /// As [`SystemCalls::OneThread`], for a runtime that would use several threads: starting one fails without killing the child, and
    /// so does opening a file; the runtime then works on the thread that it has.
    NoMoreThreads,
    /// As [`SystemCalls::OneThread`], for a library that looks for fonts: opening them fails without killing the child, and the
    /// library works without them.
    Library,
}

/// Reading and writing open files, memory, time, and an orderly exit.
const ALWAYS: [c_long; 19] = [
    libc::SYS_read,
    libc::SYS_write,
    libc::SYS_brk,
    libc::SYS_munmap,
    libc::SYS_mremap,
    libc::SYS_madvise,
    libc::SYS_futex,
    libc::SYS_clock_gettime,
    libc::SYS_getrandom,
    libc::SYS_getpid,
    libc::SYS_gettid,
    libc::SYS_rt_sigaction,
    libc::SYS_rt_sigprocmask,
    libc::SYS_rt_sigreturn,
    libc::SYS_sigaltstack,
    libc::SYS_restart_syscall,
    libc::SYS_sched_yield,
    libc::SYS_exit,
    libc::SYS_exit_group,
];
/// Calls that start threads.
const FOR_THREADS: [c_long; 3] =
    [libc::SYS_sched_getaffinity, libc::SYS_set_robust_list, libc::SYS_rseq];
/// Call that tells the number of processors.
const FOR_COUNTING_PROCESSORS: [c_long; 1] = [libc::SYS_sched_getaffinity];
/// Call by which the C library's sort determines the size of the memory.
const FOR_LIBRARIES: [c_long; 1] = [libc::SYS_sysinfo];
/// Calls that fail as if the system lacked them. A filter cannot inspect the arguments of `clone3`, so threads are started by
/// `clone`.
const UNKNOWN: [c_long; 2] = [libc::SYS_clone3, libc::SYS_openat];

type Rules = BTreeMap<c_long, Vec<SeccompRule>>;

/// Applies the filter to this thread and those that it starts; `false` if the kernel does not support filters.
pub(super) fn filter(calls: SystemCalls) -> io::Result<bool> {
    for filter in filters(calls).map_err(io::Error::other)? {
        match apply_filter(&filter) {
            Ok(()) => {}
            Err(Error::Seccomp(error)) if is_missing(&error) => return Ok(false),
            Err(error) => return Err(io::Error::other(error)),
        }
    }
    Ok(true)
}

fn filters(calls: SystemCalls) -> Result<Vec<BpfProgram>, BackendError> {
    let mut allowed = always()?;
    match calls {
        SystemCalls::OneThread => Ok(vec![allow(allowed)?]),
        SystemCalls::Library => {
            allowed.extend(unconditional(&FOR_LIBRARIES));
            allowed.extend(unconditional(&UNKNOWN));
            Ok(vec![deny_as_unknown(&UNKNOWN)?, allow(allowed)?])
        }
        SystemCalls::NoMoreThreads => {
            let denied = [libc::SYS_clone, libc::SYS_clone3, libc::SYS_openat];
            allowed.extend(unconditional(&FOR_COUNTING_PROCESSORS));
            allowed.extend(unconditional(&denied));
            Ok(vec![deny_as_unknown(&denied)?, allow(allowed)?])
        }
        SystemCalls::Threads => {
            allowed.extend(unconditional(&FOR_THREADS));
            allowed.extend(unconditional(&UNKNOWN));
            // Threads only, no processes.
            let flags = libc::CLONE_THREAD as u64;
            allowed.insert(libc::SYS_clone, only_if(0, SeccompCmpOp::MaskedEq(flags), flags)?);
            // The stricter of two filters applies; the first must allow the application of the second.
            Ok(vec![deny_as_unknown(&UNKNOWN)?, allow(allowed)?])
        }
    }
}

fn always() -> Result<Rules, BackendError> {
    let mut rules = unconditional(&ALWAYS);
    // Memory that is not executable.
    for call in [libc::SYS_mmap, libc::SYS_mprotect] {
        let executable = SeccompCmpOp::MaskedEq(libc::PROT_EXEC as u64);
        rules.insert(call, only_if(2, executable, 0)?);
    }
    // Abort of this process only.
    let own_process = u64::from(std::process::id());
    let abort = SeccompRule::new(vec![
        condition(0, SeccompCmpOp::Eq, own_process)?,
        condition(2, SeccompCmpOp::Eq, libc::SIGABRT as u64)?,
    ])?;
    rules.insert(libc::SYS_tgkill, vec![abort]);
    Ok(rules)
}

fn unconditional(calls: &[c_long]) -> Rules {
    calls.iter().map(|call| (*call, Vec::new())).collect()
}

/// Rule for one argument.
fn only_if(
    argument: u8,
    comparison: SeccompCmpOp,
    value: u64,
) -> Result<Vec<SeccompRule>, BackendError> {
    Ok(vec![SeccompRule::new(vec![condition(argument, comparison, value)?])?])
}

/// Condition on the lower half of one argument, which is sufficient for all arguments here.
fn condition(
    argument: u8,
    comparison: SeccompCmpOp,
    value: u64,
) -> Result<SeccompCondition, BackendError> {
    SeccompCondition::new(argument, SeccompCmpArgLen::Dword, comparison, value)
}

fn allow(rules: Rules) -> Result<BpfProgram, BackendError> {
    compile(rules, SeccompAction::KillProcess, SeccompAction::Allow)
}

fn deny_as_unknown(calls: &[c_long]) -> Result<BpfProgram, BackendError> {
    let answer = SeccompAction::Errno(libc::ENOSYS as u32);
    compile(unconditional(calls), SeccompAction::Allow, answer)
}

fn compile(
    rules: Rules,
    otherwise: SeccompAction,
    matched: SeccompAction,
) -> Result<BpfProgram, BackendError> {
    let processor = std::env::consts::ARCH.try_into()?;
    SeccompFilter::new(rules, otherwise, matched, processor)?.try_into()
}

fn is_missing(error: &io::Error) -> bool {
    [libc::ENOSYS, libc::EINVAL].map(Some).contains(&error.raw_os_error())
}
