import { cratesProbe, type Language } from './languages.js';

/** What the registry of a language would refuse, found before a release. Nothing is uploaded. */
export interface Packaging extends Pick<Language, 'name' | 'needs' | 'probe' | 'folder'> {
  /** `{out}` is a new folder. Each command succeeds. */
  commands: readonly (readonly string[])[];
  environment?: Readonly<Record<string, string>>;
}

export const packagings: readonly Packaging[] = [
  {
    name: 'javascript',
    needs: ['npm'],
    folder: 'clients/javascript',
    commands: [['npm', 'pack', '--offline', '--ignore-scripts', '--pack-destination', '{out}']],
  },
  {
    name: 'python',
    needs: ['python3'],
    probe: { command: ['python3', '-c', 'import build, hatchling'], wants: 'build and hatchling of PyPI' },
    folder: 'clients/python',
    commands: [['python3', '-m', 'build', '--no-isolation', '--outdir', '{out}']],
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
    name: 'go',
    needs: ['go'],
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
