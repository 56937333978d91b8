import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const biome = fileURLToPath(import.meta.resolve('@biomejs/biome/bin/biome'));

/** A file, and the rule that must refuse it; no rule for a correct file. */
type Case = [file: string, text: string, rule?: string];

interface Diagnostic {
  category: string;
  location: { path: string | { file: string } };
}

/** Lints all files in one run, each in a tree of its own. Returns the broken rules of each file. */
const lint = (cases: readonly Case[]): string[][] => {
  const folder = mkdtempSync(join(tmpdir(), 'tintype-arrows-'));
  for (const [index, [file, text]] of cases.entries()) {
    mkdirSync(join(folder, String(index), dirname(file)), { recursive: true });
    copyFileSync(join(root, 'biome.json'), join(folder, String(index), 'biome.json'));
    writeFileSync(join(folder, String(index), file), text);
  }
  const rules = cases.map((_, index) => {
    const cwd = join(folder, String(index));
    const options = ['lint', '--reporter=json', '--vcs-enabled=false', '--max-diagnostics=50'];
    const { stdout } = spawnSync(process.execPath, [biome, ...options], { cwd, encoding: 'utf8' });
    const { diagnostics } = JSON.parse(stdout) as { diagnostics: Diagnostic[] };
    return diagnostics.map(({ category }) => category);
  });
  rmSync(folder, { recursive: true });
  return rules;
};

const imports = (module: string) => `import { x } from '${module}';\nexport const y = x;\n`;
const client = "import { request } from 'node:http';\nexport const y = request;\n";
const arrow = 'lint/style/noRestrictedImports';
const nodeModule = 'lint/correctness/noNodejsModules';

