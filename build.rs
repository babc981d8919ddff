//! Makes sure that the folder of the built interface is there to be embedded, empty when it was not built.

fn main() -> std::io::Result<()> {
    std::fs::create_dir_all("ui/dist")?;
    println!("cargo::rerun-if-changed=ui/dist");
    Ok(())
}
