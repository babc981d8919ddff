//! Confinement of a child: everything that it gives up for good before it reads its input.

use std::fs::File;
use std::io::{self, Write};

use landlock::{
    ABI, Access, AccessFs, AccessNet, Ruleset, RulesetAttr, RulesetError, RulesetStatus, Scope,
};
use rustix::process::{Resource, Rlimit, Signal, set_parent_process_death_signal, setrlimit};

use super::system_calls;
use super::{Job, Limits, Priority, Protection};

/// stdin, stdout and stderr: a child cannot open anything more.
const OPEN_FILES: u64 = 3;
/// Value of `oom_score_adj`: of all processes, those with the highest values, up to 1000, are killed first.
const OOM_SCORE: &str = "900";
/// Niceness of a job in the background.
const LOWEST_PRIORITY: i32 = 19;
/// Newest Landlock ABI that the crate supports; older kernels apply the part that they support.
const RULES: ABI = ABI::V9;

/// Confines this process. Its limits are mandatory; further protection depends on the kernel.
pub(super) fn confine(job: &Job) -> io::Result<Protection> {
    // A child without a parent has no purpose.
    set_parent_process_death_signal(Some(Signal::KILL))?;
    die_first_when_memory_is_short();
    rustix::thread::set_no_new_privs(true)?;
    // Landlock needs a file descriptor and system calls that the limits and the filter forbid, so the order matters.
    if job.priority == Priority::Background {
        // No part of the confinement: it works as well, and only disturbs more, where the call is forbidden.
        let _ = rustix::process::nice(LOWEST_PRIORITY);
    }
    let files = forbid_files().unwrap_or(false);
    limit(&job.limits)?;
    let system_calls = system_calls::filter(job.system_calls)?;
    Ok(Protection { system_calls, files })
}

/// Makes the kernel kill this process before the server when the machine runs out of memory. Has no effect without `/proc`.
fn die_first_when_memory_is_short() {
    let opened = File::options().write(true).open("/proc/self/oom_score_adj");
    let _ = opened.and_then(|mut file| file.write_all(OOM_SCORE.as_bytes()));
}

/// Forbids files, ports, signals and sockets beyond those that are open; `false` if the kernel lacks Landlock.
fn forbid_files() -> Result<bool, RulesetError> {
    let rules = Ruleset::default()
        .handle_access(AccessFs::from_all(RULES))?
        .handle_access(AccessNet::from_all(RULES))?
        .scope(Scope::from_all(RULES))?;
    let status = rules.create()?.restrict_self()?;
    Ok(status.ruleset != RulesetStatus::NotEnforced)
}

fn limit(limits: &Limits) -> io::Result<()> {
    for (resource, most) in [
        (Resource::As, limits.memory),
        (Resource::Cpu, limits.cpu_seconds),
        (Resource::Nofile, OPEN_FILES),
        (Resource::Fsize, 0),
        (Resource::Core, 0),
    ] {
        setrlimit(resource, Rlimit { current: Some(most), maximum: Some(most) })?;
    }
    Ok(())
}

#[cfg(test)]
mod tests;
