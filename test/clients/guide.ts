import { join } from 'node:path';
import { languages, root } from './languages.js';

/** A language of docs/clients.md, with the program that runs its block. */
interface GuideBlock {
  /** That of `languages`, or `cli`. */
  name: string;
  /** The word of the block. */
  word: string;
  command: (code: string) => readonly string[];
}

/** Runs the command line of this repository as `tintype`. */
export const shellCommand = (code: string): readonly string[] => [
  ...['bash', '-euc'],
  `exec </dev/null; tintype() { node '${join(root, 'clients/cli/bin/tintype.js')}' "$@"; }\n${code}`,
];

/** An import of the package by its name has to start in a folder of the repository. */
export const moduleCommand = (code: string): readonly string[] => [
  ...[process.execPath, '--input-type=module', '-e'],
  code.replaceAll("'@tintype/client'", `'${import.meta.resolve('@tintype/client')}'`),
];

/** The block is the middle of a function. */
const goProgram = (code: string): string => `package main
import ("context"; "fmt"; tintype "tintype.dev/client")
func main() {
ctx := context.Background()
${code}
if err != nil { panic(err) }
fmt.Println(picture.ContentType, page)
}`;

const goCommand = (code: string): readonly string[] => [
  ...['sh', '-euc', 'printf %s "$1" >main.go; exec go -C "$2" run "$PWD/main.go"', 'sh'],
  ...[goProgram(code), join(root, 'clients/go')],
];

const rustManifest = `[package]
name = "tintype-guide"
version = "0.0.0"
edition = "2024"
[workspace]
[dependencies]
tintype = { path = ${JSON.stringify(join(root, 'clients/rust'))}, default-features = false }
`;

const rustProgram = (code: string): string => `use tintype::*;
fn main() -> std::result::Result<(), Box<dyn std::error::Error>> {
${code}
println!("{}", picture.content_type);
Ok(())
}`;

const rustCommand = (code: string): readonly string[] => [
  ...['sh', '-euc'],
  'mkdir src; printf %s "$1" >Cargo.toml; printf %s "$2" >src/main.rs; exec cargo run --quiet --offline',
  ...['sh', rustManifest, rustProgram(code)],
];

const scripts = languages.flatMap(({ name, readme }) => (readme ? [{ name, ...readme }] : []));

export const guide: readonly GuideBlock[] = [
  { name: 'cli', word: 'sh', command: shellCommand },
  { name: 'javascript', word: 'js', command: moduleCommand },
  ...scripts,
  { name: 'go', word: 'go', command: goCommand },
  { name: 'rust', word: 'rust', command: rustCommand },
];