describe('the lint knows the architecture', () => {
  const cases: Case[] = [
    ['contracts/src/x.ts', imports('@tintype/runtime'), arrow],
    ['contracts/src/x.ts', imports('koa'), arrow],
    ['runtime/src/x.ts', imports('@tintype/contracts'), arrow],
    ['runtime/src/nats.ts', imports('@tintype/contracts'), arrow],
    ['runtime/src/x.ts', imports('@nats-io/kv'), arrow],
    ['api/src/x.ts', imports('@tintype/browser-node'), arrow],
    ['api/src/x.ts', imports('@tintype/standalone'), arrow],
    ['api/src/x.ts', imports('@tintype/test'), arrow],
    ['api/src/render/x.ts', imports('@nats-io/jetstream'), arrow],
    ['api/src/render/x.ts', imports('koa'), arrow],
    ['api/src/render/x.ts', imports('../middleware/errors.js'), arrow],
    ['browser-node/src/x.ts', imports('@tintype/api'), arrow],
    ['browser-node/src/x.ts', imports('@nats-io/transport-node'), arrow],
    ['crds/src/x.ts', imports('@tintype/runtime'), arrow],
    ['stores/src/x.ts', imports('@tintype/contracts'), arrow],
    ['stores/src/kubernetes/x.ts', imports('@kubernetes/client-node'), arrow],
    ['stores/src/kubernetes/credentials/kubeconfig.ts', imports('@tintype/operator'), arrow],
    ['operator/src/x.ts', imports('@tintype/api'), arrow],
    ['operator/src/x.ts', imports('@kubernetes/client-node'), arrow],
    ['api/src/x.ts', imports('@kubernetes/client-node'), arrow],
    ['standalone/src/x.ts', imports('@tintype/test'), arrow],
    ['standalone/src/x.ts', imports('@tintype/api/dist/main.js'), arrow],
    ['api/src/x.ts', imports('@tintype/stores/conformance'), arrow],
    ['operator/src/x.ts', imports('@tintype/stores/conformance'), arrow],
    ['standalone/src/x.ts', imports('@tintype/stores/conformance'), arrow],
    ['api/src/x.ts', imports('@tintype/crds/testing'), arrow],
    ['operator/src/x.ts', imports('@tintype/crds/testing'), arrow],
    ['standalone/src/x.ts', imports('@tintype/operator/testing'), arrow],
    ['stores/src/x.ts', imports('@tintype/crds/testing'), arrow],
    ['browser-node/src/x.ts', imports('@tintype/runtime/testing'), arrow],
    ['crds/src/x.ts', imports('@tintype/contracts/testing'), arrow],
    ['standalone/src/x.ts', imports('@tintype/browser-node/testing'), arrow],
    ['operator/src/x.ts', imports('@tintype/stores/testing'), arrow],
    ['test/integration/x.ts', imports('@tintype/stores/dist/index.js'), arrow],
    ['api/src/x.ts', 'export const y = process.env.HOME;\n', 'lint/style/noProcessEnv'],
    ['api/src/x.ts', 'export default 1;\n', 'lint/style/noDefaultExport'],
    ['api/src/index.ts', "export * from './app.js';\n", 'lint/performance/noReExportAll'],
    ['api/src/someUtils.ts', 'export const y = 1;\n', 'lint/style/useFilenamingConvention'],

    ...['api', 'browser-node', 'contracts', 'crds', 'ledger', 'operator', 'runtime', 'standalone', 'stores'].map(
      (name): Case => [`${name}/src/x.ts`, client, arrow],
    ),
    ['api/src/x.ts', client.replace('node:http', 'node:https'), arrow],
    ['api/src/x.ts', "import https from 'node:https';\nexport const y = https;\n", arrow],
    ['api/src/x.ts', "import * as http from 'node:http';\nexport const y = http;\n", arrow],
    ['stores/src/kubernetes/credentials/kubeconfig.ts', imports('undici'), arrow],
    ['runtime/src/nats.ts', imports('undici'), arrow],
    ...['node:https', 'node:http2', 'node:net', 'node:tls', 'undici'].map(
      (module): Case => [
        'api/src/render/x.ts',
        `import { connect } from '${module}';\nexport const y = connect;\n`,
        arrow,
      ],
    ),
    ['api/src/x.ts', "import { createConnection } from 'node:net';\nexport const y = createConnection;\n", arrow],
    ...['fetch', 'WebSocket', 'EventSource'].map(
      (name): Case => ['api/src/x.ts', `export const y = ${name};\n`, 'lint/style/noRestrictedGlobals'],
    ),

    ['console/src/x.tsx', imports('@tintype/runtime'), arrow],
    ['console/src/x.tsx', imports('@tintype/contracts/testing'), arrow],
    ['console/src/x.tsx', 'export const y = fetch;\n', 'lint/style/noRestrictedGlobals'],
    ['console/src/x.tsx', "import { readFileSync } from 'node:fs';\nexport const y = readFileSync;\n", nodeModule],

    ['contracts/src/x.ts', imports('zod')],
    ['runtime/src/nats.ts', imports('@nats-io/kv')],
    ['api/src/x.ts', imports('@tintype/runtime')],
    ['api/src/routes/x.ts', imports('koa')],
    ['api/src/render/x.ts', imports('@tintype/runtime')],
    ['browser-node/src/x.ts', imports('@tintype/contracts')],
    ['crds/src/x.ts', imports('@tintype/contracts')],
    ['stores/src/x.ts', imports('@tintype/crds')],
    ['stores/src/kubernetes/credentials/kubeconfig.ts', imports('@kubernetes/client-node')],
    ['operator/src/x.ts', imports('@tintype/stores')],
    ['standalone/src/x.ts', imports('@tintype/api')],
    ['console/src/x.tsx', imports('@tintype/contracts')],
    ['console/src/x.tsx', imports('@tintype/contracts/vectors/options.json')],
    ['console/src/service/service.ts', 'export const y = fetch;\n'],
    ['test/integration/x.ts', imports('@tintype/stores/conformance')],
    ['test/integration/x.ts', imports('@tintype/standalone/testing')],
    ['test/integration/x.ts', imports('@tintype/browser-node/testing')],
    ['test/integration/x.ts', imports('@tintype/stores/testing')],
    ['operator/src/x.test.ts', imports('@tintype/stores/testing')],
    [
      'api/src/x.ts',
      "import { createServer, type IncomingMessage } from 'node:http';\nexport const y = createServer;\n",
    ],
    ['runtime/src/x.ts', "import { type Dispatcher, errors } from 'undici';\nexport const y = errors;\n"],
    ['runtime/src/x.ts', "import { isIP, type Socket } from 'node:net';\nexport const y = isIP;\n"],
    ['test/kit/x.ts', client],
    ['api/src/config.ts', 'export const y = process.env.HOME;\n'],
  ];
  const found = lint(cases);
  for (const [index, [file, text, rule]] of cases.entries()) {
    const line = text.split('\n')[0];
    const broken = () => found[index]?.filter((each) => each.startsWith('lint/'));
    if (rule) it(`refuses in ${file}: ${line}`, () => assert.ok(broken()?.includes(rule), String(broken())));
    else
      it(`allows in ${file}: ${line}`, () =>
        assert.ok(!broken()?.some((each) => each === arrow || each.endsWith('noProcessEnv'))));
  }
});

describe('calls that nobody guards', () => {
  it('are made in the files of docs/architecture.md alone', () => {
    const ignored = 'biome-ignore lint/style/noRestricted\\(Imports\\|Globals\\)';
    const files = execFileSync('git', ['grep', '-l', ignored, '--', '*/src/*.ts', ':!*.test.ts'], {
      cwd: root,
      encoding: 'utf8',
    });
    const [, section = ''] = readFileSync(join(root, 'docs/architecture.md'), 'utf8').split('\n### Who calls out\n');
    const [table = ''] = section.split('\n## ');
    const listed = [...table.matchAll(/^\| `([^`]+\.ts)` \|/gm)].map(([, file]) => file);
    assert.deepEqual(listed.sort(), files.trim().split('\n').sort());
  });
});

describe('every module is linted', () => {
  it('sees all packages and no drawer for everything', () => {
    const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '*.ts'], {
      cwd: root,
      encoding: 'utf8',
    }).split('\n');
    for (const name of [
      'contracts',
      'runtime',
      'crds',
      'stores',
      'operator',
      'api',
      'browser-node',
      'standalone',
      'console',
      'test',
    ]) {
      assert.ok(
        files.some((file) => file.startsWith(`${name}/`)),
        `no module of ${name} was seen`,
      );
    }
    const forbidden = files.filter((file) => /(^|\/)(utils|helpers|common|types)\.ts$/.test(file));
    assert.deepEqual(forbidden, []);
  });
});
