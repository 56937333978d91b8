import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { npmFolder } from '../../kit/programs/npm-packages.js';
import { root } from '../languages.js';

const run = promisify(execFile);

/** n8n's linter of packages, with n8n-workflow beside it. */
const tools = join(npmFolder('n8nScanner'), 'node_modules');

/** The packed package, unpacked beside n8n-workflow as n8n has it. */
export interface UnpackedNode {
  folder: string;
  require: NodeJS.Require;
  /** The module that the package requires. */
  workflow: unknown;
  remove: () => Promise<void>;
}

const source = join(root, 'clients/n8n');
const workflowName = 'n8n-workflow';

/** Packs `clients/n8n` into a folder. Answers the archive's path. */
const packNode = async (to: string): Promise<string> => {
  const args = ['pack', '--offline', '--ignore-scripts', '--json', '--pack-destination', to];
  const { stdout } = await run('npm', args, { cwd: source });
  return join(to, JSON.parse(stdout)[0].filename);
};

export const unpackNode = async (): Promise<UnpackedNode> => {
  const home = await mkdtemp(join(tmpdir(), 'tintype-n8n-'));
  const folder = join(home, 'node_modules/n8n-nodes-tintype');
  await mkdir(folder, { recursive: true });
  await run('tar', ['-xzf', await packNode(home), '-C', folder, '--strip-components=1']);
  await symlink(join(tools, 'n8n-workflow'), join(home, 'node_modules/n8n-workflow'));
  const require = createRequire(join(folder, 'package.json'));
  return { folder, require, workflow: require(workflowName), remove: () => rm(home, { recursive: true, force: true }) };
};

interface LintResult {
  filePath: string;
  messages: { ruleId: string | null; message: string; line: number }[];
}

/** n8n wants MIT. This project is under Apache-2.0. */
const exempt = 'n8n-nodes-base/community-package-json-license-not-default';

/** What n8n's check of packages says about the files: nothing, if all is well. Warnings count. */
const lintNode = async (folder: string, patterns?: readonly string[]): Promise<string[]> => {
  const scanner = join(tools, '@n8n/scan-community-package/scanner/scanner.mjs');
  const { buildScanConfig, SOURCE_FILE_PATTERNS } = await import(pathToFileURL(scanner).href);
  const { ESLint } = createRequire(scanner)('eslint');
  const options = { cwd: folder, allowInlineConfig: false, overrideConfigFile: true };
  const eslint = new ESLint({ ...options, overrideConfig: await buildScanConfig() });
  const results: LintResult[] = await eslint.lintFiles(patterns ?? SOURCE_FILE_PATTERNS);
  return results.flatMap(({ filePath, messages }) =>
    messages
      .filter(({ ruleId }) => ruleId !== exempt)
      .map(({ ruleId, message, line }) => `${filePath}:${line} ${ruleId} ${message}`),
  );
};

/** Fails if n8n's linter finds something in the sources or in the packed files. */
export const lintWithN8n = async (): Promise<void> => {
  assert.deepEqual(await lintNode(source), []);
  const unpacked = await unpackNode();
  try {
    assert.deepEqual(await lintNode(unpacked.folder, ['**/*.js', '**/*.json']), []);
  } finally {
    await unpacked.remove();
  }
};

/** Compiles the sources with n8n's own declarations instead of ours. Throws what the compiler prints. */
export const compileWithN8n = async (): Promise<void> => {
  const home = await mkdtemp(join(tmpdir(), 'tintype-n8n-types-'));
  const settings = {
    extends: join(source, 'tsconfig.json'),
    compilerOptions: {
      composite: false,
      noEmit: true,
      rootDir: root,
      typeRoots: [join(root, 'node_modules/@types')],
      paths: {
        'n8n-workflow': [join(tools, 'n8n-workflow/dist/esm/index.d.ts')],
        '@tintype/client': [join(root, 'clients/javascript/dist/index.d.ts')],
      },
    },
    include: [join(source, 'nodes'), join(source, 'credentials')],
    references: [],
  };
  try {
    await writeFile(join(home, 'tsconfig.json'), JSON.stringify(settings));
    await run(process.execPath, [
      join(root, 'node_modules/typescript/bin/tsc'),
      ...['-p', join(home, 'tsconfig.json'), '--pretty', 'false'],
    ]).catch(({ stdout, message }: Error & { stdout?: string }) => {
      throw new Error(stdout || message);
    });
  } finally {
    await rm(home, { recursive: true, force: true });
  }
};
