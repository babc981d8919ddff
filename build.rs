//! Makes sure that the folder of the built interface is there to be embedded, empty when it was not built; and packs the relocations of
//! the released executable, which are 4 MB else.

fn main() -> std::io::Result<()> {
    let is = |name, value| std::env::var(name).is_ok_and(|found| found == value);
    if is("PROFILE", "release") && is("CARGO_CFG_TARGET_ARCH", "x86_64") {
        println!("cargo::rustc-link-arg-bins=-Wl,-z,pack-relative-relocs");
    }
    std::fs::create_dir_all("ui/dist")?;
    println!("cargo::rerun-if-changed=ui/dist");
    Ok(())
}
