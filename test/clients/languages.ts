import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { pythonFolder } from '../kit/programs/test-programs.js';
import { cargoFolder } from './cargo-folder.js';

export const root = fileURLToPath(new URL('../../../', import.meta.url));

export interface Language {
  name: string;
  /** Programs that have to be on PATH; without one, the language is skipped. */
  needs: readonly string[];
  /** A program that succeeds where version and extensions are those that `wants` says. */
  probe?: { command: readonly string[]; wants: string };
  /** The folder, from the root of the repository. */
  folder: string;
  /** Where the programs below find the library. */
  environment?: Readonly<Record<string, string>>;
  /** The tests of the library, which need no service. */
  tests?: readonly string[];
  /** Those of them that `make test` runs, if not all. */
  shortTests?: readonly string[];
  /** The program of clients/conformance/README.md. */
  program: readonly string[];
  /**
   * Blocks of the README are one program in this language; the command takes its text. `hook` follows the function of
   * this name. It calls it with the signed HOOK_BODY, then with another body. It prints `hook` and both statuses.
   */
  readme?: { word: string; command: (code: string) => readonly string[]; hook: string };
}

const librariesOf = (...paths: string[]) => paths.map((path) => join(root, path)).join(':');

const pythonPath = `${librariesOf('clients/python/src')}:${pythonFolder('httpx')}`;

const python: Language = {
  name: 'python',
  needs: ['python3'],
  probe: {
    command: [
      ...['env', `PYTHONPATH=${pythonPath}`, 'python3', '-c'],
      'import sys, httpx; sys.exit(sys.version_info < (3, 10))',
    ],
    wants: 'Python 3.10 with httpx',
  },
  folder: 'clients/python',
  environment: {
    PYTHONPATH: pythonPath,
    PYTHONDONTWRITEBYTECODE: '1',
  },
  tests: ['python3', '-W', 'error', '-m', 'unittest', 'discover', '-s', 'tests', '-t', '.'],
  program: ['python3', '-W', 'error', 'conformance.py'],
  readme: {
    word: 'python',
    command: (code) => ['python3', '-c', code],
    hook: `import os
headers = {"x-signature": os.environ["HOOK_SIGNATURE"]}
print("hook", hook(os.environb[b"HOOK_BODY"], headers), hook(b"{}", headers))`,
  },
};

const ruby: Language = {
  name: 'ruby',
  needs: ['ruby'],
  probe: { command: ['ruby', '-e', 'exit(RUBY_VERSION >= "3.1")'], wants: 'Ruby 3.1' },
  folder: 'clients/ruby',
  environment: { RUBYLIB: librariesOf('clients/ruby/lib') },
  tests: ['ruby', '-w', 'test/all.rb'],
  program: ['ruby', '-w', 'conformance.rb'],
  readme: {
    word: 'ruby',
    command: (code) => ['ruby', '-w', '-e', code],
    hook: `headers = { "x-signature" => ENV["HOOK_SIGNATURE"] }
puts "hook #{hook(client, ENV["HOOK_BODY"], headers)} #{hook(client, "{}", headers)}"`,
  },
};

const php: Language = {
  name: 'php',
  needs: ['php'],
  probe: {
    command: ['php', '-r', 'exit(PHP_VERSION_ID >= 80200 && extension_loaded("curl") ? 0 : 1);'],
    wants: 'PHP 8.2 with curl',
  },
  folder: 'clients/php',
  tests: ['php', 'tests/all.php'],
  program: ['php', 'conformance.php'],
  readme: {
    word: 'php',
    command: (code) => ['php', '-r', code.replace('vendor/autoload.php', librariesOf('clients/php/autoload.php'))],
    hook: `$signature = (string) getenv('HOOK_SIGNATURE');
echo 'hook ', hook($client, (string) getenv('HOOK_BODY'), $signature), ' ', hook($client, '{}', $signature), "\\n";`,
  },
};

/** An older Go refuses the module. */
export const goProbe = { command: ['go', '-C', join(root, 'clients/go'), 'list', '.'], wants: 'Go 1.23' };

const go: Language = {
  name: 'go',
  needs: ['go'],
  probe: goProbe,
  folder: 'clients/go',
  // They run the examples of the README too.
  tests: ['go', 'test', '-count=1', './...'],
  shortTests: ['go', 'test', '-count=1', '-skip', '^TestExamples$', './...'],
  program: ['go', 'run', './conformance'],
};

/** Downloads the crates once. */
export const cratesProbe = {
  command: ['cargo', 'fetch', '--quiet', '--locked', '--manifest-path', join(root, 'clients/rust/Cargo.toml')],
  wants: 'Rust 1.85 with the crates of Cargo.lock',
};

/** No TLS: half the time to compile. */
const cargoFlags = ['--quiet', '--locked', '--offline', '--no-default-features'];

export const rust: Language = {
  name: 'rust',
  needs: ['cargo'],
  probe: cratesProbe,
  folder: 'clients/rust',
  environment: {
    CARGO_TARGET_DIR: cargoFolder,
    CARGO_INCREMENTAL: '0',
    CARGO_PROFILE_DEV_DEBUG: '0',
    CARGO_PROFILE_TEST_DEBUG: '0',
  },
  // Without the examples of the README: `rustReadme` compiles and runs them.
  tests: ['cargo', 'test', ...cargoFlags, '--lib', '--test', 'client'],
  // They compile the library once, and check its signatures.
  shortTests: ['cargo', 'test', ...cargoFlags, '--lib'],
  program: ['cargo', 'run', ...cargoFlags, '--example', 'conformance'],
};

/** Compiles the crate twice more: for each example, and for all. */
export const rustReadme = ['cargo', 'test', ...cargoFlags, '--doc', '--test', 'readme'];

export const languages: readonly Language[] = [
  { name: 'javascript', needs: ['node'], folder: 'clients/javascript', program: ['node', 'conformance/walk.mjs'] },
  python,
  ruby,
  php,
  go,
  rust,
];

/** Other runtimes of a library. `make clients` alone walks with them; bare-realm.test.ts says cheaply what they lack. */
export const runtimes: readonly Language[] = [
  {
    name: 'deno',
    needs: ['deno'],
    folder: 'clients/javascript',
    program: [
      ...['deno', 'run', '--no-lock', '--node-modules-dir=manual', '--allow-net', '--allow-env', '--allow-read'],
      'conformance/walk.mjs',
    ],
  },
];

const folders = () => (process.env.PATH ?? '').split(':').filter(Boolean);

/** A registry that does not answer would hold up all tests. */
const longestProbeMs = 60_000;

/** What is missing: the first program that is not there, or the version that the probe wants. */
export const missingFor = ({ needs, probe }: Pick<Language, 'needs' | 'probe'>): string | undefined => {
  const program = needs.find((name) => !folders().some((folder) => existsSync(join(folder, name))));
  if (program || !probe) return program;
  const [command = '', ...args] = probe.command;
  return spawnSync(command, args, { timeout: longestProbeMs }).status === 0 ? undefined : probe.wants;
};
