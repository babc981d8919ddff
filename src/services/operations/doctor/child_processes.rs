//! Check of the child processes: whether forms can be read and books made, and how well they are sandboxed.

use crate::context::Context;
use crate::domain::check_result::{CheckResult, HealthCheck};
use crate::paper::raster;
use crate::press;
use crate::sandbox::{Failure, Protection, Sandbox};

pub(super) fn check(context: &Context) -> Vec<CheckResult> {
    let mut found = vec![children(&context.sandbox)];
    if context.job_wakeups.any_receiver_died() {
        let words =
            "A background worker has stopped: mails, editions or backups are no longer processed.";
        let hint = "restart the server; see its log for the reason";
        found.push(CheckResult::fail(HealthCheck::Workers, words, hint));
    }
    found
}

fn children(sandbox: &Sandbox) -> CheckResult {
    match raster::probe(sandbox).and_then(|reading| Ok([reading, sandbox.protection(&press::JOB)?]))
    {
        Ok(protections) => evaluate(&protections),
        Err(failure) => cannot_start(&failure),
    }
}

fn cannot_start(failure: &Failure) -> CheckResult {
    let cause = std::error::Error::source(failure).map(|cause| format!(": {cause}"));
    let words = format!(
        "Forms can't be read and books can't be made: {failure}{}.",
        cause.unwrap_or_default()
    );
    let hint = "check that this user may execute the program, and restart the server if it was replaced; with `engine = \"pdfium\"` \
                see `pdfium_library` in [pdf]";
    CheckResult::fail(HealthCheck::Workers, words, hint)
}

fn evaluate(protections: &[Protection]) -> CheckResult {
    let mut missing = Vec::new();
    if !protections.iter().all(|protection| protection.system_calls) {
        missing.push("system calls (seccomp)");
    }
    if !protections.iter().all(|protection| protection.files) {
        missing.push("files and networks (Landlock)");
    }
    if missing.is_empty() {
        return CheckResult::ok(
            HealthCheck::Workers,
            "Forms are read and books made in a sandbox.",
        );
    }
    let words =
        format!("Forms are read and books made in a sandbox without {}.", missing.join(", "));
    let hint = "Linux 5.13 (2021) or newer has both; a container may disable them";
    CheckResult::warn(HealthCheck::Workers, words, hint)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::check_result::Level;

    #[test]
    fn kernel_without_landlock_is_reported() {
        let whole = Protection { system_calls: true, files: true };
        assert_eq!(evaluate(&[whole, whole]).level, Level::Ok);
        let old = evaluate(&[whole, Protection { files: false, ..whole }]);
        assert!(old.level == Level::Warn && old.words.contains("Landlock"), "{old:?}");
    }
}
