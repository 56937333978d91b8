import { join } from 'node:path';
import { pythonFolder } from '../kit/programs/test-programs.js';
import { cratesProbe, goProbe, type Language, root } from './languages.js';

/** What the registry of a language would refuse, found before a release. Nothing is uploaded. */
export interface Packaging extends Pick<Language, 'name' | 'needs' | 'probe' | 'folder'> {
  /** `{out}` is a new folder. Each command succeeds. */
  commands: readonly (readonly string[])[];
  environment?: Readonly<Record<string, string>>;
}

const pythonTools = [
  join(root, 'clients/python/src'),
  ...(['hatchling', 'mypy', 'httpx'] as const).map(pythonFolder),
].join(':');

/** One process for all files: `php -l` takes one. */
const phpSyntax = `foreach (array_slice($argv, 1) as $file) {
  try { token_get_all(file_get_contents($file), TOKEN_PARSE); }
  catch (ParseError $error) { fwrite(STDERR, "$file: {$error->getMessage()}"); exit(1); }
}`;

const npmPack = ['npm', 'pack', '--offline', '--ignore-scripts', '--pack-destination', '{out}'];

export const packagings: readonly Packaging[] = [
  { name: 'javascript', needs: ['npm'], folder: 'clients/javascript', commands: [npmPack] },
  {
    name: 'cli',
    needs: ['npm', 'tar'],
    folder: 'clients/cli',
    // The packed program runs with what this repository has installed.
    commands: [
      npmPack,
      ['sh', '-c', 'tar -xzf {out}/*.tgz -C {out} && ln -s "$1" {out}/node_modules', 'sh', join(root, 'node_modules')],
      ['node', '{out}/package/bin/tintype.js', '--version'],
    ],
  },
  {
    name: 'python',
    needs: ['python3'],
    probe: {
      command: ['env', `PYTHONPATH=${pythonTools}`, 'python3', '-c', 'import hatchling, mypy, httpx'],
      wants: 'hatchling, mypy or httpx',
    },
    folder: 'clients/python',
    environment: { PYTHONPATH: pythonTools, PYTHONDONTWRITEBYTECODE: '1' },
    commands: [
      ['python3', '-m', 'hatchling', 'build', '-d', '{out}'],
      ['python3', '-m', 'mypy', '--cache-dir={out}', 'src', 'conformance.py'],
    ],
  },
  {
    name: 'ruby',
    needs: ['gem'],
    folder: 'clients/ruby',
    commands: [['gem', 'build', '--strict', '--output', '{out}/tintype.gem', 'tintype.gemspec']],
  },
  {
    name: 'php',
    needs: ['composer'],
    folder: 'clients/php',
    environment: { COMPOSER_ALLOW_SUPERUSER: '1', COMPOSER_DISABLE_NETWORK: '1' },
    commands: [['composer', 'validate', '--strict', '--no-interaction']],
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
