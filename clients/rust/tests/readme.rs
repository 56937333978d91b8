//! Runs the examples of the README against the service of TINTYPE_URL, with
//! SITE_URL instead of https://example.com. Without SITE_URL, nothing runs.

use std::path::Path;
use std::process::Command;
use std::{env, fs};

/// A crate of its own: cargo would take a copy of this one for this one, and keep its build.
fn manifest(crate_folder: &str) -> String {
    format!(
        "[package]\nname = \"tintype-readme\"\nversion = \"0.0.0\"\nedition = \"2024\"\n[workspace]\n\
         [dependencies]\ntintype = {{ path = {crate_folder:?}, default-features = false }}\n"
    )
}

#[test]
fn the_examples_run() {
    let Ok(site) = env::var("SITE_URL") else { return };
    // The place of this run: cargo takes the build of another checkout for that of this one.
    let crate_folder = env::var("CARGO_MANIFEST_DIR").unwrap();
    let folder = env::temp_dir().join(format!("tintype-readme-{}", std::process::id()));
    fs::create_dir_all(folder.join("src")).unwrap();
    let readme = fs::read_to_string(Path::new(&crate_folder).join("README.md")).unwrap();
    assert!(readme.matches("```rust,no_run").count() >= 8);
    let readme = readme.replace("```rust,no_run", "```rust").replace("https://example.com", &site);
    fs::write(folder.join("README.md"), readme).unwrap();
    fs::write(folder.join("src/lib.rs"), "#![doc = include_str!(\"../README.md\")]\n").unwrap();
    fs::write(folder.join("Cargo.toml"), manifest(&crate_folder)).unwrap();
    fs::copy(Path::new(&crate_folder).join("Cargo.lock"), folder.join("Cargo.lock")).unwrap();
    let target = Path::new(env!("CARGO_TARGET_TMPDIR")).parent().unwrap();
    let output = Command::new(env!("CARGO"))
        .args(["test", "--doc", "--offline", "--target-dir"])
        .arg(target)
        .args(["--", "--test-threads=2"])
        .current_dir(&folder)
        .output()
        .unwrap();
    fs::remove_dir_all(&folder).unwrap();
    let text = [output.stdout, output.stderr].concat();
    let text = String::from_utf8_lossy(&text);
    assert!(output.status.success() && text.contains("11 passed"), "{text}");
}
