import { join } from 'node:path';
import { languages, missingFor, root } from './languages.js';

/** A language of docs/clients.md, with the program that runs its block. */
interface GuideBlock {
  /** A name of `languages`, or `cli`. */
  name: string;
  /** The word of the block. */
  word: string;
  command: (code: string) => readonly string[];
  /** `make test` runs it. The other blocks are like the examples of a README, which run, and would start one more browser or compiler. */
  isShort?: true;
}

interface ConsoleTab {
  tab: string;
  command: GuideBlock['command'];
  /** Where the program finds the library. */
  environment?: Readonly<Record<string, string>> | undefined;
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

const goCommand = (code: string): readonly string[] => [
  ...['sh', '-euc', 'printf %s "$1" >main.go; exec go -C "$2" run "$PWD/main.go"', 'sh'],
  ...[code, join(root, 'clients/go')],
];

const rustManifest = `[package]
name = "tintype-guide"
version = "0.0.0"
edition = "2024"
[workspace]
[dependencies]
tintype = { path = ${JSON.stringify(join(root, 'clients/rust'))}, default-features = false }
`;

const rustCommand = (code: string): readonly string[] => [
  ...['sh', '-euc'],
  'mkdir src; printf %s "$1" >Cargo.toml; printf %s "$2" >src/main.rs; exec cargo run --quiet --offline',
  ...['sh', rustManifest, code],
];

const scripts = languages.flatMap(({ name, readme }) => (readme ? [{ name, ...readme }] : []));

export const guide: readonly GuideBlock[] = [
  { name: 'cli', word: 'sh', command: shellCommand, isShort: true },
  { name: 'javascript', word: 'js', command: moduleCommand, isShort: true },
  ...scripts,
  { name: 'go', word: 'go', command: goCommand },
  { name: 'rust', word: 'rust', command: rustCommand },
];

const tabTitles: Readonly<Record<string, string>> = { python: 'Python', ruby: 'Ruby', php: 'PHP' };

/** The tabs of the console's code, where the language is installed; without Go and Rust, whose compilers take long. */
export const consoleTabs = (): readonly ConsoleTab[] => [
  { tab: 'curl', command: (code) => ['sh', '-euc', code] },
  { tab: 'CLI', command: shellCommand },
  { tab: 'JavaScript', command: moduleCommand },
  ...languages
    .filter((language) => language.readme && !missingFor(language))
    .map(({ name, readme, environment }) => ({
      tab: tabTitles[name] ?? name,
      // `php -r` takes no opening tag.
      command: (code: string) => readme?.command(code.replace('<?php', '')) ?? [],
      environment,
    })),
];
