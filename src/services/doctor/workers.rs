//! Check of the workers: whether forms can be read and books made, and how well their processes are sandboxed.

use crate::context::Context;
use crate::domain::check_result::{CheckResult, HealthCheck};
use crate::paper::raster;
use crate::press;
use crate::sandbox::{Failure, Protection, Sandbox};

pub(super) fn check(context: &Context) -> Vec<CheckResult> {
    let mut found = vec![children(&context.sandbox)];
    if context.job_wakeups.any_receiver_died() {
        let words = "No mail is sent any more, or no book published and no backup made: what does these has ended.";
        let hint = "start the server again; its log says why it ended";
        found.push(CheckResult::fail(HealthCheck::Workers, words, hint));
    }
    found
}

fn children(sandbox: &Sandbox) -> CheckResult {
    match raster::probe(sandbox).and_then(|reading| Ok([reading, sandbox.protection(&press::JOB)?]))
    {
        Ok(protections) => judge(&protections),
        Err(failure) => cannot_start(&failure),
    }
}

fn cannot_start(failure: &Failure) -> CheckResult {
    let cause = std::error::Error::source(failure).map(|cause| format!(": {cause}"));
    let words =
        format!("No form can be read and no book made: {failure}{}.", cause.unwrap_or_default());
    let hint = "may this user start the program that serves, and was it replaced since? Then start the server again; with `engine = \"pdfium\"` \
                see `pdfium_library` in [pdf]";
    CheckResult::fail(HealthCheck::Workers, words, hint)
}

fn judge(protections: &[Protection]) -> CheckResult {
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
            "Forms are read and books made by processes that reach nothing else.",
        );
    }
    let words = format!(
        "Forms are read and books made by processes that are held by their limits, and not by what the kernel can keep from them: {}.",
        missing.join(", ")
    );
    let hint = "a kernel from 2021 on has both (5.13); a container may be keeping them away";
    CheckResult::warn(HealthCheck::Workers, words, hint)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::check_result::Level;

    #[test]
    fn an_old_kernel_is_told_of() {
        let whole = Protection { system_calls: true, files: true };
        assert_eq!(judge(&[whole, whole]).level, Level::Ok);
        let old = judge(&[whole, Protection { files: false, ..whole }]);
        assert!(old.level == Level::Warn && old.words.contains("Landlock"), "{old:?}");
    }
}
