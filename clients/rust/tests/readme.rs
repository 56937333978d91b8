//! Runs the examples of the README against the service of TINTYPE_URL, with
//! SITE_URL instead of https://example.com. Without SITE_URL, nothing runs.

use std::path::Path;
use std::process::Command;
use std::{env, fs};

fn copy(from: &Path, to: &Path) {
    if from.is_dir() {
        fs::create_dir_all(to).unwrap();
        for entry in fs::read_dir(from).unwrap() {
            let name = entry.unwrap().file_name();
            copy(&from.join(&name), &to.join(&name));
        }
    } else {
        fs::copy(from, to).unwrap();
    }
}

#[test]
fn the_examples_run() {
    let Ok(site) = env::var("SITE_URL") else { return };
    let crate_folder = Path::new(env!("CARGO_MANIFEST_DIR"));
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("readme");
    let _ = fs::remove_dir_all(&folder);
    for name in ["Cargo.toml", "Cargo.lock", "README.md", "src", "conformance"] {
        fs::create_dir_all(&folder).unwrap();
        copy(&crate_folder.join(name), &folder.join(name));
    }
    let readme = fs::read_to_string(folder.join("README.md")).unwrap();
    assert!(readme.matches("```rust,no_run").count() >= 8);
    let readme = readme.replace("```rust,no_run", "```rust").replace("https://example.com", &site);
    fs::write(folder.join("README.md"), readme).unwrap();
    let output = Command::new(env!("CARGO"))
        .args(["test", "--doc", "--locked", "--offline", "--no-default-features", "--", "--test-threads=2"])
        .current_dir(&folder)
        .output()
        .unwrap();
    let text = [output.stdout, output.stderr].concat();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&text));
}
