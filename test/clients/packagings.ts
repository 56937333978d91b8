import { join } from 'node:path';
import { pythonFolder } from '../kit/programs/test-programs.js';
import { cratesProbe, goProbe, type Language, root } from './languages.js';

/** What the registry of a language would refuse, found before a release. Nothing is uploaded. */
export interface Packaging extends Pick<Language, 'name' | 'needs' | 'probe' | 'folder'> {
  /** Makes the package in `{out}`, a new folder. The same files at another time make the same package, byte for byte. */
  build?: readonly string[];
  /** Each succeeds. They have the packages of `build` in `{out}`. */
  commands: readonly (readonly string[])[];
  environment?: Readonly<Record<string, string>>;
}

const pythonTools = [
  join(root, 'clients/python/src'),
  ...(['hatchling', 'mypy', 'httpx'] as const).map(pythonFolder),
].join(':');

const importPython = `import os, tintype, tintype.capture
assert tintype.__file__.startswith(os.getcwd())`;

const pipFlags = '--quiet --no-index --no-deps --no-compile --root-user-action=ignore';

/** One process for all files: `php -l` takes one. */
const phpSyntax = `foreach (array_slice($argv, 1) as $file) {
  try { token_get_all(file_get_contents($file), TOKEN_PARSE); }
  catch (ParseError $error) { fwrite(STDERR, "$file: {$error->getMessage()}"); exit(1); }
}`;

const modules = join(root, 'node_modules');

const npmPack = ['npm', 'pack', '--offline', '--ignore-scripts', '--pack-destination', '{out}'];

/** The script has the arguments as `$1` and so on. */
const shell = (script: string, ...args: string[]): readonly string[] => ['sh', '-euc', script, 'sh', ...args];

/** What npm does with a package that has no scripts. */
const unpacked = (name: string): readonly string[] =>
  shell('mkdir -p "$1"; tar -xzf {out}/*.tgz -C "$1" --strip-components=1', `{out}/node_modules/${name}`);

const importJavaScript = `import { Tintype } from '@tintype/client';
new Tintype({ key: 'k', secret: 's' }).buildImageUrl('https://example.com/');`;

const phpProject = JSON.stringify({
  repositories: [
    { 'packagist.org': false },
    { type: 'path', url: join(root, 'clients/php'), options: { symlink: false } },
  ],
  require: { 'tintype/client': '@dev' },
});

export const packagings: readonly Packaging[] = [
  {
    name: 'javascript',
    needs: ['npm', 'tar'],
    folder: 'clients/javascript',
    build: npmPack,
    commands: [unpacked('@tintype/client'), shell('cd {out}; exec node --input-type=module -e "$1"', importJavaScript)],
  },
  {
    name: 'cli',
    needs: ['npm', 'tar'],
    folder: 'clients/cli',
    build: npmPack,
    commands: [
      unpacked('@tintype/cli'),
      // Its two dependencies are those of this repository.
      shell('cd {out}/node_modules; ln -s "$1/commander" .; ln -s "$1/@tintype/client" @tintype/', modules),
      ['node', '{out}/node_modules/@tintype/cli/bin/tintype.js', '--version'],
    ],
  },
  {
    name: 'python',
    needs: ['python3'],
    probe: {
      command: ['env', `PYTHONPATH=${pythonTools}`, 'python3', '-c', 'import hatchling, mypy, httpx, pip'],
      wants: 'hatchling, mypy, httpx or pip',
    },
    folder: 'clients/python',
    environment: { PYTHONPATH: pythonTools, PYTHONDONTWRITEBYTECODE: '1' },
    build: ['python3', '-m', 'hatchling', 'build', '-d', '{out}'],
    commands: [
      shell(`python3 -m pip install ${pipFlags} --target {out}/lib {out}/*.whl`),
      shell('cd {out}/lib; exec python3 -c "$1"', importPython),
      ['python3', '-m', 'mypy', '--cache-dir={out}', 'src', 'conformance.py'],
    ],
  },
  {
    name: 'ruby',
    needs: ['gem'],
    folder: 'clients/ruby',
    // Without it, a gem has the day of its build.
    environment: { SOURCE_DATE_EPOCH: '1767225600' },
    build: ['gem', 'build', '--strict', '--output', '{out}/tintype.gem', 'tintype.gemspec'],
    commands: [
      ['gem', 'install', '--local', '--no-document', '--install-dir', '{out}/gems', '{out}/tintype.gem'],
      ['env', 'GEM_PATH={out}/gems', 'ruby', '-e', 'require "tintype"; Tintype.new("k", "s")'],
    ],
  },
  {
    name: 'php',
    needs: ['composer'],
    folder: 'clients/php',
    environment: { COMPOSER_ALLOW_SUPERUSER: '1', COMPOSER_DISABLE_NETWORK: '1' },
    commands: [
      ['composer', 'validate', '--strict', '--no-interaction'],
      shell('printf %s "$1" >{out}/composer.json', phpProject),
      ['composer', 'install', '--no-interaction', '--working-dir', '{out}'],
      [
        'php',
        '-r',
        'require "{out}/vendor/autoload.php"; new Tintype\\Client("k", "s"); new Tintype\\Capture("k", "s");',
      ],
    ],
  },
  {
    name: 'wordpress',
    needs: ['node', 'php', 'python3'],
    probe: { command: ['php', '-r', 'exit(PHP_VERSION_ID >= 80200 ? 0 : 1);'], wants: 'PHP 8.2' },
    folder: 'clients/wordpress',
    commands: [
      ['node', join(root, 'scripts/bundle-wordpress.mjs'), '{out}'],
      ['python3', '-m', 'zipfile', '-e', '{out}/tintype.zip', '{out}'],
      ['sh', '-c', 'find {out}/tintype -name "*.php" -print0 | xargs -0 php -r "$1" --', 'sh', phpSyntax],
    ],
  },
  {
    name: 'go',
    needs: ['go'],
    probe: goProbe,
    folder: 'clients/go',
    commands: [
      ['go', 'vet', './...'],
      ['go', 'mod', 'verify'],
    ],
  },
  {
    name: 'rust',
    needs: ['cargo'],
    probe: cratesProbe,
    folder: 'clients/rust',
    // The tests of the library compile it.
    commands: [['cargo', 'package', '--locked', '--offline', '--allow-dirty', '--no-verify', '--target-dir', '{out}']],
  },
];
